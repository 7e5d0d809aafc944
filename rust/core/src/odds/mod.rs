//! Exact odds.
mod class_graph; mod counts; mod deal; mod layout; mod matchings; mod order; mod situation; mod solver; mod ties; mod types; mod words;
pub use counts::OpponentCounts;
use crate::cards::CardSet; use crate::error::Result; 
pub fn river(hole:[u8;2], board:&[u8], k: usize) -> Result<Vec<Vec<u128>>> {
    let deal = deal::Deal::new(hole, board, CardSet::EMPTY)?;
    let (t, hero) = deal.types(deal.board);
    let g = situation::graph_of(&t, hero);
    let mut out = vec![vec![0u128; k+1]; k+1];
    SOLVER.with_borrow_mut(|s| s.solve(&g, k, |k,j,n| out[k][j] += n));
    Ok(out)
}
thread_local!{ static SOLVER: std::cell::RefCell<solver::Solver> = std::cell::RefCell::new(solver::Solver::new()); }
#[cfg(test)] mod tmp {
  #[test] fn river() {
    let p = |s:&str| -> Vec<u8> {crate::cards::parse_cards(s).unwrap().iter().map(|c|c.id()).collect()};
    for (h,b,k,want) in [("4s8s","2s3s6h7h8h",1usize,vec![716u128,6]),("4s8s","2s3s6h7h8h",2,vec![232371,4084,6]),("4s8s","2s3s6h7h8h",3,vec![45352385, 1256946, 3878, 0]),
     ("4s8s","2s3s6h7h8h",8,vec![79814673997996617, 7954315613171532, 114722572673016, 0, 0, 0, 0, 0, 0])] {
      let hh=p(h); let bb=p(b);
      let r = super::river([hh[0],hh[1]], &bb, k).unwrap();
      println!("{:?} {:?}", r[k], want);
    }
  }
}
pub fn prof(hole:[u8;2], board:&[u8], k: usize, what: u8) -> u64 {
    let deal = deal::Deal::new(hole, board, CardSet::EMPTY).unwrap();
    let (t, hero) = deal.types(deal.board);
    if what==0 {return t.copies[0] as u64 + t.strength(hero) as u64}
    let g = situation::graph_of(&t, hero);
    if what==1 { return g.len as u64; }
    let o = order::plan(&g, k);
    if what==3 { return o.states }
    if what==4 { return ties::most_ties(&g) as u64 }
    o.classes[0] as u64
}
