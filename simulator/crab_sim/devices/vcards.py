"""Cards of people (``.vcf``), which address books give one another: reading and writing them.

* `Card` - what a card says of somebody. `read_cards`, `write_cards` - a file's text to cards, and back.
* `is_day` - whether a text is a date.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from crab_sim.devices.phone_labels import LABELS, MOBILE

__all__ = ["Card", "is_day", "read_cards", "write_cards"]

_MOST_CARDS: Final = 1000
_LONGEST: Final = 1000  # characters of a value
_TYPES: Final = {"CELL": MOBILE, "WORK": 3, "HOME": 1, "PREF": 12, "OTHER": 7}
_NAMES: Final = {number: name for name, number in _TYPES.items()}
_PLAIN: Final = {"EMAIL": "email", "ORG": "company", "NOTE": "notes", "URL": "website"}
_DATE: Final = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?")
_PART: Final = re.compile(r"(?:^|(?<=;))(?:[^\\;]|\\.?)*", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.)")


class Card(NamedTuple):
    """What a card says of somebody: the first of each; a birthday is a date such as ``"1990-04-12"``."""

    name: str = ""
    phone: str = ""
    email: str = ""
    company: str = ""
    address: str = ""
    notes: str = ""
    website: str = ""
    birthday: str = ""
    phone_type: int = MOBILE


def _parts(value: str) -> list[str]:
    """Returns the parts of a value that semicolons separate, without backslashes."""
    parts = [found[0] for found in _PART.finditer(value)]
    return [_ESCAPED.sub(lambda m: "\n" if m[1] in "nN" else m[1], part).strip()[:_LONGEST] for part in parts]


def _lines(text: str) -> Iterator[tuple[str, str, str]]:
    """Yields the name, the parameters and the value of each line; one that begins with a blank goes on another."""
    for line in re.sub(r"\r?\n[ \t]", "", text).split("\n"):
        head, colon, value = line.removesuffix("\r").partition(":")
        name, _, parameters = head.partition(";")
        if colon:
            yield name.rpartition(".")[2].strip().upper(), parameters.upper(), value


def read_cards(text: str) -> tuple[Card, ...]:
    r"""Returns the cards of a file; whatever isn't of a card is left out.

    >>> read_cards("BEGIN:VCARD\nN:Holm;Ada;;;\nTEL;TYPE=WORK:555-0100\nEND:VCARD\n")[0][:2]
    ('Ada Holm', '555-0100')
    """
    cards: list[Card] = []
    values: dict[str, Any] | None = None
    for name, parameters, value in _lines(text):
        if name == "BEGIN" and value.strip().upper() == "VCARD":
            values = {}
        elif name == "END" and values is not None:
            if any(values.values()) and len(cards) < _MOST_CARDS:
                cards.append(Card()._replace(**values))
            values = None
        elif values is not None:
            for field, found in _known(name, parameters, value).items():
                if found and (not values.get(field) or name == "FN"):
                    values[field] = found
    return tuple(cards)


def _known(name: str, parameters: str, value: str) -> dict[str, str | int]:
    """Returns the fields that a line gives."""
    parts = _parts(value)
    if name == "FN":
        return {"name": parts[0]}
    if name == "N":
        last, first, *_ = [*parts, ""]
        return {"name": f"{first} {last}".strip()}
    if name == "TEL":
        kinds = [number for word, number in _TYPES.items() if re.search(rf"\b{word}\b", parameters)]
        return {"phone": parts[0].removeprefix("tel:"), "phone_type": kinds[0] if kinds else MOBILE}
    if name == "ADR":
        return {"address": ", ".join([part for part in parts if part])}
    if name == "BDAY":
        date = _DATE.fullmatch(parts[0])
        day = "-".join(date.groups()) if date is not None else ""
        return {"birthday": day} if is_day(day) else {}
    return {_PLAIN[name]: parts[0]} if name in _PLAIN else {}


def is_day(text: str) -> bool:
    """Returns whether a text is a whole date, such as ``"1990-04-12"``."""
    try:
        return len(text) == 10 and datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _escaped(text: str) -> str:
    return re.sub(r"([\\;,])", r"\\\1", text.replace("\r", "")).replace("\n", "\\n")


def write_cards(cards: Sequence[Card]) -> str:
    r"""Returns the text of a file with cards.

    >>> write_cards([Card("Ada Holm", "555-0100")]).split("\r\n")[2:5]
    ['FN:Ada Holm', 'N:Holm;Ada;;;', 'TEL;TYPE=CELL:555-0100']
    """
    lines: list[str] = []
    for card in cards:
        first, _, last = card.name.rpartition(" ")
        lines += ["BEGIN:VCARD", "VERSION:3.0", f"FN:{_escaped(card.name)}"]
        lines.append(f"N:{_escaped(last)};{_escaped(first)};;;")
        given = [(f"TEL;TYPE={_NAMES[card.phone_type if card.phone_type in LABELS else MOBILE]}", _escaped(card.phone))]
        given += [(name, _escaped(getattr(card, field))) for name, field in _PLAIN.items()]
        given.append(("ADR", f";;{_escaped(card.address)};;;;" if card.address else ""))
        given.append(("BDAY", card.birthday))
        lines += [f"{name}:{value}" for name, value in given if value]
        lines.append("END:VCARD")
    return "".join([f"{line}\r\n" for line in lines])
