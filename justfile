# The command surface: people and continuous integration call the same recipes.
# Needs cargo, and a Python environment that is active: `just install` fills it.

set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes.
default:
    @just --list --unsorted

# Build the package, install it with what the tests need, and the linters.
install:
    python -m pip install --upgrade "pip>=25.1"
    python -m pip install ".[test]" --group lint

# Build the library beside the sources, compiling only what has changed, and install the package from there.
develop:
    maturin develop --locked --profile develop

# All quick tests: Python on the installed package, Rust, examples in docstrings.
test: test-python test-rust doctest

# The Python suite; arguments go to pytest.
test-python *args:
    pytest {{ args }}

# The suite on one core that two busy loops share: no test may count on a fast or idle machine. Linux.
test-busy *args:
    trap 'kill $(jobs -p)' EXIT; \
        for loop in 1 2; do taskset --cpu-list 0 sh -c 'while :; do :; done' & done; \
        taskset --cpu-list 0 pytest --numprocesses=0 {{ args }}

# The files of Python's tests that call kernels.
kernel_tests := "tests/test_abstraction_clustering.py tests/test_equity.py tests/test_equity_rows.py " + \
    "tests/test_evaluator.py tests/test_goldens.py tests/test_omaha.py tests/test_ranked_boards.py tests/test_rules.py"

# The tests of what has code for each CPU level, as Python calls it.
test-kernels *args:
    pytest {{ args }} {{ kernel_tests }}

# Both kinds of these tests, of Python and of Rust, at every CPU level of this machine.
test-levels:
    for level in $(python -c 'import pokerbits; print(*pokerbits.cpu_features()["levels"])'); do \
        echo "POKERBITS_CPU=$level"; \
        POKERBITS_CPU=$level just test-rust-kernels; POKERBITS_CPU=$level just test-kernels; \
    done

# What a release does on this machine, without publishing: a wheel without paths of this machine, with its SBOM, the source
# distribution, their metadata, and the crate. Needs the package, and `pip install --group release`.
release-dry: test-release
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        export RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates --remap-path-prefix=$PWD=pokerbits"; \
        maturin build --release --locked --compatibility pypi --out "$folder"; \
        maturin sdist --out "$folder"; \
        python .ci/neutral_wheels.py "$folder"; \
        twine check --strict "$folder"/*; \
        cargo publish --dry-run --locked --package pokerbits
    # The crate as its users have it, without the feature `binding`.
    cargo clippy --locked --package pokerbits --lib --examples -- -D warnings
    cargo test --locked --package pokerbits --doc
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --package pokerbits --no-deps

# One version everywhere, and what the script for wheels refuses.
test-release:
    pytest --override-ini addopts= --strict-config --strict-markers tests/release

# The source distribution as a packager tests it: unpacked, built, and tested with what it has.
test-sdist:
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        maturin sdist --out "$folder"; \
        python .ci/test_distribution.py "$folder"

# Whether it has the files that its tests need.
sdist-files:
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        maturin sdist --out "$folder"; \
        python .ci/test_distribution.py "$folder" --files

# The quick tests with the oldest versions that pyproject.toml allows for the package and every extra, on the oldest Python,
# in an environment of their own, target/oldest.
test-oldest *args:
    python -m venv --clear target/oldest
    python .ci/oldest.py > target/oldest/constraints.txt
    target/oldest/bin/python -m pip install --quiet --upgrade "pip>=25.1"
    # matplotlib 3.9 calls what pyparsing 3.3 warns of, and the suite takes warnings for errors.
    target/oldest/bin/python -m pip install --quiet --constraint target/oldest/constraints.txt ".[test,bench,openspiel]" "pyparsing<3.3"
    target/oldest/bin/python -m pip check
    PATH="$PWD/target/oldest/bin:$PATH"; pytest {{ args }}; just openspiel; just bench-quick-python

# The quick tests on another Python: `just test-with python3.13`. `PYTHON_GIL=0` is for builds without the lock.
test-with python *args:
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        {{ python }} -m venv "$folder"; \
        "$folder/bin/python" -m pip install --quiet ".[test]"; \
        PATH="$folder/bin:$PATH" pytest {{ args }}

# The tests marked slow, minutes; then all hands of seven at every CPU level, with the levels that this machine lacks,
# all matchups before the flop, and 100,000 spots of ranges with floats for weights.
test-slow:
    pytest -m slow
    cargo test --locked --package pokerbits --features binding --test evaluator_exhaustive -- --ignored --nocapture
    cargo test --locked --package pokerbits --features binding --lib -- --ignored

# The Rust unit and integration tests, all of the core: what Python sees of the bindings is tested from there.
test-rust *args:
    cargo test --locked --package pokerbits --features binding --lib --tests {{ args }}

# Those of what has code for each CPU level, as a whole; unit tests of such code go through all levels by themselves.
test-rust-kernels:
    cargo test --locked --package pokerbits --features binding --test evaluator --test equity --test hand_strength \
        --test hand_strength_tables --test indexer_golden --test indexer_properties --test rules

# The kernels of ARM64 on another processor, in emulation: slow, so only the tests of code for the architecture. Needs qemu-user, gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and `rustup target add aarch64-unknown-linux-gnu`.
test-arm:
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu" \
        cargo test --locked --package pokerbits --features binding --target aarch64-unknown-linux-gnu --lib --test evaluator -- \
        cards:: combinatorics:: evaluator:: indexer:: kmeans:: odds:: runtime:: showdown:: three_way:: endgame:: hands rows census

# The kernels of ARM64 as Python calls them, in emulation: ten times slower. Needs Debian, and what `just test-arm` needs.
test-arm-python *args:
    python .ci/arm_python.py target/arm-python
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc maturin build --release --locked \
            --target aarch64-unknown-linux-gnu --compatibility off --out "$folder"; \
        pip="python -m pip --python target/arm-python install --quiet"; \
        $pip "$(echo "$folder"/*.whl)[test]"; \
        $pip --no-deps --force-reinstall "$folder"/*.whl; \
        target/arm-python/bin/python -m pytest {{ args }} {{ kernel_tests }}

# The Rust tests as programs for Windows, in Wine. Needs gcc-mingw-w64-x86-64 and wine64 of Debian, and
# `rustup target add x86_64-pc-windows-gnu`. Arguments go to cargo.
test-windows *args:
    mkdir -p target/windows
    x86_64-w64-mingw32-gcc -shared -Wall -Werror -o target/windows/bcryptprimitives.dll .ci/bcryptprimitives.c -ladvapi32
    export WINEPREFIX="$PWD/target/windows/prefix" WINEDEBUG=-all WINEPATH="Z:${PWD//\//\\}\\target\\windows"; \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER="$(type -P wine64 || echo /usr/lib/wine/wine64)" \
        cargo test --locked --package pokerbits --features binding --target x86_64-pc-windows-gnu --lib --tests {{ args }}

# The examples in the documentation of both languages; those of `pokerbits.openspiel` run with `just openspiel`.
doctest: doctest-rust doctest-python

doctest-rust:
    cargo test --locked --package pokerbits --features binding --doc

doctest-python:
    pytest tests/docstrings.py -k "not openspiel"

# Every check that reads the code without running it.
lint: lint-rust lint-python lint-workflows notices

lint-rust:
    cargo fmt --all --check
    for crate in web web-solver; do cargo fmt --manifest-path "rust/$crate/Cargo.toml" --check; done
    cargo clippy --locked --workspace --all-targets -- -D warnings

# The calculator and the solver of the site, which are crates of their own.
lint-web:
    for crate in web web-solver; do \
        cargo clippy --locked --manifest-path "rust/$crate/Cargo.toml" --target wasm32-unknown-unknown -- -D warnings; \
    done

lint-python: lint-prose
    ruff check .
    ruff format --check .
    python -m mypy
    pytest tests/type_checks.py
    basedpyright --level error

# Spelling, and the rules for prose in .ci/prose.toml: pages, docstrings, help and error texts.
lint-prose:
    git ls-files -z | xargs -0 codespell
    python .ci/prose.py

lint-workflows:
    check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
    check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
    check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/{bug_report,feature_request,wrong_number}.yml
    check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
    check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
    zizmor --offline --no-progress --persona pedantic .github

# Format everything, and mend what the linter can mend.
fmt:
    cargo fmt --all
    for crate in web web-solver; do cargo fmt --manifest-path "rust/$crate/Cargo.toml"; done
    ruff check --fix .
    ruff format .

# All benchmarks. Needs `pip install ".[bench]"` for the rivals.
bench: bench-rust bench-python

bench-rust *args:
    cargo bench --locked --package pokerbits --features binding --bench '*' -- {{ args }}

bench-python *args:
    pytest --numprocesses=0 -m "" benches {{ args }}

# Every benchmark once: its answers are checked, its times mean nothing.
bench-quick: bench-quick-rust bench-quick-python

bench-quick-rust:
    cargo bench --locked --package pokerbits --features binding --bench '*' --profile test -- --test

# Those of Python, dealt out test by test: the slowest file alone takes as long as all others.
bench-quick-python:
    pytest benches --benchmark-disable --dist=worksteal

# Run every example; those in Rust check what they compute. Without arguments they leave no files.
examples: examples-python examples-rust

examples-python:
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        for example in examples/*.py; do \
            options=""; \
            if [[ "$example" == */whole_game_quality.py ]]; then \
                options="--k 5 --features E[HS] default --boards 2 --iterations 5 --folder $folder/built --csv $folder/lines.csv"; \
            fi; \
            echo "$example $options"; MPLBACKEND=Agg python "$example" $options > /dev/null; \
        done

examples-rust:
    cargo run --locked --profile test --package pokerbits --example showdown -- Ah7d2cKs9h AsQs 2h2d
    cargo run --locked --profile test --package pokerbits --example extreme_losses
    cargo run --locked --profile test --package pokerbits --features binding --example hand_strength_identities
    cargo run --locked --profile test --package pokerbits --example exhaustive_indexer -- 2-3
    cargo run --locked --profile test --package pokerbits --example river_latency

# The programs of docs/how-to/read_tables.md in C, C++ and Rust, on tables that Python writes. Needs compilers of C and C++.
read-tables:
    type -P cc && type -P c++
    pytest --numprocesses=0 -m "" tests/test_read_tables.py
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        python -m pokerbits table build ehs --street turn -o "$folder/turn.npy"; \
        found=$(cargo run --locked --profile test --package pokerbits --example read_table -- "$folder/turn.npy" 9h8h ThJhAc2d); \
        test "$found" = "13378743 0.4953776899429073"

# Every feature with 5 to 1,000 buckets and both recalls on 20 random boards, as docs/explanation/abstraction_quality.md
# explains: three hours on one core. Writes a CSV file, tables and a plot to target/abstraction_quality; goes on after Ctrl-C.
abstraction-quality *args:
    mkdir -p target/abstraction_quality
    python examples/abstraction_quality.py --street river turn --k 5 10 20 50 100 200 500 1000 \
        --recall imperfect perfect --csv target/abstraction_quality/lines.csv \
        --plot target/abstraction_quality/curves.png {{ args }} | tee target/abstraction_quality/tables.md

# Every line of docs/migration, with the programs beside pokerbits. Needs `pip install ".[test,bench]" --group migration`;
# warnings of those packages are ignored.
migration:
    pytest --override-ini addopts= --override-ini filterwarnings=default --doctest-glob='*.md' docs/migration

# Every line of the recipes below docs/how-to and of docs/how-to/all_in_ev.md, and its program on the examples of the standard.
# Needs `pip install ".[test]" --group recipes`; warnings of those packages are ignored.
recipes:
    pytest --override-ini addopts= --override-ini filterwarnings=default --doctest-glob='*.md' docs/how-to/recipes.md \
        docs/how-to/recipes_clustering.md docs/how-to/recipes_bots.md docs/how-to/all_in_ev.md tests/recipes

# What plays on OpenSpiel: its tests, its docstrings, every line of its pages. Needs
# `pip install ".[test,openspiel]"`; what that package warns of is its own.
openspiel *args:
    pytest --override-ini addopts= --override-ini filterwarnings=default tests/openspiel {{ args }}
    pytest --override-ini addopts= --override-ini filterwarnings=default --doctest-glob='*.md' docs/how-to/openspiel.md \
        docs/how-to/openspiel_exploitability.md
    pytest --override-ini addopts= --override-ini filterwarnings=default tests/docstrings.py -k openspiel

# The Rust documentation; a broken link is an error.
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps

# The site of the documentation, in target/site; a link that leads nowhere is an error. Needs
# `pip install ".[cli,plot]" --group site`.
site:
    python .ci/site.py pages
    zensical build --strict

# The same at http://localhost:8000; a page that changes is built again.
site-serve: site
    zensical serve

# The built site, four pages of it in a browser, and what the notebooks return. Needs `pip install ".[test]" --group site`,
# and Chromium or Chrome. Screenshots are left in target/screenshots.
test-site *args: site
    pytest --override-ini addopts= --strict-config --strict-markers -m "not slow" --numprocesses=auto --dist=loadfile \
        --ignore=tests/site/test_calculator.py --ignore=tests/site/test_solver.py tests/site {{ args }}

# Its other pages in the browser: each wide and narrow, in light and in dark colours.
test-site-views *args: site
    pytest --override-ini addopts= --strict-config --strict-markers -m slow --numprocesses=auto tests/site {{ args }}

# The npm package of rust/web and rust/web-solver, in target/web, and the calculator and the solver of the site. Needs
# `rustup target add wasm32-unknown-unknown` and wasm-bindgen-cli.
web:
    python .ci/web.py

# The npm package, as npm packs and installs it, in Node.js; its types. Needs Node.js, and `pip install --group web`.
test-web: lint-web web
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        npm pack --silent --pack-destination "$folder" ./target/web; \
        npm install --silent --offline --no-audit --no-fund --prefix "$folder" "$folder"/pokerbits-*.tgz; \
        cp rust/web/tests/* rust/web/README.md tests/data/{calculator,solver}_spots.json "$folder"; \
        cd "$folder" && node --test calculator.test.js solver.test.js && deno check --quiet types.ts

# The calculator and the solver of the built site in a browser. Needs what `just web` and `just test-site` need.
test-calculator: web site
    pytest --override-ini addopts= --strict-config --strict-markers --numprocesses=auto tests/site/test_calculator.py \
        tests/site/test_solver.py

# Run the notebooks of the tutorial, and store their results in them.
notebooks:
    python .ci/site.py run

# The compiler whose description of the crate cargo-public-api reads.
nightly_rust := "nightly-2026-10-29"

# The public names of the Rust crate against the snapshot in the tree; `just public-api --update` rewrites it. Needs
# cargo-public-api, and `rustup toolchain install nightly-2026-10-29 --profile minimal`.
public-api update="":
    found=$(mktemp); trap 'rm "$found"' EXIT; \
        cargo +{{ nightly_rust }} public-api --package pokerbits -sss > "$found"; \
        if [[ "{{ update }}" == --update ]]; then cp "$found" rust/core/public-api.txt; \
        else diff --unified rust/core/public-api.txt "$found"; fi

# Whether the version of the Rust crate says what has changed since the last release. Needs cargo-semver-checks.
semver:
    last=$(git tag --list 'v*' --sort=-version:refname | head -n 1); \
        if [[ -n "$last" ]]; then cargo semver-checks --package pokerbits --baseline-rev "$last"; \
        else echo "There is no release to compare with."; fi

# What breaks callers of the Python package since the last release; before there is one, since the commit `base`. After a
# release it fails unless the changelog has `### Breaking` under Unreleased. Needs `pip install --group breaks`.
breaks base="HEAD":
    last=$(git tag --list 'v*' --sort=-version:refname | head -n 1); \
        against=$(git rev-parse --verify "${last:-{{ base }}}^{commit}"); \
        griffecli --version > /dev/null; \
        found=$({ griffecli check pokerbits --search python --no-inspection --against "$against" 2>&1 || true; } \
            | sed '/^python\/pokerbits\/cli\//d'); \
        echo "${found:-Nothing breaks callers since $against.}"; \
        [[ "$found" != *Traceback* ]]; \
        if [[ -n "$found" && -n "$last" ]]; then \
            sed -n '/^## \[Unreleased\]/,/^## \[[0-9]/p' CHANGELOG.md | grep -x '### Breaking'; fi

# The licences in the wheel against what is linked into it; `just notices --update` rewrites them.
notices *args:
    python .ci/notices.py {{ args }}

# A wheel for this machine and the source distribution, in dist/.
wheel:
    maturin build --release --locked --out dist
    maturin sdist --out dist

# The wheel of data `pokerbits-preflop`, 65 MB, from the table that `pokerbits table three-way -o three_way.npy` makes; a
# table with another checksum is refused. Needs the package.
data-wheel table folder="dist":
    python .ci/data_wheel.py "{{ table }}" "{{ folder }}"

# Fuzz the public functions of the installed package: Hypothesis makes hostile calls, and shrinks those that fail.
# Prints its seed; `--only n` repeats one round of calls.
fuzz-calls seconds="60" *args:
    python tests/fuzz/hostile_calls.py --seconds {{ seconds }} {{ args }}

# The same on a build with debug assertions and overflow checks, which is installed nowhere.
fuzz-calls-checked seconds="60" *args:
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        maturin build --locked --profile checked --out "$folder"; \
        python -m pip install --quiet --no-deps --target "$folder/package" "$folder"/*.whl; \
        PYTHONPATH="$folder/package" python tests/fuzz/hostile_calls.py --seconds {{ seconds }} {{ args }}

# The Python suite on such a build.
test-checked *args:
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        maturin build --locked --profile checked --out "$folder"; \
        python -m pip install --quiet --no-deps --target "$folder/package" "$folder"/*.whl; \
        PYTHONPATH="$folder/package" pytest {{ args }}

# Every function under limits of the address space, in steps that the suite does not take. Linux.
memory-limits *args:
    python tests/fuzz/memory_limits.py {{ args }}

# The Rust unit tests with these words in their names under a sanitizer, `thread` or `address`. Needs a nightly toolchain
# with rust-src, and x86-64 Linux: where the standard library is not built with it, its locks look like data races.
sanitize kind="thread" *filters="runtime":
    RUSTFLAGS="-Zsanitizer={{ kind }}" CARGO_TARGET_DIR=target/sanitize-{{ kind }} \
        cargo +nightly test -Zbuild-std --locked --target x86_64-unknown-linux-gnu --package pokerbits --features binding --lib -- {{ filters }}

# The same tests under valgrind, which sees reads and writes outside of what was allocated on any toolchain.
memcheck *filters="runtime":
    CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="valgrind --quiet --error-exitcode=9" \
        cargo test --locked --target x86_64-unknown-linux-gnu --package pokerbits --features binding --lib -- --test-threads=1 {{ filters }}

# Test files of the suite under valgrind, which sees what the extension module reads, writes and frees outside of what was
# allocated; the interpreter itself uses values that valgrind takes for uninitialised. Minutes a file. Linux.
memcheck-binding *files="tests/test_numbers.py tests/test_rows.py tests/test_arrays.py tests/test_plain_calls.py":
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; \
        maturin build --locked --profile checked --out "$folder"; \
        python -m pip install --quiet --no-deps --target "$folder/package" "$folder"/*.whl; \
        PYTHONPATH="$folder/package" PYTHONMALLOC=malloc \
        valgrind --quiet --error-exitcode=9 --undef-value-errors=no --suppressions=.ci/valgrind.supp \
        python -m pytest -q -n0 -p no:cacheprovider {{ files }}

# Change a module of the core in one place at a time, and see whether a test fails: `just mutants odds --shard=0/8`. Needs
# cargo-mutants.
mutants module *args:
    python .ci/mutants.py {{ module }} {{ args }}

# The same for the Python layer, in a copy of the installed package: `just mutants-python "_odds/*.py"`. Needs the group
# `mutants` of pyproject.toml.
mutants-python *args:
    python .ci/mutants_python.py {{ args }}

# The core for other architectures: WebAssembly has neither threads nor a clock. Needs `rustup target add
# wasm32-unknown-unknown aarch64-unknown-linux-gnu`.
portable:
    cargo clippy --locked --package pokerbits --lib --no-default-features --target wasm32-unknown-unknown -- -D warnings
    RUSTFLAGS="-C target-feature=+simd128" cargo clippy --locked --package pokerbits --lib --no-default-features \
        --features binding --target wasm32-unknown-unknown -- -D warnings
    RUSTFLAGS="-D warnings" cargo build --locked --package pokerbits --lib --target wasm32-unknown-unknown
    cargo clippy --locked --package pokerbits --lib --target wasm32-unknown-unknown --target aarch64-unknown-linux-gnu -- -D warnings

# The oldest compiler that Cargo.toml promises. Needs rustup.
oldest-rust:
    cargo "+$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)" check --locked --workspace

# Every check that `.ci/run` leaves out, hours; prints a table of what passed, failed and could not run, and installs what is
# needed: `just nightly --help`.
nightly *args:
    python3 .ci/nightly.py {{ args }}

# What is known against the crates and packages that pokerbits is built from, and whether their licences allow it. Needs
# cargo-deny and pip-audit, and the network.
audit:
    cargo deny --locked check
    pip-audit --strict .

# Fuzz every target for so many seconds each. Needs a nightly toolchain and cargo-fuzz.
fuzz seconds="600":
    for target in $(cargo +nightly fuzz list --fuzz-dir rust/fuzz); do \
        cargo +nightly fuzz run --fuzz-dir rust/fuzz "$target" -- -max_total_time={{ seconds }}; \
    done
