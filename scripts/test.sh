#!/usr/bin/env bash
# Installs crab-gym with its development tools into .venv and runs the test suite.
#   --system-deps  installs the Debian packages that the tests need first (needs root)
#   --slow         adds the slow tier, whose packages --system-deps then installs too
#   --extras       installs every extra, too; a test is skipped only for a reason that tests/extras.py names
#   --only-extras  the same, but runs only the tests that need one, and no linters
# Anything else goes to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

system_deps=false
linters=true
extras=dev
site=
packages=()
args=()
[ "${CI:-}" = true ] && system_deps=true
for arg in "$@"; do
    case "$arg" in
        --system-deps) system_deps=true ;;
        --slow) packages+=(--full) args+=(--slow) site=,site ;;
        --extras) packages+=(--extras) args+=(--extras) extras=dev,all,clients site=,site ;;
        --only-extras) packages+=(--extras) args+=(--extras -m extra) extras=dev,all,clients site=,site linters=false ;;
        *) args+=("$arg") ;;
    esac
done

if $system_deps; then
    scripts/system_deps.sh "${packages[@]}"
fi
scripts/install.sh "$extras$site"
# The tests start hundreds of processes. Without bytecode on the disk, each of them compiles all that it imports, which
# takes longer than the rest of its start; some containers forbid Python to write any.
unset PYTHONDONTWRITEBYTECODE

# Four workers, even on two cores: tests of the real desktop, of servers and of processes wait most of their time.
run=(.venv/bin/python -m pytest -n 4 --dist worksteal "${args[@]}")
if ! $linters; then
    exec "${run[@]}"
fi
.venv/bin/ruff check .
.venv/bin/ruff format --check .
# The types are checked meanwhile.
types=$(mktemp)
trap 'rm -f "$types"' EXIT
.venv/bin/mypy >"$types" 2>&1 &
code=0
"${run[@]}" || code=$?
wait "$!" || code=1
cat "$types"
exit "$code"
