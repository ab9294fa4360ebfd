"""Lists: each item once, in any order, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from crab_gym.task.answers.letters import bare
from crab_gym.task.answers.numbers import numbers_in
from crab_gym.task.answers.plain import plain
from crab_gym.task.answers.questions import question_of
from crab_gym.task.answers.sentences import is_plain

__all__ = ["names_all"]

_AROUND = " \t\"'`*_"
_MARKER = re.compile(r"(?:^|(?<=\s))(?:(\d{1,2})[.)]|[-*•·])\s+")
_SEPARATOR = re.compile(r"\s*(?:[,;\n]|\band\b|&)\s*", re.IGNORECASE)
_JOINED = re.compile(
    r"(?:\b(?:is|are|was|were|found|got|has|have|had|shows?|says?|begins?|takes? place)\b|(?<=\bit)'s\b|"
    r"(?<=\bthat)'s\b)(?: (?:called|named|titled))?",
    re.IGNORECASE,
)
_AFFIRMED = re.compile(r"yes[,:.!]\s+", re.IGNORECASE)
_WHETHER = re.compile(r"(?:^|[.?!] )(?:is|are|does|do|has|have) [^?]*\?", re.IGNORECASE)
"""A question that can be answered by "yes", too."""
_THINGS = re.compile(r"^ ?(?:events?|entries|entry|items?|titles?|things)\b", re.IGNORECASE)
_OF_LISTS = re.compile(r"\bonly ?\b|\b(?<=the )(?:events?|entries|entry|items?|things|titles) ?\b", re.IGNORECASE)
"""What a list's items may be called, whatever they are."""
_COLON = re.compile(r":(?!\d)")
_BRACKETS = {"[": "]", "(": ")", "{": "}"}
_MOST_VERBS = 4
"""Most verbs behind or before which a list is looked for."""
_MOST = 60
"""Most separators of a list."""


def _normal(text: str) -> str:
    return " ".join(text.replace("'", "").split()).casefold()


def _numbered(text: str) -> list[str] | None:
    """Returns the items of a list with bullets or numbers, which count from 1; None if it is no such list."""
    markers = list(_MARKER.finditer(text))
    numbers = [int(each[1]) for each in markers if each[1]]
    if not markers or markers[0].start() != 0 or len(numbers) not in (0, len(markers)):
        return None
    if numbers and numbers != list(range(1, len(numbers) + 1)):
        return None
    ends = [each.start() for each in markers[1:]] + [len(text)]
    return [text[each.end() : end].strip(" \n,;.") for each, end in zip(markers, ends, strict=True)]


def _are(parts: Sequence[str], items: Sequence[str]) -> bool:
    """Returns whether each part is one of the items, and each item one of the parts."""
    left = list(items)
    for part in parts:
        name = part.strip(_AROUND)
        match = next((item for item in left if _normal(name) == _normal(item)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _parted(text: str, items: Sequence[str]) -> bool:
    """Returns whether a text is the items between commas, semicolons, line ends and "and", which an item may have."""
    gaps = [match.span() for match in _SEPARATOR.finditer(text)]
    if len(gaps) > _MOST:
        return False
    states = [(0, Counter(items))]
    visited = set()
    while states:
        begin, left = states.pop()
        if not left.total():
            if not text[begin:].strip(" \n,;"):
                return True
            continue
        if (begin, key := frozenset(left.items())) in visited:
            continue
        visited.add((begin, key))
        starts = [begin]
        for gap, after in gaps:  # an item begins here, or behind some separators
            if gap == starts[-1]:
                starts.append(after)
        for start in starts:
            ends = [gap for gap, _ in gaps if gap > start] + [len(text)]
            for end in ends[:6]:
                part = _normal(text[start:end].strip(_AROUND))
                for item in list(left):
                    if _normal(item) in (part, part.removesuffix("."), part.removeprefix("the ")):
                        states.append((end, left - Counter([item])))
    return False


def _bodies(text: str, question: str, many: int) -> Iterator[str]:
    """Yields the text, and what is left of it without the rest of a sentence: "The titles are A and B.".

    The sentence may tell how many items there are.
    """
    yield text
    if (yes := _AFFIRMED.match(text)) and _WHETHER.search(question):
        text = text[yes.end() :]
        yield text
    head, colon, body = _COLON.sub("\0", text, count=1).partition("\0")
    if colon and is_plain(f"{_OF_LISTS.sub('', _without_number(head, many))}:", "", question, strict=True):
        yield body.strip()
    for match in islice(_JOINED.finditer(text), _MOST_VERBS):
        head, body = text[: match.start()], text[match.end() :].removeprefix(":").strip()
        subject = _OF_LISTS.sub("", _without_number(head, many)).strip()
        if subject and is_plain(f"{subject} is ", "", question, strict=True):
            yield body
        if body and is_plain("", f" {text[match.start() :]}", question, strict=True):
            yield head.strip().removeprefix("Only ")
            yield _without_noun(head.strip(), question)


def _without_number(text: str, many: int) -> str:
    """Returns a text without the number of the items, and a noun for them behind it."""
    for begin, end, value in numbers_in(text):
        if value == many:
            return (text[:begin].removesuffix("only ") or "They") + _THINGS.sub("", text[end:])
    return text


def _without_noun(text: str, question: str) -> str:
    """Returns a text without an article and a noun of the question at its beginning: "The event Tea"."""
    words = text.split(None, 2)
    is_noun = len(words) == 3 and words[0].casefold() == "the" and question_of(question).has(words[1].casefold())
    return words[2] if is_noun else text


def _without_brackets(text: str) -> str:
    return text[1:-1].strip() if len(text) > 1 and _BRACKETS.get(text[0]) == text[-1] else text


def names_all(text: str, items: Sequence[str], question: str = "") -> bool:
    r"""Returns whether a text names each of some items once, in any order, and nothing else.

    They are parted by commas, semicolons, line ends or "and", with bullets or numbers or without.

    Args:
        text: The text.
        items: The items.
        question: What was asked; a sentence around the list may have its words.

    >>> names_all("1. Tea\n2. Milk", ["Milk", "Tea"]), names_all("Tea, Milk or Jam", ["Milk", "Tea"])
    (True, False)
    """
    read = plain(text, *items)
    if read is None:
        return False
    for body in _bodies(bare(read, question_of(question)).strip(_AROUND), question, len(items)):
        body = _without_brackets(body).rstrip(" \n.!") if not body.endswith(("..", "!!", ".!")) else body
        numbered = _numbered(body)
        if _are(numbered, items) if numbered is not None else _parted(body, items):
            return True
    return False
