#!/usr/bin/env bash
# Compares Python 3.11, the oldest that crab-gym runs on, with the newest of this host: plays the oracles of all simulated
# tasks on both and compares the hashes of what they see and decide, then runs the tests that versions of Python are most
# likely to break on the newer one. Each has a virtual environment below .venv-pythons, with libraries of the same
# versions. Ends with 75 if this host has only one of them.
#   scripts/test_pythons.sh                                all tasks, and the tests below
#   scripts/test_pythons.sh --tasks "learn.*" tests/envs   these tasks, and these tests
set -euo pipefail
cd "$(dirname "$0")/.."

tasks=() tests=()
while [ $# -gt 0 ]; do
    case "$1" in
        --tasks) tasks+=(--tasks "$2") && shift 2 ;;
        *) tests+=("$1") && shift ;;
    esac
done
# All modules by their doctests, and what pickles, starts processes and depends on the order of imports; then what a test
# compares with the Python that runs it.
[ ${#tests[@]} -gt 0 ] || tests=(crab_gym simulator tasks tests/simulator/fast tests/rollout tests/task/test_registration.py tests/simulator/shell/python)
older=$(scripts/find_python.sh 3.11 || true)
newer=$(scripts/find_python.sh 3.14 3.13 3.12 || true)
if [ -z "$older" ] || [ -z "$newer" ]; then
    echo "this host has no Python ${older:+newer than }3.11: nothing to compare" >&2
    exit 75
fi
unset PYTHONDONTWRITEBYTECODE PYTHONPATH

# Makes the virtual environment of a Python, unless it is there already.
#   install NAME PYTHON [OPTIONS OF PIP]
install() {
    local home=.venv-pythons/$1/.venv
    if [ ! -e "$home/.installed" ] || [ pyproject.toml -nt "$home/.installed" ]; then
        "$2" -m venv "$home"
        "$home/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[dev]" "${@:3}"
        touch "$home/.installed"
    fi
}

install older "$older"
.venv-pythons/older/.venv/bin/python -m pip freeze --exclude-editable >.venv-pythons/versions.txt
install newer "$newer" --constraint .venv-pythons/versions.txt
.venv-pythons/older/.venv/bin/python -m crab_gym certify "${tasks[@]}" --workers 2 --out .venv-pythons/older.json | tail -n 1
.venv-pythons/newer/.venv/bin/python -m crab_gym certify "${tasks[@]}" --workers 2 --against .venv-pythons/older.json | tail -n 2
.venv-pythons/newer/.venv/bin/python --version
.venv-pythons/newer/.venv/bin/python -m pytest -p no:cacheprovider -n 2 --dist worksteal "${tests[@]}"
