//! From the texts and numbers of a spot to a solver, and from what it has learnt to a number for each combo.

use std::sync::Arc;

use pokerbits::cards::{COMBOS, CardSet, parse_cards};
use pokerbits::endgame::{Algorithm, Endgame, Response, Seen, Solver, Storage, Tree};
use pokerbits::{Card, Error, Run};

use crate::betting::{Betting, PLAYERS, Rules, street_name};

/// Rounding leaves less than this part of a reach of which every hand is blocked.
const ROUNDING: f64 = 1e-12;

/// A solver of a spot.
pub(crate) struct Spot {
    pub(crate) betting: Betting,
    solver: Solver,
    /// For each player the ids of its combos.
    combos: [Vec<u32>; 2],
    pot: f64,
    rakes: bool,
    n_streets: usize,
}

fn said(error: Error) -> String {
    error.to_string()
}

impl Spot {
    /// A solver that has learnt nothing, or a message that says what is wrong.
    pub(crate) fn new(board: &str, weights: [&[f64]; 2], rules: &Rules) -> Result<Self, String> {
        let about_board = |error: Error| format!("board: {error}");
        let ids: Vec<u8> = parse_cards(board).map_err(about_board)?.into_iter().map(Card::id).collect();
        let set = CardSet::from_ids(&ids).map_err(about_board)?;
        let n_streets = rules.sizes.len();
        if ids.len() + n_streets != 6 {
            let (expected, found) = (6usize.saturating_sub(n_streets), ids.len());
            return Err(format!("board: expected {expected} cards, found {found}"));
        }
        let betting = rules.betting()?;
        for (player, weights) in PLAYERS.iter().zip(weights) {
            let is_free = |combo| CardSet::from_ids(combo).is_ok_and(|hand| (hand & set).is_empty());
            if !COMBOS.iter().zip(weights).any(|(combo, &weight)| weight > 0.0 && is_free(combo)) {
                return Err(format!("{player}: the range has no hand without a card of the board"));
            }
        }
        let tree = Tree::new(betting.nodes.clone()).map_err(said)?;
        let game = Arc::new(Endgame::new(&ids, weights, &tree, true, false).map_err(said)?);
        let bytes = Solver::bytes(&game, Storage::Single);
        let combos = [0, 1].map(|player| game.hands(player).to_vec());
        let solver = Solver::new(game, [None, None], Algorithm::Discounted, Storage::Single).map_err(|error| {
            if matches!(error, Error::OutOfMemory { .. }) {
                // More cannot be counted here.
                let more = if bytes == usize::MAX { "more than " } else { "" };
                let gigabytes = bytes as f64 / 1e9;
                return format!("sizes: this game takes {more}{gigabytes:.1} GB: use fewer bet sizes, or a river");
            }
            error.to_string()
        })?;
        Ok(Self { betting, solver, combos, pot: rules.pot, rakes: rules.rake > 0.0, n_streets })
    }

    pub(crate) fn iterations(&self) -> u32 {
        self.solver.iterations()
    }

    pub(crate) fn run(&mut self, iterations: u32) -> Result<(), String> {
        if self.iterations().checked_add(iterations).is_none_or(|all| all > i32::MAX.cast_unsigned()) {
            return Err(format!("iterations = {iterations}: expected fewer than 2^31 in all"));
        }
        self.solver.run(iterations, &mut Run::new(1)).map_err(said)
    }

    /// The gain of a player a deal against the other's average strategy, as a fraction of the pot.
    pub(crate) fn gain(&self, player: usize, response: Response) -> Result<f64, String> {
        Ok(self.solver.gain(player, response, &mut Run::new(1)).map_err(said)? / self.pot)
    }

    /// The gain of best responses, averaged over both players, as a fraction of the pot.
    pub(crate) fn exploitability(&self) -> Result<f64, String> {
        let mut gained = self.gain(0, Response::Best)? + self.gain(1, Response::Best)?;
        if self.rakes {
            gained -= self.gain(0, Response::Same)? + self.gain(1, Response::Same)?;
        }
        // Rounding must not make it negative.
        Ok((gained / 2.0).max(0.0))
    }

    /// The probability of each action of a decision, for each combo; NaN for those that its player does not have.
    pub(crate) fn strategy(&self, decision: usize) -> Result<Vec<f64>, String> {
        let player = self.player(decision)?;
        let found = self.solver.strategy(decision).map_err(said)?;
        Ok(found.chunks(self.combos[player].len()).flat_map(|row| self.by_combo(player, row)).collect())
    }

    /// The gain of each combo of a player from a decision on, as a fraction of the pot; NaN for hands without a value.
    pub(crate) fn values(&self, decision: usize, player: usize) -> Result<Vec<f64>, String> {
        self.player(decision)?;
        let found = self.seen(player, decision, Seen::Values)?;
        let met = met(&self.seen(player, decision, Seen::Reach)?);
        let value = |(found, met): (&f64, f64)| if met > 0.0 { found / met / self.pot } else { f64::NAN };
        Ok(found.iter().zip(met).map(value).collect())
    }

    /// The weight with which each combo of a player gets to a decision; NaN for those that it does not have.
    pub(crate) fn reach(&self, decision: usize, player: usize) -> Result<Vec<f64>, String> {
        self.player(decision)?;
        self.seen(1 - player, decision, Seen::Reach)
    }

    fn seen(&self, player: usize, decision: usize, what: Seen) -> Result<Vec<f64>, String> {
        let of = if what == Seen::Reach { 1 - player } else { player };
        let found = self.solver.seen(player, decision, what, &mut Run::new(1)).map_err(said)?;
        Ok(self.by_combo(of, &found))
    }

    /// The player of a decision on the first street: later ones have many boards.
    fn player(&self, decision: usize) -> Result<usize, String> {
        let n = self.betting.decisions.len();
        let Some(of) = self.betting.decisions.get(decision) else {
            return Err(format!("decision {decision}: there are {n}"));
        };
        if of.street > 0 {
            let [on, first] = [of.street, 0].map(|street| street_name(street, self.n_streets));
            return Err(format!("decision {decision} is on the {on}: only those on the {first} can be seen"));
        }
        Ok(of.player)
    }

    fn by_combo(&self, player: usize, of_hands: &[f64]) -> Vec<f64> {
        let mut all = vec![f64::NAN; COMBOS.len()];
        for (&combo, &number) in self.combos[player].iter().zip(of_hands) {
            all[combo as usize] = number;
        }
        all
    }
}

/// The reach of the combos that share no card with each combo; 0 where only rounding is left. NaN counts as 0.
fn met(reach: &[f64]) -> Vec<f64> {
    let reach = reach.iter().map(|&reach| if reach.is_nan() { 0.0 } else { reach });
    let (mut of_cards, mut all) = ([0.0; 52], 0.0);
    for (combo, reach) in COMBOS.iter().zip(reach.clone()) {
        all += reach;
        for &card in combo {
            of_cards[usize::from(card)] += reach;
        }
    }
    let unblocked = COMBOS
        .iter()
        .zip(reach)
        .map(|(&[low, high], reach)| all - (of_cards[usize::from(low)] + of_cards[usize::from(high)] - reach));
    unblocked.map(|found| if found > ROUNDING * all { found } else { 0.0 }).collect()
}
