"""Run the command `pokerbits` as `python -m pokerbits`."""

from pokerbits.cli import main

if __name__ == "__main__":
    main()
