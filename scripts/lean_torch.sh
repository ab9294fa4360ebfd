#!/usr/bin/env bash
# Installs a build of torch for processors only, a tenth the size of PyPI's for Linux, which brings CUDA: one among the
# wheels that pip is told of (find-links), else one of PyTorch's own index. Hosts with a GPU, or that reach neither, get
# PyPI's from whoever installs what needs it.
#   scripts/lean_torch.sh .venv/bin/python
set -euo pipefail

if [ "$(uname -s)" != Linux ] || command -v nvidia-smi >/dev/null || "$1" -m pip show -q torch 2>/dev/null; then
    exit 0
fi
for source in --no-index "--retries=0 --timeout=15 --index-url=https://download.pytorch.org/whl/cpu"; do
    # shellcheck disable=SC2086
    if "$1" -m pip install --quiet --no-deps $source "torch>=2.8" 2>/dev/null; then
        exit 0
    fi
done
