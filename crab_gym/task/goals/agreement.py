"""Whether a goal's words mean the composition that they were made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from crab_gym.task.goals.parser import ParsedPart, parse
from crab_gym.task.types import words

if TYPE_CHECKING:
    from crab_gym.task.composition.parts import Composition
    from crab_gym.task.subtask import SubTask
    from crab_gym.task.task import Params

__all__ = ["check_goal", "closure"]


def check_goal(composition: Composition, goal: str, values: Sequence[Params], subtasks: Iterable[SubTask]) -> None:
    """Reads a goal with the parser and compares what feeds what with the composition.

    Compared are the transitive closures, since words can't tell an edge that others imply.

    Args:
        composition: What the goal is to mean.
        goal: The goal.
        values: Each part's values.
        subtasks: The sub-tasks for which a reader may take its sentences.

    Raises:
        ValueError: The goal means something else, or nothing.
    """
    parsed = parse(goal, subtasks)
    keys = _part_keys(composition, values)
    read = {repr(part.key()): part for part in parsed}
    if len(read) != len(parsed) or set(read) != set(keys.values()):
        raise ValueError(f"the goal {goal!r} asks for other sub-tasks than the composition")
    before = {key: {repr(source.key()) for source in part.sources.values()} for key, part in read.items()}
    expected = {keys[part]: {keys[source] for source in feeds.values()} for part, feeds in enumerate(composition.feeds)}
    if closure(before) != closure(expected):
        raise ValueError(f"the goal {goal!r} has other dependencies than the composition")


def _part_keys(composition: Composition, values: Sequence[Params]) -> dict[int, str]:
    """Returns what tells each part apart, as the parser has it."""
    parts: dict[int, ParsedPart] = {}
    for part in composition.sorted_parts:
        subtask, feeds = composition.parts[part].subtask, composition.feeds[part]
        literals = {
            name: words(parameter.type, getattr(values[part], name))
            for name, parameter in subtask.inputs.items()
            if name not in feeds
        }
        parts[part] = ParsedPart(subtask, literals, {name: parts[source] for name, source in feeds.items()})
    return {part: repr(parsed_part.key()) for part, parsed_part in parts.items()}


def closure(before: Mapping[str, set[str]]) -> set[tuple[str, str]]:
    """Returns all pairs of a part and one that has to come after it, given the parts right before each."""
    pairs: set[tuple[str, str]] = set()

    def walk(start: str, at: str) -> None:
        for earlier in before[at]:
            if (earlier, start) not in pairs:
                pairs.add((earlier, start))
                walk(start, earlier)

    for part in before:
        walk(part, part)
    return pairs
