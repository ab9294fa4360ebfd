#!/usr/bin/env bash
# Makes .venv and installs crab-gym into it, with the extras given (such as "dev" or "dev,all"). Quick where nothing has
# changed.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "crab-gym needs Python 3.11 or newer; $("$python" --version 2>&1 || echo "there is no $python"). Set PYTHON to one." >&2
    exit 1
fi
if [ ! -x .venv/bin/python ]; then
    if ! "$python" -m venv .venv; then
        rm -rf .venv
        echo "no virtual environment could be made; on Debian and Ubuntu: apt-get install python3-venv" >&2
        exit 1
    fi
fi

# Installs a build of torch for processors only, a tenth the size of PyPI's for Linux, which brings CUDA: one among the
# wheels that pip is told of (find-links), else one of PyTorch's own index. Hosts with a GPU, or that reach neither, get
# PyPI's.
install_lean_torch() {
    if [ "$(uname -s)" != Linux ] || command -v nvidia-smi >/dev/null || .venv/bin/python -m pip show -q torch 2>/dev/null
    then
        return 0
    fi
    for source in --no-index "--retries=0 --timeout=15 --index-url=https://download.pytorch.org/whl/cpu"; do
        # shellcheck disable=SC2086
        if .venv/bin/python -m pip install --quiet --no-deps $source "torch>=2.8" 2>/dev/null; then
            return 0
        fi
    done
}

extras=${1:+[$1]}
stamp=.venv/.installed${1:+-$1}
if [ ! -e "$stamp" ] || [ pyproject.toml -nt "$stamp" ]; then
    case ",${1:-}," in
        *,all,* | *,detection,* | *,llm,* | *,rl,*) install_lean_torch ;;
    esac
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -e ".$extras"
    touch "$stamp"
fi
