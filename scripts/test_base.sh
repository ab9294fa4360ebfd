#!/usr/bin/env bash
# Shows that the base install plays every simulated task: installs crab-gym without extras into .venv-base, plays the
# oracles of all tasks and of 300 synthesised ones there and in .venv, where everything else is installed, and compares
# the hashes of what they do, see and decide; those of screens on 30 tasks. An import of an optional package by
# crab-gym itself is an error there. Needs .venv, as scripts/test.sh leaves it.
#   scripts/test_base.sh --tasks "learn.*"    only these tasks; other options of `crab-gym certify` may be given, too
set -euo pipefail
cd "$(dirname "$0")/.."

unset PYTHONPATH PYTHONDONTWRITEBYTECODE
python=${PYTHON:-python3}
home=.venv-base/.venv
options=("$@")
[ $# -gt 0 ] || options=(--omni 300 --screens 30)
work=$(mktemp -d "${TMPDIR:-/tmp}/crab-base.XXXXXX")
full=
trap '[ -z "$full" ] || kill "$full" 2>/dev/null || true; rm -rf "$work"' EXIT

# The rest is played while pip installs.
.venv/bin/python -m crab_gym certify "${options[@]}" --workers 2 --out "$work/full.json" >"$work/full.txt" 2>&1 &
full=$!
if [ ! -e "$home/.installed" ] || [ pyproject.toml -nt "$home/.installed" ]; then
    rm -rf .venv-base
    "$python" -m venv "$home"
    "$home/bin/python" -m pip install --quiet --disable-pip-version-check -e .
    touch "$home/.installed"
fi
# In each of its processes, those that read documents included.
site=$("$home/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
cp scripts/optional_imports.py "$site/crab_optional_imports.py"
echo "import crab_optional_imports; crab_optional_imports.refuse()" >"$site/crab_optional_imports.pth"

code=0
wait "$full" || code=$?
full=
if [ "$code" -ne 0 ]; then
    tail -n 20 "$work/full.txt" >&2
    exit "$code"
fi
echo "with everything installed: $(tail -n 1 "$work/full.txt")"
"$home/bin/python" -m crab_gym certify "${options[@]}" --workers 2 --against "$work/full.json" >"$work/base.txt" ||
    code=$?
echo "with the base install: $(tail -n 2 "$work/base.txt" | head -n 1)"
exit "$code"
