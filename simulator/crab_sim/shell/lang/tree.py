"""The syntax tree of the shell: named tuples that never change after parsing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias


class ShellSyntaxError(Exception):
    """The text is not a shell program.

    Attributes:
        incomplete: whether more text could make it one (an open quote, a loop without ``done``).
    """

    def __init__(self, message: str, *, incomplete: bool = False) -> None:
        super().__init__(message)
        self.incomplete = incomplete


UNARY_TESTS: Final = frozenset("-" + letter for letter in "abcdefghknoprstuvwxzGLNOS")
"""Operators of ``test`` and ``[[`` with one operand."""
BINARY_TESTS: Final = frozenset(
    {"=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"}
)
"""Operators of ``test`` and ``[[`` with two operands."""


class Literal(NamedTuple):
    """Literal text; `quoted` text is neither split nor globbed."""

    text: str
    quoted: bool


class Parameter(NamedTuple):
    """``$name`` or ``${name op word}``; `op` is ``""``, ``"length"``, ``"indirect"`` or the operator's characters."""

    name: str
    op: str
    word: Word
    extra: Word
    quoted: bool


class CommandSubstitution(NamedTuple):
    """``$(body)`` or backticks."""

    body: Node
    quoted: bool


class ProcessSubstitution(NamedTuple):
    """``<(body)``: the name of a file with its output."""

    body: Node


class ArithmeticExpansion(NamedTuple):
    """``$((text))``."""

    text: Word
    quoted: bool


Part: TypeAlias = Literal | Parameter | CommandSubstitution | ProcessSubstitution | ArithmeticExpansion
Word: TypeAlias = tuple[Part, ...]


@dataclass(slots=True)
class Redirect:
    """``fd op word``; for here-documents `word` is the body, filled in when the parser reaches it."""

    fd: int
    op: str
    word: Word


class Assign(NamedTuple):
    """``name=word`` or ``name+=word``."""

    name: str
    append: bool
    word: Word


class Simple(NamedTuple):
    """A command with its arguments."""

    assigns: tuple[Assign, ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


class Pipeline(NamedTuple):
    """``[!] a | b | c``."""

    negated: bool
    commands: tuple[Node, ...]


class AndOr(NamedTuple):
    """``a && b || c``: the first node, then (operator, node) pairs."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


class Sequence(NamedTuple):
    """Nodes one after the other."""

    items: tuple[Node, ...]


class Group(NamedTuple):
    """``{ body; }``."""

    body: Node


class Subshell(NamedTuple):
    """``( body )``."""

    body: Node


class If(NamedTuple):
    """``if``: (test, body) pairs, and the body of ``else``."""

    arms: tuple[tuple[Node, Node], ...]
    otherwise: Node | None


class For(NamedTuple):
    """``for name in words``; `words` is None for the positional parameters."""

    name: str
    words: tuple[Word, ...] | None
    body: Node


class CountingFor(NamedTuple):
    """``for ((start; test; step))``."""

    start: Word
    test: Word
    step: Word
    body: Node


class Loop(NamedTuple):
    """``while`` or ``until``."""

    test: Node
    body: Node
    until: bool


class Case(NamedTuple):
    """``case``: arms of (patterns, body, terminator ``;;``, ``;&`` or ``;;&``)."""

    word: Word
    arms: tuple[tuple[tuple[Word, ...], Node, str], ...]


class Function(NamedTuple):
    """``name() body``; `source` is the body's text, since the shell's state keeps functions as text."""

    name: str
    source: str


class Arithmetic(NamedTuple):
    """``((text))``."""

    text: Word


class Condition(NamedTuple):
    """A condition of ``[[ ]]``: an operator and its operands, which are conditions or words."""

    op: str
    operands: tuple[Condition | Word, ...]


class Redirected(NamedTuple):
    """A compound command with redirects."""

    node: Node
    redirects: tuple[Redirect, ...]


Node: TypeAlias = (
    Simple | Pipeline | AndOr | Sequence | Group | Subshell | If | For | CountingFor | Loop | Case | Function
    | Arithmetic | Condition | Redirected
)  # fmt: skip
