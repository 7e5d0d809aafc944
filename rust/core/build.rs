//! Builds the evaluator's tables from a rule and its keys: for hands of five, six and seven cards a perfect hash from the sum of
//! rank keys to strength, and for flushes a table by set of ranks.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

#[allow(dead_code)]
#[path = "src/combinatorics/binomials.rs"]
mod binomials;
#[allow(dead_code)]
#[path = "src/runtime/lazy.rs"]
mod lazy;
#[path = "src/combinatorics/multisets.rs"]
mod multisets;
#[allow(dead_code)]
#[path = "src/evaluator/perfect_hash.rs"]
mod perfect_hash;
#[allow(dead_code)]
#[path = "src/evaluator/rules.rs"]
mod rules;
#[allow(dead_code)]
#[path = "src/evaluator/keys/scheme.rs"]
mod scheme;

/// What the included files import.
mod combinatorics {
    pub use crate::binomials::choose_small;
}
mod runtime {
    pub(crate) use crate::lazy;
}

use multisets::for_each_multiset;
use rules::{Category, Rule};
use scheme::RANK_KEYS_7;

fn main() {
    for file in [
        "build.rs",
        "src/combinatorics/binomials.rs",
        "src/combinatorics/multisets.rs",
        "src/evaluator/keys/scheme.rs",
        "src/evaluator/perfect_hash.rs",
        "src/evaluator/rules.rs",
        "src/runtime/lazy.rs",
    ] {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = env::var_os("OUT_DIR").unwrap();
    fs::write(Path::new(&out).join("standard.rs"), tables(&Rule::STANDARD)).unwrap();
}

/// The source of the tables of a rule.
fn tables(rule: &Rule) -> String {
    let n_ranks = usize::from(rule.n_ranks);
    let keys = &RANK_KEYS_7[..n_ranks];
    let mut source = String::new();
    let mut by_sum: HashMap<u32, u16> = HashMap::new();
    let mut flush = vec![0u16; 1 << n_ranks];
    for (i, kind) in rule.kinds().iter().enumerate() {
        let strength = i as u16 + 1;
        if matches!(kind.category, Category::Flush | Category::StraightFlush) {
            flush[kind.ranks.iter().fold(0, |set, r| set | 1 << r)] = strength;
        } else {
            by_sum.insert(kind.ranks.iter().map(|&r| keys[r as usize]).sum(), strength);
        }
    }
    write_rank_table(&mut source, 5, &by_sum);
    for size in 6..=7 {
        // The best five of a hand are the best five of the hand without some one card.
        let mut larger = HashMap::new();
        for_each_multiset(n_ranks, size, 4, &mut |counts| {
            let sum: u32 = counts.iter().zip(keys).map(|(n, key)| n * key).sum();
            let best = (0..n_ranks).filter(|&r| counts[r] > 0).map(|r| by_sum[&(sum - keys[r])]).max();
            assert!(larger.insert(sum, best.unwrap()).is_none(), "key sums of {size} are not unique");
        });
        by_sum = larger;
        write_rank_table(&mut source, size, &by_sum);
    }

    for set in 0..1usize << n_ranks {
        if set.count_ones() > 5 {
            flush[set] = (0..n_ranks).filter(|r| set >> r & 1 != 0).map(|r| flush[set & !(1 << r)]).max().unwrap();
        }
    }
    write_array(&mut source, "The strength of the flush with these ranks, 0 for fewer than five.", "FLUSH", &flush);
    source
}

/// Hash and displace: sums fall into small buckets, and each bucket, the fullest first, takes the least displacement
/// that brings all its sums to free slots.
fn write_rank_table(source: &mut String, size: u32, by_sum: &HashMap<u32, u16>) {
    let shape = perfect_hash::Shape::of_size(size as usize);
    let mut buckets = vec![Vec::new(); shape.buckets()];
    for (&sum, &strength) in by_sum {
        let hash = perfect_hash::hash(sum);
        buckets[shape.bucket(hash)].push((hash, strength));
    }
    let mut order: Vec<usize> = (0..buckets.len()).collect();
    order.sort_by_key(|&b| (std::cmp::Reverse(buckets[b].len()), b));

    let mut displacements = vec![0u16; shape.buckets()];
    let mut slots = vec![0u16; shape.slots()];
    for bucket in order {
        let hashes = &buckets[bucket];
        let fits = |displacement: &u16| {
            let places: Vec<usize> = hashes.iter().map(|&(hash, _)| shape.slot(hash, *displacement)).collect();
            places.iter().enumerate().all(|(i, place)| slots[*place] == 0 && !places[..i].contains(place))
        };
        let displacement = (0..shape.slots()).map(|d| d as u16).find(fits);
        let displacement = displacement.expect("no displacement fits: choose another multiplier");
        displacements[bucket] = displacement;
        for &(hash, strength) in hashes {
            slots[shape.slot(hash, displacement)] = strength;
        }
    }
    let about = format!("The displacement of each bucket of sums of {size} rank keys.");
    write_array(source, &about, &format!("DISPLACEMENTS_{size}"), &displacements);
    let about = format!("The strengths of the {} sums of {size} rank keys, flushes aside.", by_sum.len());
    write_array(source, &about, &format!("SLOTS_{size}"), &slots);
}

fn write_array(source: &mut String, about: &str, name: &str, values: &[u16]) {
    writeln!(source, "/// {about}\npub(in crate::evaluator) static {name}: [u16; {}] = {values:?};", values.len())
        .unwrap();
}
