//! The exact equity of specific hands in many spots at once, written to arrays of the caller.

use crate::cards::CardSet;
use crate::equity::counts::{MAX_PLAYERS, ShowdownCounts, check_players};
use crate::equity::given::TwoCards;
use crate::error::{Error, Result};
use crate::evaluator::Rules;
use crate::runtime::Run;
use crate::showdown::situation::{Situation, check_board};
use crate::showdown::street::BOARD_CARDS;

/// The arrays that [`equity_rows`] fills, a row for every spot.
#[derive(Debug)]
pub struct EquityRows<'a> {
    /// For each player the number of showdowns that it wins alone, shares with one other, with two, ... with all others.
    pub shares: &'a mut [u32],
    /// For each player the expected share of the pot, rounded once.
    pub equities: &'a mut [f64],
}

/// The showdowns of [`exact_counts`](super::exact_counts) for rows of the hole cards of `players` and then `board_cards`
/// cards of the board, back to back in `spots`, on the threads of `run`.
///
/// # Errors
/// The errors of [`exact_counts`](super::exact_counts), naming the row; [`Error::InvalidArgument`] when the lengths
/// disagree; [`Error::Cancelled`]. `out` may then be partly written.
///
/// ```
/// use pokerbits::{Run, equity::{EquityRows, equity_rows}};
/// let (mut shares, mut equities) = ([0; 4], [0.0; 2]);
/// let out = EquityRows { shares: &mut shares, equities: &mut equities };
/// equity_rows(&[50, 49, 47, 46], 2, 0, out, &mut Run::new(1))?; // AhAd against KsKh
/// assert_eq!(shares, [1_399_204, 7_923, 305_177, 7_923]);
/// assert_eq!(equities[0], (1_399_204.0 + 7_923.0 / 2.0) / 1_712_304.0);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn equity_rows(
    spots: &[u8],
    players: usize,
    board_cards: usize,
    out: EquityRows<'_>,
    run: &mut Run<'_>,
) -> Result<()> {
    check_players(players)?;
    check_board(board_cards)?;
    let width = 2 * players + board_cards;
    let rows = spots.len() / width;
    let EquityRows { shares, equities } = out;
    for (what, items, per_row) in [
        ("cards", spots.len(), width),
        ("shares", shares.len(), players * players),
        ("equities", equities.len(), players),
    ] {
        if rows.checked_mul(per_row) != Some(items) {
            return Err(Error::InvalidArgument(format!("{items} {what} are not {rows} rows of {per_row}")));
        }
    }
    // Rows of a flop, and of two hands before it, take microseconds; others with few board cards milliseconds.
    let step = if matches!(board_cards, 1 | 2) || (board_cards == 0 && players > 2) { 1 } else { 256 };
    let chunks = spots.chunks(step * width).zip(shares.chunks_mut(step * players * players));
    let chunks = chunks.zip(equities.chunks_mut(step * players)).enumerate();
    run.for_each(chunks, rows.div_ceil(step), |(chunk, ((spots, shares), equities))| {
        let (mut counts, mut count) = (ShowdownCounts::new(players, false)?, None);
        let out = shares.chunks_exact_mut(players * players).zip(equities.chunks_exact_mut(players));
        for (row, (spot, (shares, equities))) in (chunk * step..).zip(spots.chunks_exact(width).zip(out)) {
            // Another thread of the caller may write to the rows, so each row is copied before it is checked.
            let mut copy = [0; 2 * MAX_PLAYERS + BOARD_CARDS];
            copy[..width].copy_from_slice(spot);
            let (holes, board) = copy[..width].split_at(2 * players);
            let (holes, _) = holes.as_chunks();
            let situation = Situation::new(holes, board, CardSet::EMPTY).map_err(|e| e.at_row(row))?;
            let count = match count {
                Some(count) => count,
                None => *count.insert(TwoCards::new(Rules::Standard, players, &situation)?),
            };
            counts.clear();
            count.add(holes, &situation, &mut counts);
            share_out(&counts, shares, equities);
        }
        Ok(())
    })
}

/// Writes the shares and the equities of all players.
fn share_out(counts: &ShowdownCounts, shares: &mut [u32], equities: &mut [f64]) {
    let players = counts.players();
    // The smallest pot that can be divided evenly among any number of them.
    let pot = (1..=players as u64).fold(1, |pot, n| (1..=n).map(|k| k * pot).find(|pot| pot % n == 0).unwrap_or(pot));
    let mut total = 0;
    let mut won = [0; MAX_PLAYERS];
    shares.fill(0);
    for (winners, &count) in counts.by_winners().iter().enumerate().filter(|&(_, &count)| count > 0) {
        total += count;
        let sharing = winners.count_ones() as usize;
        let each = pot / sharing as u64 * count;
        for player in (0..players).filter(|player| winners >> player & 1 != 0) {
            // At most the boards of two hands, 1,712,304.
            shares[player * players + sharing - 1] += count as u32;
            won[player] += each;
        }
    }
    for (equity, won) in equities.iter_mut().zip(won) {
        // Both are integers below 2^53: one rounding.
        *equity = won as f64 / (pot * total) as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equity::exact_counts;
    use crate::game::Game;
    use crate::runtime::rng::Philox;
    use crate::testing::shuffle_front;

    /// Random spots; a third of them has few suits.
    fn spots(rows: usize, width: usize, key: u64) -> Vec<u8> {
        let mut rng = Philox::new([key, 12], [0; 4]);
        let mut cards: Vec<u8> = (0..52).collect();
        (0..rows)
            .flat_map(|row| {
                let suits = if row % 3 == 0 && width <= 26 { 2 } else { 4 };
                cards.sort_by_key(|card| (card % 4 >= suits, *card));
                let n = 13 * usize::from(suits);
                shuffle_front(&mut rng, &mut cards[..n], width);
                cards[..width].to_vec()
            })
            .collect()
    }

    fn found(spots: &[u8], players: usize, board_cards: usize, run: &mut Run<'_>) -> Result<(Vec<u32>, Vec<f64>)> {
        let rows = spots.len() / (2 * players + board_cards);
        let (mut shares, mut equities) = (vec![7; rows * players * players], vec![7.0; rows * players]);
        let out = EquityRows { shares: &mut shares, equities: &mut equities };
        equity_rows(spots, players, board_cards, out, run)?;
        Ok((shares, equities))
    }

    #[test]
    fn rows_are_what_single_spots_are() {
        for players in 2..=MAX_PLAYERS {
            for (board_cards, rows) in [(0, 2), (1, 1), (2, 3), (3, 300), (4, 300), (5, 600)] {
                let spots = spots(rows, 2 * players + board_cards, players as u64);
                let (shares, equities) = found(&spots, players, board_cards, &mut Run::new(1)).unwrap();
                assert_eq!(
                    (shares.clone(), equities.clone()),
                    found(&spots, players, board_cards, &mut Run::new(3)).unwrap()
                );
                for (row, spot) in spots.chunks(2 * players + board_cards).enumerate() {
                    let (holes, board) = spot.split_at(2 * players);
                    let counts = exact_counts(Game::HOLDEM, holes.as_chunks::<2>().0, board, CardSet::EMPTY).unwrap();
                    for player in 0..players {
                        let own = &shares[(row * players + player) * players..][..players];
                        let expected = counts.shares(player).unwrap();
                        assert!(own.iter().map(|&n| u64::from(n)).eq(expected[1..].iter().copied()));
                        let parts = expected[1..].iter().zip(1u64..).map(|(n, sharing)| n * (2520 / sharing));
                        let equity = parts.sum::<u64>() as f64 / (2520 * counts.total()) as f64;
                        assert!(equities[row * players + player].to_bits() == equity.to_bits());
                    }
                }
            }
        }
    }

    #[test]
    fn bad_spots_are_refused() {
        let refused =
            |spots: &[u8], players, board| found(spots, players, board, &mut Run::new(2)).unwrap_err().to_string();
        assert_eq!(refused(&[], 1, 0), "expected 2 to 10 players, found 1");
        assert_eq!(refused(&[], 11, 0), "expected 2 to 10 players, found 11");
        assert_eq!(refused(&[], 2, 6), "expected 0 to 5 board cards, found 6");
        assert_eq!(refused(&[0; 15], 2, 3), "15 cards are not 2 rows of 7");
        let mut spots = spots(600, 7, 3);
        spots[7 * 500 + 6] = 52;
        assert_eq!(refused(&spots, 2, 3), "row 500: card id 52 is outside the deck (0 to 51)");
        spots[7 * 499..][..7].copy_from_slice(&[0, 1, 2, 3, 4, 5, 1]);
        assert_eq!(refused(&spots, 2, 3), "row 499: card 2d (id 1) appears more than once");
        let out = EquityRows { shares: &mut [0; 4], equities: &mut [0.0; 4] };
        let refused = equity_rows(&[0, 1, 2, 3], 2, 0, out, &mut Run::new(1)).unwrap_err();
        assert_eq!(refused.to_string(), "4 equities are not 1 rows of 2");
    }
}
