//! E[HS] of a hand from a table that Python wrote: `cargo run --example read_table -- turn.npy 9h8h ThJhAc2d`.
//!
//! `pokerbits table build ehs --street turn -o turn.npy` writes it. docs/how-to/read_tables.md reads such tables in C too.

use std::error::Error;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use pokerbits::indexer::HandIndexer;
use pokerbits::{Card, parse_cards};

fn main() -> Result<(), Box<dyn Error>> {
    let texts: Vec<String> = std::env::args().skip(1).collect();
    let [path, hole, board] = &texts[..] else { return Err("usage: read_table TABLE.npy HOLE BOARD".into()) };

    // A table of the turn has the order of the hands (2, 4), one before the flop that of (2,).
    let cards: Vec<u8> = parse_cards(&format!("{hole}{board}"))?.into_iter().map(Card::id).collect();
    let rounds = if cards.len() > 2 { vec![2, cards.len() - 2] } else { vec![2] };
    let indexer = HandIndexer::new(&rounds)?;
    let index = indexer.index(rounds.len() - 1, &cards)?;

    let mut file = File::open(path)?;
    let mut start = [0; 10];
    file.read_exact(&mut start)?;
    let mut header = vec![0; usize::from(u16::from_le_bytes([start[8], start[9]]))];
    file.read_exact(&mut header)?;
    let description = String::from_utf8_lossy(&header);
    let rows = indexer.size(rounds.len() - 1)?;
    if !description.contains("'<f8'") || !description.contains(&format!("({rows},)")) {
        return Err(format!("{path}: not a table of {rows} float64 numbers: {description}").into());
    }

    file.seek(SeekFrom::Current(8 * i64::try_from(index)?))?;
    let mut number = [0; 8];
    file.read_exact(&mut number)?;
    println!("{index} {}", f64::from_le_bytes(number));
    Ok(())
}
