//! Every hole-card combination on one board of five.
//!
//! Without three cards of a suit on the board only 91 pairs of ranks differ: each is looked up once and copied to its suits.
//! If a board has three of a suit, the flushes of that suit are added: a possible flush beats the hand by ranks alone.

use super::kernels::scalar::key_sum;
use super::keys::{RANK_KEYS_7, SUIT_BITS};
use super::tables::{FLUSH, RankTable};
use crate::cards::{COMBO_COUNT, CardSet, combo_id};
use crate::error::{Error, Result, Row};
use crate::runtime::Run;

/// The strength of every combination on a board, at its combination number; 0 where a card is on the board.
pub type ComboStrengths = [u16; COMBO_COUNT];

/// Boards that one thread takes at a time.
const CHUNK: usize = 256;

/// The strength of every hole-card combination on a board of five different cards.
///
/// # Errors
/// [`Error::CardCount`].
///
/// ```
/// use pokerbits::{cards::combo_of, evaluator::evaluate_combos};
/// let strengths = evaluate_combos("QsJsTs2c3d".parse()?)?;
/// assert_eq!(strengths[combo_of([51, 47])? as usize], 7462);
/// assert_eq!(strengths[combo_of([43, 47])? as usize], 0);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn evaluate_combos(board: CardSet) -> Result<ComboStrengths> {
    let mut out = [0; COMBO_COUNT];
    fill(board, &mut out)?;
    Ok(out)
}

/// [`evaluate_combos`] for rows of five board cards.
///
/// # Errors
/// [`Error::CardOutOfRange`] and [`Error::DuplicateCard`], naming the row; [`Error::InvalidArgument`] when the lengths disagree; [`Error::Cancelled`].
pub fn evaluate_combos_rows(boards: &[u8], out: &mut [ComboStrengths], run: &mut Run<'_>) -> Result<()> {
    if boards.len() != 5 * out.len() {
        return Err(Error::InvalidArgument(format!("{} cards are not {} boards of 5", boards.len(), out.len())));
    }
    let chunks = boards.chunks(5 * CHUNK).zip(out.chunks_mut(CHUNK)).enumerate();
    run.for_each(chunks, boards.len().div_ceil(5 * CHUNK), |(chunk, (boards, out))| {
        for (i, (board, out)) in boards.chunks(5).zip(out).enumerate() {
            CardSet::from_ids(board).and_then(|board| fill(board, out)).map_err(|e| e.at_row(chunk * CHUNK + i))?;
        }
        Ok(())
    })
}

fn fill(board: CardSet, out: &mut ComboStrengths) -> Result<()> {
    if board.len() != 5 {
        return Err(Error::CardCount { row: Row(None), expected: "5", found: board.len() as usize });
    }
    spread_ranks(key_sum(board.bits()), out);
    if let Some(suit) = (0..4).find(|&suit| board.ranks_of_suit(suit).count_ones() >= 3) {
        raise_flushes(suit, board.ranks_of_suit(suit), out);
    }
    board.ids().for_each(|card| block(card, out));
    Ok(())
}

/// The strength of the ranks of every combination.
fn spread_ranks(board_sum: u32, out: &mut ComboStrengths) {
    let table = RankTable::of_size(7);
    // Seven of one key would leave the table's range of sums only for five of a rank, whose entry is never used.
    for high in 0..13u8 {
        // The row of a card of this rank: four copies of each entry, so that its index is the other card's id.
        let mut row = [0u16; 52];
        for low in 0..=high {
            let keys = (RANK_KEYS_7[high as usize] + RANK_KEYS_7[low as usize]) << SUIT_BITS;
            let strength = table.strength(board_sum.wrapping_add(keys));
            row[4 * low as usize..][..4].fill(strength);
        }
        for card in 4 * high..4 * high + 4 {
            let first = combo_id(0, card.max(1)) as usize;
            let others = card as usize;
            out[first..][..others].copy_from_slice(&row[..others]);
        }
    }
}

/// The strength of the flush of every combination that makes one.
fn raise_flushes(suit: u8, board_ranks: u16, out: &mut ComboStrengths) {
    let missing = 5 - board_ranks.count_ones().min(5);
    let rank_bit = |card: u8| if card & 3 == suit { 1 << (card >> 2) } else { 0u16 };
    let mut raise = |high: u8, low: u8| {
        let strength = &mut out[combo_id(low, high) as usize];
        *strength = (*strength).max(FLUSH[(board_ranks | rank_bit(high) | rank_bit(low)) as usize]);
    };
    let suited = |below: u8| (0..below).filter(move |card| card & 3 == suit);
    match missing {
        2 => suited(52).for_each(|high| suited(high).for_each(|low| raise(high, low))),
        1 => suited(52).for_each(|one| (0..52).filter(|&c| c != one).for_each(|other| raise(one, other))),
        _ => (1..52).for_each(|high| (0..high).for_each(|low| raise(high, low))),
    }
}

/// No strength for the combinations that hold `card`.
fn block(card: u8, out: &mut ComboStrengths) {
    (0..52).filter(|&other| other != card).for_each(|other| out[combo_id(card, other) as usize] = 0);
}
