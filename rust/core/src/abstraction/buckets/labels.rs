//! A small number for every class of hands, in integers of either size.

use crate::error::{Error, Result};
use crate::runtime::Run;

/// Numbers that a thread replaces at a time.
const CHUNK: usize = 1 << 16;

/// A number for every class of hands: its bucket, or its strength.
#[derive(Debug, Clone, Copy)]
pub enum Labels<'a> {
    /// Numbers below 2^16.
    U16(&'a [u16]),
    /// Numbers below 2^32.
    U32(&'a [u32]),
}

impl Labels<'_> {
    /// Number of classes.
    pub fn len(self) -> usize {
        match self {
            Self::U16(labels) => labels.len(),
            Self::U32(labels) => labels.len(),
        }
    }

    /// Whether there are no classes.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The number of a class.
    #[inline(always)]
    pub(super) fn of(self, class: usize) -> u32 {
        match self {
            Self::U16(labels) => labels[class].into(),
            Self::U32(labels) => labels[class],
        }
    }

    /// Checks that there is one label for each class.
    pub(super) fn check_len(self, what: &str, classes: u64) -> Result<()> {
        if self.len() as u64 == classes {
            return Ok(());
        }
        Err(Error::InvalidArgument(format!("{what}: {} numbers for {classes} classes of hands", self.len())))
    }
}

/// Replaces every number by its entry in `of`, and writes the result to `out`.
///
/// # Errors
/// [`Error::InvalidArgument`] for an `out` of another length, and for a number without an entry; [`Error::Cancelled`].
///
/// ```
/// use pokerbits::abstraction::buckets::{Labels, relabel};
/// let mut out = [0u32; 4];
/// relabel(Labels::U16(&[2, 0, 1, 2]), &[70, 80, 90], &mut out, &mut pokerbits::Run::new(1))?;
/// assert_eq!(out, [90, 70, 80, 90]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn relabel<T: Copy + Send + Sync>(numbers: Labels<'_>, of: &[T], out: &mut [T], run: &mut Run<'_>) -> Result<()> {
    numbers.check_len("numbers", out.len() as u64)?;
    let chunks = out.chunks_mut(CHUNK).enumerate();
    let total = chunks.len();
    run.for_each(chunks, total, |(chunk, out)| {
        for (class, out) in (chunk * CHUNK..).zip(out) {
            let number = numbers.of(class);
            *out = *of.get(number as usize).ok_or_else(|| no_bucket(number, of.len()))?;
        }
        Ok(())
    })
}

/// The error of a number that is not a bucket.
#[cold]
pub(super) fn no_bucket(label: u32, buckets: usize) -> Error {
    Error::InvalidArgument(format!("bucket {label} of a hand is not one of the {buckets} buckets"))
}
