"""The search for apps by their names, in English and in the desktop's language, and by their keywords."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from crab_sim.language import words_of
from crab_sim.machine.app import AppSpec
from crab_sim.machine.machine import Machine

__all__ = ["matches"]


@lru_cache(maxsize=64)
def matches(machine: type[Machine], wanted: str, language: str) -> Sequence[AppSpec[Any]]:
    """Returns the apps that match a search; those whose names begin with it come first.

    Args:
        machine: The machine whose apps are searched.
        wanted: The words to search for, in small letters.
        language: The code of the machine's language.
    """
    words = words_of(language, machine.device, "system")
    first: list[AppSpec[Any]] = []
    others: list[AppSpec[Any]] = []
    for app in machine.apps.values():
        name = app.name.casefold()
        said = name if words is None else words.say(app.name).casefold()
        if name.startswith(wanted) or said.startswith(wanted):
            first.append(app)
        elif wanted in name or wanted in said or any([word.startswith(wanted) for word in app.keywords]):
            others.append(app)
    return first + others
