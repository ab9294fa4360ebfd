"""The command line: ``crab-gym list | show | verify | subtasks | compose | rollout | evaluate | table | report | …``.

A user's mistake is reported in one line and ends with exit code 2. Each command imports the modules that it needs, so
that ``crab-gym --help`` is quick. Each module of this package holds the commands of one theme. ``--help`` groups them
by `crab_gym.cli.base.PANELS`; within a group they come in the order in which the modules are imported below.
"""

from crab_gym.cli import (  # isort: skip - the order of --help
    tasks,
    composing,
    omni,
    runs,
    agents,
    models,
    results,
    reporting,
    sharing,
    playing,
    serving,
    adapters,
    system,
)
from crab_gym.cli.base import app, main

__all__ = [
    "adapters", "agents", "app", "composing", "main", "models", "omni", "playing", "reporting", "results", "runs",
    "serving", "sharing", "system", "tasks",
]  # fmt: skip
