"""The public names and signatures of the Rust crate, a line each, compared with the snapshot in the tree.

    python .ci/public_api.py            # exit 1 and a diff where they differ
    python .ci/public_api.py --update   # write the snapshot

The names come from rustdoc's JSON, which the stable compiler writes when it is told that this is a bootstrap. Its
format changes now and then; what this program does not know is printed as it stands, so that it shows, too.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SNAPSHOT = ROOT / "rust" / "core" / "public-api.txt"
Json = dict[str, Any]


def _rustdoc() -> Json:
    """Have rustdoc describe the crate."""
    command = ["cargo", "rustdoc", "--locked", "-p", "pokerbits", "--lib", "--message-format=short"]
    command += ["--", "-Zunstable-options", "--output-format=json", "--cap-lints=allow"]
    # A target directory of its own: what is built as a bootstrap is built anew without, and the other way round.
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "public-api"
    environment = {**os.environ, "RUSTC_BOOTSTRAP": "1", "CARGO_TARGET_DIR": str(target)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    text = (target / "doc" / "pokerbits.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def _type_text(t: Any) -> str:
    """Write a type as Rust does."""
    if t is None:
        return "_"
    if isinstance(t, str):
        return "_" if t == "infer" else t
    ((kind, v),) = t.items()
    match kind:
        case "resolved_path":
            return _path_text(v)
        case "generic" | "primitive":
            return str(v)
        case "tuple":
            return "(" + ", ".join(map(_type_text, v)) + ("," if len(v) == 1 else "") + ")"
        case "slice":
            return f"[{_type_text(v)}]"
        case "array":
            return f"[{_type_text(v['type'])}; {v['len']}]"
        case "borrowed_ref":
            lifetime = f"{v['lifetime']} " if v["lifetime"] else ""
            return f"&{lifetime}{'mut ' if v['is_mutable'] else ''}{_type_text(v['type'])}"
        case "raw_pointer":
            return f"*{'mut' if v['is_mutable'] else 'const'} {_type_text(v['type'])}"
        case "impl_trait":
            return "impl " + _bounds_text(v)
        case "dyn_trait":
            traits = [_for_text(one["generic_params"]) + _path_text(one["trait"]) for one in v["traits"]]
            return "dyn " + " + ".join(traits + ([v["lifetime"]] if v["lifetime"] else []))
        case "function_pointer":
            return "fn" + _signature_text(v["sig"], names=False)
        case "qualified_path":
            trait = f" as {_path_text(v['trait'])}" if v.get("trait") and v["trait"]["path"] else ""
            owner = _type_text(v["self_type"])
            return f"{f'<{owner}{trait}>' if trait else owner}::{v['name']}{_args_text(v.get('args'))}"
    return json.dumps(t, sort_keys=True)


def _path_text(path: Json) -> str:
    name = str(path.get("path", path.get("name")))
    return name.rsplit("::", 1)[-1] + _args_text(path.get("args"))


def _args_text(args: Json | None) -> str:
    if not args:
        return ""
    if "parenthesized" in args:
        inner = args["parenthesized"]
        output = f" -> {_type_text(inner['output'])}" if inner["output"] else ""
        return "(" + ", ".join(map(_type_text, inner["inputs"])) + ")" + output
    if "angle_bracketed" not in args:
        return json.dumps(args, sort_keys=True)
    inner = args["angle_bracketed"]
    parts = []
    for arg in inner["args"]:
        if isinstance(arg, str):
            parts.append("_")
            continue
        ((kind, v),) = arg.items()
        parts.append(_type_text(v) if kind == "type" else str(v["expr"] if kind == "const" else v))
    for constraint in inner.get("constraints", []):
        ((kind, v),) = constraint["binding"].items()
        if kind == "equality":
            ((_, term),) = v.items()
            parts.append(f"{constraint['name']} = {_type_text(term) if isinstance(term, dict) else term}")
        else:
            parts.append(f"{constraint['name']}: {_bounds_text(v)}")
    return f"<{', '.join(parts)}>" if parts else ""


def _bounds_text(bounds: list[Json]) -> str:
    parts = []
    for bound in bounds:
        ((kind, v),) = bound.items()
        if kind == "trait_bound":
            maybe = "?" if v["modifier"] == "maybe" else ""
            parts.append(_for_text(v["generic_params"]) + maybe + _path_text(v["trait"]))
        elif kind == "use":
            captured = [str(next(iter(arg.values()))) if isinstance(arg, dict) else str(arg) for arg in v]
            parts.append(f"use<{', '.join(captured)}>")
        else:
            parts.append(str(v))
    return " + ".join(parts)


def _for_text(params: list[Json]) -> str:
    return f"for<{', '.join(p['name'] for p in params)}> " if params else ""


def _generics_text(generics: Json) -> tuple[str, str]:
    """Write the parameters in angle brackets, and the where clause."""
    params = []
    for param in generics["params"]:
        ((kind, v),) = param["kind"].items()
        if kind == "type" and v.get("is_synthetic"):
            continue
        text = f"const {param['name']}: {_type_text(v['type'])}" if kind == "const" else param["name"]
        if kind == "type" and v["bounds"]:
            text += ": " + _bounds_text(v["bounds"])
        params.append(text)
    where = []
    for predicate in generics["where_predicates"]:
        ((kind, v),) = predicate.items()
        if kind == "bound_predicate":
            where.append(f"{_type_text(v['type'])}: {_bounds_text(v['bounds'])}")
        else:
            where.append(json.dumps(v, sort_keys=True))
    return (f"<{', '.join(params)}>" if params else "", f" where {', '.join(where)}" if where else "")


def _signature_text(sig: Json, *, names: bool = True) -> str:
    inputs = []
    for name, t in sig["inputs"]:
        text = _type_text(t)
        own = {"Self": "self", "&Self": "&self", "&mut Self": "&mut self"}
        inputs.append(own.get(text, f"self: {text}") if name == "self" else f"{name}: {text}" if names else text)
    output = f" -> {_type_text(sig['output'])}" if sig["output"] else ""
    return f"({', '.join(inputs)}){output}"


def _place(line: str) -> tuple[str, str]:
    """Put a line where its item belongs: by path, whatever its kind."""
    path = re.search(r"pokerbits(::\w+)*", line)
    return (path.group() if path else "", line)


class _Crate:
    def __init__(self, doc: Json) -> None:
        self.index: dict[str, Json] = doc["index"]
        self.root = str(doc["root"])
        self.lines: set[str] = set()

    def item(self, item_id: Any) -> Json | None:
        return self.index.get(str(item_id))

    def api(self) -> str:
        paths: dict[str, list[str]] = {}
        self.collect(self.root, "pokerbits", paths, set())
        for item_id, found in paths.items():
            # A name has one home, the longest of its paths; the others are shorthands.
            home, *others = sorted(set(found), key=lambda path: (-path.count("::"), path))
            self.describe(self.index[item_id], home)
            self.lines.update(f"use {home} as {other}" for other in others)
        return "".join(f"{line}\n" for line in sorted(self.lines, key=_place))

    def collect(self, module_id: str, path: str, paths: dict[str, list[str]], seen: set[str]) -> None:
        """Find every public item below a module, with the paths that lead to it."""
        for child_id in self.index[module_id]["inner"]["module"]["items"]:
            child = self.item(child_id)
            if child is None or child["visibility"] not in ("public", "default"):
                continue
            item_id, name = child_id, child["name"]
            if "use" in child["inner"]:
                use = child["inner"]["use"]
                target = self.item(use["id"]) if use["id"] is not None else None
                if target is None:
                    self.lines.add(f"use {use['source']} as {path}::{use['name']}")
                    continue
                if use["is_glob"]:
                    self.collect(str(use["id"]), path, paths, seen)
                    continue
                item_id, child, name = use["id"], target, use["name"]
            key = f"{path}::{name}"
            if "module" in child["inner"]:
                if key not in seen:
                    seen.add(key)
                    self.lines.add(f"mod {key}")
                    self.collect(str(item_id), key, paths, seen)
            else:
                paths.setdefault(str(item_id), []).append(key)

    def describe(self, item: Json, path: str) -> None:
        ((kind, v),) = item["inner"].items()
        attributes = " #[non_exhaustive]" if any("non_exhaustive" in str(a) for a in item.get("attrs", [])) else ""
        match kind:
            case "function":
                params, where = _generics_text(v["generics"])
                words = [word for word in ("const", "async", "unsafe") if v["header"].get(f"is_{word}")]
                self.lines.add(" ".join([*words, "fn", path]) + params + _signature_text(v["sig"]) + where)
            case "constant":
                self.lines.add(f"const {path}: {_type_text(v['type'])}")
            case "static":
                self.lines.add(f"static {path}: {_type_text(v['type'])}")
            case "type_alias":
                params, where = _generics_text(v["generics"])
                self.lines.add(f"type {path}{params} = {_type_text(v['type'])}{where}")
            case "struct" | "enum" | "union":
                params, where = _generics_text(v["generics"])
                self.lines.add(f"{kind} {path}{params}{where}{attributes}")
                self.members(v, path, kind)
                self.impls(v["impls"], path)
            case "trait":
                params, where = _generics_text(v["generics"])
                bounds = f": {_bounds_text(v['bounds'])}" if v["bounds"] else ""
                self.lines.add(f"trait {path}{params}{bounds}{where}")
                self.children(v["items"], path)
            case "assoc_const":
                self.lines.add(f"const {path}: {_type_text(v['type'])}")
            case "assoc_type":
                self.lines.add(f"type {path} = {_type_text(v['type'])}")
            case _:
                self.lines.add(f"{kind} {path}")

    def children(self, ids: list[Any], path: str) -> None:
        for child_id in ids:
            child = self.item(child_id)
            if child is not None and child["visibility"] in ("public", "default"):
                self.describe(child, f"{path}::{child['name']}")

    def members(self, v: Json, path: str, kind: str) -> None:
        """Describe the public fields of a struct, or the variants of an enum with theirs."""
        if kind == "enum":
            for variant_id in v["variants"]:
                variant = self.item(variant_id)
                if variant is not None:
                    name = f"{path}::{variant['name']}"
                    self.lines.add(f"variant {name}")
                    self.fields(variant["inner"]["variant"]["kind"], name)
        else:
            self.fields(v.get("kind", v), path)

    def fields(self, shape: Any, path: str) -> None:
        if not isinstance(shape, dict):
            return
        plain = shape.get("plain") or shape.get("struct")
        for field_id in plain["fields"] if plain else shape.get("tuple", []):
            field = self.item(field_id) if field_id is not None else None
            if field is not None and field["visibility"] in ("public", "default"):
                self.lines.add(f"field {path}::{field['name']}: {_type_text(field['inner']['struct_field'])}")

    def impls(self, ids: list[Any], path: str) -> None:
        for impl_id in ids:
            item = self.item(impl_id)
            if item is None:
                continue
            v = item["inner"]["impl"]
            if v.get("is_synthetic") or v.get("blanket_impl") is not None:
                continue
            if v["trait"] is None:
                self.children(v["items"], path)
            elif _path_text(v["trait"]) != "StructuralPartialEq":
                params, where = _generics_text(v["generics"])
                owner = _type_text(v["for"])
                if owner.split("<")[0] == path.rsplit("::", 1)[-1]:
                    owner = path + owner[len(owner.split("<")[0]) :]
                elif "resolved_path" in v["for"]:
                    continue  # shown where its type is
                comment = "" if path in owner else f"  // {path}"
                self.lines.add(f"impl{params} {_path_text(v['trait'])} for {owner}{where}{comment}")


def main() -> int:
    """Compare, or write; the exit status."""
    api = _Crate(_rustdoc()).api()
    if "--update" in sys.argv[1:]:
        SNAPSHOT.write_text(api, encoding="utf-8")
        return 0
    known = SNAPSHOT.read_text(encoding="utf-8").splitlines()
    text = "\n".join(difflib.unified_diff(known, api.splitlines(), str(SNAPSHOT), "the crate", n=0, lineterm=""))
    if text:
        print(text, "\nThe public API differs from its snapshot. If it should: just public-api --update", sep="\n")
    return int(bool(text))


if __name__ == "__main__":
    sys.exit(main())
