//! Boards of which one or two cards are known: every card that may come next is dealt, and the counts on the longer boards add
//! up to the counts on the board, once for every card that is to come.

use pokerbits::cards::{COMBO_COUNT, CardSet, PerCombo};
use pokerbits::equity::{Outcomes, Plan, Player, Sampling, Spot, combo_equity, exact_counts, sampled_equity};
use pokerbits::odds::{Method, odds_vs_random};
use pokerbits::ranges::Range;
use pokerbits::{Game, Run};

fn set(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn ids(text: &str) -> Vec<u8> {
    set(text).ids().collect()
}

/// The sum of `counts` over all boards with one card more, divided by the cards to come.
fn by_next_card(board: &[u8], known: CardSet, mut counts: impl FnMut(&[u8]) -> Vec<u128>) -> Vec<u128> {
    let mut sums: Vec<u128> = vec![];
    for card in (!known).ids() {
        let of_card = counts(&[board, &[card]].concat());
        sums.resize(of_card.len().max(sums.len()), 0);
        sums.iter_mut().zip(of_card).for_each(|(sum, count)| *sum += count);
    }
    let to_come = 5 - board.len() as u128;
    assert!(sums.iter().all(|sum| sum.is_multiple_of(to_come)));
    sums.iter().map(|sum| sum / to_come).collect()
}

#[test]
fn hands_add_up() {
    let omaha = |cards, low| Game::omaha(cards, low).unwrap();
    for (game, hands, dead) in [
        (Game::HOLDEM, &["AsAd", "KsKh"][..], ""),
        (Game::HOLDEM, &["AsAd", "KsKh", "7c7d"], "2s3s4s"),
        (Game::SHORT_DECK, &["AsAd", "KsKh"], ""),
        (Game::SHORT_DECK_TRIPS, &["AsAd", "KsKh", "7c7d"], ""),
        (Game::TAHOE, &["AsAd7s", "KsKhQs"], ""),
        (Game::TAHOE, &["AsAd7s", "KsKhQs", "7c7d6d"], "2s3s4s"),
        (omaha(4, false), &["AsAd7s2h", "KsKhQs2d"], "3c4c5c6c7c8c9c3d4d5d6d7d8d9d"),
        (omaha(4, true), &["AsAd7s2h", "KsKhQs2d"], "3c4c5c6c7c8c9c3d4d5d6d7d8d9d"),
        (omaha(5, false), &["AsAd7s2h3h", "KsKhQs2d4h"], "3c4c5c6c7c8c9c3d4d5d6d7d8d9d"),
        (omaha(6, true), &["AsAd7s2h3h8h", "KsKhQs2d4hJc"], "3c4c5c6c7c8c9c3d4d5d6d7d8d9d"),
    ] {
        let hands: Vec<Vec<u8>> = hands.iter().map(|hand| ids(hand)).collect();
        let dead = set(dead);
        let known = hands.concat().iter().fold(dead, |known, &card| known | CardSet::new(1 << card).unwrap());
        let known = known | !game.deck();
        for board in ["", "Ts", "TsTh", "9hTh"] {
            let board = ids(board);
            let counts = |board: &[u8]| -> Vec<u128> {
                let counts = exact_counts(game, &hands, board, dead).unwrap();
                let mut all = vec![0; 1 << (2 * hands.len())];
                counts.by_high_and_low().for_each(|(high, low, n)| {
                    all[(high as usize) << hands.len() | low as usize] += u128::from(n);
                });
                all
            };
            let known = known | board.iter().fold(CardSet::EMPTY, |set, &card| set | CardSet::new(1 << card).unwrap());
            assert_eq!(counts(&board), by_next_card(&board, known, counts), "{game:?} {hands:?} {board:?}");
        }
    }
}

/// Every way to count ranges, chosen by their sizes; and samples.
#[test]
fn ranges_add_up() {
    let dead = set("2c3c4c5c6c7c2d3d4d5d6d7d2h3h4h5h6h7h2s3s4s5s6s7s9s");
    let any = "random";
    for (players, folded) in [
        (&["AA", "KK"][..], &[][..]),
        (&["AsAd", any], &[]),
        (&["88+,AT+", "99+,KJ+"], &[]),
        (&[any, any], &[]),
        (&["0.123456789012:AK,0.777777777777777:QQ,TT", "0.3333333333333333:AA,JJ-KK"], &[]),
        (&["AA,KQs", "TT+", "QQ+"], &[]),
        (&["AA", "TT+", "QQ+", "AK"], &[]),
        (&["AT+", "TT+"], &["AK,KK"]),
    ] {
        let ranges = |texts: &[&str]| -> Vec<Range> { texts.iter().map(|text| text.parse().unwrap()).collect() };
        let (ranges, folded) = (ranges(players), ranges(folded));
        let of_players: Vec<_> = ranges.iter().map(Player::Range).collect();
        let folded: Vec<&Range> = folded.iter().collect();
        let spot =
            |board: &[u8]| Spot::new(Game::HOLDEM, &of_players, board, dead).unwrap().with_folded(&folded).unwrap();
        let outcomes = |board: &[u8]| {
            let spot = spot(board);
            let run = &mut Run::new(2);
            Plan::new(&spot, run).unwrap().run(run).unwrap()
        };
        for board in ["Ts", "TsTh"] {
            let board = ids(board);
            let known = dead | board.iter().fold(CardSet::EMPTY, |set, &card| set | CardSet::new(1 << card).unwrap());
            let found = outcomes(&board);
            let sampling = Sampling { key: [1, 2], n_samples: Some(20_000), std_error: None };
            let sampled = sampled_equity(&spot(&board), &sampling, &mut Run::new(1)).unwrap();
            let equities: Vec<f64> = match found.outcomes {
                Outcomes::Exact(counts, _) => {
                    let exact = |board: &[u8]| match outcomes(board).outcomes {
                        Outcomes::Exact(counts, _) => counts.concat(),
                        _ => panic!("integers"),
                    };
                    let flat = counts.concat();
                    assert_eq!(flat, by_next_card(&board, known, exact), "{players:?} {board:?}");
                    let shares = |of: &[u128]| {
                        let shares = of[..of.len() - 1].iter().zip(1u32..).map(|(&n, of)| n as f64 / f64::from(of));
                        shares.sum::<f64>() / of.iter().sum::<u128>() as f64
                    };
                    counts.iter().map(|of| shares(of)).collect()
                }
                _ => continue,
            };
            for (player, &equity) in equities.iter().enumerate() {
                let error = (sampled.equity[player] - equity).abs();
                assert!(error <= 4.0 * sampled.std_error[player] + 1e-12, "{players:?} {board:?} {error}");
            }
        }
    }
}

/// Every combo against a range is the mean over the next card, on one board and on many.
#[test]
fn combos_are_means_over_the_next_card() {
    let range = *"88+,ATs+".parse::<Range>().unwrap().weights();
    let dead = set("2c3c4c5c6c2d3d4d5d6d2h3h4h5h6h2s3s4s5s6s9s");
    for board in ["Ts", "TsTh"] {
        let board = ids(board);
        let equity = |boards: &[Vec<u8>]| {
            let mut out: Vec<PerCombo<f64>> = vec![[0.0; COMBO_COUNT]; boards.len()];
            combo_equity(&range, &boards.concat(), boards[0].len(), dead, &mut out, &mut Run::new(1)).unwrap();
            out
        };
        let one = equity(std::slice::from_ref(&board))[0];
        let many = equity(&vec![board.clone(); 10]);
        assert!(many.iter().all(|row| row.iter().zip(&one).all(|(a, b)| a.to_bits() == b.to_bits())));
        let known = dead | board.iter().fold(CardSet::EMPTY, |set, &card| set | CardSet::new(1 << card).unwrap());
        let next: Vec<Vec<u8>> = (!known).ids().map(|card| [&board[..], &[card]].concat()).collect();
        let of_next = equity(&next);
        // Hands that block none of the range have as many deals on each longer board.
        let unblocked = set("7c7d");
        let combo = usize::from(pokerbits::cards::combo_of([unblocked.ids().next().unwrap(), 21]).unwrap());
        assert!(one[combo] > 0.0 && one[combo] < 0.5);
        let rows: Vec<f64> = of_next.iter().map(|row| row[combo]).filter(|equity| !equity.is_nan()).collect();
        assert_eq!(rows.len(), next.len() - 2);
        // The weight of a longer board is the number of hands of the range that it leaves.
        let weights: Vec<f64> = next
            .iter()
            .filter(|board| !unblocked.ids().any(|card| board.contains(&card)))
            .map(|board| {
                let gone = dead | unblocked | CardSet::from_ids(board).unwrap();
                let combos = pokerbits::cards::COMBOS.iter().zip(&range);
                let left = combos.filter(|(combo, _)| (CardSet::from_ids(*combo).unwrap() & gone).is_empty());
                left.map(|(_, &weight)| weight).sum()
            })
            .collect();
        let mean = rows.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>() / weights.iter().sum::<f64>();
        assert!((mean - one[combo]).abs() < 1e-12, "{mean} {}", one[combo]);
    }
}

#[test]
fn odds_add_up() {
    let dead = set("2c3c4c5c6c2d3d4d5d6d2h3h4h5h6h2s3s4s5s6s");
    let hole = [51, 46];
    for board in ["Ts", "TsTh"] {
        let board = ids(board);
        let counts = |board: &[u8], method| -> Vec<u128> {
            let odds = odds_vs_random(hole, board, dead, &[1, 2, 3], method, &mut Run::new(2)).unwrap();
            odds.iter().flat_map(|of| of.counts().iter().copied().chain([of.total()]).collect::<Vec<_>>()).collect()
        };
        let known =
            dead | board.iter().chain(&hole).fold(CardSet::EMPTY, |set, &card| set | CardSet::new(1 << card).unwrap());
        let found = counts(&board, Method::Matchings);
        assert_eq!(found, by_next_card(&board, known, |board| counts(board, Method::Matchings)));
        if board.len() == 2 {
            assert_eq!(found, counts(&board, Method::Cliques));
        }
    }
}
