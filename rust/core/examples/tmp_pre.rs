use pokerbits::{odds::*, cards::*, runtime::Run};
use std::time::Instant;
fn main(){
    let a: Vec<u32> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let s=Instant::now();
    if a[2]==1 { let o = odds_vs_random([50,51], &[], CardSet::EMPTY, &(1..=a[0]).collect::<Vec<_>>(), Method::Matchings, &mut Run::new(a[1] as usize)).unwrap(); println!("{:?} {:?}", o[0], s.elapsed()); return; }
    let o = preflop_odds(&(1..=a[0]).collect::<Vec<_>>(), &mut Run::new(a[1] as usize)).unwrap();
    println!("AA {:?} {:?}", o[hand_class(50,51) as usize][0], s.elapsed());
}
