//! The plain method, a second road to the same counts: inclusion and exclusion over sets of disjoint special hands.
//!
//! Hands that can be held without a one-card loss have the weight 0 (they beat the hero), t (they tie) or 1. With one
//! of these as the background b, a hand of another weight w counts b + (w - b), so the product over k hands is the sum
//! over sets of disjoint special hands of the product of their (w - b), times the ways to deal the other hands, each b.
//! The background is the commonest weight. With background 1 and no ties this is the seed project's formula.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use super::class_graph::Colour;
use super::counts::{OpponentCounts, total};
use super::deal::Deal;
use super::losses::losses_on;
use super::overlap::{Adjacency, On};
use super::steps::{self, Steps};
use super::words::{Poly, Word, add_product, power, scaled};
use crate::cards::CardSet;
use crate::error::Result;
use crate::runtime::Run;
use crate::showdown::runouts::for_each_runout;
use crate::showdown::situation::Situation;

/// Coefficients of polynomials in t: no more opponents than this can tie.
const TERMS: usize = 27;
/// Boards that one thread takes at a time.
const CHUNK: usize = 8;

/// The odds of a checked deal by the plain method: every board is dealt and every hand compared.
pub(super) fn odds(deal: &Deal, opponents: &[u32], run: &mut Run<'_>) -> Result<Vec<OpponentCounts>> {
    let budget = deal.check_opponents(opponents)?;
    let (held, left, missing) = (deal.situation.held(), deal.situation.left(), deal.situation.missing());
    let sums = if missing == 0 {
        one_board(held, deal.situation.board_set(), left, budget, On::Threads(run))?
    } else {
        let boards = boards_of(&deal.situation);
        let sums = Mutex::new(vec![[0u128; TERMS]; budget + 1]);
        let chunks = boards.len().div_ceil(CHUNK);
        steps::for_each(run, boards.chunks(CHUNK), chunks, Steps::all(chunks), |boards, may_go_on| {
            for &board in boards {
                let part = one_board(held, board, left - board, budget, On::Here(may_go_on))?;
                let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
                for (sum, part) in sums.iter_mut().flatten().zip(part.into_iter().flatten()) {
                    *sum = sum.wrapping_add(part);
                }
            }
            Ok(())
        })?;
        sums.into_inner().unwrap_or_else(PoisonError::into_inner)
    };
    let counts_of = |&k: &u32| OpponentCounts {
        opponents: k,
        counts: sums[k as usize][..=k as usize].to_vec(),
        total: total(left.len() as usize, missing, k as usize),
    };
    Ok(opponents.iter().map(counts_of).collect())
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

/// Ways by number of opponents 0..=budget on one board.
fn one_board(
    hole: CardSet,
    board: CardSet,
    unknown: CardSet,
    budget: usize,
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
    let most = budget.min(rest.len() / 2);
    let cliques = graph.count_two_kinds(firsts.len(), most, on)?;

    let mut out = vec![[0; TERMS]; budget + 1];
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
