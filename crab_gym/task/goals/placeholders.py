"""Wordings: goals with placeholders, such as ``{sender_0}``, for what varies from episode to episode.

* `fill` - a wording with its values.
* `slots`, `check_wording` - the placeholders that a wording needs, and whether it has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from crab_gym.task.types import words

if TYPE_CHECKING:
    from crab_gym.task.composition.parts import Composition
    from crab_gym.task.task import Params

__all__ = ["check_wording", "fill", "slots"]

_SLOT = re.compile(r"\{(\w+)\}")


def slots(composition: Composition) -> Mapping[str, tuple[int, str]]:
    """Returns the placeholders of a composition's wordings: the part and input for which each stands."""
    return {
        f"{name}_{part}": (part, name)
        for part, each in enumerate(composition.parts)
        for name in each.subtask.inputs
        if name not in composition.feeds[part]
    }


def check_wording(composition: Composition, wording: str) -> None:
    """Checks that a wording has each placeholder, and no other ones.

    Raises:
        ValueError: It hasn't.
    """
    present, needed = set(_SLOT.findall(wording)), set(slots(composition))
    if present != needed:
        missing, unknown = ", ".join(sorted(needed - present)), ", ".join(sorted(present - needed))
        raise ValueError(
            f"the wording {wording!r} lacks the placeholders [{missing}], and has [{unknown}], which stand for nothing"
        )


def fill(composition: Composition, wording: str, values: Sequence[Params]) -> str:
    """Returns a wording with values in the place of its placeholders.

    Args:
        composition: The composition that the wording is about.
        wording: The text, with placeholders such as ``{sender_0}``.
        values: Each part's values; see `Composition.values`.
    """
    places = slots(composition)

    def value_of(match: re.Match[str]) -> str:
        part, name = places[match[1]]
        return words(values[part].kinds[name], getattr(values[part], name))

    return _SLOT.sub(value_of, wording)
