#!/usr/bin/env bash
# Installs crab-gym into .venv, lets a perfect and a random player play six tasks on the simulated phone and desktop,
# prints one table, and writes a report with the screens of every step, and one episode as a GIF.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install.sh
out=runs/demo
shown=cross.dark_mode_from_todo
rm -rf "$out"
.venv/bin/crab-gym evaluate android.add_contact android.tidy_tasks ubuntu.letter_pdf ubuntu.tidy_downloads \
    cross.dark_mode_from_todo cross.contact_from_file --policy oracle --policy random --backend sim --seeds 0 \
    --slots 2 --engine process --out "$out"
.venv/bin/crab-gym report "$out" --gif --episodes "${shown}_s0_a0_oracle"
echo
echo "an episode as a GIF:  $out/films/${shown}_s0_a0_oracle.gif"
echo "all steps:            $out/report.html"
echo "play it yourself:     .venv/bin/crab-gym play $shown"
