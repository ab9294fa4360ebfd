"""Views of an episode for the generalist: arrays of word numbers and of bytes.

* `View` - what it sees at one step; `stack` - a batch of them.
* `Deed` - what is done at a step. `Observer` - makes the views of an episode.
* `SHAPES` - the arrays; `MARKS`, `LINES`, `GOAL`, `PAST` - numbers of rows.

Everything comes from the goal, the elements on the screens, and the policy's own actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crab_gym.backends.base import ROLES, Element
from crab_gym.envs.verbs import APP_NAMES
from crab_gym.integrations.checkpoints.generalist.lexicon import COMMON, Lexicon, words_in
from crab_gym.integrations.checkpoints.generalist.memory import WORDS, Line, Memory
from crab_gym.task import Action

__all__ = ["APPS", "GOAL", "LINES", "MARKS", "PAST", "SHAPES", "Deed", "Observer", "Point", "View", "stack"]

DEVICES = ("android", "ubuntu")
MARKS, LINES, GOAL, PAST = 64, 24, 96, 8
"""Rows: elements, lines of the memory, words of the goal, and actions."""
TEXT, NAME, LABEL, SAID = 8, 3, 4, 6
"""Words of an element, of its resource's name, of a label, and of an action."""
MARK_FACTS, LINE_FACTS, GOAL_FACTS, PAST_FACTS = 24, 12, 3, 3
APPS: tuple[tuple[str, str], ...] = tuple((device, name) for device in DEVICES for name in APP_NAMES[device])
"""Device and name of the apps that can be opened by their names."""

SHAPES: Mapping[str, tuple[tuple[int, ...], Any]] = {
    "goal": ((GOAL,), np.uint16),
    "goal_facts": ((GOAL, GOAL_FACTS), np.uint8),
    "marks": ((MARKS, TEXT), np.uint16),
    "mark_names": ((MARKS, NAME), np.uint16),
    "mark_labels": ((MARKS, LABEL), np.uint16),
    "mark_apps": ((MARKS,), np.uint16),
    "mark_roles": ((MARKS,), np.uint8),
    "mark_facts": ((MARKS, MARK_FACTS), np.uint8),
    "lines": ((LINES, WORDS), np.uint16),
    "line_labels": ((LINES, LABEL), np.uint16),
    "line_apps": ((LINES,), np.uint16),
    "line_facts": ((LINES, LINE_FACTS), np.uint8),
    "past": ((PAST, SAID), np.uint16),
    "past_moves": ((PAST,), np.uint8),
    "past_facts": ((PAST, PAST_FACTS), np.uint8),
    "apps": ((len(APPS), LABEL), np.uint16),
    "app_facts": ((len(APPS), 2), np.uint8),
}
"""Name to shape and type of each array. Words are numbers of a `Lexicon`, facts are in 255ths."""

Array: TypeAlias = NDArray[Any]


class Point(NamedTuple):
    """A place that can be touched.

    Attributes:
        device: On which device.
        x: Pixels from the left.
        y: Pixels from the top.
        says: What is there.
    """

    device: str
    x: int
    y: int
    says: str


class Deed(NamedTuple):
    """What a choice does.

    Attributes:
        move: The number of its move.
        action: Its action.
        point: What it touches; None for nothing.
        says: What it touches, opens or writes, in words.
    """

    move: int
    action: Action
    point: Point | None
    says: str


@dataclass
class View:
    """What the generalist sees at one step.

    Attributes:
        devices: The devices that are seen.
        arrays: The arrays of `SHAPES`.
        points: Where the elements of the rows are.
        texts: The texts of which spans can be copied: the goal, then the lines.
    """

    devices: tuple[str, ...]
    arrays: dict[str, Array]
    points: list[Point] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def rows_on(self, device: str) -> list[int]:
        """Returns the rows of the elements of a device."""
        return [row for row, point in enumerate(self.points) if point.device == device]

    def span(self, first: int, length: int) -> str:
        """Returns some words from a place on, as far as its text goes; ``""`` if there is no such place."""
        which, word, limit = 0, first, GOAL
        if first >= GOAL:
            which, word, limit = 1 + (first - GOAL) // WORDS, (first - GOAL) % WORDS, WORDS
        if which >= len(self.texts):
            return ""
        words = words_in(self.texts[which], limit)
        if word >= len(words):
            return ""
        last = min(word + length, len(words)) - 1
        return self.texts[which][words[word][0] : words[last][1]]


def stack(views: Sequence[View]) -> dict[str, Array]:
    """Returns the arrays of some views, with a first axis for the views."""
    return {name: np.stack([view.arrays[name] for view in views]) for name in SHAPES}


class _Read(NamedTuple):
    """What doesn't change about an element as long as the goal and its label stay the same."""

    text: tuple[int, ...]
    name: tuple[int, ...]
    app: int
    facts: tuple[int, ...]
    share: float
    control: bool


_FLAGS = (
    "clickable", "long_clickable", "editable", "checkable", "checked", "selected", "focused", "enabled", "scrollable",
    "password",
)  # fmt: skip
_MANY = frozenset({"list_item", "cell", "link", "icon", "image", "text", "other"})


class Observer:
    """Sees an episode.

    Args:
        lexicon: Numbers the words.
        goal: The goal.
        sizes: Each device's width and height in pixels.
    """

    def __init__(self, lexicon: Lexicon, goal: str, sizes: Mapping[str, tuple[int, int]]) -> None:
        self._lexicon, self._goal, self._sizes = lexicon, goal, sizes
        self._memory = Memory(lexicon, goal)
        self._words = lexicon.numbers(goal, GOAL)
        self._plain_goal = f" {' '.join(map(str, self._words))} "
        self._quoted = _quoted(goal)
        self._read: dict[Element, _Read] = {}
        self._touched: dict[tuple[str, str, str, str, str], int] = {}
        self._said: dict[int, int] = {}  # words of what was touched or written, to the last step
        self._wrote: list[str] = []
        self._past: list[tuple[int, tuple[int, ...], int, int]] = []
        self._screens: dict[str, tuple[Element, ...]] = {}
        self._step, self._device = 0, ""
        self._apps = self._app_rows()

    def _app_rows(self) -> tuple[Array, Array]:
        words, facts = np.zeros((len(APPS), LABEL), np.uint16), np.zeros((len(APPS), 2), np.uint8)
        for row, (device, name) in enumerate(APPS):
            numbers = self._lexicon.numbers(name, LABEL)
            words[row, : len(numbers)] = numbers
            facts[row, 0] = 255 * (device == "ubuntu")
            facts[row, 1] = 255 * self._memory.share(numbers)
        return words, facts

    def see(self, screens: Mapping[str, tuple[Element, ...]]) -> View:
        """Returns the view of the elements on the screens, by device, and remembers what they say."""
        changed = any(screens[device] != self._screens.get(device) for device in screens)
        if self._past:
            move, words, _, refused = self._past[-1]
            self._past[-1] = (move, words, int(changed), refused)
        self._screens = dict(screens)
        for device, elements in screens.items():
            self._memory.read(device, elements, self._step)
        view = View(tuple(screens), {name: np.zeros(shape, kind) for name, (shape, kind) in SHAPES.items()})
        self._fill_goal(view)
        self._fill_marks(view)
        self._fill_lines(view)
        for row, (move, words, moved, refused) in enumerate(reversed(self._past[-PAST:])):
            view.arrays["past"][row, : len(words)] = words
            view.arrays["past_moves"][row] = 1 + move
            view.arrays["past_facts"][row] = (255, 255 * moved, 255 * refused)
        view.arrays["apps"], view.arrays["app_facts"] = self._apps
        return view

    def did(self, deed: Deed, refused: bool = False) -> None:
        """Notes what was done, before the next view.

        Args:
            deed: What was done.
            refused: Whether it was an invalid action.
        """
        self._step += 1
        numbers = self._lexicon.numbers(deed.says, SAID)
        self._past = [*self._past[-PAST:], (deed.move, numbers, 0, int(refused))]
        if deed.action["device"] != "root":
            self._device = deed.action["device"]
        for number in self._lexicon.numbers(deed.says, 40):
            if number >= COMMON:
                self._said[number] = self._step
        if deed.point is not None:
            self._touched[self._key_at(deed.point)] = self._step
        elif deed.says:
            self._wrote.append(deed.says.strip())

    def _key_at(self, point: Point) -> tuple[str, str, str, str, str]:
        for element in reversed(self._screens.get(point.device, ())):
            if element.center == (point.x, point.y):
                return _key(point.device, element)
        return (point.device, "", "", "", "")

    def _fill_goal(self, view: View) -> None:
        view.texts.append(self._goal)
        facts = view.arrays["goal_facts"]
        view.arrays["goal"][: len(self._words)] = self._words
        for at, number in enumerate(self._words):
            facts[at, 0] = 255 * self._quoted[at]
            facts[at, 1] = 255 * (number in self._said)
            facts[at, 2] = _fading(self._step - self._said[number]) if number in self._said else 0

    def _fill_marks(self, view: View) -> None:
        chosen: dict[tuple[str, int, int], tuple[float, int, Element, str]] = {}
        order, alike = 0, Counter[tuple[str, str, str]]()
        for device, elements in self._screens.items():
            label = ""
            for at, element in enumerate(elements):  # what is in front comes last
                left, top, right, bottom = element.bounds
                if right <= left or bottom <= top:
                    continue
                order += 1
                read = self._read.get(element) or self._look(device, element)
                worth = 2.0 * read.control + 2.0 * read.share + 0.5 * element.editable + 3.0 * element.focused
                worth += 0.5 * bool(read.text) + 1.0 * (device == self._device) + at / len(elements)
                if element.role in _MANY:  # the twentieth row of a list matters less than the first
                    alike[device, element.role, element.app] += 1
                    worth -= 0.08 * alike[device, element.role, element.app]
                place, old = (device, *element.center), chosen.get((device, *element.center))
                if old is None or worth >= old[0]:
                    chosen[place] = (worth, order, element, label)
                if read.text and not element.editable:
                    label = element.text or element.description
        best = sorted(chosen.items(), key=lambda one: -one[1][0])[:MARKS]
        for row, ((device, x, y), (_, _, element, label)) in enumerate(sorted(best, key=lambda one: one[1][1])):
            view.points.append(Point(device, x, y, element.text or element.description))
            self._fill_mark(view.arrays, row, device, element, label)

    def _fill_mark(self, arrays: dict[str, Array], row: int, device: str, element: Element, label: str) -> None:
        read = self._read[element]
        arrays["marks"][row, : len(read.text)] = read.text
        arrays["mark_names"][row, : len(read.name)] = read.name
        labelled = self._lexicon.numbers(label, LABEL)
        arrays["mark_labels"][row, : len(labelled)] = labelled
        arrays["mark_apps"][row] = read.app
        arrays["mark_roles"][row] = 1 + ROLES.index(element.role)
        facts = arrays["mark_facts"][row]
        facts[: len(read.facts)] = read.facts
        when = self._touched.get(_key(device, element))
        if when is not None:
            facts[20], facts[21] = 255, _fading(self._step - when)
        facts[22] = 255 * (device == self._device)
        facts[23] = 255 * (element.editable and bool(element.text) and element.text.strip() in self._wrote)

    def _look(self, device: str, element: Element) -> _Read:
        numbers = self._lexicon.numbers
        says = f"{element.text} {element.description}" if element.description else element.text
        text = numbers(says, TEXT)
        name = numbers(element.resource_id.rpartition("/")[2].replace("_", " "), NAME)
        width, height = self._sizes[device]
        left, top, right, bottom = element.bounds
        share = self._memory.share(text)
        inside = bool(text) and f" {' '.join(map(str, text))} " in self._plain_goal
        scaled = (left / width, top / height, right / width, bottom / height)
        facts = [255, 255 * (device == "ubuntu"), *[int(255 * min(1.0, max(0.0, one))) for one in scaled]]
        facts += [255 * getattr(element, flag) for flag in _FLAGS]
        facts += [int(255 * share), 255 * inside, 255 * bool(text), 255 * bool(element.text)]
        control = element.clickable or element.editable or element.checkable or element.long_clickable
        app = self._lexicon.number(element.app)
        read = self._read[element] = _Read(text, name, app, tuple(facts), share, control or element.scrollable)
        return read

    def _fill_lines(self, view: View) -> None:
        lines = self._memory.best(self._step, LINES, self._device)
        for row, line in enumerate(lines):
            view.texts.append(line.text)
            self._fill_line(view.arrays, row, line)

    def _fill_line(self, arrays: dict[str, Array], row: int, line: Line) -> None:
        arrays["lines"][row, : len(line.words)] = line.words
        label = self._lexicon.numbers(line.label, LABEL)
        arrays["line_labels"][row, : len(label)] = label
        arrays["line_apps"][row] = self._lexicon.number(line.app)
        shares = (int(255 * line.share), int(255 * line.label_share))
        written = 255 * any(line.text in text or text in line.text for text in self._wrote if len(text) > 2)
        age = self._step - line.seen
        left, here = 255 * self._memory.was_left(line), 255 * (line.device == self._device)
        arrays["line_facts"][row] = (
            255, 255 * (line.device == "ubuntu"), 255 * (age == 0), _fading(age), *shares, 255 * line.digits, written,
            left, here, 255 * line.inside, 255 * line.content,
        )  # fmt: skip


def _key(device: str, element: Element) -> tuple[str, str, str, str, str]:
    """Returns what tells an element apart, wherever it has been scrolled to."""
    text = "" if element.editable else element.text
    return (device, element.app, element.role, text or element.description, element.resource_id)


def _fading(age: int) -> int:
    """Returns 255 for what is new, and less for what is older."""
    return int(255 * 0.85**age)


def _quoted(text: str) -> list[bool]:
    """Returns which words of a text stand between quotation marks."""
    inside, found = False, []
    for start, _ in words_in(text, GOAL):
        if text[start] in '"“”':
            inside = not inside
            found.append(False)
        else:
            found.append(inside)
    return found
