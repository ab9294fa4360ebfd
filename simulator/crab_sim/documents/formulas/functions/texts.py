"""Functions of texts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from crab_sim.documents.formulas.blocks import Arg, Block, scalar
from crab_sim.documents.formulas.entry import read_entry
from crab_sim.documents.formulas.formats import formatted
from crab_sim.documents.formulas.functions.kinds import Ranged, Scalar, Scope
from crab_sim.documents.formulas.values import (
    BAD_ARGUMENT,
    BAD_VALUE,
    LONGEST,
    FormulaError,
    SheetError,
    Value,
    limited,
    number,
    text,
    truth,
)

__all__ = ["TEXTS", "TEXTS_OF_RANGES"]

_MANY: Final = 255


def _count(value: Value) -> int:
    """Returns a number of characters.

    Raises:
        FormulaError: It is below 0.
    """
    count = math.floor(number(value))
    if count < 0:
        raise FormulaError(BAD_ARGUMENT)
    return min(count, LONGEST + 1)


def _left(a: list[Value]) -> Value:
    return text(a[0])[: _count(a[1]) if len(a) > 1 else 1]


def _right(a: list[Value]) -> Value:
    whole, count = text(a[0]), _count(a[1]) if len(a) > 1 else 1
    return whole[max(0, len(whole) - count) :]


def _middle(a: list[Value]) -> Value:
    start, count = math.floor(number(a[1])), _count(a[2])
    if start < 1:
        raise FormulaError(BAD_ARGUMENT)
    return text(a[0])[start - 1 : start - 1 + count]


def _proper(a: list[Value]) -> Value:
    parts, before = [], ""
    for char in text(a[0]):
        parts.append(char.lower() if before.isalpha() else char.upper())
        before = char
    return "".join(parts)


def _find(a: list[Value], exact: bool) -> Value:
    part, whole = text(a[0]), text(a[1])
    start = math.floor(number(a[2])) if len(a) > 2 else 1
    if not part or start < 1 or start > len(whole) + 1:
        raise FormulaError(BAD_VALUE)
    if exact:
        at = whole.find(part, start - 1)
    elif "?" in part or "*" in part:
        at = _wild_find(part.casefold(), whole.casefold(), start - 1)
    else:
        at = whole.casefold().find(part.casefold(), start - 1)
    if at < 0:
        raise FormulaError(BAD_VALUE)
    return float(at + 1)


def _wild_find(pattern: str, whole: str, start: int) -> int:
    """Returns the first place at which a pattern with ``*`` and ``?`` begins to match, -1 if there is none."""
    pieces = pattern.split("*")
    for at in range(start, len(whole) + 1):
        place, fits = at, True
        for i, piece in enumerate(pieces):
            if i == 0:
                fits = _fits(piece, whole, place)
            else:
                last = len(whole) - len(piece)
                place = next((spot for spot in range(place, last + 1) if _fits(piece, whole, spot)), -1)
                fits = place >= 0
            if not fits:
                break
            place += len(piece)
        if fits:
            return at
    return -1


def _fits(piece: str, whole: str, at: int) -> bool:
    if at + len(piece) > len(whole):
        return False
    return all([char in ("?", whole[at + i]) for i, char in enumerate(piece)])


def _substitute(a: list[Value]) -> Value:
    whole, old, new = text(a[0]), text(a[1]), text(a[2])
    if not old:
        return whole
    if len(a) < 4:
        if len(whole) + whole.count(old) * max(0, len(new) - len(old)) > LONGEST:
            raise FormulaError(BAD_ARGUMENT)
        return whole.replace(old, new)
    which, at = math.floor(number(a[3])), -1
    if which < 1:
        raise FormulaError(BAD_ARGUMENT)
    for _ in range(min(which, len(whole) + 1)):
        at = whole.find(old, at + 1 if at < 0 else at + len(old))
        if at < 0:
            return whole
    return limited(whole[:at] + new + whole[at + len(old) :])


def _replace(a: list[Value]) -> Value:
    whole, start, count = text(a[0]), math.floor(number(a[1])), _count(a[2])
    if start < 1:
        raise FormulaError(BAD_ARGUMENT)
    return limited(whole[: start - 1] + text(a[3]) + whole[start - 1 + count :])


def _repeat(a: list[Value]) -> Value:
    whole, count = text(a[0]), _count(a[1])
    if len(whole) * count > LONGEST:
        raise FormulaError(BAD_ARGUMENT)
    return whole * count


def _value(a: list[Value]) -> Value:
    if not isinstance(a[0], str):
        return number(a[0])
    value = read_entry(a[0]).value
    if isinstance(value, str) or value is None:
        raise FormulaError(BAD_ARGUMENT)
    return number(value)


def _text(a: list[Value]) -> Value:
    if isinstance(a[0], str):
        return formatted(a[0], text(a[1]))
    return formatted(number(a[0]), text(a[1]))


def _char(a: list[Value]) -> Value:
    code = math.floor(number(a[0]))
    if not 1 <= code <= 255:
        raise FormulaError(BAD_ARGUMENT)
    return bytes([code]).decode("cp1252", "replace")


def _code(a: list[Value]) -> Value:
    whole = text(a[0])
    if not whole:
        raise FormulaError(BAD_VALUE)
    return float(whole[0].encode("cp1252", "replace")[0])


def _fixed(a: list[Value]) -> Value:
    places = math.floor(number(a[1])) if len(a) > 1 else 2
    if not 0 <= places <= 20:
        raise FormulaError(BAD_ARGUMENT)
    plain = len(a) > 2 and truth(a[2])
    return formatted(number(a[0]), ("0" if plain else "#,##0") + ("." + "0" * places if places else ""))


TEXTS: Mapping[str, Scalar] = {
    "CHAR": Scalar(_char, 1, 1),
    "CLEAN": Scalar(lambda a: "".join([char for char in text(a[0]) if char.isprintable()]), 1, 1),
    "CODE": Scalar(_code, 1, 1),
    "EXACT": Scalar(lambda a: text(a[0]) == text(a[1]), 2, 2),
    "FIND": Scalar(lambda a: _find(a, True), 2, 3),
    "FIXED": Scalar(_fixed, 1, 3),
    "LEFT": Scalar(_left, 1, 2),
    "LEN": Scalar(lambda a: float(len(text(a[0]))), 1, 1),
    "LOWER": Scalar(lambda a: text(a[0]).lower(), 1, 1),
    "MID": Scalar(_middle, 3, 3),
    "PROPER": Scalar(_proper, 1, 1),
    "REPLACE": Scalar(_replace, 4, 4),
    "REPT": Scalar(_repeat, 2, 2),
    "RIGHT": Scalar(_right, 1, 2),
    "SEARCH": Scalar(lambda a: _find(a, False), 2, 3),
    "SUBSTITUTE": Scalar(_substitute, 3, 4),
    "T": Scalar(lambda a: a[0] if isinstance(a[0], str) else "", 1, 1),
    "TEXT": Scalar(_text, 2, 2),
    "TRIM": Scalar(lambda a: " ".join([part for part in text(a[0]).split(" ") if part]), 1, 1),
    "UPPER": Scalar(lambda a: text(a[0]).upper(), 1, 1),
    "VALUE": Scalar(_value, 1, 1),
}


def _joined(parts: Iterable[str]) -> str:
    """Returns texts together; more than a cell holds is never put together."""
    kept: list[str] = []
    size = 0
    for part in parts:
        size += len(part)
        if size > LONGEST:
            raise FormulaError(BAD_ARGUMENT)
        kept.append(part)
    return "".join(kept)


def _all(args: list[Arg]) -> list[Value]:
    values: list[Value] = []
    for arg in args:
        if isinstance(arg, Block):
            values += list(arg.values())
        else:
            values.append(arg)
    return values


def _concat(scope: Scope, args: list[Arg]) -> Arg:
    return _joined(map(text, _all(args)))


def _concatenate(scope: Scope, args: list[Arg]) -> Arg:
    return _joined([text(scalar(arg)) for arg in args])


def _join(scope: Scope, args: list[Arg]) -> Arg:
    """Joins texts with a delimiter, perhaps without the empty ones."""
    delimiter, skip = text(scalar(args[0])), truth(scalar(args[1]))
    parts: list[str] = []
    for arg in args[2:]:
        if isinstance(arg, Block) and not skip and arg.height * arg.width <= LONGEST:
            parts += [text(arg.at(i, j)) for i in range(arg.height) for j in range(arg.width)]
        else:
            values = _all([arg])
            for value in values:
                if isinstance(value, SheetError):
                    raise FormulaError(value)
                parts.append(text(value))
    words = [part for part in parts if part or not skip]
    return _joined([delimiter * (i > 0) + word for i, word in enumerate(words)])


TEXTS_OF_RANGES: Mapping[str, Ranged] = {
    "CONCAT": Ranged(_concat, 1, _MANY),
    "CONCATENATE": Ranged(_concatenate, 1, _MANY),
    "TEXTJOIN": Ranged(_join, 3, _MANY),
}
