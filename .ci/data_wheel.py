"""Build the wheel of data `pokerbits-preflop`: the counts of three players before the flop, which a program maps.

    python .ci/data_wheel.py three_way.npy FOLDER

`pokerbits table three-way -o three_way.npy` makes the table, with its description beside it. A table with another
checksum than the pinned one is an error. The same table gives the same wheel, byte for byte.
"""

import base64
import hashlib
import io
import sys
import zipfile
from pathlib import Path

from pokerbits import PokerbitsError
from pokerbits.strength import check_table

CHECKOUT = Path(__file__).resolve().parents[1]
VERSION = "1.0"
"""The version of the data, which no release of the program changes. Other numbers or another layout need a new one."""
SHA256 = "3b9c62bb097db538706f81426d12191c1126c6b8347a91c9453b687a53aca6ed"
"""The checksum of the table; docs/explanation/three_way_preflop.md has it too."""
MODULE = '''"""The counts of three players before the flop, which `pokerbits.preflop.three_way_counts` finds here."""
'''
METADATA = f"""Metadata-Version: 2.4
Name: pokerbits-preflop
Version: {VERSION}
Summary: Exact counts of three poker hands before the flop, the data of pokerbits
License-Expression: MIT OR Apache-2.0
License-File: LICENSE
License-File: LICENSE-MIT
License-File: LICENSE-APACHE
Requires-Python: >=3.11
Project-URL: Documentation, https://pokerbits.github.io/pokerbits/latest/explanation/three_way_preflop/
Project-URL: Repository, https://github.com/pokerbits/pokerbits
Description-Content-Type: text/markdown

The exact numbers of wins and ties of all triples of the 169 hand classes before the flop, with and without a third hand
that has folded. [pokerbits](https://pypi.org/project/pokerbits/) finds this package without configuration:
`pokerbits.preflop.three_way_counts()` maps its table.

The SHA-256 of `three_way.npy` is

    {SHA256}
"""
WHEEL = """Wheel-Version: 1.0
Generator: pokerbits
Root-Is-Purelib: true
Tag: py3-none-any
"""
_PART = 1 << 20


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write(wheel: zipfile.ZipFile, name: str, source: Path | bytes) -> str:
    """Write a file of the wheel, and return its line for the record."""
    # Neither the time nor the rights of the source change the wheel.
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o100644 << 16
    digest, size = hashlib.sha256(), 0
    with wheel.open(entry, "w") as out, io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        while part := file.read(_PART):
            out.write(part)
            digest.update(part)
            size += len(part)
    code = base64.urlsafe_b64encode(digest.digest()).rstrip(b"=").decode()
    return f"{name},sha256={code},{size}"


def build(table: Path, folder: Path, wanted: str = SHA256) -> Path:
    """Build the wheel of a table into a folder, and return its path; end if the table is not the wanted one."""
    try:
        check_table(table)
    except (PokerbitsError, OSError) as error:
        sys.exit(f"{table}: {error}")
    found = checksum(table)
    if found != wanted:
        sys.exit(f"{table} is not the table that is published: its SHA-256 is {found}, not {wanted}")
    info = f"pokerbits_preflop-{VERSION}.dist-info"
    files: dict[str, Path | bytes] = {
        "pokerbits_preflop/__init__.py": MODULE.encode(),
        "pokerbits_preflop/three_way.npy": table,
        "pokerbits_preflop/three_way.npy.json": table.with_name(f"{table.name}.json"),
        f"{info}/METADATA": METADATA.encode(),
        f"{info}/WHEEL": WHEEL.encode(),
        **{f"{info}/licenses/{name}": CHECKOUT / name for name in ("LICENSE", "LICENSE-MIT", "LICENSE-APACHE")},
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"pokerbits_preflop-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        record = [write(wheel, name, source) for name, source in files.items()]
        lines = [*record, f"{info}/RECORD,,", ""]
        write(wheel, f"{info}/RECORD", "\n".join(lines).encode())
    return path


def main() -> None:
    """Build the wheel that the command line asks for."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    path = build(Path(sys.argv[1]), Path(sys.argv[2]))
    print(f"{path}: {path.stat().st_size:,} bytes, SHA-256 {checksum(path)}")


if __name__ == "__main__":
    main()
