"""Make a CPython for ARM64 that runs on another processor, in emulation.

    python .ci/arm_python.py FOLDER [--release NAME]

FOLDER becomes a virtual environment, and `python -m pip --python FOLDER install` fills it; what has no wheel for ARM64
is built. Debian's packages are unpacked in FOLDER, so the system does not change, and no administrator is needed. A
finished folder is left alone: delete it to make it anew.

Needs Debian with qemu-user, gcc-aarch64-linux-gnu and libc6-dev-arm64-cross. The packages are those of the system's
release, whose compiler builds for their C library; `--release` takes another.
"""

import argparse
import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
# With the headers, for packages that are built, and what NumPy's wheels link to.
PACKAGES = ("python3", "libpython3-dev", "libstdc++6")
NEEDED = {
    "apt-get": "apt",
    "dpkg-deb": "dpkg",
    "qemu-aarch64": "qemu-user",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
}


def run(*command: str | Path) -> None:
    """Run a command; its failure is the end."""
    print("+", *command, flush=True)
    subprocess.run(command, check=True)


def download(release: str, folder: Path) -> list[Path]:
    """Return the files of the packages, and of those that they depend on."""
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    # Nothing is installed, so that every dependency is downloaded.
    (folder / "status").touch()
    source = f"deb [signed-by={KEYRING}] https://deb.debian.org/debian {release} main\n"
    (folder / "sources.list").write_text(source, encoding="utf-8")
    options = {
        "Acquire::Languages": "none",
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "APT::Sandbox::User": "",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::SourceList": folder / "sources.list",
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State": folder,
        "Dir::State::Status": folder / "status",
    }
    apt = ["apt-get", "--quiet", *(f"--option={key}={value}" for key, value in options.items())]
    run(*apt, "update")
    run(*apt, "install", "--yes", "--no-install-recommends", "--download-only", *PACKAGES)
    return sorted((folder / "cache" / "archives").glob("*.deb"))


def unpack(packages: list[Path], root: Path) -> None:
    """Unpack packages as a system of their own."""
    for package in packages:
        run("dpkg-deb", "--extract", package, root)
    # A package of Debian itself makes this link, from the release on that has all libraries in one folder.
    if not (root / "lib").exists():
        (root / "lib").symlink_to("usr/lib")
    # Python's headers ask for others as if they were the system's.
    (headers,) = (root / "usr" / "include").glob("python3*")
    (headers / "aarch64-linux-gnu").symlink_to("../aarch64-linux-gnu")


def environment(root: Path, folder: Path) -> None:
    """Make the virtual environment whose interpreter starts the emulation."""
    name = (root / "usr" / "bin" / "python3").readlink().name
    (folder / "lib" / name / "site-packages").mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text(f"home = {root / 'usr' / 'bin'}\n", encoding="utf-8")
    command = shlex.join(["-L", str(root), str(root / "usr" / "bin" / name)])
    # A compiler is a program of this system, and would take the headers of its Python.
    flags = shlex.quote(f"-I{root / 'usr' / 'include' / name}")
    python = folder / "bin" / "python"
    python.parent.mkdir()
    # Named as this script, the interpreter finds the environment, and its child processes run in emulation as well.
    lines = ["#!/bin/sh", f"export CFLAGS={flags}", f'exec qemu-aarch64 -0 "$0" {command} "$@"', ""]
    python.write_text("\n".join(lines), encoding="utf-8")
    python.chmod(0o755)
    run(python, "-c", "import platform, sys; print(sys.executable, sys.version, platform.machine())")


def main() -> None:
    """Read the command line, and make the folder."""
    parser = argparse.ArgumentParser(description="Make a CPython for ARM64 that runs on another processor.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--release", help="the name of Debian's release, by default that of the system")
    options = parser.parse_args()
    folder = options.folder.absolute()
    finished = folder / "finished"
    if finished.exists():
        return
    system = platform.freedesktop_os_release()
    release = options.release or system.get("VERSION_CODENAME")
    if system["ID"] != "debian" or release is None:
        sys.exit(f"expected Debian and the name of its release, found {system['PRETTY_NAME']}")
    missing = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    if missing:
        sys.exit(f"missing packages: {' '.join(missing)}")
    shutil.rmtree(folder, ignore_errors=True)
    unpack(download(release, folder / "apt"), folder / "root")
    environment(folder / "root", folder)
    shutil.rmtree(folder / "apt")
    finished.touch()


if __name__ == "__main__":
    main()
