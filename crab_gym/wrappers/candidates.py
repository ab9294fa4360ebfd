"""Texts that an agent may want to type: those of the goal, and those that it has read off the screens.

* `goal_texts` - what the goal names: the task's parameters first, then quotations, addresses, times and so on.
* `screen_texts` - what can be read on a device, line by line.
* `TextSlots` - a fixed number of places for such texts; a text keeps its place for the whole episode.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from crab_gym.backends.base import Element
from crab_gym.task import Task

__all__ = ["TextSlots", "goal_texts", "pieces", "screen_texts"]

_READABLE = frozenset({"text", "text_field", "list_item", "cell", "link", "web"})
"""Roles of what says something; what other elements say is what they do."""
_SHELL = frozenset({"system", "launcher"})
_LONGEST, _LINES, _LONGEST_LINE = 600, 24, 120
_QUOTED = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|(?<!\w)'([^'\n]+)'(?!\w)|‘([^’\n]+)’")
_LITERAL = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an e-mail address
    r"|(?<!\w)~?(?:/[\w.-]*\w)+"  # a path
    r"|\w[\w-]*(?:\.\w[\w-]*)*\.[a-z]\w*(?:/[\w./-]*\w)?"  # a file's name, or an address of the web
    r"|\+?\d[\d ()-]{5,}\d"  # a telephone number
    r"|(?<!\d)\d{1,2}:\d\d(?!\d)"  # a time of day
    r"|[-+]?\d+(?:[.,]\d+)*"  # any other number
)
_NAME = re.compile(r"[^\W\d_]\S*(?: [^\W\d_]\S*){1,2}")


def goal_texts(task: Task, params: Mapping[str, Any], goal: str, home: str = "~", hidden: bool = False) -> list[str]:
    """Returns the texts that a goal names, as a reader of it would find them.

    The values of the parameters come first, in the order in which the goal's template names them, so that a task's
    first places mean the same in every episode. Of names of people their words follow.

    Args:
        task: The task.
        params: The values of its parameters.
        goal: The goal.
        home: The folder that ``~`` stands for in paths; paths are there with it in full, too.
        hidden: Whether parameters that the goal doesn't name count too, such as what has to be found out: a privilege.
    """
    named = [
        field.partition(".")[0].partition("[")[0] for _, field, _, _ in Formatter().parse(task.description) if field
    ]
    names = list(dict.fromkeys(name for name in named if name in params))
    if hidden:
        names += [name for name in params if name not in names]
    values = [str(params[name]) for name in names if isinstance(params[name], (str, int, float))]
    words = [word for value in values for word in _name_words(value)]
    quoted = [next(filter(None, found)) for found in _QUOTED.findall(goal)]
    literals = _LITERAL.findall(goal)
    paths = [home + text[1:] for text in literals if text.startswith("~/")]
    return list(dict.fromkeys(text for text in (*values, *words, *quoted, *paths, *literals) if text.strip()))


def _before_dot(field: str) -> str:
    return field.partition(".")[0].partition("[")[0]


def screen_texts(elements: Iterable[Element]) -> dict[str, None]:
    """Returns what can be read on a screen, in the elements' order: whole texts, their lines, what follows a colon (of
    names their words, too), and addresses, times and numbers in them.

    Labels of buttons, what the home screen and the bars say, and passwords are left out.
    """
    found: dict[str, None] = {}
    for element in elements:
        role, text, app, password = element[0], element[1], element[4], element[15]
        if text and role in _READABLE and app not in _SHELL and not password:
            for piece in pieces(text):
                found[piece] = None
    return found


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[str, ...]:
    """Returns a text and what a reader may want of it.

    >>> pieces("Mail: ada@example.org")
    ('Mail: ada@example.org', 'ada@example.org')
    """
    lines = [line.strip() for line in text.split("\n")[-_LINES:]]
    found = [text] if len(text) <= _LONGEST else []
    for line in lines:
        if len(lines) > 1 and 0 < len(line) <= _LONGEST_LINE:
            found.append(line)
        _, colon, after = line.partition(": ")
        if colon and len(after) <= _LONGEST_LINE:
            found += (after.strip(), *_name_words(after.strip()))
        if len(line) <= _LONGEST:
            found += _LITERAL.findall(line)
    return tuple(dict.fromkeys(piece for piece in found if piece.strip() and _typeable(piece)))


def _name_words(text: str) -> list[str]:
    """Returns the words of what looks like a person's name, such as the first and the last name."""
    return text.split() if _NAME.fullmatch(text) and text.istitle() else []


def _typeable(text: str) -> bool:
    return all(char.isprintable() or char == "\n" for char in text)


class TextSlots:
    """A fixed number of places for texts.

    A text keeps its place while the episode lasts. When all places are taken, a new one takes the place of the text
    that has been out of sight for longest; texts of the goal are never given up.

    Args:
        count: The number of places.

    >>> slots = TextSlots(2)
    >>> slots.start(["Ada"])
    >>> slots.see("android", ["42", "7"])
    >>> slots.texts
    ['Ada', '42']
    >>> slots.see("android", ["7"])
    >>> slots.texts
    ['Ada', '7']
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.start(())

    def start(self, kept: Sequence[str]) -> None:
        """Empties the places, then gives the first to texts that are to be kept."""
        self.texts: list[str] = list(kept[: self.count])
        self._slots = {text: slot for slot, text in enumerate(self.texts)}
        self._kept = len(self.texts)
        self._visible: dict[str, Iterable[str]] = {}
        self._stamps = [0] * self.count
        self._clock = 0

    def copy(self) -> TextSlots:
        """Returns places of the same content and memory, which go their own way from now on."""
        copy = TextSlots(self.count)
        copy.texts, copy._slots, copy._kept = list(self.texts), dict(self._slots), self._kept
        copy._visible, copy._stamps, copy._clock = dict(self._visible), list(self._stamps), self._clock
        return copy

    def __getitem__(self, slot: int) -> str | None:
        """Returns the text in a place, None where there is none."""
        return self.texts[slot] if slot < len(self.texts) else None

    def find(self, text: str) -> int | None:
        """Returns the place of a text, None where it has none."""
        return self._slots.get(text)

    def see(self, device: str, texts: Iterable[str]) -> None:
        """Takes in what can be read on a device now, in the stead of what could before."""
        self._clock += 1
        slots, stamps, clock = self._slots, self._stamps, self._clock
        for text in self._visible.get(device, ()):
            slot = slots.get(text)
            if slot is not None:
                stamps[slot] = clock
        self._visible[device] = texts
        new = [text for text in texts if text not in slots]
        if not new:
            return
        free = range(len(self.texts), min(self.count, len(self.texts) + len(new)))
        for slot, text in zip(free, new, strict=False):
            slots[text] = slot
            self.texts.append(text)
        for slot, text in zip(self._stale(), new[len(free) :], strict=False):
            del slots[self.texts[slot]]
            slots[text] = slot
            self.texts[slot] = text

    def _stale(self) -> list[int]:
        """Returns the places whose texts nobody sees now, the longest unseen first."""
        if len(self.texts) < self.count:
            return []
        seen = {self._slots[text] for texts in self._visible.values() for text in texts if text in self._slots}
        stale = [slot for slot in range(self._kept, self.count) if slot not in seen]
        return sorted(stale, key=self._stamps.__getitem__)
