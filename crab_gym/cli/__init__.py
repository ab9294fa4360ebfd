"""The command line: ``crab-gym list | show | verify | rollout | evaluate | table | compare | report | play | …``.

What a user got wrong is told in one line and ends with exit code 2. Modules are imported by the command that needs
them, so that ``crab-gym --help`` is quick. A module of this package holds the commands of one theme; ``--help`` names
them in the order in which the modules are imported below.
"""

from crab_gym.cli import tasks, runs, results, reporting, playing, serving, system  # isort: skip - the order of --help
from crab_gym.cli.base import app, main

__all__ = ["app", "main", "playing", "reporting", "results", "runs", "serving", "system", "tasks"]
