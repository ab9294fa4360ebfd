"""Moves of the generalist, each with an element, an app, a text, or nothing that is still to be chosen.

* `Choice` - a move with what was chosen for it.
* `Moves` - numbers moves, and turns actions into choices and back.
* `spell`, `read` - a text as pieces, characters and copied spans, and back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from crab_gym.integrations.checkpoints.generalist.lexicon import words_in
from crab_gym.integrations.checkpoints.generalist.memory import WORDS
from crab_gym.integrations.checkpoints.generalist.view import APPS, GOAL, Deed, View
from crab_gym.task import Action

__all__ = [
    "CHARACTERS", "COPY", "END", "LONGEST", "MAX_MOVES", "MAX_PIECES", "Choice", "Moves", "Piece", "read", "spell",
]  # fmt: skip

MAX_MOVES = 192
"""Most moves that a network can tell apart."""
MAX_PIECES = 56
"""Most pieces of a text."""
MOST = 0.4
"""A text of which the goal has this share, or more, isn't taken for a value that was read."""
LONGEST = 24
"""Most words of a copied span."""
END, COPY = 0, 1
CHARACTERS = "\n\t" + "".join(map(chr, range(32, 127)))
"""Characters that can be written one by one; their codes begin at 2, behind `END` and `COPY`."""
_TEXTS = {"write_text": "text", "submit": "answer", "ask": "question"}
_APPS = {"open_app": "name", "search_app": "name"}


class Piece(NamedTuple):
    """A piece of a text.

    Attributes:
        code: `END`, `COPY`, or that of a character.
        first: Of a copied span: its first word's place, see `View.span`.
        length: Of a copied span: its number of words.
    """

    code: int
    first: int = 0
    length: int = 0


class Choice(NamedTuple):
    """A move with what was chosen for it.

    Attributes:
        move: The number of the move.
        mark: The row of the element that it points at; -1 for none.
        app: The row of the app that it opens; -1 for none.
        pieces: The pieces of the text that it writes.
    """

    move: int
    mark: int = -1
    app: int = -1
    pieces: tuple[Piece, ...] = ()


class Moves:
    """Numbers moves: a device, a verb, and those arguments that aren't chosen one by one.

    Args:
        known: The moves so far, each the JSON of an action without those arguments.

    Raises:
        ValueError: One isn't of this form, or there are too many.
    """

    def __init__(self, known: Sequence[str] = ()) -> None:
        self.known: list[str] = []
        self._numbers: dict[str, int] = {}
        self._actions: list[Action] = []
        for one in known:
            if self._number(one) is None:
                raise ValueError(f"there are more than {MAX_MOVES} moves")

    def _number(self, one: str) -> int | None:
        found = self._numbers.get(one)
        if found is None and len(self.known) < MAX_MOVES:
            try:
                device, name, args = json.loads(one)
            except ValueError:
                raise ValueError(f"{one!r} is no move; expected the JSON of a device, a verb and arguments") from None
            found = self._numbers[one] = len(self.known)
            self.known.append(one)
            self._actions.append({"device": str(device), "name": str(name), "args": dict(args)})
        return found

    def __len__(self) -> int:
        """Returns the number of moves."""
        return len(self.known)

    def device(self, move: int) -> str:
        """Returns a move's device."""
        return str(self._actions[move]["device"])

    def kind(self, move: int) -> str:
        """Returns what is to be chosen for a move: ``"mark"``, ``"app"``, ``"text"``, or ``""`` for nothing."""
        action = self._actions[move]
        if action["args"].get("x") == "?":
            return "mark"
        return "app" if action["name"] in _APPS else "text" if action["name"] in _TEXTS else ""

    def possible(self, move: int, view: View) -> bool:
        """Returns whether there is a move of this number that could be made: its device is there, and what it needs."""
        if move >= len(self.known):
            return False
        device = self.device(move)
        return device == "root" or (
            device in view.devices and (self.kind(move) != "mark" or bool(view.rows_on(device)))
        )

    def encode(self, action: Action, view: View) -> Choice | None:
        """Returns the choice that stands for an action, None if there is none; numbers its move if it is new.

        Args:
            action: The action.
            view: What is seen before it.
        """
        device, name, args = action["device"], action["name"], dict(action["args"])
        mark, app = -1, -1
        pieces: tuple[Piece, ...] = ()
        if name in _APPS:
            app = _app(device, str(args.pop("name")))
            if app < 0:
                return None
        elif name in _TEXTS:
            spelled = spell(str(args.pop(_TEXTS[name])), view)
            if spelled is None:
                return None
            pieces = spelled
        elif "x" in args:
            mark = _mark(view, device, args["x"], args["y"])
            if mark < 0:
                return None
            args["x"] = args["y"] = "?"
        elif "x1" in args:
            return None
        move = self._number(json.dumps([device, name, args], sort_keys=True))
        return None if move is None else Choice(move, mark, app, pieces)

    def decode(self, choice: Choice, view: View) -> Deed:
        """Returns what a choice does.

        Args:
            choice: The choice.
            view: What was seen when it was made.
        """
        action = self._actions[choice.move]
        args: dict[str, Any] = dict(action["args"])
        point, says = None, ""
        if choice.mark >= 0:
            point = view.points[choice.mark]
            args["x"], args["y"], says = point.x, point.y, point.says
        elif choice.app >= 0:
            says = args["name"] = APPS[choice.app][1]
        elif action["name"] in _TEXTS:
            says = args[_TEXTS[action["name"]]] = read(choice.pieces, view)
        return Deed(choice.move, {"device": action["device"], "name": action["name"], "args": args}, point, says)


def _app(device: str, name: str) -> int:
    names = [(at, one.casefold()) for at, (other, one) in enumerate(APPS) if other == device]
    return next((at for at, one in names if one == name.casefold()), -1)


def _mark(view: View, device: str, x: int, y: int) -> int:
    rows = [row for row, point in enumerate(view.points) if point[:3] == (device, x, y)]
    return rows[-1] if rows else -1


def spell(text: str, view: View) -> tuple[Piece, ...] | None:
    """Returns a text as pieces: spans of the goal, or a span of a line for most of it or its end, and characters.

    Args:
        text: The text.
        view: The texts of which spans can be copied.

    Returns:
        The pieces; None if there would be too many, or a character can't be written.
    """
    _, pieces = _spell_by_goal(text, view)
    value = text.strip()
    begin = text.index(value) if value else 0
    ends = begin + len(value)
    for at in (begin, *(at for at in range(begin + 1, ends) if text[at - 1] == " " and "/" not in value)):
        covered, _ = _spell_by_goal(text[at:ends], view)
        if covered >= MOST * (ends - at):  # the goal has it, and it looks like a value that was read by chance
            continue
        copied, length = _longest(text, at, view, range(1, len(view.texts)))
        needed = (1 - MOST) * len(value) if at == begin else ends - at - 1
        if length > max(covered, needed, 2 * (at > begin)):
            pieces = [*_spell_by_goal(text[:at], view)[1], copied, *_letters(text[at + length :])]
            break
    if len(pieces) > MAX_PIECES or any(piece.code < COPY for piece in pieces):
        return None
    return tuple(pieces)


def _spell_by_goal(text: str, view: View) -> tuple[int, list[Piece]]:
    """Returns the pieces of a text by spans of the goal and characters, and how many characters are copied."""
    pieces: list[Piece] = []
    at = covered = 0
    while at < len(text):
        copied, length = _longest(text, at, view, range(1))
        pieces += [copied] if length else _letters(text[at])
        at += length or 1
        covered += length
    return covered, pieces


def _letters(text: str) -> list[Piece]:
    """Returns the pieces of the characters of a text; those that can't be written have the code -1."""
    return [Piece(2 + CHARACTERS.index(letter) if letter in CHARACTERS else -1) for letter in text]


def _longest(text: str, at: int, view: View, which: range) -> tuple[Piece, int]:
    """Returns the longest span of some of the view's texts that stands at a place of a text, and its length.

    Where several texts have it, it is that of the shortest one, which is the likeliest to be nothing but this value.
    """
    best, length, shortest = Piece(COPY), 0, 0
    first = 0 if which.start == 0 else GOAL
    for number in which:
        source = view.texts[number]
        limit = GOAL if number == 0 else WORDS
        words = words_in(source, limit)
        for word, (begin, _) in enumerate(words):
            if source[begin] != text[at]:
                continue
            for last in range(min(len(words), word + LONGEST) - 1, word - 1, -1):
                piece = source[begin : words[last][1]]
                if (len(piece), -len(source)) > (length, -shortest) and text.startswith(piece, at):
                    if len(piece) >= 3 or piece.isdigit() or piece == text.strip():
                        best, length = Piece(COPY, first + word, last - word + 1), len(piece)
                        shortest = len(source)
                    break
        first += limit
    return best, length


def read(pieces: Sequence[Piece], view: View) -> str:
    """Returns the text of some pieces, up to an `END`.

    Args:
        pieces: The pieces.
        view: The texts of which spans are copied.
    """
    parts: list[str] = []
    for piece in pieces:
        if piece.code == END:
            break
        parts.append(view.span(piece.first, piece.length) if piece.code == COPY else CHARACTERS[piece.code - 2])
    return "".join(parts)
