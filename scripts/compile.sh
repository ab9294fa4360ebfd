#!/usr/bin/env bash
# Builds the compiled simulator into .compiled: a copy of this tree with the compiled modules beside the Python files.
# Use it from there, such as: cd .compiled && PYTHONPATH=$PWD:$PWD/tasks ../.venv/bin/python benchmarks/sim_speed.py
set -euo pipefail
cd "$(dirname "$0")/.."

rm -rf .compiled
mkdir .compiled
tar --exclude=./.git --exclude=./.venv --exclude=./.compiled --exclude=./runs --exclude=__pycache__ -cf - . |
    tar -xf - -C .compiled
cd .compiled
CRAB_COMPILE=1 ../.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir wheel .
../.venv/bin/python -m zipfile -e wheel/*.whl unpacked
find unpacked -name '*.so' -printf '%P\n' | while read -r file; do cp "unpacked/$file" "$file"; done
rm -rf unpacked wheel
