"""A model that knows the way and errs: it plays BEAP's Planner, Executor and Tracker for a benchmark.

* `Team` - the model, for one episode.

It knows the oracle's way to the goal, found on a copy of the environment, and errs at a seeded rate: an action is
replaced by a wrong one (another app, another text, another element), and the Executor continues as if it had been
right. The next element is then often missing; in that case the Executor returns to the app where it should be, or
touches something else. The Tracker notices a fault some actions later, at the latest when everything seems done, and
doesn't always know how far back it lies. To undo actions, the Executor compares the screens with those of the
checkpoint and acts like a person: it returns to the app and page that were in front, closes new windows, and deletes
typed text.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from crab_gym.agents.chat import Message, Reply, Tokens, Tool, ToolCall
from crab_gym.backends.base import Element
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import Action, action
from crab_gym.wrappers.marks_space import pointers
from crab_gym.wrappers.numbering import Mark, number_elements
from crab_sim.devices.apps import APPS

VAGUE = 0.25
"""Probability that the Tracker doesn't know how far back the fault lies."""
MAX_DELAY = 3
"""Number of actions after a wrong one by which the Tracker notices it."""
_WRONG_TEXTS = ("oops", "hm", "wrong", "asdf")
_WRONG_APPS = ("Clock", "Maps", "Music", "Gallery", "Calculator")


class Part(NamedTuple):
    """An element as a person sees it."""

    role: str
    text: str
    app: str
    checked: bool
    selected: bool
    focused: bool


Look = tuple[Part, ...]
"""A screen as a person sees it."""


class Move(NamedTuple):
    """An action of the way to the goal, the marks at which it points, and the app in front on its device."""

    action: Action
    targets: Mapping[str, Mark]
    front: str


@dataclass
class Done:
    """An action of the current path.

    Attributes:
        right: Whether it is the way's action at that place.
        place: Number of the way's actions that the Executor considers done after it.
        before: The screens before it.
        late: Number of actions after which the Tracker notices that it was wrong.
    """

    right: bool
    place: int
    before: tuple[Look, ...]
    late: int = 0


class Team:
    """The model: it answers for all three roles, in one episode.

    Args:
        env: The environment, wrapped; privileged.
        rate: Probability that an action is replaced by a wrong one.
        seed: Determines the errors, together with task and place.
    """

    name, calls_tools = "erring team", True

    def __init__(self, env: Any, rate: float, seed: int) -> None:
        self._env, self._rate, self._seed = env, rate, seed
        self._way: list[Move] = []
        self._path: list[Done] = []
        self._visits: dict[int, int] = {}
        self._tried: set[tuple[tuple[Look, ...], str]] = set()

    @property
    def _base(self) -> CrabEnv:
        base: CrabEnv = self._env.unwrapped
        return base

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Answers a role, which is recognised by the functions that it offers."""
        self._way = self._way or way_of(self._base)
        text, offered = messages[-1].text, {tool.name for tool in tools}
        if "compare" in offered:
            return call("compare", recovered=self._look() == self._goal_of(text).before)
        if "arrived" in offered:
            return self._undo(text)
        self._follow(len(listed(text, "The actions so far:")))
        if "plan" in offered:
            return call("plan", subtasks=self._left())
        if "judge" in offered:
            return self._judge(text, messages[0].text)
        return self._act()

    # Knowledge -----------------------------------------------------------------------------------------------

    @property
    def _place(self) -> int:
        return self._path[-1].place if self._path else 0

    def _left(self) -> list[str]:
        """Returns the remaining sub-tasks, each of four actions of the way."""
        count = len(self._way)
        return [f"moves {at + 1} to {min(at + 4, count)} of the way" for at in range(self._place, count, 4)]

    def _look(self) -> tuple[Look, ...]:
        return tuple(look(self._base.elements(device)) for device in self._base.screen_sizes)

    def _follow(self, depth: int) -> None:
        """Adjusts the path to the length of the agent's, after a restore, a refused action, or a failed undo.

        After a failed undo the remaining faults are ignored, and the way continues where it was left.
        """
        del self._path[depth:]
        if len(self._path) < depth:
            self._forgive(self._before_fault())
        while len(self._path) < depth:
            self._path.append(Done(True, self._place, self._look()))

    def _before_fault(self) -> int:
        """Returns the number of the way's actions that were done before the first wrong one."""
        fault = self._fault()
        return self._place if fault is None else self._path[fault - 1].place if fault else 0

    def _forgive(self, place: int) -> None:
        """Ignores all faults, and considers a number of the way's actions done."""
        for done in self._path:
            done.right = True
        if self._path:
            self._path[-1].place = place

    def _fault(self) -> int | None:
        """Returns the place of the first wrong action on the path; None if there is none."""
        return next((at for at, done in enumerate(self._path) if not done.right), None)

    def _goal_of(self, text: str) -> Done:
        """Returns the first action that is to be undone."""
        depth = len(listed(text, "The actions that led to the checkpoint:"))
        self._follow(depth + len(listed(text, "The actions to be undone:")))
        return self._path[depth]

    # The roles --------------------------------------------------------------------------------------------------

    def _judge(self, text: str, instructions: str) -> Reply:
        completed = [
            int(number)
            for number, last in re.findall(r"^(\d+)\. \[open\] moves \d+ to (\d+) of", text, re.MULTILINE)
            if int(last) <= self._place
        ]
        fault = self._fault()
        noticed = fault is not None and (
            len(self._path) - fault >= self._path[fault].late or self._place >= len(self._way)
        )
        if fault is None or not noticed:
            return call("judge", status="continue", completed=completed, reason="as planned")
        if "backtrack" not in instructions:
            undone = range(self._before_fault(), min(self._place, len(self._way)))
            self._forgive(next((at for at in undone if self._possible(self._way[at])), self._place))
            return call("judge", status="continue", left=self._left(), reason="that isn't done yet")
        rng = self._random("vague", fault, len(self._path))
        since = {} if rng.random() < VAGUE else {"since": fault + 1}
        return call("judge", status="backtrack", completed=completed, reason="that was wrong", **since)

    def _act(self) -> Reply:
        if self._place >= len(self._way):
            return call("root__complete")
        move = self._way[self._place]
        visit = self._visits[len(self._path)] = self._visits.get(len(self._path), 0) + 1
        rng = self._random("slip", self._place, visit)
        fault = self._fault()
        if rng.random() < self._rate:
            return self._do(self._slip(move, rng), right=False, late=rng.randint(1, MAX_DELAY))
        chosen = self._present(move)
        if chosen is None:
            return self._search(move, rng)
        return self._do(chosen, right=fault is None)

    def _search(self, move: Move, rng: random.Random) -> Reply:
        """Looks for an absent element, in the app where it should be or anywhere."""
        device = str(move.action["device"])
        if device == "android" and front_app(look(self._base.elements(device))) != move.front:
            return self._do(bring(move.front), right=self._fault() is None, advance=False)
        return self._do(self._stray(device, rng), right=False, advance=False, late=MAX_DELAY)

    def _do(self, chosen: Action, right: bool, advance: bool = True, late: int = 0) -> Reply:
        self._path.append(Done(right, self._place + advance, self._look(), late))
        return call(f"{chosen['device']}__{chosen['name']}", **chosen["args"])

    def _undo(self, text: str) -> Reply:
        """Takes an action towards the checkpoint's screens, none twice in the same state."""
        goal, now = self._goal_of(text).before, self._look()
        if now == goal:
            return call("arrived")
        if not listed(text, "Done so far to undo them:"):
            self._tried = set()
        for chosen in self._toward(goal, now):
            if (now, repr(chosen)) not in self._tried:
                self._tried.add((now, repr(chosen)))
                return call(f"{chosen['device']}__{chosen['name']}", **chosen["args"])
        return call("stuck")

    # Actions ----------------------------------------------------------------------------------------------------

    def _marks(self, device: str) -> Sequence[Mark]:
        marks: Sequence[Mark] = self._env.get_wrapper_attr("marks")(device) if device != "root" else ()
        return marks

    def _present(self, move: Move) -> Action | None:
        """Returns an action of the way with current marks; None if an element at which it points is absent."""
        device, args = str(move.action["device"]), dict(move.action["args"])
        for pointer in pointers(device, move.action["name"]):
            target = move.targets.get(pointer.element)
            if target is None:
                continue
            alike = [mark for mark in self._marks(device) if (mark.role, mark.text) == (target.role, target.text)]
            if not alike:
                return None
            near = min(alike, key=lambda mark: _apart(mark.point, target.point))
            del args[pointer.x], args[pointer.y]
            args[pointer.element] = near.number
        return {**move.action, "args": args}

    def _possible(self, move: Move) -> bool:
        """Returns whether an action of the way is possible on the current screens."""
        device = str(move.action["device"])
        if move.action["name"] == "write_text":
            return any(part.role == "text_field" and part.focused for part in look(self._base.elements(device)))
        return self._present(move) is not None

    def _slip(self, move: Move, rng: random.Random) -> Action:
        """Returns a wrong action instead of a right one."""
        device, name = str(move.action["device"]), move.action["name"]
        if name == "write_text":
            return action(device, "write_text", text=rng.choice(_WRONG_TEXTS))
        if name == "submit" or device == "root":
            return action("root", "wait", seconds=1)
        if rng.random() < 0.5 and device == "android":
            return action(device, "open_app", name=rng.choice(_WRONG_APPS))
        return self._stray(device, rng)

    def _stray(self, device: str, rng: random.Random) -> Action:
        """Returns a touch of a random element."""
        marks = [mark for mark in self._marks(device) if mark.element.clickable]
        if not marks:
            return action("root", "wait", seconds=1)
        return action(device, "tap" if device == "android" else "click", element=rng.choice(marks).number)

    def _toward(self, goal: Sequence[Look], now: Sequence[Look]) -> Iterator[Action]:
        """Yields actions that may lead from the current screens towards those of a checkpoint, the best first."""
        for device, was, became in zip(self._base.screen_sizes, goal, now, strict=True):
            if was == became:
                continue
            android = device == "android"
            if android and front_app(was) != front_app(became):
                yield bring(front_app(was))
                continue
            if not android:
                yield from windows_back(was, became)
            yield from self._fields_back(device, was, became)
            for state in ("checked", "selected", "focused"):
                for part in was:
                    number = self._number_of(device, part)
                    wanted = getattr(part, state)
                    changed = any(other[:3] == part[:3] and getattr(other, state) != wanted for other in became)
                    if number is not None and changed and (wanted or part.role in ("checkbox", "switch")):
                        yield action(device, "tap" if android else "click", element=number)
            yield action(device, "press", key="back" if android else "escape")
            if not android:
                yield action(device, "hotkey", keys=["alt", "left"])

    def _fields_back(self, device: str, was: Look, became: Look) -> Iterator[Action]:
        """Yields actions that may restore the text of fields."""
        before, now = ([part for part in shown if part.role == "text_field"] for shown in (was, became))
        if len(before) != len(now):
            return
        for had, has in zip(before, now, strict=True):
            if had.text == has.text:
                continue
            if not has.focused:
                number = self._number_of(device, has)
                if number is not None:
                    yield action(device, "tap" if device == "android" else "click", element=number)
            elif had.text.startswith(has.text):
                yield action(device, "write_text", text=had.text[len(has.text) :])
            else:
                yield action(device, "press", key="delete" if device == "android" else "backspace")

    def _number_of(self, device: str, part: Part) -> int | None:
        """Returns the number of the first mark with a part's role and text."""
        marks = self._marks(device)
        return next((mark.number for mark in marks if (mark.role, mark.text) == (part.role, part.text)), None)

    def _random(self, *what: object) -> random.Random:
        return random.Random(f"{self._base.task.name} {self._seed} {what}")


def call(name: str, /, **arguments: Any) -> Reply:
    """Returns a reply that calls a function."""
    return Reply("", (ToolCall(name, arguments, json.dumps(arguments)),), Tokens(1000, 50))


def listed(text: str, heading: str) -> list[str]:
    """Returns the lines of a numbered list under a heading."""
    _, matched, rest = text.partition(heading)
    lines = []
    for line in rest.lstrip("\n").splitlines() if matched else []:
        if not re.match(r"\d+\. ", line):
            break
        lines.append(line)
    return lines


def way_of(base: CrabEnv) -> list[Move]:
    """Returns the oracle's actions from the current state, found on a copy of the environment."""
    copy, moves = base.fork(), []
    oracle = OraclePolicy(copy)
    oracle.reset("", policy_spec(copy, 0))
    while True:
        chosen = oracle.act(None, {})
        if chosen["name"] == "complete":
            return moves
        device, args = chosen["device"], chosen["args"]
        marks = number_elements(copy.elements(device), copy.screen_sizes[device], 200) if device != "root" else ()
        targets = {}
        for pointer in pointers(device, chosen["name"]):
            mark = mark_at(marks, (args[pointer.x], args[pointer.y]))
            if mark is not None:
                targets[pointer.element] = mark
        front = front_app(look(copy.elements(device))) if device != "root" else ""
        moves.append(Move(chosen, targets, front))
        _, _, terminated, truncated, _ = copy.step(chosen)
        if terminated or truncated:
            return moves


def mark_at(marks: Sequence[Mark], point: tuple[int, int]) -> Mark | None:
    """Returns the mark whose point this is, or else the smallest mark around it."""
    x, y = point
    around = [mark for mark in marks if mark.bounds[0] <= x < mark.bounds[2] and mark.bounds[1] <= y < mark.bounds[3]]
    return min(around, key=lambda mark: (mark.point != point, _area(mark.bounds)), default=None)


def _area(bounds: tuple[int, int, int, int]) -> int:
    return (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def look(elements: Sequence[Element]) -> Look:
    """Returns a screen as a person compares it: kinds, words and states, without the time of day."""
    return tuple([
        Part(e.role, re.sub(r"\d?\d:\d\d", "", e.text), e.app, e.checked, e.selected, e.focused)
        for e in elements
        if e.description != "Clock"
    ])  # fmt: skip


def front_app(shown: Look) -> str:
    """Returns the app to which most parts of the phone's screen belong; ``"system"`` for the home screen."""
    apps = [part.app for part in shown if part.app != "system"]
    return max(apps, key=apps.count) if apps else "system"


def bring(app: str) -> Action:
    """Returns the action that brings an app of the phone to the front."""
    known = [entry.name for entry in APPS if entry.device == "android" and entry.id == app]
    return action("android", "open_app", name=known[0]) if known else action("android", "press", key="home")


def windows_back(was: Look, became: Look) -> Iterator[Action]:
    """Yields actions that may restore the desktop's open windows and their order."""
    had, has = (
        [(part.text, part.app) for part in shown if part.role in ("window", "dialog") and part.app != "system"]
        for shown in (was, became)
    )
    asked, asks = ([part.text for part in shown if part.role == "text_field" and part.app == "system"]
                   for shown in (was, became))  # fmt: skip
    if asks and not asked:
        yield action("ubuntu", "press", key="escape")
    elif asked and not asks:
        yield action("ubuntu", "search_app", name=asked[0])
    elif len(has) > len(had):
        yield action("ubuntu", "hotkey", keys=["alt", "f4"])
    elif has != had and sorted(has) == sorted(had):
        yield action("ubuntu", "hotkey", keys=["alt", "tab"])
