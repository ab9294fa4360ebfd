"""Operators as functions."""

from __future__ import annotations

from typing import Any


def itemgetter(*keys: Any) -> Any:
    """Returns a function that takes items of its argument."""
    if len(keys) == 1:
        return lambda value: value[keys[0]]
    return lambda value: tuple([value[key] for key in keys])


def attrgetter(*names: str) -> Any:
    """Returns a function that takes attributes of its argument."""
    if len(names) == 1:
        return lambda value: getattr(value, names[0])
    return lambda value: tuple([getattr(value, name) for name in names])


def add(one: Any, other: Any) -> Any:
    """Returns the sum."""
    return one + other


def sub(one: Any, other: Any) -> Any:
    """Returns the difference."""
    return one - other


def mul(one: Any, other: Any) -> Any:
    """Returns the product."""
    return one * other


def truediv(one: Any, other: Any) -> Any:
    """Returns the quotient."""
    return one / other
