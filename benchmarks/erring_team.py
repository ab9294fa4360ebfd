"""A model that knows the way and errs: it plays BEAP's Planner, Executor and Tracker for a benchmark.

* `Team` - the model, for one episode.

It knows the oracle's way to the goal, found on a copy of the environment, and errs at a seeded rate: an action is
replaced by a wrong one - another app, another text, another element - and the Executor goes on as if it had been
right. What it then looks for is often not there; then it returns to the app that it should be in, or touches something
else. The Tracker notices some actions late, at the latest when all seems done, and doesn't always know how far back
the fault lies. Undoing, the Executor compares the screens with those of the checkpoint and does what a person would:
it returns to the app and the page that were in front, closes what was opened, deletes what was typed.
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
from crab_gym.devices.apps import APPS
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import Action, action
from crab_gym.wrappers.marks_space import pointers
from crab_gym.wrappers.numbering import Mark, number_elements

VAGUE = 0.25
"""How often the Tracker doesn't know how far back the fault lies."""
LATEST = 3
"""Actions after a wrong one by which the Tracker notices."""
_WRONG_TEXTS = ("oops", "hm", "wrong", "asdf")
_WRONG_APPS = ("Clock", "Maps", "Music", "Gallery", "Calculator")

Look = tuple[Any, ...]


class Move(NamedTuple):
    """An action of the way to the goal, what it points at, and the app that is in front of its device."""

    action: Action
    targets: Mapping[str, Mark]
    front: str


@dataclass
class Done:
    """An action of the present path.

    Attributes:
        right: Whether the way has it there.
        place: How many actions of the way the Executor takes to be done after it.
        before: What was to be seen before it.
        late: After how many actions the Tracker notices that it was wrong.
    """

    right: bool
    place: int
    before: Look
    late: int = 0


class Team:
    """The model: it answers for all three roles, in one episode.

    Args:
        env: The environment, wrapped; privileged.
        rate: How often an action is replaced by a wrong one.
        seed: With task and place it determines the errors.
    """

    name, calls_tools = "erring team", True

    def __init__(self, env: Any, rate: float, seed: int) -> None:
        self._env, self._rate, self._seed = env, rate, seed
        self._way: list[Move] = []
        self._path: list[Done] = []
        self._visits: dict[int, int] = {}
        self._tried: set[tuple[Look, str]] = set()

    @property
    def _base(self) -> CrabEnv:
        base: CrabEnv = self._env.unwrapped
        return base

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Answers who asks, told by what may be called."""
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

    # What it knows ----------------------------------------------------------------------------------------------

    @property
    def _place(self) -> int:
        return self._path[-1].place if self._path else 0

    def _left(self) -> list[str]:
        """Returns the sub-tasks that are left, four actions of the way each."""
        most = len(self._way)
        return [f"moves {at + 1} to {min(at + 4, most)} of the way" for at in range(self._place, most, 4)]

    def _look(self) -> Look:
        return tuple(look(self._base.elements(device)) for device in self._base.screen_sizes)

    def _follow(self, depth: int) -> None:
        """Brings its own path to the length of the agent's: after going back, a refusal, or an undo that failed.

        Then what couldn't be undone is let be, and the way is taken up where it was left.
        """
        del self._path[depth:]
        if len(self._path) < depth:
            self._forgive(self._before_fault())
        while len(self._path) < depth:
            self._path.append(Done(True, self._place, self._look()))

    def _before_fault(self) -> int:
        """Returns how many actions of the way were done before the first wrong one."""
        fault = self._fault()
        return self._place if fault is None else self._path[fault - 1].place if fault else 0

    def _forgive(self, place: int) -> None:
        """Takes all to be well, and so many actions of the way to be done."""
        for done in self._path:
            done.right = True
        if self._path:
            self._path[-1].place = place

    def _fault(self) -> int | None:
        """Returns the place on the path of the first wrong action."""
        return next((at for at, done in enumerate(self._path) if not done.right), None)

    def _goal_of(self, text: str) -> Done:
        """Returns the first of the actions that are to be undone."""
        depth = len(listed(text, "The actions that led to the checkpoint:"))
        self._follow(depth + len(listed(text, "The actions to be undone:")))
        return self._path[depth]

    # The roles --------------------------------------------------------------------------------------------------

    def _judge(self, text: str, told: str) -> Reply:
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
        if "backtrack" not in told:
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
            return self._do(self._slip(move, rng), right=False, late=rng.randint(1, LATEST))
        found = self._present(move)
        if found is None:
            return self._search(move, rng)
        return self._do(found, right=fault is None)

    def _search(self, move: Move, rng: random.Random) -> Reply:
        """Looks for what isn't there: in the app where it should be, or anywhere."""
        device = str(move.action["device"])
        if device == "android" and front_app(look(self._base.elements(device))) != move.front:
            return self._do(bring(move.front), right=self._fault() is None, advance=False)
        return self._do(self._stray(device, rng), right=False, advance=False, late=LATEST)

    def _do(self, chosen: Action, right: bool, advance: bool = True, late: int = 0) -> Reply:
        self._path.append(Done(right, self._place + advance, self._look(), late))
        return call(f"{chosen['device']}__{chosen['name']}", **chosen["args"])

    def _undo(self, text: str) -> Reply:
        """Does what may bring the checkpoint nearer, nothing twice in the same state."""
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
        """Returns an action of the way by the marks that are there now, None where what it points at isn't there."""
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
        """Returns whether an action of the way can be done on the screens that there are now."""
        device = str(move.action["device"])
        if move.action["name"] == "write_text":
            return any(part[0] == "text_field" and part[Part.focused] for part in look(self._base.elements(device)))
        return self._present(move) is not None

    def _slip(self, move: Move, rng: random.Random) -> Action:
        """Returns a wrong action in the stead of a right one."""
        device, name = str(move.action["device"]), move.action["name"]
        if name == "write_text":
            return action(device, "write_text", text=rng.choice(_WRONG_TEXTS))
        if name == "submit" or device == "root":
            return action("root", "wait", seconds=1)
        if rng.random() < 0.5 and device == "android":
            return action(device, "open_app", name=rng.choice(_WRONG_APPS))
        return self._stray(device, rng)

    def _stray(self, device: str, rng: random.Random) -> Action:
        """Returns a touch of anything."""
        marks = [mark for mark in self._marks(device) if mark.element.clickable]
        if not marks:
            return action("root", "wait", seconds=1)
        return action(device, "tap" if device == "android" else "click", element=rng.choice(marks).number)

    def _toward(self, goal: Look, now: Look) -> Iterator[Action]:
        """Yields actions that may bring the screens nearer to those of a checkpoint, the best first."""
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
            for state in (Part.checked, Part.selected, Part.focused):
                for part in was:
                    number = self._named(device, part)
                    changed = [other for other in became if other[:3] == part[:3] and other[state] != part[state]]
                    if number is not None and changed and (part[state] or part[0] in ("checkbox", "switch")):
                        yield action(device, "tap" if android else "click", element=number)
            yield action(device, "press", key="back" if android else "escape")
            if not android:
                yield action(device, "hotkey", keys=["alt", "left"])

    def _fields_back(self, device: str, was: Look, became: Look) -> Iterator[Action]:
        """Yields what may bring back what stood in the fields."""
        fields = [[part for part in shown if part[0] == "text_field"] for shown in (was, became)]
        if len(fields[0]) != len(fields[1]):
            return
        for had, has in zip(*fields, strict=True):
            if had[1] == has[1]:
                continue
            if not has[Part.focused]:
                number = self._named(device, has)
                if number is not None:
                    yield action(device, "tap" if device == "android" else "click", element=number)
            elif had[1].startswith(has[1]):
                yield action(device, "write_text", text=had[1][len(has[1]) :])
            else:
                yield action(device, "press", key="delete" if device == "android" else "backspace")

    def _named(self, device: str, part: Look) -> int | None:
        """Returns the number of the mark with a part's role and text."""
        return next((mark.number for mark in self._marks(device) if (mark.role, mark.text) == part[:2]), None)

    def _random(self, *what: object) -> random.Random:
        return random.Random(f"{self._base.task.name} {self._seed} {what}")


def call(name: str, /, **arguments: Any) -> Reply:
    """Returns an answer that calls a function."""
    return Reply("", (ToolCall(name, arguments, json.dumps(arguments)),), Tokens(1000, 50))


def listed(text: str, heading: str) -> list[str]:
    """Returns the lines of a numbered list under a heading."""
    _, found, rest = text.partition(heading)
    lines = []
    for line in rest.lstrip("\n").splitlines() if found else []:
        if not re.match(r"\d+\. ", line):
            break
        lines.append(line)
    return lines


def way_of(base: CrabEnv) -> list[Move]:
    """Returns the oracle's actions from the present state, found on a copy."""
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
        if any(copy.step(chosen)[2:4]):
            return moves


def mark_at(marks: Sequence[Mark], point: tuple[int, int]) -> Mark | None:
    """Returns the smallest mark around a point, first of all one that is touched there."""
    x, y = point
    around = [mark for mark in marks if mark.bounds[0] <= x < mark.bounds[2] and mark.bounds[1] <= y < mark.bounds[3]]
    return min(around, key=lambda mark: (mark.point != point, _area(mark.bounds)), default=None)


def _area(bounds: tuple[int, int, int, int]) -> int:
    return (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def look(elements: Sequence[Element]) -> Look:
    """Returns what a person compares of a screen: kinds, words and states, without the time of day."""
    return tuple([
        (e.role, re.sub(r"\d?\d:\d\d", "", e.text), e.app, e.checked, e.selected, e.focused)
        for e in elements
        if e.description != "Clock"
    ])  # fmt: skip


class Part:
    """Places of an element's states in a look."""

    checked, selected, focused = 3, 4, 5


def front_app(shown: Look) -> str:
    """Returns the app that a look at the phone shows most of; ``"system"`` for the home screen."""
    apps = [part[2] for part in shown if part[2] != "system"]
    return max(apps, key=apps.count) if apps else "system"


def bring(app: str) -> Action:
    """Returns what brings an app of the phone to the front."""
    known = [entry.name for entry in APPS if entry.device == "android" and entry.id == app]
    return action("android", "open_app", name=known[0]) if known else action("android", "press", key="home")


def windows_back(was: Look, became: Look) -> Iterator[Action]:
    """Yields what may bring back the windows of the desktop that were open, and their order."""
    had, has = (
        [part[1:3] for part in shown if part[0] in ("window", "dialog") and part[2] != "system"]
        for shown in (was, became)
    )
    asked, asks = ([part[1] for part in shown if part[0] == "text_field" and part[2] == "system"]
                   for shown in (was, became))  # fmt: skip
    if asks and not asked:
        yield action("ubuntu", "press", key="escape")
    elif asked and not asks:
        yield action("ubuntu", "search_app", name=asked[0])
    elif len(has) > len(had):
        yield action("ubuntu", "hotkey", keys=["alt", "f4"])
    elif has != had and sorted(has) == sorted(had):
        yield action("ubuntu", "hotkey", keys=["alt", "tab"])
