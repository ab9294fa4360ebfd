#!/usr/bin/env bash
# Installs crab-gym into .venv and runs oracle and random episodes of the tasks by hand on the simulated devices: a
# table, a record of every episode, and pictures of the screens.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install.sh
out=runs/demo
rm -rf "$out"
for policy in oracle random; do
    .venv/bin/crab-gym rollout "android.*" "ubuntu.*" "cross.*" "learn.*" --policy "$policy" --backend sim --seed 0 \
        --episodes 3 --out "$out/$policy"
done
echo
echo "The first table is the oracle's, which knows the solutions, the second one random play's."
echo "Records and screenshots are in $out/oracle and $out/random, a folder an episode; the screens of one:"
ls "$out"/oracle/episodes/cross.dark_mode_from_todo_s0_a0/*.png
