//! Centres that are computed from all members of their clusters, whenever one has come or gone.

use super::space::{Assigned, ClusterPart};
use crate::error::Result;
use crate::memory::{try_reserve, try_vec};

/// Moves the centres of the clusters whose members have changed to where `optimum` puts them; a cluster without weight stays.
pub(super) fn move_to_optimum<T>(
    part: ClusterPart<'_, f64, T>,
    assigned: &Assigned<'_>,
    mut optimum: impl FnMut(&[(u32, u64)], &mut [f64]) -> Result<()>,
) -> Result<()> {
    let ClusterPart { clusters, centers, moved, .. } = part;
    let mut touched = try_vec(false, clusters.len())?;
    for cluster in assigned.changes.iter().flat_map(|change| [change.from, change.to]) {
        if clusters.contains(&(cluster as usize)) {
            touched[cluster as usize - clusters.start] = true;
        }
    }
    let mut members = try_vec(Vec::new(), clusters.len())?;
    for (point, (&label, &weight)) in assigned.labels.iter().zip(assigned.weights).enumerate() {
        let label = (label as usize).wrapping_sub(clusters.start);
        if weight > 0 && label < clusters.len() && touched[label] {
            try_reserve(&mut members[label], 1)?;
            members[label].push((point as u32, weight));
        }
    }
    let width = centers.len() / clusters.len().max(1);
    let mut new = try_vec(0.0, width)?;
    for ((members, center), moved) in members.iter().zip(centers.chunks_exact_mut(width)).zip(moved) {
        if !members.is_empty() {
            optimum(members, &mut new)?;
            *moved |= *center != *new;
            center.copy_from_slice(&new);
        }
    }
    Ok(())
}
