//! Whole tables of hand strength: times them, or checks what must hold between them, entry by entry, in integers.
//!
//!     cargo run --release --example hand_strength_identities
//!     cargo run --release --example hand_strength_identities -- ehs|ehs2|histogram|ochs|ars preflop|flop|turn|river [threads]
//!
//! The second form computes one table and prints its time and a checksum, which neither the number of threads nor the
//! CPU level changes.

use std::time::Instant;

use pokerbits::hand_strength::Street;
use pokerbits::hand_strength::ars::ArsTable;
use pokerbits::hand_strength::histogram::Bins;
use pokerbits::hand_strength::ochs::Clusters;
use pokerbits::hand_strength::strength_table::{Kind, StrengthTable, TABLE_VERSION};
use pokerbits::runtime::{Run, available};
use pokerbits::tables::{BlockTable, CellsMut};
use pokerbits::{Error, Result};

/// Rows of one step of a check.
const STEP: usize = 1 << 14;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => check(available()),
        [kind, street] => time(kind, Street::from_name(street)?, 1),
        [kind, street, threads] => {
            let read = |_| Error::InvalidArgument(format!("{threads:?} is not a number of threads"));
            time(kind, Street::from_name(street)?, threads.parse().map_err(read)?)
        }
        _ => Err(Error::InvalidArgument("expected a kind, a street and perhaps a number of threads".into())),
    }
}

fn time(kind: &str, street: Street, threads: usize) -> Result<()> {
    let run = &mut Run::new(threads);
    let begun = Instant::now();
    let mix = |hash: u64, x: u64| hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(x + 1).rotate_left(7);
    let (cells, hash) = if kind == "ars" {
        let table = ArsTable::new(street, 1, run)?;
        (table.means().len(), table.means().iter().fold(0, |hash, x| mix(hash, x.to_bits())))
    } else {
        let kind = match kind {
            "ehs" => Kind::Ehs,
            "ehs2" => Kind::Ehs2,
            "histogram" => Kind::Histogram(Bins::new(50)?),
            "ochs" => Kind::Ochs(Clusters::by_equity(8, run)?),
            _ => return Err(Error::InvalidArgument(format!("kind {kind:?} is unknown"))),
        };
        let table = StrengthTable::new(kind, street, run)?;
        let mut out = vec![0u16; table.rows() * table.columns()];
        table.fill(0..table.n_blocks(), CellsMut::Scaled16(&mut out), run)?;
        (out.len(), out.iter().fold(0, |hash, &x| mix(hash, x.into())))
    };
    println!("{cells} cells in {:.2} s on {threads} threads, checksum {hash:016x}", begun.elapsed().as_secs_f64());
    Ok(())
}

fn ensure(holds: bool, what: impl Fn() -> String) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::InvalidArgument(what())) }
}

fn check(threads: usize) -> Result<()> {
    let run = &mut Run::new(threads);
    let counts32 = |run: &mut Run<'_>, street| {
        let table = StrengthTable::new(Kind::Ehs, street, run)?;
        let mut out = vec![0u32; table.rows()];
        table.fill(0..table.n_blocks(), CellsMut::Count32(&mut out), run)?;
        Ok::<_, Error>(out)
    };
    let preflop = counts32(run, Street::Preflop)?;
    let flop = counts32(run, Street::Flop)?;
    let turn = counts32(run, Street::Turn)?;
    let table = StrengthTable::new(Kind::Ehs, Street::River, run)?;
    let mut river = vec![0u16; table.rows()];
    table.fill(0..table.n_blocks(), CellsMut::Count16(&mut river), run)?;

    golden(Street::Preflop, preflop.iter().copied().flat_map(u32::to_le_bytes), 0xa330_d453_fdd2_e941)?;
    golden(Street::Flop, flop.iter().copied().flat_map(u32::to_le_bytes), 0x90c6_6324_350c_727f)?;
    golden(Street::Turn, turn.iter().copied().flat_map(u32::to_le_bytes), 0x0564_96cd_31b9_3823)?;
    golden(Street::River, river.iter().copied().flat_map(u16::to_le_bytes), 0xbc3a_e90d_f4d1_7bdf)?;

    half_of_the_pot(Street::Preflop, |at| preflop[at].into(), run)?;
    half_of_the_pot(Street::Flop, |at| flop[at].into(), run)?;
    half_of_the_pot(Street::Turn, |at| turn[at].into(), run)?;
    half_of_the_pot(Street::River, |at| river[at].into(), run)?;

    let by_flop = Street::Flop.indexer()?;
    for (class, &count) in preflop.iter().enumerate() {
        let flops = by_flop.children(0, class as u64, run)?;
        let sum: u64 = flops.iter().map(|&(index, weight)| weight * u64::from(flop[index as usize])).sum();
        ensure(sum == 10 * u64::from(count), || format!("class {class} is not the mean of its flops"))?;
    }
    println!("preflop: every class is the mean of its flops");
    next_card(Street::Flop, &flop, Street::Turn, |at| turn[at].into(), 2, run)?;
    next_card(Street::Turn, &turn, Street::River, |at| river[at].into(), 1, run)
}

/// The bytes of the table of counts are those that `TABLE_VERSION` stands for: FNV-1a, 64 bits.
fn golden(street: Street, bytes: impl Iterator<Item = u8>, expected: u64) -> Result<()> {
    let fnv1a = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let found = bytes.fold(0xcbf2_9ce4_8422_2325, fnv1a);
    ensure(found == expected, || format!("{street}: the checksum of the counts is {found:016x}, not {expected:016x}"))?;
    println!("{street}: the bytes of version {TABLE_VERSION}");
    Ok(())
}

/// Weighted by the deals of each class, `E[HS]` is one half, in integers.
fn half_of_the_pot(street: Street, count: impl Fn(usize) -> u64, run: &mut Run<'_>) -> Result<()> {
    let indexer = street.indexer()?;
    let round = indexer.n_rounds() - 1;
    let size = indexer.size(round)?;
    let (mut sum, mut all) = (0u64, 0u64);
    let mut deals = vec![0; STEP * 64];
    for first in (0..size).step_by(deals.len()) {
        let part = &mut deals[..(size - first).min(STEP as u64 * 64) as usize];
        indexer.multiplicity_range(round, first..first + part.len() as u64, part, run)?;
        for (&deals, at) in part.iter().zip(first as usize..) {
            all += deals;
            sum += deals * count(at);
        }
    }
    ensure(sum == all * street.runouts() * 990, || format!("{street}: {sum} of {all} deals is not one half"))?;
    println!("{street}: {size} classes of {all} deals, mean exactly 1/2");
    Ok(())
}

/// Every class is the mean of the classes that one more card makes of it; each runout is counted `orders` times.
fn next_card(
    street: Street,
    counts: &[u32],
    next: Street,
    count: impl Fn(usize) -> u64 + Sync,
    orders: u64,
    run: &mut Run<'_>,
) -> Result<()> {
    let (indexer, deeper) = (street.indexer()?, next.indexer()?);
    let width = indexer.cards_through(1)?;
    run.for_each(counts.chunks(STEP).enumerate(), counts.len().div_ceil(STEP), |(step, counts)| {
        let run = &mut Run::new(1);
        let first = (step * STEP) as u64;
        let mut hands = vec![0; counts.len() * width];
        indexer.unindex_range(1, first..first + counts.len() as u64, &mut hands, run)?;
        let mut rows = Vec::with_capacity(counts.len() * (52 - width) * (width + 1));
        for hand in hands.chunks_exact(width) {
            for card in (0..52).filter(|card| !hand.contains(card)) {
                rows.extend_from_slice(hand);
                rows.push(card);
            }
        }
        let mut indices = vec![0; rows.len() / (width + 1)];
        deeper.index_rows(1, &rows, &mut indices, run)?;
        for ((indices, &expected), at) in indices.chunks_exact(52 - width).zip(counts).zip(first..) {
            let sum: u64 = indices.iter().map(|&index| count(index as usize)).sum();
            ensure(sum == orders * u64::from(expected), || {
                format!("{street} class {at} is not the mean of its {next}s")
            })?;
        }
        Ok(())
    })?;
    println!("{street}: every class is the mean of its {next}s");
    Ok(())
}
