//! The default method: deals in which nobody beats the hero, counted as weighted matchings of a graph. Its vertices, the
//! unknown cards, have few classes.
//!
//! [`heroes`] makes the class graphs of heroes on a board. [`distinct_graphs`] finds the graphs that occur more than once.
//! [`solver`] counts each of them by the [`dynamic_programme`] over its classes, in an [`order`] with few states.

mod canonical;
mod class_graph;
mod distinct_graphs;
mod dynamic_programme;
mod heroes;
mod layout;
mod order;
mod solver;
mod sums;
mod ties;

pub(super) use class_graph::ClassGraph;
pub(super) use distinct_graphs::{DistinctGraphs, ThreadGraphs};
pub(super) use heroes::{Hero, add_heroes, graph_of, number_heroes};
pub(super) use solver::Solver;
pub(super) use sums::DealSums;
