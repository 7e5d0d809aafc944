//! Ranges of Omaha hands against a reading that is plainly right: every hand is asked card by card.

use std::sync::LazyLock;

use pokerbits::Error;
use pokerbits::cards::{CardSet, Rank, Suit};
use pokerbits::combinatorics::choose;
use pokerbits::ranges::{OmahaRange, omaha_odds, omaha_top_share};
use proptest::prelude::*;

/// Every hand of four cards, ascending.
static FOUR: LazyLock<Vec<CardSet>> = LazyLock::new(|| OmahaRange::parse("*", 4).unwrap().into_hands());

/// The meaning of a text: a card is a rank or any, and a suit, a letter or any.
#[derive(Debug, Clone)]
enum Said {
    Cards(Vec<(Option<Rank>, Option<char>)>),
    Shape(&'static str),
    Or(Box<Said>, Box<Said>),
    And(Box<Said>, Box<Said>),
    Not(Box<Said>),
}

impl Said {
    fn text(&self) -> String {
        match self {
            Self::Cards(cards) => cards
                .iter()
                .map(|(rank, suit)| {
                    let rank = rank.map_or("*".to_string(), |rank| rank.to_string());
                    rank + &suit.map_or(String::new(), String::from)
                })
                .collect(),
            Self::Shape(name) => format!("${name}"),
            Self::Or(a, b) => format!("({}, {})", a.text(), b.text()),
            Self::And(a, b) => format!("({}):({})", a.text(), b.text()),
            Self::Not(a) => format!("!({})", a.text()),
        }
    }

    fn holds(&self, hand: CardSet) -> bool {
        let ranks = Rank::ALL.map(|rank| hand.iter().filter(|card| card.rank() == rank).count());
        let suits = Suit::ALL.map(|suit| hand.iter().filter(|card| card.suit() == suit).count());
        let most = ranks.into_iter().max().unwrap_or(0);
        let pairs = ranks.iter().filter(|&&count| count == 2).count();
        let suited = suits.iter().filter(|&&count| count >= 2).count();
        let suits = suits.iter().filter(|&&count| count > 0).count();
        match self {
            Self::Cards(cards) => {
                let cards_of: Vec<_> = hand.iter().map(|card| (card.rank(), card.suit())).collect();
                orders(cards_of.len(), cards.len()).iter().any(|order| {
                    let mut letters: Vec<(char, Suit)> = Vec::new();
                    let fits = cards.iter().zip(order).all(|(&(rank, said), &at)| {
                        let (found, suit) = cards_of[at];
                        if let Some(said) = said {
                            letters.push((said, suit));
                        }
                        rank.is_none_or(|rank| rank == found)
                            && said.and_then(Suit::from_char).is_none_or(|s| s == suit)
                    });
                    // The same letter is the same suit, and another letter is another one.
                    fits && letters.iter().all(|(a, s)| letters.iter().all(|(b, t)| (a == b) == (s == t)))
                })
            }
            Self::Shape("ds") => suited >= 2,
            Self::Shape("ss") => suited == 1 && suits >= 3,
            Self::Shape("np") => most == 1,
            Self::Shape("op") => most == 2 && pairs == 1,
            Self::Shape("tp") => most == 2 && pairs == 2,
            Self::Shape("nt") => most <= 2,
            Self::Shape(other) => panic!("no shape {other}"),
            Self::Or(a, b) => a.holds(hand) || b.holds(hand),
            Self::And(a, b) => a.holds(hand) && b.holds(hand),
            Self::Not(a) => !a.holds(hand),
        }
    }
}

/// All ways to choose `k` of the numbers below `n`, one after the other.
fn orders(n: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(n, k - 1);
    let longer = shorter.iter().flat_map(|order| {
        let free = (0..n).filter(|at| !order.contains(at));
        free.map(|at| [&order[..], &[at]].concat()).collect::<Vec<_>>()
    });
    longer.collect()
}

fn count(text: &str, size: usize) -> usize {
    OmahaRange::parse(text, size).unwrap_or_else(|error| panic!("{text}: {error}")).hands().len()
}

/// The hands of a text; empty if its error says so.
fn hands(text: &str, size: usize) -> Vec<CardSet> {
    match OmahaRange::parse(text, size) {
        Ok(range) => range.into_hands(),
        Err(error) => {
            assert!(error.to_string().contains("cards matches"), "{text}: {error}");
            Vec::new()
        }
    }
}

#[test]
fn known_counts() {
    let c = |n: u64, k: u64| choose(n, k).unwrap() as usize;
    for (text, size, expected) in [
        ("*", 4, 270_725),
        ("random", 4, 270_725),
        ("****", 4, 270_725),
        ("*", 5, 2_598_960),
        ("*", 6, 20_358_520),
        ("AA", 4, 6_961),
        ("AA", 5, 108_336),
        ("AA", 6, c(52, 6) - c(48, 6) - 4 * c(48, 5)),
        ("AAKK", 4, 36),
        ("AAAA", 4, 1),
        ("AAAA", 6, c(48, 2)),
        ("AsKs", 4, c(50, 2)),
        ("AsKsQhJh", 4, 1),
        ("JhQhKsAs", 4, 1),
        ("A", 4, 270_725 - c(48, 4)),
        ("AKQJ", 4, 256),
        ("$ds", 4, 6 * 78 * 78),
        ("xxyy", 4, 6 * 78 * 78),
        ("$ss", 4, 4 * 78 * 3 * 169),
        ("xxyz", 4, 4 * 78 * 3 * 169),
        ("wxyz", 4, 28_561),
        ("sshh", 4, 78 * 78),
        ("ssxx", 4, 3 * 78 * 78),
        ("$np", 4, c(13, 4) * 256),
        ("$op", 4, 13 * 6 * c(12, 2) * 16),
        ("$tp", 4, 78 * 36),
        ("!$nt", 4, 13 * 4 * 48 + 13),
        ("AA$ds", 4, 864),
        ("AxAyxy", 4, 864),
        ("AA:xxyy!KK", 4, 858),
        ("$ds", 5, 12 * c(13, 3) * 78 + 6 * 78 * 78 * 26),
        ("$ss", 5, 4 * c(13, 3) * 3 * 169 + 4 * 78 * 2197),
        ("$np", 5, c(13, 5) * 1024),
        ("$op", 5, 1_098_240),
        ("$tp", 5, 123_552),
        ("$np", 6, c(13, 6) * 4096),
        ("$tp", 6, 78 * 36 * c(11, 2) * 16),
        ("[A-T][A-T][A-T][A-T]", 4, c(20, 4)),
        ("[A-T][A-T][A-T][A-T][A-T]", 5, c(20, 5)),
        ("JT98+", 4, 4 * 256),
        ("JT98-7654", 4, 5 * 256),
        ("KK+, KK-", 4, hands("22+", 4).len()),
    ] {
        assert_eq!(count(text, size), expected, "{text} of {size} cards");
    }
}

#[test]
fn texts_that_mean_the_same() {
    for (text, same) in [
        ("KK+", "KK, AA"),
        ("TT-QQ", "QQ, JJ, TT"),
        ("44-", "44, 33, 22"),
        ("AA+", "AA"),
        ("664-", "664, 553, 442"),
        ("T8+", "T8, J9, QT, KJ, AQ"),
        ("AK-AT", "AK, AQ, AJ, AT"),
        ("AxKx-AxTx", "AxKx, AxQx, AxJx, AxTx"),
        ("AsKsxx-AsTsxx", "AsKsxx, AsQsxx, AsJsxx, AsTsxx"),
        ("[KQ]T-[KQ]8", "[KQ]T, [KQ]9, [KQ]8"),
        ("[A,K, Q]", "A, K, Q"),
        ("[T-Q 2]", "T, J, Q, 2"),
        ("[As,Kd]", "As, Kd"),
        ("[As]s", "[As]*s"),
        ("A[sh]", "As, Ah"),
        ("[s,h]", "*s, *h"),
        ("akqj", "AKQJ"),
        ("10 ", "T"),
        ("A\u{2660}\u{fe0f}K\u{2665}", "AsKh"),
        ("KK\u{2013}TT, 66\u{2212}, [A\u{2011}T]", "KK-TT, 66-, [A-T]"),
        ("top 15%$ds", "15%$ds"),
        ("Top5 %, 10 %\u{2212}15 %", "5%, 10%-15%"),
        ("AA!AAA", "AA!(AAA)"),
        ("AA!!AAA", "AA:AAA"),
        ("AA:!KK", "AA!KK"),
        ("!KK:AA", "AA!KK"),
        ("AA,KK:xxyy", "AA,(KK:xxyy)"),
        ("AA,KK$ds", "AA,(KK:$ds)"),
        ("(AA,KK)$ds$tp", "(AA,KK):$ds:$tp"),
        ("AA!KK$ds", "AA!(KK:$ds)"),
        ("$ds$np", "$ds:$np"),
        ("Random!AA", "!AA"),
        ("((( AA )), KK )", "AA,KK"),
        ("AA:KK!QQ:JJ", "((AA:KK)!QQ):JJ"),
        ("AAxx", "Ax*xA"),
    ] {
        assert_eq!(hands(text, 4), hands(same, 4), "{text} and {same}");
    }
    assert_eq!(count(&format!("{}AA{}", "(".repeat(64), ")".repeat(64)), 4), 6_961);
}

#[test]
fn an_item_that_comes_again_changes_nothing() {
    for (text, once) in [
        ("AA, AA,AA ", "AA"),
        ("AA, KK, AA, KK!AA, KK", "AA, KK"),
        ("A[s,h],K, A[s,h],[s,h]", "As, Ah, K, *s, *h"),
        ("(AA, KK):$ds, QQ, (AA, KK):$ds", "(AA, KK):$ds, QQ"),
        ("AA!KK, !!AA!KK, AA!KK", "AA!KK"),
        ("!AA, AA!AAA, !AA", "!AA, AA!AAA"),
        ("((AA, AA), AA)!(KK, KK)", "AA!KK"),
    ] {
        assert_eq!(hands(text, 4), hands(once, 4), "{text} and {once}");
    }
    for (text, position) in [("AA, AA, ", 6), ("AA, AA, AA)", 10), ("AA, , AA", 4), ("AA, (AA, AA", 4), ("AA, AA!", 6)]
    {
        let Err(pokerbits::Error::InvalidRange { position: found, .. }) = OmahaRange::parse(text, 4) else {
            panic!("{text} is no range");
        };
        assert_eq!(found, Some(position), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_shown() {
    for (text, position, token, why) in [
        ("", 0, "", "expected hands"),
        ("  ", 0, "", "expected hands"),
        ("AA,", 2, ",", "hands should follow"),
        ("AA, ", 2, ",", "hands should follow"),
        (",AA", 0, ",", "expected hands"),
        ("AA KK", 3, "K", "a comma goes between hands"),
        ("AA $ds", 3, "$", "a comma goes between hands"),
        ("AA(KK)", 2, "(", "a comma goes between hands"),
        ("(AA)KK", 4, "K", "a comma goes between hands"),
        ("AA)", 2, ")", "closes no parenthesis"),
        ("(AA:(KK)", 0, "(", "has no end"),
        ("()", 1, ")", "expected hands"),
        ("101%", 0, "101%", "from 0 to 100"),
        ("AA, 5%-", 4, "5%-", "from 0 to 100"),
        ("5%-10", 0, "5%-10", "from 0 to 100"),
        ("5.5.5%", 0, "5.5.5%", "from 0 to 100"),
        ("A5%", 2, "%", "no weights"),
        ("AA 22%", 3, "2", "a comma goes between hands"),
        ("50% AA", 4, "A", "a comma goes between hands"),
        ("0.5:AA", 0, "0", "no weights"),
        (".5:AA", 0, ".", "no weights"),
        ("AA:0.5", 3, "0", "no weights"),
        ("AA@50", 2, "@", "no weights"),
        ("JJ- 99", 4, "9", "a comma goes between hands"),
        ("RRON", 0, "R", "$op"),
        ("AAX", 2, "X", "w, x, y and z"),
        ("AA, KQo", 6, "o", "AxKy"),
        ("JRON", 1, "R", "no letters stand for ranks"),
        ("{AKQ}", 0, "{", "$np"),
        ("$rb", 0, "$rb", "double-suited"),
        ("AA$", 2, "$", "double-suited"),
        ("AA$dsss", 5, "s", "a comma goes between hands"),
        ("AA=", 2, "=", "U+003D EQUALS SIGN: a weight is written"),
        ("\"AA\"", 0, "\"", "U+0022 QUOTATION MARK: write the range without quotes"),
        ("AA\u{200b}", 2, "\u{200b}", "U+200B ZERO WIDTH SPACE: remove"),
        ("AA / KK", 3, "/", "expected a comma"),
        ("top", 1, "o", "AxKy"),
        ("AKQJT9", 0, "AKQJT", "a hand has 4"),
        ("KK, AsAs", 4, "AsAs", "no hand of 4 cards"),
        ("KK, AAAAA-22222", 4, "AAAAA", "a hand has 4"),
        ("AA:KK:QQ", 0, "AA:KK:QQ", "no hand of 4 cards"),
        ("!*", 0, "!*", "no hand of 4 cards"),
        ("AK+", 0, "AK+", "A cannot"),
        ("A2-", 0, "A2-", "2 cannot"),
        ("[AK]+", 0, "[AK]+", "give every card one rank"),
        ("xx+", 0, "xx+", "give every card one rank"),
        ("KK++", 3, "+", "one + or -"),
        ("KK-TTT", 0, "KK-TTT", "both ends"),
        ("KQ-T8", 0, "KQ-T8", "both ends"),
        ("AxKx-AxTy", 0, "AxKx-AxTy", "both ends"),
        ("[AK]T-[QJ]T", 0, "[AK]T-[QJ]T", "both ends"),
        ("KK-QQ-JJ", 5, "-", "one + or -"),
        ("[A", 0, "[", "no end"),
        ("[]", 0, "[", "square brackets"),
        ("[A-]", 0, "[", "square brackets"),
        ("[Ax]", 0, "[", "behind the brackets"),
        ("shdx", 0, "shdx", ""),
        ("shdcx", 0, "shdcx", "a hand has 4"),
        ("AsAhAdAxy", 0, "AsAhAdAxy", "a hand has 4"),
        ("shdxy", 0, "shdxy", "a hand has 4"),
        ("AA;KK", 2, ";", "comma"),
    ] {
        match OmahaRange::parse(text, 4) {
            Err(Error::InvalidRange { position: Some(at), token: shown, message }) => {
                assert_eq!((at, &shown[..]), (position, token), "{text}: {message}");
                assert!(message.contains(why), "{text}: {message}");
            }
            Ok(range) if why.is_empty() => assert_eq!(range.hands().len(), 28_561),
            other => panic!("{text}: {other:?}"),
        }
    }
    let deep = "(".repeat(100_000);
    let error = OmahaRange::parse(&deep, 4).unwrap_err().to_string();
    assert!(error.contains("more than 64 parentheses") && error.contains("position 64"), "{error}");
    let error = OmahaRange::parse("[sh][dc]xA", 4).unwrap_err().to_string();
    assert!(error.contains("more than four"), "{error}");
    for wrong in [0, 2, 7, usize::MAX] {
        let error = OmahaRange::parse("AA", wrong).unwrap_err();
        assert_eq!(error, Error::InvalidArgument(format!("expected 3, 4, 5 or 6 hole cards, found {wrong}")));
    }
}

/// Every pattern here reads each hand.
#[test]
fn patterns_are_what_the_oracle_reads() {
    let ranks = |text: &str| -> Vec<(Option<Rank>, Option<char>)> {
        let mut cards = Vec::new();
        for c in text.chars() {
            match Rank::from_char(c) {
                Some(rank) => cards.push((Some(rank), None)),
                None if c == '*' => cards.push((None, None)),
                None => cards.last_mut().unwrap().1 = Some(c),
            }
        }
        cards
    };
    for text in ["AxAy*x*y", "AAKx*x", "AsAxKx", "*w*x*y", "2x2y2z"] {
        let said = Said::Cards(ranks(text));
        let expected: Vec<_> = FOUR.iter().copied().filter(|&hand| said.holds(hand)).collect();
        assert_eq!(hands(text, 4), expected, "{text}");
    }
}

fn said() -> impl Strategy<Value = Said> {
    let card = (
        prop_oneof![1 => Just(None), 3 => (0..13u8).prop_map(Rank::new)],
        prop_oneof![3 => Just(None), 1 => prop::sample::select("cdhswxyz".chars().collect::<Vec<_>>()).prop_map(Some)],
    );
    let leaf = prop_oneof![
        2 => prop::collection::vec(card, 1..5).prop_map(Said::Cards),
        1 => prop::sample::select(vec!["ds", "ss", "np", "op", "tp", "nt"]).prop_map(Said::Shape),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Said::Or(a.into(), b.into())),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Said::And(a.into(), b.into())),
            inner.prop_map(|a| Said::Not(a.into())),
        ]
    })
}

/// Pieces of the text of ranges.
const PIECES: [&str; 36] = [
    "A", "K", "T", "2", "10", "x", "y", "z", "s", "h", "d", "\u{2660}", "+", "-", ",", ",", " ", "!", ":", "(", ")",
    "[", "]", "$ds", "$ss", "$np", "$", "*", "random", "AA", "KK", "QJ", "X", "%", "\0", "\u{fe0f}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ranges_are_what_the_oracle_reads(said in said(), from in 0..997usize) {
        match OmahaRange::parse(&said.text(), 4) {
            Ok(range) => {
                for &hand in FOUR.iter().skip(from).step_by(997) {
                    prop_assert_eq!(range.hands().binary_search_by_key(&hand.bits(), |h| h.bits()).is_ok(), said.holds(hand));
                }
            }
            // A pattern in it, or all of it, may hold no hand.
            Err(error) => {
                let why = error.to_string();
                prop_assert!(why.contains("cards matches") || why.contains("more than four"), "{}", why);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operators_are_those_of_sets(a in said(), b in said()) {
        let (Ok(left), Ok(right)) = (OmahaRange::parse(&a.text(), 4), OmahaRange::parse(&b.text(), 4)) else {
            return Ok(());
        };
        let has = |range: &OmahaRange, hand: &CardSet| range.hands().binary_search_by_key(&hand.bits(), |h| h.bits()).is_ok();
        let chosen = |keep: &dyn Fn(bool, bool) -> bool| -> Vec<CardSet> {
            FOUR.iter().copied().filter(|hand| keep(has(&left, hand), has(&right, hand))).collect()
        };
        let (a, b) = (a.text(), b.text());
        prop_assert_eq!(hands(&format!("{a},{b}"), 4), chosen(&|a, b| a || b));
        prop_assert_eq!(hands(&format!("({a}):({b})"), 4), chosen(&|a, b| a && b));
        prop_assert_eq!(hands(&format!("({a})!({b})"), 4), chosen(&|a, b| a && !b));
        prop_assert_eq!(hands(&format!("!({a})"), 4), chosen(&|a, _| !a));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_range_or_an_error(text in any::<String>(), pieces in prop::collection::vec(0..PIECES.len(), 0..12)) {
        for text in [text, pieces.into_iter().map(|at| PIECES[at]).collect()] {
            match OmahaRange::parse(&text, 4) {
                Ok(range) => prop_assert!(range.hands().windows(2).all(|pair| pair[0].bits() < pair[1].bits())),
                Err(Error::InvalidRange { position: Some(at), message, .. }) => {
                    prop_assert!(at <= text.chars().count(), "{}", message);
                }
                Err(error) => return Err(TestCaseError::fail(error.to_string())),
            }
        }
    }
}

/// The best hands by the table of odds; classes are not split.
#[test]
fn percentages_are_the_best_hands() {
    let hands = |text: &str| OmahaRange::parse(text, 4).unwrap().into_hands();
    let all = hands("*");
    let mut shares: Vec<_> = all.iter().map(|&hand| omaha_top_share(hand).unwrap()).collect();
    for percent in ["0.01", "7.5", "15", "99.999", "100"] {
        let limit: f64 = percent.parse::<f64>().unwrap() / 100.0;
        let best = hands(&format!("{percent}%"));
        assert!(best.len() as f64 >= limit * all.len() as f64);
        // All are better than the others, and the worst class is needed.
        let worst = best.iter().map(|&hand| omaha_odds(hand).unwrap().equity()).fold(1.0, f64::min);
        let better = all.iter().filter(|&&hand| omaha_odds(hand).unwrap().equity() >= worst).count();
        assert_eq!(better, best.len());
        assert!(
            (all.iter().filter(|&&hand| omaha_odds(hand).unwrap().equity() > worst).count() as f64) < limit * 270_725.0
        );
    }
    shares.sort_by(f64::total_cmp);
    assert_eq!((shares[0], shares[270_724]), (6.0 / 270_725.0, 1.0));
    assert_eq!(hands("5%-10%"), hands("10%!5%"));
    assert_eq!(hands("10%-5%"), hands("5%-10%"));
    assert_eq!(hands("0%, AAAA").len(), 1);
    assert_eq!(hands("15%$ds:AA, 1%"), hands("(15%:$ds:AA), 1%"));
    assert_eq!(hands("(100%)"), all);
    let refused = OmahaRange::parse("AA, 15%", 5).unwrap_err().to_string();
    assert!(refused.contains("only hands of 4 cards have an order"), "{refused}");
}
