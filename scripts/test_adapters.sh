#!/usr/bin/env bash
# Runs the tests of adapters against the real packages, each in a virtual environment of its own below .venv-adapters,
# since the packages pin versions of one another's needs that don't fit together.
#   scripts/test_adapters.sh              all
#   scripts/test_adapters.sh mcp skyrl    only these; their names are those of the extras
# Options go to pytest. What can't be installed here is said, and passed over; it ends with 75 if nothing could be.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
unset PYTHONDONTWRITEBYTECODE PYTHONPATH
names=() options=()
for arg in "$@"; do
    case "$arg" in
        -*) options+=("$arg") ;;
        *) names+=("$arg") ;;
    esac
done
[ ${#names[@]} -gt 0 ] || names=(inspect-ai mcp openenv render skyrl verifiers)

# Makes the virtual environment of an extra, unless it is there already.
install() {
    local home=.venv-adapters/$1
    if [ ! -e "$home/.installed" ] || [ pyproject.toml -nt "$home/.installed" ]; then
        "$python" -m venv "$home" &&
            "$home/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[$1]" \
                hypothesis pytest pytest-timeout pytest-xdist &&
            touch "$home/.installed"
    fi
}

code=0 ran=false
for name in "${names[@]}"; do
    if ! install "$name"; then
        echo "$name: its packages can't be installed here" >&2
        continue
    fi
    ran=true
    ".venv-adapters/$name/bin/python" -m pytest -p no:cacheprovider -n 0 "${options[@]}" \
        tests/integrations/"${name//-/_}" || code=1
done
$ran || exit 75
exit "$code"
