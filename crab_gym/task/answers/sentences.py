"""The plain sentence that may stand around a value.

* `is_plain` - whether what is before and after a value makes one plain sentence with it.

A sentence has words of a closed list, which say nothing beside the value ("the", "is", "I", "found"), and words of the
question, in any form and order. Words that deny, doubt, compare or add ("not", "or", "maybe", "other", "than") are none
of them, even where the question has them, and neither are other numbers, unless the question has them beside the same
word. So whatever else somebody writes around a value is refused without having been thought of. What isn't read is how
a sentence puts the question's own words together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from crab_gym.task.answers.days import MARK, without_moments
from crab_gym.task.answers.numbers import names_unit, numbers_in
from crab_gym.task.answers.questions import Question, question_of
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
    about around roughly nearly almost over under above below than least most near close beyond past before after
    until till apart minus plus times between since
    """.split()
)
"""Words that change a value behind them, or, but for a few, before them."""
_BEHIND = frozenset("past before after until till beyond above below near off ago minus plus times".split())
"""Words that change a value before them."""
_REFUSED = frozenset(
    (
        ("as", "of"), ("i", "need"), ("i", "needed"), ("need", "you"), ("see", "you"), ("to", "be"), ("have", "to"),
        ("has", "to"), ("had", "to"), ("i", "called"), ("we", "called"),
    )
)  # fmt: skip
"""Words that tell from when on something holds, what somebody wants, and what else somebody has to do or did."""
_BEING = frozenset("is are was were it's that's this's here's =".split())
_AUXILIARIES = frozenset("is are was were be do does did has have had can could will would should may might".split())
_ADDING = frozenset("add adds added adding amount amounts".split())
_DONE = frozenset("done complete completed finished sent".split())
"""Words of a sentence about the task itself."""
_OF_PAST = frozenset("first initially originally already before began looked checked at so did".split())
"""Further words around a choice between two, which may be about how something was."""
_NEGATIONS = frozenset(("not", "wasn't", "hadn't"))
"""Words that may stand behind a "no"."""
_PRESENT = frozenset("is are it's that's will".split())
_SELF = frozenset("answer result value".split())
"""What is called by its name in the present, also where the question is how something was."""
_BEGINNING = frozenset("begin begins began start starts started".split())
_VERBS = VERBS | _BEGINNING
_BEFORE_NAMES = PREPOSITIONS | ARTICLES | NOUNS | {"only", "just", "exactly"}
"""Words that may stand right before a value of words."""
_DIFFERENCE = frozenset("difference differ differs".split())
_EXTREME = frozenset("longest shortest highest lowest largest smallest biggest most least".split())
"""Of which thing of several a question asks, so that all together aren't it."""
_TOGETHER = frozenset("total sum together altogether combined".split())
_PERIODS = frozenset("second minute hour day week weekend month year morning afternoon evening night".split())
_WHICH = frozenset(("this", "next", "last"))
_FRAGMENTS = frozenset("by to into with as".split())
"""Prepositions with which a number or a time alone makes no sentence."""
_NUMBERS = _SELF | frozenset("final sum total product difference count amount number exactly just only".split())
"""Words before a number that are the number, and don't say which thing of its kind is meant."""
_NUMBER_OF = (("number", "of"), ("count", "of"), ("numbers", "of"))
_PERSONS = frozenset("you me us".split())
_ANSWERS = frozenset("answer final result count contacts".split())
"""What somebody may call one's own without telling a value of oneself."""
_JOINING = ("+", "&")
"""Signs for "and" between two words."""
_KINDS = re.compile(r"^(?:(?:different|unique|distinct) (?=[a-z])|\(s\))", re.IGNORECASE)
_CODE = re.compile(r"\d{4,6}")
"""A post code, which may stand before a city where the question has it."""
_AROUND = "\"'`*_"
_MARKS = (",", ":", "(", ")", MARK, "")
_PARTED = re.compile(r"(?<=[^.!?][.!;])\s+|\n+")
"""Where one sentence ends and another begins."""
_SEVERAL = re.compile(r"\b(?:the )?(?:two|three|four)(?: of)?(?: the)? (?P<things>[a-z-]+s)\b", re.IGNORECASE)
_LONG = (
    (re.compile(r"(?<=[^\W\d_]) -\s*$"), ":"),
    (re.compile(r"(?<=[a-z\"']) - (?=[a-z\"'])|^ - (?=[a-z])", re.IGNORECASE), ", "),
    (re.compile(r"(?<=[a-z])'ve\b", re.IGNORECASE), " have"),
    (re.compile(r"(?<=[a-z])'re\b", re.IGNORECASE), " are"),
    (re.compile(r"(?<=[a-z])'ll\b|\bwill\b", re.IGNORECASE), ""),
    (re.compile(r"\bgoes off\b", re.IGNORECASE), "rings"),
    (re.compile(r"\bthat would be\b", re.IGNORECASE), "it is"),
    (re.compile(r"(?<=\w) ?→ ?(?=\w)"), " to "),
)
"""Signs in place of dashes and arrows between words, and other forms of verbs."""
_WAY = re.compile(r"(?:\bfrom )?(?P<start>[^\s,:]+) to (?P<end>[^\s,.:]+)")
"""From where to where something leads."""


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
        number: ``"amount"`` or ``"count"`` where the value is a number.
        choice: The value, if it is one of two words.
    """
    asked = question_of(question)
    before, after = _prepared(before, after, asked, strict, dates, times, number == "count", choice)
    *earlier, before = _PARTED.split(f"{before} " if before[-1:] in (".", "!", ";") else before)
    after, *later = _PARTED.split(after)
    label = before.endswith(":")
    first, last = _words_of(before.removesuffix(":")), _words_of(after.rstrip("."))
    others = [(side, _words_of(side)) for side in (*earlier, *later)]
    whole = before + after
    if whole.count("(") != whole.count(")") or not _AUXILIARIES.isdisjoint(first[:1]):
        return False
    if any([not _BEING.isdisjoint(words) and _DONE.isdisjoint(words) for _, words in others]):
        return False  # "It is Alder. The town is Millbrook."
    timeless = dates and times
    more = _more(asked, not (number and timeless), choice)
    behind = more | _NEGATIONS if choice == "no" else more
    of_words = strict and not choice
    if not (_are_known(before, first, asked, more, of_words) and _are_known(after, last, asked, behind, of_words)):
        return False
    if not all([_are_known(side, words, asked, more, of_words) for side, words in others]):
        return False
    if choice:
        return _fits_choice(first, last, asked, label, choice == "no")
    if _changes(first, last, asked, label, timeless) or _is_of_persons([*first, "", *last], asked, not timeless):
        return False
    if (number or not timeless) and not label and len(first) == 1 and first[0] in _FRAGMENTS:
        return False
    if strict:
        return _joined(first, last, label, asked)
    if number and not _counts_asked(first, last, asked, label, number == "count"):
        return False
    return first[-1:] != ["and"] and last[:1] != ["and"]


def _prepared(
    before: str, after: str, asked: Question, strict: bool, dates: bool, times: bool, counts: bool, choice: str
) -> tuple[str, str]:
    """Returns what is before and after a value without marks, known dates, and words that only repeat the question's.

    Args:
        before: The text before the value.
        after: The text after it.
        asked: The question.
        strict: Whether the value is of words.
        dates: Whether dates may stand in the sentence.
        times: Whether times may.
        counts: Whether the value is a number of things.
        choice: The value, if it is one of two words.
    """
    before, after = _trimmed(before, after)
    if counts:
        after = _KINDS.sub("", after)
    if dates or times:
        before, after = (without_moments(side, asked.written, dates, times) for side in (before, after))
    if strict:
        after = _without_country(after, asked)
    elif not choice:
        before, after = (_without_several(side, asked) for side in (before, after))
    return before, after


def _more(asked: Question, begins: bool, choice: str) -> frozenset[str]:
    """Returns further words that a sentence may have, by what its value is of.

    Args:
        asked: The question.
        begins: Whether something may begin at the value, or the value itself, so that it isn't the end of a range.
        choice: The value, if it is one of two words.
    """
    if choice:
        return _OF_PAST
    more = asked.compared | (_DIFFERENCE if asked.comparison else frozenset())
    return more | asked.operation | (_BEGINNING if begins else frozenset())


def _words_of(text: str) -> list[str]:
    return [bare_word(chunk) if chunk not in (",", ":", "(", ")") else chunk for chunk in CHUNK.findall(text)]


def _trimmed(before: str, after: str) -> tuple[str, str]:
    """Returns what is before and after a value without marks around the value, and without a full stop at the end."""
    while before[-1:] and before[-1:] in _AROUND and before[-1] in (after[:1], after[1:2] if after[:1] == "." else ""):
        before, after = before[:-1], after.removeprefix(".")[1:]
    if before[-1:] == "(" and after[:1] == ")":
        told = before[:-1].rstrip()
        before, after = f"{told}{':' if VERBS.isdisjoint(_words_of(told)) else ' at'}", after[1:]
    after = after.rstrip()
    if after[-1:] in (".", "!") and after[-2:-1] not in (".", "!", "?"):
        after = after[:-1]
    return _with_marks(before).strip(), _with_marks(after).lstrip(" ")


def _with_marks(text: str) -> str:
    """Returns a text with a colon or commas in place of dashes between words, and long forms of verbs."""
    for pattern, instead in _LONG:
        text = pattern.sub(instead, text)
    return text


def _without_several(text: str, asked: Question) -> str:
    """Returns a text without a number that only says that there are several of the things: "the two files"."""
    return _SEVERAL.sub(lambda match: match["things"] if asked.has(match["things"].casefold()) else match[0], text)


def _without_country(after: str, asked: Question) -> str:
    """Returns what is behind a value of words without what follows a code in the question: ", Saudi Arabia"."""
    match = re.match(r"\((?P<behind>[^()]+)\)|,\s*(?P<apart>[^,()]+?)(?=,| is\b| has\b|$)", after)
    words = [bare_word(word.strip(",")) for word in (match["behind"] or match["apart"]).split()] if match else []
    repeats = asked.has_behind_code(words) or (match and match["behind"] and asked.has_run(words))
    return after[match.end() :].strip() if match and repeats else after


def _are_known(text: str, words: Sequence[str], asked: Question, more: frozenset[str], strict: bool) -> bool:
    """Returns whether a sentence may have all of some words.

    Args:
        text: The sentence.
        words: Its words, in small letters.
        asked: The question.
        more: Further words that it may have.
        strict: Whether the value is of words.
    """
    if "?" in text or ".." in text or any([pair in _REFUSED and pair not in asked.pairs for pair in pairwise(words)]):
        return False
    chunks = CHUNK.findall(text)
    return all([_is_known(words, chunks, i, asked, more, strict) for i in range(len(words))])


def _is_known(
    words: Sequence[str], chunks: Sequence[str], i: int, asked: Question, more: frozenset[str], strict: bool
) -> bool:
    word = words[i]
    if chunks[i].lstrip(_AROUND).startswith("!"):
        return False  # "!= 5"
    if word in more or word in _MARKS:
        return True
    if word in _JOINING and not strict:
        return 0 < i < len(words) - 1 and words[i - 1].isalpha() and words[i + 1].isalpha()
    if word == "one" and i > 1 and words[i - 2] in ARTICLES and asked.has(words[i - 1]):
        return True  # "the longest one"
    if denies(word) or (strict and word == "all"):
        return False
    if says_nothing(word) or (chunks[i][0].isupper() and words[i + 1 : i + 2] in (["app"], ["application"])):
        return True
    if any(char.isdecimal() for char in word) or any(True for _ in numbers_in(word)):
        return _number_stands(words, i, asked, strict)
    parts = word.split("-") if "-" in word else [word]
    return asked.has(word) or names_unit(word, asked.written) or all([each and asked.has(each) for each in parts])


def _number_stands(words: Sequence[str], i: int, asked: Question, strict: bool) -> bool:
    """A number may stand where the question has it: in the same name, or beside the same word.

    Where the value is of words, the number needs no word beside it.
    """
    word = numeral(words[i])
    if (strict and not words[i].isalpha()) or not word.replace(".", "").isdecimal():
        return word in asked.words
    before = next((numeral(each) for each in words[:i][::-1] if each != ","), "")
    after = next((numeral(each) for each in words[i + 1 :] if each != ","), "")
    return (before, word) in asked.pairs or (word, after) in asked.pairs


def _changes(first: Sequence[str], last: Sequence[str], asked: Question, label: bool, timeless: bool) -> bool:
    """Returns whether words around a value make more or less of it, or another thing: "before 5", "5 a day", "in 5".

    Args:
        first: The words before the value.
        last: Those behind it.
        asked: The question.
        label: Whether a colon is before the value.
        timeless: Whether the value is neither a date nor a time.
    """
    hedges = set(first[-2:]) & (_HEDGES if timeless else _HEDGES | {"by"})
    if hedges and not (label and asked.has_run(first[-2:])) and not any([(w, "how") in asked.pairs for w in hedges]):
        return True  # unless asked "after how many minutes"
    if first[-2:] == ["up", "to"] and not _ADDING.intersection(first[-3:]):
        return True
    if last and (last[0] in _BEHIND - asked.compared or last[-1] in PREPOSITIONS):
        return True
    if not label and first[-1:] == ["from"] and timeless and "from" not in asked.words:
        return True
    if not _EXTREME.isdisjoint(asked.words) and _TOGETHER.isdisjoint(asked.words) and _TOGETHER & {*first, *last}:
        return True
    if any([a in ("a", "an") and b in _PERIODS and (a, b) not in asked.pairs for a, b in pairwise(last)]):
        return True
    pairs = [*pairwise(first), *pairwise(last)]
    return any([a in _WHICH and stem(b) in _PERIODS and f" {a} {stem(b)}" not in asked.text for a, b in pairs])


def _counts_asked(first: Sequence[str], last: Sequence[str], asked: Question, label: bool, counts: bool) -> bool:
    """Returns whether the words around a number make it that of what was asked for, as far as they name its things.

    Args:
        first: The words before the number.
        last: The words behind it and its unit.
        asked: The question.
        label: Whether a colon is before the number.
        counts: Whether the number is that of things, so that their noun may stand behind it.
    """
    near = first[-1] if first else ""
    if not label and near.isalpha() and near not in VERBS | PREPOSITIONS | ARTICLES | _NUMBERS:
        if near in NOUNS or not (says_nothing(near) or near.endswith("ed")):
            return False  # "line 5"
    if near == "in" and not asked.has("year"):
        return False  # "in 5 hours"
    if last[:1] == ["of"] and last[1:] != ["them"] and (counts or last[1:2] == [] or last[1] in ARTICLES):
        return False  # "5 of the lines"
    if counts and near == "the" and not last:
        return False  # "on the 5"
    words = [*first, *last]
    if counts and asked.counts_other([word.lstrip(".") for word in words]):
        return False
    if asked.operation and any([asked.has(word) and not says_nothing(word) for word in words]):
        if asked.operation.isdisjoint(words):
            return False  # "the invoice is 5"
    if asked.comparison and not asked.comparison.holds(f"{' '.join(first)} 0 {' '.join(last)}"):
        return False
    way = _WAY.search(" ".join(first))
    if way and f" from {way['end']} to {way['start']} " in asked.text.replace(",", ""):
        return False
    of = next((i + 2 for i, pair in enumerate(pairwise(first)) if pair in _NUMBER_OF), len(first))
    things = [*(_things(first[of:]) if counts else ()), *_things(last)]
    return not any([_is_plural(word) and not (counts and asked.counts(word)) for word in things])


def _things(words: Sequence[str]) -> Iterator[str]:
    """Yields the words up to a verb, a preposition or the like: those that say what a number counts."""
    ends = VERBS | PREPOSITIONS | ARTICLES | {",", ":", ")", MARK, *(() if words[:1] == ["("] else "(")}
    return takewhile(lambda word: word not in ends, words)


def _is_plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word.replace("-", "").isalpha()


def _is_of_persons(words: Sequence[str], asked: Question, dated: bool) -> bool:
    """Returns whether words attach a value to who tells it or who is told, of whom the question isn't.

    Args:
        words: The words around the value, with ``""`` in its place.
        asked: The question.
        dated: Whether the value is a date or a time, as of what who tells it has in a calendar.
    """
    if asked.is_of_own:
        return False
    refused = {"our", *(() if dated else ("my",)), *(("your",) if asked.is_for_others else ())}
    return any(
        [
            (word in refused and before not in ("in", "from", "on", "to") and after not in _ANSWERS)
            or (word in _PERSONS and before in ("with", "of", "at"))
            for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False)
        ]
    )


def _fits_choice(first: Sequence[str], last: Sequence[str], asked: Question, label: bool, denied: bool) -> bool:
    """Returns whether words around one of two tell how something was, where that is asked, and repeat a "no" as one."""
    if asked.is_past and not label and _PRESENT.intersection(first) and not _SELF.intersection(first):
        return False
    if ("i", "did") in pairwise(last) and not asked.has("did"):
        return False
    return not (denied and not VERBS.isdisjoint(last) and not set(last) & {*_NEGATIONS, "looked", "checked"})


def _joined(first: Sequence[str], last: Sequence[str], label: bool, question: Question) -> bool:
    """Returns whether a value of words is joined to the words around it as the only one of the sentence."""
    first_verb, last_verb = (not _VERBS.isdisjoint(side) for side in (first, last))
    if first[-1:] == ["and"] or last[:1] == ["and"] or (first_verb and last_verb and last[0] != ","):
        return False
    if len(first) == 1 and _CODE.fullmatch(first[0]):
        return not last
    if first and not label:
        near = first[-1]
        aside = near == "," and (first_verb or first[0] in PREPOSITIONS)
        if near not in _VERBS | _BEFORE_NAMES and not aside:
            return False
        if not (first_verb or aside) and not set(first) <= _BEFORE_NAMES | {MARK, ","}:
            return False
    if last[:1] == ["("] and last[1] in PREPOSITIONS and last[-1] == ")":
        return True  # "(from the Clock app)"
    if last:
        near = next((word for word in last if word not in (",", MARK)), "")
        is_thing = f" how much {' '.join(last)} " in question.text
        if near and near not in _VERBS | PREPOSITIONS and not (is_thing or question.has_run(last)):
            return last[0] != "," and last_verb and near not in ARTICLES
    return True
