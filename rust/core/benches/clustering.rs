//! Clustering: single passes over points, whole searches, and equal rows grouped. Answers are checked before they count.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pokerbits::abstraction::cuts::{optimal_cuts, percentile_cuts};
use pokerbits::abstraction::distinct::distinct_rows;
use pokerbits::abstraction::kmeans::{Clustering, Metric, Options, Pass, cluster};
use pokerbits::runtime::Run;
use pokerbits::runtime::rng::Philox;

mod common;
use common::only_checks;

fn main() {
    divan::main();
}

/// As many as there are multisets of river outcomes on the turn; few in a run that checks the answers alone.
fn n_points() -> usize {
    if only_checks() { 50_000 } else { 2_337_912 }
}

/// Children of a hand on the turn.
const WIDTH: usize = 46;

/// Rows of `WIDTH` ascending bytes around random places, as wide as chance has it: like the values of a hand's children.
fn rows(n: usize) -> Vec<u8> {
    let mut rng = Philox::new([14, 9], [0; 4]);
    let mut rows = Vec::with_capacity(n * WIDTH);
    let mut row = [0u8; WIDTH];
    for _ in 0..n {
        let shape = rng.next_u64();
        let (middle, spread) = (shape & 0xff, 8 + (shape >> 8 & 0x3f));
        for pair in row.chunks_exact_mut(2) {
            let word = rng.next_u64();
            for (byte, bits) in pair.iter_mut().zip([word & 0xffff_ffff, word >> 32]) {
                // The sum of two even draws.
                let (one, other) = (((bits & 0xffff) * spread) >> 16, ((bits >> 16) * spread) >> 16);
                *byte = (middle + one).saturating_sub(other).min(255) as u8;
            }
        }
        row.sort_unstable();
        rows.extend_from_slice(&row);
    }
    rows
}

fn inertia(points: &[u8], centers: &[u8]) -> f64 {
    let nearest = |point: &[u8]| {
        let cost = |center: &[u8]| point.iter().zip(center).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>();
        centers.chunks(WIDTH).map(cost).min()
    };
    points.chunks(WIDTH).filter_map(nearest).map(f64::from).sum()
}

/// One thread from all points to all centres.
#[divan::bench(args = [200, 2000], sample_count = 5)]
fn distance_pass(bencher: Bencher, centers: usize) {
    let points = rows(n_points());
    let centers = &points[..centers * WIDTH];
    let part = &points[..10_000 * WIDTH];
    let found = Pass::new(part, WIDTH).unwrap().inertia(centers, WIDTH, &mut Run::new(1)).unwrap();
    assert_eq!(found.to_bits(), inertia(part, centers).to_bits());
    let pass = Pass::new(&points, WIDTH).unwrap();
    bencher
        .counter(ItemsCount::new(n_points()))
        .bench_local(|| pass.inertia(black_box(centers), WIDTH, &mut Run::new(1)).unwrap());
}

fn search(points: &[u8], clusters: usize, threads: usize) -> Clustering {
    let options = Options {
        clusters,
        metric: Metric::L1,
        positions: None,
        init: None,
        key: [1, 2],
        max_iterations: 100,
        tolerance: 1e-4,
    };
    cluster(points, WIDTH, &vec![1.0; points.len() / WIDTH], &options, &mut Run::new(threads)).unwrap()
}

/// The first passes of a search for the least squares: two updates and three assignments, from given centres.
#[divan::bench(args = [200], sample_count = 3)]
fn squared_distance_passes(bencher: Bencher, clusters: usize) {
    let points = rows(n_points());
    let init: Vec<f64> = points[..clusters * WIDTH].iter().map(|&x| x.into()).collect();
    let search = |points: &[u8]| {
        let options = Options {
            clusters,
            metric: Metric::L2,
            positions: None,
            init: Some(&init),
            key: [1, 2],
            max_iterations: 2,
            tolerance: 0.0,
        };
        cluster(points, WIDTH, &vec![1.0; points.len() / WIDTH], &options, &mut Run::new(1)).unwrap()
    };
    let part = &points[..5_000 * WIDTH];
    let found = search(part);
    for (point, &label) in part.chunks(WIDTH).zip(&found.labels) {
        let cost = |center: &[f64]| point.iter().zip(center).map(|(&x, c)| (f64::from(x) - c).powi(2)).sum::<f64>();
        let costs: Vec<f64> = found.centers.chunks(WIDTH).map(cost).collect();
        let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(costs[label as usize] <= least * (1.0 + 1e-12));
    }
    bencher.counter(ItemsCount::new(3 * n_points())).bench_local(|| search(black_box(&points)));
}

/// From k-means++ to the end.
#[divan::bench(args = [200], consts = [1, 2], sample_count = 1)]
#[allow(clippy::cast_sign_loss)] // Centres are made of bytes.
fn whole_search<const THREADS: usize>(bencher: Bencher, clusters: usize) {
    let points = rows(n_points());
    let part = &points[..20_000 * WIDTH];
    let found = search(part, clusters, THREADS);
    let centers: Vec<u8> = found.centers.iter().map(|&x| x as u8).collect();
    assert_eq!(found.inertia.last().map(|x| x.to_bits()), Some(inertia(part, &centers).to_bits()));
    bencher.counter(ItemsCount::new(n_points())).bench_local(|| search(black_box(&points), clusters, THREADS));
}

/// As many rows as there are hands on the turn, each six times.
#[divan::bench(consts = [1, 2], sample_count = 3)]
fn equal_rows_grouped<const THREADS: usize>(bencher: Bencher) {
    let points = rows(n_points());
    let all = points.repeat(6);
    let group = |all: &[u8]| distinct_rows(all, WIDTH, None, &mut Run::new(THREADS)).unwrap();
    let found = group(&all);
    assert_eq!(found.counts.iter().sum::<u64>(), 6 * n_points() as u64);
    assert!(
        all.chunks(WIDTH)
            .zip(&found.point_of_row)
            .step_by(97)
            .all(|(row, &point)| { *row == found.points[point as usize * WIDTH..][..WIDTH] })
    );
    bencher.counter(ItemsCount::new(6 * n_points())).bench_local(|| group(black_box(&all)));
}

/// As many values as hands on the river can have, and as outcomes.
#[divan::bench(args = [(1_981, 1_500), (20_687, 200)], sample_count = 3)]
fn scalars_cut(bencher: Bencher, (values, buckets): (u32, usize)) {
    let of_value = |n: u32| (0..n).map(|i| f64::from(i) + f64::from(i % 7) / 10.0).collect::<Vec<f64>>();
    let (values, weights) = (of_value(values), vec![1.0; values as usize]);
    let cut = || optimal_cuts(black_box(&values), &weights, buckets, &mut Run::new(1)).unwrap();
    let inertia = |cuts: &[u32]| {
        let ends = cuts[1..].iter().map(|&cut| cut as usize).chain([values.len()]);
        let buckets = cuts.iter().zip(ends).map(|(&begin, end)| &values[begin as usize..end]);
        let of_bucket = |bucket: &[f64]| {
            let mean = bucket.iter().sum::<f64>() / bucket.len() as f64;
            bucket.iter().map(|x| (x - mean).powi(2)).sum::<f64>()
        };
        buckets.map(of_bucket).sum::<f64>()
    };
    let even = percentile_cuts(&values, &weights, buckets).unwrap();
    assert!(inertia(&cut()) < inertia(&even));
    bencher.counter(ItemsCount::new(values.len())).bench_local(cut);
}
