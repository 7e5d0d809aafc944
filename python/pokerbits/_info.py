"""Versions of this installation, and features of the CPU."""

import sys

from pokerbits import _native
from pokerbits._forks import NoFork
from pokerbits._input.threads import get_num_threads
from pokerbits._public import publish


def cpu_features() -> dict[str, object]:
    """Return the supported and the used CPU features.

    Returns
    -------
    dict
        `level`: the level in use, `"baseline"`, `"v3"` (popcnt, lzcnt, bmi, avx2, fma) or `"v4"` (AVX-512 with BITALG,
        VBMI, VBMI2, VPOPCNTDQ and VNNI, and GFNI). The environment variable `POKERBITS_CPU` can lower it. `levels`: the
        levels that the machine supports. `features`: the instruction sets above the baseline.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.cpu_features()["level"] in pb.cpu_features()["levels"]
    True
    """
    return {"level": _native.cpu_level(), "levels": _native.cpu_levels(), "features": _native.cpu_features()}


def build_info() -> dict[str, str]:
    """Return how the native library was built.

    Returns
    -------
    dict[str, str]
        `version`; `profile`, `"release"` or `"debug"`; and `target`, the processor and the system.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.build_info()["version"] == pb.__version__
    True
    """
    return _native.build_info()


def show_versions() -> None:
    """Print versions and settings for a bug report.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.show_versions()
    pokerbits ...
    numpy ...
    """
    info = build_info()
    system, packages = _surroundings()
    lines = {
        "pokerbits": f"{info['version']} ({info['profile']}, {info['target']})",
        "python": sys.version.split("\n", maxsplit=1)[0],
        "platform": system,
        "cpu level": f"{_native.cpu_level()} of {', '.join(_native.cpu_levels())}",
        "threads": str(get_num_threads()),
        **packages,
    }
    for name, value in lines.items():
        print(f"{name:<10}  {value}")


def _surroundings() -> tuple[str, dict[str, str]]:
    """Return the name of the operating system, and the versions of packages."""
    # Both import further modules at first use, and finding the system's name takes a lock and runs a program.
    with NoFork():
        import platform
        from importlib import metadata

        packages = {}
        for package in ("numpy", "click", "tqdm", "matplotlib"):
            try:
                packages[package] = metadata.version(package)
            except metadata.PackageNotFoundError:
                packages[package] = "not installed"
        return platform.platform(), packages


publish("pokerbits", build_info, cpu_features, show_versions)
