"""Install the distribution of a folder that fits this interpreter, and run the test suite against it.

Usage: python .ci/test_wheel.py FOLDER. Nothing is built from the checkout, and nothing called pokerbits comes from an
index: a folder without a fitting wheel is an error. A source distribution without wheels beside it is built first.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path


def main(folder: Path) -> None:
    """Test what `folder` holds in a fresh virtual environment."""
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch, "venv")
        venv.create(home, with_pip=True)
        scripts = home / ("Scripts" if os.name == "nt" else "bin")
        environment = {**os.environ, "PATH": os.pathsep.join([str(scripts), os.environ["PATH"]])}
        python = str(scripts / "python")

        def run(*command: str) -> None:
            print("+", *command, flush=True)
            subprocess.run([python, "-m", *command], check=True, env=environment)

        run("pip", "install", "--upgrade", "pip")
        wheels = folder
        if not list(folder.glob("*.whl")):
            (source,) = folder.glob("*.tar.gz")
            wheels = Path(scratch, "wheels")
            run("pip", "wheel", "--no-deps", "--wheel-dir", str(wheels), str(source))
        run("pip", "install", "--no-index", "--no-deps", "--find-links", str(wheels), "pokerbits")
        # The wheel satisfies the name; this adds what the extra asks for.
        run("pip", "install", "pokerbits[test]")
        run("pip", "check")
        run("pytest")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(strict=True))
