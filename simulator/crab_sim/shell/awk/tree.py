"""The syntax tree of ``awk``: expressions, statements, rules and functions."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

# --- expressions -----------------------------------------------------------------------------------------------


class Number(NamedTuple):
    """A number."""

    value: float


class String(NamedTuple):
    """A quoted text."""

    value: str


class Pattern(NamedTuple):
    """``/pattern/``: on its own, whether the record matches."""

    pattern: str


class Group(NamedTuple):
    """``(inner)``."""

    inner: Expression


class Items(NamedTuple):
    """``(a, b)``: the subscripts of ``in``, or the arguments of ``print``."""

    items: tuple[Expression, ...]


class Name(NamedTuple):
    """A variable."""

    name: str


class Field(NamedTuple):
    """``$number``."""

    number: Expression


class Item(NamedTuple):
    """``array[subscripts]``."""

    array: str
    subscripts: tuple[Expression, ...]


class Assign(NamedTuple):
    """``target operator= value``; `operator` is empty for a plain ``=``."""

    target: Target
    operator: str
    value: Expression


class Conditional(NamedTuple):
    """``test ? then : otherwise``."""

    test: Expression
    then: Expression
    otherwise: Expression


class And(NamedTuple):
    """``left && right``."""

    left: Expression
    right: Expression


class Or(NamedTuple):
    """``left || right``."""

    left: Expression
    right: Expression


class In(NamedTuple):
    """``subscripts in array``."""

    subscripts: tuple[Expression, ...]
    array: str


class Match(NamedTuple):
    """``text ~ pattern``, or ``!~`` when `negated`."""

    text: Expression
    pattern: Expression
    negated: bool


class Concat(NamedTuple):
    """Pieces side by side."""

    pieces: tuple[Expression, ...]


class Unary(NamedTuple):
    """``!``, ``-`` or ``+`` before an operand."""

    operator: str
    operand: Expression


class Step(NamedTuple):
    """``++`` or ``--``, `before` or after its target."""

    target: Target
    operator: str
    before: bool


class Binary(NamedTuple):
    """A comparison or an arithmetic operator between two operands."""

    operator: str
    left: Expression
    right: Expression


class Call(NamedTuple):
    """``name(arguments)``, of a built-in function or one of the program's."""

    name: str
    arguments: tuple[Expression, ...]


Target: TypeAlias = Name | Field | Item
"""Something that can be assigned to."""
Expression: TypeAlias = (
    Number | String | Pattern | Group | Items | Name | Field | Item | Assign | Conditional | And | Or | In | Match
    | Concat | Unary | Step | Binary | Call
)  # fmt: skip

# --- statements ------------------------------------------------------------------------------------------------


class Block(NamedTuple):
    """``{ body }``."""

    body: tuple[Statement, ...]


class Evaluate(NamedTuple):
    """An expression as a statement."""

    expression: Expression


class If(NamedTuple):
    """``if (test) then else otherwise``."""

    test: Expression
    then: Statement
    otherwise: Statement | None


class While(NamedTuple):
    """``while (test) body``."""

    test: Expression
    body: Statement


class DoWhile(NamedTuple):
    """``do body while (test)``."""

    body: Statement
    test: Expression


class For(NamedTuple):
    """``for (start; test; step) body``."""

    start: Statement | None
    test: Expression | None
    step: Statement | None
    body: Statement


class ForIn(NamedTuple):
    """``for (name in array) body``."""

    name: str
    array: str
    body: Statement


class Delete(NamedTuple):
    """``delete array[subscripts]``; `subscripts` is None for the whole array."""

    array: str
    subscripts: tuple[Expression, ...] | None


class Print(NamedTuple):
    """``print``; `mode` is ``>``, ``>>`` or ``|`` with a `target`, else empty."""

    arguments: tuple[Expression, ...]
    mode: str
    target: Expression | None


class Printf(NamedTuple):
    """``printf``, with the fields of `Print`."""

    arguments: tuple[Expression, ...]
    mode: str
    target: Expression | None


class Next(NamedTuple):
    """``next``."""


class Break(NamedTuple):
    """``break``."""


class Continue(NamedTuple):
    """``continue``."""


class Exit(NamedTuple):
    """``exit status``."""

    status: Expression | None


class Return(NamedTuple):
    """``return value``."""

    value: Expression | None


Statement: TypeAlias = (
    Block | Evaluate | If | While | DoWhile | For | ForIn | Delete | Print | Printf | Next | Break | Continue | Exit
    | Return
)  # fmt: skip

# --- programs --------------------------------------------------------------------------------------------------


class Rule(NamedTuple):
    """``pattern { action }``.

    Attributes:
        kind: ``BEGIN``, ``END``, ``line`` or ``range``.
        first: the pattern, or the one that a range starts with; None for every line.
        second: the pattern that a range ends with.
        action: None prints the record.
    """

    kind: str
    first: Expression | None
    second: Expression | None
    action: Block | None


class Function(NamedTuple):
    """A function of the program."""

    parameters: tuple[str, ...]
    body: Block


class Program(NamedTuple):
    """Rules in order, and functions by name."""

    rules: tuple[Rule, ...]
    functions: dict[str, Function]
