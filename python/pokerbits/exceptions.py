"""What pokerbits raises: every exception says what was wrong and where, and is a `ValueError` too."""

__all__ = [
    "CardCountError",
    "DuplicateCardError",
    "InvalidArgumentError",
    "InvalidCardError",
    "OutOfRangeError",
    "PokerbitsError",
]


class PokerbitsError(Exception):
    """The base of every exception that pokerbits defines."""


class InvalidCardError(PokerbitsError, ValueError):
    """A card that the deck does not have, or a text that is no card."""


class DuplicateCardError(PokerbitsError, ValueError):
    """The same card twice where all must differ."""


class CardCountError(PokerbitsError, ValueError):
    """The wrong number of cards."""


class OutOfRangeError(PokerbitsError, ValueError, IndexError):
    """A strength or an index beyond the last of its kind."""


class InvalidArgumentError(PokerbitsError, ValueError):
    """An argument that is understood but cannot be honoured."""
