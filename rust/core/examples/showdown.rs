//! Who wins a showdown: `cargo run --example showdown -- Ah7d2cKs9h AsQs 2h2d`, the board first, then the hole cards.

use std::error::Error;

use pokerbits::{CardSet, evaluate, evaluator::Category};

fn main() -> Result<(), Box<dyn Error>> {
    let mut texts = std::env::args().skip(1);
    let board: CardSet = texts.next().ok_or("usage: showdown BOARD HOLE HOLE ...")?.parse()?;
    let mut taken = board;
    let mut hands = Vec::new();
    for text in texts {
        let hole: CardSet = text.parse()?;
        if !(taken & hole).is_empty() {
            return Err(format!("{}: dealt before", taken & hole).into());
        }
        taken = taken | hole;
        hands.push((hole, evaluate(board | hole)?));
    }

    let best = hands.iter().map(|&(_, strength)| strength).max();
    for (hole, strength) in hands {
        let category = Category::of(strength).map(|category| category.to_string()).unwrap_or_default();
        let wins = if Some(strength) == best { "  wins" } else { "" };
        println!("{hole}  {strength:4}  {category}{wins}");
    }
    Ok(())
}
