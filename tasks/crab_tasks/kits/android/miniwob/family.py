"""The task that a family of pages makes.

A family's module says how a page is drawn: `draw` returns a `Problem` for a generator, and ``family`` makes the task of
it. Everything else follows: the setup writes the page, the checkpoints compare the page's values with the answer.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Oracle, Params, Task
from crab_gym.task.definition_source import SourceName
from crab_gym.task.parameters import integer
from crab_tasks.kits.android.miniwob.answers import fits, same
from crab_tasks.kits.android.miniwob.items import DONE, Item
from crab_tasks.kits.android.miniwob.moves import Move, go_home, look_around, play
from crab_tasks.kits.android.miniwob.subset import SUBSET
from crab_tasks.kits.state import State

__all__ = ["PageTask", "Problem", "family"]

_DATABASE = "/data/data/com.google.androidenv.miniwob/databases/page.db"
STEP_LIMIT = 30
"""Steps of an episode, as AndroidWorld has it for these tasks."""
CASES = 1_000_000
"""Pages of a family that draws from many."""


class Problem(NamedTuple):
    """One page with its answer.

    Attributes:
        says: The instruction, which is the goal.
        items: What the page shows.
        moves: The moves that make each step pass, and under ``"done"`` the last ones.
        wrong: Moves that look like a solution and aren't.
        answer: The values with which the page has to end, see `crab_tasks.kits.android.miniwob.answers`.
        event: The event that has to end it.
        steps: The values that make each step pass.
        values: The page's values at first.
        asks: The words that tell it from other pages where the answer doesn't, since the same moves may give another
            answer; "" where the answer does.
        detour: Moves of a person who errs or tries around at first; they change nothing in the end.
    """

    says: str
    items: Sequence[Item]
    moves: Mapping[str, Sequence[Move]]
    wrong: Sequence[Move]
    answer: Mapping[str, Any] = {}
    event: str = DONE
    steps: Mapping[str, Mapping[str, Any]] = {}
    values: Mapping[str, Any] = {}
    asks: str = ""
    detour: Sequence[Move] = (look_around(),)


Draw = Callable[[random.Random], Problem]


# Evaluators ---------------------------------------------------------------------------------------------------------


def _values(state: State) -> dict[str, Any]:
    return {row["name"]: json.loads(row["value"]) for row in state.android.table(_DATABASE, "value")}


def page_has(state: State, values: Mapping[str, Any]) -> bool:
    """Some values of the page are as they should be."""
    found = _values(state)
    return all(fits(found.get(name), wanted) for name, wanted in values.items())


def page_ended(state: State, event: str, values: Mapping[str, Any]) -> bool:
    """The page has ended with an event, and with these values. A page ends once: nothing done later counts."""
    ended = [row["event"] for row in state.android.table(_DATABASE, "ended")]
    return ended == [event] and page_has(state, values)


# The task -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTask(Task):
    """A task on one page; its goal is the page's instruction.

    Attributes:
        draw: Draws the page; see `family`.
    """

    draw: Draw

    def goal(self, params: Params) -> str:
        """Returns the page's instruction."""
        return problem_of(self.draw, params).says

    def asks_same(self, params: Params, other: Params) -> bool:
        """Returns whether two pages have the same answer, or are solved by the same moves."""
        first, second = problem_of(self.draw, params), problem_of(self.draw, other)
        if first.asks:
            return first.asks == second.asks
        return first.event == second.event and same(first.answer, second.answer)

    def _source_name(self) -> SourceName:
        return SourceName(self.draw.__module__, "TASK")


@lru_cache(maxsize=512)
def _drawn(draw: Draw, case: int) -> Problem:
    return draw(random.Random(f"{draw.__module__}:{case}"))


def problem_of(draw: Draw, params: Params) -> Problem:
    """Returns the page of some parameters."""
    return _drawn(draw, getattr(params, "case", 0))


def arranged(items: Sequence[Item], rng: random.Random) -> list[Item]:
    """Returns items with their places drawn, where they have none: scattered ones, and those that are shuffled."""

    def arrange(item: Item) -> None:
        inner = item.get("items", [])
        for one in inner:
            arrange(one)
        if item.pop("shuffle", False):
            rng.shuffle(inner)
        if item["k"] == "scatter":
            bands = rng.sample(range(item["height"] // 56), len(inner))
            for one, band in zip(inner, bands, strict=True):
                one["at"] = [rng.randint(0, 1000), 56 * band + rng.randint(0, 12)]

    page: list[Item] = json.loads(json.dumps(items))
    for item in page:
        arrange(item)
    return page


def _made(problem: Problem, steps: Sequence[str], chain: bool, places: bool) -> list[Checkpoint]:
    """Returns the checkpoints of a page's steps; see `family`."""
    return [
        Checkpoint(
            id=step,
            device="android",
            app="miniwob",
            evaluator=check(page_has, values=problem.steps[step]),
            after=tuple(steps[max(0, i - 1) : i]) if chain else (),
            hold=False,
            place=places,
        )
        for i, step in enumerate(steps)
    ]


def family(
    name: str,
    draw: Draw,
    says: str,
    steps: Sequence[str] = (),
    *,
    cases: int = CASES,
    chain: bool = False,
    places: bool = False,
    tags: Sequence[str] = (),
    implies: Sequence[str] = (),
    kinds: Sequence[str] = ("sim", "adb"),
    version: int = 1,
) -> PageTask:
    """Returns the task of a family of pages.

    Args:
        name: Its name, without ``miniwob.``.
        draw: Returns a page for a generator.
        says: What its instructions ask for, in general.
        steps: Names of the checkpoints before the last one, as in the problem's steps.
        cases: Number of the pages that it draws.
        chain: Whether each step needs those before it.
        places: Whether the steps weigh as little as places: they put words of the instruction into fields, as whoever
            types them everywhere does.
        tags: Further tags.
        implies: Other families that this one's oracle may solve.
        kinds: The kinds of backend; what moves by itself needs a clock that waits.
        version: See `Task`.
    """

    def setup(devices: Devices, params: Params, rng: random.Random) -> None:
        problem, phone = problem_of(draw, params), devices.android
        page = {"says": problem.says, "items": arranged(problem.items, rng), "values": problem.values}
        for table in ("value", "ended"):
            if phone.table(_DATABASE, table):
                phone.set_table(_DATABASE, table, [])
        phone.set_table(_DATABASE, "page", [{"_id": 1, "content": json.dumps(page)}])
        phone.start_app("miniwob")

    def checkpoints(params: Params) -> Sequence[Checkpoint]:
        problem = problem_of(draw, params)
        made = _made(problem, steps, chain, places)
        last = check(page_ended, event=problem.event, values=problem.answer)
        return [*made, Checkpoint(id="done", device="android", app="miniwob", evaluator=last, after=tuple(steps))]

    def part(step: str) -> Oracle:
        return lambda params, look: play(problem_of(draw, params).moves[step], look)

    def whole(params: Params, look: Look, first: Sequence[Move]) -> Iterator[Action]:
        moves = problem_of(draw, params).moves
        return play([*first, *[move for step in (*steps, "done") for move in moves[step]]], look)

    return PageTask(
        name=f"miniwob.{name}",
        description=says,
        devices=("android",),
        parameters={"case": integer(0, cases - 1, 0)} if cases > 1 else {},
        setup=setup,
        checkpoints=checkpoints,
        oracle={step: part(step) for step in (*steps, "done")},
        alternatives={
            "after_home": lambda params, look: whole(params, look, (go_home(),)),
            "after_detour": lambda params, look: whole(params, look, problem_of(draw, params).detour),
        },
        near_misses={"wrong": lambda params, look: play(problem_of(draw, params).wrong, look)},
        implies=tuple(f"miniwob.{other}" for other in implies),
        step_limit=STEP_LIMIT,
        version=version,
        tags=("miniwob", *(("miniwob_subset",) if name in SUBSET else ()), *tags),
        backends={"android": tuple(kinds)},
        draw=draw,
    )
