#!/usr/bin/env bash
# Builds the wheel and the source distribution, and tries both in a clean environment, outside the checkout: the
# commands, an episode on the simulator and on phones that are served, and an extra's packages.
#   scripts/try_release.sh [FOLDER]   keeps what was built in FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
work=$(mktemp -d "${TMPDIR:-/tmp}/crab-release.XXXXXX")
phone=
trap '[ -z "$phone" ] || kill "$phone" 2>/dev/null || true; rm -rf "$work"' EXIT
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
for name in training/ppo_masked.py tests/test_house.py docs/environment.md tasks/crab_tasks/index.json simulator/README.md; do
    tar -tzf "$source" "crab_gym-$version/$name" >/dev/null
done

cat >"$work/play.py" <<'END'
import sys

import crab_gym
import gymnasium

assert crab_gym.__version__ == sys.argv[1], crab_gym.__version__
env = gymnasium.make("Crab-v0/cross.dark_mode_from_todo", backend=sys.argv[2])
env.reset(seed=0)
_, _, _, _, info = env.step({"device": "android", "name": "open_app", "args": {"name": "Tasks"}})
assert info["completion"] > 0, info
env.close()
END

# Plays on a phone that a command serves.
play_on() {
    "$@" --port 0 >phone.txt &
    phone=$!
    until grep -q '^adb connect ' phone.txt; do
        kill -0 "$phone"
        sleep 0.1
    done
    try/bin/python play.py "$version" "adb:$(sed -n 's/^adb connect \([^ ]*\).*/\1/p' phone.txt)"
    kill "$phone"
    wait "$phone" 2>/dev/null || true
    phone=
}

"$python" -m venv "$work/try"
try() {
    "$work/try/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
    (
        cd "$work"
        try/bin/crab-gym list >listed.txt
        grep -q '^cross\.contact_from_file ' listed.txt
        try/bin/crab-gym rollout cross.dark_mode_from_todo --policy oracle >played.txt
        try/bin/python play.py "$version" sim
        play_on try/bin/crab-gym phone
        play_on try/bin/python -m crab_sim
    )
    echo "works: $(basename "${!#}")"
}
try "$wheel"
try --force-reinstall --no-deps "$source"

# What error messages advise: an extra, installed in the source's folder.
tar -xzf "$source" -C "$work"
cd "$work/crab_gym-$version"
"$work/try/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps ".[vision]"
