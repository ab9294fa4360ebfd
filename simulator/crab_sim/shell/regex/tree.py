"""Syntax trees of POSIX regular expressions."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias


class Set(NamedTuple):
    """One character in inclusive ranges, or outside of them if `negated`; the negated empty set is any character."""

    negated: bool
    ranges: tuple[tuple[str, str], ...]


class Mark(NamedTuple):
    r"""A place: ``^``, ``$``, ``b``, ``B``, ``<``, ``>``, ``edge`` (not in a word), ``start`` or ``end`` of a line."""

    kind: str


class Back(NamedTuple):
    r"""A reference to a group: ``\number``."""

    number: int


class Group(NamedTuple):
    """A numbered group."""

    number: int
    node: Node


class Sequenced(NamedTuple):
    """Nodes one after the other."""

    nodes: tuple[Node, ...]


class Choice(NamedTuple):
    """One of several nodes."""

    nodes: tuple[Node, ...]


class Repeat(NamedTuple):
    """`minimum` to `maximum` times a node, as few as possible if `lazy`; no limit when `maximum` is None."""

    node: Node
    minimum: int
    maximum: int | None
    lazy: bool = False


Node: TypeAlias = Set | Mark | Back | Group | Sequenced | Choice | Repeat
ANY: Final = Set(True, ())
