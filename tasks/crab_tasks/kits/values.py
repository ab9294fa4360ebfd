"""Parameters of sub-tasks whose values are drawn from words, amounts, days or paths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from crab_gym.task.parameters import Parameter, text

__all__ = ["amount", "clock_time", "day", "email", "file_path", "phrase"]

_EMAIL = re.compile(r"[\w.+-]{1,30}@[a-z0-9-]{1,20}(?:\.[a-z0-9-]{1,20}){1,3}", re.ASCII)
_BOXES = ("birch", "linden", "cypress", "juniper", "maple", "willow", "poplar", "hazel")
_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")
_AMOUNT = re.compile(r"[1-9]\d{0,3}\.\d{2}")


def phrase(firsts: Sequence[str], seconds: Sequence[str], default: str) -> Parameter:
    """Returns a parameter that is a line of two parts, each drawn from its own list."""
    return text(lambda rng: f"{rng.choice(firsts)} {rng.choice(seconds)}", default, "line")


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


def email(default: str) -> Parameter:
    """Returns a parameter that is an e-mail address."""
    return Parameter(
        "email",
        default,
        lambda rng: f"{rng.choice(_BOXES)}{rng.randint(10, 99)}@example.org",
        lambda value: isinstance(value, str) and _EMAIL.fullmatch(value) is not None,
        "an e-mail address such as 'birch12@example.org'",
    )


def file_path(default: str, stems: Sequence[str]) -> Parameter:
    """Returns a parameter that is the path of a file on the desktop.

    Args:
        default: Its default value, such as "/home/user/Documents/plan.pdf", whose folder and ending all have.
        stems: Beginnings of the names, before a number.
    """
    folder, _, name = default.rpartition("/")
    ending = name.rpartition(".")[2]
    pattern = re.compile(rf"{re.escape(folder)}/\w{{1,30}}\.{ending}")
    return Parameter(
        "path",
        default,
        lambda rng: f"{folder}/{rng.choice(stems)}_{rng.randint(10, 99)}.{ending}",
        lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None,
        f"a path such as {default!r}, in the same folder and with the same ending, of letters, digits and '_'",
    )


def clock_time(default: str) -> Parameter:
    """Returns a parameter that is a time of day."""
    return Parameter(
        "time",
        default,
        lambda rng: f"{rng.randint(6, 21):02}:{5 * rng.randint(0, 11):02}",
        lambda value: isinstance(value, str) and _TIME.fullmatch(value) is not None,
        "a time of 24 hours, such as '14:35'",
    )


def day(default: str, first: date, last: date) -> Parameter:
    """Returns a parameter that is a date.

    Args:
        default: Its default value.
        first: The earliest date.
        last: The latest date.
    """

    def accepts(value: object) -> bool:
        try:
            return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
        except ValueError:
            return False

    span = (last - first).days
    return Parameter(
        "date",
        default,
        lambda rng: (first + timedelta(days=rng.randint(0, span))).isoformat(),
        accepts,
        "a date such as '2026-10-15'",
    )
