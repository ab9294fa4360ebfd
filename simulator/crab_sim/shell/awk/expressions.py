"""The evaluation of expressions of ``awk``."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from typing import Final

from crab_sim.shell.awk.control import ReturnFunction
from crab_sim.shell.awk.functions import FUNCTIONS, Functions
from crab_sim.shell.awk.tree import (
    And,
    Assign,
    Binary,
    Call,
    Concat,
    Conditional,
    Expression,
    Field,
    Group,
    In,
    Item,
    Items,
    Match,
    Name,
    Number,
    Or,
    Pattern,
    Program,
    Statement,
    Step,
    String,
    Target,
    Unary,
)
from crab_sim.shell.awk.values import UNSET, Frame, Value, is_numeric, to_integer, to_number
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError

_MAX_CALLS: Final = 12


class Evaluator(Functions):
    """Evaluates expressions, with calls of the program's own functions."""

    def __init__(self, context: CommandContext, program: Program) -> None:
        super().__init__(context)
        self.program = program

    @abstractmethod
    def execute(self, node: Statement) -> None:
        """Runs a statement."""

    def value(self, node: Expression) -> Value:
        """Returns the value of an expression."""
        self.context.charge(0.005)
        return _VALUES[type(node)](self, node)

    def key(self, subscripts: tuple[Expression, ...]) -> str:
        """Returns the key of an array's item."""
        return self.text(self.variables["SUBSEP"]).join([self.text(self.value(node)) for node in subscripts])

    def assign(self, target: Target, value: Value) -> Value:
        """Assigns a value and returns it."""
        match target:
            case Name(name):
                self.put(name, value)
            case Field(number):
                self.set_field(to_integer(to_number(self.value(number))), self.text(value))
            case Item(array, subscripts):
                items = self.array(array)
                items[self.key(subscripts)] = value
                self.context.charge(0.04)
        return value

    # --- kinds of expressions ----------------------------------------------------------------------------------

    def _number(self, node: Number) -> Value:
        return node.value

    def _string(self, node: String) -> Value:
        return node.value

    def _group(self, node: Group) -> Value:
        return self.value(node.inner)

    def _items(self, node: Items) -> Value:
        return self.key(node.items)

    def _pattern(self, node: Pattern) -> Value:
        return float(self.regex(node.pattern).test(self.line, self.context.shell.budget))

    def _name(self, node: Name) -> Value:
        return self.get(node.name)

    def _field(self, node: Field) -> Value:
        return self.field(to_integer(to_number(self.value(node.number))))

    def _item(self, node: Item) -> Value:
        return self.array(node.array).setdefault(self.key(node.subscripts), UNSET)

    def _assign(self, node: Assign) -> Value:
        value = self.value(node.value)
        if node.operator:
            value = _arithmetic(node.operator, to_number(self.value(node.target)), to_number(value))
        return self.assign(node.target, value)

    def _conditional(self, node: Conditional) -> Value:
        return self.value(node.then if self.true(self.value(node.test)) else node.otherwise)

    def _and(self, node: And) -> Value:
        return float(self.true(self.value(node.left)) and self.true(self.value(node.right)))

    def _or(self, node: Or) -> Value:
        return float(self.true(self.value(node.left)) or self.true(self.value(node.right)))

    def _in(self, node: In) -> Value:
        return float(self.key(node.subscripts) in self.array(node.array))

    def _match(self, node: Match) -> Value:
        text = self.text(self.value(node.text))
        return float(self.pattern(node.pattern).test(text, self.context.shell.budget) != node.negated)

    def _concat(self, node: Concat) -> Value:
        return self.checked("".join([self.text(self.value(piece)) for piece in node.pieces]))

    def _unary(self, node: Unary) -> Value:
        value = self.value(node.operand)
        if node.operator == "!":
            return float(not self.true(value))
        return -to_number(value) if node.operator == "-" else to_number(value)

    def _step(self, node: Step) -> Value:
        old = to_number(self.value(node.target))
        new = old + (1 if node.operator == "++" else -1)
        self.assign(node.target, new)
        return new if node.before else old

    def _binary(self, node: Binary) -> Value:
        operator = node.operator
        left, right = self.value(node.left), self.value(node.right)
        if operator in ("<", "<=", "==", "!=", ">", ">="):
            return float(self.compare(operator, left, right))
        return _arithmetic(operator, to_number(left), to_number(right))

    def compare(self, operator: str, a: Value, b: Value) -> bool:
        """Compares two values: as numbers if both are numeric, else as texts."""
        if is_numeric(a) and is_numeric(b):
            x, y = to_number(a), to_number(b)
            order = (x > y) - (x < y)
        else:
            s, t = self.text(a), self.text(b)
            order = (s > t) - (s < t)
        holds = {"<": order < 0, "<=": order <= 0, "==": order == 0, "!=": order != 0, ">": order > 0, ">=": order >= 0}
        return holds[operator]

    # --- calls -------------------------------------------------------------------------------------------------

    def _call(self, node: Call) -> Value:
        if node.name in self.program.functions:
            return self._call_own(node)
        if node.name not in FUNCTIONS:
            raise CommandError(f"calling undefined function {node.name}", 2)
        return self.call_builtin(node.name, node.arguments)

    def _call_own(self, node: Call) -> Value:
        """Calls a function of the program: arrays are passed by reference, everything else by value."""
        function = self.program.functions[node.name]
        if len(self.frames) >= _MAX_CALLS:
            raise CommandError(f"function {node.name}: calls are nested too deeply", 2)
        frame = Frame(dict.fromkeys(function.parameters, UNSET), {})
        for parameter, argument in zip(function.parameters, node.arguments, strict=False):
            if type(argument) is Name and (
                argument.name in self.arrays or (self.frames and argument.name in self.frames[-1].arrays)
            ):
                frame.arrays[parameter] = self.array(argument.name)
            else:
                frame.values[parameter] = self.value(argument)
        self.frames.append(frame)
        try:
            self.execute(function.body)
        except ReturnFunction as done:
            return done.value
        finally:
            self.frames.pop()
        return UNSET


def _arithmetic(operator: str, a: float, b: float) -> float:
    try:
        if operator == "+":
            return a + b
        if operator == "-":
            return a - b
        if operator == "*":
            return a * b
        if operator == "/":
            return a / b
        if operator == "%":
            return math.fmod(a, b)
        power = a**b
        return power if isinstance(power, float) else math.nan
    except ZeroDivisionError:
        raise CommandError(f"division by zero{' in %' if operator == '%' else ''}", 2) from None
    except (OverflowError, ValueError):
        return math.nan if operator == "%" else math.inf


# One look-up by type: a `match` with 19 cases would try them one after the other for every node.
_VALUES: Final[dict[type, Callable[..., Value]]] = {
    Number: Evaluator._number,
    String: Evaluator._string,
    Pattern: Evaluator._pattern,
    Group: Evaluator._group,
    Items: Evaluator._items,
    Name: Evaluator._name,
    Field: Evaluator._field,
    Item: Evaluator._item,
    Assign: Evaluator._assign,
    Conditional: Evaluator._conditional,
    And: Evaluator._and,
    Or: Evaluator._or,
    In: Evaluator._in,
    Match: Evaluator._match,
    Concat: Evaluator._concat,
    Unary: Evaluator._unary,
    Step: Evaluator._step,
    Binary: Evaluator._binary,
    Call: Evaluator._call,
}
