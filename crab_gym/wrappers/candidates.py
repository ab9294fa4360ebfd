"""Texts that an agent may want to type: those of the goal, and those that it has read on the screens.

* `goal_texts` - the texts in the goal: the task's parameters first, then quotations, addresses, times and so on.
* `episode_texts` - those of an environment's present goal.
* `screen_texts` - the texts readable on a device, line by line.
* `goal_parts`, `screen_parts` - texts that have to be cut out of those: names, other cases, the third word.
* `ordinals` - the places that a text names, such as 3 for "the third".
* `TextSlots` - a fixed number of places for such texts; a text keeps its place for the whole episode.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from crab_gym.backends.base import Element
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task import Task

__all__ = [
    "LAST", "TextSlots", "episode_texts", "goal_parts", "goal_texts", "ordinals", "pieces", "screen_parts",
    "screen_texts", "words_at",
]  # fmt: skip

_READABLE = frozenset({"text", "text_field", "list_item", "cell", "link", "web"})
"""Roles of elements with content; the texts of others name their function."""
_PICTURES = frozenset({"image", "other"})
_SIGNS = ".,;:!?()[]\"'“”‘’"
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
_WORD = re.compile(r"[^\W\d_]\w*")
LAST = -1
"""The place of what is called the last one."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PLACES = {**{word: place for place, word in enumerate(_ORDINALS, 1)}, "last": LAST}
_ORDINAL = re.compile(rf"\b(?:(\d+)(?:st|nd|rd|th)|({'|'.join(_PLACES)}))\b", re.IGNORECASE)


def goal_texts(task: Task, params: Mapping[str, Any], goal: str, home: str = "~", hidden: bool = False) -> list[str]:
    """Returns the texts in a goal, as a reader of it would find them.

    The values of the parameters come first, in the order in which the goal's template names them, so that a task's
    first places mean the same in every episode. The words of people's names follow.

    Args:
        task: The task.
        params: The values of its parameters.
        goal: The goal.
        home: The folder that ``~`` stands for; paths with ``~`` are also returned in full.
        hidden: Whether to include parameters that the goal doesn't name, such as information to be found: a privilege.
    """
    named = [_parameter_of(field) for _, field, _, _ in Formatter().parse(task.description) if field]
    names = list(dict.fromkeys(name for name in named if name in params))
    if hidden:
        names += [name for name in params if name not in names]
    values = [str(params[name]) for name in names if isinstance(params[name], (str, int, float))]
    words = [word for value in values for word in _name_words(value)]
    quoted = [next(filter(None, match)) for match in _QUOTED.findall(goal)]
    literals = _LITERAL.findall(goal)
    paths = [home + text[1:] for text in literals if text.startswith("~/")]
    return list(dict.fromkeys(text for text in (*values, *words, *quoted, *paths, *literals) if text.strip()))


def episode_texts(env: CrabEnv, hidden: bool = False) -> list[str]:
    """Returns the texts in the goal of an environment's episode, see `goal_texts`."""
    home = env.backends["ubuntu"].state.home if "ubuntu" in env.backends else "~"
    return goal_texts(env.task, vars(env.params), env.goal, home, hidden)


def goal_parts(goal: str) -> list[str]:
    """Returns what has to be cut out of a goal: words with a capital, then quoted texts in capital and small letters.

    >>> goal_parts('Send "All right" to Kira, not to Irma')
    ['Send', 'Kira', 'Irma', 'ALL RIGHT', 'all right']
    """
    quoted = [next(filter(None, match)) for match in _QUOTED.findall(goal)]
    names = [word for word in _WORD.findall(_QUOTED.sub(" ", goal)) if word[0].isupper()]
    cases = [case for text in quoted for case in (text.upper(), text.lower())]
    return list(dict.fromkeys((*names, *cases)))


@lru_cache(maxsize=1024)
def ordinals(text: str) -> tuple[int, ...]:
    """Returns the places that a text names, `LAST` for the last one.

    >>> ordinals("Copy the 3rd word into the first field")
    (3, 1)
    """
    matches = _ORDINAL.findall(text)
    return tuple(dict.fromkeys(int(digits) if digits else _PLACES[word.lower()] for digits, word in matches))


def screen_parts(elements: Iterable[Element], goal: str) -> dict[str, None]:
    """Returns texts that have to be cut out of those on a screen, in the elements' order.

    These are the names of pictures, and the words of texts at the places that the goal names (`ordinals`).

    Args:
        elements: A device's elements.
        goal: The goal; itself it isn't cut.
    """
    places = ordinals(goal)
    parts: dict[str, None] = {}
    for element in elements:
        if element.app not in _SHELL:
            if element.description and element.role in _PICTURES:
                parts.update(dict.fromkeys(pieces(element.description)))
            elif places and element.role in _READABLE and element.text not in ("", goal) and not element.password:
                parts.update(dict.fromkeys(words_at(element.text, places)))
    return parts


@lru_cache(maxsize=4096)
def words_at(text: str, places: tuple[int, ...]) -> tuple[str, ...]:
    """Returns the words at some places of a text, without signs around them; a text of one word has none.

    >>> words_at("Kira paints the garden.", (2, LAST, 9))
    ('paints', 'garden')
    """
    words = text.split()
    if len(words) < 2:
        return ()
    places_words = [words[place if place == LAST else place - 1] for place in places if place <= len(words)]
    bare = [word.strip(_SIGNS) for word in places_words]
    return tuple(word for word in bare if word and _typeable(word))


def _parameter_of(field: str) -> str:
    """Returns the parameter's name in a field such as ``person.name`` or ``items[0]``."""
    return field.partition(".")[0].partition("[")[0]


def screen_texts(elements: Iterable[Element]) -> dict[str, None]:
    """Returns the texts readable on a screen, in the elements' order.

    These are whole texts, their lines, the parts after a colon (for names, also their words), and addresses, times and
    numbers in them. Labels of buttons, texts of the home screen and the bars, and passwords are left out.
    """
    readable: dict[str, None] = {}
    for element in elements:
        text = element.text
        if text and element.role in _READABLE and element.app not in _SHELL and not element.password:
            for piece in pieces(text):
                readable[piece] = None
    return readable


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[str, ...]:
    """Returns a text and the parts of it that a reader may want to type.

    >>> pieces("Mail: ada@example.org")
    ('Mail: ada@example.org', 'ada@example.org')
    """
    lines = [line.strip() for line in text.split("\n")[-_LINES:]]
    parts = [text] if len(text) <= _LONGEST else []
    for line in lines:
        if len(lines) > 1 and 0 < len(line) <= _LONGEST_LINE:
            parts.append(line)
        _, colon, after = line.partition(": ")
        if colon and len(after) <= _LONGEST_LINE:
            parts += (after.strip(), *_name_words(after.strip()))
        if len(line) <= _LONGEST:
            parts += _LITERAL.findall(line)
    return tuple(dict.fromkeys(piece for piece in parts if piece.strip() and _typeable(piece)))


def _name_words(text: str) -> list[str]:
    """Returns the words of a text that looks like a person's name, such as the first and the last name."""
    return text.split() if _NAME.fullmatch(text) and text.istitle() else []


def _typeable(text: str) -> bool:
    return all(char.isprintable() or char == "\n" for char in text)


class TextSlots:
    """A fixed number of places for texts.

    A text keeps its place during the episode. When all places are taken, a new text takes the place of the one that has
    been out of sight longest; texts of the goal are never replaced.

    Args:
        count: The number of places.

    Attributes:
        texts: The texts in the places that are taken.
        kept: Number of the first ones, which are never replaced.

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
        """Empties the places, then gives the first ones to texts that are never replaced."""
        self.texts: list[str] = list(kept[: self.count])
        self._slots = {text: slot for slot, text in enumerate(self.texts)}
        self.kept = len(self.texts)
        self._visible: dict[str, Iterable[str]] = {}
        self._stamps = [0] * self.count
        self._clock = 0

    def copy(self) -> TextSlots:
        """Returns an independent copy."""
        copy = TextSlots(self.count)
        copy.texts, copy._slots, copy.kept = list(self.texts), dict(self._slots), self.kept
        copy._visible, copy._stamps, copy._clock = dict(self._visible), list(self._stamps), self._clock
        return copy

    def __getitem__(self, slot: int) -> str | None:
        """Returns the text in a place, None if there is none."""
        return self.texts[slot] if slot < len(self.texts) else None

    def find(self, text: str) -> int | None:
        """Returns the place of a text, None if it has none."""
        return self._slots.get(text)

    def see(self, device: str, texts: Iterable[str]) -> None:
        """Replaces the texts that can be read on a device."""
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
        """Returns the places whose texts are on no screen now, the longest unseen first."""
        if len(self.texts) < self.count:
            return []
        visible_slots = {self._slots[text] for texts in self._visible.values() for text in texts if text in self._slots}
        stale = [slot for slot in range(self.kept, self.count) if slot not in visible_slots]
        return sorted(stale, key=self._stamps.__getitem__)
