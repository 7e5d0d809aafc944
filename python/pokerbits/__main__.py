"""`python -m pokerbits` is the command `pokerbits`."""

from pokerbits.cli import main

if __name__ == "__main__":
    main()
