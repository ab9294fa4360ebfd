#!/usr/bin/env bash
# Builds the documentation as a website in build/site/html: docs/, a page per task, galleries, a leaderboard, the API
# reference. The page on which visitors play has Python from the npm package "pyodide", so npm is needed; nothing else is
# fetched but the packages of the extra "site".
#   --pictures none|some|all   no pictures; GIFs only of the tasks written by hand; GIFs of all tasks (the default)
#   --archives FOLDER          ranks these archives of runs, which it plays again; by default runs/baselines, into which
#                              `python benchmarks/baselines.py` writes those of the baselines
#   --slots N                  makes the tasks' pages, and plays archives again, in so many processes
#   --tasks PATTERN ...        only these tasks' pages
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install.sh site
unset PYTHONDONTWRITEBYTECODE
PYTHONPATH=$PWD:$PWD/simulator:$PWD/tasks:$PWD/scripts exec .venv/bin/python -m website "$@"
