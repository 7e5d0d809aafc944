"""Tables of text cells, laid out for terminals and notebooks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pokerbits._forks import NoFork

_SHOWN = 40
"""Maximum number of characters of a hand or range in a table."""


def shortened(name: str) -> str:
    """Return the text of a hand or range, shortened for a table."""
    return name if len(name) <= _SHOWN else name[: _SHOWN - 1] + "…"


@dataclass(frozen=True)
class Table:
    """A table of text cells, laid out for a terminal or a notebook. Columns of numbers are right-aligned."""

    rows: Sequence[Sequence[str]]
    header: Sequence[str] = ()
    note: str = ""

    def text(self, style_header: Callable[[str], str] = str) -> str:
        """Return the table with aligned columns; `style_header` can make the header line bold."""
        lines = [list(self.header), *map(list, self.rows)] if self.header else [list(row) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        justify = [str.rjust if right else str.ljust for right in self._numeric()]
        laid_out = [
            "  ".join(place(cell, width) for place, cell, width in zip(justify, line, widths, strict=True)).rstrip()
            for line in lines
        ]
        if self.header:
            laid_out[0] = style_header(laid_out[0])
        return "\n".join(laid_out + [self.note] * bool(self.note))

    def html(self) -> str:
        """Return the table as HTML."""
        # This imports the table of all HTML entities.
        with NoFork():
            from html import escape

        align = ["right" if right else "left" for right in self._numeric()]

        def line(cells: Sequence[str], tag: str) -> str:
            placed = zip(cells, align, strict=True)
            return (
                "<tr>"
                + "".join(f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>' for cell, side in placed)
                + "</tr>"
            )

        head = f"<thead>{line(self.header, 'th')}</thead>" if self.header else ""
        body = "".join(line(row, "td") for row in self.rows)
        note = f"<p>{escape(self.note)}</p>" if self.note else ""
        return f"<table>{head}<tbody>{body}</tbody></table>{note}"

    def _numeric(self) -> list[bool]:
        """Return whether each column holds numbers."""
        if not self.rows:
            return [False] * len(self.header)
        return [all(re.fullmatch(r"[-+\d.,%]+", cell) for cell in column) for column in zip(*self.rows, strict=True)]
