"""The command line, `pokerbits`; needs the extra `cli`."""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from pokerbits.cli.group import pokerbits
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        sys.exit(f'The command line needs {error.name}: pip install "pokerbits[cli]"')
    pokerbits(prog_name="pokerbits")
