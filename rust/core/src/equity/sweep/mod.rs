//! Boards, one of each orbit under the permutations of the suits that leave ranges and known cards as they are.

pub(super) mod boards;
pub(super) mod suits;
