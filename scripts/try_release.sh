#!/usr/bin/env bash
# Builds the wheel and the source distribution, and tries both in a clean virtual environment, outside the checkout: the
# commands, an episode, and an extra's packages.
#   scripts/try_release.sh [FOLDER]   keeps what was built in FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
work=$(mktemp -d "${TMPDIR:-/tmp}/crab-release.XXXXXX")
trap 'rm -rf "$work"' EXIT
dist=${1:-$work/dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
unset PYTHONPATH PYTHONDONTWRITEBYTECODE

"$python" -m venv "$work/build"
"$work/build/bin/python" -m pip install --quiet --disable-pip-version-check hatchling
"$work/build/bin/python" -m hatchling build -d "$dist" >/dev/null
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
wheel=$dist/crab_gym-$version-py3-none-any.whl
source=$dist/crab_gym-$version.tar.gz
for name in training/ppo_masked.py tests/test_house.py docs/environment.md tasks/crab_tasks/index.json hatch_build.py; do
    tar -tzf "$source" "crab_gym-$version/$name" >/dev/null
done

"$python" -m venv "$work/try"
try() {
    "$work/try/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
    (
        cd "$work"
        try/bin/crab-gym list >listed.txt
        grep -q '^cross\.contact_from_file ' listed.txt
        try/bin/crab-gym rollout cross.dark_mode_from_todo --policy oracle >played.txt
        try/bin/python -c "import crab_gym; assert crab_gym.__version__ == '$version', crab_gym.__version__"
    )
    echo "works: $(basename "${!#}")"
}
try "$wheel"
try --force-reinstall --no-deps "$source"

# What error messages advise: an extra, installed in the source's folder.
tar -xzf "$source" -C "$work"
cd "$work/crab_gym-$version"
"$work/try/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps ".[video]"
