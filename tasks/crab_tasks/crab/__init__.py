"""The composed suite: tasks in the manner of CRAB's (appendix A), each made of one to five sub-tasks.

The tasks are data, one per line of ``suite.jsonl``, in the form of `ComposedTask.to_json`; a line is composed when its
task is asked for, as ``crab_tasks.crab:call_back_and_save``, which imports the kits of its own sub-tasks only.

* `TASKS` - the names of the tasks, without ``crab.``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from crab_gym.task.composition import ComposedTask, from_json

__all__ = ["TASKS"]

_PREFIX = "crab."


def _read() -> Mapping[str, Any]:
    lines = Path(__file__).with_name("suite.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {row["name"].removeprefix(_PREFIX): row for row in rows}


_ROWS = _read()
TASKS = tuple(_ROWS)
"""Names by which this module has the tasks."""


@lru_cache(maxsize=512)
def _composed(name: str) -> ComposedTask:
    return from_json(_ROWS[name])


def __getattr__(name: str) -> ComposedTask:
    if name not in _ROWS:
        raise AttributeError(f"module {__name__!r} has no {name!r}")
    return _composed(name)
