"""Write the pages of the site that are made of programs: notebooks of docs/tutorial, the gallery of examples/gallery.

    python .ci/site.py pages             write them
    python .ci/site.py run               run the notebooks, and store their results in them
    python .ci/site.py put FOLDER 0.2    add the built site to a folder of versions, as that of a release

A notebook becomes a page of its cells and of the results that are stored in it. A program of the gallery becomes a
page of its text, its code, and its plot, in colours for light and for dark pages. The pages are not in the tree:
mkdocs.yml lists them, and the site needs them.
"""

import argparse
import ast
import base64
import os
import re
import runpy
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SITE = ROOT / "target" / "site"
TUTORIAL, GALLERY = ROOT / "docs" / "tutorial", ROOT / "docs" / "gallery"
PROGRAMS = ROOT / "examples" / "gallery"
SCHEMES = ("light", "dark")
DARK_INK = "#c8ccd4"
"""Colour of text and lines of a plot on a dark page."""

PAGE = """
{%- extends "markdown/index.md.j2" -%}
{%- block data_text %}
``` { .text .output }
{{ output.data["text/plain"] }}
```
{% endblock data_text -%}
{%- block stream %}
``` { .text .output }
{{ output.text.rstrip() }}
```
{% endblock stream -%}
{%- block data_png %}
![The plot that this code draws]({{ output.metadata.filenames["image/png"] | path2url }})
{% endblock data_png -%}
"""
"""The template of a notebook's page: results look different from code."""


def run_notebook(path: Path) -> None:
    """Run a notebook and store what its cells return."""
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    compact = runpy.run_path(str(ROOT / "examples" / "draw_plots.py"))["compact"]
    for cell in notebook.cells:
        # When a cell ran is of no use to a reader, and different each time.
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            if png := output.get("data", {}).get("image/png"):
                output.data["image/png"] = base64.b64encode(compact(base64.b64decode(png))).decode()
    notebook.metadata["language_info"] = {"name": "python"}
    nbformat.write(notebook, path)


def write_notebook(path: Path) -> None:
    """Write the page of a notebook, and its plots beside it."""
    from nbconvert.exporters import MarkdownExporter

    text, resources = MarkdownExporter(raw_template=PAGE).from_filename(
        str(path), {"output_files_dir": f"{path.stem}_files"}
    )
    for name, data in resources["outputs"].items():
        file = path.parent / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
    # Pages link to pages; notebooks, which work without the site, to notebooks.
    text = re.sub(r"\]\((\w+)\.ipynb\)", r"](\1.md)", text)
    note = f"This page is a notebook: [download it]({path.name}){{ download }}."
    title, _, rest = text.partition("\n")
    path.with_suffix(".md").write_text(f"{title}\n\n{note}\n{rest}", encoding="utf-8")


def described(program: Path) -> tuple[str, str, str]:
    """Return the title of a program of the gallery, its text, and its code."""
    source = program.read_text(encoding="utf-8")
    document = ast.get_docstring(ast.parse(source))
    if document is None:
        sys.exit(f"{program} has no docstring")
    title, _, text = document.partition("\n\n")
    return title.removesuffix("."), text, source.split('"""\n', 2)[1].lstrip("\n")


def draw(program: Path) -> None:
    """Run a program of the gallery, and keep the plot that it saves, for light and for dark pages."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot as plt

    saved: list[str] = []
    plt.savefig = lambda path, **_: saved.append(path)
    runpy.run_path(str(program), run_name="__main__")
    if saved != [f"{program.stem}.png"]:
        sys.exit(f"{program} saves {saved}, expected {program.stem}.png")
    for scheme in SCHEMES:
        if scheme == "dark":
            darken(plt.gcf())
        plt.gcf().savefig(GALLERY / f"{program.stem}-{scheme}.png", dpi=90, transparent=True)


def darken(figure: Any) -> None:
    """Give titles, axes and legends a colour for dark pages; programs choose colours for both within the axes."""
    for ax in figure.axes:
        ax.tick_params(which="both", colors=DARK_INK)
        for label in (ax.title, ax.xaxis.label, ax.yaxis.label):
            label.set_color(DARK_INK)
        for spine in ax.spines.values():
            spine.set_edgecolor(DARK_INK)
        for line in (*ax.get_xgridlines(), *ax.get_ygridlines()):
            line.set_alpha(0.25)
        if legend := ax.get_legend():
            legend.get_frame().set_facecolor("none")
            for text in legend.get_texts():
                text.set_color(DARK_INK)


def draw_apart(program: Path) -> None:
    """Do it in a process of its own."""
    # No bytecode is written beside the programs.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, __file__, "draw", program], check=True, cwd=ROOT, env=environment)


def write_gallery() -> None:
    """Draw all plots of the gallery and write its pages."""
    GALLERY.mkdir(exist_ok=True)
    index = [
        "# Gallery",
        "",
        "Programs that draw what pokerbits computes. Each runs as it is.",
        "",
        '<div class="grid cards gallery" markdown>',
        "",
    ]
    programs = sorted(PROGRAMS.glob("*.py"))
    with ThreadPoolExecutor() as pool:
        list(pool.map(draw_apart, programs))
    for program in programs:
        title, text, code = described(program)
        plots = [f"![{title}]({program.stem}-{scheme}.png#only-{scheme})" for scheme in SCHEMES]
        page = [f"# {title}", "", text, "", *plots, "", f"```python\n{code}```", ""]
        (GALLERY / f"{program.stem}.md").write_text("\n".join(page), encoding="utf-8")
        index += [f"-   {' '.join(plots)}", "", f"    **[{title}]({program.stem}.md)**", ""]
    index += ["</div>", ""]
    (GALLERY / "index.md").write_text("\n".join(index), encoding="utf-8")


def put(pages: Path, version: str, site: Path = SITE) -> None:
    """Add a site to a folder of versions; `latest` is the last release, or any version before the first release."""
    if not re.fullmatch(r"dev|\d+\.\d+", version):
        sys.exit(f"{version}: expected dev, or a version such as 0.2")
    for name in {version, "latest"} if is_latest(pages, version) else {version}:
        shutil.rmtree(pages / name, ignore_errors=True)
        shutil.copytree(site, pages / name)
    redirect = '<!doctype html><title>pokerbits</title><meta http-equiv="refresh" content="0; url=latest/">'
    (pages / "index.html").write_text(f'{redirect}<a href="latest/">pokerbits</a>\n', encoding="utf-8")
    # Without it GitHub leaves out files whose names begin with an underscore.
    (pages / ".nojekyll").touch()


def is_latest(pages: Path, version: str) -> bool:
    """Return whether no release in a folder of versions is later than this version."""
    releases = [
        tuple(map(int, path.name.split("."))) for path in pages.iterdir() if re.fullmatch(r"\d+\.\d+", path.name)
    ]
    return not releases if version == "dev" else tuple(map(int, version.split("."))) >= max(releases, default=(0, 0))


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("pages", help="write the pages of the notebooks and of the gallery")
    actions.add_parser("run", help="run the notebooks, and store their results in them")
    one = actions.add_parser("draw", help="draw the plot of one program of the gallery")
    one.add_argument("program", type=Path)
    adding = actions.add_parser("put", help="add the built site to a folder of versions")
    adding.add_argument("folder", type=Path)
    adding.add_argument("version", help="dev, or a version such as 0.2")
    arguments = parser.parse_args()
    match arguments.action:
        case "draw":
            draw(arguments.program)
        case "put":
            put(arguments.folder, arguments.version)
        case "run":
            for notebook in sorted(TUTORIAL.glob("*.ipynb")):
                run_notebook(notebook)
        case "pages":
            for notebook in sorted(TUTORIAL.glob("*.ipynb")):
                write_notebook(notebook)
            write_gallery()


if __name__ == "__main__":
    main()
