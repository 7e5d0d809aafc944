//! Clusters of an opponent's hands before the board.

use super::any_deck::DeckGame;
use crate::cards::{HAND_CLASS_COUNT, hand_class_name};
use crate::combinatorics::sort_few;
use crate::error::{Error, Result, Row};
use crate::memory::{try_collect, try_vec};

/// A partition of the classes of hole cards of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Clusters {
    of_class: Vec<u8>,
    n: usize,
}

impl Clusters {
    /// The partition of the 169 classes of hold'em into these lists of classes.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] naming a class that is in no list or in two, or an empty list;
    /// [`Error::IndexOutOfRange`] for a class that does not exist.
    pub fn new<L: AsRef<[u8]>>(lists: &[L]) -> Result<Self> {
        Self::of_lists(HAND_CLASS_COUNT, lists, |class| hand_class_name(class as u8).unwrap_or_default())
    }

    /// The partition of the classes of a game, which are numbered by its first indexer.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn of_game<L: AsRef<[u8]>>(game: &DeckGame, lists: &[L]) -> Result<Self> {
        Self::of_lists(game.indexer(0)?.size(0)? as usize, lists, |class| format!("class {class}"))
    }

    fn of_lists<L: AsRef<[u8]>>(n_classes: usize, lists: &[L], name: impl Fn(usize) -> String) -> Result<Self> {
        let refuse = |why: String| Err(Error::InvalidArgument(format!("clusters do not partition the classes: {why}")));
        let mut of_class = try_vec(None, n_classes)?;
        for (cluster, list) in lists.iter().enumerate() {
            if list.as_ref().is_empty() {
                return refuse(format!("cluster {cluster} is empty"));
            }
            for &class in list.as_ref() {
                let Some(place) = of_class.get_mut(usize::from(class)) else {
                    let (index, last) = (class.into(), n_classes as u64 - 1);
                    return Err(Error::IndexOutOfRange { row: Row(None), what: "hand class", index, first: 0, last });
                };
                if let Some(before) = place.replace(cluster as u8) {
                    let class = name(class.into());
                    return refuse(format!("{class} is in cluster {before} and in cluster {cluster}"));
                }
            }
        }
        if let Some(class) = of_class.iter().position(Option::is_none) {
            return refuse(format!("{} is in none", name(class)));
        }
        Ok(Self { of_class: of_class.into_iter().map(Option::unwrap_or_default).collect(), n: lists.len() })
    }

    /// The partition into `n` clusters, weakest first, with the least squared distance of the classes' equities from the
    /// mean of their cluster; `sizes` are the weights of the classes.
    pub(super) fn least_squares(equities: &[f64], sizes: &[f64], n: usize) -> Result<Self> {
        let n_classes = equities.len();
        if !(1..=n_classes).contains(&n) {
            return Err(Error::InvalidArgument(format!(
                "{n} clusters of {n_classes} classes: 1 to {n_classes} are made"
            )));
        }
        let mut classes: Vec<usize> = (0..n_classes).collect();
        sort_few(&mut classes, &|&a, &b| equities[a] < equities[b]);
        let in_order = |of: &[f64]| classes.iter().map(|&class| of[class]).collect::<Vec<_>>();
        let cuts = least_squares(&in_order(equities), &in_order(sizes), n)?;
        let mut of_class = try_vec(0, n_classes)?;
        for (cluster, cut) in cuts.windows(2).enumerate() {
            classes[cut[0]..cut[1]].iter().for_each(|&class| of_class[class] = cluster as u8);
        }
        Ok(Self { of_class, n })
    }

    /// Number of clusters.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The cluster of every class.
    pub fn of_class(&self) -> &[u8] {
        &self.of_class
    }
}

/// The cuts of an ascending list into `n` parts with the least weighted squared distances to the parts' means; the first of
/// several equally good ones.
fn least_squares(x: &[f64], weights: &[f64], n: usize) -> Result<Vec<usize>> {
    let len = x.len();
    // The cost of one part, `from..to`: Welford's update, which loses no digits.
    let mut costs = try_collect((0..len).map(|_| try_vec(0.0, len + 1)))?;
    for (from, costs) in costs.iter_mut().enumerate() {
        let (mut mean, mut weight, mut cost) = (0.0, 0.0, 0.0);
        for to in from..len {
            let delta = x[to] - mean;
            weight += weights[to];
            mean += delta * weights[to] / weight;
            cost += weights[to] * delta * (x[to] - mean);
            costs[to + 1] = cost;
        }
    }
    let mut best: Vec<f64> = (0..=len).map(|to| if to == 0 { 0.0 } else { f64::INFINITY }).collect();
    let mut cut_before = try_collect((0..=n).map(|_| try_vec(0, len + 1)))?;
    for cuts in cut_before.iter_mut().skip(1) {
        let mut next = vec![f64::INFINITY; len + 1];
        for to in 1..=len {
            for from in 0..to {
                let cost = best[from] + costs[from][to];
                if cost < next[to] {
                    (next[to], cuts[to]) = (cost, from);
                }
            }
        }
        best = next;
    }
    let mut cuts = vec![len];
    for part in (1..=n).rev() {
        cuts.push(cut_before[part][cuts[cuts.len() - 1]]);
    }
    cuts.reverse();
    Ok(cuts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_checked() {
        let all: Vec<u8> = (0..169).collect();
        assert_eq!(Clusters::new(&[&all[..]]).unwrap().n(), 1);
        assert_eq!(Clusters::new(&all.iter().map(|c| vec![*c]).collect::<Vec<_>>()).unwrap().n(), 169);
        let refused = |lists: &[&[u8]], words: &str| {
            let error = Clusters::new(lists).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        };
        refused(&[&all[..168]], "AKs is in none");
        refused(&[&all[..], &[90]], "AA is in cluster 0 and in cluster 1");
        refused(&[&all[..], &[]], "cluster 1 is empty");
        refused(&[&[169]], "hand class 169 is out of range");
        refused(&[], "22 is in none");
        for n in [0, 170] {
            assert!(Clusters::least_squares(&[0.5; 169], &[1.0; 169], n).is_err());
        }
    }

    #[test]
    fn cuts_are_the_best_of_all() {
        let x = [0.0, 0.1, 0.15, 0.4, 0.42, 0.9, 0.91, 1.0];
        let weights = [6.0, 4.0, 12.0, 12.0, 4.0, 6.0, 6.0, 12.0];
        let cost = |cuts: &[usize]| -> f64 {
            let part = |cut: &[usize]| {
                let (x, w) = (&x[cut[0]..cut[1]], &weights[cut[0]..cut[1]]);
                let mean = x.iter().zip(w).map(|(x, w)| x * w).sum::<f64>() / w.iter().sum::<f64>();
                x.iter().zip(w).map(|(x, w)| w * (x - mean) * (x - mean)).sum::<f64>()
            };
            cuts.windows(2).map(part).sum()
        };
        for n in 1..=x.len() {
            let found = least_squares(&x, &weights, n).unwrap();
            assert_eq!((found.len(), found[0], found[n]), (n + 1, 0, x.len()));
            for inner in 0u32..1 << (x.len() - 1) {
                if inner.count_ones() as usize == n - 1 {
                    let mut cuts = vec![0];
                    cuts.extend((1..x.len()).filter(|k| inner >> (k - 1) & 1 != 0));
                    cuts.push(x.len());
                    assert!(cost(&found) <= cost(&cuts) + 1e-12, "{found:?} {cuts:?}");
                }
            }
        }
    }
}
