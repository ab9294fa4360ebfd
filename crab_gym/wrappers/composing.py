"""Composed actions: indices of `ComposedElements` that prepare, and those that use what is prepared.

* `Composer` - what they mean, which of them are allowed, and which stand together for an action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from crab_gym.backends.base import Element, InvalidAction
from crab_gym.envs.verbs import UBUNTU_KEYS
from crab_gym.task import Action
from crab_gym.wrappers.choices import AREAS, DRAFTED, Block, Choice, moves, text_argument
from crab_gym.wrappers.numbering import Mark
from crab_gym.wrappers.preparing import (
    ADD,
    AIM,
    BYTES,
    FROM,
    GRAB,
    HELD,
    HOLD,
    LONGEST_DRAFT,
    SPELL,
    TO,
    Prepared,
    aims,
)  # fmt: skip
from crab_gym.wrappers.reach import Reach
from crab_gym.wrappers.spans import WORDS, spelling

__all__ = ["Composer"]

_LACKING: Mapping[str, str] = {
    "press": "expected one key to be held before",
    "hotkey": "expected keys to be held before",
    "drag": "expected its start to be aimed at and grabbed, then its end to be aimed at",
    "wait": "expected a number of seconds as the draft",
}


class Composer:
    """The means by which `ComposedElements` composes actions.

    Args:
        sizes: Device to its screen's size.
        blocks: The blocks of indices.
        marks: Number of marks per device; the last place stands for the point that is aimed at.
        texts: Number of places for texts; the last one stands for the draft.

    Attributes:
        prepared: What is prepared now.
    """

    def __init__(self, sizes: Mapping[str, tuple[int, int]], blocks: Sequence[Block], marks: int, texts: int) -> None:
        self._sizes = sizes
        self._blocks = {(block.device, block.verb, block.kind == "prepared"): block for block in blocks}
        self._last = {"mark": marks - 1, "area": AREAS, "text": texts - 1}
        self.prepared = Prepared(sizes)
        self._idle: dict[Block, bytes] = {}  # rows while nothing is prepared

    def clear(self) -> None:
        """Drops what is prepared."""
        if self.prepared:
            self.prepared = Prepared(self._sizes)

    def is_last(self, choice: Choice) -> bool:
        """Returns whether a choice is the place for what is prepared: for the point, or the draft."""
        return choice.slot == self._last.get(choice.kind)

    def is_there(self, choice: Choice) -> bool:
        """Returns whether the last place holds anything."""
        return self.prepared.complete if choice.kind == "text" else self.prepared.rect(choice.device) is not None

    def draft(self) -> str | None:
        """Returns the draft, None while its last character isn't complete."""
        return self.prepared.draft if self.prepared.complete else None

    def mark(self, device: str) -> Mark | None:
        """Returns the point that is aimed at as a mark, None if there is none."""
        rect, point = self.prepared.rect(device), self.prepared.point(device)
        if rect is None or point is None:
            return None
        number = self._last["mark"] + 1
        return Mark(device, number, "other", "", rect, point, "aim", Element("other", "", bounds=rect))

    # What can be done ----------------------------------------------------------------------------------------------

    def allowed(self, block: Block, screen: Reach | None, texts: Sequence[str], takes: bool) -> bytes:
        """Returns a byte per index of a block: 1 if it is valid.

        Args:
            block: The block, not of fixed choices.
            screen: The screen of its device.
            texts: The texts, by place.
            takes: Whether a text can be written or submitted.
        """
        device, verb, kind, _, each, size = block
        prepared = self.prepared
        if kind in ("prepared", "preparing"):
            if prepared:
                return self._row(block, texts)
            if (row := self._idle.get(block)) is None:
                self._idle[block] = row = self._row(block, ())
            return row
        if kind == "text" and verb != ADD:
            return (b"\1" * (len(texts) * takes)).ljust(size - 1, b"\0") + bytes((takes and prepared.complete,))
        if screen is None:
            return self._row(block, texts)
        aimed = prepared.rect(device) is not None
        if kind == "mark":
            return screen.touchable + bytes((aimed,))
        row = _moving(verb, prepared.turns() is not None)
        return (row * len(screen.areas)).ljust(AREAS * each, b"\0") + (row if aimed else bytes(each))

    def _row(self, block: Block, texts: Sequence[str]) -> bytes:
        device, verb, kind, _, _, size = block
        prepared = self.prepared
        match verb:
            case _ if kind == "prepared":
                return bytes((prepared.args(verb, device) is not None,))
            case "aim":
                return prepared.cells(device)
            case "grab":
                return bytes((prepared.point(device) is not None and prepared.start(device) is None,))
            case "hold":
                return bytes((len(prepared.held) < HELD,)) * size
            case "spell":
                return prepared.bytes()
            case "from":
                return bytes((prepared.first is None and prepared.room() > 0,)) * size
            case "to":
                least = WORDS if prepared.first is None or prepared.last is not None else prepared.first + 1
                return bytes(least) + b"\1" * (size - least)
            case _:
                room = prepared.room()
                return bytes(0 < len(prepared.chosen(text)) <= room for text in texts).ljust(size, b"\0")

    def action(self, choice: Choice, texts: Sequence[str]) -> Action | InvalidAction | None:
        """Returns the action of a choice that prepares (None), or that uses what is prepared; or why there is none."""
        device, verb, kind, slot, _ = choice
        if kind == "prepared":
            args = self.prepared.args(verb, device)
            lacking = _LACKING.get(verb, "expected a draft whose last character is complete")
            return (
                InvalidAction(f"{verb} lacks what it needs; {lacking}") if args is None else _said(device, verb, args)
            )
        if self._row(self._blocks[device, verb, False], texts)[slot]:
            return None
        return InvalidAction(f"{device} can't {verb} this now; expected {_NEEDS[verb]}")

    def prepare(self, choice: Choice, texts: Sequence[str]) -> None:
        """Carries out a choice that prepares and is allowed."""
        device, verb, _, slot, args = choice
        prepared = self.prepared
        match verb:
            case "aim":
                prepared.aim(device, slot)
            case "grab":
                prepared.grab(device)
            case "hold":
                prepared.held += (args["key"],)
            case "spell":
                prepared.spell(slot)
            case "from":
                prepared.first = slot
            case "to":
                prepared.last = slot
            case _:
                prepared.add(texts[slot])

    # From actions to indices ---------------------------------------------------------------------------------------

    def indices(self, action: Action, texts: Sequence[str], area: int | None) -> tuple[int, ...] | None:
        """Returns the indices that together carry out an action for which no single index stands.

        Args:
            action: The action, checked.
            texts: The texts that can be added to a draft.
            area: The place of the area that it scrolls, None if it scrolls none.

        Returns:
            The indices, None if there are none: verbs that it needs are missing, or something else is prepared.
        """
        if self.prepared:
            return None
        device, verb, args = action["device"], action["name"], action["args"]
        steps: Iterable[int | None]
        match verb:
            case "press" | "hotkey":
                keys = args["keys"] if verb == "hotkey" else [args["key"]]
                steps = [self._hold(device, key) for key in keys]
                steps = [*steps, self._start(device, verb, True)]
            case "drag":
                ends = (args["x1"], args["y1"]), (args["x2"], args["y2"])
                first, second = (self._aims(device, end) for end in ends)
                steps = [*first, self._start(device, GRAB), *second, self._start(device, verb, True)]
            case "scroll" | "swipe":
                steps = self._scroll(device, verb, args, area)
            case "wait":
                seconds = float(args["seconds"])
                draft = str(int(seconds)) if seconds.is_integer() else repr(seconds)
                steps = [*self._draft(draft, texts), self._start(device, verb, True)]
            case "search_app":
                steps = [*self._draft(args["name"], texts), self._start(device, verb, True)]
            case "write_text" | "submit" | "ask":
                steps = self._write(device, verb, args[text_argument(verb)], texts)
            case _:
                if "x" not in args:
                    return None
                point = args["x"], args["y"]
                steps = [*self._aims(device, point), _plus(self._start(device, verb), self._last["mark"])]
        known = [step for step in steps if step is not None]
        return tuple(known) if len(known) == len(list(steps)) else None

    def _write(self, device: str, verb: str, text: str, texts: Sequence[str]) -> list[int | None]:
        each = LONGEST_DRAFT if verb == "write_text" else max(1, len(text))
        steps: list[int | None] = []
        for at in range(0, max(1, len(text)), each):
            draft = self._draft(text[at : at + each], texts)
            steps += [*draft, _plus(self._start(device, verb), self._last["text"])]
        return steps

    def _scroll(self, device: str, verb: str, args: Mapping[str, Any], area: int | None) -> list[int | None]:
        known = moves(verb, True)
        move: dict[str, Any] = {name: value for name, value in args.items() if name not in ("x", "y")}
        steps: list[int | None] = []
        if move not in known:
            steps += self._draft(str(move["amount"]), ())
            move["amount"] = DRAFTED
        if area is None:
            steps += self._aims(device, (args["x"], args["y"]))
            area = AREAS
        return [*steps, _plus(self._start(device, verb), area * len(known) + known.index(move))]

    def _start(self, device: str, verb: str, prepared: bool = False) -> int | None:
        block = self._blocks.get((device, verb, prepared))
        return None if block is None else block.start

    def _aims(self, device: str, point: tuple[int, int]) -> list[int | None]:
        start = self._start(device, AIM)
        return [_plus(start, cell) for cell in aims(self._sizes[device], point)]

    def _hold(self, device: str, key: str) -> int | None:
        return _plus(self._start(device, HOLD), UBUNTU_KEYS.index(key))

    def _draft(self, text: str, texts: Sequence[str]) -> list[int | None]:
        if len(text) > LONGEST_DRAFT:
            return [None]
        starts = {verb: self._start("root", verb) for verb in (SPELL, ADD, FROM, TO)}
        return [
            _plus(starts[verb], BYTES.index(place) if verb == SPELL else place) for verb, place in spelling(text, texts)
        ]


_NEEDS: Mapping[str, str] = {
    "aim": "a cell that has pixels",
    "grab": "a point to be aimed at, and none to be grabbed yet",
    "hold": f"at most {HELD} keys to be held",
    "spell": "a byte that can follow in UTF-8",
    "from": "none to be chosen yet, and a draft with room whose last character is complete",
    "to": "a later word than the first one",
    "add": "a place with a text that has the chosen words, and a draft with room for it",
}


@lru_cache
def _moving(verb: str, turns: bool) -> bytes:
    """Returns a byte per scroll of an area: 1 if it is valid."""
    return bytes(turns or move.get("amount") != DRAFTED for move in moves(verb, True))


def _said(device: str, verb: str, args: Mapping[str, Any]) -> Action:
    return {"device": device, "name": verb, "args": dict(args)}


def _plus(start: int | None, place: int) -> int | None:
    return None if start is None else start + place
