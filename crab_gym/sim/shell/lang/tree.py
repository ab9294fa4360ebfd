"""The syntax tree of the shell: plain tuples that are never changed after parsing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class ShellSyntaxError(Exception):
    """The text is no shell program.

    Attributes:
        incomplete: more text could make it one (an open quote, a loop without ``done``).
    """

    def __init__(self, message: str, *, incomplete: bool = False) -> None:
        super().__init__(message)
        self.incomplete = incomplete


class Lit(NamedTuple):
    """Text that stands for itself; `quoted` text is neither split nor globbed."""

    text: str
    quoted: bool


class Param(NamedTuple):
    """``$name`` or ``${name op word}``; `op` is ``""``, ``"length"``, ``"indirect"`` or the operator's characters."""

    name: str
    op: str
    word: Word
    extra: Word
    quoted: bool


class CommandSub(NamedTuple):
    """``$(body)`` or backticks."""

    body: Node
    quoted: bool


class ProcessSub(NamedTuple):
    """``<(body)``: the name of a file that holds its output."""

    body: Node


class Arith(NamedTuple):
    """``$((text))``."""

    text: Word
    quoted: bool


Part: TypeAlias = Lit | Param | CommandSub | ProcessSub | Arith
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
    """``if``: (test, body) pairs and what is done otherwise."""

    arms: tuple[tuple[Node, Node], ...]
    otherwise: Node | None


class For(NamedTuple):
    """``for name in words``; `words` is None for the positional parameters."""

    name: str
    words: tuple[Word, ...] | None
    body: Node


class CFor(NamedTuple):
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
    """``name() body``; `source` is the body's text, which is what the shell's state keeps."""

    name: str
    source: str


class Arithmetic(NamedTuple):
    """``((text))``."""

    text: Word


class Condition(NamedTuple):
    """Inside ``[[ ]]``: an operator and its operands, which are conditions or words."""

    op: str
    operands: tuple[Condition | Word, ...]


class Redirected(NamedTuple):
    """A compound command with redirects."""

    node: Node
    redirects: tuple[Redirect, ...]


Node: TypeAlias = (
    Simple | Pipeline | AndOr | Sequence | Group | Subshell | If | For | CFor | Loop | Case | Function | Arithmetic
    | Condition | Redirected
)  # fmt: skip
