"""The built-in functions of ``awk``."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, TypeAlias

from crab_sim.shell.awk.store import Store
from crab_sim.shell.awk.tree import Expression, Field, Item, Name, Number, Pattern, Target
from crab_sim.shell.awk.values import InputText, Value, to_integer, to_number
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.dates import format_date
from crab_sim.shell.regex.matcher import Match, Regex

FUNCTIONS: Final = frozenset(
    "length substr index split sub gsub gensub match sprintf tolower toupper int sqrt exp log sin cos atan2 rand srand"
    " system close fflush strftime systime".split()
)
"""The names of the built-in functions."""
_Arguments: TypeAlias = tuple[Expression, ...]


class Functions(Store, ABC):
    """The built-in functions over the record, the variables and the arrays."""

    seed = 1

    @abstractmethod
    def value(self, node: Expression) -> Value:
        """Returns the value of an expression."""

    @abstractmethod
    def assign(self, target: Target, value: Value) -> Value:
        """Assigns a value and returns it."""

    @abstractmethod
    def flush(self) -> None:
        """Writes all held-back output."""

    def pattern(self, node: Expression) -> Regex:
        """Returns the pattern that a node stands for: a literal one or the text of a value."""
        return self.regex(node.pattern if type(node) is Pattern else self.text(self.value(node)))

    def call_builtin(self, name: str, arguments: _Arguments) -> Value:
        """Calls one of `FUNCTIONS`."""
        on_nodes = _ON_NODES.get(name)
        if on_nodes is not None:
            return on_nodes(self, arguments)
        values = [self.value(argument) for argument in arguments]
        texts = [self.text(value) for value in values]
        numbers = [to_number(value) for value in values]
        pure = _PURE.get(name)
        if pure is None:
            return self._call_impure(name, texts, numbers)
        try:
            return pure(texts, numbers)
        except IndexError:
            raise CommandError(f"not enough arguments to {name}", 2) from None
        except (ValueError, OverflowError):
            return math.nan

    def _call_impure(self, name: str, texts: list[str], numbers: list[float]) -> Value:
        """Calls a function that depends on more than its arguments; ``close`` and ``fflush`` do nothing."""
        match name:
            case "sprintf":
                return self.format(texts, numbers)
            case "rand":
                self.seed = (self.seed * 1103515245 + 12345) % (1 << 31)
                return self.seed / (1 << 31)
            case "srand":
                old = self.seed
                self.seed = (to_integer(numbers[0]) if numbers else int(self.context.time())) % (1 << 31)
                return float(old)
            case "systime":
                return float(int(self.context.time()))
            case "strftime":
                when = numbers[1] if len(numbers) > 1 else self.context.time()
                return format_date(texts[0] if texts else "%c", when)
            case "system" if texts:
                self.flush()
                return float(self.context.run(["sh", "-c", texts[0]], b""))
        return 0.0

    # --- functions that need their arguments unevaluated: names of arrays, patterns, targets -------------------

    def _length(self, arguments: _Arguments) -> Value:
        if not arguments:
            return float(len(self.line))
        node = arguments[0]
        if type(node) is Name and node.name in self.arrays:
            return float(len(self.array(node.name)))
        return float(len(self.text(self.value(node))))

    def _split(self, arguments: _Arguments) -> Value:
        if len(arguments) < 2 or not isinstance(arguments[1], Name):
            raise CommandError("split: usage: split(text, array [, separator])", 2)
        target = arguments[1]
        text = self.text(self.value(arguments[0]))
        if len(arguments) > 2:
            given = arguments[2]
            separator = given.pattern if type(given) is Pattern else self.text(self.value(given))
        else:
            separator = self.text(self.variables["FS"])
        array = self.array(target.name)
        array.clear()
        array.update((str(i), InputText(piece)) for i, piece in enumerate(self.split(text, separator), 1))
        return float(len(array))

    def _match_function(self, arguments: _Arguments) -> Value:
        if len(arguments) < 2:
            raise CommandError("not enough arguments to match", 2)
        match = self.pattern(arguments[1]).search(self.text(self.value(arguments[0])), 0, self.context.shell.budget)
        self.variables["RSTART"] = float(match.start + 1) if match else 0.0
        self.variables["RLENGTH"] = float(match.end - match.start) if match else -1.0
        if len(arguments) > 2 and isinstance(arguments[2], Name):
            array = self.array(arguments[2].name)
            array.clear()
            if match:
                array.update((str(i), InputText(match.group(i))) for i in range(len(match.spans)))
        return self.variables["RSTART"]

    def _sub(self, arguments: _Arguments) -> Value:
        return self._substitute(arguments, once=True)

    def _gsub(self, arguments: _Arguments) -> Value:
        return self._substitute(arguments, once=False)

    def _substitute(self, arguments: _Arguments, *, once: bool) -> Value:
        if len(arguments) < 2:
            raise CommandError("not enough arguments to sub", 2)
        template = self.text(self.value(arguments[1]))
        target = arguments[2] if len(arguments) > 2 else Field(Number(0.0))
        text = self.text(self.value(target))
        out: list[str] = []
        last = count = 0
        for match in self.pattern(arguments[0]).find_all(text, self.context.shell.budget):
            count += 1
            out += (text[last : match.start], _fill_sub(template, match))
            last = match.end
            if once:
                break
        if count and isinstance(target, Name | Field | Item):
            self.assign(target, self.checked("".join([*out, text[last:]])))
        return float(count)

    def _gensub(self, arguments: _Arguments) -> Value:
        if len(arguments) < 3:
            raise CommandError("not enough arguments to gensub", 2)
        template, how = (self.text(self.value(node)) for node in arguments[1:3])
        text = self.text(self.value(arguments[3])) if len(arguments) > 3 else self.line
        out: list[str] = []
        last = 0
        for number, match in enumerate(self.pattern(arguments[0]).find_all(text, self.context.shell.budget), 1):
            if how[:1].lower() != "g" and number != max(1, to_integer(to_number(how))):
                continue
            out += (text[last : match.start], _fill_gensub(template, match))
            last = match.end
        return self.checked("".join([*out, text[last:]]))


_ON_NODES: Final[dict[str, Callable[[Functions, _Arguments], Value]]] = {
    "length": Functions._length,
    "split": Functions._split,
    "match": Functions._match_function,
    "sub": Functions._sub,
    "gsub": Functions._gsub,
    "gensub": Functions._gensub,
}


def _fill_sub(template: str, match: Match) -> str:
    """Returns the replacement of ``sub``: ``&`` stands for the match."""
    whole = match.group(0)
    return re.sub(r"\\&|\\\\|&", lambda mark: whole if mark[0] == "&" else mark[0][1], template)


def _fill_gensub(template: str, match: Match) -> str:
    """Returns the replacement of ``gensub``: ``&`` stands for the match, a digit behind a backslash for a group."""

    def fill(mark: re.Match[str]) -> str:
        if mark[0] == "&":
            return match.group(0)
        return match.group(int(mark[1])) if mark[1].isdigit() else mark[1]

    return re.sub(r"\\(\d|&|\\)|&", fill, template)


def _substr(texts: list[str], numbers: list[float]) -> str:
    text = texts[0]
    start = numbers[1]
    end = start + numbers[2] if len(numbers) > 2 else math.inf
    if math.isnan(start) or math.isnan(end):
        return ""
    first = max(1, _round(start))
    last = len(text) + 1 if end == math.inf else min(len(text) + 1, _round(end))
    return text[first - 1 : last - 1] if last > first else ""


def _round(value: float) -> int:
    return round(max(-1e9, min(value, 1e9)))


_PURE: Final[dict[str, Callable[[list[str], list[float]], Value]]] = {
    "substr": _substr,
    "index": lambda texts, numbers: float(texts[0].find(texts[1]) + 1),
    "tolower": lambda texts, numbers: texts[0].lower(),
    "toupper": lambda texts, numbers: texts[0].upper(),
    "int": lambda texts, numbers: float(math.trunc(numbers[0])) if math.isfinite(numbers[0]) else numbers[0],
    "sqrt": lambda texts, numbers: math.sqrt(numbers[0]),
    "exp": lambda texts, numbers: math.exp(numbers[0]),
    "log": lambda texts, numbers: (
        math.log(numbers[0]) if numbers[0] > 0 else -math.inf if numbers[0] == 0 else math.nan
    ),
    "sin": lambda texts, numbers: math.sin(numbers[0]),
    "cos": lambda texts, numbers: math.cos(numbers[0]),
    "atan2": lambda texts, numbers: math.atan2(numbers[0], numbers[1]),
}
