"""What this installation is and what it runs on."""

import sys

from pokerbits import _native
from pokerbits._forks import NoFork
from pokerbits._input.threads import get_num_threads


def cpu_features() -> dict[str, object]:
    """Return what the CPU offers and what is used.

    Returns
    -------
    dict
        `level`: the level in use, `"baseline"`, `"v3"` (popcnt, lzcnt, bmi, avx2) or `"v4"` (AVX-512 with
        BITALG, VBMI, VBMI2 and VPOPCNTDQ, and GFNI); lowered by the
        environment variable `POKERBITS_CPU`. `levels`: those that the machine supports. `features`: the instruction
        sets above the baseline.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.cpu_features()["level"] in pb.cpu_features()["levels"]
    True
    """
    return {"level": _native.cpu_level(), "levels": _native.cpu_levels(), "features": _native.cpu_features()}


def build_info() -> dict[str, str]:
    """Return how the native library was built: `version`, `profile` and `target`.

    Examples
    --------
    >>> import pokerbits as pb
    >>> pb.build_info()["version"] == pb.__version__
    True
    """
    return _native.build_info()


def show_versions() -> None:
    """Print the versions and settings that a bug report should give.

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
    """Return the name of the system, and the versions of packages."""
    # Both import more when they are first used, and the system is found under a lock, by a program.
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
