//! A space of points with the cost between a point and a centre: what k-means asks of it.

use std::ops::Range;

use crate::error::Result;
use crate::runtime::cpu::Proven;

/// The most points that a space compares with centres together.
pub(super) const MAX_BATCH: usize = 8;
/// The label of a point without a cluster.
pub(super) const NONE: u32 = u32::MAX;

/// A centre for a point, and its cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Best {
    pub(super) cost: f64,
    pub(super) label: u32,
}

/// A point that moves from one cluster to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) point: u32,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The input of an update.
pub(super) struct Assigned<'a> {
    pub(super) changes: &'a [Change],
    pub(super) labels: &'a [u32],
    pub(super) weights: &'a [u64],
}

/// Some neighbouring clusters, and their data from the last update.
pub(super) struct ClusterPart<'a, C, T> {
    pub(super) clusters: Range<usize>,
    pub(super) centers: &'a mut [C],
    pub(super) tally: &'a mut T,
    /// For each cluster, whether its centre has moved.
    pub(super) moved: &'a mut [bool],
}

/// Points in a space, in order of the sums of their coordinates, with the cost between a point and a centre.
pub(super) trait Space: Sync {
    /// A coordinate.
    type Coordinate: Copy + Default + PartialEq + Send + Sync;
    /// Data of neighbouring clusters that are kept between updates.
    type Tally: Send;
    /// Centres as the kernel reads them.
    type Groups: Sync;
    /// Room for the points of a batch.
    type Room;

    /// Points that are compared with centres together.
    const BATCH: usize;

    fn points(&self) -> usize;
    /// Number of coordinates of a point.
    fn width(&self) -> usize;
    /// Copies the coordinates of a point.
    fn copy(&self, point: usize, to: &mut [Self::Coordinate]);
    fn sum(&self, row: &[Self::Coordinate]) -> f64;
    /// The maximum difference between the sums of a point and of a centre within this cost.
    fn reach(&self, cost: f64) -> f64;
    /// For each of the centres before a new one, the largest cost of its points at which none of them can be nearer to the
    /// new one. None if it takes no longer to compute all costs.
    fn safe_costs(&self, _before: &[Self::Coordinate], _center: &[Self::Coordinate]) -> Result<Option<Vec<f64>>> {
        Ok(None)
    }
    /// The costs between points and a centre: at least of those at the `wanted` places among them.
    fn costs(
        &self,
        level: Proven,
        points: Range<usize>,
        wanted: Option<&[u16]>,
        center: &[Self::Coordinate],
        see: impl FnMut(usize, f64),
    );
    /// The centres of `order`, in groups.
    fn groups(&self, centers: &[Self::Coordinate], order: &[u32]) -> Result<Self::Groups>;
    fn room(&self) -> Result<Self::Room>;
    /// Replaces the best centre of each of the points, whose cost is known, by a better one of the window, or by an equally
    /// good one with a lower label.
    fn nearest(
        &self,
        level: Proven,
        points: &[usize],
        centers: Centers<'_, Self>,
        best: &mut [Best],
        room: &mut Self::Room,
    );
    /// The data of clusters without members.
    fn tally(&self, clusters: usize) -> Result<Self::Tally>;
    /// Moves the centres of clusters to their optimum.
    fn update(
        &self,
        level: Proven,
        part: ClusterPart<'_, Self::Coordinate, Self::Tally>,
        assigned: &Assigned<'_>,
    ) -> Result<()>;
}

/// The centres, and the window of their groups that matters.
pub(super) struct Centers<'a, S: Space + ?Sized> {
    pub(super) rows: &'a [S::Coordinate],
    pub(super) groups: &'a S::Groups,
    pub(super) window: Range<usize>,
}
