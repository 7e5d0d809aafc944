//! Builds the evaluator's tables of the standard rule: for hands of five, six and seven cards a perfect hash from the sum
//! of rank keys to strength, and for flushes a table by set of ranks. In WebAssembly the strengths of the hash are left out.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

// The files of the crate that make the tables.
#[path = "src/combinatorics"]
mod combinatorics {
    #[allow(dead_code)]
    mod binomials;
    mod multisets;
    pub use binomials::choose_small;
    pub use multisets::for_each_multiset;
}
#[path = "src/evaluator"]
mod evaluator {
    pub mod builder;
    #[allow(dead_code)]
    pub mod keys;
    pub mod other_ranks;
    #[allow(dead_code)]
    pub mod perfect_hash;
    #[allow(dead_code)]
    pub mod rules;
}

use evaluator::builder::{Strengths, displacements, slots};
use evaluator::other_ranks;
use evaluator::perfect_hash::HashShape;
use evaluator::rules::Rule;

fn main() {
    for file in [
        "build.rs",
        "src/combinatorics/binomials.rs",
        "src/combinatorics/multisets.rs",
        "src/evaluator/builder.rs",
        "src/evaluator/keys.rs",
        "src/evaluator/other_ranks.rs",
        "src/evaluator/perfect_hash.rs",
        "src/evaluator/rules.rs",
    ] {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = env::var_os("OUT_DIR").unwrap();
    fs::write(Path::new(&out).join("standard.rs"), tables(&Rule::STANDARD)).unwrap();
}

/// The source of the tables of a rule.
fn tables(rule: &Rule) -> String {
    let mut source = String::new();
    // The architectures that have kernels of bit arithmetic.
    let has_vectors = matches!(env::var("CARGO_CFG_TARGET_ARCH").as_deref(), Ok("x86_64" | "aarch64"));
    // WebAssembly is sent over networks, and slots compress badly: there they are filled at their first use.
    let has_slots = env::var("CARGO_CFG_TARGET_FAMILY").as_deref() != Ok("wasm");
    let strengths = Strengths::new(rule);
    for (size, of_sums) in (5..).zip(&strengths.of_sums) {
        let shape = HashShape::new(rule.n_ranks.into(), size);
        let displacements = displacements(shape, of_sums.keys().copied());
        let about = format!("The displacement of each bucket of sums of {size} rank keys.");
        write_array(&mut source, &about, &format!("DISPLACEMENTS_{size}"), &displacements);
        if has_slots {
            let about = format!("The strengths of the {} sums of {size} rank keys, flushes aside.", of_sums.len());
            write_array(&mut source, &about, &format!("SLOTS_{size}"), &slots(shape, &displacements, of_sums));
        }
        if has_vectors {
            let about =
                format!("The parts of strengths that follow from the other ranks of {size} cards; then flushes.");
            write_array(&mut source, &about, &format!("OTHER_RANKS_{size}"), &other_ranks::table(&strengths, size));
        }
    }
    let about = "The strength of the flush with these ranks, 0 for fewer than five.";
    write_array(&mut source, about, "FLUSH", &strengths.of_flushes);
    source
}

fn write_array(source: &mut String, about: &str, name: &str, values: &[u16]) {
    writeln!(source, "/// {about}\npub(in crate::evaluator) static {name}: [u16; {}] = {values:?};", values.len())
        .unwrap();
}
