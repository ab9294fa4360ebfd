"""Values of sub-tasks: parameters that several kits draw (amounts, days, addresses, phrases), and how one types them.

Paths are in `crab_tasks.kits.paths`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from crab_gym.task import Params
from crab_gym.task.parameters import Parameter, text
from crab_gym.task.types import typed

__all__ = [
    "amount", "another", "as_date", "as_typed", "date_ahead", "day", "email_address", "event_title", "on_weekday",
    "other_person", "phrase", "postal_address", "some_of", "time_of_day", "told_as",
]  # fmt: skip

_FIRST, _LAST = date(2026, 11, 10), date(2026, 12, 19)
"""Weeks that lie ahead of every start of a simulated device."""
_EMAIL = re.compile(r"[\w.+-]{1,30}@[a-z0-9-]{1,20}(?:\.[a-z0-9-]{1,20}){1,3}", re.ASCII)
_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")
_AMOUNT = re.compile(r"[1-9]\d{0,3}\.\d{2}")
_TEXTS = frozenset(("text", "note", "line", "message", "entry", "item"))
"""Words by which a goal calls what somebody has written."""
_KINDS = ("Choir", "Chess", "Debate", "Garden", "Lantern", "Poetry", "Puppet", "Quartet")
_OCCASIONS = ("evening", "contest", "festival", "rehearsal", "supper", "workshop")
_MAILBOXES = ("cobalt", "heron", "juniper", "kestrel", "marigold", "pebble", "saffron", "thistle", "willow")
_STREETS = ("Mill Lane", "Station Road", "Orchard Street", "Castle Hill", "River Walk", "Garden Row")
_TOWNS = ("Alder", "Millbrook", "Stonegate", "Pinehaven", "Port Haven")
_HOSTS = ("harbour.example", "northmail.example", "orchard.example", "quarry.example")


def phrase(firsts: Sequence[str], seconds: Sequence[str], default: str) -> Parameter:
    """Returns a parameter that is a line of two parts, each drawn from its own list."""
    return text(lambda rng: f"{rng.choice(firsts)} {rng.choice(seconds)}", default, "line")


def event_title(default: str = "Lantern festival") -> Parameter:
    """Returns a parameter that is the title of an event."""
    return phrase(_KINDS, _OCCASIONS, default)


def amount(default: str, low: int = 3, high: int = 95) -> Parameter:
    """Returns a parameter that is an amount with two decimals.

    Args:
        default: Its default value.
        low: The least whole part.
        high: The greatest whole part.
    """
    return Parameter(
        "amount",
        default,
        lambda rng: f"{rng.randint(low, high)}.{rng.randint(1, 99):02}",
        lambda value: isinstance(value, str) and _AMOUNT.fullmatch(value) is not None,
        "an amount from 1.00 to 9999.99 with two decimals, such as '12.40'",
    )


def day(default: str, first: date, last: date) -> Parameter:
    """Returns a parameter that is a date.

    Args:
        default: Its default value.
        first: The earliest date.
        last: The latest date.
    """
    span = (last - first).days
    return Parameter(
        "date",
        default,
        lambda rng: (first + timedelta(days=rng.randint(0, span))).isoformat(),
        _is_date,
        "a date from 2000 on, such as '2026-11-17'",
    )


def _is_date(value: object) -> bool:
    if not isinstance(value, str) or not re.fullmatch(r"20\d\d-\d\d-\d\d", value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def date_ahead(default: str = "2026-11-17") -> Parameter:
    """Returns a parameter that is a date some days or weeks ahead."""
    return day(default, _FIRST, _LAST)


def on_weekday(dates: Parameter) -> Parameter:
    """Returns a parameter whose draws are those of another one, with the Friday before for a day of a weekend.

    What isn't drawn isn't changed: a value given by hand may be on a weekend.

    >>> saturday = day("2026-12-04", date(2026, 12, 5), date(2026, 12, 5))
    >>> on_weekday(saturday).sample(random.Random(0))
    '2026-12-04'
    """
    return replace(dates, sample=lambda rng: _weekday(dates.sample(rng)))


def _weekday(value: str) -> str:
    drawn = date.fromisoformat(value)
    return (drawn - timedelta(days=max(0, drawn.weekday() - 4))).isoformat()


def as_date(value: str) -> tuple[int, int, int]:
    """Returns year, month and day of a date.

    >>> as_date("2026-11-17")
    (2026, 11, 17)
    """
    found = date.fromisoformat(value)
    return found.year, found.month, found.day


def time_of_day(default: str = "14:35") -> Parameter:
    """Returns a parameter that is a time of day, drawn between eight in the morning and eight in the evening."""
    return Parameter(
        "time",
        default,
        lambda rng: f"{rng.randrange(8, 20):02}:{rng.choice((5, 10, 20, 25, 35, 40, 50, 55)):02}",
        lambda value: isinstance(value, str) and _TIME.fullmatch(value) is not None,
        "a time of 24 hours, such as '14:35'",
    )


def email_address(default: str = "marigold27@orchard.example") -> Parameter:
    """Returns a parameter that is an e-mail address."""
    return Parameter(
        "email",
        default,
        lambda rng: f"{rng.choice(_MAILBOXES)}{rng.randrange(10, 100)}@{rng.choice(_HOSTS)}",
        lambda value: isinstance(value, str) and _EMAIL.fullmatch(value) is not None,
        "an e-mail address such as 'marigold27@orchard.example'",
    )


def postal_address(default: str) -> Parameter:
    """Returns a parameter that is a house's address: number, street and town."""
    return text(lambda rng: f"{rng.randint(2, 89)} {rng.choice(_STREETS)}, {rng.choice(_TOWNS)}", default, "address")


def other_person(rng: random.Random, name: str) -> str:
    """Returns somebody with the same first name, and a last name that no drawn person has."""
    return f"{name.partition(' ')[0]} {rng.choice(('Ashby', 'Barlow', 'Crane', 'Dunmore', 'Easton'))}"


def another(parameter: Parameter, rng: random.Random, *taken: str) -> str:
    """Draws a parameter's value that is none of some."""
    found: str = parameter.sample(rng)
    while found in taken:
        found = parameter.sample(rng)
    return found


def some_of(rng: random.Random, names: Sequence[str]) -> list[str]:
    """Returns any number of some names, none or all among them, in any order: what else a list shows."""
    return rng.sample(names, rng.randrange(1 + len(names)))


def as_typed(params: Params, name: str) -> str:
    """Returns the value of an input as a person who has read it may type it.

    Args:
        params: The sub-task's values.
        name: The input's name.
    """
    return typed(params.kinds[name], getattr(params, name))


def told_as(params: Params, name: str) -> str:
    """Returns the type as which a text tells somebody an input, see `crab_gym.task.types.told`.

    A line that the goal quotes, or calls a text, a note, a line or the like, is sent as it is; one that it calls by
    what it is, such as "that event's title", may be told in a sentence.

    Args:
        params: The sub-task's values.
        name: The input's name.
    """
    kind: str = params.kinds[name]
    is_text = kind == "line" and (name not in params.fed or not _TEXTS.isdisjoint(params.fed[name].split()))
    return "title" if kind == "line" and not is_text else kind
