#!/usr/bin/env bash
# Installs each extra alone into a fresh virtual environment below .venv-extras, asks doctor whether all of it is there,
# and runs a smoke test of what it is for. Those of frameworks run in scripts/test_adapters.sh, which it calls for them.
#   scripts/test_extras.sh             all extras that users choose
#   scripts/test_extras.sh rl mcp      only these
#   scripts/test_extras.sh --pairs     which extras can't be installed together; installs nothing but uv
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
unset PYTHONDONTWRITEBYTECODE PYTHONPATH
if [ "${1:-}" = --pairs ]; then
    home=.venv-extras/pairs/.venv
    [ -x "$home/bin/uv" ] || { "$python" -m venv "$home" && "$home/bin/python" -m pip install --quiet -e . uv; }
    PATH="$PWD/$home/bin:$PATH" exec "$home/bin/python" scripts/extra_pairs.py
fi

# The tests that show that an extra does what it is for.
smoke() {
    case "$1" in
        agents) echo tests/agents/vendors ;;
        android) echo tests/simulator/adbd/test_clients.py ;;
        android-env) echo tests/integrations/android_env ;;
        desktop) echo tests/backends/desktop/test_attach.py ;;
        llm | smollm) echo tests/agents/test_local_model.py ;;
        minari) echo tests/integrations/test_minari.py ;;
        ray) echo tests/rollout/test_ray.py ;;
        rl) echo tests/envs/vector/test_sb3.py ;;
        vision) echo tests/vision/test_ocr.py ;;
        *) return 1 ;;
    esac
}

[ $# -gt 0 ] || set -- agents android desktop rl vision llm smollm minari ray android-env \
    cube inspect-ai mcp nemo-gym openenv skyrl verifiers verl
code=0
for name in "$@"; do
    if ! tests=$(smoke "$name"); then
        rm -rf ".venv-adapters/$name"
        scripts/test_adapters.sh "$name" || code=1
        continue
    fi
    home=.venv-extras/$name/.venv
    rm -rf ".venv-extras/$name"
    "$python" -m venv "$home"
    case "$name" in llm | rl | smollm | vision) scripts/lean_torch.sh "$home/bin/python" ;; esac
    "$home/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[$name]" \
        hypothesis pytest pytest-timeout pytest-xdist
    echo "== $name"
    "$home/bin/python" -m pip check || code=1
    if "$home/bin/crab-gym" doctor "$name" | grep "^extra $name .* missing$"; then
        code=1
    fi
    "$home/bin/python" -m pytest -p no:cacheprovider -n 0 -q "$tests" || code=1
done
exit "$code"
