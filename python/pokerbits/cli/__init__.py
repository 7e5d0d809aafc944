"""The command line, `pokerbits`; needs the extra `cli`, and without it still says its version."""

import contextlib
import errno
import os
import sys
from io import TextIOWrapper

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
    try:
        if isinstance(sys.stdout, TextIOWrapper):
            # A name of a file may have characters that the terminal has not.
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            pokerbits(prog_name="pokerbits")
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        # Files that a command writes are its own affair: this is what it prints to. Python would try again at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if error.errno == errno.EPIPE:
            # Whoever read has seen enough.
            sys.exit(1)
        sys.exit(f"Error: standard output: {error.strerror}")
