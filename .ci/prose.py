"""Check the prose of the tree against the rules of `.ci/prose.toml`.

    python .ci/prose.py             # every file
    python .ci/prose.py FILE ...    # these files

It reads pages in Markdown, notebooks, docstrings, help texts and error texts of the Python package, and doc comments
and error texts of the crates. Code, quoted or fenced, is left out. The format of the rules follows Vale's: a pattern,
and what to write in its place. Every rule has an example, and a rule that does not find its own example is an error.
The American spellings come from the word list of codespell, read from British to American and turned round.
"""

import argparse
import ast
import inspect
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
DATA = tomllib.loads((ROOT / ".ci" / "prose.toml").read_text(encoding="utf-8"))

FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
FORM = re.compile(r"^ *<form.*?^ *</form>", re.MULTILINE | re.DOTALL)
DOCTEST = re.compile(r"^ *>>> .*(?:\n *(?:\.\.\.|\S).*)*", re.MULTILINE)
INDENTED = re.compile(r"(?:^|\n)(?:\n {4,}\S[^\n]*)+")
ADDRESS = re.compile(r"^\[[\w.]+\]: \S+$", re.MULTILINE)
CODE = re.compile(r"``.+?``|`[^`]*`|<[^>]*>|https?://\S+|\]\([^)]*\)|\[`?[\w:]+`?\]")
ERRORS = {"message", "what", "why", "how", "hint"}  # Variables that hold an error text, or a part of one.
NAMES = re.compile(r"\*?\w+(?:, \*?\w+)*")
UNDERLINE = re.compile(r"^\s*[-=]{3,}\s*$")
START = re.compile(r"^\s*(?:[-*+] |\d+\. |#+ |\||[-=]{3,}\s*$)")
END = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<! [A-Z]\.)[)\"*]* +(?=[A-Z\"(`*\[])")


class Finding(NamedTuple):
    """A place that breaks a rule."""

    line: int
    text: str
    say: str


class Rule(NamedTuple):
    """A pattern, and what to write in its place."""

    pattern: re.Pattern[str]
    write: str


def rules() -> list[Rule]:
    """Return the rules; each has to find its own example."""
    found = []
    for rule in DATA["rule"]:
        pattern = re.compile(rule["pattern"], 0 if rule.get("case") else re.IGNORECASE)
        if not pattern.search(rule["example"]):
            sys.exit(f"prose.toml: {rule['pattern']!r} does not find its example {rule['example']!r}")
        found.append(Rule(pattern, rule["write"]))
    return found


def spellings() -> dict[str, str]:
    """Return American spellings and the British ones, which the tree uses."""
    lines = files("codespell_lib").joinpath("data", "dictionary_en-GB_to_en-US.txt").read_text(encoding="utf-8")
    pairs = [line.split("->") for line in lines.splitlines() if "->" in line]
    american = {right.split(",")[0].strip(): left for left, right in pairs}
    if american.get("color") != "colour":
        sys.exit("the word list of codespell is not what it was: no colour for color")
    return {word: british for word, british in american.items() if word not in DATA["spelling"]["both"]}


def paragraphs(text: str, first_line: int = 1) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, items of lists and cells of a text in Markdown, with their lines; code becomes `Code`."""

    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    for pattern in (FENCE, FORM, DOCTEST, INDENTED, ADDRESS):
        text = pattern.sub(blank, text)
    text = CODE.sub(lambda match: "]" if match[0].startswith("](") else "Code" + "\n" * match[0].count("\n"), text)
    begin, parts, indent = first_line, [], 0
    for number, line in enumerate([*text.split("\n"), ""], first_line):
        # The description of a parameter is indented below its name.
        before, indent = indent, len(line) - len(line.lstrip())
        if parts and (START.match(line) or not line.strip() or abs(indent - before) >= 4):
            yield begin, " ".join(parts)
            parts = []
        if line.lstrip().startswith("|"):
            yield from ((number, cell.strip()) for cell in line.strip().strip("|").split("|") if cell.strip(" :-"))
        elif line.strip() and not UNDERLINE.match(line):
            begin = begin if parts else number
            parts.append(re.sub(r"^\s*(?:[-*+] |\d+\. |#+ )", "", line).strip())


def python_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings, help texts and error texts of a module, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, inspect.cleandoc(text)
            case ast.Raise(exc=ast.Call(args=arguments)):
                yield from ((node.lineno, said(text)) for argument in arguments if (text := literal(argument)))
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in ERRORS and (text := literal(value)):
                yield value.lineno, said(text)
            case ast.keyword(arg="help" | "short_help" | "epilog" | "cls_help", value=value) if text := literal(value):
                yield value.lineno, text


def said(text: str) -> str:
    """Return an error text without the parameters that it names first."""
    return re.sub(r"^\w+(?:, \w+)*(?=:| =)", "`X`", text)


def literal(node: ast.expr) -> str:
    """Return the text of a literal; what an f-string puts in is code."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(literal(part) if isinstance(part, ast.Constant) else "`X`" for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return literal(left) + literal(right)
    return ""


def rust_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the doc comments of a module, and the error texts where they are written."""
    lines = path.read_text(encoding="utf-8").split("\n")
    begin, parts = 0, []
    for number, line in enumerate([*lines, ""], 1):
        comment = re.match(r"^\s*//[/!] ?(.*)$", line)
        if comment:
            begin = begin if parts else number
            parts.append(comment[1])
        elif parts:
            yield begin, "\n".join(parts)
            parts = []
        if not comment and path.stem.startswith("error"):
            yield from ((number, re.sub(r"{[^}]*}", "`X`", text)) for text in re.findall(r'"((?:[^"\\]|\\.)+)"', line))


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file, with their lines."""
    match path.suffix:
        case ".md":
            yield 1, path.read_text(encoding="utf-8")
        case ".ipynb":
            # Lines are counted in the text of all cells.
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            yield 1, "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        case ".py" | ".pyi":
            yield from python_texts(path)
        case ".rs":
            yield from rust_texts(path)


def findings(path: Path, checks: list[Rule], american: dict[str, str]) -> Iterator[Finding]:
    """Yield what breaks a rule in a file."""
    bound = DATA["sentence"]["words"]
    for first_line, text in texts(path):
        for line, paragraph in paragraphs(text, first_line):
            for sentence in END.split(paragraph):
                for pattern, write in checks:
                    if match := pattern.search(sentence):
                        yield Finding(line, match[0].strip(), f"write: {write}")
                # Names of parameters, above their descriptions, are those of other libraries.
                for word in [] if NAMES.fullmatch(paragraph) else re.findall(r"[A-Za-z]+", sentence):
                    if british := american.get(word.lower()):
                        yield Finding(line, word, f"write: {british}")
                words = len(re.findall(r"[^\s]*\w[^\s]*", sentence))
                if words > bound:
                    yield Finding(line, f"{sentence[:60]}...", f"a sentence of {words} words, {bound} at most")


def tracked() -> list[str]:
    """Return the files of the tree that hold prose."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", *DATA["files"]["read"]],  # noqa: S607
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return sorted({name for name in listed.split("\0") if name and (ROOT / name).is_file()})


def main() -> int:
    """Check files, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    checks, american = rules(), spellings()
    found = {name: list(findings(ROOT / name, checks, american)) for name in options.files or tracked()}
    count = 0
    for name, places in found.items():
        count += len(places)
        for place in places:
            print(f"{name}:{place.line}: {place.text!r}: {place.say}")
    print(f"{len(found)} files with prose, {count} findings")
    return count > 0


if __name__ == "__main__":
    sys.exit(main())
