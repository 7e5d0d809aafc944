"""The command line, `pokerbits`. It needs the extra `cli`; without it, only the version is available."""

import contextlib
import errno
import os
import sys
from io import TextIOWrapper

from pokerbits._extras import needing
from pokerbits._info import build_info

_STDOUT, _STDERR = 1, 2


def main() -> None:
    """Run the command line."""
    open_missing_streams()
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
            # A file name may have characters that the terminal cannot show.
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            pokerbits(prog_name="pokerbits")
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        # Commands handle the errors of their files, so this one is of standard output. Python would try again at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if error.errno == errno.EPIPE:
            # The reader closed the pipe.
            sys.exit(1)
        sys.exit(f"Error: standard output: {error.strerror}")


def open_missing_streams() -> None:
    """Open the standard streams that the parent process has closed.

    Otherwise the first files that a command opens would get their numbers, and the text that is written to them. Text
    for a closed standard error is lost; writing to a closed standard output stays an error.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            mode = os.O_WRONLY if number == _STDERR else os.O_RDONLY
            opened = os.open(os.devnull, mode)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
    if sys.stdout is None:
        sys.stdout = os.fdopen(_STDOUT, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(_STDERR, "w", encoding="utf-8", closefd=False)
