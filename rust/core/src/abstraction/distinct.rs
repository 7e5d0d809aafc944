//! Groups equal rows: the distinct rows in order of first appearance, and the distinct row of every row.
//!
//! Rows are hashed and distributed to parts by their hash. Every part finds its rows in an open hash table, in order and by
//! a comparison of all bytes, so neither a collision nor the number of threads can change the answer.

use crate::error::{Error, Result, Row};
use crate::memory::{try_reserve, try_resize, try_vec, try_with_capacity};
use crate::runtime::Run;
use crate::runtime::progress::Phase;

/// Parts that rows are distributed to.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 6;
/// Rows that are hashed in one step.
const CHUNK: usize = 1 << 14;
/// Chunks that are distributed together.
const CHUNKS: usize = 64;
/// Steps of progress for the rows that are distributed together; sorting the points is one more.
const STEPS: u64 = 3;
/// Maximum number of points of a part: a number of a point and a part fit in 32 bits.
const MAX_POINTS: usize = 1 << (32 - PART_BITS);
/// An empty place of a table.
const NONE: u32 = u32::MAX;

/// Equal rows, grouped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grouped {
    /// The distinct rows, back to back, in order of first appearance.
    pub points: Vec<u8>,
    /// The point of every row.
    pub point_of_row: Vec<u32>,
    /// The rows of every point, or the sum of their weights.
    pub counts: Vec<u64>,
}

/// Groups the rows of `width` bytes, with individual or equal weights.
///
/// # Errors
/// [`Error::InvalidArgument`] for lengths that disagree; [`Error::Overflow`] for sums of weights beyond 64 bits;
/// [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::abstraction::distinct::distinct_rows;
/// use pokerbits::runtime::Run;
/// let grouped = distinct_rows(&[7, 7, 0, 1, 7, 7], 2, None, &mut Run::new(2))?;
/// assert_eq!(grouped.points, [7, 7, 0, 1]);
/// assert_eq!(grouped.point_of_row, [0, 1, 0]);
/// assert_eq!(grouped.counts, [2, 1]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn distinct_rows(rows: &[u8], width: usize, weights: Option<&[u64]>, run: &mut Run<'_>) -> Result<Grouped> {
    let mut groups = Groups::new(width)?;
    groups.push(rows, weights, run)?;
    let pieces = groups.places.len().div_ceil(CHUNK * CHUNKS) as u64;
    run.enter_phase(Phase { before: STEPS * pieces, steps: pieces, total: (STEPS + 1) * pieces });
    groups.finish(run)
}

/// Rows that arrive piece by piece.
pub struct Groups {
    width: usize,
    parts: Vec<PointPart>,
    /// For every row the number of its point within its part, and the part.
    places: Vec<u32>,
}

impl Groups {
    /// No rows of `width` bytes yet.
    ///
    /// # Errors
    /// [`Error::InvalidArgument`] for rows without bytes; [`Error::OutOfMemory`].
    pub fn new(width: usize) -> Result<Self> {
        if width == 0 {
            return Err(Error::InvalidArgument("rows without columns cannot be told apart".into()));
        }
        let mut parts = try_with_capacity(PARTS)?;
        parts.resize_with(PARTS, PointPart::default);
        Ok(Self { width, parts, places: Vec::new() })
    }

    /// Adds rows, back to back.
    ///
    /// # Errors
    /// The errors of [`distinct_rows`]. After an error the groups are invalid.
    pub fn push(&mut self, rows: &[u8], weights: Option<&[u64]>, run: &mut Run<'_>) -> Result<()> {
        let (width, n) = (self.width, rows.len() / self.width);
        if !rows.len().is_multiple_of(width) || weights.is_some_and(|weights| weights.len() != n) {
            let (bytes, of) = (rows.len(), weights.map_or(n, <[u64]>::len));
            return Err(Error::InvalidArgument(format!("{bytes} bytes are not {of} rows of {width}")));
        }
        let first = self.places.len();
        try_resize(&mut self.places, first + n, NONE)?;
        let mut chunks = try_with_capacity(CHUNKS)?;
        let pieces = n.div_ceil(CHUNK * CHUNKS) as u64;
        let mut phase = Phase { before: 0, steps: 1, total: (STEPS + 1) * pieces };
        for (at, rows) in rows.chunks(CHUNK * CHUNKS * width).enumerate() {
            let begin = at * CHUNK * CHUNKS;
            let n = rows.len() / width;
            chunks.resize_with(n.div_ceil(CHUNK), Dealt::default);
            let dealing = rows.chunks(CHUNK * width).zip(&mut chunks);
            run.enter_phase(phase);
            run.for_each(dealing, n.div_ceil(CHUNK), |(rows, dealt)| dealt.deal(rows, width))?;
            let weights = weights.map(|weights| &weights[begin..begin + n]);
            phase.before += 1;
            run.enter_phase(phase);
            run.for_each(self.parts.iter_mut().enumerate(), PARTS, |(number, part)| {
                part.take(number, &chunks, rows, width, weights, first + begin)
            })?;
            phase.before += 1;
            run.enter_phase(phase);
            let places = self.places[first + begin..].chunks_mut(CHUNK);
            run.for_each(places.zip(&chunks).enumerate(), chunks.len(), |(at, (places, dealt))| {
                for (number, part) in self.parts.iter().enumerate() {
                    let found = &part.found[part.ends[at]..part.ends[at + 1]];
                    for (&row, &point) in dealt.of_part(number).iter().zip(found) {
                        places[usize::from(row)] = point << PART_BITS | number as u32;
                    }
                }
                Ok(())
            })?;
            phase.before += 1;
        }
        Ok(())
    }

    /// The groups, their points in order of first appearance.
    ///
    /// # Errors
    /// The errors of [`distinct_rows`].
    pub fn finish(self, run: &mut Run<'_>) -> Result<Grouped> {
        let Self { width, parts, places: mut point_of_row } = self;
        let n: usize = parts.iter().map(|part| part.first_rows.len()).sum();
        if n > NONE as usize {
            return Err(Error::Overflow(format!("the number of distinct rows, {n},")));
        }
        // Points of a part are in order of appearance, so a merge by part is enough.
        let mut order = try_with_capacity(n)?;
        for (number, part) in parts.iter().enumerate() {
            order.extend(part.first_rows.iter().map(|first| first << PART_BITS | number as u64));
        }
        order.sort_unstable();
        let mut numbers = try_with_capacity(PARTS)?;
        for part in &parts {
            numbers.push(try_with_capacity::<u32>(part.first_rows.len())?);
        }
        let (mut points, mut counts) = (try_with_capacity(n * width)?, try_with_capacity(n)?);
        for (point, place) in order.iter().enumerate() {
            let part = (place % PARTS as u64) as usize;
            let within = numbers[part].len();
            numbers[part].push(point as u32);
            points.extend_from_slice(&parts[part].points[within * width..][..width]);
            counts.push(parts[part].counts[within]);
        }
        let chunks = point_of_row.len().div_ceil(CHUNK);
        run.for_each(point_of_row.chunks_mut(CHUNK), chunks, |places| {
            for place in places {
                *place = numbers[*place as usize % PARTS][(*place >> PART_BITS) as usize];
            }
            Ok(())
        })?;
        Ok(Grouped { points, point_of_row, counts })
    }
}

/// The rows of a chunk, by part.
#[derive(Default)]
struct Dealt {
    hashes: Vec<u64>,
    rows: Vec<u16>,
    starts: Vec<u32>,
}

impl Dealt {
    fn deal(&mut self, rows: &[u8], width: usize) -> Result<()> {
        let n = rows.len() / width;
        self.hashes.clear();
        try_reserve(&mut self.hashes, n)?;
        self.hashes.extend(rows.chunks_exact(width).map(hash));
        self.starts.clear();
        try_resize(&mut self.starts, PARTS + 1, 0)?;
        for &hash in &self.hashes {
            self.starts[part_of(hash) + 1] += 1;
        }
        for part in 0..PARTS {
            self.starts[part + 1] += self.starts[part];
        }
        let mut next = [0; PARTS];
        next.copy_from_slice(&self.starts[..PARTS]);
        try_resize(&mut self.rows, n, 0)?;
        for (row, &hash) in self.hashes.iter().enumerate() {
            let place = &mut next[part_of(hash)];
            self.rows[*place as usize] = row as u16;
            *place += 1;
        }
        Ok(())
    }

    fn of_part(&self, part: usize) -> &[u16] {
        &self.rows[self.starts[part] as usize..self.starts[part + 1] as usize]
    }
}

/// The points of one part, and their hash table.
#[derive(Default)]
struct PointPart {
    /// Some bits of the hash, and the number of the point; the number of places is a power of two.
    table: Vec<(u32, u32)>,
    points: Vec<u8>,
    counts: Vec<u64>,
    first_rows: Vec<u64>,
    /// The points of the last rows, and where those of each chunk begin.
    found: Vec<u32>,
    ends: Vec<usize>,
}

impl PointPart {
    fn take(
        &mut self,
        number: usize,
        chunks: &[Dealt],
        rows: &[u8],
        width: usize,
        weights: Option<&[u64]>,
        first: usize,
    ) -> Result<()> {
        self.found.clear();
        self.ends.clear();
        try_resize(&mut self.ends, 1, 0)?;
        for (at, dealt) in chunks.iter().enumerate() {
            let rows_of_part = dealt.of_part(number);
            try_reserve(&mut self.found, rows_of_part.len())?;
            try_reserve(&mut self.ends, 1)?;
            for &row in rows_of_part {
                let (hash, row) = (dealt.hashes[usize::from(row)], at * CHUNK + usize::from(row));
                let point = self.find(hash, &rows[row * width..][..width], first + row)?;
                let count = &mut self.counts[point as usize];
                *count = count.checked_add(weights.map_or(1, |weights| weights[row])).ok_or_else(|| {
                    Error::Overflow(format!("{}the sum of the weights of equal rows", Row(Some(first + row))))
                })?;
                self.found.push(point);
            }
            self.ends.push(self.found.len());
        }
        Ok(())
    }

    /// The number of the point that equals `row`; a new number if it is a new point.
    fn find(&mut self, hash: u64, row: &[u8], number: usize) -> Result<u32> {
        if self.first_rows.len() * 2 >= self.table.len() {
            self.grow(row.len())?;
        }
        let mask = self.table.len() - 1;
        let mut place = place_of(hash) & mask;
        loop {
            let (tag, point) = self.table[place];
            if point == NONE {
                break;
            }
            if tag == tag_of(hash) && self.points[point as usize * row.len()..][..row.len()] == *row {
                return Ok(point);
            }
            place = (place + 1) & mask;
        }
        let point = self.first_rows.len();
        if point >= MAX_POINTS - 1 {
            return Err(Error::Overflow("the number of distinct rows".into()));
        }
        try_reserve(&mut self.points, row.len())?;
        try_reserve(&mut self.counts, 1)?;
        try_reserve(&mut self.first_rows, 1)?;
        self.points.extend_from_slice(row);
        self.counts.push(0);
        self.first_rows.push(number as u64);
        self.table[place] = (tag_of(hash), point as u32);
        Ok(point as u32)
    }

    fn grow(&mut self, width: usize) -> Result<()> {
        let mut table = try_vec((0, NONE), (self.table.len() * 4).max(1 << 8))?;
        let mask = table.len() - 1;
        for (point, row) in self.points.chunks_exact(width).enumerate() {
            let hash = hash(row);
            let mut place = place_of(hash) & mask;
            while table[place].1 != NONE {
                place = (place + 1) & mask;
            }
            table[place] = (tag_of(hash), point as u32);
        }
        self.table = table;
        Ok(())
    }
}

fn part_of(hash: u64) -> usize {
    (hash >> (64 - PART_BITS)) as usize
}

fn tag_of(hash: u64) -> u32 {
    (hash >> 16) as u32
}

/// Uses first the bits that determine neither the part nor the tag.
fn place_of(hash: u64) -> usize {
    (hash.rotate_left(32) ^ hash) as usize
}

/// 64 bits of the 128-bit state that a row is multiplied into, eight bytes at a time.
#[inline]
fn hash(row: &[u8]) -> u64 {
    const KEYS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];
    let mix = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let (words, rest) = row.as_chunks::<8>();
    let mut state = row.len() as u64 ^ KEYS[0];
    for &word in words {
        state = mix(state ^ u64::from_le_bytes(word), KEYS[1] ^ state.rotate_left(32));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    state = mix(state ^ u64::from_le_bytes(last), KEYS[1] ^ state.rotate_left(32));
    mix(state ^ KEYS[0], KEYS[1])
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::runtime::rng::Philox;

    /// The same, one row after the other, in a map of the standard library.
    fn oracle(rows: &[u8], width: usize, weights: Option<&[u64]>) -> Grouped {
        let mut numbers = HashMap::new();
        let mut grouped = Grouped { points: vec![], point_of_row: vec![], counts: vec![] };
        for (at, row) in rows.chunks(width).enumerate() {
            let next = numbers.len() as u32;
            let number = *numbers.entry(row).or_insert(next);
            if number == next {
                grouped.points.extend_from_slice(row);
                grouped.counts.push(0);
            }
            grouped.point_of_row.push(number);
            grouped.counts[number as usize] += weights.map_or(1, |weights| weights[at]);
        }
        grouped
    }

    #[test]
    fn groups_are_those_of_a_map() {
        let mut rng = Philox::new([14, 1], [0; 4]);
        for (n, width, values) in [(0, 3, 2), (1, 1, 1), (7, 2, 2), (40_000, 1, 256), (70_000, 9, 2), (30_000, 64, 256)]
        {
            let rows: Vec<u8> = (0..n * width).map(|_| rng.below(values) as u8).collect();
            let weights: Vec<u64> = (0..n).map(|_| rng.below(1000)).collect();
            for weights in [None, Some(&weights[..])] {
                let expected = oracle(&rows, width, weights);
                for threads in [1, 2, 4] {
                    let run = &mut Run::new(threads);
                    assert_eq!(distinct_rows(&rows, width, weights, run).unwrap(), expected);
                    let mut groups = Groups::new(width).unwrap();
                    let half = n / 2;
                    groups.push(&rows[..half * width], weights.map(|weights| &weights[..half]), run).unwrap();
                    groups.push(&rows[half * width..], weights.map(|weights| &weights[half..]), run).unwrap();
                    assert_eq!(groups.finish(run).unwrap(), expected);
                }
            }
        }
    }

    /// More rows than are distributed together.
    #[test]
    fn groups_of_many_rows() {
        let mut rng = Philox::new([14, 2], [0; 4]);
        let rows: Vec<u8> = (0..CHUNK * CHUNKS + 1000).flat_map(|_| (rng.below(50_000) as u16).to_le_bytes()).collect();
        assert_eq!(distinct_rows(&rows, 2, None, &mut Run::new(2)).unwrap(), oracle(&rows, 2, None));
    }

    #[test]
    fn lengths_that_disagree_are_refused() {
        let run = &mut Run::new(1);
        assert!(distinct_rows(&[], 0, None, run).is_err());
        assert!(distinct_rows(&[1, 2, 3], 2, None, run).is_err());
        assert!(distinct_rows(&[1, 2], 1, Some(&[1]), run).is_err());
        assert!(matches!(distinct_rows(&[1, 1], 1, Some(&[u64::MAX, 1]), run), Err(Error::Overflow(_))));
    }
}
