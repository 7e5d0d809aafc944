//! The plain method: every board is dealt, every combo compared, and inclusion-exclusion counts the deals.
//!
//! Cards that are one-card losses are removed: no opponent may hold one. Of the other combos those of the commonest colour
//! are the background, b their weight; the combos of the other two colours are special. The weight w of a special combo is
//! written b + (w - b). Multiplied out, the weight of k disjoint combos becomes a sum over the sets of i special ones among
//! them: the product of the i differences w - b, times b^(k - i). For each set of i disjoint special combos the other
//! k - i are any disjoint combos of the cards left. If win is the background and nothing ties, every difference is -1:
//! the inclusion-exclusion of the seed project.

use std::convert::Infallible;

use super::losses::losses_on;
use super::overlap::{Adjacency, On};
use crate::cards::CardSet;
use crate::error::Result;
use crate::odds::counts::OpponentCounts;
use crate::odds::deal::Deal;
use crate::odds::weights::{Colour, Poly, TERMS, Word, add_product, power, scaled};
use crate::runtime::Run;
use crate::runtime::cpu::proven;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;

/// Boards that one thread takes at a time.
const CHUNK: usize = 8;

/// The odds of a checked deal.
pub(in crate::odds) fn odds(deal: &Deal, opponents: &[u32], run: &mut Run<'_>) -> Result<Vec<OpponentCounts>> {
    let k_max = deal.check_opponents(opponents)?;
    let (held, left, missing) = (deal.situation.held(), deal.situation.left(), deal.situation.missing());
    let sums = if missing == 0 {
        one_board(held, deal.situation.board_set(), left, k_max, On::Threads(run))?
    } else {
        let boards = boards_of(&deal.situation);
        let chunks = boards.len().div_ceil(CHUNK);
        let add = |sums: &mut Vec<Poly<u128, TERMS>>, part: Vec<Poly<u128, TERMS>>| {
            for (sum, part) in sums.iter_mut().flatten().zip(part.into_iter().flatten()) {
                *sum = sum.wrapping_add(part);
            }
        };
        run.reduce(
            boards.chunks(CHUNK),
            chunks,
            || vec![[0; TERMS]; k_max + 1],
            |sums, boards, may_go_on| {
                for &board in boards {
                    add(sums, one_board(held, board, left - board, k_max, On::Here(may_go_on))?);
                }
                Ok(())
            },
            |all, part| {
                add(all, part);
                Ok(())
            },
        )?
    };
    let counts_of = |k: usize| OpponentCounts::new(&sums[k][..=k], left.len() as usize, missing);
    Ok(opponents.iter().map(|&k| counts_of(k as usize)).collect())
}

/// Every whole board that may come.
fn boards_of(situation: &Situation) -> Vec<CardSet> {
    let mut boards = Vec::new();
    let Ok(()) = for_each_runout(situation.board(), situation.left(), |_, board| {
        boards.push(board);
        Ok::<_, Infallible>(())
    });
    boards
}

/// The counts on the whole board `board`, by number of opponents `0..=k_max`.
fn one_board(
    hole: CardSet,
    board: CardSet,
    unknown: CardSet,
    k_max: usize,
    on: On<'_, '_>,
) -> Result<Vec<Poly<u128, TERMS>>> {
    let losses = losses_on(hole, board, unknown)?;
    let rest: Vec<u8> = (unknown - CardSet::from_ids(&losses.one_card)?).ids().collect();
    let mut kinds = [(Colour::Loss, losses.two_card), (Colour::Win, Vec::new()), (Colour::Tie, losses.ties)];
    let mut special: std::collections::HashSet<[u8; 2]> = kinds[0].1.iter().copied().collect();
    special.extend(&kinds[2].1);
    for (i, &low) in rest.iter().enumerate() {
        let wins = rest[i + 1..].iter().map(|&high| [low, high]).filter(|pair| !special.contains(pair));
        kinds[1].1.extend(wins);
    }
    kinds.sort_by_key(|(_, pairs)| pairs.len());
    let [(first, firsts), (second, seconds), (background, _)] = kinds;
    let sets: Vec<u64> = firsts.iter().chain(&seconds).map(|&[a, b]| 1 << a | 1 << b).collect();
    let graph = Adjacency::new(sets.len(), |i, j| sets[i] & sets[j] == 0)?;
    let most = k_max.min(rest.len() / 2);
    let cliques = graph.count_two_kinds(proven(), firsts.len(), most, on)?;

    let mut out = vec![[0; TERMS]; k_max + 1];
    for (k, out) in out.iter_mut().enumerate() {
        for (size, by_kind) in cliques.iter().enumerate().take(k + 1) {
            let others = u128::TABLES.matchings[rest.len() - 2 * size][k - size];
            let others: Poly<u128, TERMS> = scaled(&power(background, Colour::Loss, k - size), others);
            for (seconds, &number) in by_kind.iter().enumerate() {
                let mut special = [0; TERMS];
                let weights = [power(first, background, size - seconds), power(second, background, seconds)];
                add_product(&mut special, &weights[0], &scaled(&weights[1], number));
                add_product(out, &special, &others);
            }
        }
    }
    Ok(out)
}
