"""The command line, `pokerbits`; needs the extra `cli`, and without it still says its version."""

import sys

from pokerbits._extras import needing
from pokerbits._info import build_info


def main() -> None:
    """Run the command line."""
    try:
        with needing("cli", "The command line"):
            from pokerbits.cli.group import pokerbits
    except ModuleNotFoundError as error:
        if error.name != "click":
            raise
        if sys.argv[1:] == ["--version"]:
            print(f"pokerbits, version {build_info()['version']}")
            return
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    pokerbits(prog_name="pokerbits")
