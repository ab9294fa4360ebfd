"""``re``: Python's own matcher where it is sure to be quick on a text, and else the shell's automaton.

A pattern is parsed by `re`'s parser and translated to the tree of the shell's patterns. The automaton follows all
alternatives at once, so its time is linear in the text; it knows neither look-around nor back-references, and a pattern
that needs them and could take long is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from crab_sim.shell.errors import CommandError
from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Lazy, Value
from crab_sim.shell.regex.automaton import Instruction, compile_program, simulate
from crab_sim.shell.regex.native import Risk
from crab_sim.shell.regex.tree import ANY, Choice, Group, Mark, Node, Repeat, Sequenced, Set

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_parser: Any = re._parser  # type: ignore[attr-defined] # the tree of a pattern has no public form
_SAFE_COST: Final = 300_000
_MAX_PATTERN: Final = 2_000
_WORD: Final = (("0", "9"), ("A", "Z"), ("_", "_"), ("a", "z"), ("\u00aa", "\u00aa"), ("\u00c0", "\U0010ffff"))
_SPACE: Final = (("\t", "\r"), (" ", " "), ("\x1c", "\x1f"), ("\x85", "\x85"), ("\xa0", "\xa0"))
_CATEGORIES: Final = {
    "CATEGORY_DIGIT": Set(False, (("0", "9"),)),
    "CATEGORY_NOT_DIGIT": Set(True, (("0", "9"),)),
    "CATEGORY_WORD": Set(False, _WORD),
    "CATEGORY_NOT_WORD": Set(True, _WORD),
    "CATEGORY_SPACE": Set(False, _SPACE),
    "CATEGORY_NOT_SPACE": Set(True, _SPACE),
}
_MARKS: Final = {"AT_BEGINNING_STRING": "^", "AT_END_STRING": "$", "AT_BOUNDARY": "b", "AT_NON_BOUNDARY": "B"}


class _Beyond(Exception):
    """A pattern asks for something that the automaton can't do."""


class _Translation:
    """The tree of a pattern for the automaton; lazy repeats and the like make it inexact.

    Attributes:
        flags: the flags of the pattern.
        exact: whether the automaton finds what Python's matcher finds.
        ends: whether it has a ``$``, which for the automaton doesn't match before a newline at the end.
    """

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.exact = True
        self.ends = False

    def sequence(self, items: Any) -> Node:
        nodes = [self.node(str(op), argument) for op, argument in items]
        return nodes[0] if len(nodes) == 1 else Sequenced(tuple(nodes))

    def node(self, op: str, argument: Any) -> Node:
        if op in ("LITERAL", "NOT_LITERAL"):
            return Set(op != "LITERAL", ((chr(argument), chr(argument)),))
        if op == "ANY":
            return ANY if self.flags & re.DOTALL else Set(True, (("\n", "\n"),))
        if op == "IN":
            return self.set(argument)
        if op == "BRANCH":
            _, branches = argument
            return Choice(tuple(self.sequence(branch) for branch in branches))
        if op == "SUBPATTERN":
            number, added, removed, inner = argument
            if added or removed:
                raise _Beyond
            return self.sequence(inner) if number is None else Group(number, self.sequence(inner))
        if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            minimum, maximum, inner = argument
            self.exact &= op == "MAX_REPEAT"
            unlimited = str(maximum) == "MAXREPEAT"
            return Repeat(self.sequence(inner), int(minimum), None if unlimited else int(maximum))
        if op == "AT":
            return self.mark(str(argument))
        return self.other(op, argument)

    def mark(self, kind: str) -> Node:
        if kind in _MARKS:
            return Mark(_MARKS[kind])
        if kind in ("AT_BEGINNING", "AT_END") and not self.flags & re.MULTILINE:
            self.ends |= kind == "AT_END"
            return Mark("^" if kind == "AT_BEGINNING" else "$")
        self.exact = False
        return Sequenced(())

    def other(self, op: str, argument: Any) -> Node:
        """Returns a stand-in for what only Python's matcher can do; it serves to estimate the work."""
        self.exact = False
        if op in ("ASSERT", "ASSERT_NOT"):
            _, inner = argument
            return self.sequence(inner)
        if op == "ATOMIC_GROUP":
            return self.sequence(argument)
        if op == "GROUPREF":
            return Repeat(ANY, 0, None)
        raise _Beyond

    def set(self, items: Any) -> Node:
        negated = False
        ranges: list[tuple[str, str]] = []
        for op, argument in items:
            kind = str(op)
            if kind == "NEGATE":
                negated = True
            elif kind == "LITERAL":
                ranges.append((chr(argument), chr(argument)))
            elif kind == "RANGE":
                low, high = argument
                ranges.append((chr(low), chr(high)))
            else:
                found = _CATEGORIES[str(argument)]
                ranges += _inverse(found.ranges) if found.negated else found.ranges
        return Set(negated, tuple(ranges))


def _inverse(ranges: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    found, start = [], 0
    for low, high in sorted(ranges):
        if ord(low) > start:
            found.append((chr(start), chr(ord(low) - 1)))
        start = ord(high) + 1
    return [*found, (chr(start), "\U0010ffff")] if start < 0x110000 else found


class Pattern:
    """A compiled pattern."""

    def __init__(self, machine: Machine, pattern: str, flags: int) -> None:
        if len(pattern) > _MAX_PATTERN:
            raise re.error("the pattern is too long")
        machine.meter.charge(3 + len(pattern) / 8)
        self.native: re.Pattern[str] = re.compile(pattern, flags)
        self.pattern = pattern
        self.program: list[Instruction] | None = None
        self.tree: Node | None = None
        try:
            translation = _Translation(self.native.flags)
            self.tree = translation.sequence(_parser.parse(pattern, flags))
            self.exact, self.ends = translation.exact, translation.ends
            self.risk: Risk | None = Risk(self.tree)
        except (_Beyond, KeyError):
            self.risk, self.exact, self.ends = None, False, False

    def search(self, machine: Machine, text: str, start: int, end: int, kind: str = "search") -> Match | None:
        """Returns the first match.

        Args:
            machine: the machine.
            text: the text.
            start: the first position tried.
            end: the text is taken to end here.
            kind: ``search``, ``match`` (only at `start`) or ``fullmatch``.

        Raises:
            RuntimeError: the work has no known bound.
        """
        size = end - start
        cost = self.risk.cost(size) if self.risk is not None else float("inf") if size > 200 else 1000.0
        if kind != "search" and self.risk is not None and not self.risk.nested:
            cost = cost / (size + 1)
        if cost <= _SAFE_COST:
            machine.meter.charge(0.05 + cost / 20_000)
            found = getattr(self.native, kind)(text, start, end)
            return None if found is None else Match(self, text, found.regs)
        if not self.exact or self.tree is None or (self.ends and text[:end].endswith("\n")):
            raise RuntimeError(
                "the simulated machine's Python refuses this pattern: it could take too long on this text"
            )
        return self._simulate(machine, text, start, end, kind)

    def _simulate(self, machine: Machine, text: str, start: int, end: int, kind: str) -> Match | None:
        assert self.tree is not None
        if self.program is None:
            try:
                self.program = compile_program(self.tree)
            except CommandError:
                raise re.error("the pattern is too large") from None
        budget = machine.context.shell.budget
        folded = bool(self.native.flags & re.IGNORECASE)
        text_ = text[:end]
        found = simulate(self.program, self.native.groups, text_, start, folded, False, budget)
        spans = [(-1, -1)] if found is None else list(found)
        begin, stop = spans[0]
        if kind == "fullmatch" and begin == start and stop != end:
            found = simulate(
                compile_program(Sequenced((self.tree, Mark("$")))),
                self.native.groups,
                text_,
                start,
                folded,
                False,
                budget,
            )
            spans = [(-1, -1)] if found is None else list(found)
            begin, stop = spans[0]
        if found is None or (kind != "search" and begin != start):
            return None
        return Match(self, text, tuple(spans))

    def all(self, machine: Machine, text: str, start: int = 0) -> Iterator[Match]:
        """Yields the matches from left to right."""
        size = max(0, len(text) - start)
        if self.risk is not None and self.risk.cost(size) <= _SAFE_COST:
            machine.meter.charge(0.05 + self.risk.cost(size) / 20_000)
            for native in self.native.finditer(text, start):
                machine.meter.charge(0.01)
                yield Match(self, text, native.regs)
            return
        while start <= len(text):
            found = self.search(machine, text, start, len(text))
            if found is None:
                return
            yield found
            begin, end = found.spans[0]
            start = end if end > begin else end + 1


class Match:
    """A match."""

    def __init__(self, pattern: Pattern, text: str, spans: tuple[tuple[int, int], ...]) -> None:
        self.re = pattern
        self.string = text
        self.spans = spans

    def __repr__(self) -> str:
        begin, end = self.spans[0]
        return f"<re.Match object; span=({begin}, {end}), match={self.string[begin:end]!r}>"

    def number(self, group: Value) -> int:
        """Returns the number of a group."""
        number = self.re.native.groupindex.get(group, -1) if isinstance(group, str) else group
        if not isinstance(number, int) or not 0 <= number < len(self.spans):
            raise IndexError("no such group")
        return number

    def group(self, group: Value = 0, default: Value = None) -> Value:
        """Returns the text of a group."""
        begin, end = self.spans[self.number(group)]
        return default if begin < 0 else self.string[begin:end]

    def __getitem__(self, group: Value) -> Value:
        return self.group(group)


PATTERN = Table(Pattern)
PATTERN.properties.update(
    pattern=lambda machine, pattern: pattern.pattern,
    flags=lambda machine, pattern: pattern.native.flags,
    groups=lambda machine, pattern: pattern.native.groups,
    groupindex=lambda machine, pattern: dict(pattern.native.groupindex),
)
MATCH = Table(Match)
MATCH.properties.update(
    string=lambda machine, match: match.string,
    re=lambda machine, match: match.re,
    lastindex=lambda machine, match: max([n for n, (b, _) in enumerate(match.spans) if b >= 0 and n], default=None),
    lastgroup=lambda machine, match: None,
    pos=lambda machine, match: 0,
)


@MATCH.method("group")
def _group(machine: Machine, match: Match, *groups: Value) -> Value:
    if len(groups) <= 1:
        return match.group(*groups)
    return tuple([match.group(group) for group in groups])


@MATCH.method("groups")
def _groups(machine: Machine, match: Match, default: Value = None) -> tuple[Value, ...]:
    return tuple([match.group(number, default) for number in range(1, len(match.spans))])


@MATCH.method("groupdict")
def _groupdict(machine: Machine, match: Match, default: Value = None) -> dict[str, Value]:
    return {name: match.group(name, default) for name in match.re.native.groupindex}


@MATCH.method("span")
def _span(machine: Machine, match: Match, group: Value = 0) -> tuple[int, int]:
    return match.spans[match.number(group)]


@MATCH.method("start")
def _start(machine: Machine, match: Match, group: Value = 0) -> int:
    return match.spans[match.number(group)][0]


@MATCH.method("end")
def _end(machine: Machine, match: Match, group: Value = 0) -> int:
    return match.spans[match.number(group)][1]


@MATCH.method("expand")
def _expand(machine: Machine, match: Match, template: str) -> str:
    return _expanded(machine, match, template)


def _checked(text: Value) -> str:
    if isinstance(text, bytes):
        raise TypeError("the simulated machine's Python has no patterns of bytes")
    if not isinstance(text, str):
        raise TypeError(f"expected string or bytes-like object, got '{type_name(text)}'")
    return text


def _search(kind: str) -> None:
    def call(machine: Machine, pattern: Pattern, string: Value, pos: int = 0, endpos: int | None = None) -> Value:
        text = _checked(string)
        end = len(text) if endpos is None else max(0, min(endpos, len(text)))
        start = max(0, min(pos, len(text)))
        return pattern.search(machine, text, start, end, kind) if start <= end else None

    PATTERN.method(kind)(call)


for _name in ("search", "match", "fullmatch"):
    _search(_name)


@PATTERN.method("findall")
def _findall(machine: Machine, pattern: Pattern, string: Value, pos: int = 0) -> list[Value]:
    found: list[Value] = []
    for match in pattern.all(machine, _checked(string), pos):
        groups = [match.group(number, "") for number in range(1, len(match.spans))]
        found.append(tuple(groups) if len(groups) > 1 else groups[0] if groups else match.group())
        machine.meter.charge(0.02)
    return found


@PATTERN.method("finditer")
def _finditer(machine: Machine, pattern: Pattern, string: Value) -> Lazy:
    return Lazy("callable_iterator", pattern.all(machine, _checked(string)))


@PATTERN.method("sub")
def _sub(machine: Machine, pattern: Pattern, repl: Value, string: Value, count: int = 0) -> str:
    return _substituted(machine, pattern, repl, string, count)[0]


@PATTERN.method("subn")
def _subn(machine: Machine, pattern: Pattern, repl: Value, string: Value, count: int = 0) -> tuple[str, int]:
    return _substituted(machine, pattern, repl, string, count)


def _substituted(machine: Machine, pattern: Pattern, repl: Value, string: Value, count: int) -> tuple[str, int]:
    text = _checked(string)
    parts: list[str] = []
    last = number = size = 0
    for match in pattern.all(machine, text):
        if count and number >= count:
            break
        begin, end = match.spans[0]
        new = _expanded(machine, match, repl) if isinstance(repl, str) else machine.call(repl, match)
        if not isinstance(new, str):
            raise TypeError(f"sequence item {len(parts)}: expected str instance, {type_name(new)} found")
        parts += (text[last:begin], new)
        size += len(new) + begin - last
        machine.meter.text(size)
        machine.meter.charge(0.02)
        last, number = end, number + 1
    machine.meter.text(size + len(text) - last)
    return "".join(parts) + text[last:], number


_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "f": "\f", "v": "\v", "a": "\a", "b": "\b"}


def _expanded(machine: Machine, match: Match, template: str) -> str:
    if "\\" not in template:
        return template

    def replace(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        if name is not None:
            key: Value = int(name) if name.isdigit() else name
            if isinstance(key, str) and key not in match.re.native.groupindex:
                raise IndexError(f"unknown group name {key!r}")
            if isinstance(key, int) and key >= len(match.spans):
                raise re.error(f"invalid group reference {key}")
            return str(match.group(key, ""))
        if found[3] in _ESCAPES:
            return _ESCAPES[found[3]]
        if found[3].isalpha():
            raise re.error(f"bad escape \\{found[3]}")
        return found[0]

    return re.sub(r"\\(?:([0-9]{1,2})|g<([^>]*)>|(.))", replace, template, flags=re.DOTALL)


@PATTERN.method("split")
def _split(machine: Machine, pattern: Pattern, string: Value, maxsplit: int = 0) -> list[Value]:
    text = _checked(string)
    parts: list[Value] = []
    last = 0
    for number, match in enumerate(pattern.all(machine, text)):
        if maxsplit and number >= maxsplit:
            break
        begin, end = match.spans[0]
        parts.append(text[last:begin])
        parts += [match.group(group) for group in range(1, len(match.spans))]
        last = end
    return [*parts, text[last:]]


def _re(machine: Machine) -> dict[str, Value]:
    known: dict[tuple[str, int], Pattern] = {}

    def compiled(pattern: Value, flags: Value = 0) -> Pattern:
        if isinstance(pattern, Pattern):
            return pattern
        text = _checked(pattern)
        bits = int(flags)
        if bits & int(re.LOCALE | re.DEBUG):
            raise ValueError("the simulated machine's Python lacks these flags")
        if (text, bits) not in known:
            known[text, bits] = Pattern(machine, text, bits)
        return known[text, bits]

    def on_pattern(name: str) -> Callable[..., Value]:
        method = PATTERN.methods[name]

        def call(pattern: Value, *given: Value, flags: Value = 0, **named: Value) -> Value:
            expected = {"sub": 3, "subn": 3, "split": 2}.get(name, 1)
            if len(given) > expected:
                *given, flags = given  # type: ignore[assignment]
            return method(machine, compiled(pattern, flags), *given, **named)

        return call

    names = "search match fullmatch findall finditer sub subn split".split()
    calls = {name: on_pattern(name) for name in names}
    calls["compile"] = compiled
    calls["escape"] = lambda text: re.escape(_checked(text))
    calls["purge"] = known.clear
    letters = {
        "IGNORECASE": re.I, "I": re.I, "MULTILINE": re.M, "M": re.M, "DOTALL": re.S, "S": re.S, "VERBOSE": re.X,
        "X": re.X, "ASCII": re.A, "A": re.A, "UNICODE": re.U, "U": re.U,
    }  # fmt: skip
    flags = {name: int(flag) for name, flag in letters.items()}
    return {"error": re.error, "Pattern": Pattern, "Match": Match, **flags, **natives(machine, calls)}


Pattern.__module__ = Match.__module__ = "re"
MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {"re": _re}
