"""Typed parameters of tasks: each has a default, a seeded sampler, and a check of values given by hand.

* `Parameter` - the type; `choice`, `integer`, `text`, `person`, `phone_number` make the usual ones.
* `resolve` - a value for each of a task's parameters.
* `episode_number` - the number from which an episode's parameters, devices and setup are drawn.

A parameter's `type` is a short name such as ``"phone_number"``, by which inputs and outputs of sub-tasks are matched.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crab_sim.suggestions import did_you_mean

__all__ = ["Parameter", "choice", "episode_number", "integer", "person", "phone_number", "resolve", "text"]

Sampler = Callable[[random.Random], Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a task.

    Attributes:
        type: Name of its type, matched between sub-tasks.
        default: Its documented value with ``options={"parameters": "default"}``.
        sample: Draws a value from a seeded generator.
        accepts: Returns whether a value given by hand is of the type.
        expected: The values that `accepts` takes, in words.
        apart: Name of a group of parameters whose values all differ within a task; "" for none.
    """

    type: str
    default: Any
    sample: Sampler
    accepts: Callable[[Any], bool]
    expected: str
    apart: str = ""


def choice(options: Sequence[Any], default: Any = None, type: str = "choice") -> Parameter:
    """Returns a parameter that is one of some values; the default is the first.

    >>> choice(["png", "jpg"]).default
    'png'
    """
    values = tuple(options)
    first = values[0] if default is None else default

    def accepts(candidate: Any) -> bool:
        return any(candidate.__class__ is value.__class__ and candidate == value for value in values)

    return Parameter(type, first, lambda rng: rng.choice(values), accepts, f"one of {values!r}")


def integer(low: int, high: int, default: int, type: str = "integer") -> Parameter:
    """Returns a parameter that is a whole number from `low` to `high`, both included.

    Args:
        low: Its least value.
        high: Its greatest value.
        default: Its default value.
        type: Name of its type.
    """
    return Parameter(
        type,
        default,
        lambda rng: rng.randint(low, high),
        lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high,
        f"a whole number from {low} to {high}",
    )


MAX_TEXT = 60
"""Longest text of a parameter in characters: it has to fit into one line of a screen."""


def _is_line(value: Any) -> bool:
    """Returns whether a value is text that can be typed into one line and read off a screen without doubt."""
    return (
        isinstance(value, str)
        and 1 <= len(value) <= MAX_TEXT
        and value.isprintable()  # neither control characters nor surrogates, nor blanks other than the space
        and value == " ".join(value.split())
    )


def text(sampler: Sampler, default: str, type: str = "text") -> Parameter:
    """Returns a parameter that is a line of text, without blanks at its ends or two in a row.

    Args:
        sampler: Draws the text.
        default: Its default value.
        type: Name of its type.

    >>> text(lambda rng: "bread", "milk").accepts("milk "), text(lambda rng: "bread", "milk").accepts("oat milk")
    (False, True)
    """
    expected = (
        f"text of one line, 1 to {MAX_TEXT} printable characters, without blanks at its ends or two of them in a row"
    )
    return Parameter(type, default, sampler, _is_line, expected)


_FIRST = (
    "Ada", "Bruno", "Chloé", "Dario", "Edith", "Farid", "Greta", "Hugo", "Inês", "Jonas", "Kira", "Lev", "Mina", "Nils",
)  # fmt: skip
_LAST = ("Albers", "Berg", "Castro", "Dorn", "Ekman", "Fontaine", "Grau", "Holm", "Ivers", "Jansen", "Kovač", "Lindt")


def person(default: str = "Ada Albers") -> Parameter:
    """Returns a parameter that is a person's first and last name, made up from lists."""
    return text(lambda rng: f"{rng.choice(_FIRST)} {rng.choice(_LAST)}", default, "person_name")


def phone_number(default: str = "+1 555 0142") -> Parameter:
    """Returns a parameter that is a telephone number of the range that is set aside for fiction."""
    digits = "0123456789"
    return Parameter(
        "phone_number",
        default,
        lambda rng: f"+1 555 01{rng.choice(digits)}{rng.choice(digits)}",
        lambda v: _is_line(v) and sum(char in digits for char in v) >= 3 and not set(v) - set(digits + "+ -()"),
        f"a telephone number such as '+1 555 0142': 3 digits or more, '+', '-', '(', ')' and single blanks between, "
        f"at most {MAX_TEXT} characters",
    )


_DRAWS = 100
"""Maximum number of draws of a parameter, after which a value that another one of its group has is accepted."""


def _sample(parameters: Mapping[str, Parameter], rng: random.Random) -> dict[str, Any]:
    values: dict[str, Any] = {}
    values_in_use: dict[str, list[Any]] = {}
    for name, parameter in parameters.items():
        value = parameter.sample(rng)
        others = values_in_use.setdefault(parameter.apart, []) if parameter.apart else []
        for _ in range(_DRAWS):
            if value not in others:
                break
            value = parameter.sample(rng)
        others.append(value)
        values[name] = value
    return values


def episode_number(drawn: int, task: str) -> int:
    """Returns the number from which everything random in an episode of a task follows.

    Tasks draw independently: with the bare number of a seed, all tasks whose first parameter has four values would
    show the same pattern over the seeds, and results of several tasks would say less than they seem to.

    Args:
        drawn: A number that the environment drew from its seed.
        task: The task's name.

    >>> episode_number(0, "ubuntu.world_clock") == episode_number(0, "android.quiet_night")
    False
    """
    return int.from_bytes(hashlib.sha256(f"{drawn}:{task}".encode()).digest()[:8]) >> 1


def resolve(parameters: Mapping[str, Parameter], choice: object, rng: random.Random) -> dict[str, Any]:
    """Returns a value for every parameter.

    Args:
        parameters: The task's parameters.
        choice: None to draw all, ``"default"`` for the defaults, or a mapping with some values; the others are drawn.
            All are drawn in any case, so that fixing one doesn't change the rest.
        rng: Seeded generator.

    Raises:
        TypeError: `choice` is none of these.
        ValueError: It names a parameter that the task doesn't have, or a value of the wrong type.
    """
    if choice is not None and choice != "default" and not isinstance(choice, Mapping):
        raise TypeError(
            f"options['parameters'] is {choice!r}; expected 'default' or a dict of: "
            f"{', '.join(parameters) or 'nothing'}"
        )
    if choice == "default":
        return {name: parameter.default for name, parameter in parameters.items()}
    values = _sample(parameters, rng)
    for name, value in choice.items() if isinstance(choice, Mapping) else ():
        if name not in parameters:
            hint = did_you_mean(name, parameters)
            raise ValueError(f"the task has no parameter {name!r}.{hint} It has: {', '.join(parameters) or 'none'}.")
        if not parameters[name].accepts(value):
            raise ValueError(f"parameter {name!r} is {value!r}; expected {parameters[name].expected}")
        values[name] = value
    return values
