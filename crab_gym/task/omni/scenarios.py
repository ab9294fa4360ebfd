"""Scenarios: what a person is about, and what for (OmniBench §3.2, "intents")."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from crab_gym.task.omni.purposes import Purpose, library

__all__ = ["Scenario", "scenarios"]


@dataclass(frozen=True, slots=True)
class Scenario:
    """An intent and what a person wants within it.

    Attributes:
        name: Its name.
        intent: What the person is about, as an infinitive without "to", such as "prepare a trip".
        purposes: The purposes that a person has then.
        subtasks: Names of the sub-tasks that may be done for them.
        halves: The names of the scenarios that it combines; none for others.
    """

    name: str
    intent: str
    purposes: tuple[Purpose, ...]
    subtasks: tuple[str, ...]
    halves: tuple[str, ...]

    def combines(self, purposes: Sequence[str]) -> bool:
        """Returns whether purposes are what only this combination has: no half has them all."""
        known = library()
        return bool(self.halves) and not any(
            set(purposes) <= {each.name for each in known.of(half)} for half in self.halves
        )


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """Returns the scenarios by name; a combination has the purposes of those that it combines."""
    rows = json.loads(files("crab_tasks.omni").joinpath("scenarios.json").read_text(encoding="utf-8"))
    known = library()
    by_name: dict[str, Scenario] = {}
    for row in rows:
        names = row.get("of", [row["name"]])
        purposes = tuple({each.name: each for name in names for each in known.of(name)}.values())
        subtasks = {name for purpose in purposes for name in known.subtasks_of(purpose)}
        by_name[row["name"]] = Scenario(
            row["name"], row["intent"], purposes, tuple(sorted(subtasks)), tuple(row.get("of", ()))
        )
    return by_name
