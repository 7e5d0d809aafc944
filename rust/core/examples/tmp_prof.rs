use pokerbits::runtime::rng::Philox;
use std::time::Instant;
fn main(){
    let k: usize = std::env::args().nth(1).map_or(8, |x| x.parse().unwrap());
    let mut rng = Philox::new([1, 2], [0; 4]);
    let mut deck: Vec<u8> = (0..52).collect();
    let hands: Vec<[u8;7]> = (0..10000).map(|_| { for i in 0..7 { let j = i + rng.below(52 - i as u64) as usize; deck.swap(i, j);} deck[..7].try_into().unwrap() }).collect();
    for what in 0..3 { let mut best=f64::INFINITY; for _ in 0..5 { let s=Instant::now(); let mut sum=0; for h in &hands { sum+=pokerbits::odds::prof([h[0],h[1]], &h[2..], k, what); } best=best.min(s.elapsed().as_secs_f64()); std::hint::black_box(sum);} println!("{what}: {:.3} us", best*100.); }
    for what in [1,3,4] { let mut v: Vec<u64>=hands.iter().map(|h|pokerbits::odds::prof([h[0],h[1]], &h[2..], k, what)).collect(); v.sort(); println!("{what}: mean {} med {} p90 {} p99 {} max {}", v.iter().sum::<u64>() as f64/1e4, v[5000],v[9000],v[9900],v[9999]); }
}
