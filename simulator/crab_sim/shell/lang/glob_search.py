"""Search for globs in text, for ``${x#glob}`` and related operators: at the start, at the end, anywhere, as a whole.

The tokens of the glob are the bits of an integer, so a step over one character is a few integer operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_sim.files.globs import STAR, GlobToken, glob_match, glob_tokens, glob_work, token_matches
from crab_sim.machine.work import Budget

_STEP = 1 / 512
_CALL = 4  # characters that take as long as beginning a search
_WIDE = 2048  # tokens whose bits take twice as long as a few
_SIMPLE = 2048  # comparisons up to which one by one is quicker


def matches(pattern: str, text: str, budget: Budget) -> bool:
    """Returns whether the whole of `text` matches a glob; the work is charged to `budget`."""
    budget.charge(len(pattern) * _STEP)
    work = glob_work(pattern, len(text))
    if work <= _SIMPLE:
        budget.charge(work * _STEP)
        return glob_match(pattern, text)
    return GlobFinder(pattern, budget).prefix(text, longest=True) == len(text)


class GlobFinder:
    """A glob to search for; its work is charged to `budget`."""

    __slots__ = ("_budget", "_tokens")

    def __init__(self, pattern: str, budget: Budget) -> None:
        self._tokens = glob_tokens(pattern)
        self._budget = budget
        budget.charge(len(pattern) * (1 + len(self._tokens) / _WIDE) * _STEP)

    def prefix(self, text: str, *, longest: bool) -> int | None:
        """Returns the length of the shortest or longest match at the start of `text`, None without one."""
        return _Run(self._tokens).ends(text, 0, longest, self._budget)

    def suffix(self, text: str, *, longest: bool) -> int | None:
        """Returns the start of the shortest or longest match at the end of `text`, None without one."""
        length = _Run(self._tokens[::-1]).ends(text[::-1], 0, longest, self._budget)
        return None if length is None else len(text) - length

    def spans(self, text: str, limit: int | None = None) -> Iterator[tuple[int, int]]:
        """Yields (start, end) of the longest matches from left to right, without empty ones.

        Args:
            text: the text.
            limit: maximum number of matches.
        """
        run = _Run(self._tokens)
        start = 0
        while start < len(text) and limit != 0:
            end = run.ends(text, start, True, self._budget)
            if end is None or end == start:
                start += 1
                continue
            yield start, end
            start = end
            limit = None if limit is None else limit - 1


class _Run:
    """The automaton of a glob: bit i is set when token i is to be matched next."""

    def __init__(self, tokens: Sequence[GlobToken]) -> None:
        self.tokens = tokens
        self.stars = sum(1 << i for i, token in enumerate(tokens) if token == STAR)
        self.accept = 1 << len(tokens)
        self.masks: dict[str, int] = {}

    def mask(self, char: str, budget: Budget) -> int:
        budget.charge(len(self.tokens) * (1 + len(self.tokens) / _WIDE) * _STEP)
        mask = 0
        for i, token in enumerate(self.tokens):
            mask |= token_matches(token, char) << i
        self.masks[char] = mask
        return mask

    def ends(self, text: str, start: int, longest: bool, budget: Budget) -> int | None:
        states = 1 | (self.stars & 1) << 1
        end = start if states & self.accept else None
        pos = start
        for pos in range(start, len(text)):
            if end is not None and not longest:
                break
            char = text[pos]
            mask = self.masks.get(char)
            if mask is None:
                mask = self.mask(char, budget)
            states = (states & mask) << 1 | states & self.stars
            states |= (states & self.stars) << 1
            if not states:
                break
            if states & self.accept:
                end = pos + 1
        budget.charge((pos - start + _CALL) * (1 + len(self.tokens) / _WIDE) * _STEP)
        return end
