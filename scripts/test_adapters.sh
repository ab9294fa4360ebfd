#!/usr/bin/env bash
# Runs the tests of adapters against the real packages, each in a virtual environment of its own below .venv-adapters,
# since the packages pin versions of one another's needs that don't fit together.
#   scripts/test_adapters.sh            all that this Python can install
#   scripts/test_adapters.sh mcp        only these; their names are those of the extras
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
unset PYTHONDONTWRITEBYTECODE
[ $# -gt 0 ] || set -- inspect-ai mcp openenv render skyrl verifiers
for name in "$@"; do
    home=.venv-adapters/$name
    if [ ! -e "$home/.installed" ] || [ pyproject.toml -nt "$home/.installed" ]; then
        "$python" -m venv "$home"
        "$home/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[$name]" \
            hypothesis pytest pytest-timeout pytest-xdist
        touch "$home/.installed"
    fi
    "$home/bin/python" -m pytest -p no:cacheprovider -n 0 tests/integrations/"${name//-/_}"
done
