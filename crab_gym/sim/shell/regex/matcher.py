r"""POSIX regular expressions, basic and extended, that cannot be made to run for ever.

A pattern is parsed to a small tree. Where Python's `re` is sure to be quick on a given text, it does the matching;
where it could backtrack badly (nested or many ambiguous repeats), or would not find the longest of several
alternatives, a simulation of the automaton does it, in time linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import factorial
from typing import Final, NamedTuple

from crab_gym.sim.shell.context import Budget, CommandError
from crab_gym.sim.shell.regex.syntax import (
    Back,
    Choice,
    Group,
    Mark,
    Node,
    RegexError,
    Repeat,
    Sequenced,
    Set,
    parse_regex,
)

_SAFE_COST: Final = 200_000
_MAX_PROGRAM: Final = 4_000
_STEP: Final = 1 / 100
_COST_STEP: Final = 1 / 50_000


class Match(NamedTuple):
    """A match: the text and the (start, end) of each group, group 0 being all; (-1, -1) for a group without part."""

    text: str
    spans: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        """Where the match begins."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.spans[0][1]

    def group(self, index: int) -> str:
        """Returns the text of a group, empty when it took no part or does not exist."""
        if index >= len(self.spans) or self.spans[index][0] < 0:
            return ""
        return self.text[self.spans[index][0] : self.spans[index][1]]


class Regex:
    """A compiled pattern. Make it with `compile_regex`; work is charged to the budget given to each call."""

    def __init__(self, tree: Node, groups: int, ignore_case: bool) -> None:
        self.groups = groups
        self._tree = tree
        self._ignore_case = ignore_case
        self._risk = _Risk(tree)
        self._program: list[_Instruction] | None = None
        flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
        self._native = re.compile(_to_python(tree), flags)

    def search(self, text: str, start: int, budget: Budget, *, spans: bool = True) -> Match | None:
        """Finds the leftmost match at or after `start`.

        Args:
            text: where to look; ``^`` matches only at its very start and ``$`` at its very end.
            start: first position tried.
            budget: pays for the work.
            spans: False when only whether there is a match is asked.

        Raises:
            CommandError: a pattern with back-references that could run for ever.
        """
        size = len(text) - start
        cost = self._risk.cost(size)
        exact = spans and self._risk.choices and not self._risk.back
        if cost <= _SAFE_COST and not exact:
            budget.charge(cost * _COST_STEP)
            found = self._native.search(text, start)
            return None if found is None else Match(text, tuple(found.regs))
        if self._risk.back:
            raise CommandError("regular expression is too complex for this text", 2)
        if self._program is None:
            self._program = _compile(self._tree, self.groups)
        return _simulate(self._program, self.groups, text, start, self._ignore_case, self._risk.choices, budget)

    def test(self, text: str, budget: Budget) -> bool:
        """Returns whether the pattern matches somewhere."""
        return self.search(text, 0, budget, spans=False) is not None

    def find_all(self, text: str, budget: Budget) -> Iterator[Match]:
        """Yields the matches from left to right; an empty one right after another match is left out."""
        pos = 0
        last = -1
        while pos <= len(text):
            found = self.search(text, pos, budget)
            if found is None:
                return
            if found.end > found.start or found.start != last:
                yield found
                last = found.end
            pos = found.end if found.end > found.start else found.end + 1


@lru_cache(maxsize=256)
def compile_regex(
    pattern: str, *, extended: bool = False, ignore_case: bool = False, whole: str = "", fixed: bool = False
) -> Regex:
    """Compiles a basic or extended POSIX pattern.

    Args:
        pattern: the pattern.
        extended: ERE in place of BRE.
        ignore_case: letters match both cases.
        whole: ``"word"`` or ``"line"`` as ``grep -w`` and ``-x``.
        fixed: the pattern is plain text.

    Raises:
        CommandError: the pattern is malformed; status 2.
    """
    try:
        if fixed:
            tree: Node = Sequenced(tuple(Set(False, ((char, char),)) for char in pattern))
            groups = 0
        else:
            tree, groups = parse_regex(pattern, extended)
    except RegexError as error:
        raise CommandError(str(error), 2) from None
    if whole == "word":
        tree = Sequenced((Mark("edge"), tree, Mark("edge")))
    elif whole == "line":
        tree = Sequenced((Mark("^"), tree, Mark("$")))
    return Regex(tree, groups, ignore_case)


# --- Python's re -----------------------------------------------------------------------------------------------

_MARKS: Final = {
    "^": r"\A",
    "$": r"\Z",
    "b": r"\b",
    "B": r"\B",
    "<": r"\b(?=\w)",
    ">": r"\b(?<=\w)",
    "edge": r"(?:(?<!\w)|(?!\w))",
}


def _to_python(node: Node) -> str:
    if isinstance(node, Set):
        return _set_to_python(node)
    if isinstance(node, Mark):
        return _MARKS[node.kind]
    if isinstance(node, Back):
        return f"(?:\\{node.number})"
    if isinstance(node, Group):
        return f"({_to_python(node.node)})"
    if isinstance(node, Choice):
        return "(?:" + "|".join(map(_to_python, node.nodes)) + ")"
    if isinstance(node, Sequenced):
        return "".join(map(_to_python, node.nodes))
    if isinstance(node.node, Mark):
        return _to_python(node.node) if node.least else ""
    upper = "" if node.most is None else str(node.most)
    return f"(?:{_to_python(node.node)}){{{node.least},{upper}}}"


def _set_to_python(node: Set) -> str:
    if not node.ranges:
        return "." if node.negated else "(?!)"
    if len(node.ranges) == 1 and node.ranges[0][0] == node.ranges[0][1] and not node.negated:
        return re.escape(node.ranges[0][0])
    inside = "".join(f"\\U{ord(low):08x}-\\U{ord(high):08x}" for low, high in node.ranges if low <= high)
    if not inside:
        return "." if node.negated else "(?!)"
    return f"[{'^' if node.negated else ''}{inside}]"


class _Risk:
    """What is known of a pattern's worst case: ambiguous repeats, nested or not."""

    def __init__(self, tree: Node) -> None:
        self.unbounded = 0
        self.factor = 1
        self.nested = False
        self.choices = False
        self.back = False
        self._visit(tree, False, None)

    def cost(self, size: int) -> float:
        """Returns an upper estimate of re's steps on a text of `size` characters."""
        if self.nested:
            return float("inf") if size > 12 else 4096.0
        power = self.unbounded + 1
        return min((size + 1.0) ** power / factorial(power) * self.factor, 1e18) if self.unbounded else size

    def _visit(self, node: Node, repeated: bool, following: Node | None) -> None:
        if isinstance(node, Sequenced):
            for index, child in enumerate(node.nodes):
                after = node.nodes[index + 1] if index + 1 < len(node.nodes) else following
                self._visit(child, repeated, after)
        elif isinstance(node, Choice):
            self.choices = True
            self.nested |= repeated
            for child in node.nodes:
                self._visit(child, repeated, None)
        elif isinstance(node, Group):
            self._visit(node.node, repeated, following)
        elif isinstance(node, Back):
            self.back = True
        elif isinstance(node, Repeat):
            if node.least != node.most and not _disjoint(node.node, following):
                self.nested |= repeated
                if node.most is None or node.most > 3:
                    self.unbounded += 1
                else:
                    self.factor = min(self.factor * (node.most - node.least + 1), 1 << 30)
            self._visit(node.node, repeated or node.most is None or node.most > 1, None)


def _disjoint(node: Node, following: Node | None) -> bool:
    """Returns whether a repeated character and what follows it cannot be the same character."""
    if not isinstance(node, Set) or not isinstance(following, Set):
        return False
    return not (_ascii(node) & _ascii(following))


def _ascii(node: Set) -> frozenset[int]:
    """Returns the ASCII codes a set holds in either case; 128 stands for all other characters."""
    codes: set[int] = set()
    for code in range(129):
        char = chr(code) if code < 128 else "\u2603"
        variants = {char, char.lower(), char.upper()}
        inside = any(low <= variant <= high for low, high in node.ranges for variant in variants)
        if code == 128:
            inside = any(high >= "\x80" for _, high in node.ranges) != node.negated or node.negated
        elif node.negated:
            inside = not all(any(low <= v <= high for low, high in node.ranges) for v in variants)
        if inside:
            codes.add(code)
    return frozenset(codes)


# --- the automaton ---------------------------------------------------------------------------------------------


class _Instruction(NamedTuple):
    """``set`` consumes a character; ``split`` goes to `x` and, less preferred, to `y`; ``save`` notes a position."""

    op: str
    x: int = 0
    y: int = 0
    node: Node | None = None


def _compile(tree: Node, groups: int) -> list[_Instruction]:
    program: list[_Instruction] = []
    _emit(program, Group(0, tree))
    program.append(_Instruction("match"))
    return program


def _emit(program: list[_Instruction], node: Node) -> None:
    if len(program) > _MAX_PROGRAM:
        raise CommandError("Regular expression too big", 2)
    if isinstance(node, Set):
        program.append(_Instruction("set", node=node))
    elif isinstance(node, Mark):
        program.append(_Instruction("mark", node=node))
    elif isinstance(node, Group):
        program.append(_Instruction("save", node.number * 2))
        _emit(program, node.node)
        program.append(_Instruction("save", node.number * 2 + 1))
    elif isinstance(node, Sequenced):
        for child in node.nodes:
            _emit(program, child)
    elif isinstance(node, Choice):
        jumps: list[int] = []
        for child in node.nodes[:-1]:
            fork = len(program)
            program.append(_Instruction("split"))
            _emit(program, child)
            jumps.append(len(program))
            program.append(_Instruction("jump"))
            program[fork] = _Instruction("split", fork + 1, len(program))
        _emit(program, node.nodes[-1])
        for jump in jumps:
            program[jump] = _Instruction("jump", len(program))
    elif isinstance(node, Repeat):
        _emit_repeat(program, node)


def _emit_repeat(program: list[_Instruction], node: Repeat) -> None:
    for _ in range(node.least):
        _emit(program, node.node)
    if node.most is None:
        fork = len(program)
        program.append(_Instruction("split"))
        _emit(program, node.node)
        program.append(_Instruction("jump", fork))
        program[fork] = _Instruction("split", fork + 1, len(program))
        return
    forks: list[int] = []
    for _ in range(node.most - node.least):
        forks.append(len(program))
        program.append(_Instruction("split"))
        _emit(program, node.node)
    for fork in forks:
        program[fork] = _Instruction("split", fork + 1, len(program))


def _simulate(
    program: list[_Instruction], groups: int, text: str, start: int, ignore_case: bool, longest: bool, budget: Budget
) -> Match | None:
    """Runs all threads of the automaton in step over the text; the first thread in a list is the preferred one."""
    best: tuple[int, ...] | None = None
    threads: list[tuple[int, tuple[int, ...]]] = []
    empty = (-1,) * (2 * groups + 2)
    for pos in range(start, len(text) + 1):
        if best is None:
            threads.append((0, empty))
        if not threads:
            break
        ready, work = _follow(program, threads, text, pos)
        budget.charge((work + len(ready)) * _STEP)
        char = text[pos] if pos < len(text) else ""
        threads = []
        for pc, saved in ready:
            instruction = program[pc]
            if instruction.op == "match":
                if best is None or not longest or (-saved[0], saved[1]) > (-best[0], best[1]):
                    best = saved
                if not longest:
                    break
            elif char and _matches(instruction.node, char, ignore_case):
                threads.append((pc + 1, saved))
        if longest and best is not None:
            threads = [thread for thread in threads if thread[1][0] <= best[0]]
    if best is None:
        return None
    return Match(text, tuple((best[2 * g], best[2 * g + 1]) for g in range(groups + 1)))


def _follow(
    program: list[_Instruction], threads: list[tuple[int, tuple[int, ...]]], text: str, pos: int
) -> tuple[list[tuple[int, tuple[int, ...]]], int]:
    """Follows all that consumes nothing; return the threads that wait for a character or match, and the work done."""
    ready: list[tuple[int, tuple[int, ...]]] = []
    seen: set[int] = set()
    stack = threads[::-1]
    work = 0
    while stack:
        pc, saved = stack.pop()
        if pc in seen:
            continue
        seen.add(pc)
        work += 1
        op, x, y, node = program[pc]
        if op == "jump":
            stack.append((x, saved))
        elif op == "split":
            stack += ((y, saved), (x, saved))
        elif op == "save":
            stack.append((pc + 1, (*saved[:x], pos, *saved[x + 1 :])))
        elif op == "mark":
            assert isinstance(node, Mark)
            if _holds(node.kind, text, pos):
                stack.append((pc + 1, saved))
        else:
            ready.append((pc, saved))
    return ready, work


def _holds(kind: str, text: str, pos: int) -> bool:
    if kind == "^":
        return pos == 0
    if kind == "$":
        return pos == len(text)
    before = pos > 0 and _is_word(text[pos - 1])
    after = pos < len(text) and _is_word(text[pos])
    return {
        "b": before != after,
        "B": before == after,
        "<": after and not before,
        ">": before and not after,
        "edge": not (before and after),
    }[kind]


def _is_word(char: str) -> bool:
    return char == "_" or char.isalnum()


def _matches(node: Node | None, char: str, ignore_case: bool) -> bool:
    assert isinstance(node, Set)
    variants = {char, char.lower(), char.upper()} if ignore_case else (char,)
    return any(low <= variant <= high for low, high in node.ranges for variant in variants) != node.negated
