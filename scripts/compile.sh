#!/usr/bin/env bash
# Builds the compiled simulator into .compiled: a copy of this tree with the compiled modules beside the Python files.
# Use it from there, such as: cd .compiled && PYTHONPATH=$PWD:$PWD/simulator:$PWD/tasks ../.venv/bin/python benchmarks/sim_speed.py
# Quick where no file has been changed, added, renamed or deleted.
set -euo pipefail
cd "$(dirname "$0")/.."

others=(.git .venv .compiled runs build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache)
unneeded=(-name __pycache__)
for name in "${others[@]}"; do
    unneeded+=(-o -path "./$name")
done

# Lists the tree's files with their sizes and times.
files() {
    find . \( "${unneeded[@]}" \) -prune -o ! -type d -printf '%P\t%s\t%T@\t%l\n' | LC_ALL=C sort
}

now=$(files) # before they are copied: a file that changes from now on may not be in the copy
if [ -e .compiled/.complete ] && [ "$now" = "$(cat .compiled/.complete)" ]; then
    exit 0
fi
rm -rf .compiled
mkdir .compiled
tar "${others[@]/#/--exclude=./}" --exclude=__pycache__ -cf - . | tar -xf - -C .compiled
cd .compiled
CRAB_COMPILE=1 ../.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir wheel .
../.venv/bin/python -m zipfile -e wheel/*.whl unpacked
find unpacked -name '*.so' -printf '%P\n' | while read -r file; do
    case "$file" in
        crab_sim/* | *__mypyc*) cp "unpacked/$file" "simulator/$file" ;; # the modules look for their package beside it
        *) cp "unpacked/$file" "$file" ;;
    esac
done
rm -rf unpacked wheel
printf '%s\n' "$now" > .complete
