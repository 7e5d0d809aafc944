"""Compute the checksums of certificates, and compare them with the published ones."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbits._certificates.published import CERTIFICATES, Certificate
from pokerbits._certificates.result import Certification
from pokerbits._certificates.sequences import SEQUENCES, Watcher
from pokerbits._input.choices import check_name
from pokerbits._input.numbers import one_by_one
from pokerbits._input.progress import ProgressLike, among_all, watching
from pokerbits._input.shown import shown
from pokerbits._input.threads import resolve_num_threads
from pokerbits.exceptions import InvalidArgumentError

_PAUSE = 0.1
"""Seconds between two reports of progress."""


def certify(
    names: str | Iterable[str] | None = None, *, num_threads: int | None = None, progress: ProgressLike = None
) -> Certification:
    """Compute certificates on this installation, and compare their checksums with the published ones.

    Parameters
    ----------
    names
        Name of a certificate, or several names; by default all of `CERTIFICATES`, which takes minutes.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it. Hashing itself uses
        one thread.
    progress
        `True` for a progress bar, or a function of the finished and the total number of steps.

    Returns
    -------
    Certification
        A checksum that differs is not an error: `different` has the names.

    Raises
    ------
    InvalidArgumentError
        If there is no such certificate, a name is repeated, or there is no name.

    Notes
    -----
    https://pokerbits.github.io/pokerbits/latest/reference/certificates/ defines every sequence, for programs in any
    language.

    Examples
    --------
    >>> import pokerbits as pb
    >>> found = pb.certificates.certify("strengths-5")
    >>> found
    <Certification: 1 certificate, all equal>
    >>> found.computed == (pb.certificates.CERTIFICATES["strengths-5"].sha256,)
    True
    """
    chosen = _chosen(names)
    threads = resolve_num_threads(num_threads)
    total, before, computed = sum(certificate.seconds for certificate in chosen), 0, []
    with watching(progress, "certificates") as watcher:
        for certificate in chosen:
            computed.append(_checksum(certificate, threads, among_all(watcher, before, certificate.seconds, total)))
            before += certificate.seconds
    return Certification(
        tuple(certificate.name for certificate in chosen),
        tuple(computed),
        tuple(certificate.sha256 for certificate in chosen),
    )


def chunks(name: str, *, num_threads: int | None = None) -> Iterator[NDArray[Any]]:
    """Return an iterator over the numbers of a certificate, to find where another program differs.

    Parameters
    ----------
    name
        Name of the certificate.
    num_threads
        Number of threads; by default that of `set_num_threads`. The result does not depend on it.

    Returns
    -------
    iterator of arrays
        Little-endian arrays of up to some million numbers, whose bytes follow each other; a table is one array. Text is
        an array of uint8. The sizes of the arrays may change between versions.

    Raises
    ------
    InvalidArgumentError
        If there is no such certificate.

    Examples
    --------
    >>> import hashlib
    >>> import pokerbits as pb
    >>> checksum = hashlib.sha256()
    >>> for numbers in pb.certificates.chunks("strengths-5"):
    ...     checksum.update(numbers.data)
    >>> checksum.hexdigest() == pb.certificates.CERTIFICATES["strengths-5"].sha256
    True
    """
    check_name("name", name, CERTIFICATES)
    return _little_endian(name, resolve_num_threads(num_threads), None)


def _chosen(names: str | Iterable[str] | None) -> list[Certificate]:
    """Return the certificates of some names after checking these."""
    if names is None:
        return list(CERTIFICATES.values())
    several = [names] if isinstance(names, str) else list(one_by_one(names, "names"))
    if not several:
        raise InvalidArgumentError("names: expected one or more; leave it out for all certificates")
    seen = set()
    for name in several:
        check_name("names", name, CERTIFICATES)
        if name in seen:
            raise InvalidArgumentError(f"names: {shown(name)} appears more than once")
        seen.add(name)
    return [CERTIFICATES[str(name)] for name in several]


def _checksum(certificate: Certificate, num_threads: int, watcher: Watcher) -> str:
    """Return the SHA-256 of the bytes of a certificate, as this installation computes them."""
    digest, done, told = hashlib.sha256(), 0, time.monotonic()
    for numbers in _little_endian(certificate.name, num_threads, watcher):
        # Other threads run meanwhile.
        digest.update(numbers.data)
        done += numbers.nbytes
        if watcher is not None and (time.monotonic() > told + _PAUSE or done == certificate.n_bytes):
            watcher(done, certificate.n_bytes)
            told = time.monotonic()
    return digest.hexdigest()


def _little_endian(name: str, num_threads: int, watcher: Watcher) -> Iterator[NDArray[Any]]:
    """Yield the arrays of a certificate with their bytes in the order that is hashed."""
    for numbers in SEQUENCES[name].arrays(num_threads, watcher):
        yield np.ascontiguousarray(numbers, dtype=numbers.dtype.newbyteorder("<"))
