use pokerbits::runtime::rng::Philox;
use std::time::Instant;
fn main(){
    let k: usize = std::env::args().nth(1).map_or(8, |x| x.parse().unwrap());
    let mut rng = Philox::new([1, 2], [0; 4]);
    let mut deck: Vec<u8> = (0..52).collect();
    let hands: Vec<[u8;7]> = (0..10000).map(|_| { for i in 0..7 { let j = i + rng.below(52 - i as u64) as usize; deck.swap(i, j);} deck[..7].try_into().unwrap() }).collect();
    let mut times = vec![f64::INFINITY; hands.len()]; let mut sum=0u128;
    for _ in 0..5 { for (h,t) in hands.iter().zip(&mut times) { let s=Instant::now(); sum = sum.wrapping_add(pokerbits::odds::river([h[0],h[1]], &h[2..], k).unwrap()[k][0]); *t = t.min(s.elapsed().as_secs_f64()*1e6); } }
    let mut worst: Vec<usize> = (0..times.len()).collect(); worst.sort_by(|&a,&b| times[b].total_cmp(&times[a]));
    for &w in &worst[..5] { println!("{:?} {}", hands[w].map(|c| pokerbits::cards::Card::new(c).unwrap()), times[w]); }
    let mean = times.iter().sum::<f64>()/times.len() as f64; times.sort_by(f64::total_cmp);
    println!("k={k} mean {mean:.2} us median {:.2} p99 {:.2} max {:.2} check {sum}", times[5000], times[9900], times[9999]);
}
