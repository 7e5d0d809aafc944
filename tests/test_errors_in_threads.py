"""An error in a thread of a test fails the test: of what the tests use for threads, and of what pytest is told."""

import subprocess
import sys
from pathlib import Path

import pytest

from threads import beside

TESTS = Path(__file__).parent
CONFIGURATION = TESTS.parent / "pyproject.toml"


def fail():
    raise ArithmeticError


def test_what_runs_beside_a_test_raises_in_it():
    ended = []
    with pytest.raises(ArithmeticError), beside(fail, lambda: ended.append(1), at_end=lambda: ended.append(2)):
        pass
    assert sorted(ended) == [1, 2]
    with pytest.raises(KeyError), beside(fail):
        raise KeyError


def test_an_error_in_a_thread_of_an_interpreter_fails_the_test(run_python):
    code = "import threading; thread = threading.Thread(target=lambda: 1 / {}); thread.start(); thread.join()"
    assert run_python(code.format(1)).stderr == ""
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run_python(code.format(0))
    assert "ZeroDivisionError" in run_python(code.format(0), check=False).stderr


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("thread = Thread(target=lambda: 1 / 0); thread.start(); thread.join()", "ZeroDivisionError"),
        # What a thread raises after its test is that of the tests all the same.
        ("Thread(target=lambda: (sleep(0.5), 1 / 0), daemon=True).start()\ndef test_next(): sleep(2)", "ZeroDivision"),
        ("Thread(target=sleep, args=[2]).start()", "threads that outlive the test"),
    ],
)
def test_an_error_in_a_thread_fails_the_test(tmp_path, code, told):
    path = tmp_path / "test_thread.py"
    path.write_text(
        f"from threading import Thread\nfrom time import sleep\ndef test_first():\n    {code}\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", CONFIGURATION, "--rootdir", tmp_path, "-p", "conftest", "-n0", path],
        cwd=TESTS,
        env={"PYTHONPATH": str(TESTS), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert told in done.stdout
