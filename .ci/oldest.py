"""Print the oldest versions that pyproject.toml allows, as constraints for pip.

    python .ci/oldest.py > oldest.txt && python -m pip install ".[test]" --constraint oldest.txt

A requirement of the package or of an extra without a lower bound is an error, and so is a Python other than the oldest:
the oldest versions have no wheels for a newer one.
"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)(\[[^]]*\])?(>=|==)(?P<version>[0-9.]+)(\s*;.*)?")


def lowest(requirements: list[str]) -> dict[str, str]:
    """Return the lowest version that all requirements allow, by name."""
    found: dict[str, str] = {}
    for text in requirements:
        if text.startswith("pokerbits["):
            continue
        match = REQUIREMENT.fullmatch(text)
        if match is None:
            sys.exit(f"{PROJECT.name}: {text!r} has no lower bound that .ci/oldest.py can read")
        name, version = match["name"], match["version"]
        found[name] = max(found.get(name, "0"), version, key=lambda of: [int(part) for part in of.split(".")])
    return found


def main() -> None:
    """Print the constraints."""
    with PROJECT.open("rb") as file:
        project = tomllib.load(file)["project"]
    oldest = project["requires-python"].removeprefix(">=")
    running = "{}.{}".format(*sys.version_info)
    if running != oldest:
        sys.exit(f"Python {running}: the oldest versions are tested on the oldest Python, {oldest}")
    extras = [text for extra in project["optional-dependencies"].values() for text in extra]
    for name, version in sorted(lowest(project["dependencies"] + extras).items()):
        print(f"{name}=={version}")


if __name__ == "__main__":
    main()
