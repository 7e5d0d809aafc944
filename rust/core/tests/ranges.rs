//! Ranges: the text against a slow reading of every combo, what is refused, and what is printed.

use pokerbits::cards::{COMBO_COUNT, COMBOS, class_of, hand_class_name};
use pokerbits::hand_strength::moments;
use pokerbits::ranges::{Dialect, OnConflict, Range};
use pokerbits::{Error, Run};
use proptest::prelude::*;

fn range(text: &str) -> Range {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The message of a text that is not a range, and the position.
fn refused(text: &str) -> (String, usize) {
    match text.parse::<Range>() {
        Err(Error::InvalidRange { position: Some(position), message, .. }) => (message, position),
        other => panic!("{text}: {other:?}"),
    }
}

/// The hand classes that a range holds whole, in the order of their numbers; panics at one that it holds in part.
fn classes(text: &str) -> Vec<String> {
    let range = range(text);
    let mut weights: Vec<Option<f64>> = vec![None; 169];
    for ([low, high], &weight) in COMBOS.into_iter().zip(range.weights()) {
        let before = weights[usize::from(class_of([low, high]).unwrap())].replace(weight);
        assert!(before.is_none_or(|before| before.to_bits() == weight.to_bits()), "{text}");
    }
    (0..169u8).filter(|&class| weights[usize::from(class)] == Some(1.0)).map(|c| hand_class_name(c).unwrap()).collect()
}

fn same_classes(text: &str, expected: &str) {
    let mut expected: Vec<String> = expected.split(' ').map(Into::into).collect();
    let mut found = classes(text);
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn steps_take_classes() {
    for (text, expected) in [
        ("QQ+", "QQ KK AA"),
        ("66-", "66 55 44 33 22"),
        ("TT-77", "TT 99 88 77"),
        ("77-TT", "TT 99 88 77"),
        ("AK", "AKs AKo"),
        ("KA", "AKs AKo"),
        ("aKS", "AKs"),
        ("109s", "T9s"),
        ("1010", "TT"),
        ("T9s+", "T9s JTs QJs KQs AKs"),
        ("AKs+", "AKs"),
        ("J9s+", "J9s JTs"),
        ("AQs+", "AQs AKs"),
        ("A5s+", "A5s A6s A7s A8s A9s ATs AJs AQs AKs"),
        ("A5s-", "A5s A4s A3s A2s"),
        ("54o-", "54o 43o 32o"),
        ("J9s-", "J9s J8s J7s J6s J5s J4s J3s J2s"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("JTs-65s", "JTs T9s 98s 87s 76s 65s"),
        ("J9o-75o", "J9o T8o 97o 86o 75o"),
        ("65s-JTs", "JTs T9s 98s 87s 76s 65s"),
        ("AxKx", "AKs"),
        ("AxKy", "AKo"),
        ("AzTz+", "ATs AJs AQs AKs"),
        ("7x7y", "77"),
        ("AA;KK\nQQ  JJ,,TT,", "AA KK QQ JJ TT"),
        ("22-33 AXs", "22 33 A2s A3s A4s A5s A6s A7s A8s A9s ATs AJs AQs AKs"),
    ] {
        same_classes(text, expected);
    }
    assert_eq!(["2X", "KXo", ""].map(|text| range(text).total().to_bits()), [192.0, 144.0, 0.0].map(f64::to_bits));
    for text in ["random", "any", "ANY", "*", "XX", "100%", "22+,32s-,AXs,KX,QX,JX,TX,9X,8X,7X,6X,5X,4X,3X,2X"] {
        assert_eq!(range(text), Range::full(), "{text}");
    }
}

#[test]
fn the_kicker_dialect_climbs_with_one_card() {
    let kicker = |text| Range::parse(text, Dialect::Kicker, OnConflict::Error).unwrap();
    for (text, expected) in
        [("T9s+", "T9s"), ("KQs+", "KQs"), ("J9s+", "J9s,JTs"), ("QQ+", "QQ,KK,AA"), ("43s-", "43s,42s")]
    {
        assert_eq!(kicker(text), range(expected), "{text}");
    }
}

#[test]
fn a_text_without_a_dialect_is_read_and_compared() {
    let undecided = |text| Range::parse_undecided(text, OnConflict::Error, &mut Run::new(1)).unwrap();
    for text in ["T9s+", "KQ+", "AA, 0.5:65s-, 22", "9s8s-", "50%(54o+)", "random, !KQs+", "0.5:65s-, 0.25:63s"] {
        assert_eq!(undecided(text), (range(text), true), "{text}");
    }
    // Without neighbours or steps, at the ends, and where other items have the same combos.
    for text in ["", "22+, A2s+, J9s+, 66-", "T9s", "JTs-65s", "AK+", "32s-", "KQs+, AKs", "random, T9s+", "0:T9s+"] {
        assert_eq!(undecided(text), (range(text), false), "{text}");
    }
    assert!(Range::parse_undecided("AKs, 0.5:KQs+", OnConflict::Error, &mut Run::new(1)).is_err());
}

#[test]
fn cards_keep_their_suits() {
    for (text, expected) in [
        ("8s8h+", "8s8h 9s9h TsTh JsJh QsQh KsKh AsAh"),
        ("8h8s-", "8s8h 7s7h 6h6s 5s5h 4s4h 3s3h 2s2h"),
        ("9d8d-6d5d", "9d8d 8d7d 7d6d 6d5d"),
        ("AsKx", "AsKc AsKd AsKh"),
        ("KsAx", "AcKs AdKs AhKs"),
        ("AxKs", "AcKs AdKs AhKs"),
        ("AsAx", "AsAc AsAd AsAh"),
        ("AsQx+", "AsQc AsQd AsQh AsKc AsKd AsKh"),
        ("A♠\u{fe0f}K♥", "AsKh"),
        ("aSKH", "AsKh"),
        ("10s9s+", "Ts9s JsTs QsJs KsQs AsKs"),
    ] {
        assert_eq!(range(text), range(expected), "{text}");
    }
}

#[test]
fn weights_are_what_they_say() {
    for (text, expected) in [
        ("0.5:KQo", 6.0),
        ("KQo:0.5", 6.0),
        ("QQ@50", 3.0),
        ("22:0.5", 3.0),
        ("1:22", 6.0),
        ("1010:.5", 3.0),
        ("[50]QQ,JJ[/50],AA", 12.0),
        ("[50.0]QQ[/50]", 3.0),
        ("50%(AK)", 8.0),
        ("0.5(AK)", 8.0),
        ("0.5(50%(AK), QQ)", 4.0 + 3.0),
        ("0:AK, QQ", 6.0),
        ("0.5:100%", 663.0),
        ("AK, !AhKh", 15.0),
        ("!AhKh AK", 15.0),
        ("AK, 50%(QQ, !QsQh, KK)", 16.0 + 5.5),
        ("QsQh, 0.5(QQ, !QsQh)", 3.5),
    ] {
        assert_eq!(range(text).total().to_bits(), f64::to_bits(expected), "{text}");
    }
    assert_eq!(range("[29]AA[/29]"), range("0.29:AA"));
    assert_eq!(range("[0.1]AA[/0.1]"), range("0.001:AA"));
}

/// As solvers and equity calculators write them, and as typography changes them.
#[test]
fn texts_of_other_programs() {
    for (text, expected) in [
        ("AA: 1,KK: 0.5, 0.25: QQ", "AA, 0.5:KK, 0.25:QQ"),
        ("2d2c: 1,AhKs: 0.355", "2d2c, 0.355:AhKs"),
        ("22: 1, 22", "22"),
        ("Ax", "AX"),
        ("Axs, Kxo", "AXs, KXo"),
        ("22+ Ax+ K2s+", "22+, AX, K2s+"),
        ("Kx+", "AX, KX"),
        ("A*, K?s, Q*o", "AX, KXs, QXo"),
        ("K*+", "AX, KX"),
        ("**", "random"),
        ("??", "random"),
        ("As*, 2\u{2665}?", "As*, 2hX"),
        ("0.5:10cX", "0.5:Tc*"),
        ("QXs+", "A2s+, K2s+, Q2s+"),
        ("AA:1e-05", "0.00001:AA"),
        ("1E-3:AA, KK:5e-1, QQ@5e+1", "0.001:AA, 0.5:KK, 0.5:QQ"),
        ("AA:1.00001, 1.0001:KK, QQ@100.01, [100.005]JJ[/100.005]", "JJ+"),
        ("AKs:50%, AQs: 50 %, AJs@50%, ATs@ 50", "0.5:ATs+"),
        ("AKs@0.5%, AQs:0.5%, AJs@1.5", "0.005:AKs, 0.005:AQs, 0.015:AJs"),
        ("AKs@0, AQs", "0:AKs, AQs"),
        ("[25%]AA[/25%], 50 %(KK)", "0.25:AA, 0.5:KK"),
        ("A5s\u{2013}A2s, 66\u{2212}, TT\u{2010}88", "A5s-A2s, 66-, TT-88"),
        ("5%\u{2212}10%", "5%-10%"),
        ("15 %", "15%"),
        ("top 15%, !AA", "15%, !AA"),
        ("AA, Top15 %; TOP  5%", "15%"),
        ("top 5%-10%", "5%-10%"),
        ("0.5(top 15 %), 20 %-25 %", "0.5:15%, 20%-25%"),
        ("0.5: top 15%", "0.5:15%"),
        ("AA,\u{a0}KK", "KK+"),
    ] {
        assert_eq!(range(text), range(expected), "{text}");
    }
}

/// A known card beside any other: also beside one of its rank.
#[test]
fn one_card_may_be_known() {
    for text in ["As*", "As?", "AsX"] {
        let known = range(text);
        let held = COMBOS.iter().zip(known.weights()).filter(|(_, weight)| **weight > 0.0);
        let held: Vec<_> = held.map(|(combo, _)| *combo).collect();
        assert!(held.len() == 51 && held.iter().all(|combo| combo.contains(&51)), "{text}");
    }
}

#[test]
fn percentages_and_open_runs_stand_beside_commas() {
    for (text, expected) in [
        ("AA ,\n15% ; KK", "15%"),
        (" 15% ", "15%"),
        ("15%, !AA !KK", "15%, !AA, !KK"),
        ("0.5( 15% )", "0.5:15%"),
        ("[50] 15% [/50]", "0.5:15%"),
        ("JJ- , KK", "22-JJ, KK"),
        ("KK JJ- !55", "22-JJ, KK, !55"),
        ("1(66- )", "22-66"),
    ] {
        assert_eq!(range(text), range(expected), "{text}");
    }
    assert_eq!(range("22+, !15%"), range("22+") - range("15%"));
}

#[test]
fn conflicts_are_named_or_decided() {
    let text = "KQo, 0.5:KQ";
    let (message, position) = refused(text);
    assert_eq!(position, 5);
    assert!(message.contains("\"0.5:KQ\"") && message.contains("\"KQo\""), "{message}");
    let decided = |rule| Range::parse(text, Dialect::Both, rule).unwrap();
    assert_eq!(decided(OnConflict::First), range("KQo, 0.5:KQs"));
    assert_eq!(decided(OnConflict::Last), range("0.5:KQ"));
    assert_eq!(decided(OnConflict::Max), range("KQo, 0.5:KQs"));
    assert_eq!(range("AK, AKs, 1.0:AKo"), range("AK"));
    assert!("AK, 0:AKs".parse::<Range>().is_err());
}

#[test]
fn long_texts_are_not_repeated_whole() {
    let long = "5".repeat(1 << 20);
    for text in [format!("0.{long}:KQ, KQo"), format!("KQ, {long}"), format!("KQ@{long}"), format!("[{long}]KQ")] {
        let (message, _) = refused(&text);
        assert!(message.len() < 1000, "{} characters", message.len());
    }
}

/// Texts are refused at these positions, with these words.
fn are_refused(texts: &[(&str, usize, &str)]) {
    for &(text, at, why) in texts {
        let (message, position) = refused(text);
        assert!(message.contains(why), "{text:?}: {message}");
        assert_eq!(position, at, "{text:?}: {message}");
        assert!(message.starts_with("cannot read \"") && message.ends_with('^'), "{message}");
    }
}

#[test]
fn what_is_no_range_is_shown() {
    are_refused(&[
        ("QQ+, AKss", 5, "AxKx is suited; did you mean AKs?"),
        ("77s", 0, "did you mean 77?"),
        ("AAs", 0, "did you mean AA?"),
        ("22+, AAo-KKo", 5, "did you mean AA?"),
        ("xx", 0, "XX, any or random"),
        ("AKs hello", 4, "expected hands"),
        ("As", 0, "one card is not a hand"),
        ("As Ks", 0, "one card is not a hand"),
        ("As*+", 0, "a card is followed by another one"),
        ("As*s", 0, "a card is followed by another one"),
        ("A*-K*", 0, "takes + but no -"),
        ("?A", 0, "expected hands"),
        ("AsK", 0, "both cards have a suit, or none"),
        ("AKh", 0, "both cards have a suit, or none"),
        ("A", 0, "two ranks"),
        ("AsAs", 0, "the same card twice"),
        ("AxAx", 0, "different suits"),
        ("A5s - A2s", 4, "a run of hands without blanks"),
        ("A5s -A2s", 4, "a run of hands without blanks"),
        ("any two", 4, "any two cards are written random"),
        ("anyTwo", 0, "any two cards are written random"),
        ("QQ+, ATC", 5, "any two cards are written random"),
        ("A5s-A2", 0, "suits of both ends"),
        ("A5s-A2o", 0, "suits of both ends"),
        ("A5s-K5s", 0, "same high card"),
        ("AA-A2", 0, "same high card"),
        ("9d8d-6d5h", 0, "suits of both ends"),
        ("AXs-KXs", 0, "takes + but no -"),
        ("Kx-", 0, "takes + but no -"),
        ("Aw", 0, "did you mean AX?"),
        ("AxK", 0, "both cards have a suit, or none"),
        ("AK+s", 0, "did you mean AKs+?"),
        ("AKs++", 0, "one + or -"),
        ("AKsQQ", 0, "a comma or a blank"),
        ("AKs.QQ", 0, "expected hands"),
        ("1.5:AK", 0, "from 0 to 1"),
        ("50:AK", 0, "from 0 to 1"),
        ("-0.5:AK", 0, "from 0 to 1"),
        ("nan:AK", 0, "from 0 to 1"),
        ("inf:AK", 0, "from 0 to 1"),
        ("AK:2", 3, "from 0 to 1"),
        ("AK:-0.1", 3, "from 0 to 1"),
        ("AK:nan", 3, "from 0 to 1"),
        ("50%:AK", 4, "from 0 to 1"),
        ("AK:", 0, "from 0 to 1"),
        ("QQ@101", 3, "from 0 to 100"),
        ("QQ@", 0, "from 0 to 100"),
        ("0.5:QQ:0.5", 0, "two weights"),
        ("0.5:", 0, "expected hands"),
        (":0.5", 0, "expected hands"),
        ("101%", 0, "a percentage of all hands"),
        ("-5%", 0, "a percentage of all hands"),
        ("5-10%", 0, "a percentage of all hands"),
        ("KQs 50%", 4, "a weight is written 0.5:KQs"),
        ("50% KQs", 0, "a weight is written 0.5:KQs"),
        ("A2s+ 50%, KK", 5, "stands alone between commas"),
        ("KK, A2s+ 50%", 9, "stands alone between commas"),
        ("KK; 50%\tA2s+", 4, "stands alone between commas"),
        ("KQs\n5%-10%", 4, "stands alone between commas"),
        ("15% 20%", 0, "stands alone between commas"),
        ("0.5:50% KQs", 4, "stands alone between commas"),
        ("22+ !15%", 5, "stands alone between commas"),
        ("!77 15%", 4, "stands alone between commas"),
        ("0.5(AA) 15%", 8, "stands alone between commas"),
        ("15% 0.5(AA)", 0, "stands alone between commas"),
        ("[50]AA[/50] 15%", 12, "stands alone between commas"),
        ("0.5(15% AA)", 4, "stands alone between commas"),
        ("5% - 10%", 0, "stands alone between commas"),
        ("JJ- 99", 0, "write a comma behind -"),
        ("AA, A5s-\nA2s", 4, "write a comma behind -"),
        ("0.5:JJ- 0.5:99", 4, "write a comma behind -"),
        ("JJ- (99)", 0, "write a comma behind -"),
        ("QQ, 50%(AK", 4, "no end"),
        ("[50]AK", 0, "no end"),
        ("AK)", 2, "closes no group"),
        ("AK[/50]", 2, "closes no group"),
        ("[50](AK[/50]", 4, "from 0 to 1"),
        ("[50]1(AK[/50])", 8, "closes no group"),
        ("[50]AK[/60]", 6, "the number that it opens with"),
        ("[150]AK[/150]", 0, "from 0 to 100"),
        ("[50", 0, "square brackets"),
        ("2(AK)", 0, "from 0 to 1"),
        ("AK(QQ)", 0, "from 0 to 1"),
        ("150%(AK)", 0, "from 0 to 100"),
        ("!0.5:AK", 0, "excludes whole hands"),
        ("AA, !50%(AK)", 4, "excludes whole hands"),
        ("!", 0, "expected hands"),
        ("AA,!", 3, "expected hands"),
        ("50%(AK)QQ", 7, "a comma or a blank"),
    ]);
}

#[test]
fn characters_and_weights_that_cannot_be_read_are_shown() {
    are_refused(&[
        ("\0", 0, "U+0000 is not a character of a range"),
        ("AA ~ KK", 3, "U+007E is not a character of a range"),
        ("\u{ff21}K", 0, "U+FF21 is not a character of a range"),
        ("AA, {50}QQ", 4, "U+007B LEFT CURLY BRACKET: a weight is written 0.5:QQ or QQ@50"),
        ("AA=0.5", 2, "U+003D EQUALS SIGN: a weight is written"),
        ("\"QQ+, AKs\"", 0, "U+0022 QUOTATION MARK: write the range without quotes"),
        ("'AA:0.5'", 0, "U+0027 APOSTROPHE: write the range without quotes"),
        ("AA:0.5\u{201d}", 6, "U+201D RIGHT DOUBLE QUOTATION MARK: write the range without quotes"),
        ("\u{feff}AA", 0, "U+FEFF ZERO WIDTH NO-BREAK SPACE: remove this invisible character"),
        ("AA,\u{200b}KK", 3, "U+200B ZERO WIDTH SPACE: remove"),
        ("AKs@0.5", 4, "write KQo:0.5 for one half, or KQo@0.5% for half a percent"),
        ("AKs@1", 4, "1 or less could be meant as a fraction"),
        ("AKs@ 1e-3", 5, "1 or less could be meant as a fraction"),
        ("AA:1.00011", 3, "from 0 to 1"),
        ("1.00011:AA", 0, "from 0 to 1"),
        ("AA@100.011", 3, "from 0 to 100"),
        ("AA:1e", 3, "from 0 to 1"),
        ("AA:e5", 3, "from 0 to 1"),
        ("AA:1e+99999999999", 3, "from 0 to 1"),
        ("AA:-1e-3", 3, "from 0 to 1"),
        ("AA:101%", 3, "from 0 to 100"),
        ("AA:%", 3, "from 0 to 100"),
        ("AA: ", 0, "from 0 to 1"),
        ("AA: KK", 4, "from 0 to 1"),
        ("100: AA, AKs, 75: AQs", 0, "from 0 to 1"),
        ("50%()", 0, "gives no hands a weight"),
        ("AA, 0.5( , )", 4, "gives no hands a weight"),
        ("[50][/50]", 0, "gives no hands a weight"),
        ("AA [50]!KK[/50]", 3, "gives no hands a weight"),
        ("0.5(0.5())", 4, "gives no hands a weight"),
        ("@50", 0, "expected hands"),
        ("50%:", 0, "from 0 to 1"),
        ("KK, top", 4, "a percentage of all hands"),
        ("top 15", 0, "a percentage of all hands"),
        ("top AA", 0, "a percentage of all hands"),
        ("KQs top 50%", 4, "a weight is written 0.5:KQs"),
        ("KQs 50 %", 4, "a weight is written 0.5:KQs"),
        ("101 %", 0, "a percentage of all hands"),
        ("%", 0, "a percentage of all hands"),
    ]);
}

#[test]
fn the_caret_stands_under_the_token() {
    let (message, _) = refused("QQ+,\nAKss, 77");
    assert_eq!(message.lines().skip(1).collect::<Vec<_>>(), ["  QQ+, AKss, 77", "       ^^^^"]);
    let (message, position) = refused(&format!("{} A♠\u{fe0f}K♥, Q! {}", "QQ, ".repeat(100), "KK, ".repeat(100)));
    let lines: Vec<&str> = message.lines().collect();
    let caret = lines[2].find('^').unwrap();
    assert_eq!((position, lines[1].chars().nth(caret), lines[2].len()), (408, Some('Q'), caret + 2));
    assert!(lines[1].starts_with("  ...") && lines[1].ends_with("..."), "{message}");
    // A token of any length does not make the message longer.
    assert!(refused(&"A".repeat(100_000)).0.len() < 400);
}

#[test]
fn groups_nest_as_deep_as_they_like() {
    let deep = 100_000;
    let half = format!("{}AA, 0.5:KK{}", "0.5(".repeat(3), ")".repeat(3));
    assert_eq!(range(&half), range("0.125:AA, 0.0625:KK"));
    assert_eq!(range(&format!("{}AA{}", "1(".repeat(deep), ")".repeat(deep))).total().to_bits(), 6f64.to_bits());
}

#[test]
fn canonical_texts() {
    for (text, canonical) in [
        ("", ""),
        ("AA", "AA"),
        ("KK, AA", "KK+"),
        ("AA-22", "22+"),
        ("66-", "66-22"),
        ("AKo, AKs, QQ", "QQ, AKs, AKo"),
        ("A2s-AKs", "A2s+"),
        ("A5s-", "A5s-A2s"),
        ("KQs+", "AKs-KQs"),
        ("JTs-65s, J9s", "JTs-65s, J9s"),
        ("J9s, J8s, T9s", "J9s-J8s, T9s"),
        ("KTs+", "KTs+"),
        ("*", "random"),
        ("0.5:*", "0.5:random"),
        ("0.50:QQ+, 0.25:AKs, AQs", "0.5:QQ+, 0.25:AKs, AQs"),
        ("KhAh, AA", "AA, AhKh"),
        ("AK, 0.25:QsQh", "AKs, AKo, 0.25:QsQh"),
        ("AKo, !AhKd", "AsKh, AsKd, AsKc, AhKs, AhKc, AdKs, AdKh, AdKc, AcKs, AcKh, AcKd"),
        ("0:AA", ""),
    ] {
        assert_eq!(range(text).to_string(), canonical, "{text}");
    }
}

/// The printer never climbs from neighbours with `+`, so its text means the same in every dialect.
fn round_trips(range: &Range) {
    for dialect in [Dialect::Both, Dialect::Kicker] {
        for text in [range.to_string(), range.to_pio(), range.to_gto_plus()] {
            let back = Range::parse(&text, dialect, OnConflict::Error);
            assert_eq!(back.as_ref(), Ok(range), "{text}");
        }
    }
}

fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![3 => Just(0.0), 3 => Just(1.0), 2 => (0..=100u8).prop_map(|p| f64::from(p) / 100.0), 1 => 0.0..=1.0f64]
}

proptest! {
    #[test]
    fn texts_read_back(by_class in prop::collection::vec(weight(), 169), others in prop::collection::vec((0..COMBO_COUNT, weight()), 0..20)) {
        let mut weights = COMBOS.map(|[low, high]| by_class[usize::from(class_of([low, high]).unwrap())]);
        for (combo, weight) in others {
            weights[combo] = weight;
        }
        round_trips(&Range::from_weights(&weights).unwrap());
    }

    #[test]
    fn sparse_texts_read_back(weights in prop::collection::vec(prop_oneof![9 => Just(0.0), 1 => weight()], COMBO_COUNT)) {
        round_trips(&Range::from_weights(&weights).unwrap());
    }

    #[test]
    fn sets_of_classes_read_back(held in prop::collection::vec(any::<bool>(), 169)) {
        let weights = COMBOS.map(|[low, high]| f64::from(held[usize::from(class_of([low, high]).unwrap())]));
        round_trips(&Range::from_weights(&weights).unwrap());
    }

    #[test]
    fn exact_weights_are_the_weights(weights in prop::collection::vec(weight(), COMBO_COUNT)) {
        let range = Range::from_weights(&weights).unwrap();
        let Some(exact) = range.exact().unwrap() else { return Ok(()) };
        for (&numerator, weight) in exact.numerators.iter().zip(weights) {
            prop_assert!((numerator as f64 / exact.denominator as f64 - weight).abs() < 1e-15);
        }
        prop_assert!(exact.denominator <= 1_000_000_000_000_000_000);
    }

    #[test]
    fn taking_away_twice_is_nothing(weights in prop::collection::vec((0..=1000u16).prop_map(|n| f64::from(n) / 1000.0), COMBO_COUNT)) {
        let range = Range::from_weights(&weights).unwrap();
        prop_assert_eq!(&!!&range, &range);
        prop_assert_eq!((&range - &range).total().to_bits(), 0);
    }
}

#[test]
fn the_best_hands_are_those_of_the_exact_equity() {
    let run = &mut Run::new(2);
    let mut order: Vec<(f64, u8)> = Vec::new();
    for [low, high] in COMBOS {
        let class = class_of([low, high]).unwrap();
        if order.iter().all(|&(_, known)| known != class) {
            order.push((moments(&[low, high], &[], run).unwrap().mean(), class));
        }
    }
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut held = Range::empty();
    let mut combos = 0.0;
    for (_, class) in order {
        let name = hand_class_name(class).unwrap();
        held = held | range(&name);
        // A hair more than the share before the class takes it whole, and no other.
        let percent = 100.0 * combos / 1326.0 + 1e-9;
        assert_eq!(range(&format!("{percent:.9}%")), held, "{name}");
        combos = held.total();
    }
    assert_eq!(range("5%-10%"), range("10%") - range("5%"));
    assert_eq!(range("10%-5%"), range("5%-10%"));
}
