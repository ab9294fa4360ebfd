"""Stamping the digests of a list anew, once the source of sub-tasks was changed and their episodes stayed equal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from crab_gym.experiments.certify import Certificate, certify, differences
from crab_gym.experiments.omni.making import digests
from crab_gym.task.omni import read_list
from crab_gym.task.omni.listing import forget_lists, write_list

__all__ = ["Stamped", "stamp"]


class Stamped(NamedTuple):
    """The outcome of stamping a list.

    Attributes:
        new: The sub-tasks that have another digest now.
        left: Those whose source was changed too, but which were in no task that was played: theirs stay.
    """

    new: tuple[str, ...]
    left: tuple[str, ...]


def stamp(path: Path, before: Sequence[Certificate], seed: int, workers: int = 1) -> Stamped:
    """Writes the digests of the sub-tasks whose episodes are as they were before into a list's header.

    Tasks, ids and pairs stay, as does the recipe: it tells how the list was made.

    Args:
        path: The list's file.
        before: Certificates from before the change; those of the list's tasks are compared.
        seed: The seed of their episodes.
        workers: Number of tasks that are played at once.

    Raises:
        ValueError: An episode is another one now, or no task of the list was played; nothing is written then.
    """
    listed = read_list(path)
    theirs = [each for each in before if each.task.startswith("omni.")]
    if not theirs:
        raise ValueError("no task of the list was played before; `crab-gym certify --omni 500 --out FILE` plays some")
    changed = differences(list(certify([each.task for each in theirs], seed, workers, screens=0)), theirs)
    if changed:
        lines = "\n".join(changed)
        raise ValueError(f"episodes are other ones than before, so that the list has to be made anew:\n{lines}")
    played = {name for each in theirs for name in listed.find(each.task).plan.parts}
    old, now = listed.header["digests"], digests()
    other = [name for name in sorted(old) if old[name] != now.get(name)]
    new, left = tuple(name for name in other if name in played), tuple(name for name in other if name not in played)
    header = {**listed.header, "digests": {**old, **{name: now[name] for name in new}}}
    write_list(path, header, map(listed.row, range(len(listed))))
    forget_lists()
    return Stamped(new, left)
