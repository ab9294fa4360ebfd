"""The plain sentence that may stand around a value.

* `is_plain` - whether what is before and after a value makes one plain sentence with it.

A sentence has words of a closed list, which say nothing beside the value ("the", "is", "I", "found"), and words of the
question. Words that deny, doubt, compare or add ("not", "or", "maybe", "other", "than") are none of them, even where
the question has them, and neither are other numbers, unless the question has them beside the same word. So whatever
else somebody writes around a value is refused without having been thought of.
"""

from __future__ import annotations

import re
from itertools import pairwise

from crab_gym.task.answers.days import MARK, without_moments
from crab_gym.task.answers.frames import tells_of_asked, tells_of_persons
from crab_gym.task.answers.numbers import numbers_in
from crab_gym.task.answers.questions import Question, demands, question_of
from crab_gym.task.answers.relations import asks_for, names_other, plain_words, relates_otherwise
from crab_gym.task.answers.words import (
    ARTICLES,
    CHUNK,
    NOUNS,
    PREPOSITIONS,
    VERBS,
    bare_word,
    denies,
    numeral,
    says_nothing,
    stem,
)

__all__ = ["is_plain"]

_HEDGES = frozenset(
    """
    about around roughly nearly almost over under above below than least most up near close beyond past before after
    until till apart every any minus plus times between
    """.split()
)
"""Words that change a value behind them."""
_BEFORE_WISHES = (("as", "of"), ("asked", "for"), ("i", "need"), ("i", "needed"))
"""Words before a value that somebody wanted, or from which on something holds."""
_PEOPLE = frozenset("i i'm i've we you he she they".split())
_REPORTS = frozenset("see read found got counted wrote sent asked wanted are were said".split())
"""What people say that they did with a value."""
_INFINITIVES = frozenset("be been have see need".split())
_ENDS = frozenset("begins began starts started ends ended".split())
"""Words with which a number is the end of a range, unless the question is about that."""
_FRAGMENTS = frozenset("by to into with as".split())
"""Prepositions with which a number or a time alone makes no sentence."""
_OF_PAST = frozenset("first initially originally already before began looked checked at so did".split())
"""Further words around a choice between two, which may be about how something was."""
_NEGATIONS = frozenset(("not", "wasn't", "hadn't"))
"""Words that may stand behind a "no"."""
_AUXILIARIES = frozenset("is are was were be do does did has have had can could will would should may might".split())
_PRESENT = frozenset("is are it's that's will".split())
_SELF = frozenset("answer result value".split())
"""What is called by its name in the present, also where the question is how something was."""
_NAMES = (frozenset(("app",)), frozenset(("app", "number", "count")))
"""Nouns that tell an amount, or a count, of nothing else: what shows it, and what a count is."""
_KINDS = re.compile(r"^(?:different|unique|distinct) (?=[a-z])", re.IGNORECASE)
_NAME = re.compile(r"(?<=[a-z]) (\"[^\"]+\")(?! *:)")
"""A name in quotation marks behind what has it."""
_ASIDE = re.compile(r"\s*\(([^()]+)\)")
_JOINING = ("+", "&")
"""Signs for "and" between two words."""
_CODE = re.compile(r"\d{4,6}")
"""A post code, which may stand before a city where the question has it."""
_AROUND = "\"'`*"


def _words_of(text: str) -> list[str]:
    return [bare_word(chunk) if chunk not in (",", ":", "(", ")") else chunk for chunk in CHUNK.findall(text)]


def _is_number(word: str) -> bool:
    return any(char.isdecimal() for char in word) or any(True for _ in numbers_in(word))


class _Words:
    """The words of one side of a value, each checked against what a sentence may have."""

    def __init__(self, text: str, question: Question, asked: Question, more: frozenset[str], strict: bool) -> None:
        self.chunks = CHUNK.findall(text)
        self.words = _words_of(text)
        self._question, self._asked, self._more, self._strict = question, asked, more, strict

    def known(self) -> bool:
        """Returns whether the sentence may have all of the words."""
        return all(self._may_stand(i) for i in range(len(self.words)))

    def _may_stand(self, i: int) -> bool:
        chunk, word = self.chunks[i], self.words[i]
        if word in (",", MARK):
            return True
        if word in _JOINING and not self._strict:
            return 0 < i < len(self.words) - 1 and self.words[i - 1].isalpha() and self.words[i + 1].isalpha()
        if word in ("", ":", "(", ")") or chunk.rstrip(_AROUND)[-1:] in ("?", "!", ";", "."):
            return False
        if word in self._more:
            return True
        if denies(word) or (self._strict and word == "all"):
            return False
        if chunk[0].isupper() and self.words[i + 1 : i + 2] == ["app"]:
            return True
        if says_nothing(word):
            return True
        if _is_number(word):
            return self._number_stands(i)
        return self._asked.has(word)

    def _number_stands(self, i: int) -> bool:
        """A number may stand where the question has it: in the same name, or beside the same word.

        Where the value is of words, the number needs no word beside it.
        """
        word = numeral(self.words[i])
        if (self._strict and not self.words[i].isalpha()) or not word.replace(".", "").isdecimal():
            return word in self._asked.words
        before = next((numeral(each) for each in self.words[:i][::-1] if each != ","), "")
        after = next((numeral(each) for each in self.words[i + 1 :] if each != ","), "")
        return (before, word) in self._question.pairs or (word, after) in self._question.pairs

    def has_verb(self) -> bool:
        return any(word in VERBS for word in self.words)

    def is_order(self, alone: bool) -> bool:
        """Returns whether the words, or those behind a comma or "and", tell somebody to do something: "bring the keys".

        Args:
            alone: Whether they may begin with such words as a name of something.
        """
        for before, chunk, word, after in zip(
            ["", *self.words], self.chunks, self.words, [*self.words[1:], ""], strict=False
        ):
            if (before or alone) and before not in (",", "and"):
                continue
            if not word.isalpha() or says_nothing(word) or chunk[0] in _AROUND or word in self._more:
                continue
            is_form = word not in self._asked.words and stem(word) == word and self._asked.has(word)
            if after in ARTICLES or (is_form and not before):  # "bring the", or "meet" for "meeting"
                return True
        return False

    def calls_somebody(self) -> bool:
        """Returns whether the words begin with somebody's name, to whom the sentence is told: "Bo, the number is"."""
        name, _, told = " ".join(self.chunks).partition(" , ")
        is_told = not VERBS.isdisjoint(map(bare_word, told.split()))
        return is_told and all(word[0].isupper() and not says_nothing(bare_word(word)) for word in name.split())

    def is_empty(self) -> bool:
        return not self.words


def is_plain(
    before: str,
    after: str,
    question: str,
    strict: bool,
    dates: bool = True,
    times: bool = True,
    number: str = "",
    choice: str = "",
) -> bool:
    """Returns whether what is before and after a value makes one plain sentence with it, or is nothing.

    Args:
        before: The text before the value.
        after: The text after it.
        question: What was asked.
        strict: Whether the value is of words, and so might be one of several: then a verb, a preposition or a colon has
            to join it to the sentence.
        dates: Whether dates may stand in the sentence, since the value is of another kind.
        times: Whether times may.
        number: ``"amount"`` or ``"count"`` where the value is a number, so that what begins with "from" is a range.
        choice: The value, if it is one of two words.
    """
    before, after = _trimmed(before, after)
    whole = question_of(question)
    asked = whole if choice else whole.asked(f"{before} {after}")
    label = before.endswith(":")
    is_told = label and asked.has_run(_words_of(before[:-1].replace(":", " "))[-2:])
    if dates or times:
        before, after = (without_moments(side, asked.written, dates, times) for side in (before, after))
        after = re.sub(rf"\({MARK}\)", MARK, after)
    if number == "count":
        after = _counted_alone(after, asked)
    before, after = _without_names(before, label, asked, question), _without_addition(after, asked, strict)
    if number and not tells_of_asked(_words_of(before), _words_of(after), asked, number == "count"):
        return False
    more = _OF_PAST if choice else asked.comparison.words if asked.comparison else frozenset[str]()
    sides = _words_of(before), _words_of(after)
    if not choice and _tells_another(*sides, asked, whole, label, number, not (dates and times), strict):
        return False
    first = _Words(before[:-1] if label else before, whole, asked, more, strict)
    last = _Words(after, whole, asked, more | _NEGATIONS if choice == "no" else more, strict)
    if not (first.known() and last.known()):
        return False
    if (first.words and first.words[0] in _AUXILIARIES) or first.calls_somebody():
        return False
    hedges = _HEDGES if dates and times else _HEDGES | {"by"}
    if not (choice or is_told) and set(first.words[-2:]) & hedges:
        return False
    if first.is_order(alone=label or (first.has_verb() and "," not in first.words)) or last.is_order(alone=True):
        return False
    if demands(first.words, asked) or demands(last.words, asked) or (first.has_verb() and _has_aside(last)):
        return False
    if _is_wish(first, last, label) or (
        not choice and _is_open(first, last, asked, label, bool(number), dates and times)
    ):
        return False
    if choice and not _fits_choice(first, last, whole, label, choice == "no"):
        return False
    if strict and not choice:
        return _joined(first, last, label, asked)
    return first.words[-1:] != ["and"] and last.words[:1] != ["and"]


def _trimmed(before: str, after: str) -> tuple[str, str]:
    """Returns what is before and after a value without marks around the value, and without a full stop at the end."""
    while before[-1:] and before[-1:] in _AROUND and before[-1] in (after[:1], after[1:2] if after[:1] == "." else ""):
        before, after = before[:-1], after.removeprefix(".")[1:]
    if before[-1:] == "(" and after[:1] == ")":
        told = before[:-1].rstrip()
        before, after = f"{told}{':' if VERBS.isdisjoint(_words_of(told)) else ' at'}", after[1:]
    after = re.sub(r"^[.!]?$", "", after.strip()) if len(after.strip()) <= 1 else after.strip()
    if after[-1:] in (".", "!") and after[-2:-1] not in (".", "!", "?"):
        after = after[:-1]
    return plain_words(before).rstrip(), plain_words(after)


def _without_names(before: str, label: bool, asked: Question, question: str) -> str:
    """Returns what is before a value without what only repeats the question's words.

    Such as a name in quotation marks behind what has it; in a label, also what is in parentheses, and a way: "A to B".
    """
    if label:
        before = f"{_ASIDE.sub(lambda each: '' if _repeats(each[1], asked) else each[0], before[:-1])}:"
        if f" from {' '.join(_words_of(before[:-1]))} " in asked.text:
            return ":"
    return _NAME.sub(lambda match: "" if match[1] in question else match[0], before)


def _fits_choice(first: _Words, last: _Words, whole: Question, label: bool, denied: bool) -> bool:
    """Returns whether words around one of two tell how something was, where that is asked, and repeat a "no" as one."""
    if whole.is_past and not label and _PRESENT.intersection(first.words) and not _SELF.intersection(first.words):
        return False
    if ("i", "did") in pairwise(last.words) and not whole.has("did"):
        return False
    return not (denied and last.has_verb() and not set(last.words) & {*_NEGATIONS, "looked", "checked"})


def _tells_another(
    before: list[str], after: list[str], asked: Question, whole: Question, label: bool, number: str, dated: bool,
    strict: bool,
) -> bool:  # fmt: skip
    """Returns whether words tell a value of another thing, time or operation than the question asks for."""
    if relates_otherwise(before, after, asked, whole, bool(number), dated, strict):
        return True
    if tells_of_persons([*before, "", *after], asked, whole.is_for_others, dated):
        return True
    stems = frozenset(stem(word.lstrip(".")) for word in (*before, *after))
    subject = before[:-1] if label else before
    nouns = NOUNS - _SELF - _NAMES[number == "count"]
    if number and any([word in nouns and whole.has(word) and not asks_for(word, asked) for word in subject]):
        return True
    return names_other(subject, after, asked, label, number, stems)


def _counted_alone(after: str, asked: Question) -> str:
    """Returns what is behind a number without words that tell its things from none: "different", "items"."""
    after = _KINDS.sub("", after)
    words = after.split(None, 2)
    if len(words) > 1 and stem(words[0].casefold()) in asked.counted and bare_word(words[1]) == "items":
        del words[1]
    return " ".join(words)


def _without_addition(after: str, question: Question, strict: bool) -> str:
    """Returns what is behind a value without words that only repeat the question's.

    Such as "(errors and warnings)" behind a number; behind a name, what follows a code there: ", Saudi Arabia".
    """
    if not strict:
        return _ASIDE.sub(lambda match: "" if _repeats(match[1], question) else match[0], after)
    match = re.match(r"\((?P<behind>[^()]+)\)|,\s*(?P<apart>[^,()]+?)(?=,| is\b| has\b|$)", after)
    words = [bare_word(word.strip(",")) for word in (match["behind"] or match["apart"]).split()] if match else []
    repeats = question.has_behind_code(words) or (match and match["behind"] and question.has_run(words))
    return after[match.end() :].strip() if match and repeats else after


def _repeats(text: str, question: Question) -> bool:
    """Returns whether words, which stand in parentheses, are those of a question."""
    words = [numeral(bare_word(word.strip(","))) for word in text.split()]
    known = [question.has(word) if word.isalpha() else word in question.words for word in words]
    return all(known) and not any(map(denies, words))


def _is_wish(first: _Words, last: _Words, label: bool) -> bool:
    """Returns whether a sentence says what somebody wanted or asked for, or as of when: "I wanted 36"."""
    behind = last.words[1:2] if last.words and last.words[0] in _AUXILIARIES else last.words[:1]
    if behind in (["asked"], ["wanted"]):
        return True
    if label:
        return False
    before = [word for word in first.words if word not in ARTICLES and word not in ("exactly", "just")]
    wishes = [i for i, word in enumerate(before) if word in ("asked", "wanted")]
    if wishes and before[-1] != "," and _INFINITIVES.issuperset(VERBS.intersection(before[wishes[-1] :])):
        return True
    return any([tuple(before[-len(words) :]) == words for words in _BEFORE_WISHES])


def _has_aside(last: _Words) -> bool:
    """Returns whether a second sentence follows the one that states a value: "it is 5, I need you"."""
    words = ["", *last.words]
    return any(
        [
            who in _PEOPLE and verb in VERBS - _REPORTS - _OF_PAST and (who != "you" or before in (",", "and"))
            for before, who, verb in zip(words, words[1:], words[2:], strict=False)
        ]
    )


def _is_open(first: _Words, last: _Words, asked: Question, label: bool, number: bool, timeless: bool) -> bool:
    """Returns whether words tell of a range's beginning or end, or make no sentence: "from 36 on", "by 36"."""
    if last.words and last.words[-1] in PREPOSITIONS and not last.has_verb() and "asked" not in last.words:
        return True
    before = [word for word in first.words if word not in ARTICLES]
    if number and any([word in _ENDS and not asked.has(word) for word in first.words + last.words]):
        return True
    if not label and before[-1:] == ["from"] and number:
        return True
    if label or len(before) != 1:
        return False
    return (before[0] in _FRAGMENTS and (number or not timeless)) or (before[0] == "at" and number)


def _joined(first: _Words, last: _Words, label: bool, question: Question) -> bool:
    """Returns whether a value of words is joined to the words around it as the only one of the sentence."""
    if first.has_verb() and last.has_verb():
        return False
    if len(first.words) == 1 and _CODE.fullmatch(first.words[0]):
        return last.is_empty()
    if not first.is_empty() and not label:
        near = first.words[-1]
        if near not in VERBS | PREPOSITIONS | ARTICLES | NOUNS and not (near == "," and first.has_verb()):
            return False
        if not first.has_verb() and not set(first.words) <= PREPOSITIONS | ARTICLES | NOUNS | {MARK, ","}:
            return False
    if not last.is_empty():
        near = next((word for word in last.words if word not in (",", MARK)), "")
        is_thing = f" how much {' '.join(last.words)} " in question.text
        if near and near not in VERBS | PREPOSITIONS and not (is_thing or question.has_run(last.words)):
            return last.words[0] != "," and last.has_verb() and near not in ARTICLES
    return True
