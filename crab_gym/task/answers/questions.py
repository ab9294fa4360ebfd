"""Questions, and the words that a sentence about their answers may have.

* `Question` - a question's words; what is counted in it, and what is compared with what.
* `question_of` - the same, read once.
* `demands` - whether words say that somebody has to do something of which a question doesn't ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from crab_gym.task.answers.words import CHUNK, DENIALS, bare_word, numeral, stem

__all__ = ["Comparison", "Question", "demands", "question_of"]

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z\"])")
_COUNTED = re.compile(
    r"(?:how many|number of|count the)\s+(?:more\s+)?(?P<before>(?:\S+\s+){0,2}?)(?P<noun>[a-z][a-z-]*s|people)\b"
    r"(?:\s+and\s+(?!those\b)(?P<other>[a-z]+s)\b)?",
    re.IGNORECASE,
)
_ALIKE = [
    frozenset(map(stem, words.split()))
    for words in (
        "entry task todo item", "track activity run workout exercise", "distance drive route", "price cost charge",
        "people person attendee attended attendance attending participant present guest",
        "picture photo image photograph", "place location venue", "begin began start", "end finish finishing",
        "depart departed departure leave left", "arrive arrival", "differ difference",
        "product multiply multiplication",
        "sum add added addition total altogether together combined",
        "high height tall altitude elevation", "wide width", "long length",
        "e-mail mail email message", "phone telephone number", "file document", "folder directory", "film movie video",
        "note memo", "meeting appointment event", "address live reside resides", "built build constructed construction",
        "need require requires call", "text line word message", "contain containing level", "alarm ring goes",
        "pay paid spend spent", "go went", "send sent delivered", "take took taken", "find found", "write wrote",
        "meet met", "say said", "last past", "next upcoming", "setting set", "day date",
    )
]  # fmt: skip
"""The stems of words of which each may be said for another."""
_ITEMS = frozenset("items entries results".split())
"""Plurals that count anything."""
_SUM = frozenset(map(stem, "sum add added addition".split()))
_CONTRASTS = (
    frozenset("png jpg jpeg gif bmp webp svg txt md csv pdf log odt ods odp docx xlsx pptx mp3 wav mp4 zip".split()),
    frozenset("debug info notice warning warnings error errors critical".split()),
)
"""Words for kinds of things, of which those that aren't counted may not stand beside a number."""
_OPERATIONS: Mapping[str, frozenset[str]] = {
    "product": frozenset("product times multiplied multiplying multiplication multiply ×".split()),
    "sum": frozenset("sum sums total add adds added adding together altogether combined up both".split()),
}
"""By what a question asks for, the words of which a sentence has one if it names what the result is computed from."""
_PICTURES = frozenset(("png", "jpg"))
_LEVEL = re.compile(r"\bof level (\w+)(?: (?:and|or) (\w+))?", re.IGNORECASE)
_THING = r"(?:the )?(?:time )?(?:(?:in|of) )?(?:the )?"
_COMPARED = (
    re.compile(
        rf"\btime (?:in|of) (?P<first>.+?) is (?P<by>ahead|behind) (?:of )?{_THING}(?P<second>.+?)"
        r"(?='s\b| by\b|[,?]|\.(?:\s|$)|$)",
        re.IGNORECASE,
    ),
    re.compile(r"\bhow many (?P<by>more) \w+ (?P<first>\S+) has (?:.*?)than (?P<second>[^\s,]+)", re.IGNORECASE),
)
_CONTRARY: Mapping[str, tuple[str, ...]] = {"ahead": ("behind",), "behind": ("ahead",), "more": ("less", "fewer")}
_TOLD = re.compile(
    r"\b(?:to|[Ss]end|[Mm]ail|[Tt]ext|[Tt]ell|[Aa]nswer) "
    r"(?:the (?:tele)?(?:phone )?number of |the e-mail address of )?((?:[A-Z][^\W\d_]+)(?: [A-Z][^\W\d_]+)*)"
)
"""To whom something is sent."""
_ANSWER = re.compile(r"\bsubmit|\byour answer\b", re.IGNORECASE)
_SENDING = re.compile(r"\b(?:send|mail|text|reply|answer)\b", re.IGNORECASE)
_OWN = frozenset("i me my we us our you".split())
_KINDS = frozenset(("running",))
"""What is a kind of things, and not another word for them: a track may be called a run, but isn't always "running"."""
_QUOTED = re.compile(r'"[^"]*"')
_UNDONE = re.compile(r"\bwithout [a-z]+ing\b|\bnot of [^.,]+|\bsuch as \S+")
"""What isn't to be done, and examples, of which no sentence about an answer tells."""
_TOLD_YOU = re.compile(r"\b(?:mailed|texted|sent|told|asked|tell) (?:you|me)\b")
"""What somebody told who is asked, which isn't theirs."""
_DUTIES = frozenset("have has had need needs needed".split())
_COMPUTES = re.compile(r"\b(?:add up|multiply|compute)\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|went|had|did|came|been|built|missed)\b", re.IGNORECASE)


class Comparison(NamedTuple):
    """By how much one thing surpasses another.

    Attributes:
        first: What surpasses.
        by: The word that says so.
        second: What is surpassed.
    """

    first: str
    by: str
    second: str

    @property
    def words(self) -> frozenset[str]:
        """The words by which a sentence compares them."""
        return frozenset((self.by, *_CONTRARY[self.by], "and"))

    def holds(self, text: str) -> bool:
        """Returns whether a text, which has a number, says so of the right one, as far as it names them.

        >>> told = Comparison("Manila", "ahead", "Lagos")
        >>> [told.holds(text) for text in ("Lagos is 7 hours behind Manila", "Lagos is 7 hours ahead", "7 hours ahead")]
        [True, False, True]
        """
        text = text.casefold()
        by, contrary = _place(text, self.by), max(_place(text, word) for word in _CONTRARY[self.by])
        first, second = text.find(self.first.casefold()), text.find(self.second.casefold())
        if by >= 0 and contrary >= 0:
            return False
        if contrary >= 0:
            first, second, by = second, first, contrary
            return first >= 0 and (first < second or (second < 0 and first < by))
        if by < 0:
            if re.search(r"\bdiffers?\b", text):
                return True
            return (first < 0) == (second < 0) and (first < 0 or re.search(r"\bbetween\b|\bdiffer", text) is not None)
        if first >= 0 and second >= 0:
            return first < second
        return first < by if first >= 0 else second < 0 or second > by


def _place(text: str, word: str) -> int:
    match = re.search(rf"\b{word}\b", text)
    return match.start() if match else -1


class Question:
    """The words of a question.

    Args:
        text: The question; ``""`` where it isn't known.
    """

    __slots__ = ("_own", "comparison", "counted", "pairs", "stems", "text", "words", "written")

    def __init__(self, text: str) -> None:
        chunks, told = _chunks(text), _chunks(_UNDONE.sub(" ", text))
        parts = [part for chunk in told for part in chunk.split("/")]
        self.written = text
        self.text = f" {' '.join(chunks)} "
        self.words = frozenset(part for part in told + parts if any(map(str.isalnum, part)))
        self.pairs = frozenset(pairwise(chunks))
        self._own = _stems(_UNDONE.sub(" ", text))
        self.stems = _with_alike(self._own)
        if "product" in self.words:  # of a total, too
            self.stems -= _SUM
        elif "and" in self.words:
            self.stems |= _SUM
        matches = list(_COUNTED.finditer(text))
        levels = [word for match in _LEVEL.finditer(text) for word in match.groups() if word]
        nouns = [f"{each['before']} {each['noun']} {each['other'] or ''}" for each in matches]
        self.counted = _with_alike(_stems(" ".join((*nouns, *levels)))) if matches else frozenset[str]()
        """The stems of the nouns of which a number may tell how many there are."""
        if self.counted and not self.stems.isdisjoint(_PICTURES):
            self.counted |= _with_alike(frozenset(("pictur", "fil")))
        compared = [match for pattern in _COMPARED for match in pattern.finditer(text)]
        self.comparison = Comparison(*compared[0].group("first", "by", "second")) if compared else None

    @property
    def receivers(self) -> frozenset[str]:
        """The names, in small letters, of those to whom something is sent."""
        sentences = [sentence for sentence in _SENTENCE_END.split(self.written) if _SENDING.search(sentence)]
        names = [name for sentence in sentences for each in _TOLD.findall(sentence) for name in each.split()]
        return frozenset(map(str.casefold, names))

    @property
    def is_for_others(self) -> bool:
        """Whether it asks to tell somebody else, and not to submit an answer."""
        return _SENDING.search(self.written) is not None and _ANSWER.search(self.written) is None

    @property
    def is_of_own(self) -> bool:
        """Whether it is about who asks or who is asked."""
        own = question_of(_QUOTED.sub(" ", self.written))
        words = frozenset(_TOLD_YOU.sub(" ", own.text).split())
        return not words.isdisjoint(_OWN) or any(a == "your" and b != "answer" for a, b in own.pairs)

    @property
    def is_past(self) -> bool:
        """Whether it asks how something was."""
        return _PAST.search(self.written) is not None

    def has(self, word: str) -> bool:
        """Returns whether the question has a word, in any form, that isn't a number."""
        if word in _KINDS:
            return word in self.words or stem(word) in self._own
        return word in self.words or stem(word) in self.stems

    def counts(self, noun: str) -> bool:
        """Returns whether a noun may stand behind the number of what is counted."""
        return stem(noun) in self.counted if self.counted and noun not in _ITEMS else True

    def counts_other(self, words: Iterable[str]) -> bool:
        """Returns whether words, in small letters, name another kind of things than what is counted: ".jpg", "INFO"."""
        for kinds in _CONTRASTS:
            counted = self.counted.intersection(map(stem, kinds))
            if counted and not counted.issuperset(map(stem, kinds.intersection(words))):
                return True
        return False

    @property
    def compared(self) -> frozenset[str]:
        """The words by which a sentence compares what the question does; none if it compares nothing."""
        return self.comparison.words if self.comparison else frozenset()

    @property
    def operation(self) -> frozenset[str]:
        """The words for the operation by which the answer is computed; none if it isn't, or only compared."""
        name = next((name for name in _OPERATIONS if name in self.words and _COMPUTES.search(self.written)), "")
        return _OPERATIONS[name] if name else frozenset()

    def has_behind_code(self, words: Sequence[str]) -> bool:
        """Returns whether the question has some words behind one with a digit, as in "00100, Saudi Arabia"."""
        return bool(words) and re.search(rf" \S*\d\S* {re.escape(' '.join(words))} ", self.text) is not None

    def has_run(self, words: Sequence[str]) -> bool:
        """Returns whether the question has some words, two or more, one behind the other."""
        return len(words) > 1 and "and" not in words and f" {' '.join(words)} " in self.text


@lru_cache(maxsize=256)
def question_of(text: str) -> Question:
    """Returns the words of a question, read once."""
    return Question(text)


def _with_alike(stems: frozenset[str]) -> frozenset[str]:
    """Returns stems of words with those that mean the same."""
    return stems.union(*[family for family in _ALIKE if not family.isdisjoint(stems)])


def _chunks(text: str) -> list[str]:
    return [numeral(word) for word in map(bare_word, CHUNK.findall(text)) if word not in (",", ":", "(", ")")]


def _stems(text: str) -> frozenset[str]:
    parts = re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", text.casefold())
    return frozenset(stem(part) for part in parts if part not in DENIALS)


def demands(words: Sequence[str], asked: Question) -> bool:
    """Returns whether words, in small letters, say that somebody has to do something of which the question doesn't ask.

    >>> demands("i have to see you".split(), Question("How long does it take?"))
    True
    """
    return any([b == "to" and a in _DUTIES and (a, b) not in asked.pairs for a, b in pairwise(words)])
