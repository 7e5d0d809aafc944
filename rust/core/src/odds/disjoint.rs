//! Sets of combos without a common card, f(S, k) of the seed project: matchings of a graph whose vertices are the cards.

use super::cliques::Adjacency;
use super::matchings::{ClassGraph, Solver};
use crate::cards::{COMBO_COUNT, CardSet, DECK, combo_id};
use crate::error::{Error, Result, Row};
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;

/// A deck has this number of disjoint combos.
const MOST: usize = DECK as usize / 2;
/// Most states of the dynamic programme, a few seconds of work; cards with more are counted as cliques.
const MOST_STATES: u64 = 1 << 20;
/// Numbers of combos from here on are counted in 128 bits.
const WIDE: usize = 9;

/// The number of ways to choose combos without a common card from `combos`, for each number of combos in `sizes`.
///
/// Cards with the same partners are counted together, by the method of [`odds_vs_random`](super::odds_vs_random), which is
/// quick for any size. If there are few such cards, sets are counted one by one, by [`Adjacency::count_cliques`].
///
/// # Errors
/// [`Error::CardOutOfRange`] and [`Error::DuplicateCard`] naming the combo's row; [`Error::InvalidArgument`] for a duplicate
/// combo; [`Error::Overflow`] when a count needs more than 128 bits; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{odds::count_disjoint, runtime::Run};
/// // 2c2d and 2c2h share a card, so do 2c2h and 2h2s: only the first and the last can be held at once.
/// assert_eq!(count_disjoint(&[[0, 1], [0, 2], [2, 3]], &[1, 2, 3], &mut Run::new(1))?, [3, 1, 0]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn count_disjoint(combos: &[[u8; 2]], sizes: &[u32], run: &mut Run<'_>) -> Result<Vec<u128>> {
    let mut seen = vec![false; COMBO_COUNT];
    let mut sets = try_with_capacity(combos.len().min(COMBO_COUNT))?;
    let mut partners = [0; DECK as usize];
    for (row, combo) in combos.iter().enumerate() {
        sets.push(CardSet::from_ids(combo).map_err(|e| e.at_row(row))?);
        if std::mem::replace(&mut seen[combo_id(combo[0], combo[1]) as usize], true) {
            let reason = format!("the combo {} comes twice", sets[row]);
            return Err(Error::InvalidRow { row: Row(Some(row)), reason });
        }
        let [a, b] = combo.map(usize::from);
        partners[a] |= 1 << b;
        partners[b] |= 1u64 << a;
    }
    let most = (sizes.iter().copied().max().unwrap_or(0) as usize).min(MOST);
    let counts = match of_classes(&partners, most)? {
        Some(counts) => counts,
        None => Adjacency::new(sets.len(), |i, j| (sets[i] & sets[j]).is_empty())?.count_cliques(most, run)?,
    };
    try_collect(sizes.iter().map(|&size| Ok(counts.get(size as usize).copied().unwrap_or(0))))
}

/// The number of sets of 0 to `most` combos, if the cards have few enough classes.
fn of_classes(partners: &[u64; DECK as usize], most: usize) -> Result<Option<Vec<u128>>> {
    // Sets of eight from all cards have more than 64 bits.
    let most = most.max(WIDE);
    let Some(graph) = ClassGraph::of_partners(partners) else { return Ok(None) };
    if Solver::states(&graph, most) > MOST_STATES {
        return Ok(None);
    }
    let mut counts = try_vec(0, most + 1)?;
    Solver::default().solve(&graph, most, &mut |size, _, sets| counts[size] = sets)?;
    Ok(Some(counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::COMBOS;
    use crate::odds::losses;
    use crate::runtime::rng::Philox;

    /// Combos of cards in random groups, so that cards have few classes, some of one card.
    #[test]
    fn classes_give_the_numbers_of_cliques() {
        let mut rng = Philox::new([5, 4], [0; 4]);
        let mut counted = 0;
        for round in 0..60 {
            let groups = 1 + rng.below(6);
            let group: Vec<u64> = (0..20).map(|_| rng.below(groups)).collect();
            let are_in: Vec<bool> = (0..groups * groups).map(|_| rng.below(3) > 0).collect();
            let is_in = |combo: &&[u8; 2]| {
                let [a, b] = combo.map(|card| group.get(usize::from(card)).copied());
                a.zip(b).is_some_and(|(a, b)| {
                    are_in[(a.min(b) * groups + a.max(b)) as usize] != (round % 3 == 0 && combo[0] == 7)
                })
            };
            let combos: Vec<[u8; 2]> = COMBOS.iter().filter(is_in).copied().collect();
            let mut partners = [0u64; DECK as usize];
            for [a, b] in &combos {
                partners[usize::from(*a)] |= 1 << b;
                partners[usize::from(*b)] |= 1 << a;
            }
            let found = of_classes(&partners, 5).unwrap();
            let are_disjoint = |i: usize, j: usize| combos[i].iter().all(|card| !combos[j].contains(card));
            let cliques =
                Adjacency::new(combos.len(), are_disjoint).unwrap().count_cliques(5, &mut Run::new(2)).unwrap();
            if let Some(found) = found {
                counted += 1;
                (0..=5).for_each(|size| assert_eq!(found[size], cliques.get(size).copied().unwrap_or(0), "{combos:?}"));
            }
        }
        assert!(counted > 40, "{counted}");
    }

    #[test]
    fn large_sets_are_counted_at_once() {
        let hardest = losses([11, 27], &[3, 7, 18, 22, 26], CardSet::EMPTY).unwrap().two_card;
        assert_eq!(count_disjoint(&hardest, &[8], &mut Run::new(1)).unwrap(), [13_652_181_872_325]);
        // All cards: 51!! perfect matchings.
        let all = (1..=51u128).step_by(2).product();
        assert_eq!(count_disjoint(&COMBOS, &[26, 1, 0], &mut Run::new(1)).unwrap(), [all, 1326, 1]);
    }

    /// Combos at random have no two cards with the same partners: cliques are counted.
    #[test]
    fn cards_without_classes_are_counted_as_cliques() {
        let mut rng = Philox::new([5, 5], [0; 4]);
        let combos: Vec<[u8; 2]> = COMBOS.iter().filter(|_| rng.below(4) == 0).copied().collect();
        let mut partners = [0u64; DECK as usize];
        for [a, b] in &combos {
            partners[usize::from(*a)] |= 1 << b;
            partners[usize::from(*b)] |= 1 << a;
        }
        assert_eq!(of_classes(&partners, 2).unwrap(), None);
        let degrees: u64 = partners.iter().map(|of| u64::from(of.count_ones())).map(|n| n * (n.max(1) - 1) / 2).sum();
        let n = combos.len() as u64;
        let pairs = u128::from(n * (n - 1) / 2 - degrees);
        assert_eq!(count_disjoint(&combos, &[2], &mut Run::new(1)).unwrap(), [pairs]);
    }
}
