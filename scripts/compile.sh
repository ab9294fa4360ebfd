#!/usr/bin/env bash
# Builds the compiled simulator into .compiled: a copy of this tree with the compiled modules beside the Python files.
# Use it from there, such as: cd .compiled && PYTHONPATH=$PWD:$PWD/tasks ../.venv/bin/python benchmarks/sim_speed.py
# Quick where no file has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

others=(.git .venv .compiled runs build dist __pycache__ .hypothesis .mypy_cache .pytest_cache .ruff_cache)
if [ -e .compiled/.complete ]; then
    unneeded=(-false "${others[@]/#/-o -name }")
    # shellcheck disable=SC2068 # each is an option and its argument
    changed=$(find . \( ${unneeded[@]} \) -prune -o -type f -newer .compiled/.complete -print -quit)
    [ -n "$changed" ] || exit 0
fi
rm -rf .compiled
mkdir .compiled
touch .compiled/.begun # a file that changes from now on may not be in the copy
tar "${others[@]/#/--exclude=./}" --exclude=__pycache__ -cf - . | tar -xf - -C .compiled
cd .compiled
CRAB_COMPILE=1 ../.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir wheel .
../.venv/bin/python -m zipfile -e wheel/*.whl unpacked
find unpacked -name '*.so' -printf '%P\n' | while read -r file; do cp "unpacked/$file" "$file"; done
rm -rf unpacked wheel
mv .begun .complete
