"""Mutants: all values that differ from one of plain data in a single place, made from its types.

Plain data are named tuples, tuples, mappings, sets, texts, numbers and bytes, as machines and documents keep them.
What a leaf may be instead follows from its annotation where there is one: another choice of a ``Literal``, a value
instead of None, a first row in an empty table.

* `mutants` - yields them. `Mutant` - one of them. `MISSING` - stands for what wasn't there before.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias

__all__ = ["MISSING", "Mutant", "Status", "mutants"]

MISSING: Final = object()
"""Stands for the value before, where there was none."""
Status: TypeAlias = Literal["written", "beside", "elsewhere"]
"""The place of a mutation: in what was written, beside it in the same row, or in another row."""
_DAY: Final = 86_400
_SECONDS: Final = 10**9
"""Numbers from here on are times in seconds, and from a thousand times as much on, in milliseconds."""
_LARGE: Final = 100
"""Lengths and sums from here on differ by a quarter: a hundredth of a millimetre is nothing."""
_POINTS: Final = 4
"""By how much a size of letters differs; smaller ones aren't kept."""
_DEPTH: Final = 12
_LETTERS: Final = re.compile(r"(?<=[^\W\d_])(?=[^\W\d_])")
"""The place between two letters of a word."""
_NO_COLUMNS: Final[Mapping[str, Sequence[str]]] = {}
_NAMED: Final[Mapping[str, str]] = {
    "color": "#ffffff", "highlight": "#000000", "fill": "000000", "ink": "ffffff", "style": "Heading 1",
}  # fmt: skip
"""The colours of what has none of its own, and another style, by the fields' names."""


class Mutant(NamedTuple):
    """A value that differs in one place.

    Attributes:
        kind: The names of the fields that lead to the place, and what was done there.
        status: Whether the place was written since before.
        path: The place, rows with their numbers.
        change: What was done there, in words.
        build: Makes the value.
    """

    kind: tuple[str, ...]
    status: Status
    path: str
    change: str
    build: Callable[[], Any]

    def describe(self) -> str:
        """Returns the place and the change in words."""
        return f"{self.path}: {self.change}"


def mutants(value: object, before: object = MISSING, hint: object = Any) -> Iterator[Mutant]:
    """Yields the mutants of a value.

    Args:
        value: Plain data.
        before: The value at an earlier time; by default there was none.
        hint: The value's type, where it is known.

    >>> class Row(NamedTuple):
    ...     id: int
    ...     title: str
    ...     done: bool
    >>> for mutant in list(mutants((Row(1, "Milk", False),), (Row(1, "Milk", True),)))[1:]:
    ...     print(*mutant.kind, mutant.status, mutant.build())
    title other beside (Row(id=1, title='Milk x', done=False),)
    title emptied beside (Row(id=1, title='', done=False),)
    done undone written (Row(id=1, title='Milk', done=True),)
    done other written (Row(id=1, title='Milk', done=True),)
    removed written ()
    added elsewhere (Row(id=1, title='Milk', done=False), Row(id=2, title='Milk x', done=False))
    """
    yield from _mutants(value, before, hint, "elsewhere", 0)


def _status(value: object, before: object, around: Status) -> Status:
    if before is not MISSING and (value is before or value == before):
        return "beside" if around != "elsewhere" else "elsewhere"
    return "written"


def _mutants(
    value: Any,
    before: Any,
    hint: object,
    around: Status,
    depth: int,
    name: str = "",
    column: Mapping[str, Sequence[str]] = _NO_COLUMNS,
) -> Iterator[Mutant]:
    status = _status(value, before, around)
    if depth > _DEPTH:
        return
    if status == "written" and before is not MISSING and not _in_one_field(value, before):
        yield Mutant(("undone",), status, "", f"{_short(value)} -> {_short(before)}, as before", partial(_same, before))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        hints = _hints(type(value))
        for field in value._fields:
            old = getattr(before, field, MISSING) if type(before) is type(value) else MISSING
            if field != "id":  # a row's identity, by which others refer to it, and no content
                part = getattr(value, field)
                choice = Literal[tuple(column[field])] if field in column else hints.get(field, Any)
                for inner in _mutants(part, old, choice, status, depth + 1, field):
                    yield _wrapped(inner, field, partial(_with_field, value, field))
    elif is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        for field in [one.name for one in fields(value)]:
            old = getattr(before, field, MISSING) if type(before) is type(value) else MISSING
            part = getattr(value, field)
            for inner in _mutants(part, old, hints.get(field, Any), status, depth + 1, field):
                yield _wrapped(inner, field, partial(_with_attribute, value, field))
    elif isinstance(value, (tuple, list)):
        yield from _of_rows(value, before, hint, status, depth)
    elif isinstance(value, Mapping):
        yield from _of_mapping(value, before, hint, status, depth)
    else:
        for done, other in _others(value, hint, name):
            yield Mutant((done,), status, "", f"{_short(value)} -> {_short(other)}", partial(_same, other))
        if status == "written" and isinstance(value, str) and _LETTERS.search(value):
            other = _LETTERS.sub("\u200b", value, count=1)
            yield Mutant(("unseen",), status, "", f"{_short(value)} with an unseen character", partial(_same, other))


def _in_one_field(value: Any, before: Any) -> bool:
    """Returns whether two rows differ in one field, which is then undone by itself."""
    if type(value) is not type(before) or not hasattr(value, "_fields"):
        return False
    return bool(sum(old != new for old, new in zip(value, before, strict=True)) == 1)


def _wrapped(inner: Mutant, name: str, put: Callable[[Any], Any], at: str = "") -> Mutant:
    """Returns a mutant of a whole from one of its parts."""
    kind = (name, *inner.kind) if name else inner.kind
    joint = "" if not inner.path or inner.path.startswith("[") else "."
    return inner._replace(kind=kind, path=f"{at or name}{joint}{inner.path}", build=lambda: put(inner.build()))


def _with_field(row: Any, name: str, part: object) -> object:
    return row._replace(**{name: part})


def _with_attribute(row: Any, name: str, part: object) -> object:
    return replace(row, **{name: part})


def _with_item(rows: Sequence[Any], i: int, part: object) -> object:
    return _like(rows, [*rows[:i], part, *rows[i + 1 :]])


def _like(rows: Sequence[Any], items: list[Any]) -> object:
    """Returns items as a list where rows are one, else as a tuple."""
    return items if isinstance(rows, list) else tuple(items)


def _with_key(table: Mapping[Any, Any], key: object, part: object) -> object:
    return {**table, key: part}


def _same(value: object) -> object:
    return value


def _of_rows(rows: Sequence[Any], before: Any, hint: object, status: Status, depth: int) -> Iterator[Mutant]:
    """Yields the mutants of a tuple: of each item, without it, and with one more where its length isn't fixed."""
    numbers = len(rows) > 1 and all(isinstance(row, (int, float)) for row in rows)  # a place or a size
    hints, fixed = _item_hints(hint, len(rows), numbers)
    old = _counterparts(rows, before)
    around: Status = "elsewhere" if rows and _identity(rows[0]) is not None else status
    column = _columns(rows)
    for i, row in enumerate(rows):
        identity = _identity(row)
        at = f"[{i}]" if identity is None else f"[{identity}]"
        for inner in _mutants(row, old[i], hints[i], around, depth + 1, column=column):
            yield _wrapped(inner, "", partial(_with_item, rows, i), at)
        if not fixed:
            removed = partial(_like, rows, [*rows[:i], *rows[i + 1 :]])
            yield Mutant(("removed",), _status(row, old[i], around), at, f"{_short(row)} removed", removed)
    if not fixed and isinstance(before, (tuple, list)) and around == "elsewhere":
        kept = {_identity(row) for row in rows}
        for row in before:
            if _identity(row) is not None and _identity(row) not in kept:
                build = partial(_like, rows, [*rows, row])
                yield Mutant(("undone",), "written", f"[{_identity(row)}]", f"{_short(row)} put back", build)
    if not fixed and (twin := _another(rows, hints[-1])) is not MISSING:
        yield Mutant(("added",), "elsewhere", "[]", f"{_short(twin)} added", partial(_like, rows, [*rows, twin]))


def _columns(rows: Sequence[Any]) -> dict[str, Sequence[str]]:
    """Returns the words that a table's columns have, where they have few: an inbox and an outbox, notes and a trash."""
    found: dict[str, Sequence[str]] = {}
    for name in getattr(rows[0], "_fields", ()) if rows and _identity(rows[0]) is not None else ():
        column = [getattr(row, name, None) for row in rows]
        words = {word for word in column if isinstance(word, str) and word.isidentifier()}
        if all(isinstance(word, str) and word in words for word in column) and 1 < len(words) <= len(rows) // 2:
            found[name] = sorted(words)
    return found


def _identity(row: Any) -> object:
    return row.get("id") if isinstance(row, Mapping) else getattr(row, "id", None)


def _counterparts(rows: Sequence[Any], before: Any) -> list[Any]:
    """Returns for each row the one that it was before, `MISSING` for a new one."""
    if not isinstance(before, (tuple, list)):
        return [MISSING] * len(rows)
    if rows and _identity(rows[0]) is not None:
        known = {_identity(row): row for row in before}
        return [known.get(_identity(row), MISSING) for row in rows]
    if len(rows) == len(before):
        return list(before)
    return [row if row in before else MISSING for row in rows]


def _another(rows: Sequence[Any], hint: object) -> object:
    """Returns one row more: the first with other texts and a new number, or one that the type allows."""
    if not rows:
        return _inhabitant(hint)
    row = rows[-1]
    first_text = next((m for m in mutants(row, row) if m.kind[-1] == "other" and _is_text(row, m.kind)), None)
    twin: Any = first_text.build() if first_text is not None else row
    number = _identity(row)
    if number is None:
        numbers = [one for one in rows if isinstance(one, int)]
        return max(numbers) + 1 if numbers else twin  # the number of another row
    new: object
    if isinstance(number, int):
        new = max(one for one in map(_identity, rows) if isinstance(one, int)) + 1
    else:
        new = f"{str(number)[:-4]}ffff"
    return {**twin, "id": new} if isinstance(twin, Mapping) else twin._replace(id=new)


def _is_text(row: Any, kind: tuple[str, ...]) -> bool:
    if len(kind) == 1:
        return isinstance(row, str)
    part = row.get(kind[0]) if isinstance(row, Mapping) else getattr(row, kind[0], None)
    return isinstance(part, str) and len(kind) == 2 and not part.isdigit()


def _of_mapping(table: Mapping[Any, Any], before: Any, hint: object, status: Status, depth: int) -> Iterator[Mutant]:
    arguments = typing.get_args(hint)
    inner_hint = arguments[1] if len(arguments) == 2 else Any
    is_row = all(isinstance(key, str) for key in table) and ("id" in table or status == "beside")
    for key, part in table.items():
        if key == "id":
            continue
        old = before.get(key, MISSING) if isinstance(before, Mapping) else MISSING
        around: Status = status if is_row else "elsewhere"
        name = str(key) if isinstance(key, str) else " ".join(map(str, key)) if isinstance(key, tuple) else ""
        for inner in _mutants(part, old, inner_hint, around, depth + 1):
            yield _wrapped(inner, name, partial(_with_key, table, key), f"[{name or key}]")
        if not is_row:
            without = {other: value for other, value in table.items() if other != key}
            yield Mutant(
                (name, "removed"), _status(part, old, around), f"[{name or key}]", "removed", partial(_same, without)
            )


def _others(value: Any, hint: object, name: str) -> Iterator[tuple[str, object]]:
    """Yields what the leaf of a name may be instead, each with the name of the change."""
    choices = [choice for part in _members(hint) for choice in _literals(part)]
    if choices and value in choices:
        yield from (("other", choice) for choice in choices if choice != value)
        return
    if value is None:
        made = next((one for part in _members(hint) if (one := _inhabitant(part)) not in (None, MISSING)), MISSING)
        if made is not MISSING:
            yield "set", made
    elif isinstance(value, bool):
        yield "other", not value
    elif isinstance(value, (int, float)):
        yield "other", _other_number(value) if name != "size" else value + _POINTS
    elif isinstance(value, str):
        yield "other", _NAMED.get(name, "x") if not value or name == "style" else _other_text(value)
        if value:
            yield "emptied", ""
    elif isinstance(value, bytes):
        yield "other", value[::-1] if value[::-1] != value else value + b"x"
        if value:
            yield "emptied", b""
    elif isinstance(value, frozenset):
        yield from (("removed", value - {one}) for one in sorted(value, key=repr))
    if value is not None and type(None) in _members(hint):
        yield "unset", None


def _other_number(value: float) -> float:
    size = abs(value)
    if size > _SECONDS:
        return value + 7 * _DAY * (1000 if size > _SECONDS * 1000 else 1)
    return value + (value // 4 if size >= _LARGE else 1)


def _other_text(text: str) -> str:
    """Returns a similar text: a switch's other state, another number or colour, or the same with more behind it."""
    switched = {"0": "1", "1": "0", "true": "false", "false": "true", "on": "off", "off": "on"}.get(text)
    if switched is not None:
        return switched
    if re.fullmatch(r"#[0-9a-f]{6}", text):
        return "#123456" if text != "#123456" else "#654321"
    if re.fullmatch(r"-?\d+", text):
        return str(int(text) + 1)
    if 2 * sum(map(str.isdecimal, text)) > sum(map(str.isalnum, text)):  # a date, a time, a phone number
        at = max(i for i, char in enumerate(text) if char.isdecimal())
        return f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"
    return f"{text} x"


@lru_cache(maxsize=1024)
def _hints(row: type) -> Mapping[str, object]:
    try:
        return typing.get_type_hints(row)
    except (NameError, TypeError):  # a type that only the type checker imports
        return {}


def _members(hint: object) -> tuple[object, ...]:
    union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    return typing.get_args(hint) if union else (hint,)


def _literals(hint: object) -> tuple[object, ...]:
    return typing.get_args(hint) if typing.get_origin(hint) is Literal else ()


def _item_hints(hint: object, length: int, fixed: bool = False) -> tuple[list[object], bool]:
    """Returns the types of a tuple's items (of one more where it may be longer), and whether its length is fixed."""
    for part in _members(hint):
        arguments = typing.get_args(part)
        if typing.get_origin(part) is tuple and arguments:
            if len(arguments) == 2 and arguments[1] is Ellipsis:
                return [arguments[0]] * (length + 1), False
            if len(arguments) == length:
                return list(arguments), True
        elif typing.get_origin(part) in (list, Sequence) and arguments:
            return [arguments[0]] * (length + 1), False
    return [Any] * (length + 1), fixed


def _inhabitant(hint: object, depth: int = 0) -> Any:
    """Returns a value of a type, `MISSING` where the type doesn't tell one."""
    if depth > 4:
        return MISSING
    for part in _members(hint):
        if choices := _literals(part):
            return choices[0]
        if part in (str, int, float, bool, bytes):
            return {str: "x", int: 1, float: 1.0, bool: True, bytes: b"x"}[part]
        if isinstance(part, type) and hasattr(part, "_fields"):
            hints, defaults = _hints(part), getattr(part, "_field_defaults", {})
            made = {name: defaults.get(name, _inhabitant(hints.get(name, Any), depth + 1)) for name in part._fields}
            return MISSING if MISSING in made.values() else part(**made)
        if typing.get_origin(part) in (tuple, list, Sequence):
            _, fixed = _item_hints(part, len(typing.get_args(part)))
            made_items = [_inhabitant(one, depth + 1) for one in typing.get_args(part)] if fixed else []
            return MISSING if MISSING in made_items else tuple(made_items)
        if typing.get_origin(part) in (dict, Mapping):
            return {}
    return MISSING


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:157]}..."
