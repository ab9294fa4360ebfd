#!/usr/bin/env bash
# Installs crab-gym with its development tools into .venv and runs the test suite.
#   --system-deps  installs the Debian packages of the real desktop first (needs root)
#   --slow         adds the slow tier, whose packages --system-deps then installs too
#   --compiled     runs the tests on the compiled simulator, built in .compiled (some minutes)
# Anything else goes to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

system_deps=false
compiled=false
[ "${CI:-}" = true ] && system_deps=true
args=()
for arg in "$@"; do
    case "$arg" in
        --system-deps) system_deps=true ;;
        --compiled) compiled=true ;;
        *) args+=("$arg") ;;
    esac
done

if $system_deps; then
    case " $* " in
        *" --slow "*) scripts/system_deps.sh --full ;;
        *) scripts/system_deps.sh ;;
    esac
    if $compiled; then
        scripts/system_deps.sh --compiler
    fi
fi
scripts/install.sh dev

if $compiled; then
    scripts/compile.sh
    cd .compiled
    # The doctests are those of the Python files, which have been run on them.
    PYTHONPATH=$PWD:$PWD/tasks exec ../.venv/bin/python -m pytest -n 2 --dist worksteal tests "${args[@]}"
fi
.venv/bin/ruff check .
.venv/bin/ruff format --check .
.venv/bin/mypy
.venv/bin/crab-gym index --check
exec .venv/bin/python -m pytest -n 2 --dist worksteal "${args[@]}"
