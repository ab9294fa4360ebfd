"""Tables beside those of `Features`: what the screens have to do with the goal, and what was done before.

* `Matches` - the wrapper.
* `MARK_COLUMNS`, `TEXT_COLUMNS`, `SIGHT_COLUMNS` - the columns of its tables.

Nothing here knows a task. It compares words, counts places, and remembers the agent's own actions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, SupportsFloat

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from crab_gym.backends.base import Element
from crab_gym.wrappers.candidates import LAST, ordinals, pieces, words_at
from crab_gym.wrappers.choices import Choice
from crab_gym.wrappers.discrete import DiscreteElements
from crab_gym.wrappers.features import Features
from crab_gym.wrappers.hashing import embed, words
from crab_gym.wrappers.numbering import Mark, interactive

__all__ = ["MARK_COLUMNS", "NAMED", "SIGHT_COLUMNS", "TEXT_COLUMNS", "Matches"]

Array = NDArray[np.float32]

NAMED = 3
"""Number of the goal's texts that are matched; a task's first texts have the same meaning in every episode."""
_PLACES, _NUMBERS, _SIGHTS, _LABEL = 6, 3, 24, 8
MARK_COLUMNS = (
    "share", "text_share", "name_share", "label_share", "verbatim", "ordinal", "place",
    *(f"place_{n}" for n in range(1, _PLACES + 1)), *(f"label_names_{n}" for n in range(NAMED)),
    "before_indented", "next_indented", "touched", "recently", "times",
)  # fmt: skip
"""The columns of the table of marks before those of the label's vector.

The shares of words that the goal has too: of all words of the mark, of its text, its description, and the text beside
it. ``verbatim``: the goal contains its text letter by letter. ``ordinal``: the goal names its place among the marks of
its role, as in "the 3rd field"; ``place`` and those that follow are this place. ``before_indented`` and
``next_indented``: 1 if the mark of this role before, or after it, begins further right, as what an entry of an outline
contains, -1 if further left. The last three remember touches in this episode: of this mark, how long ago, and how many
of marks with its name.
"""
TEXT_COLUMNS = (
    "share", "goal", "of_goal", "top", "lowest", "ordinal", "touched", "in_ordinal", "seen", "written", "upper",
    "lower", "filled", *(f"beside_{n}" for n in range(NAMED)),
)  # fmt: skip
"""The columns of the table of texts.

``share`` as for marks; ``goal``: it is the goal itself; ``of_goal``: it was taken from the goal; ``top``: where it
stands, and ``lowest``: near 1 for the last one on the screen; ``ordinal``: it is the word at a place that the goal
names; ``touched``: a mark of this name was touched; ``in_ordinal``: a mark at a place that the goal names holds it;
``seen``: it was on a screen earlier; ``written``: the agent has written it; ``filled``: the field that has the focus
isn't empty; ``beside``: it stands right of one of the goal's first texts, or below it, as a value beside its label.
"""
SIGHT_COLUMNS = ("present", "left", "top", "right", "bottom", "picture", "share", *(f"names_{n}" for n in range(NAMED)))
"""The columns of the table of texts and pictures that can't be touched, before those of the text's vector."""
_SHELL = frozenset({"system", "launcher"})
_MARK = {name: column for column, name in enumerate(MARK_COLUMNS)}
_TEXT = {name: column for column, name in enumerate(TEXT_COLUMNS)}
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?!\w)")
_WAYS = ("up", "down", "left", "right")
_ORDINALS = (*range(1, 11), LAST)
_VECTOR, _NEAR = 16, 70
_COUNTED = 8
_NO_SIDES = (0.0,) * NAMED

Touched = tuple[str, str, str, str]


class _Goal(NamedTuple):
    """What an episode's goal says; the last two keep what was found out about texts and marks."""

    text: str
    words: frozenset[str]
    texts: Sequence[tuple[int, str]]
    ordinals: tuple[int, ...]
    vector: Array
    shares: dict[str, float]
    rows: dict[tuple[Element, str, int, int, str], Array]


class _Screen:
    """What one screen has to do with the goal.

    Attributes:
        elements: Its elements.
        marks: Rows of its marks, without what they remember.
        keys: Device, role and name of each mark, and its label, which scrolls along with it, or else its bounds.
        names: Which of the goal's texts each mark contains.
        on: Whether each mark is checked or selected.
        open: Whether the goal names each mark in full, and it isn't on.
        lines: The texts of its fields, as a whole and by lines.
        filled: Whether the field with the focus isn't empty.
        at_ordinal: The texts of the marks at the places that the goal names.
        sights: The table of what can't be touched.
        where: Place and rank from the end of each readable text.
        beside: The texts beside the goal's texts.
        ordinal: The words at the places that the goal names.
    """

    __slots__ = (
        "at_ordinal", "beside", "elements", "filled", "keys", "lines", "marks", "names", "on", "open", "ordinal",
        "sights", "where",
    )  # fmt: skip

    def __init__(self, elements: Sequence[Element], marks: Sequence[Mark], size: tuple[int, int], goal: _Goal) -> None:
        self.elements = elements
        shown = [e for e in elements if e.app not in _SHELL]
        still = [e for e in shown if (e.text or e.description) and not interactive(e) and e.text != goal.text]
        self.marks = np.zeros((len(marks), len(MARK_COLUMNS) + _LABEL), np.float32)
        self.keys: list[Touched] = []
        counts: dict[str, int] = {}
        totals: dict[str, int] = {}
        for mark in marks:
            totals[mark.role] = totals.get(mark.role, 0) + (mark.element.app not in _SHELL)
        for row, mark in zip(self.marks, marks, strict=True):
            element = mark.element
            name = element.description if element.editable else mark.text
            label = "" if element.app in _SHELL else _label(mark, still)
            self.keys.append((mark.device, mark.role, f"{name}|{element.description}", label or str(mark.bounds)))
            if element.app in _SHELL:
                continue
            place = counts[mark.role] = counts.get(mark.role, 0) + 1
            key = element, mark.text, place, totals[mark.role], label
            known = goal.rows.get(key)
            if known is None:
                _fill_mark(row, mark, *key[2:], goal)
                goal.rows[key] = row.copy()
            else:
                row[:] = known
        _outline(self.marks, marks)
        same = Counter(self.keys)
        if len(same) < len(self.keys):  # these labels don't tell marks apart
            pairs = zip(self.keys, marks, strict=True)
            self.keys = [key if same[key] == 1 else (*key[:3], str(mark.bounds)) for key, mark in pairs]
        self.names = np.array([_names(mark.text, goal) for mark in marks], np.float32).reshape(-1, NAMED)
        self.on = np.array([mark.element.checked or mark.element.selected for mark in marks], np.bool_)
        self.open = (self.marks[:, _MARK["share"]] >= 1.0) & ~self.on
        self.lines: set[str] = set()
        self.filled = False
        for mark in marks:
            if mark.element.editable:
                self.lines.update((mark.text, *mark.text.split("\n")))
                self.filled = self.filled or (mark.element.focused and bool(mark.element.text))
        pointed = self.marks[:, _MARK["ordinal"]] > 0
        self.at_ordinal = {mark.text for mark, there in zip(marks, pointed.tolist(), strict=True) if there}
        self.sights = np.zeros((_SIGHTS, len(SIGHT_COLUMNS) + _VECTOR), np.float32)
        width, height = size
        for row, element in zip(self.sights, still, strict=False):
            text = element.text or element.description
            left, top, right, bottom = element.bounds
            row[:5] = 1, left / width, top / height, right / width, bottom / height
            row[5:7] = not element.text, _share(text, goal)
            row[7:10] = _names(text, goal)
            row[10:] = embed(text, _VECTOR)
        self.where: dict[str, tuple[float, float]] = {}
        self.ordinal: set[str] = set()
        for back, element in enumerate(reversed(still)):
            at = (element.bounds[1] / height, 1 / (1 + back))
            cut = words_at(element.text, goal.ordinals) if goal.ordinals else ()
            self.ordinal.update(cut)
            for text in (*pieces(element.text or element.description), *cut):
                self.where.setdefault(text, at)
        self.beside = _beside(still, goal)


def _fill_mark(row: Array, mark: Mark, place: int, of: int, label: str, goal: _Goal) -> None:
    element = mark.element
    described = "" if element.description == mark.text else element.description
    row[:4] = [_share(text, goal) for text in (f"{mark.text} {described}", mark.text, described, label)]
    row[_MARK["verbatim"]] = bool(mark.text) and mark.text in goal.text
    row[_MARK["ordinal"]] = place in goal.ordinals or (LAST in goal.ordinals and place == of > 1)
    row[_MARK["place"]] = min(place, 20) / 20
    row[_MARK["place"] + min(place, _PLACES)] = 1.0
    at = _MARK["label_names_0"]
    row[at : at + NAMED] = _names(label, goal)
    if label:
        row[len(MARK_COLUMNS) :] = embed(label, _LABEL)


def _outline(rows: Array, marks: Sequence[Mark]) -> None:
    """Fills in how far the neighbours of each mark, among the marks of its role, are indented."""
    last: dict[str, tuple[int, int]] = {}
    for place, mark in enumerate(marks):
        left = mark.bounds[0]
        if mark.role in last:
            before, its_left = last[mark.role]
            further = (left > its_left) - (left < its_left)
            rows[before, _MARK["next_indented"]], rows[place, _MARK["before_indented"]] = further, -further
        last[mark.role] = place, left


def _share(text: str, goal: _Goal) -> float:
    """Returns the share of a text's words that the goal has too."""
    share = goal.shares.get(text)
    if share is None:
        found = words(text).split()
        share = goal.shares[text] = sum(word in goal.words for word in found) / len(found) if found else 0.0
    return share


def _names(text: str, goal: _Goal) -> Array:
    """Returns which of the goal's texts a text contains."""
    row = np.zeros(NAMED, np.float32)
    said = words(text)
    for column, found in goal.texts:
        if found in said:
            row[column] = 1.0
    return row


def _label(mark: Mark, still: Iterable[Element]) -> str:
    """Returns the text inside a mark, else the one left of it, else the one above it; ``""`` if none is near."""
    left, top, right, bottom = mark.bounds
    middle = (top + bottom) // 2
    best, least = "", _NEAR
    for element in still:
        x1, y1, x2, y2 = element.bounds
        text = element.text or element.description
        if left <= x1 and top <= y1 and x2 <= right and y2 <= bottom:
            if text != mark.text:
                return text
        elif y1 <= middle < y2 and x2 <= left:
            if left - x2 < least:
                best, least = text, left - x2
        elif y2 <= top + 2 and x1 < right and left < x2 and top - y2 + 2 < least:
            best, least = text, top - y2 + 2
    return best


def _beside(still: Sequence[Element], goal: _Goal) -> dict[str, list[int]]:
    """Returns the texts right of the goal's texts, or below them, with the numbers of these."""
    found: dict[str, list[int]] = {}
    texts = [element for element in still if element.text]
    for column, wanted in goal.texts:
        for element in texts:
            if words(element.text) != wanted:
                continue
            left, top, right, bottom = element.bounds
            middle = (top + bottom) // 2
            in_row = [e for e in texts if e.bounds[0] >= right and e.bounds[1] <= middle < e.bounds[3]]
            below = [
                e for e in still if e.text and e.bounds[1] >= bottom and e.bounds[0] < right and left < e.bounds[2]
            ]
            near = min(in_row, key=lambda e: e.bounds[0], default=min(below, key=lambda e: e.bounds[1], default=None))
            if near is not None:
                found.setdefault(near.text, []).append(column)
    return found


class Matches(gym.Wrapper[Any, Any, Any, Any]):
    """Adds tables to the observations of `Features`.

    * ``names``, ``(devices * marks, NAMED)``: 1 if a mark's words contain those of a text that the goal names, as in
      "Mark as completed: Water the ferns".
    * ``facts``, ``(devices * marks, ...)``: `MARK_COLUMNS`, then the hashed text beside the mark, its label.
    * ``fields``, ``(texts, devices)``: 1 if a field of the device contains a text, as a whole or as a line.
    * ``lines``, ``(texts, ...)``: `TEXT_COLUMNS`.
    * ``sights``, ``(devices * 24, ...)``: what can be seen but not touched: `SIGHT_COLUMNS`, then the hashed text.
    * ``course``, ``(...)``: whether the last action changed a screen, how often it was repeated, its verb and its
      direction; how many marks are named in full by the goal and untouched, and how many are on; the places and the
      first numbers that the goal names.

    Args:
        env: `Features` around `DiscreteElements`.
    """

    def __init__(self, env: Features) -> None:
        super().__init__(env)
        discrete = env.env
        assert isinstance(discrete, DiscreteElements)
        self.discrete = discrete
        choices = [discrete.choice(index) for index in range(int(env.action_space.n))]  # type: ignore[attr-defined]
        self.layout = [(c.device, c.verb, c.kind, c.slot) for c in choices]
        self._verbs = sorted({choice.verb for choice in choices})
        self.devices: list[str] = list(env.unwrapped.screen_sizes)  # type: ignore[attr-defined]
        self._sizes: Mapping[str, tuple[int, int]] = env.unwrapped.screen_sizes  # type: ignore[attr-defined]
        spaces: dict[str, Any] = dict(env.observation_space.spaces)  # type: ignore[attr-defined]
        self._rows = spaces["elements"].shape[0]
        self._texts = spaces["texts"].shape[0]
        course = 2 + len(self._verbs) + len(_WAYS) + 2 * _COUNTED + len(_ORDINALS) + 7 * _NUMBERS
        for name, shape in (
            ("names", (self._rows, NAMED)),
            ("facts", (self._rows, len(MARK_COLUMNS) + _LABEL)),
            ("fields", (self._texts, len(self.devices))),
            ("lines", (self._texts, len(TEXT_COLUMNS))),
            ("sights", (len(self.devices) * _SIGHTS, len(SIGHT_COLUMNS) + _VECTOR)),
            ("course", (course,)),
        ):
            spaces[name] = gym.spaces.Box(-1.0, 1.0, shape, np.float32)
        self.observation_space = gym.spaces.Dict(spaces)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        observation, info = self.env.reset(seed=seed, options=options)
        text: str = self.env.unwrapped.goal  # type: ignore[attr-defined]
        texts = [(place, said) for place, one in enumerate(self.discrete.texts[:NAMED]) if (said := words(one))]
        named = ordinals(text)
        self._goal = _Goal(text, frozenset(words(text).split()), texts, named, _numbers(text, named), {}, {})
        self._screens: dict[str, _Screen] = {}
        self._lines_key: tuple[object, ...] = ()
        self._told = np.zeros((self._texts, len(TEXT_COLUMNS)), np.float32)
        self._clock = 0
        self._touches: dict[Touched, int] = {}
        self._times: dict[tuple[str, str, str], int] = {}
        self._touched: set[str] = set()
        self._written: set[str] = set()
        self._seen: set[str] = set()
        self._last: Choice | None = None
        self._repeated, self._changed = 0, False
        return self._with_tables(observation), info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Takes a step, and remembers it; see `CrabEnv.step`."""
        choice = self.discrete.choice(action)
        self._clock += 1
        self._repeated = self._repeated + 1 if choice == self._last else 0
        self._last = choice
        if choice.kind == "mark":
            screen = self._screens[choice.device]
            if choice.slot < len(screen.keys):
                key = screen.keys[choice.slot]
                self._touches[key] = self._clock
                self._times[key[:3]] = self._times.get(key[:3], 0) + 1
                self._touched.add(key[2].partition("|")[0])
        elif choice.kind == "text" and choice.slot < len(self.discrete.texts):
            self._written.add(self.discrete.texts[choice.slot])
        before = {device: screen.elements for device, screen in self._screens.items()}
        for screen in self._screens.values():
            self._seen.update(screen.where)
        observation, reward, terminated, truncated, info = self.env.step(action)
        tables = self._with_tables(observation)
        now = [(self._screens[device].elements, elements) for device, elements in before.items()]
        self._changed = any(new is not old and new != old for new, old in now)
        tables["course"][0] = self._changed
        return tables, reward, terminated, truncated, info

    def _with_tables(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Returns the observation with the tables."""
        texts = self.discrete.texts
        names = np.zeros((self._rows, NAMED), np.float32)
        facts = np.zeros((self._rows, len(MARK_COLUMNS) + _LABEL), np.float32)
        fields = np.zeros((self._texts, len(self.devices)), np.float32)
        sights = np.zeros((len(self.devices), _SIGHTS, len(SIGHT_COLUMNS) + _VECTOR), np.float32)
        each = self._rows // len(self.devices)
        left = chosen = 0
        for place, device in enumerate(self.devices):
            marks = self.discrete.marks(device)[:each]
            screen = self._look(device, marks)
            rows = facts[place * each : place * each + len(marks)]
            rows[:] = screen.marks
            names[place * each : place * each + len(marks)] = screen.names
            sights[place] = screen.sights
            if self._touches:
                self._remember(rows, screen.keys)
            left += int((screen.open & (rows[:, _MARK["touched"]] == 0.0)).sum())
            chosen += int(screen.on.sum())
            if screen.lines:
                fields[: len(texts), place] = [text in screen.lines for text in texts]
        return {
            **observation,
            "names": names,
            "facts": facts,
            "fields": fields,
            "lines": self._lines(texts),
            "sights": sights.reshape(-1, sights.shape[-1]),
            "course": self._course(left, chosen),
        }

    def _look(self, device: str, marks: Sequence[Mark]) -> _Screen:
        screen = self._screens.get(device)
        elements = self.discrete.elements(device)
        if screen is None or screen.elements is not elements:
            screen = self._screens[device] = _Screen(elements, marks, self._sizes[device], self._goal)
        return screen

    def _remember(self, rows: Array, keys: Sequence[Touched]) -> None:
        """Fills in what was touched before."""
        at = _MARK["touched"]
        for row, key in zip(rows, keys, strict=True):
            when = self._touches.get(key)
            if when is not None:
                row[at : at + 2] = 1.0, 0.6 ** (self._clock - when)
            times = self._times.get(key[:3])
            if times:
                row[at + 2] = min(times, 5) / 5

    def _lines(self, texts: Sequence[str]) -> Array:
        screens = list(self._screens.values())
        remembered = len(self._touched), len(self._seen), len(self._written)
        key = (texts, remembered, *screens)
        if key == self._lines_key:
            return self._told.copy()
        self._lines_key = key
        self._told = table = np.zeros((self._texts, len(TEXT_COLUMNS)), np.float32)
        goal, own = self._goal, self.discrete.goal_places
        touched, seen, written = self._touched, self._seen, self._written
        filled = any(screen.filled for screen in screens)
        for place, text in enumerate(texts):
            top, lowest, ordinal, sides = 0.0, 0.0, False, list(_NO_SIDES)
            for screen in screens:
                where = screen.where.get(text)
                if where is not None:
                    top, lowest = where
                ordinal = ordinal or text in screen.ordinal
                for column in screen.beside.get(text, ()):
                    sides[column] = 1.0
            table[place] = (
                _share(text, goal), text == goal.text, place < own, top, lowest, ordinal, text in touched,
                any(text in screen.at_ordinal for screen in screens), text in seen, text in written,
                text.isupper(), text.islower(), filled, *sides,
            )  # fmt: skip
        return table.copy()

    def _course(self, left: int, chosen: int) -> Array:
        done = np.zeros(2 + len(self._verbs) + len(_WAYS), np.float32)
        if self._last is not None:
            done[:2] = self._changed, min(self._repeated, 8) / 8
            done[2 + self._verbs.index(self._last.verb)] = 1.0
            way = self._last.args.get("direction")
            if way in _WAYS:
                done[2 + len(self._verbs) + _WAYS.index(way)] = 1.0
        counts = np.zeros(2 * _COUNTED, np.float32)
        counts[[min(left, _COUNTED - 1), _COUNTED + min(chosen, _COUNTED - 1)]] = 1.0
        return np.concatenate([done, counts, self._goal.vector])


def _numbers(goal: str, named: Sequence[int]) -> Array:
    """Returns the places that a goal names, and its first numbers: sign, size, and small ones one by one."""
    places = [float(place in named) for place in _ORDINALS]
    found = [int(number) for number in _NUMBER.findall(goal)[:_NUMBERS]]
    rows = [(1.0, float(n < 0), min(abs(n), 60) / 60, *(float(abs(n) == k) for k in range(4))) for n in found]
    rows += [(0.0,) * 7] * (_NUMBERS - len(rows))
    return np.array([*places, *(value for row in rows for value in row)], np.float32)
