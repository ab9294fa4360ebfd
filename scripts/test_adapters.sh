#!/usr/bin/env bash
# Runs the tests of adapters against the real packages, each in a virtual environment of its own below .venv-adapters,
# since the packages pin versions of one another's needs that don't fit together.
#   scripts/test_adapters.sh              all
#   scripts/test_adapters.sh mcp skyrl    only these: names of extras, trl, which trains through OpenEnv,
#                                         or render, for Gymnasium's windows and videos
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
[ ${#names[@]} -gt 0 ] || names=(cube inspect-ai mcp nemo-gym openenv render skyrl trl verifiers verl)

# Says which Python an adapter needs: the packages of CUBE and NeMo-Gym don't run on 3.11.
python_for() {
    case "$1" in
        cube | nemo-gym) scripts/find_python.sh 3.12 3.13 || echo "$python" ;;
        *) echo "$python" ;;
    esac
}

# Makes the virtual environment of an adapter, unless it is there already. OpenEnv's validation of this repository passes
# over folders of the name .venv, and no others.
install() {
    local home=.venv-adapters/$1/.venv extras=$1 packages=(hypothesis pytest pytest-timeout pytest-xdist)
    [ "$1" != trl ] || extras=openenv,llm
    [ "$1" != render ] || extras=vision packages+=(moviepy)
    if [ ! -e "$home/.installed" ] || [ pyproject.toml -nt "$home/.installed" ]; then
        "$(python_for "$1")" -m venv "$home" &&
            case "$extras" in *llm* | verl) scripts/lean_torch.sh "$home/bin/python" ;; esac &&
            "$home/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[$extras]" \
                "${packages[@]}" &&
            touch "$home/.installed"
    fi
}

code=0 ran=false
for name in "${names[@]}"; do
    if ! install "$name"; then
        echo "$name: its packages can't be installed here" >&2
        continue
    fi
    ran=true tests=tests/integrations/${name//-/_}
    [ "$name" != trl ] || tests=tests/training/test_openenv.py
    ".venv-adapters/$name/.venv/bin/python" -m pytest -p no:cacheprovider -n 0 "${options[@]}" \
        "$tests" || code=1
done
$ran || exit 75
exit "$code"
