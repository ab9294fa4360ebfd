"""Composed actions: what indices of `DiscreteElements` prepare, so that the next action can use it.

* `Prepared` - the points that are aimed at, the keys that are held, and the draft of a text.
* `PREPARING` - the verbs that prepare; `BYTES` - the bytes that can be spelled; `CELLS` - the cells of an aim.
* `aims` - the choices that prepare a point; `spans.spelling` - those that prepare a text.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from crab_gym.envs.verbs import MAX_WAIT
from crab_gym.wrappers.spans import span

__all__ = [
    "ADD", "AIM", "BYTES", "CELLS", "FROM", "GRAB", "HELD", "HOLD", "LONGEST_DRAFT", "PREPARING", "SPELL", "TO",
    "Prepared", "aims",
]  # fmt: skip

AIM, GRAB, HOLD, SPELL, ADD, FROM, TO = "aim", "grab", "hold", "spell", "add", "from", "to"
PREPARING = frozenset({AIM, GRAB, HOLD, SPELL, ADD, FROM, TO})
"""The verbs that prepare: they aren't verbs of the environment, and take no step of it."""
BYTES = (9, 10, *range(32, 127), *range(0x80, 0xC0), *range(0xC2, 0xF5))
"""The bytes of UTF-8 that can be spelled: tab, newline, ASCII, then those of all other characters."""
CELLS = 16
"""Number of cells of an aim, four by four."""
HELD = 5
"""Maximum number of keys held together."""
LONGEST_DRAFT = 250
"""Maximum number of characters of a draft. It keeps agents from spelling for ever; longer texts take several."""
_SIDE = 4
_MOST_TURNS = 50

Rect = tuple[int, int, int, int]


class _Aim(NamedTuple):
    """What is aimed at on a device.

    Attributes:
        rect: The rectangle in whose middle the point is, None before the first aim.
        start: The point at which a drag starts.
    """

    rect: Rect | None = None
    start: tuple[int, int] | None = None


_NOTHING = _Aim()


class Prepared:
    """What has been prepared since the environment's last step; it is used by the next one, or lost.

    Args:
        sizes: Device to its screen's size.

    Attributes:
        held: The keys that are held.
        draft: The text that is spelled and put together.
        first: The number of the first word that is added of the next text, None for the whole text.
        last: The number of the last one, None for only the first.

    >>> prepared = Prepared({"android": (400, 800)})
    >>> for cell in aims((400, 800), (210, 77)):
    ...     prepared.aim("android", cell)
    >>> prepared.point("android")
    (210, 77)
    """

    def __init__(self, sizes: Mapping[str, tuple[int, int]]) -> None:
        self._sizes = sizes
        self._aims = dict.fromkeys(sizes, _NOTHING)
        self.held: tuple[str, ...] = ()
        self.draft = ""
        self.first: int | None = None
        self.last: int | None = None
        self._pending = b""  # bytes of a character that isn't complete yet

    def __bool__(self) -> bool:
        there = bool(self.held or self.draft or self._pending) or self.first is not None
        return there or any(aim is not _NOTHING for aim in self._aims.values())

    def copy(self) -> Prepared:
        """Returns an independent copy."""
        copy = Prepared(self._sizes)
        copy._aims, copy.held, copy.draft, copy._pending = dict(self._aims), self.held, self.draft, self._pending
        copy.first, copy.last = self.first, self.last
        return copy

    # Points --------------------------------------------------------------------------------------------------------

    def rect(self, device: str) -> Rect | None:
        """Returns the rectangle that is aimed at on a device, None if none is."""
        return self._aims[device].rect

    def point(self, device: str) -> tuple[int, int] | None:
        """Returns the point that is aimed at on a device: the rectangle's middle; None if there is none."""
        rect = self._aims[device].rect
        return None if rect is None else _middle(rect)

    def start(self, device: str) -> tuple[int, int] | None:
        """Returns the point at which a drag starts on a device, None if none was grabbed."""
        return self._aims[device].start

    def cells(self, device: str) -> bytes:
        """Returns a byte per cell that can be aimed at next: 1 if it has pixels, else 0."""
        rect = self._rect(device)
        if rect[2] - rect[0] == rect[3] - rect[1] == 1:
            return bytes(CELLS)  # there is nothing left to choose from
        return bytes(_cell(rect, cell) is not None for cell in range(CELLS))

    def aim(self, device: str, cell: int) -> None:
        """Narrows the rectangle that is aimed at to one of its cells; at first it is the whole screen."""
        self._aims[device] = self._aims[device]._replace(rect=_cell(self._rect(device), cell))

    def grab(self, device: str) -> None:
        """Keeps the point as the one at which a drag starts, and begins to aim anew."""
        self._aims[device] = _Aim(None, self.point(device))

    def _rect(self, device: str) -> Rect:
        return self._aims[device].rect or (0, 0, *self._sizes[device])

    # Texts ---------------------------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the draft's last character is complete."""
        return not self._pending

    def room(self) -> int:
        """Returns the number of characters by which the draft may grow now."""
        return 0 if self._pending else LONGEST_DRAFT - len(self.draft)

    def bytes(self) -> bytes:
        """Returns a byte per byte of `BYTES`: 1 if it can be spelled next, else 0."""
        return _following(self._pending) if self._pending or self.room() else bytes(len(BYTES))

    def spell(self, place: int) -> None:
        """Adds a byte of `BYTES` to the draft."""
        spelled = self._pending + bytes((BYTES[place],))
        found = codecs.utf_8_decode(spelled, "strict", False)
        self.draft += found[0]
        self._pending = spelled[found[1] :]

    def chosen(self, text: str) -> str:
        """Returns the part of a text that would be added: all of it, or the words that were chosen; ``""`` if it lacks
        them.
        """
        return text if self.first is None else span(text, self.first, self.first if self.last is None else self.last)

    def add(self, text: str) -> None:
        """Adds a text to the draft, or the words of it that were chosen."""
        self.draft += self.chosen(text)
        self.first = self.last = None

    def turns(self) -> int | None:
        """Returns the draft as a number of a wheel's notches, None if it is none."""
        digits = self.draft if self.complete and self.draft.isascii() and self.draft.isdecimal() else ""
        return int(digits) if 0 < len(digits) < 4 and 1 <= int(digits) <= _MOST_TURNS else None

    def seconds(self) -> float | None:
        """Returns the draft as a number of seconds, None if it is none."""
        try:
            number = float(self.draft if self.complete else "")
        except ValueError:
            return None
        return number if 0 < number <= MAX_WAIT else None

    def args(self, verb: str, device: str) -> dict[str, Any] | None:
        """Returns the arguments that a verb takes from what is prepared, None if that isn't there."""
        match verb:
            case "press":
                return {"key": self.held[0]} if len(self.held) == 1 else None
            case "hotkey":
                return {"keys": list(self.held)} if self.held else None
            case "drag":
                start, end = self.start(device), self.point(device)
                return None if start is None or end is None else dict(zip(_CORNERS, (*start, *end), strict=True))
            case "wait":
                seconds = self.seconds()
                return None if seconds is None else {"seconds": seconds}
            case _:
                return {"name": self.draft} if self.complete else None


_CORNERS = ("x1", "y1", "x2", "y2")


def _cell(rect: Rect, cell: int) -> Rect | None:
    """Returns a cell of a rectangle, None if it has no pixel."""
    left, top, right, bottom = rect
    row, column = divmod(cell, _SIDE)
    width, height = right - left, bottom - top
    x, y = left + width * column // _SIDE, top + height * row // _SIDE
    ends = left + width * (column + 1) // _SIDE, top + height * (row + 1) // _SIDE
    return (x, y, *ends) if x < ends[0] and y < ends[1] else None


def _middle(rect: Rect) -> tuple[int, int]:
    return (rect[0] + rect[2]) // 2, (rect[1] + rect[3]) // 2


def aims(size: tuple[int, int], point: tuple[int, int]) -> list[int]:
    """Returns the cells to aim at, one after the other, until the aim's point is a pixel.

    Args:
        size: Width and height of the screen.
        point: The pixel.

    >>> aims((400, 800), (250, 500))
    [10]
    """
    rect: Rect = (0, 0, *size)
    found: list[int] = []
    while not found or _middle(rect) != point:
        for cell in range(CELLS):
            inner = _cell(rect, cell)
            if inner and inner[0] <= point[0] < inner[2] and inner[1] <= point[1] < inner[3]:
                found.append(cell)
                rect = inner
                break
        else:
            raise ValueError(f"the point {point} isn't on a screen of {size[0]} × {size[1]}")
    return found


@lru_cache(maxsize=1024)
def _following(pending: bytes) -> bytes:
    """Returns a byte per byte of `BYTES`: 1 if it can follow the bytes of an incomplete character, else 0."""

    def fits(byte: int) -> bool:
        try:
            codecs.utf_8_decode(pending + bytes((byte,)), "strict", False)
        except UnicodeDecodeError:
            return False
        return True

    return bytes(fits(byte) for byte in BYTES)
