"""The cost of `import pokerbits` beside `import numpy`, which it needs; each in an interpreter of its own."""

import subprocess
import sys

import pytest


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("modules", ["numpy, numpy.typing", "numpy, numpy.typing, pokerbits"])
def bench_import(benchmark, modules):
    code = f"import sys, {modules}; print('pokerbits' in sys.modules)"
    command = [sys.executable, "-c", code]

    def run():
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert benchmark.pedantic(run, rounds=15, warmup_rounds=1) == f"{'pokerbits' in modules}\n"
