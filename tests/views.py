"""Views of devices for tests, which have only the queries that a test needs."""

from __future__ import annotations

from typing import TypeVar

from crab_gym.backends.base import lacking

_T = TypeVar("_T")


def partial_view(kind: type[_T]) -> type[_T]:
    """Lets a view leave out queries and changes, which it then refuses; used as a decorator."""
    for name in kind.__abstractmethods__:  # type: ignore[attr-defined]
        setattr(kind, name, lacking(name))
    kind.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    return kind
