"""Remove what wheels tell of the machine that built them: the folder of the checkout, by which SBOMs name crates.

    python .ci/neutral_wheels.py FOLDER

Rewrites the wheels of the folder. It is an error if a file of a wheel still has a path of this machine or of a runner.
The compiler's option `--remap-path-prefix` keeps those of other crates out of the library.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
NAME = b"pokerbits"
PATHS = re.compile(
    rb"(?:/root|/home/[\w.-]+|/Users/[\w.-]+|/github|/__w|[A-Z]:\\+(?:Users|a)|"
    + re.escape(str(CHECKOUT).encode())
    + rb")[/\\][\w.-]+[/\\\w.-]*"
)
"""Paths in homes, in checkouts of runners and containers, and in this checkout."""


def neutral(data: bytes) -> bytes:
    """Return the text of an SBOM with a name for the checkout; paths there are URLs or parts of JSON."""
    for path in {str(CHECKOUT), CHECKOUT.as_posix(), str(CHECKOUT).replace("\\", "\\\\")}:
        data = data.replace(path.encode(), NAME)
    return data


def rewrite(wheel: Path) -> None:
    """Rewrite a wheel, and end if a path is left in it."""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, "-m", "wheel", "unpack", "--dest", scratch, wheel], check=True)
        (unpacked,) = Path(scratch).iterdir()
        for file in unpacked.glob("*.dist-info/sboms/*"):
            file.write_bytes(neutral(file.read_bytes()))
        left = {
            (file.relative_to(unpacked).as_posix(), found.decode(errors="replace"))
            for file in unpacked.rglob("*")
            if file.is_file()
            for found in PATHS.findall(file.read_bytes())
        }
        if left:
            sys.exit(f"{wheel.name} has {len(left)} paths of the machine that built it, such as {min(left)}")
        subprocess.run([sys.executable, "-m", "wheel", "pack", "--dest-dir", wheel.parent, unpacked], check=True)


def main() -> None:
    """Rewrite the wheels of the folder that the command line names."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    wheels = sorted(Path(sys.argv[1]).glob("*.whl"))
    if not wheels:
        sys.exit(f"{sys.argv[1]}: no wheels")
    for wheel in wheels:
        rewrite(wheel)


if __name__ == "__main__":
    main()
