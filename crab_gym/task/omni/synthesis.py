"""Synthesis of one task from a seed: what a person does for one or more purposes of a scenario (OmniBench §3.2).

A purpose is drawn, then a way of each of its slots. So its sub-tasks are connected where a person would connect them.
A further purpose may be about the same person.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition.compose import compose
from crab_gym.task.composition.composed import ComposedTask
from crab_gym.task.composition.parts import Reason
from crab_gym.task.goals.grammar import STYLES
from crab_gym.task.omni.drafts import Draft, Impossible, draft, joined, renamed
from crab_gym.task.omni.purposes import Purpose
from crab_gym.task.omni.scenarios import Scenario, scenarios
from crab_gym.task.omni.shapes import Plan
from crab_gym.task.omni.splits import held_out_subtask
from crab_sim.devices.apps import app_of

__all__ = ["MAX_PARTS", "Synthesized", "drafts_of", "finished", "synthesize"]

MAX_PARTS = 12
"""Most parts of a synthesised task."""
_SIZES = (1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 8, 9, 10, 12)
_PURPOSES = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4, 11: 4, 12: 4}
"""Most purposes of a task, by its number of parts."""
_MOST = max(_PURPOSES.values())
_BOTH_DEVICES = 0.8
"""Share of the seeds that are to use both devices."""
_HELD_OUT = 0.2
"""Share of the seeds whose tasks may have sub-tasks that are held out for the test split."""
_NARROW = 0.08
"""Share of the seeds whose tasks stay within one category of apps, and have five sub-tasks or more."""
_LONG = 0.16
"""Share of the seeds whose first purpose is a deep one, and that have six sub-tasks or more."""
_DEEP = 5
"""Parts on the longest path of a deep purpose, where one is found."""
_SAME_PERSON = 0.6
"""Share of further purposes that are about a person of the task, where they can be."""
_TOLD = 0.7
"""Share of the tasks of a single purpose whose goals tell it; those of several always do."""
_DRAWS = 60
"""Maximum number of purposes that are tried for a task."""
_ATTEMPTS = 16
"""Maximum number of plans for a seed until one has a goal and can be done."""


class Synthesized(NamedTuple):
    """A task that was made from a seed.

    Attributes:
        scenario: The scenario's name.
        plan: The sub-tasks, edges and facts.
        task: The task.
        purposes: The purposes' names.
    """

    scenario: str
    plan: Plan
    task: ComposedTask
    purposes: tuple[str, ...]


def synthesize(seed: str) -> Synthesized | str:
    """Returns the task of a seed, or why there is none, in a few words that many seeds share.

    The same seed gives the same task everywhere.

    Args:
        seed: Any text; a list takes ``"<seed>:<number>"``.

    Example:
        >>> made = synthesize("docs:4")
        >>> made if isinstance(made, str) else (made.scenario, len(made.plan.parts))  # doctest: +ELLIPSIS
        (...)
    """
    rng = random.Random(f"omni:{seed}")
    scenario = rng.choice(list(scenarios().values()))
    size, both, open_to_all = rng.choice(_SIZES), rng.random() < _BOTH_DEVICES, rng.random() < _HELD_OUT
    kind = rng.random()
    narrow, deep = kind < _NARROW, _NARROW <= kind < _NARROW + _LONG
    if narrow or deep:
        size = rng.choice((5, 5, 5, 6, 6, 7) if narrow else (6, 6, 7, 7, 8, 9, 10, 11, 12, 12))
    both = both and size > 1 and not narrow
    reason = "no purposes of this size"
    for _ in range(_ATTEMPTS):
        category = _category(rng, scenario) if narrow else ""
        chosen = _choose(rng, scenario, size, deep, _allowed(open_to_all, category), narrow)
        if chosen is None:
            continue
        if both and not {"ubuntu", "android"} <= {find_subtask(name).device for each in chosen for name in each.parts}:
            continue
        try:
            return finished(
                rng, scenario, chosen, rng.choice(sorted(STYLES)), told=rng.random() < _TOLD or len(chosen) > 1
            )
        except ValueError as error:
            reason = _kind(str(error))
    return reason


def _allowed(open_to_all: bool, category: str) -> Callable[[str], bool]:
    """Returns whether a task may have a sub-task."""

    def allowed(name: str) -> bool:
        return (open_to_all or not held_out_subtask(name)) and category in ("", _category_of(name))

    return allowed


def _category_of(name: str) -> str:
    subtask = find_subtask(name)
    return app_of(subtask.device, subtask.app).category


def _category(rng: random.Random, scenario: Scenario) -> str:
    """Returns a category of apps; those of many sub-tasks are drawn more often."""
    return _category_of(rng.choice([name for name in scenario.subtasks if find_subtask(name).device != "root"]))


def drafts_of(rng: random.Random, purposes: Sequence[Purpose], allowed: Callable[[str], bool]) -> Iterator[Draft]:
    """Yields drafts of purposes that are drawn."""
    for _ in range(_DRAWS):
        try:
            yield draft(rng, rng.choice(purposes), allowed)
        except Impossible:
            continue


def _choose(
    rng: random.Random, scenario: Scenario, size: int, deep: bool, allowed: Callable[[str], bool], single: bool
) -> list[Draft] | None:
    """Returns drafts that have a number of parts together; None if none were found.

    Args:
        rng: Draws them.
        scenario: The scenario.
        size: The number of parts; one of many may be missing.
        deep: Whether the first one is deep.
        allowed: Returns whether a sub-task may be taken.
        single: Whether there may be many purposes for which a single thing is done.
    """
    purposes = scenario.purposes
    most = _MOST if single else _PURPOSES[size]
    chosen: list[Draft] = []
    if deep:
        fitting = [each for each in drafts_of(rng, purposes, allowed) if len(each.parts) <= size]
        deepest = min(_DEEP, max((each.depth for each in fitting), default=0))
        chosen = [next(each for each in fitting if each.depth >= deepest)] if fitting else []
    for each in drafts_of(rng, purposes, allowed):
        left = size - sum(len(other.parts) for other in chosen)
        if not left:
            break
        names = [name for other in (*chosen, each) for name in other.parts]
        answers = names.count("answer.submit")
        again = each.purpose.name in [other.purpose.name for other in chosen]
        full = len(chosen) == most
        if len(each.parts) <= left and not again and not full and answers <= 1 and max(map(names.count, names)) <= 2:
            # A person who asks for much doesn't ask for many single things.
            if len(each.parts) > 1 or left == 1 or single:
                chosen.append(_about(rng, each, chosen))
    missing = size - sum(len(each.parts) for each in chosen)
    return chosen if not missing or (missing == 1 and size > 4) else None


def _about(rng: random.Random, own: Draft, others: Sequence[Draft]) -> Draft:
    """Returns a draft that is about a person of others, where it can be."""
    people = [fact for other in others for fact in other.people]
    shares = bool(people) and bool(own.people) and rng.random() < _SAME_PERSON
    return renamed(own, others, {own.people[0]: rng.choice(people)} if shares else {})


def finished(
    rng: random.Random, scenario: Scenario, drafts: Sequence[Draft], style: str, told: bool = True
) -> Synthesized:
    """Returns the task of some drafts.

    Args:
        rng: Draws the order in which the goal tells what is done for a purpose.
        scenario: The scenario.
        drafts: What is done.
        style: How the goal tells it.
        told: Whether it tells the reasons.

    Raises:
        ValueError: It can't be done together, or has no goal.
    """
    ordered = sorted(drafts, key=lambda each: "answer.submit" in each.parts)
    plan = joined(ordered)
    first, order = 0, []
    reasons: list[Reason] = []
    for each in ordered:
        order += [first + part for part in each.order(rng)]
        reasons.append(Reason(each.reason, tuple(range(first, first + len(each.parts)))))
        first += len(each.parts)
    task = compose(
        [(name, {}) for name in plan.parts],
        plan.edges,
        style,
        order,
        facts=plan.facts_by_part(),
        reasons=reasons if told else (),
    )
    return Synthesized(scenario.name, plan, task, tuple(each.purpose.name for each in ordered))


_REASONS: Mapping[str, str] = {
    "replaces a volatile output": "a volatile output would be replaced",
    "get the same": "two parts would get the same key",
    "have the same output": "two parts would make the same file",
    "is there already": "a part would make what is there already",
    "are the same": "two parts are the same",
    "once only": "a part that can be there once",
    "other dependencies": "the goal reads as another graph",
    "other sub-tasks": "the goal reads as other sub-tasks",
    "only looks something up": "a look-up that nothing uses",
    "submit an answer": "two answers",
    "only an answer": "nothing but an answer",
    "could mean": "a reference could mean several things",
}


def _kind(message: str) -> str:
    return next((kind for part, kind in _REASONS.items() if part in message), message)
