//! The search compared with a slow one, and with what every clustering must be.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::runtime::cpu::Level;
use crate::runtime::rng::Philox;

fn options(clusters: usize, metric: Metric) -> Options<'static> {
    let (positions, init) = (None, None);
    Options { clusters, metric, positions, init, key: [14, 7], max_iterations: 1000, tolerance: 0.0 }
}

/// Histograms of `total` counts around random places, some of them equal.
fn histograms(n: usize, bins: u64, total: u64, key: u64) -> Vec<u8> {
    let mut rng = Philox::new([key, 1], [0; 4]);
    let mut points = vec![];
    for _ in 0..n {
        let (low, spread) = (rng.below(bins), 1 + rng.below(bins / 2));
        let mut row = vec![0; bins as usize];
        (0..total).for_each(|_| row[(low + rng.below(spread)).min(bins - 1) as usize] += 1);
        points.extend(row);
    }
    points
}

fn cost(metric: Metric, a: &[f64], b: &[f64]) -> f64 {
    match metric {
        Metric::L1 => a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum(),
        Metric::L2 => a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum(),
        Metric::Emd => {
            let (mut ahead, mut moved) = (0.0f64, 0.0);
            for (a, b) in a.iter().zip(b) {
                ahead += a - b;
                moved += ahead.abs();
            }
            moved / a.iter().sum::<f64>()
        }
    }
}

/// A local optimum: every point is with its nearest centre, and no centre improves if one of its numbers is moved a
/// little. The inertia is that of these labels, and has never risen.
fn check(points: &[f64], width: usize, weights: &[f64], metric: Metric, found: &Clustering) {
    let centers: Vec<&[f64]> = found.centers.chunks(width).collect();
    let mut inertia = 0.0;
    for ((point, &label), &weight) in points.chunks(width).zip(&found.labels).zip(weights) {
        let costs: Vec<f64> = centers.iter().map(|center| cost(metric, point, center)).collect();
        let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(costs[label as usize] <= least + 1e-9 * least.abs(), "{metric:?} {label} {costs:?}");
        inertia += weight * costs[label as usize];
    }
    let last = found.inertia[found.inertia.len() - 1];
    assert!((last - inertia).abs() <= 1e-9 * inertia, "{metric:?}: {last} {inertia}");
    assert!(found.inertia.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + 1e-12)), "{:?}", found.inertia);
    for (label, center) in centers.iter().enumerate() {
        let of_center = |center: &[f64]| -> f64 {
            let members = points.chunks(width).zip(weights).zip(&found.labels).filter(|(_, l)| **l == label as u32);
            members.map(|((point, weight), _)| weight * cost(metric, point, center)).sum()
        };
        let best = of_center(center);
        for at in 0..width {
            for step in [-1.0, -0.01, 0.01, 1.0] {
                let mut other = center.to_vec();
                other[at] += step;
                if metric == Metric::Emd {
                    // Histograms keep their total.
                    other[(at + 1) % width] -= step;
                }
                assert!(of_center(&other) >= best * (1.0 - 1e-9) - 1e-9, "{metric:?} {label} {at} {step}");
            }
        }
    }
}

#[test]
fn nothing_is_left_to_gain_on_any_threads_at_any_level() {
    for (n, bins, total, clusters) in [(300, 5, 12, 7), (1000, 12, 46, 20), (4500, 30, 46, 30), (500, 70, 8, 9)] {
        let points = histograms(n, bins as u64, total, n as u64);
        let numbers: Vec<f64> = points.iter().map(|&x| x.into()).collect();
        let mut rng = Philox::new([14, 8], [0; 4]);
        let weights: Vec<f64> = (0..n).map(|_| rng.below(5) as f64).collect();
        for metric in [Metric::Emd, Metric::L1, Metric::L2] {
            let found = cluster(&points, bins, &weights, &options(clusters, metric), &mut Run::new(1)).unwrap();
            check(&numbers, bins, &weights, metric, &found);
            for threads in [1, 2, 4] {
                for level in Level::ALL.into_iter().filter_map(Level::prove) {
                    let run = &mut Run::new(threads).at(level);
                    let again = cluster(&points, bins, &weights, &options(clusters, metric), run);
                    assert_eq!(again.as_ref(), Ok(&found), "{threads} {level}");
                }
            }
        }
    }
}

/// Rows of one width and one total, each with a weight.
fn histograms_with_weights() -> impl Strategy<Value = (usize, Vec<(Vec<u8>, u8)>)> {
    (1usize..8, 1usize..20).prop_flat_map(|(width, total)| {
        let row = prop::collection::vec(0..width, total).prop_map(move |places| {
            let mut row = vec![0; width];
            for place in places {
                row[place] += 1;
            }
            row
        });
        (Just(width), prop::collection::vec((row, 0u8..4), 1..60))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_points_are_served_by_their_nearest_centres(
        (width, rows) in histograms_with_weights(),
        clusters in 1usize..9,
        metric in prop::sample::select(vec![Metric::Emd, Metric::L1, Metric::L2]),
        threads in 1usize..4,
    ) {
        let points: Vec<u8> = rows.iter().flat_map(|(row, _)| row).copied().collect();
        let weights: Vec<f64> = rows.iter().map(|&(_, weight)| weight.into()).collect();
        let different: HashSet<_> = rows.iter().filter(|row| row.1 > 0).map(|row| &row.0).collect();
        let found = cluster(&points, width, &weights, &options(clusters, metric), &mut Run::new(threads));
        prop_assert_eq!(found.is_ok(), clusters <= different.len());
        if let Ok(found) = found {
            let numbers: Vec<f64> = points.iter().map(|&x| x.into()).collect();
            check(&numbers, width, &weights, metric, &found);
        }
    }
}

/// The same search without shortcuts, for counts under the sum of absolute differences.
fn slow_search(points: &[Vec<u8>], weights: &[u8], options: &Options<'_>) -> Option<Clustering> {
    let (n, width, k) = (points.len(), points[0].len(), options.clusters);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&point| points[point].iter().map(|&x| u32::from(x)).sum::<u32>());
    let weight = |point: usize| f64::from(weights[point]);
    let row = |point: usize| points[point].iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
    let far = |point: usize, center: &[f64]| cost(Metric::L1, &row(point), center);
    let nearest = |point: usize, centers: &[Vec<f64>]| {
        let costs = centers.iter().map(|center| far(point, center));
        costs.enumerate().min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).unwrap()
    };
    let inertia_of = |costs: &[f64]| (0..n).map(|point| weight(point) * costs[point]).sum::<f64>();
    let mut centers: Vec<Vec<f64>> = vec![];
    if let Some(init) = options.init {
        centers.extend(init.chunks(width).map(<[f64]>::to_vec));
    } else {
        let mut rng = Philox::new(options.key, [0; 4]);
        let mut draw = rng.below(weights.iter().map(|&weight| u64::from(weight)).sum()) as f64;
        let mut potential: Vec<f64> = (0..n).map(weight).collect();
        while centers.len() < k {
            let mut chosen = None;
            for &point in &order {
                if potential[point] > 0.0 {
                    chosen = Some(point);
                    if draw < potential[point] {
                        break;
                    }
                    draw -= potential[point];
                }
            }
            centers.push(row(chosen?));
            for (point, potential) in potential.iter_mut().enumerate() {
                *potential = weight(point) * nearest(point, &centers).1;
            }
            draw = potential.iter().sum::<f64>() * ((rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
        }
    }
    let (mut labels, mut costs): (Vec<_>, Vec<_>) = (0..n).map(|point| nearest(point, &centers)).unzip();
    let mut inertia = vec![inertia_of(&costs)];
    let mut has_changed = true;
    for _ in 0..options.max_iterations {
        let mut relocated = false;
        let members = |labels: &[usize], of: usize| (0..n).filter(|&p| labels[p] == of && weights[p] > 0).count();
        while let Some(empty) = (0..k).find(|&label| members(&labels, label) == 0) {
            let may_go = |point: usize| weights[point] > 0 && members(&labels, labels[point]) > 1;
            let movable = order.iter().copied().filter(|&point| may_go(point));
            // The first of the farthest points: `max_by` would return the last.
            let farthest = movable.rev().max_by(|&a, &b| costs[a].total_cmp(&costs[b]));
            let Some(point) = farthest.filter(|&point| costs[point] > 0.0) else { break };
            (labels[point], costs[point], relocated) = (empty, 0.0, true);
        }
        if !relocated && !has_changed {
            break;
        }
        for (label, center) in centers.iter_mut().enumerate() {
            let members = || (0..n).filter(|&point| labels[point] == label);
            let total: f64 = members().map(weight).sum();
            for at in 0..if total > 0.0 { width } else { 0 } {
                let up_to = |x: u8| members().filter(|&p| points[p][at] <= x).map(weight).sum::<f64>();
                center[at] = (0..=u8::MAX).find(|&x| 2.0 * up_to(x) >= total).unwrap().into();
            }
        }
        let before = (labels.clone(), inertia[inertia.len() - 1]);
        (labels, costs) = (0..n).map(|point| nearest(point, &centers)).unzip();
        has_changed = labels != before.0;
        let now = inertia_of(&costs);
        inertia.push(now);
        if options.tolerance > 0.0 && !relocated && before.1 - now <= options.tolerance * before.1 {
            break;
        }
    }
    let labels = labels.into_iter().map(|label| label as u32).collect();
    Some(Clustering { labels, centers: centers.concat(), inertia })
}

fn check_against_slow_search(points: &[Vec<u8>], weights: &[u8], options: &Options<'_>, threads: usize) {
    let of_points: Vec<f64> = weights.iter().map(|&weight| weight.into()).collect();
    let found = cluster(&points.concat(), points[0].len(), &of_points, options, &mut Run::new(threads));
    assert_eq!(found.ok(), slow_search(points, weights, options), "{points:?} {weights:?} {options:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Initial centres, empty clusters, equal distances and the ends of the search: all bits equal those of the plain
    /// search.
    #[test]
    fn a_search_is_that_of_its_slow_twin(
        (rows, centers) in (1usize..4).prop_flat_map(|width| {
            let row = || prop::collection::vec(0u8..12, width);
            (prop::collection::vec((row(), 0u8..4), 1..40), prop::collection::vec(row(), 1..9))
        }),
        is_given: bool,
        key: u64,
        max_iterations in 0usize..8,
        tolerance in prop::sample::select(vec![0.0, 0.02, 0.2, 1.0]),
        threads in 1usize..3,
    ) {
        let (points, weights): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        prop_assume!(weights.iter().any(|&weight| weight > 0));
        let init: Vec<f64> = centers.concat().into_iter().map(f64::from).collect();
        let options = Options {
            init: is_given.then_some(&init),
            key: [key, 1],
            max_iterations,
            tolerance,
            ..options(centers.len(), Metric::L1)
        };
        check_against_slow_search(&points, &weights, &options, threads);
    }
}

#[test]
fn many_points_are_those_of_the_slow_twin() {
    let mut rng = Philox::new([14, 9], [0; 4]);
    let points: Vec<Vec<u8>> = (0..5_000).map(|_| (0..3).map(|_| rng.below(200) as u8).collect()).collect();
    let weights: Vec<u8> = (0..5_000).map(|_| rng.below(4) as u8).collect();
    for max_iterations in [0, 1, 3] {
        let options = Options { max_iterations, ..options(40, Metric::L1) };
        check_against_slow_search(&points, &weights, &options, 2);
    }
}

/// The same coordinates as bytes, as wider integers and as floats.
#[test]
fn every_kind_of_number_gives_the_same_clusters() {
    let points = histograms(2000, 20, 46, 3);
    let weights: Vec<f64> = (0..2000).map(|i| f64::from(i % 3 + 1)).collect();
    for metric in [Metric::Emd, Metric::L1, Metric::L2] {
        let run = &mut Run::new(1);
        let of_bytes = cluster(&points, 20, &weights, &options(30, metric), run).unwrap();
        let wide: Vec<u16> = points.iter().map(|&x| x.into()).collect();
        assert_eq!(cluster(&wide, 20, &weights, &options(30, metric), run).as_ref(), Ok(&of_bytes));
        let floats: Vec<f64> = points.iter().map(|&x| x.into()).collect();
        let of_floats = cluster(&floats, 20, &weights, &options(30, metric), run).unwrap();
        assert_eq!((&of_floats.labels, &of_floats.centers), (&of_bytes.labels, &of_bytes.centers), "{metric:?}");
    }
}

#[test]
fn points_of_given_centres_are_those_of_the_search() {
    let points = histograms(3000, 16, 46, 4);
    let weights = vec![1.0; 3000];
    for metric in [Metric::Emd, Metric::L2] {
        let run = &mut Run::new(1);
        let found = cluster(&points, 16, &weights, &options(25, metric), run).unwrap();
        let given = Options { init: Some(&found.centers), max_iterations: 0, ..options(25, metric) };
        let assigned = cluster(&points, 16, &weights, &given, run).unwrap();
        assert_eq!((assigned.labels, assigned.centers), (found.labels, found.centers));
        assert_eq!(assigned.inertia.as_slice(), &found.inertia[found.inertia.len() - 1..]);
    }
}

/// With more bytes than a word has, the last word is filled up.
#[test]
fn a_pass_sums_the_distances_from_the_nearest_centres() {
    for width in [5, 8, 13] {
        let points = histograms(400, width as u64, 46, 6);
        let centers = &points[..7 * width];
        let numbers = |row: &[u8]| -> Vec<f64> { row.iter().map(|&x| f64::from(x)).collect() };
        let expected: f64 = points
            .chunks(width)
            .map(|point| {
                let point = numbers(point);
                let far = |center: &[u8]| cost(Metric::L1, &point, &numbers(center));
                centers.chunks(width).map(far).fold(f64::INFINITY, f64::min)
            })
            .sum();
        let pass = Pass::new(&points, width).unwrap();
        let found = pass.inertia(centers, width, &mut Run::new(1)).unwrap();
        assert_eq!(found.to_bits(), expected.to_bits());
    }
}

#[test]
fn metrics_have_names() {
    let named = ["emd", "l1", "l2"].map(|name| Metric::from_name(name).unwrap());
    assert_eq!(named, [Metric::Emd, Metric::L1, Metric::L2]);
    let refused = Metric::from_name("l3").unwrap_err().to_string();
    assert_eq!(refused, "metric \"l3\": expected emd, l1 or l2");
}

#[test]
fn an_empty_cluster_takes_the_farthest_point() {
    // Both centres are at the left; the point at the right is far from them.
    let (points, weights) = ([0u8, 1, 2, 100], [5.0, 5.0, 5.0, 1.0]);
    let given = Options { init: Some(&[0.0, 200.0]), ..options(2, Metric::L1) };
    let given = Options { init: Some(&[1.0, 1.0]), ..given };
    let found = cluster(&points, 1, &weights, &given, &mut Run::new(1)).unwrap();
    assert_eq!((found.labels, found.centers), (vec![0, 0, 0, 1], vec![1.0, 100.0]));
    assert_eq!(found.inertia, [109.0, 10.0]);
}

#[test]
fn of_two_points_that_are_equally_far_the_first_is_moved() {
    // The point with the lower sum comes first, in any order of rows; among equal sums the first row.
    let given = Options { init: Some(&[10.0, 10.0]), ..options(2, Metric::L1) };
    for (points, labels) in [([0u8, 10, 20], [1, 0, 0]), ([20, 10, 0], [0, 0, 1]), ([20, 0, 10], [0, 1, 0])] {
        let found = cluster(&points, 1, &[1.0; 3], &given, &mut Run::new(1)).unwrap();
        assert_eq!(found.labels, labels, "{points:?}");
    }
    let given = Options { init: Some(&[5.0; 4]), ..options(2, Metric::L1) };
    for (points, labels) in [([0u8, 10, 10, 0, 5, 5], [1, 0, 0]), ([10, 0, 5, 5, 0, 10], [1, 0, 0])] {
        let found = cluster(&points, 2, &[1.0; 3], &given, &mut Run::new(1)).unwrap();
        assert_eq!(found.labels, labels, "{points:?}");
    }
}

#[test]
fn what_cannot_be_is_refused_with_its_numbers() {
    let run = &mut Run::new(1);
    let mut refused = |points: &[u8], weights: &[f64], options: Options<'_>| {
        cluster(points, 2, weights, &options, run).unwrap_err().to_string()
    };
    let points = [1, 1, 1, 1, 2, 0];
    assert_eq!(refused(&points, &[1.0; 3], options(0, Metric::L1)), "0 clusters of 3 points: expected 1 to 3");
    assert_eq!(refused(&points, &[1.0; 3], options(4, Metric::L1)), "4 clusters of 3 points: expected 1 to 3");
    assert_eq!(refused(&points, &[1.0, 0.0, 1.0], options(3, Metric::L1)), "3 clusters of 2 points: expected 1 to 2");
    let same = "3 clusters of 2 points that differ: there cannot be more clusters than points";
    assert_eq!(refused(&points, &[1.0; 3], options(3, Metric::Emd)), same);
    assert!(refused(&points, &[1.0; 2], options(1, Metric::L1)).starts_with("6 numbers are not 2 points of 2"));
    assert!(refused(&[], &[], options(1, Metric::L1)).starts_with("0 numbers are not 0 points of 2"));
    let given = Options { init: Some(&[1.0]), ..options(1, Metric::L1) };
    assert_eq!(refused(&points, &[1.0; 3], given), "1 numbers are not 1 centres of 2");
    let given = Options { init: Some(&[1.0, 2.0]), ..options(1, Metric::Emd) };
    assert_eq!(refused(&points, &[1.0; 3], given), "centres: row 0: counts add up to 3, those of the first row to 2");
    let given = Options { tolerance: f64::NAN, ..options(1, Metric::L1) };
    assert!(refused(&points, &[1.0; 3], given).starts_with("tolerance NaN"));
}

#[test]
fn a_call_can_be_stopped() {
    let points = histograms(200_000, 40, 46, 5);
    let mut watch = |_, _| std::ops::ControlFlow::Break(());
    let run = &mut Run::new(2).watched(&mut watch);
    let options = options(2000, Metric::Emd);
    assert_eq!(cluster(&points, 40, &vec![1.0; 200_000], &options, run).unwrap_err(), Error::Cancelled);
}
