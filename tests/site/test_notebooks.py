"""Notebooks return what is stored in them."""

from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "tutorial").glob("*.ipynb"))


def results(notebook: Any) -> list[list[Any]]:
    """Return the results of each cell: texts, and only the kinds of the others, such as plots."""
    return [
        [
            (output.get("text") or output.get("data", {}).get("text/plain"), sorted(output.get("data", {})))
            for output in cell.get("outputs", ())
        ]
        for cell in notebook.cells
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook(path):
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    anew = nbformat.from_dict(stored)
    nbclient.NotebookClient(anew, timeout=600, kernel_name="python3").execute()
    assert any(results(stored))
    assert results(anew) == results(stored)


def test_notebooks_draw_and_show_tables():
    kinds = {
        kind
        for path in NOTEBOOKS
        for cell in results(nbformat.read(path, as_version=4))
        for _, of in cell
        for kind in of
    }
    assert {"image/png", "text/html", "text/plain"} <= kinds


def test_another_result_is_seen():
    """The check of the check."""
    stored = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("6 * 7")])
    stored.cells[0].outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "41"}, execution_count=1)]
    anew = nbformat.from_dict(stored)
    nbclient.NotebookClient(anew, timeout=600, kernel_name="python3").execute()
    assert results(anew) == [[("42", ["text/plain"])]]
    assert results(stored) == [[("41", ["text/plain"])]]
