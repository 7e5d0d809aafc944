//! The functions that JavaScript calls: the equity of hands and ranges, and ranges as text and as weights (`ranges`).
//!
//! `js/index.js` is the interface for users. It turns these results into plain objects and big integers.

mod calculator;
mod ranges;

use pokerbits::ranges::give_omaha_odds;
use wasm_bindgen::prelude::*;

use calculator::{Found, Limits, Numbers, find};

/// The equity of the players of a spot.
#[wasm_bindgen]
pub struct Equity(Found);

#[wasm_bindgen]
impl Equity {
    /// Whether all deals were counted.
    #[wasm_bindgen(getter)]
    pub fn exact(&self) -> bool {
        self.0.exact
    }

    /// The number of samples; 0 if all deals were counted.
    #[wasm_bindgen(getter)]
    pub fn samples(&self) -> f64 {
        self.0.samples as f64
    }

    /// The expected share of the pot, by player.
    #[wasm_bindgen(getter)]
    pub fn equity(&self) -> Vec<f64> {
        self.column(|of| of.equity)
    }

    /// The probability of winning alone, by player.
    #[wasm_bindgen(getter)]
    pub fn win(&self) -> Vec<f64> {
        self.column(|of| of.win)
    }

    /// The probability of sharing the pot, by player.
    #[wasm_bindgen(getter)]
    pub fn tie(&self) -> Vec<f64> {
        self.column(|of| of.tie)
    }

    /// The probability of winning nothing, by player.
    #[wasm_bindgen(getter)]
    pub fn lose(&self) -> Vec<f64> {
        self.column(|of| of.lose)
    }

    /// The standard error of the equity, by player.
    #[wasm_bindgen(getter)]
    pub fn std_error(&self) -> Vec<f64> {
        self.column(|of| of.std_error)
    }

    /// The standard error of `win`, by player.
    #[wasm_bindgen(getter)]
    pub fn win_std_error(&self) -> Vec<f64> {
        self.column(|of| of.win_std_error)
    }

    /// The standard error of `tie`, by player.
    #[wasm_bindgen(getter)]
    pub fn tie_std_error(&self) -> Vec<f64> {
        self.column(|of| of.tie_std_error)
    }

    /// The standard error of `lose`, by player.
    #[wasm_bindgen(getter)]
    pub fn lose_std_error(&self) -> Vec<f64> {
        self.column(|of| of.lose_std_error)
    }

    /// The integers of a player, in decimal: deals won alone, shared with one other, ... with all others, and lost. Empty if
    /// the deals were not counted in integers.
    pub fn counts(&self, player: usize) -> Vec<String> {
        self.0.players.get(player).map_or(vec![], |of| of.counts.iter().map(u128::to_string).collect())
    }

    /// The numbers by whose product counts are divided to get weights of deals.
    #[wasm_bindgen(getter)]
    pub fn denominators(&self) -> Vec<u64> {
        self.0.denominators.clone()
    }

    /// The equity of each of a player's 1,326 combos; NaN for those that the player does not hold or that are in no deal.
    /// Empty in games of more than two hole cards, and for samples.
    pub fn of_combos(&self, player: usize) -> Vec<f64> {
        self.0.of_combos.get(player).cloned().unwrap_or_default()
    }

    fn column(&self, of: impl Fn(&Numbers) -> f64) -> Vec<f64> {
        self.0.players.iter().map(of).collect()
    }
}

/// The equity of players, each a text. Sampled if an exact answer would take longer than `max_seconds` by estimate.
///
/// # Errors
/// A text that cannot be read, impossible cards, no deal: the message says which player's.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn equity(
    players: Vec<String>,
    kicker: bool,
    board: &str,
    dead: &str,
    game: &str,
    max_seconds: f64,
    std_error: f64,
    seed: u64,
) -> Result<Equity, JsError> {
    let limits = Limits { max_seconds, std_error, seed };
    find(&players, kicker, board, dead, game, limits).map(Equity).map_err(|message| JsError::new(&message))
}

/// Gives the table that `omaha` needs for players with any hand and for shares of the best hands.
///
/// # Errors
/// Bytes that are not the table.
#[wasm_bindgen]
pub fn give_omaha(table: &[u8]) -> Result<(), JsError> {
    Ok(give_omaha_odds(table)?)
}
