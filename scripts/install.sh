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

extras=${1:+[$1]}
stamp=.venv/.installed${1:+-$1}
if [ ! -e "$stamp" ] || [ pyproject.toml -nt "$stamp" ]; then
    case ",${1:-}," in
        *,all,* | *,llm,* | *,rl,*) scripts/lean_torch.sh .venv/bin/python ;;
    esac
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -e ".$extras"
    touch "$stamp"
fi
