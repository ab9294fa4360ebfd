"""POSIX regular expressions, basic and extended, in bounded time.

A pattern is parsed to a small tree. Where Python's `re` is sure to be quick on a given text, it does the matching;
where it could backtrack badly (nested or many ambiguous repeats), or would miss the longest of several alternatives, an
automaton does it, in time linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.machine.work import Budget
from crab_sim.shell.errors import CommandError
from crab_sim.shell.regex.automaton import Instruction, compile_program, simulate
from crab_sim.shell.regex.native import Risk, to_python
from crab_sim.shell.regex.parser import RegexError, parse_regex
from crab_sim.shell.regex.tree import Mark, Node, Sequenced, Set

_SAFE_COST: Final = 200_000
_COST_STEP: Final = 1 / 50_000
_COST_CALL: Final = 0.05


class Match(NamedTuple):
    """A match in a text.

    Attributes:
        text: the text.
        spans: (start, end) of each group; group 0 is the whole match, and (-1, -1) a group that took no part.
    """

    text: str
    spans: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        """Start of the match."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """End of the match."""
        return self.spans[0][1]

    def group(self, index: int) -> str:
        """Returns the text of a group, empty when it took no part or does not exist."""
        if index >= len(self.spans) or self.spans[index][0] < 0:
            return ""
        return self.text[self.spans[index][0] : self.spans[index][1]]


class Regex:
    """A compiled pattern, made by `compile_regex`; each call charges its work to a budget.

    Args:
        tree: Its syntax tree.
        groups: Number of its groups.
        ignore_case: Whether letters match both cases.
        longest: Whether the longest of several alternatives counts, as POSIX has it, or the first one that matches.
    """

    def __init__(self, tree: Node, groups: int, ignore_case: bool, longest: bool = True) -> None:
        self.groups = groups
        self._longest = longest
        self._tree = tree
        self._ignore_case = ignore_case
        self._risk = Risk(tree)
        self._program: list[Instruction] | None = None
        flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
        self._native = re.compile(to_python(tree), flags)

    def search(self, text: str, start: int, budget: Budget, *, spans: bool = True) -> Match | None:
        """Finds the leftmost match at or after `start`.

        Args:
            text: the text; ``^`` matches only at its very start and ``$`` at its very end.
            start: first position tried.
            budget: pays for the work.
            spans: False if the caller only needs to know whether there is a match.

        Raises:
            CommandError: a pattern with back-references that might not end.
        """
        size = len(text) - start
        cost = self._risk.cost(size)
        longest = self._longest and self._risk.choices
        exact = spans and longest and not self._risk.back
        if cost <= _SAFE_COST and not exact:
            budget.charge(_COST_CALL + cost * _COST_STEP)
            match = self._native.search(text, start)
            return None if match is None else Match(text, tuple(match.regs))
        if self._risk.back:
            raise CommandError("regular expression is too complex for this text", 2)
        if self._program is None:
            self._program = compile_program(self._tree)
        groups = simulate(self._program, self.groups, text, start, self._ignore_case, longest, budget)
        return None if groups is None else Match(text, groups)

    def test(self, text: str, budget: Budget) -> bool:
        """Returns whether the pattern matches somewhere."""
        return self.search(text, 0, budget, spans=False) is not None

    def find_all(self, text: str, budget: Budget) -> Iterator[Match]:
        """Yields the matches from left to right, without empty ones right behind another match."""
        pos = 0
        last = -1
        while pos <= len(text):
            match = self.search(text, pos, budget)
            if match is None:
                return
            if match.end > match.start or match.start != last:
                yield match
                last = match.end
            pos = match.end if match.end > match.start else match.end + 1


@lru_cache(maxsize=256)
def compile_regex(
    pattern: str, *, extended: bool = False, ignore_case: bool = False, whole: str = "", fixed: bool = False
) -> Regex:
    """Compiles a basic or extended POSIX pattern.

    Args:
        pattern: the pattern.
        extended: ERE instead of BRE.
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
