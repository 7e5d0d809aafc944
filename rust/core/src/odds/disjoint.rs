//! Sets of combos, or of other hands, without a common card: f(S, k) of the seed project. Sets of combos are matchings of a
//! graph whose vertices are the cards.

use super::cliques::{Adjacency, MAX_VERTICES, seconds_of_cliques};
use super::matchings::{ClassGraph, Solver};
use crate::cards::{CardSet, DECK};
use crate::error::{Error, Result, Row};
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;

/// A deck has this number of disjoint combos.
const MOST: usize = DECK as usize / 2;
/// Most states of the dynamic programme, a few seconds of work; cards with more are counted as cliques.
const MOST_STATES: u64 = 1 << 20;
/// Approximate seconds of the dynamic programme for each of its states, times the cube of the number of combos to choose.
const SECONDS_PER_STATE: f64 = 7.5e-11;
/// Numbers of combos from here on are counted in 128 bits.
const WIDE: usize = 9;

/// The number of ways to choose combos without a common card from `combos`, for each number of combos in `sizes`.
///
/// A combo may be a hand of any number of cards. If all have two, cards with the same partners are counted together,
/// by the method of [`odds_vs_random`](super::odds_vs_random), which is quick for any size. If there are few such cards, and
/// for other hands, sets are counted one by one, by [`Adjacency::count_cliques`]: see [`disjoint_seconds`].
///
/// # Errors
/// [`Error::CardOutOfRange`] and [`Error::DuplicateCard`] naming the combo's row; [`Error::InvalidArgument`] for a duplicate
/// combo, and for more than [`MAX_VERTICES`] hands; [`Error::Overflow`] when a count needs more than 128 bits;
/// [`Error::Cancelled`].
///
/// ```
/// use pokerbits::{odds::count_disjoint, runtime::Run};
/// // 2c2d and 2c2h share a card, so do 2c2h and 2h2s: only the first and the last can be held at once.
/// assert_eq!(count_disjoint(&[[0, 1], [0, 2], [2, 3]], &[1, 2, 3], &mut Run::new(1))?, [3, 1, 0]);
/// // The same of hands of three cards.
/// assert_eq!(count_disjoint(&[[0, 1, 9], [0, 2, 8], [2, 3, 8]], &[1, 2, 3], &mut Run::new(1))?, [3, 1, 0]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn count_disjoint<H: AsRef<[u8]>>(combos: &[H], sizes: &[u32], run: &mut Run<'_>) -> Result<Vec<u128>> {
    let Hands { sets, partners, most } = Hands::new(combos, sizes)?;
    let counts = match classes(partners.as_ref(), most) {
        Some(graph) => of_classes(&graph, most)?,
        None => Adjacency::new(sets.len(), |i, j| (sets[i] & sets[j]).is_empty())?.count_cliques(most, run)?,
    };
    try_collect(sizes.iter().map(|&size| Ok(counts.get(size as usize).copied().unwrap_or(0))))
}

/// About how many seconds [`count_disjoint`] takes on one thread: milliseconds say it, even if the count would take years.
///
/// Sets that are counted one by one are estimated by random probes, always the same ones. A count of more than 0.01 seconds
/// is rarely off by more than a factor of two, but for the speed of the computer; of others this is an upper bound.
///
/// # Errors
/// The errors of [`count_disjoint`] for the combos.
///
/// ```
/// use pokerbits::{cards::COMBOS, odds::disjoint_seconds};
/// // Every third combo, in sets of three and in sets of ten.
/// let some: Vec<[u8; 2]> = COMBOS.iter().copied().step_by(3).collect();
/// assert!(disjoint_seconds(&some, &[3])? < 0.1);
/// assert!(disjoint_seconds(&some, &[10])? > 1e6);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn disjoint_seconds<H: AsRef<[u8]>>(combos: &[H], sizes: &[u32]) -> Result<f64> {
    let Hands { sets, partners, most } = Hands::new(combos, sizes)?;
    match classes(partners.as_ref(), most) {
        Some(graph) => {
            let most = most.max(WIDE);
            Ok(Solver::states(&graph, most) as f64 * SECONDS_PER_STATE * (most as f64).powi(3))
        }
        None => seconds_of_cliques(&sets, most),
    }
}

/// For each card, the cards with which it is a combo.
type Partners = [u64; DECK as usize];

/// Hands after their checks.
struct Hands {
    sets: Vec<CardSet>,
    /// If all hands have two cards.
    partners: Option<Partners>,
    /// The largest number of hands to be chosen.
    most: usize,
}

impl Hands {
    fn new<H: AsRef<[u8]>>(hands: &[H], sizes: &[u32]) -> Result<Self> {
        let mut sets = try_with_capacity(hands.len().min(MAX_VERTICES))?;
        let mut partners = Some([0u64; DECK as usize]);
        for (row, hand) in hands.iter().map(AsRef::as_ref).enumerate() {
            let set = CardSet::from_ids(hand).map_err(|e| e.at_row(row))?;
            let what = if hand.len() == 2 { "combo" } else { "hand" };
            if sets.contains(&set) {
                return Err(Error::InvalidRow { row: Row(Some(row)), reason: format!("the {what} {set} comes twice") });
            }
            if row == MAX_VERTICES {
                let n = hands.len();
                return Err(Error::InvalidArgument(format!("{n} hands: at most {MAX_VERTICES} can be counted")));
            }
            sets.push(set);
            partners = match (partners, hand) {
                (Some(mut partners), &[a, b]) => {
                    partners[usize::from(a)] |= 1 << b;
                    partners[usize::from(b)] |= 1 << a;
                    Some(partners)
                }
                _ => None,
            };
        }
        let most = (sizes.iter().copied().max().unwrap_or(0) as usize).min(DECK.into());
        Ok(Self { sets, most: if partners.is_some() { most.min(MOST) } else { most }, partners })
    }
}

/// The graph of the cards, if they have few enough classes to be counted by them.
fn classes(partners: Option<&Partners>, most: usize) -> Option<ClassGraph> {
    // Sets of eight from all cards have more than 64 bits.
    ClassGraph::of_partners(partners?).filter(|graph| Solver::states(graph, most.max(WIDE)) <= MOST_STATES)
}

/// The number of sets of 0 to `most` combos of the cards of a graph.
fn of_classes(graph: &ClassGraph, most: usize) -> Result<Vec<u128>> {
    let most = most.max(WIDE);
    let mut counts = try_vec(0, most + 1)?;
    Solver::default().solve(graph, most, &mut |size, _, sets| counts[size] = sets)?;
    Ok(counts)
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
            let found = classes(Some(&partners), 5).map(|graph| of_classes(&graph, 5).unwrap());
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
        assert_eq!(classes(Some(&partners), 2), None);
        let degrees: u64 = partners.iter().map(|of| u64::from(of.count_ones())).map(|n| n * (n.max(1) - 1) / 2).sum();
        let n = combos.len() as u64;
        let pairs = u128::from(n * (n - 1) / 2 - degrees);
        assert_eq!(count_disjoint(&combos, &[2], &mut Run::new(1)).unwrap(), [pairs]);
    }

    /// Hands of any number of cards, counted by choosing; some graphs are those of no combos.
    #[test]
    fn hands_of_any_size_are_counted() {
        let mut rng = Philox::new([5, 7], [0; 4]);
        for cards in [1, 3, 4, 7] {
            let mut hands: Vec<Vec<u8>> = Vec::new();
            while hands.len() < 12 {
                let mut hand: Vec<u8> = Vec::new();
                while hand.len() < cards {
                    let card = rng.below(26) as u8;
                    if !hand.contains(&card) {
                        hand.push(card);
                    }
                }
                hand.sort_unstable();
                if !hands.contains(&hand) {
                    hands.push(hand);
                }
            }
            let mut expected = [0u128; 13];
            for chosen in 0u32..1 << 12 {
                let cards: Vec<u8> = (0..12).filter(|i| chosen >> i & 1 != 0).flat_map(|i| hands[i].clone()).collect();
                let different = CardSet::from_ids(&cards).is_ok();
                expected[chosen.count_ones() as usize] += u128::from(different);
            }
            let sizes: Vec<u32> = (0..13).collect();
            assert_eq!(count_disjoint(&hands, &sizes, &mut Run::new(2)).unwrap(), expected, "{hands:?}");
            assert!(expected[2] > 0);
            assert!(disjoint_seconds(&hands, &sizes).unwrap() < 0.01);
        }
        let twice = count_disjoint(&[[0, 1, 2], [2, 0, 1]], &[1], &mut Run::new(1)).unwrap_err();
        assert!(twice.to_string().contains("the hand 2c2d2h comes twice"), "{twice}");
        let mut many: Vec<Vec<u8>> = COMBOS.iter().map(|combo| combo.to_vec()).collect();
        assert!(count_disjoint(&many, &[1], &mut Run::new(1)).is_ok());
        many.push(vec![0, 1, 2]);
        let error = count_disjoint(&many, &[1], &mut Run::new(1)).unwrap_err().to_string();
        assert!(error.contains("1327 hands: at most 1326"), "{error}");
    }
}
