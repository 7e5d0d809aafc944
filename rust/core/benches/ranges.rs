//! Reading and printing ranges. Answers are checked before they count.

use divan::{Bencher, black_box};
use pokerbits::ranges::Range;

const TWENTY: &str = "22+, A2s+, K9s+, Q9s+, J9s+, T8s+, 97s+, 86s+, 75s+, 64s+, 54s, ATo+, KTo+, QTo+, JTo, 0.5:A9o, \
                      0.5:K9o, AhKh:1, 7s2h, 6d3c";

fn main() {
    divan::main();
}

#[divan::bench(args = ["QQ+", TWENTY, "15%"])]
fn parse(bencher: Bencher, text: &str) {
    let run = || black_box(text).parse::<Range>().unwrap();
    assert_eq!(run().to_string().parse::<Range>(), Ok(run()));
    bencher.bench(run);
}

#[divan::bench]
fn print(bencher: Bencher) {
    let range: Range = TWENTY.parse().unwrap();
    let run = || black_box(&range).to_string();
    assert_eq!(run().parse(), Ok(range.clone()));
    bencher.bench(run);
}

#[divan::bench]
fn exact_weights(bencher: Bencher) {
    let range: Range = TWENTY.parse().unwrap();
    let run = || black_box(&range).exact().unwrap().unwrap();
    assert_eq!(run().denominator, 2);
    bencher.bench(run);
}
