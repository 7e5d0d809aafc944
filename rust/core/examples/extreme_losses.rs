//! The most ways to lose to one opponent on the river, over all deals: two-card losses and one-card losses.
//!
//! ```text
//! cargo run --release --example extreme_losses
//! ```
//!
//! Boards that differ by suits only lose alike, so one of each sort is searched: 134,459 of 2,598,960. On each board all
//! hands of one strength are bounded at once by the losses of a hero who holds none of the cards; only those that could
//! break the record are counted one by one.

use pokerbits::cards::{COMBOS, Card, CardSet, combo_of};
use pokerbits::evaluator::{evaluate, evaluate_combos};
use pokerbits::odds::losses;

/// A deal and its losses.
#[derive(Default)]
struct Record {
    losses: usize,
    deals: Vec<([u8; 2], [u8; 5])>,
}

impl Record {
    fn offer(&mut self, losses: usize, hole: [u8; 2], board: [u8; 5]) {
        if losses > self.losses {
            *self = Self { losses, deals: Vec::new() };
        }
        if losses == self.losses {
            self.deals.push((hole, board));
        }
    }
}

fn main() -> Result<(), pokerbits::Error> {
    let mut two_card = Record::default();
    let mut one_card = Record::default();
    let mut boards = 0;
    for board in canonical_boards() {
        boards += 1;
        search(board, &mut one_card, &mut two_card)?;
    }
    println!("{boards} boards up to suits");
    for (name, record) in [("one-card", &one_card), ("two-card", &two_card)] {
        println!(
            "at most {} {name} losses, on {} deals up to the suits of the board:",
            record.losses,
            record.deals.len()
        );
        for (hole, board) in record.deals.iter().take(10) {
            let found = losses(*hole, board, CardSet::EMPTY)?;
            let [one, two] = [found.one_card.len(), found.two_card.len()];
            println!("  {} on {}: {one} one-card and {two} two-card losses", text(hole), text(board));
        }
    }
    assert_eq!((one_card.losses, two_card.losses), (44, 268));
    Ok(())
}

/// Compares every hand on `board` with both records.
fn search(board: [u8; 5], one_card: &mut Record, two_card: &mut Record) -> Result<(), pokerbits::Error> {
    let strengths = evaluate_combos(CardSet::from_ids(&board)?)?;
    let set = CardSet::from_ids(&board)?;
    let mut alone = [0u16; 52];
    for id in (!set).ids() {
        alone[id as usize] = evaluate(set | CardSet::from_ids(&[id])?)?;
    }
    // Two cards beat every hero weaker than the pair whom neither card beats alone: `from..pair`.
    let mut beats = Vec::with_capacity(1081);
    for &[a, b] in &COMBOS {
        let pair = strengths[combo_of([a, b]).unwrap() as usize];
        if pair > 0 {
            beats.push((alone[a as usize].max(alone[b as usize]), pair, [a, b]));
        }
    }
    let mut levels: Vec<u16> = beats.iter().map(|&(_, pair, _)| pair).collect();
    levels.sort_unstable();
    levels.dedup();
    for level in levels {
        let ones = (0..52).filter(|&id| alone[id] > level).count();
        let twos = beats.iter().filter(|&&(from, pair, _)| from <= level && level < pair).count();
        if ones < one_card.losses && twos < two_card.losses {
            continue;
        }
        for &(_, _, hole) in beats.iter().filter(|&&(_, pair, _)| pair == level) {
            let mine = |id: u8| hole.contains(&id);
            one_card.offer((0..52).filter(|&id| alone[id as usize] > level && !mine(id)).count(), hole, board);
            let clear =
                |&&(from, pair, [a, b]): &&(u16, u16, [u8; 2])| from <= level && level < pair && !mine(a) && !mine(b);
            two_card.offer(beats.iter().filter(clear).count(), hole, board);
        }
    }
    Ok(())
}

/// The boards that are the least of their orbits under suit permutations.
fn canonical_boards() -> impl Iterator<Item = [u8; 5]> {
    let permutations: Vec<[u8; 4]> = (0..256u32)
        .map(|x| [x & 3, x >> 2 & 3, x >> 4 & 3, x >> 6 & 3].map(|suit| suit as u8))
        .filter(|suits| suits.iter().fold(0, |seen, suit| seen | 1 << suit) == 0b1111)
        .collect();
    let fives = (4..52u8).flat_map(|e| (3..e).flat_map(move |d| (2..d).map(move |c| (c, d, e))));
    let fives = fives.flat_map(|(c, d, e)| (1..c).flat_map(move |b| (0..b).map(move |a| [a, b, c, d, e])));
    fives.filter(move |board| {
        let bits = |board: &[u8; 5]| board.iter().fold(0u64, |set, &card| set | 1 << card);
        let permuted = |suits: &[u8; 4]| board.map(|card| card & !3 | suits[(card & 3) as usize]);
        permutations.iter().all(|suits| bits(board) <= bits(&permuted(suits)))
    })
}

fn text(cards: &[u8]) -> String {
    cards.iter().filter_map(|&id| Card::new(id).ok()).map(|card| card.to_string()).collect()
}
