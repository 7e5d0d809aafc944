//! The betting of two players: from bet sizes to the nodes that the Python package's `BettingTree` has.

use std::collections::VecDeque;

use pokerbits::endgame::Node;

/// A tree with more nodes is refused.
const MOST_NODES: usize = 100_000;
const MOST_BETS: u32 = 50;
const CHIPS: std::ops::RangeInclusive<f64> = 1e-9..=1e15;
/// Largest ratio of stack and pot, and largest bet in pots.
const DEEPEST: f64 = 1e5;
/// The players, in the order in which they act on every street.
pub(crate) const PLAYERS: [&str; 2] = ["hero", "villain"];

/// Bet sizes of a player on a street, as fractions of the pot; infinity is the whole stack.
pub(crate) struct BetSizes {
    /// First bets.
    pub(crate) bets: Vec<f64>,
    /// Raises, as fractions of the pot after the call.
    pub(crate) raises: Vec<f64>,
    /// First bets of hero after a street on which villain bet last, if they differ.
    pub(crate) donk: Option<Vec<f64>>,
    /// Largest number of bets and raises of both players together.
    pub(crate) max_bets: u32,
}

/// All that a tree is made of.
pub(crate) struct Rules {
    pub(crate) pot: f64,
    pub(crate) stack: f64,
    /// For each street those of hero and of villain.
    pub(crate) sizes: Vec<[BetSizes; 2]>,
    /// The share of the pot that the casino takes.
    pub(crate) rake: f64,
    /// The most chips that it takes.
    pub(crate) rake_cap: f64,
    /// A bet is all-in if at most this share of the pot would be left behind.
    pub(crate) all_in_threshold: Option<f64>,
}

/// A decision, as users see it.
pub(crate) struct Decision {
    pub(crate) player: usize,
    pub(crate) street: usize,
    pub(crate) actions: Vec<String>,
}

/// The nodes of a tree, parents before their children, and its decisions in the same order.
pub(crate) struct Betting {
    pub(crate) nodes: Vec<Node>,
    pub(crate) decisions: Vec<Decision>,
}

/// A node with all that follows.
enum Grown {
    Decision { player: usize, street: usize, actions: Vec<(String, Grown)> },
    Deal(Box<Self>),
    Fold { player: usize, stake: f64, rake: f64 },
    Showdown { stake: f64, rake: f64 },
}

impl Rules {
    /// The tree, or a message that says what is wrong.
    pub(crate) fn betting(&self) -> Result<Betting, String> {
        self.check()?;
        let root = Growth { rules: self, n_nodes: 0 }.decide(0, 0, [0.0; 2], 0, None)?;
        Ok(breadth_first(root))
    }

    fn check(&self) -> Result<(), String> {
        for (name, chips) in [("pot", self.pot), ("stack", self.stack)] {
            if !CHIPS.contains(&chips) {
                return Err(format!("{name}: expected 1e-9 to 1e15 chips, found {chips}"));
            }
        }
        if self.stack > DEEPEST * self.pot {
            return Err(format!("stack: expected at most 100000 pots of {}, found {}", self.pot, self.stack));
        }
        if !(0.0..=1.0).contains(&self.rake) {
            return Err(format!("rake: expected 0 to 1, found {}", self.rake));
        }
        let limits = [("rakeCap", Some(self.rake_cap)), ("allInThreshold", self.all_in_threshold)];
        for (name, limit) in limits {
            if let Some(limit) = limit.filter(|limit| limit.is_nan() || *limit < 0.0) {
                return Err(format!("{name}: expected 0 or more, found {limit}"));
            }
        }
        if !(1..=3).contains(&self.sizes.len()) {
            return Err(format!("sizes: expected those of one to three streets, found {}", self.sizes.len()));
        }
        let all = self.sizes.iter().enumerate().flat_map(|(street, of)| (0..).zip(of).map(move |at| (street, at)));
        for (street, (player, sizes)) in all {
            let about = format!("{} of {}", street_name(street, self.sizes.len()), PLAYERS[player]);
            let empty = vec![];
            let donk = sizes.donk.as_ref().unwrap_or(&empty);
            for (what, sizes) in [("bets", &sizes.bets), ("raises", &sizes.raises), ("donk", donk)] {
                let is_wrong = |&&size: &&f64| !(size > 0.0 && (size <= DEEPEST || size == f64::INFINITY));
                if let Some(wrong) = sizes.iter().find(is_wrong) {
                    return Err(format!(
                        "{what} on the {about}: expected positive fractions of the pot up to 100000, or all-in, found {wrong}"
                    ));
                }
            }
            if sizes.max_bets > MOST_BETS {
                return Err(format!("maxBets on the {about}: expected 0 to {MOST_BETS}, found {}", sizes.max_bets));
            }
        }
        Ok(())
    }
}

/// The name of a street of a tree that ends with the river.
pub(crate) fn street_name(street: usize, n_streets: usize) -> &'static str {
    ["flop", "turn", "river"].get(street + 3 - n_streets.min(3)).copied().unwrap_or("river")
}

/// The growth of a tree, node by node.
struct Growth<'a> {
    rules: &'a Rules,
    n_nodes: usize,
}

impl Growth<'_> {
    /// The chips that the casino takes of a pot with this stake of each player.
    fn rake(&self, stake: f64) -> f64 {
        (2.0 * stake * self.rules.rake).min(self.rules.rake_cap)
    }

    /// The node after the last action of a street, when both players have paid the same.
    fn close(&mut self, street: usize, paid: f64, aggressor: Option<usize>) -> Result<Grown, String> {
        if street + 1 == self.rules.sizes.len() {
            let stake = self.rules.pot / 2.0 + paid;
            return Ok(Grown::Showdown { stake, rake: self.rake(stake) });
        }
        let next = if paid == self.rules.stack {
            self.close(street + 1, paid, None)?
        } else {
            self.decide(street + 1, 0, [paid; 2], 0, aggressor)?
        };
        Ok(Grown::Deal(Box::new(next)))
    }

    /// A decision. `aggressor` made the last bet of the street or, before the first, of the street before.
    fn decide(
        &mut self,
        street: usize,
        player: usize,
        paid: [f64; 2],
        n_bets: u32,
        aggressor: Option<usize>,
    ) -> Result<Grown, String> {
        let rules = self.rules;
        let [own, theirs] = [paid[player], paid[1 - player]];
        let mut actions: Vec<(String, Grown)> = vec![];
        if own < theirs {
            let stake = rules.pot / 2.0 + own;
            actions.push(("fold".into(), Grown::Fold { player, stake, rake: self.rake(stake) }));
            actions.push(("call".into(), self.close(street, theirs, aggressor)?));
        } else if player == 1 {
            actions.push(("check".into(), self.close(street, own, None)?));
        } else {
            actions.push(("check".into(), self.decide(street, 1, paid, 0, aggressor)?));
        }
        let sizes = &rules.sizes[street][player];
        if n_bets < sizes.max_bets && theirs < rules.stack {
            let donk = sizes.donk.as_ref().filter(|_| player == 0 && aggressor == Some(1));
            let of_pot = if n_bets > 0 { &sizes.raises } else { donk.unwrap_or(&sizes.bets) };
            // A size below the precision of floats is no bet.
            let mut totals: Vec<f64> =
                of_pot.iter().map(|&size| self.total(theirs, size)).filter(|&total| total > theirs).collect();
            totals.sort_by(f64::total_cmp);
            totals.dedup();
            for total in totals {
                let mut now = [theirs; 2];
                now[player] = total;
                let name = format!("{} {}", if n_bets > 0 { "raise" } else { "bet" }, chips(total));
                let next = self.decide(street, 1 - player, now, n_bets + 1, Some(player))?;
                // Two totals may read the same: the last one counts.
                match actions.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, node)) => *node = next,
                    None => actions.push((name, next)),
                }
            }
        }
        self.n_nodes += actions.len();
        if self.n_nodes > MOST_NODES {
            return Err("sizes: the tree has more than 100,000 nodes: use fewer sizes or a smaller maxBets".into());
        }
        Ok(Grown::Decision { player, street, actions })
    }

    /// The chips that a player has put in after a bet of a fraction of the pot, on top of `paid`.
    fn total(&self, paid: f64, size: f64) -> f64 {
        let Rules { pot, stack, .. } = *self.rules;
        let total = (paid + size * (pot + 2.0 * paid)).min(stack);
        let is_all_in =
            self.rules.all_in_threshold.is_some_and(|threshold| stack - total <= threshold * (pot + 2.0 * total));
        if is_all_in { stack } else { total }
    }
}

/// The nodes in the order of the core: the children of a node follow each other.
fn breadth_first(root: Grown) -> Betting {
    let mut betting = Betting { nodes: vec![], decisions: vec![] };
    let (mut waiting, mut first) = (VecDeque::from([root]), 1);
    while let Some(node) = waiting.pop_front() {
        betting.nodes.push(match node {
            Grown::Decision { player, street, actions } => {
                let (names, children): (Vec<String>, Vec<Grown>) = actions.into_iter().unzip();
                let n_actions = children.len();
                betting.decisions.push(Decision { player, street, actions: names });
                waiting.extend(children);
                first += n_actions;
                Node::Decision { player, first: first - n_actions, n_actions }
            }
            Grown::Deal(child) => {
                waiting.push_back(*child);
                first += 1;
                Node::Deal { child: first - 1 }
            }
            Grown::Fold { player, stake, rake } => Node::Fold { player, stake, rake },
            Grown::Showdown { stake, rake } => Node::Showdown { stake, rake },
        });
    }
    betting
}

/// A number with twelve digits at most, as `%.12g` writes it.
fn chips(number: f64) -> String {
    const DIGITS: i32 = 12;
    let scientific = format!("{number:.11e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_owned();
    if (-4..DIGITS).contains(&exponent) {
        let decimals = (DIGITS - 1 - exponent).max(0) as usize;
        let text = format!("{number:.decimals$}");
        return if decimals > 0 { without_zeros(&text) } else { text };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs())
}
