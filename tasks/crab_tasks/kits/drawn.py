"""Parameters of sub-tasks that several kits draw: dates, times, addresses and titles."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta

from crab_gym.task.parameters import Parameter, text

__all__ = ["amount", "another", "as_date", "date_ahead", "email_address", "event_title", "other_person", "time_of_day"]

_FIRST = date(2026, 11, 10)
_DAYS = 40
"""Dates are drawn from the weeks that lie ahead of every start of a simulated device."""
_KINDS = ("Choir", "Chess", "Debate", "Garden", "Lantern", "Poetry", "Puppet", "Quartet")
_OCCASIONS = ("evening", "contest", "festival", "rehearsal", "supper", "workshop")
_MAILBOXES = ("cobalt", "heron", "juniper", "kestrel", "marigold", "pebble", "saffron", "thistle", "willow")
_HOSTS = ("harbour.example", "northmail.example", "orchard.example", "quarry.example")


def _is_date(value: object) -> bool:
    if not isinstance(value, str) or not re.fullmatch(r"20\d\d-\d\d-\d\d", value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _some_date(rng: random.Random) -> str:
    return (_FIRST + timedelta(days=rng.randrange(_DAYS))).isoformat()


def date_ahead(default: str = "2026-11-17") -> Parameter:
    """Returns a parameter that is a date some days or weeks ahead."""
    return Parameter("date", default, _some_date, _is_date, "a date from 2000 on, such as '2026-11-17'")


def another(parameter: Parameter, rng: random.Random, *taken: str) -> str:
    """Draws a parameter's value that is none of some."""
    found: str = parameter.sample(rng)
    while found in taken:
        found = parameter.sample(rng)
    return found


def as_date(value: str) -> tuple[int, int, int]:
    """Returns year, month and day of a date.

    >>> as_date("2026-11-17")
    (2026, 11, 17)
    """
    day = date.fromisoformat(value)
    return day.year, day.month, day.day


def _some_time(rng: random.Random) -> str:
    return f"{rng.randrange(8, 20):02}:{rng.choice((5, 10, 20, 25, 35, 40, 50, 55)):02}"


def time_of_day(default: str = "14:35") -> Parameter:
    """Returns a parameter that is a time between eight in the morning and eight in the evening."""
    return Parameter(
        "time",
        default,
        _some_time,
        lambda value: isinstance(value, str) and re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", value) is not None,
        "a time from '00:00' to '23:59'",
    )


def _some_address(rng: random.Random) -> str:
    return f"{rng.choice(_MAILBOXES)}{rng.randrange(10, 100)}@{rng.choice(_HOSTS)}"


def email_address(default: str = "marigold27@orchard.example") -> Parameter:
    """Returns a parameter that is an e-mail address."""
    return Parameter(
        "email",
        default,
        _some_address,
        lambda value: isinstance(value, str) and re.fullmatch(r"[\w.+-]{1,30}@[\w-]+(\.[\w-]+)+", value) is not None,
        "an e-mail address such as 'marigold27@orchard.example'",
    )


def amount(default: str = "48.60") -> Parameter:
    """Returns a parameter that is an amount of money with two decimals."""
    return Parameter(
        "amount",
        default,
        lambda rng: f"{rng.randrange(12, 190)}.{rng.randrange(1, 10)}0",
        lambda value: isinstance(value, str) and re.fullmatch(r"\d{1,5}\.\d\d", value) is not None,
        "an amount with two decimals, such as '48.60'",
    )


def event_title(default: str = "Lantern festival") -> Parameter:
    """Returns a parameter that is the title of an event."""
    return text(lambda rng: f"{rng.choice(_KINDS)} {rng.choice(_OCCASIONS)}", default, "line")


def other_person(rng: random.Random, name: str) -> str:
    """Returns somebody with the same first name, and a last name that no drawn person has."""
    return f"{name.partition(' ')[0]} {rng.choice(('Ashby', 'Barlow', 'Crane', 'Dunmore', 'Easton'))}"
