use pokerbits::Result;
use pokerbits::runtime::Run;
use pokerbits::strength::ars::ArsTable;
use pokerbits::strength::histogram::Bins;
use pokerbits::strength::ochs::Clusters;
use pokerbits::strength::tables::{Kind, Table};
use pokerbits::strength::{CellsMut, Street};
use std::time::Instant;
fn main() -> Result<()> {
    let threads = std::env::args().nth(1).map_or(1, |t| t.parse().unwrap());
    let t = Instant::now();
    pokerbits::showdown::pattern_values::pattern_values();
    println!("patterns {:?}", t.elapsed());
    let t = Instant::now();
    let clusters = Clusters::by_equity(8, &mut Run::new(threads))?;
    println!("preflop + clusters {:?}", t.elapsed());
    let kinds = [Kind::Ehs, Kind::Ehs2, Kind::Histogram(Bins::new(50)?), Kind::Ochs(clusters)];
    for street in Street::ALL {
        for kind in &kinds {
            if street == Street::River && *kind != Kind::Ehs {
                continue;
            }
            let t = Instant::now();
            let table = Table::new(kind.clone(), street)?;
            let mut out = vec![0u16; table.rows() * table.columns()];
            table.fill(&mut Run::new(threads), 0..table.n_blocks(), CellsMut::Scaled16(&mut out))?;
            let sum = out.iter().fold(0u64, |h, &x| h.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(x) + 1));
            println!("{} {:.3?} hash {sum:x}", &table.signature()[..34.min(table.signature().len())], t.elapsed());
        }
        if street != Street::Preflop {
            let t = Instant::now();
            ArsTable::new(street, 1, &mut Run::new(threads))?;
            println!("ars {street} {:?}", t.elapsed());
        }
    }
    Ok(())
}
