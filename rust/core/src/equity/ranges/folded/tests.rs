//! Folded ranges against the enumeration of every deal.

use super::count;
use crate::cards::{COMBO_COUNT, Card, CardSet, PerCombo, combo_bits};
use crate::equity::combo_counts::ComboCounts;
use crate::equity::ranges::deals;
use crate::equity::ranges::testing::counted_beside;
use crate::equity::{Outcomes, Plan, Player, Spot, combo_equity, combo_equity_beside_folded};
use crate::evaluator::{ComboStrengths, evaluate_combos};
use crate::game::Game;
use crate::ranges::Range;
use crate::runtime::Run;
use crate::runtime::cpu::Level;
use crate::runtime::rng::Philox;
use crate::showdown::runouts::for_each_runout;

fn set(text: &str) -> CardSet {
    crate::cards::parse_cards(text).unwrap().into_iter().collect()
}

fn ids(text: &str) -> Vec<u8> {
    set(text).ids().collect()
}

/// Weights of about one combo in `few`, up to nine.
fn some(rng: &mut Philox, few: u64) -> PerCombo<u64> {
    std::array::from_fn(|_| if rng.below(few) == 0 { 1 + rng.below(9) } else { 0 })
}

/// Wins, shared pots and deals of each combo of the first `players`; the hands of the others have no showdown. Every deal is
/// enumerated, on every board.
fn oracle(ranges: &[&PerCombo<u64>], players: usize, board: &[u8], dead: CardSet) -> Vec<ComboCounts<u64>> {
    let mut found: Vec<_> = (0..players).map(|_| ComboCounts::new(players - 1).unwrap()).collect();
    let known = CardSet::from_ids(board).unwrap() | dead;
    for_each_runout(board, !known, |_, whole| {
        let used = (whole | dead).bits();
        add_deals(ranges, &evaluate_combos(whole).unwrap(), used, &mut vec![], &mut found);
        Ok::<_, crate::Error>(())
    })
    .unwrap();
    found
}

fn add_deals(
    ranges: &[&PerCombo<u64>],
    strengths: &ComboStrengths,
    used: u64,
    dealt: &mut Vec<usize>,
    found: &mut [ComboCounts<u64>],
) {
    if let Some(range) = ranges.get(dealt.len()) {
        for combo in (0..COMBO_COUNT).filter(|&combo| range[combo] > 0 && combo_bits(combo) & used == 0) {
            dealt.push(combo);
            add_deals(ranges, strengths, used | combo_bits(combo), dealt, found);
            dealt.pop();
        }
        return;
    }
    let contesting = &dealt[..found.len()];
    let best = contesting.iter().map(|&combo| strengths[combo]).max().unwrap();
    let winners = contesting.iter().filter(|&&combo| strengths[combo] == best).count();
    for (player, found) in found.iter_mut().enumerate() {
        let others = (0..ranges.len()).filter(|&other| other != player);
        let weight: u64 = others.map(|other| ranges[other][dealt[other]]).product();
        let own = dealt[player];
        found.total[own] += weight;
        if strengths[own] == best {
            found.shares[winners - 1][own] += weight;
        }
    }
}

#[test]
fn folded_ranges_weigh_deals_as_their_hands_do() {
    let mut rng = Philox::new([26, 1], [0; 4]);
    let boards = [
        ("Ah7d2c", 160, "Kd"),
        ("AhKh2h", 150, ""),
        ("Qs9s3dTs", 60, "8h8d"),
        ("8h8d8cAs", 60, ""),
        ("4c4d9h9sKs", 30, "Ac"),
    ];
    for (board, few, dead) in boards {
        for folded in 1..=2 {
            let few = few * if folded == 2 { 2 } else { 1 };
            for _ in 0..2 {
                let ranges: Vec<_> = (0..2 + folded).map(|_| some(&mut rng, few)).collect();
                let ranges: Vec<_> = ranges.iter().collect();
                let (board, dead) = (ids(board), set(dead));
                let expected = oracle(&ranges, 2, &board, dead);
                for strategy in [count::<u64>, deals::count] {
                    for threads in [1, 3] {
                        let found = counted_beside(strategy, &ranges, 2, &board, dead, &mut Run::new(threads));
                        assert!(found == expected, "{board:?} {folded}");
                    }
                }
            }
        }
    }
}

#[test]
fn equal_ranges_and_suit_symmetry_change_nothing() {
    let range = |text: &str| text.parse::<Range>().unwrap().exact().unwrap().unwrap().numerators;
    let [wide, pairs, suited] = ["22+, 0.5:AKo, KQs", "QQ+, 0.25:JTs", "AKs, AQs, 0.5:54s"].map(range);
    for board in ["9h8h2h", "9h8d2c", "AsKsQs2d"] {
        for ranges in [[&wide, &wide, &pairs, &suited], [&pairs, &suited, &suited, &suited]] {
            let ranges = ranges.map(|range| &**range);
            for n in 3..=4 {
                let by_boards = counted_beside(count, &ranges[..n], 2, &ids(board), CardSet::EMPTY, &mut Run::new(2));
                let by_deals =
                    counted_beside(deals::count, &ranges[..n], 2, &ids(board), CardSet::EMPTY, &mut Run::new(2));
                assert!(by_boards == by_deals, "{board} {n}");
            }
        }
    }
}

#[test]
fn any_number_of_players_is_dealt_beside_any_number_of_folded_hands() {
    let mut rng = Philox::new([26, 2], [0; 4]);
    for players in 2..=4 {
        for folded in 0..=3 {
            let ranges: Vec<_> = (0..players + folded).map(|_| some(&mut rng, 300)).collect();
            let ranges: Vec<_> = ranges.iter().collect();
            let board = ids("Qs9s3dTs");
            let found = counted_beside(deals::count, &ranges, players, &board, CardSet::EMPTY, &mut Run::new(2));
            assert!(found == oracle(&ranges, players, &board, CardSet::EMPTY), "{players} {folded}");
        }
    }
}

/// Weights are floats if they are no short decimals: a folded hand that is nearly always blocked is added up by itself.
#[test]
fn floats_are_the_integers_they_stand_for() {
    let mut rng = Philox::new([26, 3], [0; 4]);
    let aces = ids("AsAd");
    for folded in 1..=2 {
        let mut ranges: Vec<PerCombo<u64>> = (0..2 + folded).map(|_| some(&mut rng, 60)).collect();
        // Nearly all weight is on a hand that the first player's hands block.
        for range in &mut ranges[2..] {
            range[usize::from(crate::cards::combo_id(aces[0], aces[1]))] = 1 << 20;
        }
        ranges[0] =
            std::array::from_fn(|combo| u64::from(combo_bits(combo) & set("AsAd").bits() != 0 && combo % 3 == 0));
        let floats: Vec<_> = ranges.iter().map(|range| range.map(|weight| weight as f64 / 3.0)).collect();
        let (ranges, floats): (Vec<_>, Vec<_>) = (ranges.iter().collect(), floats.iter().collect());
        let board = ids("Ah7d2cKs");
        let exact = counted_beside(count, &ranges, 2, &board, CardSet::EMPTY, &mut Run::new(1));
        let found =
            [1, 3].map(|threads| counted_beside(count, &floats, 2, &board, CardSet::EMPTY, &mut Run::new(threads)));
        assert_eq!(found[0], found[1]);
        for (exact, found) in exact.iter().zip(&found[0]) {
            for combo in 0..COMBO_COUNT {
                assert_eq!(exact.total[combo] == 0, found.total[combo] == 0.0);
                assert!(exact.total[combo] == 0 || (exact.equity(combo) - found.equity(combo)).abs() < 1e-12);
            }
        }
        assert!(exact[0].total.iter().any(|&total| total > 0));
    }
}

#[test]
fn every_level_gives_the_same_bits() {
    let mut rng = Philox::new([26, 4], [0; 4]);
    let ranges: Vec<_> = (0..4).map(|_| some(&mut rng, 5).map(|weight| weight as f64 / 7.0)).collect();
    let ranges: Vec<_> = ranges.iter().collect();
    for n in 3..=4 {
        let of = |level: Level| {
            let run = &mut Run::new(1).at(level.prove()?);
            Some(counted_beside(count, &ranges[..n], 2, &ids("Ah7d2cKs9h"), CardSet::EMPTY, run))
        };
        let found: Vec<_> = Level::ALL.into_iter().filter_map(of).collect();
        assert!(found.iter().all(|other| *other == found[0]));
    }
}

#[test]
fn every_combo_has_the_equity_of_its_own_spot() {
    let mut rng = Philox::new([26, 5], [0; 4]);
    for (boards, size, dead) in [("Ah7d2cKs9h4d4c4s", 4, "Qs"), ("Ah7d2cKs9h4d4c4sKdKh", 5, "")] {
        for folded in 1..=2 {
            let ranges: Vec<_> = (0..=folded).map(|_| some(&mut rng, 30)).collect();
            let floats: Vec<_> = ranges.iter().map(|range| range.map(|weight| weight as f64)).collect();
            let thirds: Vec<_> = ranges.iter().map(|range| range.map(|weight| weight as f64 / 3.0)).collect();
            let boards: Vec<u8> = crate::cards::parse_cards(boards).unwrap().into_iter().map(Card::id).collect();
            let mut out = [vec![[7.0; COMBO_COUNT]; 2], vec![[7.0; COMBO_COUNT]; 2]];
            for (out, ranges) in out.iter_mut().zip([floats, thirds]) {
                let folded: Vec<_> = ranges[1..].iter().collect();
                let run = &mut Run::new(2);
                combo_equity_beside_folded(&ranges[0], &folded, &boards, size, set(dead), out, run).unwrap();
            }
            for (row, board) in boards.chunks(size).enumerate() {
                let own = [1; COMBO_COUNT];
                let ranges: Vec<_> = [&own].into_iter().chain(&ranges).collect();
                let expected = &counted_beside(count, &ranges, 2, board, set(dead), &mut Run::new(1))[0];
                for (combo, (&found, &rounded)) in out[0][row].iter().zip(&out[1][row]).enumerate() {
                    let (won, all) =
                        (2 * expected.shares[0][combo] + expected.shares[1][combo], 2 * expected.total[combo]);
                    assert_eq!((all == 0, all == 0), (found.is_nan(), rounded.is_nan()));
                    assert!(all == 0 || found.to_bits() == (won as f64 / all as f64).to_bits());
                    assert!(all == 0 || (found - rounded).abs() < 1e-12);
                }
            }
        }
    }
}

#[test]
fn without_folded_ranges_it_is_the_equity_of_every_combo() {
    let mut rng = Philox::new([26, 6], [0; 4]);
    let range = some(&mut rng, 5).map(|weight| weight as f64 / 7.0);
    let mut out = vec![[[0.0; COMBO_COUNT]]; 2];
    let (board, run) = (ids("Ah7d2c"), &mut Run::new(2));
    combo_equity(&range, &board, 3, CardSet::EMPTY, &mut out[0], run).unwrap();
    combo_equity_beside_folded(&range, &[], &board, 3, CardSet::EMPTY, &mut out[1], run).unwrap();
    assert!(out[0][0].map(f64::to_bits) == out[1][0].map(f64::to_bits));
}

/// A folded range of all hands leaves the equity unchanged, and multiplies the deals by the hands that are left.
#[test]
fn a_folded_player_with_any_hand_changes_no_equity() {
    let [first, second] = ["QQ+, AKs", "22+, 0.5:A2s+"].map(|text| text.parse::<Range>().unwrap());
    let all = Range::full();
    let counts = |folded: &[&Range]| {
        let spot =
            Spot::new(Game::HOLDEM, &[Player::Range(&first), Player::Range(&second)], &ids("Ah7d2c9s"), CardSet::EMPTY);
        let spot = spot.unwrap().with_folded(folded).unwrap();
        let Outcomes::Exact(counts, of) =
            Plan::new(&spot, &mut Run::new(1)).unwrap().run(&mut Run::new(1)).unwrap().outcomes
        else {
            panic!("decimals are exact")
        };
        (counts, of)
    };
    let (alone, denominators) = counts(&[]);
    assert_eq!(denominators, [1, 2]);
    for (folded, times) in [(&[&all][..], 43 * 42 / 2), (&[&all, &all], 43 * 42 / 2 * (41 * 40 / 2))] {
        let (beside, denominators) = counts(folded);
        assert_eq!(denominators, [&[1, 2][..], &[1, 1][..folded.len()]].concat());
        assert!(alone.iter().flatten().zip(beside.iter().flatten()).all(|(&alone, &beside)| alone * times == beside));
    }
}

#[test]
fn what_cannot_be_folded_is_refused() {
    let [aces, none] = ["AA", ""].map(|text| text.parse::<Range>().unwrap());
    let spot = |game, n: usize| Spot::new(game, &vec![Player::Any; n], &ids("Ah7d2c"), CardSet::EMPTY).unwrap();
    let refused = |found: crate::Result<Spot<'_>>| found.unwrap_err().to_string();
    let omaha = Game::omaha(4, false).unwrap();
    let expected = "folded ranges are of two cards: the game deals 4";
    assert_eq!(refused(spot(omaha, 2).with_folded(&[&aces])), expected);
    assert!(spot(omaha, 2).with_folded(&[]).is_ok());
    let expected = "expected up to 10 players and folded ranges, found 9 and 2";
    assert_eq!(refused(spot(Game::HOLDEM, 9).with_folded(&[&aces, &none])), expected);
    assert!(spot(Game::HOLDEM, 9).with_folded(&[&aces]).is_ok());
    let dead: CardSet = !set("Ah7d2c4s4d4h5s5d5h6s6d");
    let few = Spot::new(Game::HOLDEM, &[Player::Any; 3], &ids("Ah7d2c"), dead).unwrap();
    let expected = "8 cards are left, 3 hands, 1 folded ones and the board need 10";
    assert_eq!(refused(few.with_folded(&[&aces])), expected);

    let found = |folded: &[&Range], board: &str, dead: &str| {
        let folded: Vec<_> = folded.iter().map(|range| range.weights()).collect();
        let (mut out, run) = ([[0.0; COMBO_COUNT]], &mut Run::new(1));
        let kings = "KK".parse::<Range>().unwrap();
        combo_equity_beside_folded(kings.weights(), &folded, &ids(board), 5, set(dead), &mut out, run)?;
        Ok::<_, crate::Error>(out[0])
    };
    let refused = |folded: &[&Range], dead: &str| found(folded, "Ah2d2c3c4c", dead).unwrap_err().to_string();
    let expected = "folded range 2: it has no hand without a dead card";
    assert_eq!(refused(&[&Range::full(), &aces], "AsAdAc"), expected);
    assert_eq!(refused(&[&aces; 3], ""), "expected up to 2 folded ranges, found 3");
    // A board that leaves them no hand has no deal.
    assert!(found(&[&aces], "AhAdAc2c3c", "").unwrap().iter().all(|equity| equity.is_nan()));
    assert!(found(&[&aces], "AhAd2c3c4c", "").unwrap().iter().any(|equity| !equity.is_nan()));
}
