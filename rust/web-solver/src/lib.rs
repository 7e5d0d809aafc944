//! The functions that JavaScript calls to solve an endgame: a betting tree, a solver, and ranges as text and as weights.
//!
//! `../web/js/solving.js` is the interface for users. It turns these results into plain objects.

mod betting;
#[path = "../../web/src/ranges.rs"]
mod ranges;
mod spot;

use pokerbits::endgame::{Node, Response};
use wasm_bindgen::prelude::*;

use betting::{BetSizes, Rules};
use spot::Spot;

/// The betting of an endgame, and after that its bet sizes, street by street.
#[wasm_bindgen]
pub struct Betting(Rules);

#[wasm_bindgen]
impl Betting {
    /// Betting without sizes.
    #[wasm_bindgen(constructor)]
    pub fn new(pot: f64, stack: f64, rake: f64, rake_cap: f64, all_in_threshold: Option<f64>) -> Self {
        Self(Rules { pot, stack, sizes: vec![], rake, rake_cap, all_in_threshold })
    }

    /// Adds the sizes of a street: for hero and for villain first bets, raises, and the largest number of bets; and those with
    /// which hero bets into a villain who bet last on the street before.
    #[allow(clippy::too_many_arguments)]
    pub fn add_street(
        &mut self,
        hero_bets: Vec<f64>,
        hero_raises: Vec<f64>,
        hero_max_bets: u32,
        donk: Option<Vec<f64>>,
        villain_bets: Vec<f64>,
        villain_raises: Vec<f64>,
        villain_max_bets: u32,
    ) {
        let hero = BetSizes { bets: hero_bets, raises: hero_raises, donk, max_bets: hero_max_bets };
        let villain = BetSizes { bets: villain_bets, raises: villain_raises, donk: None, max_bets: villain_max_bets };
        self.0.sizes.push([hero, villain]);
    }
}

/// A solver of an endgame.
#[wasm_bindgen]
pub struct Solver(Spot);

#[wasm_bindgen]
impl Solver {
    /// A solver that has learnt nothing.
    ///
    /// # Errors
    /// The message begins with the name of the wrong argument.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &str, hero: &[f64], villain: &[f64], betting: &Betting) -> Result<Self, JsError> {
        said(Spot::new(board, [hero, villain], &betting.0)).map(Self)
    }

    /// Adds iterations.
    ///
    /// # Errors
    /// Too many iterations; too little memory.
    pub fn run(&mut self, iterations: u32) -> Result<(), JsError> {
        said(self.0.run(iterations))
    }

    /// Number of iterations so far.
    #[wasm_bindgen(getter)]
    pub fn iterations(&self) -> u32 {
        self.0.iterations()
    }

    /// The gain of best responses, averaged over both players, as a fraction of the pot.
    ///
    /// # Errors
    /// Too little memory.
    pub fn exploitability(&self) -> Result<f64, JsError> {
        said(self.0.exploitability())
    }

    /// The gain of a player a deal, as a fraction of the pot: with its average strategy, or with a best response.
    ///
    /// # Errors
    /// Too little memory.
    pub fn gain(&self, player: usize, best: bool) -> Result<f64, JsError> {
        said(self.0.gain(player & 1, if best { Response::Best } else { Response::Same }))
    }

    /// The average strategy at a decision of the first street: for each action, for each combo.
    ///
    /// # Errors
    /// Another decision.
    pub fn strategy(&self, decision: usize) -> Result<Vec<f64>, JsError> {
        said(self.0.strategy(decision))
    }

    /// The gains of a player's combos from a decision of the first street on, as fractions of the pot.
    ///
    /// # Errors
    /// Another decision.
    pub fn values(&self, decision: usize, player: usize) -> Result<Vec<f64>, JsError> {
        said(self.0.values(decision, player & 1))
    }

    /// The weights with which a player's combos get to a decision of the first street.
    ///
    /// # Errors
    /// Another decision.
    pub fn reach(&self, decision: usize, player: usize) -> Result<Vec<f64>, JsError> {
        said(self.0.reach(decision, player & 1))
    }

    /// The nodes, six numbers each: kind (decision, deal, fold, showdown), player, first child, number of children, stake and
    /// rake; 0 where a kind has no such number.
    pub fn nodes(&self) -> Vec<f64> {
        let row = |node: &Node| match *node {
            Node::Decision { player, first, n_actions } => {
                [0.0, player as f64, first as f64, n_actions as f64, 0.0, 0.0]
            }
            Node::Deal { child } => [1.0, 0.0, child as f64, 1.0, 0.0, 0.0],
            Node::Fold { player, stake, rake } => [2.0, player as f64, 0.0, 0.0, stake, rake],
            Node::Showdown { stake, rake } => [3.0, 0.0, 0.0, 0.0, stake, rake],
            // The builder makes none.
            Node::Leaf { n_deals, stake } => [4.0, 0.0, 0.0, n_deals as f64, stake, 0.0],
        };
        self.0.betting.nodes.iter().flat_map(row).collect()
    }

    /// The street of each decision, 0 on the first.
    pub fn streets(&self) -> Vec<u8> {
        self.0.betting.decisions.iter().map(|of| of.street as u8).collect()
    }

    /// The names of the actions of all decisions, one decision after the other.
    pub fn actions(&self) -> Vec<String> {
        self.0.betting.decisions.iter().flat_map(|of| of.actions.iter().cloned()).collect()
    }
}

fn said<T>(found: Result<T, String>) -> Result<T, JsError> {
    found.map_err(|message| JsError::new(&message))
}
