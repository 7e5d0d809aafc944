//! A range as text: the canonical one, and those of other programs. Each reads back as the same range.
//!
//! Pairs come first, then suited hands, offsuit hands and, for classes whose combos have different weights, combos. Longer
//! runs are taken before shorter ones: A5s-A2s moves the kicker, JTs-65s both cards.

use crate::card_name::Name;
use crate::cards::{COMBOS, HAND_CLASS_COUNT, PerCombo, RANK_CHARS, hand_class};
use crate::combinatorics::sort_few;

const RANKS: usize = RANK_CHARS.len();

/// Hands of one weight, as text.
struct Piece {
    hands: String,
    weight: f64,
}

/// A weight for any two ranks, `[high][low]`; 0 for hands that are not printed.
type RankGrid = [[f64; RANKS]; RANKS];

/// The weights of the classes whose combos all have the same weight, and the combos of the others.
struct PrintedParts {
    pairs: [f64; RANKS],
    suited: RankGrid,
    offsuit: RankGrid,
    combos: Vec<Piece>,
}

impl PrintedParts {
    fn of(weights: &PerCombo<f64>) -> Self {
        let mut common = [None; HAND_CLASS_COUNT];
        let mut mixed = [false; HAND_CLASS_COUNT];
        for ([low, high], weight) in COMBOS.into_iter().zip(*weights) {
            let class = usize::from(hand_class(low, high));
            mixed[class] |= common[class].replace(weight).is_some_and(|before| !same(before, weight));
        }
        let mut parts =
            Self { pairs: [0.0; RANKS], suited: RankGrid::default(), offsuit: RankGrid::default(), combos: Vec::new() };
        for (combo, &weight) in weights.iter().enumerate().rev() {
            let [low, high] = COMBOS[combo];
            let ranks = [high, low].map(|card| usize::from(card / 4));
            if mixed[usize::from(hand_class(low, high))] {
                parts.combos.extend((weight > 0.0).then(|| Piece { hands: combo_name(combo), weight }));
            } else if ranks[0] == ranks[1] {
                parts.pairs[ranks[0]] = weight;
            } else if low % 4 == high % 4 {
                parts.suited[ranks[0]][ranks[1]] = weight;
            } else {
                parts.offsuit[ranks[0]][ranks[1]] = weight;
            }
        }
        parts
    }

    /// Every hand class and combo separately.
    fn one_by_one(self) -> Vec<Piece> {
        let pairs = (0..RANKS).rev().map(|rank| Piece { hands: name(rank, rank), weight: self.pairs[rank] });
        let mut pieces: Vec<Piece> = pairs.collect();
        for (cells, letter) in [(&self.suited, 's'), (&self.offsuit, 'o')] {
            let ranks = (0..RANKS).rev().flat_map(|high| (0..high).rev().map(move |low| (high, low)));
            pieces.extend(
                ranks.map(|(high, low)| Piece {
                    hands: format!("{}{letter}", name(high, low)),
                    weight: cells[high][low],
                }),
            );
        }
        pieces.extend(self.combos);
        pieces.retain(|piece| piece.weight > 0.0);
        pieces
    }

    /// Runs of hand classes, and combos.
    fn in_runs(self) -> Vec<Piece> {
        let mut pieces = pair_runs(&self.pairs);
        pieces.extend(runs(self.suited, "s"));
        pieces.extend(runs(self.offsuit, "o"));
        pieces.extend(self.combos);
        pieces
    }
}

/// The two cards of a combo, the higher one first.
pub(super) fn combo_name(combo: usize) -> String {
    let [low, high] = COMBOS[combo];
    format!("{}{}", Name(high), Name(low))
}

/// The canonical text.
pub(super) fn canonical(weights: &PerCombo<f64>) -> String {
    let pieces = if weights[0] > 0.0 && weights.iter().all(|&weight| same(weight, weights[0])) {
        vec![Piece { hands: "random".into(), weight: weights[0] }]
    } else {
        PrintedParts::of(weights).in_runs()
    };
    let texts = pieces.into_iter().map(
        |Piece { hands, weight }| {
            if weight < 1.0 { format!("{weight}:{hands}") } else { hands }
        },
    );
    texts.collect::<Vec<_>>().join(", ")
}

/// `AA,AKs:0.5`.
pub(super) fn pio(weights: &PerCombo<f64>) -> String {
    let texts = PrintedParts::of(weights)
        .one_by_one()
        .into_iter()
        .map(|Piece { hands, weight }| if weight < 1.0 { format!("{hands}:{weight}") } else { hands });
    texts.collect::<Vec<_>>().join(",")
}

/// `AA,[50.0]AKs[/50.0]`: hands of one weight together, those of larger weight first.
pub(super) fn gto_plus(weights: &PerCombo<f64>) -> String {
    let mut pieces = PrintedParts::of(weights).one_by_one();
    pieces.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let groups = pieces.chunk_by(|a, b| same(a.weight, b.weight)).map(|group| {
        let hands = group.iter().map(|piece| &*piece.hands).collect::<Vec<_>>().join(",");
        let percent = percent(group[0].weight);
        if group[0].weight < 1.0 { format!("[{percent}]{hands}[/{percent}]") } else { hands }
    });
    groups.collect::<Vec<_>>().join(",")
}

/// A weight below 1 in percent, with at least one decimal place. The point is moved, so nothing is rounded.
fn percent(weight: f64) -> String {
    let text = weight.to_string();
    let digits = format!("{:0<3}", text.split_once('.').map_or("", |(_, digits)| digits));
    let whole = digits[..2].trim_start_matches('0');
    format!("{}.{}", if whole.is_empty() { "0" } else { whole }, &digits[2..])
}

/// Whether two weights are equal: a range has no NaN and no negative zero.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits()
}

fn name(high: usize, low: usize) -> String {
    [high, low].map(|rank| RANK_CHARS[rank] as char).iter().collect()
}

fn pair_runs(weights: &[f64; RANKS]) -> Vec<Piece> {
    let mut ranks: Vec<usize> = (0..RANKS).rev().collect();
    ranks.retain(|&rank| weights[rank] > 0.0);
    let runs = ranks.chunk_by(|&a, &b| a == b + 1 && same(weights[a], weights[b]));
    let piece = |run: &[usize]| {
        let (top, bottom) = (run[0], run[run.len() - 1]);
        let hands = match (top == bottom, top == RANKS - 1) {
            (true, _) => name(top, top),
            (false, true) => format!("{}+", name(bottom, bottom)),
            (false, false) => format!("{}-{}", name(top, top), name(bottom, bottom)),
        };
        Piece { hands, weight: weights[top] }
    };
    runs.map(piece).collect()
}

/// The hands of one kind. Repeatedly takes the longest run; the first of several.
fn runs(mut cells: RankGrid, letter: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    while let Some(run) = longest_run(&cells) {
        let HandRun { top: (high, low), length, step } = run;
        let weight = cells[high][low];
        for at in 0..length {
            cells[high - step * at][low - at] = 0.0;
        }
        let bottom = low + 1 - length;
        let first = name(high, low);
        let hands = match (length, step) {
            (1, _) => format!("{first}{letter}"),
            // From the highest kicker down, since it is written from the lowest one up.
            (_, 0) if low + 1 == high => format!("{}{letter}+", name(high, bottom)),
            _ => format!("{first}{letter}-{}{letter}", name(high - step * (length - 1), bottom)),
        };
        found.push(((high, low), Piece { hands, weight }));
    }
    sort_few(&mut found, &|(a, _), (b, _)| a > b);
    found.into_iter().map(|(_, piece)| piece).collect()
}

/// Consecutive hands, `length` of them from `top` down: by the kicker, or by both cards if `step` is 1.
struct HandRun {
    top: (usize, usize),
    length: usize,
    step: usize,
}

fn longest_run(cells: &RankGrid) -> Option<HandRun> {
    let mut longest: Option<HandRun> = None;
    for high in (0..RANKS).rev() {
        for low in (0..high).rev().filter(|&low| cells[high][low] > 0.0) {
            for step in [0, 1] {
                let same = |at: &usize| same(cells[high - step * at][low - at], cells[high][low]);
                let length = (0..=low).take_while(same).count();
                if longest.as_ref().is_none_or(|run| run.length < length) {
                    longest = Some(HandRun { top: (high, low), length, step });
                }
            }
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranges::Range;

    #[test]
    fn per_cent_have_the_digits_of_the_weight() {
        for (weight, text) in [(0.5, "50.0"), (0.29, "29.0"), (0.007, "0.7"), (0.123, "12.3"), (1e-7, "0.00001")] {
            assert_eq!(percent(weight), text);
        }
    }

    #[test]
    fn other_programs_read_classes_one_by_one() {
        let range: Range = "0.5:KK+, AKs, AhKd, 0.29:32s-".parse().unwrap();
        assert_eq!(range.to_pio(), "AA:0.5,KK:0.5,AKs,32s:0.29,AhKd");
        assert_eq!(range.to_gto_plus(), "AKs,AhKd,[50.0]AA,KK[/50.0],[29.0]32s[/29.0]");
        assert_eq!((Range::empty().to_pio(), Range::empty().to_gto_plus()), (String::new(), String::new()));
    }
}
