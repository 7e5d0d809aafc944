//! Recounts, hand by hand, combos that can hardly be dealt beside the hands of others.
//!
//! A sweep takes differences: all hands minus those with a card of the combo. Floats are rounded. If nearly all weight is on
//! hands that the combo blocks, or that block each other, such a difference consists mostly of rounding errors. Those combos
//! are counted here by multiplication and addition only: a sum is exactly 0 if there is no deal, and right to ten digits
//! otherwise. Integers need no recount.

use crate::cards::{COMBO_COUNT, COMBOS, DECK, PerCombo, combo_bits, share_a_card};
use crate::combinatorics::sort_few;
use crate::equity::combo_counts::{Amount, ComboCounts};
use crate::equity::ranges::symmetrize::symmetrize;
use crate::error::Result;
use crate::evaluator::{ComboStrengths, evaluate_combos};
use crate::memory::{try_collect, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::showdown::boards::Boards;

/// Combos are recounted if their deals weigh less than this part of the others' hands.
const BARELY: f64 = 1.0 / 256.0;

/// The combos with a weight whose deals weigh less than a small part of the numbers whose difference they are.
pub(crate) fn barely_unblocked<W: Amount>(
    own: &PerCombo<W>,
    deals: impl Fn(usize) -> f64,
    taken_of: impl Fn(usize) -> f64,
) -> Vec<usize> {
    let is_barely_unblocked = |&combo: &usize| own[combo] > W::default() && deals(combo) < BARELY * taken_of(combo);
    if W::IS_EXACT { vec![] } else { (0..COMBO_COUNT).filter(is_barely_unblocked).collect() }
}

/// The total weight of the combos that share no card with a combo, summed one by one if a difference would be inaccurate.
pub(crate) fn unblocked_weight_one_by_one<W: Amount>(weights: &PerCombo<W>, combo: usize) -> W {
    let unblocked = COMBOS.iter().zip(weights).filter(|&(&other, _)| !share_a_card(COMBOS[combo], other));
    unblocked.fold(W::default(), |sum, (_, &weight)| sum + weight)
}

/// Whether a difference is a small part of the minuend.
pub(crate) fn is_barely<W: Amount>(difference: W, of: W) -> bool {
    !W::IS_EXACT && difference.float() < BARELY * of.float()
}

/// Replaces the results of `combos` in `found` by their exact wins and shared pots against the ranges of others. Hands with
/// known cards have weight 0; every deal of hands has `runouts` boards. The symmetry of `boards` fixes the weights.
pub(crate) fn recount<W: Amount>(
    found: &mut ComboCounts<W>,
    combos: &[usize],
    others: &[&PerCombo<W>],
    boards: &Boards,
    runouts: u64,
    run: &mut Run<'_>,
) -> Result<()> {
    if combos.is_empty() {
        return Ok(());
    }
    // Whole orbits: sums over one board of each orbit are averaged over the orbits of combos.
    let mut is_counted = try_vec(false, COMBO_COUNT)?;
    for suits in boards.symmetry() {
        for &combo in combos {
            is_counted[suits.combo(combo)] = true;
        }
    }
    let ranges = try_collect(others.iter().map(|range| Ok(hands(range))))?;
    let new = || BesideCombo::new(&ranges);

    let mut counted = ComboCounts::<f64>::new(others.len())?;
    let mut alike = new()?;
    let mut possible = Vec::new();
    for combo in (0..COMBO_COUNT).filter(|&combo| is_counted[combo]) {
        let deals: f64 = alike.by_ties(combo, &[1; COMBO_COUNT]).iter().sum();
        counted.total[combo] = deals.times(runouts);
        if deals > 0.0 {
            possible.push(combo);
        }
    }

    // The sums of each chunk are added in order, so that floats are the same on any number of threads.
    let n_sums = others.len() + 1;
    let mut chunks = try_vec(vec![], boards.chunks())?;
    run.prepare(|run| {
        let n = chunks.len();
        run.fold(chunks.iter_mut().enumerate(), n, new, |beside, (chunk, sums), may_go_on| {
            *sums = try_vec(0.0, possible.len() * n_sums)?;
            for (board, times) in boards.chunk(chunk) {
                let strengths = evaluate_combos(board)?;
                for (&combo, sums) in possible.iter().zip(sums.chunks_exact_mut(n_sums)) {
                    may_go_on()?;
                    let by_ties = beside.by_ties(combo, &strengths);
                    sums.iter_mut().zip(by_ties).for_each(|(sum, more)| *sum += more.times(times));
                }
            }
            Ok(())
        })
    })?;
    for sums in &chunks {
        for (&combo, sums) in possible.iter().zip(sums.chunks_exact(n_sums)) {
            counted.shares.iter_mut().zip(sums).for_each(|(of, more)| of[combo] += more);
        }
    }
    counted.shares.iter_mut().try_for_each(|of| symmetrize(of, boards.symmetry()))?;
    let sums = found.shares.iter_mut().chain([&mut found.total]);
    for (sums, counted) in sums.zip(counted.shares.iter().chain([&counted.total])) {
        for &combo in combos {
            sums[combo] = W::nearest(counted[combo]);
        }
    }
    Ok(())
}

/// A hand that another player may hold.
#[derive(Clone, Copy)]
struct OtherHand {
    cards: u64,
    combo: u16,
    weight: f64,
    /// 1 if it is as strong as the combo in question, else 0.
    ties: usize,
}

fn hands<W: Amount>(range: &PerCombo<W>) -> Vec<OtherHand> {
    let held = (0..COMBO_COUNT).filter(|&combo| range[combo] > W::default());
    held.map(|combo| OtherHand { cards: combo_bits(combo), combo: combo as u16, weight: range[combo].float(), ties: 0 })
        .collect()
}

/// The hands of the other players beside one combo.
struct BesideCombo<'a> {
    ranges: &'a [Vec<OtherHand>],
    /// The hands of each other player that are not stronger, the shortest list first.
    no_stronger: Vec<Vec<OtherHand>>,
    /// The weights of the last of them.
    of_last: Vec<f64>,
    by_ties: Vec<f64>,
}

impl<'a> BesideCombo<'a> {
    fn new(ranges: &'a [Vec<OtherHand>]) -> Result<Self> {
        let most = ranges.iter().map(Vec::len).max().unwrap_or(0);
        let no_stronger = try_collect(ranges.iter().map(|_| try_with_capacity(most)))?;
        let by_ties = try_vec(0.0, ranges.len() + 1)?;
        Ok(Self { ranges, no_stronger, of_last: try_vec(0.0, COMBO_COUNT)?, by_ties })
    }

    /// The weight of all deals in which the others' hands are not stronger, by how many of them are equally strong. A combo
    /// of strength 0 is in no deal.
    fn by_ties(&mut self, combo: usize, strengths: &ComboStrengths) -> &[f64] {
        self.by_ties.fill(0.0);
        let (own, strength) = (combo_bits(combo), strengths[combo]);
        for (list, hands) in self.no_stronger.iter_mut().zip(self.ranges) {
            list.clear();
            let is_left = |hand: &&OtherHand| {
                let theirs = strengths[usize::from(hand.combo)];
                hand.cards & own == 0 && 0 < theirs && theirs <= strength
            };
            let tie = |hand: &OtherHand| OtherHand {
                ties: usize::from(strengths[usize::from(hand.combo)] == strength),
                ..*hand
            };
            list.extend(hands.iter().filter(is_left).map(tie));
        }
        sort_few(&mut self.no_stronger, &|a, b| a.len() < b.len());
        let Some(last) = self.no_stronger.last() else { return &self.by_ties };
        for hand in last {
            self.of_last[usize::from(hand.combo)] = hand.weight;
        }
        deal(&self.no_stronger, &self.of_last, 0, 1.0, &mut self.by_ties);
        for hand in last {
            self.of_last[usize::from(hand.combo)] = 0.0;
        }
        &self.by_ties
    }
}

/// Adds the deals of the players' hands without the `used` cards, times a weight.
fn deal(players: &[Vec<OtherHand>], of_last: &[f64], used: u64, weight: f64, by_ties: &mut [f64]) {
    match players {
        [] => {}
        [last] => {
            for hand in last.iter().filter(|hand| hand.cards & used == 0) {
                by_ties[hand.ties] += weight * hand.weight;
            }
        }
        [first, last] => deal_two(first, last, of_last, used, weight, by_ties),
        [first, rest @ ..] => {
            for hand in first.iter().filter(|hand| hand.cards & used == 0) {
                deal(rest, of_last, used | hand.cards, weight * hand.weight, &mut by_ties[hand.ties..]);
            }
        }
    }
}

/// Adds the deals of two players: each hand of the first with those of the other that share no card with it.
fn deal_two(first: &[OtherHand], last: &[OtherHand], of_last: &[f64], used: u64, weight: f64, by_ties: &mut [f64]) {
    let left = || last.iter().filter(|hand| hand.cards & used == 0);
    // Weaker and equal hands of the last player: all of them, and those with each card.
    let mut all = [0.0; 2];
    let mut with = [[0.0; 2]; DECK as usize];
    for hand in left() {
        all[hand.ties] += hand.weight;
        COMBOS[usize::from(hand.combo)].iter().for_each(|&card| with[usize::from(card)][hand.ties] += hand.weight);
    }
    for hand in first.iter().filter(|hand| hand.cards & used == 0) {
        let [low, high] = COMBOS[usize::from(hand.combo)].map(|card| with[usize::from(card)]);
        for ties in 0..2 {
            // The same hand of the last player has both cards, so it was subtracted twice.
            let same = if hand.ties == ties { of_last[usize::from(hand.combo)] } else { 0.0 };
            let mut beside = all[ties] - low[ties] - high[ties] + same;
            if is_barely(beside, all[ties]) {
                let apart = left().filter(|other| other.ties == ties && other.cards & hand.cards == 0);
                beside = apart.fold(0.0, |sum, other| sum + other.weight);
            }
            by_ties[hand.ties + ties] += weight * hand.weight * beside;
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::cards::{CardSet, parse_cards};
    use crate::equity::combo_equity::combo_equity;
    use crate::equity::ranges::testing::{counted, exact_equity};
    use crate::equity::ranges::{many, two};
    use crate::equity::{Outcomes, SpotEquity};
    use crate::ranges::Range;
    use crate::runtime::rng::Philox;
    use crate::showdown::runouts::for_each_runout;
    use crate::testing::shuffle_front;

    /// A weight as an integer: all weights here are multiples of one power of two.
    fn integer(weight: f64) -> BigUint {
        let (mantissa, exponent) = (weight.to_bits() & ((1 << 52) - 1) | 1 << 52, weight.to_bits() >> 52);
        if weight > 0.0 { BigUint::from(mantissa) << (exponent - 900) } else { BigUint::ZERO }
    }

    /// The result of each combo of each player: the combo, the weight of its deals by the number of sharers, and the weight
    /// of all its deals. Every deal is enumerated, on every board.
    type Exact = Vec<Vec<(usize, Vec<BigUint>, BigUint)>>;

    fn exact(ranges: &[PerCombo<f64>], board: &[u8], dead: CardSet) -> Exact {
        let known = CardSet::from_ids(board).unwrap() | dead;
        let none = |combo| (combo, vec![BigUint::ZERO; ranges.len()], BigUint::ZERO);
        let is_held = |range: &PerCombo<f64>, combo: usize| range[combo] > 0.0 && combo_bits(combo) & known.bits() == 0;
        let mut found: Exact = ranges
            .iter()
            .map(|range| (0..COMBO_COUNT).filter(|&combo| is_held(range, combo)).map(none).collect())
            .collect();
        let held: Vec<Vec<(usize, u64, BigUint)>> = found
            .iter()
            .zip(ranges)
            .map(|(held, range)| held.iter().map(|&(at, ..)| (at, combo_bits(at), integer(range[at]))).collect())
            .collect();
        for_each_runout(board, !known, |whole, _| {
            let whole = CardSet::from_ids(whole).unwrap();
            let strengths = evaluate_combos(whole).unwrap();
            exact_on(&held, &strengths, whole.bits(), &mut vec![], &mut found);
            Ok::<_, crate::Error>(())
        })
        .unwrap();
        found
    }

    fn exact_on(
        held: &[Vec<(usize, u64, BigUint)>],
        strengths: &ComboStrengths,
        used: u64,
        dealt: &mut Vec<usize>,
        found: &mut Exact,
    ) {
        if let Some(hands) = held.get(dealt.len()) {
            for (at, (_, cards, _)) in hands.iter().enumerate().filter(|(_, (_, cards, _))| cards & used == 0) {
                dealt.push(at);
                exact_on(held, strengths, used | cards, dealt, found);
                dealt.pop();
            }
            return;
        }
        let strength = |player: usize| strengths[held[player][dealt[player]].0];
        let best = (0..held.len()).map(strength).max().unwrap();
        let winners = (0..held.len()).filter(|&player| strength(player) == best).count();
        for player in 0..held.len() {
            let others = (0..held.len()).filter(|&other| other != player).map(|other| &held[other][dealt[other]].2);
            let weight: BigUint = others.product();
            let (_, shares, total) = &mut found[player][dealt[player]];
            if strength(player) == best {
                shares[winners - 1] += &weight;
            }
            *total += weight;
        }
    }

    /// A quotient of integers as a float.
    fn quotient(part: &BigUint, of: &BigUint) -> f64 {
        let scaled: BigUint = (part << 80u32) / of;
        u128::try_from(scaled).unwrap() as f64 / 2f64.powi(80)
    }

    fn equity(shares: &[BigUint], total: &BigUint) -> f64 {
        shares.iter().zip(1u32..).map(|(share, n)| quotient(share, total) / f64::from(n)).sum()
    }

    fn check(found: &[ComboCounts<f64>], expected: &Exact, spot: &str) {
        for (found, expected) in found.iter().zip(expected) {
            for &(combo, ref shares, ref total) in expected {
                let name = || format!("{spot}: {:?}", COMBOS[combo]);
                if *total == BigUint::ZERO {
                    let sums = found.shares.iter().map(|of| of[combo]).chain([found.total[combo]]);
                    assert!(sums.into_iter().all(|sum| sum == 0.0) && found.equity(combo).is_nan(), "{}", name());
                    continue;
                }
                let off = (found.equity(combo) - equity(shares, total)).abs();
                assert!(off <= 1e-9, "{}: {} for {}", name(), found.equity(combo), equity(shares, total));
                for (of, expected) in found.shares.iter().zip(shares) {
                    let off = (of[combo] / found.total[combo] - quotient(expected, total)).abs();
                    assert!(off <= 1e-9, "{} is off by {off}", name());
                }
            }
        }
    }

    /// Weights of 4 to 17 digits, of any size. Hands have few cards, so that they block each other.
    fn heavy(rng: &mut Philox, deck: &mut [u8], hands: usize) -> PerCombo<f64> {
        let mut weights = [0.0; COMBO_COUNT];
        let digits = 4 + rng.below(14);
        for _ in 0..hands {
            shuffle_front(rng, deck, 2);
            let least = 10u64.pow((digits - rng.below(digits) - 1) as u32);
            let weight = (least + rng.below(9 * least)) as f64 / 10f64.powi(digits as i32);
            weights[usize::from(crate::cards::combo_id(deck[0], deck[1]))] = weight;
        }
        weights
    }

    fn random_spots(spots: u64, key: u64) {
        let mut no_deal = 0;
        for spot in 0..spots {
            let rng = &mut Philox::new([key, spot], [0; 4]);
            let mut cards: Vec<u8> = (0..52).collect();
            shuffle_front(rng, &mut cards, 52);
            let players = 2 + (spot % 4) as usize;
            let missing = usize::from(rng.below(10) == 0);
            let (board, rest) = cards.split_at_mut(5 - missing);
            let few_cards = 2 * players + rng.below(4) as usize;
            let ranges: Vec<_> = (0..players)
                .map(|_| {
                    let hands = 1 + rng.below([20, 12, 8, 5][players - 2]) as usize;
                    heavy(rng, &mut rest[..few_cards], hands)
                })
                .collect();
            let expected = exact(&ranges, board, CardSet::EMPTY);
            no_deal += usize::from(expected[0].iter().all(|(_, _, total)| *total == BigUint::ZERO));
            let run = &mut Run::new(1 + (spot % 2) as usize);
            let name = format!("spot {spot}");
            if let [first, second] = &ranges[..] {
                for strategy in [two::count_by_sweeps, two::count_pairwise] {
                    check(&counted(strategy, &[first, second], board, CardSet::EMPTY, run), &expected, &name);
                }
                let mut rows = [[0.0; COMBO_COUNT]];
                combo_equity(second, board, board.len(), CardSet::EMPTY, &mut rows, run).unwrap();
                for &(combo, ref shares, ref total) in &expected[0] {
                    let found = rows[0][combo];
                    assert_eq!(found.is_nan(), *total == BigUint::ZERO, "{name}");
                    assert!(found.is_nan() || (found - equity(shares, total)).abs() <= 1e-9, "{name}");
                }
            } else {
                let weights: Vec<_> = ranges.iter().collect();
                check(&counted(many::count, &weights, board, CardSet::EMPTY, run), &expected, &name);
            }
            let ranges: Vec<_> = ranges.iter().map(|weights| Range::from_weights(weights).unwrap()).collect();
            let found = exact_equity(&ranges, board, CardSet::EMPTY, run).unwrap();
            check_results(&found, &expected, &name);
        }
        // Some spots have no deal.
        assert!(no_deal as u64 > spots / 200, "{no_deal}");
    }

    /// The results of players, and of their combos.
    fn check_results(found: &SpotEquity, expected: &Exact, spot: &str) {
        let is_dealt = expected[0].iter().any(|(_, _, total)| *total > BigUint::ZERO);
        let sums: Vec<f64> = match &found.outcomes {
            Outcomes::Exact(counts, _) => counts.iter().flatten().map(|&count| count as f64).collect(),
            Outcomes::Rounded(sums) => sums.iter().flatten().copied().collect(),
            Outcomes::ByWinners(counts) => panic!("{counts:?} of Omaha"),
        };
        assert_eq!(sums.iter().any(|&sum| sum > 0.0), is_dealt, "{spot}");
        for (found, expected) in found.of_combos.iter().zip(expected) {
            for &(combo, ref shares, ref total) in expected {
                assert_eq!(found[combo].is_nan(), *total == BigUint::ZERO, "{spot}");
                assert!(found[combo].is_nan() || (found[combo] - equity(shares, total)).abs() <= 1e-9, "{spot}");
            }
        }
    }

    #[test]
    fn equities_are_fractions_where_hands_block_each_other() {
        random_spots(600, 21);
    }

    #[test]
    #[ignore = "minutes"]
    fn a_hundred_thousand_equities_are_fractions() {
        // Three quarters have three to five ranges.
        random_spots(140_000, 22);
    }

    #[test]
    fn three_players_cannot_hold_six_aces() {
        let mut rng = Philox::new([5, 21], [0; 4]);
        let mut aces = || -> PerCombo<f64> {
            COMBOS.map(|[low, _]| if low >= 48 { (1 + rng.below(1 << 53)) as f64 / 2f64.powi(53) } else { 0.0 })
        };
        let board: Vec<u8> = parse_cards("2c3d5h8c9d").unwrap().into_iter().map(crate::cards::Card::id).collect();
        for _ in 0..100 {
            let ranges = [(); 3].map(|()| Range::from_weights(&aces()).unwrap());
            let found = exact_equity(&ranges, &board, CardSet::EMPTY, &mut Run::new(1)).unwrap();
            let Outcomes::Rounded(sums) = found.outcomes else { panic!("weights of 53 bits are no short decimals") };
            assert!(sums.iter().flatten().all(|&sum| sum == 0.0), "{sums:?}");
            assert!(found.of_combos.iter().flatten().all(|equity| equity.is_nan()));
        }
    }

    #[test]
    fn large_ranges_with_one_hand_of_nearly_all_weight() {
        let mut rng = Philox::new([6, 21], [0; 4]);
        let board: Vec<u8> = parse_cards("2c7d9hTs").unwrap().into_iter().map(crate::cards::Card::id).collect();
        let of = |name: &str, rng: &mut Philox| -> PerCombo<f64> {
            let hand: CardSet = name.parse().unwrap();
            std::array::from_fn(|combo| {
                let small = (1 + rng.below(1 << 30)) as f64 * 1e-21;
                if combo_bits(combo) == hand.bits() { 1.0 } else { small * f64::from(u8::from(rng.below(8) == 0)) }
            })
        };
        let ranges = ["AsKs", "AsQs", "AsAd"].map(|name| of(name, &mut rng));
        let run = &mut Run::new(2);
        let two = counted(two::count_by_sweeps, &[&ranges[0], &ranges[1]], &board, CardSet::EMPTY, run);
        check(&two, &exact(&ranges[..2], &board, CardSet::EMPTY), "two");
        let river = [&board[..], &[17]].concat();
        let dead = CardSet::from_ids(&(4..30).filter(|card| !river.contains(card)).collect::<Vec<_>>()).unwrap();
        let weights: Vec<_> = ranges.iter().collect();
        check(&counted(many::count, &weights, &river, dead, run), &exact(&ranges, &river, dead), "three");
    }

    #[test]
    fn many_boards_at_once_say_what_each_says_alone() {
        let mut rng = Philox::new([8, 21], [0; 4]);
        let mut cards: Vec<u8> = (0..52).collect();
        let range = COMBOS.map(|combo| if combo == [47, 51] { 1.0 } else { rng.below(1000) as f64 / 3e9 });
        let boards: Vec<u8> = (0..12)
            .flat_map(|_| {
                shuffle_front(&mut rng, &mut cards, 4);
                cards[..4].to_vec()
            })
            .collect();
        let mut rows = vec![[0.0; COMBO_COUNT]; 12];
        combo_equity(&range, &boards, 4, CardSet::EMPTY, &mut rows, &mut Run::new(2)).unwrap();
        for (board, row) in boards.chunks(4).zip(&rows) {
            let ranges = [&[1.0; COMBO_COUNT], &range];
            let found = &counted(two::count_pairwise, &ranges, board, CardSet::EMPTY, &mut Run::new(1))[0];
            let known = CardSet::from_ids(board).unwrap().bits();
            for combo in (0..COMBO_COUNT).filter(|&combo| combo_bits(combo) & known == 0) {
                assert!((found.equity(combo) - row[combo]).abs() < 1e-9, "{:?}", COMBOS[combo]);
            }
        }
    }

    #[test]
    fn the_order_of_the_players_does_not_matter() {
        let mut rng = Philox::new([7, 21], [0; 4]);
        let thirds = |text: &str, rng: &mut Philox| {
            let of = text.parse::<Range>().unwrap();
            Range::from_weights(&of.weights().map(|weight| weight * (rng.below(1 << 53) as f64) / 2f64.powi(53)))
                .unwrap()
        };
        let ranges = ["22+, A2s+", "QQ+, AK", "KQs, JTs, 98s", "random"].map(|text| thirds(text, &mut rng));
        let board: Vec<u8> = parse_cards("2c7d9hTs").unwrap().into_iter().map(crate::cards::Card::id).collect();
        for order in [[0, 1, 2], [2, 1, 0], [1, 3, 0], [3, 3, 1]] {
            let found = |order: &[usize]| {
                let ranges: Vec<_> = order.iter().map(|&at| ranges[at].clone()).collect();
                exact_equity(&ranges, &board, CardSet::EMPTY, &mut Run::new(2)).unwrap()
            };
            for order in [&order[..], &order[..2]] {
                let reversed: Vec<_> = order.iter().rev().copied().collect();
                let (one, other) = (found(order), found(&reversed));
                let (Outcomes::Rounded(one_sums), Outcomes::Rounded(mut sums)) = (one.outcomes, other.outcomes) else {
                    panic!("no decimals")
                };
                sums.reverse();
                assert_eq!(one_sums, sums);
                for (one, other) in one.of_combos.iter().zip(other.of_combos.iter().rev()) {
                    assert!(one.iter().zip(other).all(|(a, b)| a.to_bits() == b.to_bits()));
                }
            }
        }
    }

    #[test]
    fn weights_of_any_size_have_an_equity_unless_no_float_holds_their_products() {
        let of = |text: &str, size: f64| {
            Range::from_weights(&text.parse::<Range>().unwrap().weights().map(|weight| weight * size)).unwrap()
        };
        let (board, run) = (&[0, 17, 34], &mut Run::new(1));
        let mut found = |size: f64| {
            let ranges = [of("AA", size / 3.0), of("KK, 0.5:QQ", size / 3.0)];
            exact_equity(&ranges, board, CardSet::EMPTY, run)
        };
        let usual = found(1.0).unwrap();
        for size in [1e-9, 1e-100, 1e-140] {
            let small = found(size).unwrap();
            let pairs = small.of_combos.iter().flatten().zip(usual.of_combos.iter().flatten());
            assert!(pairs.into_iter().all(|(a, b)| a.is_nan() && b.is_nan() || (a - b).abs() < 1e-12));
        }
        assert!(found(1e-200).unwrap_err().to_string().contains("so that its largest is 1"));
    }
}
