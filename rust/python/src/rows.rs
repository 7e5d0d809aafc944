//! Rows of cards in arrays of any integer dtype and layout, with hole cards and board together or apart. They are narrowed
//! to bytes block by block, so that a whole input is never copied.
//!
//! Each block is private to a thread, and is checked and used there; the arrays may change during a call.

use std::ops::BitOr;

use numpy::ndarray::{ArrayView2, ArrayViewD, ArrayViewMut2, Axis, Zip};
use numpy::{Element, PyUntypedArrayMethods};
use pokerbits::cards::DECK;
use pokerbits::memory::try_vec;
use pokerbits::runtime::Run;
use pokerbits::{Error, Result, Row};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::borrow::{Filling2, ReadingAny};
use crate::enter::enter_if;

/// Rows that are narrowed at a time: they stay in the cache until they are used.
const BLOCK: usize = 1024;

/// Rows that are narrowed column by column at a time.
const STRIP: usize = 128;

/// Rows that one thread takes at a time.
const CHUNK: usize = 16 * BLOCK;

/// Work on up to this many hands, as much as a look-up or an index, does not release the interpreter, which would cost as
/// much.
pub(crate) const INLINE_HANDS: usize = 512;

/// Up to this number of cards are packed without releasing the interpreter, which would cost as much.
const INLINE_CARDS: usize = 16 * BLOCK;

/// An integer that may be a card id.
pub(crate) trait Number: Element + Copy + Default + BitOr<Output = Self> + TryInto<u8> + Into<i128> {
    /// The low byte.
    fn byte(self) -> u8;

    /// The number, if it is a byte.
    #[inline(always)]
    fn whole(self) -> Option<u8> {
        self.try_into().ok()
    }
}

/// Implements [`Number`], and [`Part`] for arrays of every dtype.
macro_rules! numbers {
    ($($variant:ident: $type:ty),+) => {
        $(#[allow(clippy::cast_sign_loss)]
        impl Number for $type {
            #[inline(always)]
            fn byte(self) -> u8 {
                self as u8
            }
        })+

        /// A borrowed array with the cards on the last axis; all parts of a call have the same leading axes.
        enum Part<'py> {
            $($variant(ReadingAny<'py, $type>)),+
        }

        impl<'a, 'py> FromPyObject<'a, 'py> for Part<'py> {
            type Error = PyErr;
            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
                $(if object.cast::<numpy::PyArrayDyn<$type>>().is_ok() {
                    return object.extract().map(Self::$variant);
                })+
                Err(PyTypeError::new_err("expected an array of integers"))
            }
        }

        impl Part<'_> {
            fn view(&self) -> View<'_> {
                match self {
                    $(Self::$variant(array) => View::$variant(array.as_array()),)+
                }
            }

            fn shape(&self) -> &[usize] {
                match self {
                    $(Self::$variant(array) => array.shape(),)+
                }
            }
        }

        /// The memory of a [`Part`], without the interpreter.
        #[derive(Clone)]
        enum View<'a> {
            $($variant(ArrayViewD<'a, $type>)),+
        }

        /// Evaluates an expression with a view of any dtype.
        macro_rules! with_view {
            ($view:expr, $name:ident => $work:expr) => {
                match $view {
                    $(View::$variant($name) => $work,)+
                }
            };
        }
    };
}
numbers!(U8: u8, I8: i8, U16: u16, I16: i16, U32: u32, I32: i32, U64: u64, I64: i64);

/// The card ids of rows, all `parts` side by side, into `out` (n, width).
#[pyfunction]
pub(crate) fn pack_rows(py: Python<'_>, parts: Rows<'_>, mut out: Filling2<'_, u8>) -> PyResult<()> {
    let (width, blocks, out) = (parts.width(), parts.blocks(), out.as_slice_mut()?);
    if out.is_empty() {
        return Ok(());
    }
    let is_long = out.len() > INLINE_CARDS;
    let copy = |cards: &[u8], out: &mut [u8], _: &mut Run<'_>| {
        out.copy_from_slice(cards);
        match out.iter().position(|&card| card >= DECK) {
            Some(at) => Err(no_card(at / width, out[at].into())),
            None => Ok(()),
        }
    };
    enter_if(is_long, py, 1, |run| blocks.for_each(out, width, run, copy))
}

/// Rows of cards, from several arrays side by side.
pub(crate) struct Rows<'py>(Vec<Part<'py>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Rows<'py> {
    type Error = PyErr;
    fn extract(parts: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        parts.extract().map(Self)
    }
}

impl<'py> Rows<'py> {
    /// The rows of one array.
    pub(crate) fn of_one(array: &Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(Self(vec![array.extract()?]))
    }
}

impl Rows<'_> {
    /// Cards in a row.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().filter_map(|part| part.shape().last()).sum()
    }

    /// The cards, if they are already consecutive bytes.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        match &self.0[..] {
            [Part::U8(array)] => array.as_array().to_slice(),
            _ => None,
        }
    }

    /// Fills a number per row, by a function of the core for rows of bytes. Up to `few` rows do not release the interpreter,
    /// which would cost as much.
    pub(crate) fn fill<T: Send>(
        &self,
        py: Python<'_>,
        few: usize,
        out: &mut [T],
        num_threads: usize,
        of_rows: impl Fn(&[u8], &mut [T], &mut Run<'_>) -> Result<()> + Send + Sync,
    ) -> PyResult<()> {
        let bytes = self.as_bytes();
        let blocks = bytes.is_none().then(|| self.blocks());
        enter_if(out.len() > few, py, num_threads, |run| match &blocks {
            Some(blocks) => blocks.for_each(out, 1, run, of_rows),
            None => of_rows(bytes.unwrap_or_default(), out, run),
        })
    }

    /// The part that threads may read.
    pub(crate) fn blocks(&self) -> Blocks<'_> {
        Blocks::new(self.0.iter().map(Part::view).collect(), self.width())
    }
}

/// Rows to be read in blocks.
pub(crate) struct Blocks<'a> {
    /// Parts with the same leading axes: as few axes as possible, and at least one.
    parts: Vec<View<'a>>,
    /// Their lengths.
    leading: Vec<usize>,
    width: usize,
}

impl<'a> Blocks<'a> {
    fn new(mut parts: Vec<View<'a>>, width: usize) -> Self {
        for part in &mut parts {
            if with_view!(&*part, view => view.ndim()) == 1 {
                with_view!(part, view => view.insert_axis_inplace(Axis(0)));
            }
        }
        // Two axes that can be merged in every part become one.
        let axes = parts.first().map_or(1, |part| with_view!(part, view => view.ndim() - 1));
        let none = parts.iter().any(|part| with_view!(part, view => view.is_empty()));
        for outer in (0..axes - 1).rev().filter(|_| !none) {
            let (outer, inner) = (Axis(outer), Axis(outer + 1));
            let mut merged = parts.clone();
            if merged.iter_mut().all(|part| with_view!(part, view => view.merge_axes(outer, inner))) {
                for part in &mut merged {
                    with_view!(part, view => view.index_axis_inplace(outer, 0));
                }
                parts = merged;
            }
        }
        let mut leading = parts.first().map_or(vec![], |part| with_view!(part, view => view.shape().to_vec()));
        leading.pop();
        Self { parts, leading, width }
    }

    /// Calls `work` for all rows, a block at a time, with `per_row` elements of `out` each.
    ///
    /// # Errors
    /// The error of the first wrong row, with its number: an invalid card, or the error of `work` for its block.
    pub(crate) fn for_each<T: Send>(
        &self,
        out: &mut [T],
        per_row: usize,
        run: &mut Run<'_>,
        work: impl Fn(&[u8], &mut [T], &mut Run<'_>) -> Result<()> + Sync,
    ) -> Result<()> {
        let level = run.level();
        let chunks = out.len().div_ceil(CHUNK * per_row);
        run.for_each(out.chunks_mut(CHUNK * per_row).enumerate(), chunks, |(chunk, out)| {
            let mut bytes = try_vec(0, BLOCK.min(out.len() / per_row) * self.width)?;
            for (block, out) in out.chunks_mut(BLOCK * per_row).enumerate() {
                let (first, rows) = (chunk * CHUNK + block * BLOCK, out.len() / per_row);
                let bytes = &mut bytes[..rows * self.width];
                let fit = self.read(first, bytes);
                let (read, refused) = if fit { (rows, Ok(())) } else { self.read_until_wrong(first, bytes) };
                let done = work(&bytes[..read * self.width], &mut out[..read * per_row], &mut Run::new(1).at(level));
                done.map_err(|mut error| {
                    let row = error.take_row().unwrap_or(0);
                    error.at_row(first + row)
                })?;
                refused?;
            }
            Ok(())
        })
    }

    /// Narrows the rows from `first` on into `block`; returns whether every number was a byte.
    fn read(&self, first: usize, block: &mut [u8]) -> bool {
        let end = first + block.len() / self.width;
        let run = self.leading.last().copied().unwrap_or(1);
        let (mut at, mut fit) = (first, true);
        while at < end && fit {
            let count = (run - at % run).min(end - at);
            let block = &mut block[(at - first) * self.width..][..count * self.width];
            let mut place = 0;
            for part in &self.parts {
                with_view!(part, view => {
                    let cards = rows_of(view, &self.leading, at, count);
                    fit &= narrow(cards, place, block, self.width);
                    place += cards.ncols();
                });
            }
            at += count;
        }
        fit
    }

    /// [`Self::read`] up to the first row with a number that is not a byte: the number of rows read, and the error if any.
    #[cold]
    fn read_until_wrong(&self, first: usize, block: &mut [u8]) -> (usize, Result<()>) {
        for (row, bytes) in block.chunks_mut(self.width).enumerate() {
            let mut bytes = bytes.iter_mut();
            for part in &self.parts {
                with_view!(part, view => {
                    for (&number, byte) in rows_of(view, &self.leading, first + row, 1).iter().zip(&mut bytes) {
                        let Some(id) = number.whole() else { return (row, Err(no_card(first + row, number.into()))) };
                        *byte = id;
                    }
                });
            }
        }
        // Another thread has corrected them meanwhile.
        (block.len() / self.width, Ok(()))
    }
}

fn no_card(row: usize, card: i128) -> Error {
    Error::CardOutOfRange { row: Row(Some(row)), card, last: DECK - 1 }
}

/// `count` rows from the row `at` on, all of one run: the last of the `leading` axes, with the others fixed.
fn rows_of<'a, T>(view: &ArrayViewD<'a, T>, leading: &[usize], at: usize, count: usize) -> ArrayView2<'a, T> {
    let mut rows = view.clone();
    let (mut index, mut start) = (at, 0);
    for (axis, &len) in leading.iter().enumerate().rev() {
        let place = index % len;
        index /= len;
        if axis + 1 == leading.len() {
            start = place;
        } else {
            rows.index_axis_inplace(Axis(axis), place);
        }
    }
    rows.slice_axis_inplace(Axis(0), (start..start + count).into());
    rows.into_dimensionality().expect("a run and the cards are left")
}

/// Puts the low bytes of `cards` into the rows of `block`, from `place` on; returns whether every number was a byte.
fn narrow<T: Number>(cards: ArrayView2<'_, T>, place: usize, block: &mut [u8], width: usize) -> bool {
    let of_a_row = cards.ncols();
    let together = cards.to_slice();
    // All numbers fit if and only if the bitwise or of all of them fits.
    let mut all = T::default();
    let mut put = |number: T, byte: &mut u8| {
        all = all | number;
        *byte = number.byte();
    };
    match (together, of_a_row) {
        (Some(cards), _) if of_a_row == width => cards.iter().zip(block).for_each(|(&card, byte)| put(card, byte)),
        (Some(cards), 2) => place_rows::<T, 2>(cards, place, block, width, put),
        (Some(cards), 3) => place_rows::<T, 3>(cards, place, block, width, put),
        (Some(cards), 4) => place_rows::<T, 4>(cards, place, block, width, put),
        (Some(cards), 5) => place_rows::<T, 5>(cards, place, block, width, put),
        (Some(cards), 6) => place_rows::<T, 6>(cards, place, block, width, put),
        _ => {
            // Few rows at a time, so that the columns of a wide array are read together, not one after the other.
            for (cards, rows) in cards.axis_chunks_iter(Axis(0), STRIP).zip(block.chunks_mut(STRIP * width)) {
                let shape = (cards.nrows(), width);
                let mut rows = ArrayViewMut2::from_shape(shape, rows).expect("a block has these rows");
                for (to, from) in rows.columns_mut().into_iter().skip(place).zip(cards.columns()) {
                    Zip::from(to).and(from).for_each(|byte, &card| put(card, byte));
                }
            }
        }
    }
    all.whole().is_some()
}

/// [`narrow`] for rows of `N` cards one after the other: hole cards and boards.
#[inline(always)]
fn place_rows<T: Number, const N: usize>(
    cards: &[T],
    place: usize,
    block: &mut [u8],
    width: usize,
    mut put: impl FnMut(T, &mut u8),
) {
    for (cards, row) in cards.as_chunks::<N>().0.iter().zip(block.chunks_exact_mut(width)) {
        let mut bytes = [0; N];
        cards.iter().zip(&mut bytes).for_each(|(&card, byte)| put(card, byte));
        if let Some((_, row)) = row.split_at_mut_checked(place)
            && let Some(to) = row.first_chunk_mut()
        {
            *to = bytes;
        }
    }
}
