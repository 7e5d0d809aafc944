//! The plain method: deal every board, compare every combo, and count the deals by inclusion-exclusion.
//!
//! Cards that are one-card losses are removed: no opponent may hold one. Among the other combos, those of the most frequent
//! colour are the background, with weight b; the combos of the other two colours are special. The weight w of a special
//! combo is written b + (w - b). Multiplied out, the weight of k disjoint combos becomes a sum over the sets of i special
//! ones among them: the product of the i differences w - b, times b^(k - i). For each set of i disjoint special combos, the
//! other k - i are any disjoint combos of the remaining cards. If win is the background and nothing ties, every difference
//! is -1: the inclusion-exclusion of the seed project.

use super::losses::losses_on;
use super::overlap::{Adjacency, On};
use crate::cards::{COMBO_COUNT, CardSet, combo_id};
use crate::combinatorics::sort_few;
use crate::error::Result;
use crate::memory::{try_collect, try_push, try_vec};
use crate::odds::counts::OpponentCounts;
use crate::odds::deal::HeroDeal;
use crate::odds::weights::{Colour, Poly, TERMS, WrappingWord, add_product, power, scaled};
use crate::runtime::Run;
use crate::runtime::cpu::Proven;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;

/// Boards that one thread takes at a time.
const CHUNK: usize = 8;

/// The odds of a checked deal.
pub(in crate::odds) fn odds(deal: &HeroDeal, opponents: &[u32], run: &mut Run<'_>) -> Result<Vec<OpponentCounts>> {
    let k_max = deal.check_opponents(opponents)?;
    let (held, left, missing) = (deal.situation.held(), deal.situation.left(), deal.situation.missing());
    let level = run.level();
    let sums = if missing == 0 {
        one_board(held, deal.situation.board_set(), left, k_max, level, On::Threads(run))?
    } else {
        let boards = boards_of(&deal.situation)?;
        let chunks = boards.len().div_ceil(CHUNK);
        let add = |sums: &mut Vec<Poly<u128, TERMS>>, part: Vec<Poly<u128, TERMS>>| {
            for (sum, part) in sums.iter_mut().flatten().zip(part.into_iter().flatten()) {
                *sum = sum.wrapping_add(part);
            }
        };
        run.reduce(
            boards.chunks(CHUNK),
            chunks,
            || try_vec([0; TERMS], k_max + 1),
            |sums, boards, may_go_on| {
                for &board in boards {
                    add(sums, one_board(held, board, left - board, k_max, level, On::Here(may_go_on))?);
                }
                Ok(())
            },
            |all, part| {
                add(all, part);
                Ok(())
            },
        )?
    };
    let counts_of = |&k: &u32| OpponentCounts::of_deal(&sums[k as usize][..=k as usize], left.len() as usize, missing);
    try_collect(opponents.iter().map(counts_of))
}

/// Every whole board that may come.
fn boards_of(situation: &Situation) -> Result<Vec<CardSet>> {
    let mut boards = Vec::new();
    for_each_runout(situation.board(), situation.left(), |_, board| try_push(&mut boards, board))?;
    Ok(boards)
}

/// The counts on the whole board `board`, by number of opponents `0..=k_max`.
fn one_board(
    hole: CardSet,
    board: CardSet,
    unknown: CardSet,
    k_max: usize,
    level: Proven,
    on: On<'_, '_>,
) -> Result<Vec<Poly<u128, TERMS>>> {
    let losses = losses_on(hole, board, unknown)?;
    let rest: Vec<u8> = (unknown - CardSet::from_ids(&losses.one_card)?).ids().collect();
    let mut kinds = [(Colour::Loss, losses.two_card), (Colour::Win, Vec::new()), (Colour::Tie, losses.ties)];
    let mut special = [false; COMBO_COUNT];
    let id = |pair: &[u8; 2]| usize::from(combo_id(pair[0], pair[1]));
    kinds[0].1.iter().chain(&kinds[2].1).for_each(|pair| special[id(pair)] = true);
    for (i, &low) in rest.iter().enumerate() {
        let wins = rest[i + 1..].iter().map(|&high| [low, high]).filter(|pair| !special[id(pair)]);
        kinds[1].1.extend(wins);
    }
    sort_few(&mut kinds, &|(_, a), (_, b)| a.len() < b.len());
    let [(first, firsts), (second, seconds), (background, _)] = kinds;
    let sets = try_collect(firsts.iter().chain(&seconds).map(|&[a, b]| Ok(1u64 << a | 1 << b)))?;
    let graph = Adjacency::new(sets.len(), |i, j| sets[i] & sets[j] == 0)?;
    let most = k_max.min(rest.len() / 2);
    let cliques = graph.count_two_kinds(level, firsts.len(), most, on)?;

    let mut out = try_vec([0; TERMS], k_max + 1)?;
    for (k, out) in out.iter_mut().enumerate() {
        for (size, by_seconds) in cliques.iter().enumerate().take(k + 1) {
            let others = u128::TABLES.matchings[rest.len() - 2 * size][k - size];
            let others: Poly<u128, TERMS> = scaled(&power(background, Colour::Loss, k - size), others);
            for (seconds, &number) in by_seconds.iter().enumerate() {
                let mut special = [0; TERMS];
                let weights = [power(first, background, size - seconds), power(second, background, seconds)];
                add_product(&mut special, &weights[0], &scaled(&weights[1], number));
                add_product(out, &special, &others);
            }
        }
    }
    Ok(out)
}
