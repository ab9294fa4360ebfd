"""The plain sentence that may stand around a value.

* `is_plain` - whether what is before and after a value makes one plain sentence with it.
* `Question` - the words of a question, which such a sentence may have.
* `says_nothing`, `denies` - whether a word may stand in every such sentence, or in none.
* `demands` - whether words say that somebody has to do something.
* `bare` - a text without greetings, and without the words with which a letter ends.

A sentence has words of a closed list, which say nothing beside the value ("the", "is", "I", "found"), and words of the
question. Words that deny, doubt, compare or add ("not", "or", "maybe", "other", "than") are none of them, even where
the question has them, and neither are other numbers, unless the question has them beside the same word. So whatever
else somebody writes around a value is refused without having been thought of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from crab_gym.task.answers.days import MARK, without_moments
from crab_gym.task.answers.numbers import NUMBER_WORDS, numbers_in

__all__ = ["Question", "bare", "demands", "denies", "is_plain", "says_nothing"]

_VERBS = frozenset(
    """
    is are was were be been has have had says said reads read shows showed gives given contains holds equals shown makes
    made comes came goes went takes took costs begins began starts started ends ended lies lives departs leaves
    arrives called named titled stands found got counted counts see wrote sent located situated held
    belongs scheduled planned need needs needed it's that's here's =
    """.split()
)
_PREPOSITIONS = frozenset("in on at of to for from by with as into".split())
_ARTICLES = frozenset("the a an this that these those its his her their my your our".split())
_PLAIN = frozenset(
    """
    it they there here he she i i've i'm we you which who where when what between correct right final exactly just
    altogether together total all asked wanted will so word words long wide high away
    """.split()
)
_NOUNS = frozenset(
    """
    answer result value sum difference product number count amount figure total price cost length distance duration
    time hour hours date day name title titles text line note message person place location city town village
    address e-mail email mail phone telephone mobile tel url link web page website program file folder code setting
    state list names
    """.split()
)
_DENIALS = frozenset(
    """
    not no nor none never neither nobody nothing nowhere without except unless unlike instead rather wrong false
    incorrect untrue or xor either maybe perhaps possibly probably likely unlikely presumably apparently seemingly
    guess guessed guesses think thought believe suppose assume reckon estimate unsure uncertain sure doubt might may
    could would should can cannot if whether unknown approximately roughly circa ca but however although though yet
    other another else also alternatively versus vs excluding besides avoid anything everything anyone everyone
    anybody everybody both such like similar forget ignore hardly barely used otherwise and/or different opposite
    """.split()
)
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
_DUTIES = frozenset("have has had need needs needed".split())
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
_CHUNK = re.compile(r"[^\s,:()=]+|[,:()=]")
_AROUND = "\"'`*"
_GREETING = re.compile(
    r"(?:hello|hi|hey|dear|good (?:morning|afternoon|evening|day))(?P<name>(?: [^\W\d_]+){0,3}) ?[,.!\n]\s*",
    re.IGNORECASE,
)
_LEAD = re.compile(r"(?:(?:sure|of course|certainly|ok|okay)[,.!]|here you (?:are|go)[,.:!])\s+", re.IGNORECASE)
"""What people say before they answer a request."""
_COMPANY = frozenset("there all both everyone everybody team again so very much".split())
"""Words that may stand in a name's place in a greeting, or behind thanks."""
_FAREWELL = re.compile(
    r"(?:[\s,.!]*\n\s*|[.!]\s+)(?:(?:kind|best|warm) regards|regards|best wishes|best|(?:with )?love|"
    r"yours(?: sincerely| truly)?|sincerely|cheers|many thanks|thanks|thank you)[,.!]?(?P<name>(?:\s+[^\W\d_]+){0,3})"
    r"[.!]?\s*$",
    re.IGNORECASE,
)


def _bare_word(chunk: str) -> str:
    return chunk.casefold().strip("\"'`*.;?!")


def says_nothing(word: str) -> bool:
    """Returns whether a word, in small letters, says nothing of its own: it may stand beside any value."""
    return word in _VERBS or word in _PREPOSITIONS or word in _ARTICLES or word in _PLAIN or word in _NOUNS


def denies(word: str) -> bool:
    """Returns whether a word, in small letters, denies or doubts, or leaves a choice."""
    return word in _DENIALS or word.endswith("n't")


def demands(words: Sequence[str], asked: Question) -> bool:
    """Returns whether words, in small letters, say that somebody has to do something of which the question doesn't ask.

    >>> demands("i have to see you".split(), Question("How long does it take?"))
    True
    """
    return any([b == "to" and a in _DUTIES and (a, b) not in asked.pairs for a, b in pairwise(words)])


def _stem(word: str) -> str:
    """Returns a word without its ending, so that "copied" is like "copy", and "Bell's" like "Bell"."""
    word = word.removesuffix("'s").removesuffix("'")
    for ending, instead in (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ed", ""), ("e", "")):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word.removesuffix(ending) + instead
    return word


def _numeral(word: str) -> str:
    """Returns a word, or the digits of a number in words."""
    return str(NUMBER_WORDS[word]) if word in NUMBER_WORDS else word


class Question:
    """The words of a question.

    Args:
        text: The question; ``""`` where it isn't known.
    """

    __slots__ = ("pairs", "stems", "text", "words")

    def __init__(self, text: str) -> None:
        chunks = [_numeral(word) for word in map(_bare_word, _CHUNK.findall(text)) if word not in (",", ":", "(", ")")]
        parts = [part for chunk in chunks for part in chunk.split("/")]
        self.text = f" {' '.join(chunks)} "
        self.words = frozenset(part for part in chunks + parts if any(map(str.isalnum, part)))
        self.pairs = frozenset(pairwise(chunks))
        parts = re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", text.casefold())
        self.stems = frozenset(_stem(part) for part in parts if part not in _DENIALS)

    def has(self, word: str) -> bool:
        """Returns whether the question has a word, in any form, that isn't a number."""
        return word in self.words or _stem(word) in self.stems

    def has_behind_code(self, words: Sequence[str]) -> bool:
        """Returns whether the question has some words behind one with a digit, as in "00100, Saudi Arabia"."""
        return bool(words) and re.search(rf" \S*\d\S* {re.escape(' '.join(words))} ", self.text) is not None

    def has_run(self, words: Sequence[str]) -> bool:
        """Returns whether the question has some words, two or more, one behind the other."""
        return len(words) > 1 and "and" not in words and f" {' '.join(words)} " in self.text


@lru_cache(maxsize=256)
def _question(text: str) -> Question:
    return Question(text)


def bare(text: str) -> str:
    r"""Returns a text without a greeting before it and a farewell behind it, nor a full stop before the farewell.

    >>> bare("Hello Ada,\nit is 5.\n\nKind regards"), bare("Sure, it is 5. Best guess")
    ('it is 5', 'it is 5. Best guess')
    """
    greeting = _GREETING.match(text)
    if greeting and _names_somebody(greeting["name"]):
        text = text[greeting.end() :]
    if lead := _LEAD.match(text):
        text = text[lead.end() :]
    farewell = _FAREWELL.search(text)
    if farewell and _names_somebody(farewell["name"]):
        text = text[: farewell.start()]
    return text.strip()


def _names_somebody(text: str) -> bool:
    """Returns whether words can be a name, or nothing, and so say nothing; a single one may be in small letters."""
    words = text.split()
    return all(
        [
            word.casefold() in _COMPANY
            or (
                not (denies(word.casefold()) or says_nothing(word.casefold()))
                and (len(words) == 1 or word[0].isupper())
            )
            for word in words
        ]
    )


def _is_number(word: str) -> bool:
    return any(char.isdecimal() for char in word) or any(True for _ in numbers_in(word))


class _Words:
    """The words of one side of a value, each checked against what a sentence may have."""

    def __init__(self, text: str, question: Question, more: frozenset[str], strict: bool) -> None:
        self.chunks = _CHUNK.findall(text)
        self.words = [_bare_word(chunk) if chunk not in (",", ":", "(", ")") else chunk for chunk in self.chunks]
        self._question, self._more, self._strict = question, more, strict

    def known(self) -> bool:
        """Returns whether the sentence may have all of the words."""
        return all(self._may_stand(i) for i in range(len(self.words)))

    def _may_stand(self, i: int) -> bool:
        chunk, word = self.chunks[i], self.words[i]
        if word in (",", MARK):
            return True
        if word in ("", ":", "(", ")") or chunk.rstrip(_AROUND)[-1:] in ("?", "!", ";", "."):
            return False
        if word in self._more:
            return True
        if denies(word) or (self._strict and word == "all"):
            return False
        if says_nothing(word):
            return True
        if _is_number(word):
            return self._number_stands(i)
        return self._question.has(word)

    def _number_stands(self, i: int) -> bool:
        """A number may stand where the question has it: in the same name, or beside the same word.

        Where the value is of words, the number needs no word beside it.
        """
        word = _numeral(self.words[i])
        if (self._strict and not self.words[i].isalpha()) or not word.replace(".", "").isdecimal():
            return word in self._question.words
        before = next((_numeral(each) for each in self.words[:i][::-1] if each != ","), "")
        after = next((_numeral(each) for each in self.words[i + 1 :] if each != ","), "")
        return (before, word) in self._question.pairs or (word, after) in self._question.pairs

    def has_verb(self) -> bool:
        return any(word in _VERBS for word in self.words)

    def is_empty(self) -> bool:
        return not self.words


def is_plain(
    before: str,
    after: str,
    question: str,
    strict: bool,
    dates: bool = True,
    times: bool = True,
    number: bool = False,
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
        number: Whether the value is a number of something, so that what begins with "from" is a range.
        choice: The value, if it is one of two words.
    """
    while before[-1:] and before[-1:] in _AROUND and before[-1] in (after[:1], after[1:2] if after[:1] == "." else ""):
        before, after = before[:-1], after.removeprefix(".")[1:]
    after = re.sub(r"^[.!]?$", "", after.strip()) if len(after.strip()) <= 1 else after.strip()
    if after[-1:] in (".", "!") and after[-2:-1] not in (".", "!", "?"):
        after = after[:-1]
    if dates or times:
        before, after = without_moments(before, dates, times), without_moments(after, dates, times)
        after = re.sub(rf"\({MARK}\)", MARK, after)
    asked = _question(question)
    after = _without_addition(after, asked, strict)
    more = _OF_PAST if choice else frozenset()
    label = before.rstrip().endswith(":")
    first = _Words(before.rstrip()[:-1] if label else before, asked, more, strict)
    last = _Words(after, asked, more | _NEGATIONS if choice == "no" else more, strict)
    if not (first.known() and last.known()):
        return False
    if first.words and first.words[0] in _AUXILIARIES:
        return False
    if not choice and set(first.words[-2:]) & (_HEDGES if dates and times else _HEDGES | {"by"}):
        return False
    if demands(first.words, asked) or demands(last.words, asked) or (first.has_verb() and _has_aside(last)):
        return False
    if _is_wish(first, last, label) or (not choice and _is_open(first, last, asked, label, number, dates and times)):
        return False
    if choice == "no" and last.has_verb() and not set(last.words) & {*_NEGATIONS, "looked", "checked"}:
        return False
    if strict and not choice:
        return _joined(first, last, label, asked)
    return first.words[-1:] != ["and"] and last.words[:1] != ["and"]


def _without_addition(after: str, question: Question, strict: bool) -> str:
    """Returns what is behind a value without words that only repeat the question's.

    Such as "(errors and warnings)" behind a number; behind a name, what follows a code there: ", Saudi Arabia".
    """
    if not strict:
        match = re.search(r"\s*\(([^()]+)\)$", after)
        words = [_bare_word(word) for word in match[1].split()] if match else []
        repeats = all([word.isalpha() and not denies(word) and question.has(word) for word in words])
        return after[: match.start()] if match and repeats else after
    match = re.match(r"\((?P<behind>[^()]+)\)|,\s*(?P<apart>[^,()]+?)(?=,| is\b| has\b|$)", after)
    words = [_bare_word(word) for word in (match["behind"] or match["apart"]).split()] if match else []
    return after[match.end() :].strip() if match and question.has_behind_code(words) else after


def _is_wish(first: _Words, last: _Words, label: bool) -> bool:
    """Returns whether a sentence says what somebody wanted or asked for, or as of when: "I wanted 36"."""
    behind = last.words[1:2] if last.words and last.words[0] in _AUXILIARIES else last.words[:1]
    if behind in (["asked"], ["wanted"]):
        return True
    if label:
        return False
    before = [word for word in first.words if word not in _ARTICLES and word not in ("exactly", "just")]
    wishes = [i for i, word in enumerate(before) if word in ("asked", "wanted")]
    if wishes and before[-1] != "," and _INFINITIVES.issuperset(_VERBS.intersection(before[wishes[-1] :])):
        return True
    return any([tuple(before[-len(words) :]) == words for words in _BEFORE_WISHES])


def _has_aside(last: _Words) -> bool:
    """Returns whether a second sentence follows the one that states a value: "it is 5, I need you"."""
    words = ["", *last.words]
    return any(
        [
            who in _PEOPLE and verb in _VERBS - _REPORTS - _OF_PAST and (who != "you" or before in (",", "and"))
            for before, who, verb in zip(words, words[1:], words[2:], strict=False)
        ]
    )


def _is_open(first: _Words, last: _Words, asked: Question, label: bool, number: bool, timeless: bool) -> bool:
    """Returns whether words tell of a range's beginning or end, or make no sentence: "from 36 on", "by 36"."""
    if last.words and last.words[-1] in _PREPOSITIONS and not last.has_verb() and "asked" not in last.words:
        return True
    before = [word for word in first.words if word not in _ARTICLES]
    if number and any([word in _ENDS and not asked.has(word) for word in first.words + last.words]):
        return True
    if not label and before[-1:] == ["from"] and number:
        return True
    return not label and len(before) == 1 and before[0] in _FRAGMENTS and (number or not timeless)


def _joined(first: _Words, last: _Words, label: bool, question: Question) -> bool:
    """Returns whether a value of words is joined to the words around it as the only one of the sentence."""
    if first.has_verb() and last.has_verb():
        return False
    if not first.is_empty() and not label:
        near = first.words[-1]
        if near not in _VERBS | _PREPOSITIONS | _ARTICLES | _NOUNS and not (near == "," and first.has_verb()):
            return False
        if not first.has_verb() and not set(first.words) <= _PREPOSITIONS | _ARTICLES | _NOUNS | {MARK, ","}:
            return False
    if not last.is_empty():
        near = next((word for word in last.words if word not in (",", MARK)), "")
        if near and near not in _VERBS | _PREPOSITIONS and not question.has_run(last.words):
            return last.words[0] != "," and last.has_verb() and near not in _ARTICLES
    return True
