#!/usr/bin/env bash
# Runs the tests of vector environments against the oldest Gymnasium that pyproject.toml allows, in .venv-oldest. Paths of
# other tests may be given instead.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
home=.venv-oldest
oldest=$(sed -n 's/^ *"gymnasium>=\([0-9.]*\).*/\1/p' pyproject.toml)
unset PYTHONDONTWRITEBYTECODE
if [ ! -e "$home/.installed" ] || [ pyproject.toml -nt "$home/.installed" ]; then
    "$python" -m venv "$home"
    "$home/bin/python" -m pip install --quiet --disable-pip-version-check -e . "gymnasium==$oldest" \
        hypothesis pytest pytest-timeout pytest-xdist
    touch "$home/.installed"
fi
[ $# -gt 0 ] || set -- tests/envs/vector
"$home/bin/python" -c "from importlib.metadata import version; print('Gymnasium', version('gymnasium'))"
"$home/bin/python" -m pytest -p no:cacheprovider -n 2 "$@"
