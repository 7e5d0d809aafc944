//! From the texts of a spot to its equity.

use pokerbits::cards::{COMBOS, CardSet, parse_cards};
use pokerbits::equity::{Estimate, Outcomes, Plan, Player, Sampling, Spot, sampled_equity};
use pokerbits::ranges::{OmahaRange, Range};
use pokerbits::{Card, Game, Run};

use crate::ranges;

/// How much slower WebAssembly counts than the machine code for which plans estimate their seconds.
const SLOWDOWN: f64 = 3.0;

/// When to sample, and until when.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) max_seconds: f64,
    pub(crate) std_error: f64,
    pub(crate) seed: u64,
}

/// The equity of a spot.
pub(crate) struct Found {
    pub(crate) exact: bool,
    pub(crate) samples: u64,
    pub(crate) players: Vec<Numbers>,
    pub(crate) denominators: Vec<u64>,
    pub(crate) of_combos: Vec<Vec<f64>>,
}

/// The numbers of a player.
#[derive(Default)]
pub(crate) struct Numbers {
    pub(crate) equity: f64,
    pub(crate) win: f64,
    pub(crate) tie: f64,
    pub(crate) lose: f64,
    pub(crate) std_error: f64,
    pub(crate) win_std_error: f64,
    pub(crate) tie_std_error: f64,
    pub(crate) lose_std_error: f64,
    /// Deals won alone, shared with one other, ... with all others, and lost; empty if they were not counted in integers.
    pub(crate) counts: Vec<u128>,
}

/// The hands that a player may hold.
enum Held {
    Any,
    Range(Range),
    Among(OmahaRange),
}

impl Held {
    fn player(&self) -> Player<'_> {
        match self {
            Self::Any => Player::Any,
            Self::Range(range) => Player::Range(range),
            Self::Among(range) => Player::Among(range.hands()),
        }
    }

    /// Whether there is a hand without a card of `known`.
    fn has_hand(&self, known: CardSet) -> bool {
        match self {
            Self::Any => true,
            Self::Range(range) => COMBOS.iter().zip(range.weights()).any(|(combo, &weight)| {
                weight > 0.0 && CardSet::from_ids(combo).is_ok_and(|hand| (hand & known).is_empty())
            }),
            Self::Among(range) => range.hands().iter().any(|&hand| (hand & known).is_empty()),
        }
    }
}

/// The equity of players in a game, or a message that says what is wrong. `kicker` is that of [`ranges::read`].
pub(crate) fn find(
    players: &[String],
    kicker: bool,
    board: &str,
    dead: &str,
    game: &str,
    limits: Limits,
) -> Result<Found, String> {
    let game = game_named(game)?;
    // Unknown cards are dealt.
    let board = ids("board", &board.replace(['*', '?'], " "))?;
    let set = |what, ids: &[u8]| CardSet::from_ids(ids).map_err(|error| format!("{what}: {error}"));
    let (dead, on_board) = (set("dead cards", &ids("dead cards", dead)?)?, set("board", &board)?);
    let held: Vec<Held> =
        (1..).zip(players).map(|(number, text)| read(number, text, kicker, game)).collect::<Result<_, _>>()?;
    let spot_players: Vec<Player<'_>> = held.iter().map(Held::player).collect();
    let said = |error: pokerbits::Error| error.to_string();
    let spot = Spot::new(game, &spot_players, &board, dead).map_err(said)?;
    let known = dead | on_board | !game.deck();
    if let Some(at) = held.iter().position(|of| !of.has_hand(known)) {
        let (text, of_deck) = (players[at].trim(), if game.deck() == CardSet::FULL { "" } else { "short deck, the " });
        return Err(format!("player {}: the {of_deck}board and the dead cards leave no hand of {text:?}", at + 1));
    }
    let run = &mut Run::new(1);
    let plan = Plan::new(&spot, run).map_err(said)?;
    let found = if plan.seconds() * SLOWDOWN <= limits.max_seconds {
        let found = plan.run(run).map_err(said)?;
        counted(&found.outcomes, found.of_combos).map_err(said)?
    } else {
        let sampling = Sampling { key: [limits.seed, 0], n_samples: None, std_error: Some(limits.std_error) };
        sampled(&sampled_equity(&spot, &sampling, run).map_err(said)?)
    };
    if found.players.iter().any(|of| of.equity.is_nan()) {
        return Err("there is no deal: the players need the same cards".into());
    }
    Ok(found)
}

fn game_named(name: &str) -> Result<Game, String> {
    let omaha = |hole_cards| Game::omaha(hole_cards, false).map_err(|error| error.to_string());
    match name {
        "holdem" => Ok(Game::HOLDEM),
        "short_deck" => Ok(Game::SHORT_DECK),
        "short_deck_trips" => Ok(Game::SHORT_DECK_TRIPS),
        "omaha" => omaha(4),
        "omaha5" => omaha(5),
        "omaha6" => omaha(6),
        _ => Err(format!("game {name:?}: expected holdem, short_deck, short_deck_trips, omaha, omaha5 or omaha6")),
    }
}

fn ids(what: &str, text: &str) -> Result<Vec<u8>, String> {
    let cards = parse_cards(text).map_err(|error| format!("{what}: {error}"))?;
    Ok(cards.into_iter().map(Card::id).collect())
}

fn read(number: usize, text: &str, kicker: bool, game: Game) -> Result<Held, String> {
    let said = |error: pokerbits::Error| format!("player {number}: {error}");
    if text.trim().is_empty() {
        return Err(format!("player {number}: expected hands, as in QQ+, AKs, AhKh, 15% or random"));
    }
    if game.hole_cards() == 2 {
        return ranges::read(text, kicker).map(Held::Range).map_err(said);
    }
    if ["*", "random"].contains(&text.trim()) {
        return Ok(Held::Any);
    }
    OmahaRange::parse(text, game.hole_cards()).map(Held::Among).map_err(said)
}

fn counted(outcomes: &Outcomes, of_combos: Vec<Vec<f64>>) -> pokerbits::Result<Found> {
    let (players, denominators) = match outcomes {
        Outcomes::Exact(counts, denominators) => {
            (counts.iter().cloned().map(of_counts).collect(), denominators.clone())
        }
        Outcomes::Rounded(sums) => (sums.iter().map(|sums| of_shares(sums)).collect(), vec![]),
        Outcomes::ByWinners(counts) => {
            let of_player = |player| {
                let mut shares = counts.shares(player)?;
                shares.rotate_left(1);
                Ok(of_counts(shares.into_iter().map(u128::from).collect()))
            };
            ((0..counts.players()).map(of_player).collect::<pokerbits::Result<_>>()?, vec![])
        }
    };
    Ok(Found { exact: true, samples: 0, players, denominators, of_combos })
}

fn of_counts(counts: Vec<u128>) -> Numbers {
    let floats: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
    Numbers { counts, ..of_shares(&floats) }
}

/// The numbers of the weights of deals that are won alone, shared with one other, ... and lost.
fn of_shares(weights: &[f64]) -> Numbers {
    let total: f64 = weights.iter().sum();
    let [win, shared @ .., lose] = weights else { return Numbers::default() };
    let equity = win + (2..).zip(shared).map(|(players, weight)| weight / f64::from(players)).sum::<f64>();
    Numbers {
        equity: equity / total,
        win: win / total,
        tie: shared.iter().sum::<f64>() / total,
        lose: lose / total,
        ..Numbers::default()
    }
}

fn sampled(found: &Estimate) -> Found {
    let of_player = |player: usize| Numbers {
        equity: found.equity[player],
        win: found.win[player],
        tie: found.tie[player],
        lose: found.lose[player],
        std_error: found.std_error[player],
        win_std_error: found.win_std_error[player],
        tie_std_error: found.tie_std_error[player],
        lose_std_error: found.lose_std_error[player],
        counts: vec![],
    };
    let players = (0..found.equity.len()).map(of_player).collect();
    Found { exact: false, samples: found.samples, players, denominators: vec![], of_combos: vec![] }
}
