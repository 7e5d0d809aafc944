//! Fallible allocation: an error if the system has no memory, where the standard library would end the process.
//!
//! For allocations above a page. Smaller ones use the standard library.

use crate::error::{Error, Result};

/// `vec![value; len]`.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn try_vec<T: Clone>(value: T, len: usize) -> Result<Vec<T>> {
    let mut all = try_with_capacity(len)?;
    all.resize(len, value);
    Ok(all)
}

/// `vec![0; len]`, for any type of numbers. The value is known where this is compiled, so the system's fastest loop writes it.
///
/// # Errors
/// [`Error::OutOfMemory`].
#[inline(never)]
pub(crate) fn try_zeros<T: Copy + Default>(len: usize) -> Result<Vec<T>> {
    let mut all = try_with_capacity(len)?;
    all.resize_with(len, T::default);
    Ok(all)
}

/// `Box::new([value; N])`.
pub(crate) fn try_boxed<T: Clone, const N: usize>(value: T) -> Result<Box<[T; N]>> {
    try_vec(value, N)?.into_boxed_slice().try_into().map_err(|_| no_memory(N, size_of::<T>()))
}

/// `slice.into()`.
pub(crate) fn try_boxed_slice<T: Clone>(slice: &[T]) -> Result<Box<[T]>> {
    let mut copy = try_with_capacity(slice.len())?;
    copy.extend_from_slice(slice);
    Ok(copy.into_boxed_slice())
}

/// `Vec::with_capacity(capacity)`.
pub(crate) fn try_with_capacity<T>(capacity: usize) -> Result<Vec<T>> {
    let mut all = Vec::new();
    if all.try_reserve_exact(capacity).is_err() {
        return Err(no_memory(capacity, size_of::<T>()));
    }
    Ok(all)
}

/// `items.collect()`.
pub(crate) fn try_collect<T>(items: impl IntoIterator<Item = Result<T>>) -> Result<Vec<T>> {
    // Without `?` and `for`, which are longer: this is compiled for every iterator.
    let (mut items, mut all) = (items.into_iter(), Vec::new());
    let mut more = items.size_hint().0.max(1);
    loop {
        let item = match items.next() {
            Some(Ok(item)) => item,
            Some(Err(error)) => return Err(error),
            None => return Ok(all),
        };
        if all.try_reserve(more).is_err() {
            return Err(no_memory(more, size_of::<T>()));
        }
        all.push(item);
        more = 1;
    }
}

/// `all.push(item)`.
#[inline]
pub(crate) fn try_push<T>(all: &mut Vec<T>, item: T) -> Result<()> {
    try_reserve(all, 1)?;
    all.push(item);
    Ok(())
}

/// `all.resize(len, value)`.
#[inline]
pub(crate) fn try_resize<T: Clone>(all: &mut Vec<T>, len: usize, value: T) -> Result<()> {
    try_reserve(all, len.saturating_sub(all.len()))?;
    all.resize(len, value);
    Ok(())
}

/// `all.reserve(more)`.
#[inline]
pub(crate) fn try_reserve<T>(all: &mut Vec<T>, more: usize) -> Result<()> {
    if all.try_reserve(more).is_err() {
        return Err(no_memory(more, size_of::<T>()));
    }
    Ok(())
}

/// Checks that `bytes` bytes are available, for code that allocates small pieces and must not fail.
pub(crate) fn check_room(bytes: usize) -> Result<()> {
    // The optimiser would remove the allocation of an unused vector.
    try_vec(0u8, bytes).map(|room| drop(std::hint::black_box(room)))
}

/// The error if there is no room for `more` elements of `size` bytes.
#[cold]
pub(crate) fn no_memory(more: usize, size: usize) -> Error {
    Error::OutOfMemory { bytes: more.saturating_mul(size) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        const TOO_MANY: usize = usize::MAX / 16;
        let refused = Error::OutOfMemory { bytes: TOO_MANY * 8 };
        assert_eq!(try_vec(0u64, TOO_MANY), Err(refused.clone()));
        assert_eq!(try_zeros::<u64>(TOO_MANY), Err(refused.clone()));
        assert_eq!(try_vec(0u64, usize::MAX), Err(Error::OutOfMemory { bytes: usize::MAX }));
        assert_eq!(try_with_capacity::<u64>(TOO_MANY), Err(refused.clone()));
        let mut all = vec![1u64];
        assert_eq!(try_reserve(&mut all, TOO_MANY), Err(refused.clone()));
        assert_eq!(try_resize(&mut all, TOO_MANY + 1, 0), Err(refused.clone()));
        assert_eq!(try_collect(std::iter::repeat_n(Ok(0u64), TOO_MANY)), Err(refused));
        assert_eq!(all, [1]);
    }

    #[test]
    fn memory_that_is_there_holds_what_it_is_asked_for() {
        assert_eq!(check_room(1000), Ok(()));
        assert!(matches!(check_room(usize::MAX / 4), Err(Error::OutOfMemory { .. })));
        assert_eq!(try_zeros::<f64>(3).unwrap(), [0.0; 3]);
        assert_eq!(*try_boxed::<_, 3>(7u8).unwrap(), [7, 7, 7]);
        assert_eq!(*try_boxed_slice(&[1, 2]).unwrap(), [1, 2]);
        let mut all = try_collect((0..1000).filter(|n| n % 2 == 0).map(Ok)).unwrap();
        assert_eq!(all, (0..1000).step_by(2).collect::<Vec<_>>());
        try_push(&mut all, 7).unwrap();
        try_resize(&mut all, 502, 8).unwrap();
        assert_eq!(all[500..], [7, 8]);
        try_resize(&mut all, 2, 9).unwrap();
        assert_eq!(all, [0, 2]);
        let failing = (0..10).map(|n| if n < 3 { Ok(n) } else { Err(Error::Cancelled) });
        assert_eq!(try_collect(failing), Err(Error::Cancelled));
    }
}
