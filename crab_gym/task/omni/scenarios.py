"""Scenarios: what a person is about, and the sub-tasks that belong to it (OmniBench §3.2, "intents")."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

__all__ = ["Scenario", "scenarios"]


@dataclass(frozen=True, slots=True)
class Scenario:
    """An intent and its sub-tasks.

    Attributes:
        name: Its name.
        intent: What the person is about, as an infinitive without "to", such as "prepare a trip".
        subtasks: Names of the sub-tasks that make sense in it.
        base: Whether it isn't a combination of others.
    """

    name: str
    intent: str
    subtasks: tuple[str, ...]
    base: bool


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """Returns the scenarios by name; a combination has the sub-tasks of those that it combines."""
    rows = json.loads(files("crab_tasks.omni").joinpath("scenarios.json").read_text(encoding="utf-8"))
    own = {row["name"]: row["subtasks"] for row in rows if "subtasks" in row}
    by_name: dict[str, Scenario] = {}
    for row in rows:
        names = own.get(row["name"]) or [name for part in row["of"] for name in own[part]]
        by_name[row["name"]] = Scenario(row["name"], row["intent"], tuple(sorted(set(names))), row["name"] in own)
    return by_name
