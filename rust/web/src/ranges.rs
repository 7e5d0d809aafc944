//! Ranges as text and as weights, for JavaScript. The solver's module has these functions, too: it is loaded alone.

use pokerbits::Run;
use pokerbits::cards::{COMBOS, class_of, hand_class_name};
use pokerbits::ranges::{Dialect, OnConflict, Range};
use wasm_bindgen::prelude::*;

/// A range's text, in which `+` and `-` behind connected hands move the kicker alone, or both cards.
pub(crate) fn read(text: &str, kicker: bool) -> pokerbits::Result<Range> {
    Range::parse(text, if kicker { Dialect::Kicker } else { Dialect::Both }, OnConflict::Error)
}

/// The weights of all 1,326 combos of a range's text.
///
/// # Errors
/// A text that is not a range.
#[wasm_bindgen]
pub fn range_weights(text: &str, kicker: bool) -> Result<Vec<f64>, JsError> {
    Ok(read(text, kicker)?.weights().to_vec())
}

/// Whether a text means another range if the kicker alone moves.
///
/// # Errors
/// A text that is not a range.
#[wasm_bindgen]
pub fn dialects_differ(text: &str) -> Result<bool, JsError> {
    Ok(Range::parse_undecided(text, OnConflict::Error, &mut Run::new(1))?.1)
}

/// The shortest text of the range with these weights.
///
/// # Errors
/// Other than 1,326 weights, or a weight that is not from 0 to 1.
#[wasm_bindgen]
pub fn range_text(weights: &[f64]) -> Result<String, JsError> {
    Ok(Range::from_weights(weights)?.to_string())
}

/// The cards of all 1,326 combos, two ids each.
#[wasm_bindgen]
pub fn combos() -> Vec<u8> {
    COMBOS.as_flattened().to_vec()
}

/// The hand class of each combo, 0 to 168.
#[wasm_bindgen]
pub fn combo_classes() -> Vec<u8> {
    COMBOS.iter().filter_map(|&combo| class_of(combo).ok()).collect()
}

/// The names of the 169 hand classes.
#[wasm_bindgen]
pub fn hand_classes() -> Vec<String> {
    (0..).map_while(hand_class_name).collect()
}
