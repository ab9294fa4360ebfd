"""Shell globs (``*``, ``?``, ``[...]``), matched in bounded time for every pattern."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

__all__ = ["STAR", "GlobSet", "GlobToken", "glob_match", "glob_tokens", "glob_work", "has_glob", "token_matches"]


class GlobSet(NamedTuple):
    """A set of characters: inclusive ranges, or with `negated` everything outside of them."""

    negated: bool
    ranges: tuple[tuple[str, str], ...]


GlobToken: TypeAlias = str | GlobSet
"""One character, a set, or `STAR`."""
STAR: Final = ""
"""The token of ``*``."""
_ANY: Final = GlobSet(True, ())
_CLASSES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "alpha": (("a", "z"), ("A", "Z"), ("À", "ʯ"), ("Ͱ", "῿")),
    "digit": (("0", "9"),),
    "alnum": (("a", "z"), ("A", "Z"), ("0", "9"), ("À", "ʯ"), ("Ͱ", "῿")),
    "upper": (("A", "Z"),),
    "lower": (("a", "z"),),
    "space": ((" ", " "), ("\t", "\r")),
    "blank": ((" ", " "), ("\t", "\t")),
    "punct": (("!", "/"), (":", "@"), ("[", "`"), ("{", "~")),
    "xdigit": (("0", "9"), ("a", "f"), ("A", "F")),
}
_SPECIAL = re.compile(r"[*?\[\\]")
_CACHED: Final = 256  # characters; long globs would fill the cache with gigabytes
_UNCLOSED: Final = 8  # sets without an end, each of which may be looked for up to the end of the glob


def has_glob(pattern: str) -> bool:
    r"""Returns whether `pattern` has an unescaped ``*``, ``?`` or complete ``[...]``.

    >>> has_glob("*.txt"), has_glob(r"\*.txt"), has_glob("a[")
    (True, False, False)
    """
    return bool(_SPECIAL.search(pattern)) and any(
        type(token) is GlobSet or token == STAR for token in glob_tokens(pattern)
    )


def glob_tokens(pattern: str) -> tuple[GlobToken, ...]:
    """Parses a glob in which a backslash quotes the next character.

    A ``[`` without an end is literal, as are all that follow the eighth.
    """
    return _kept_tokens(pattern) if len(pattern) <= _CACHED else _parse(pattern)


@lru_cache(maxsize=512)
def _kept_tokens(pattern: str) -> tuple[GlobToken, ...]:
    return _parse(pattern)


def _parse(pattern: str) -> tuple[GlobToken, ...]:
    tokens: list[GlobToken] = []
    i = unclosed = 0
    last = pattern.rfind("]")
    while i < len(pattern):
        char = pattern[i]
        i += 1
        if char == "*":
            if not tokens or tokens[-1] != STAR:
                tokens.append(STAR)
        elif char == "?":
            tokens.append(_ANY)
        elif char == "\\" and i < len(pattern):
            tokens.append(pattern[i])
            i += 1
        elif char == "[" and i < last and unclosed < _UNCLOSED:
            parsed = _parse_set(pattern, i)
            if parsed is None:
                unclosed += 1
                tokens.append(char)
            else:
                glob_set, i = parsed
                tokens.append(glob_set)
        else:
            tokens.append(char)
    return tuple(tokens)


def _parse_set(pattern: str, i: int) -> tuple[GlobSet, int] | None:
    """Parses the set behind ``[``, from `i`; returns it and the index behind ``]``, or None without a ``]``."""
    negated = i < len(pattern) and pattern[i] in "!^"
    i += negated
    ranges: list[tuple[str, str]] = []
    first = True
    while i < len(pattern):
        char = pattern[i]
        if char == "]" and not first:
            return GlobSet(negated, tuple(ranges)), i + 1
        first = False
        if pattern.startswith("[:", i) and (end := pattern.find(":]", i)) > 0:
            ranges += _CLASSES.get(pattern[i + 2 : end], ())
            i = end + 2
            continue
        if char == "\\" and i + 1 < len(pattern):
            i += 1
            char = pattern[i]
        i += 1
        if pattern.startswith("-", i) and i + 1 < len(pattern) and pattern[i + 1] != "]":
            upper = pattern[i + 1]
            i += 2
            if upper == "\\" and i < len(pattern):
                upper = pattern[i]
                i += 1
            ranges.append((char, upper))
        else:
            ranges.append((char, char))
    return None


def glob_work(pattern: str, size: int) -> int:
    """Returns the most comparisons that `glob_match` needs for a text of `size` characters.

    Behind a ``*``, what follows up to the next one is tried at each place.
    """
    longest = run = 0
    for token in glob_tokens(pattern):
        run = 0 if token == STAR else run + 1
        longest = max(longest, run)
    return size * max(1, min(longest, size))


def glob_match(pattern: str, text: str) -> bool:
    """Returns whether the whole of `text` matches the glob, in time O(len(pattern) * len(text)).

    >>> glob_match("*.t[a-z]t", "notes.txt"), glob_match("[!n]*", "notes.txt")
    (True, False)
    """
    tokens = glob_tokens(pattern)
    t = p = 0
    star, mark = -1, 0
    while t < len(text):
        if p < len(tokens) and tokens[p] == STAR:
            star, mark = p, t
            p += 1
        elif p < len(tokens) and token_matches(tokens[p], text[t]):
            p += 1
            t += 1
        elif star >= 0:
            mark += 1
            p, t = star + 1, mark
        else:
            return False
    return all(token == STAR for token in tokens[p:])


def token_matches(token: GlobToken, char: str) -> bool:
    """Returns whether a token other than `STAR` matches a character."""
    if type(token) is not GlobSet:
        return token == char
    for low, high in token.ranges:
        if low <= char <= high:
            return not token.negated
    return token.negated
