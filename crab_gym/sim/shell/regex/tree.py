"""Syntax trees of POSIX regular expressions."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias


class Set(NamedTuple):
    """One character of (or, negated, outside of) inclusive ranges; the negated empty set is any character."""

    negated: bool
    ranges: tuple[tuple[str, str], ...]


class Mark(NamedTuple):
    r"""A place: ``^``, ``$``, ``b``, ``B``, ``<``, ``>`` or ``edge`` (not within a word)."""

    kind: str


class Back(NamedTuple):
    r"""``\number``."""

    number: int


class Group(NamedTuple):
    """A numbered group."""

    number: int
    node: Node


class Sequenced(NamedTuple):
    """One after the other."""

    nodes: tuple[Node, ...]


class Choice(NamedTuple):
    """One of several."""

    nodes: tuple[Node, ...]


class Repeat(NamedTuple):
    """`least` to `most` times; None is without end."""

    node: Node
    least: int
    most: int | None


Node: TypeAlias = Set | Mark | Back | Group | Sequenced | Choice | Repeat
ANY: Final = Set(True, ())
