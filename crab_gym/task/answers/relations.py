"""Words of relation: those that attach a value to another time, thing, owner or operation than the one asked for.

* `relates_otherwise` - whether the words around a value do so.
* `asks_for` - whether a question asks for what a noun names.
* `names_other` - whether their subject is a thing that the question has only beside what it asks for.
* `plain_words` - a sentence with long forms of what is written short.

A question has each of these words or another of the same family, or a sentence that answers it mustn't have it: of a
sum, nobody tells the difference, and of when something begins, not the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from crab_gym.task.answers.days import MARK
from crab_gym.task.answers.numbers import UNITS, units_of
from crab_gym.task.answers.questions import Question, with_alike
from crab_gym.task.answers.words import ARTICLES, NOUNS, PREPOSITIONS, THINGS, VERBS, bare_word, says_nothing, stem

__all__ = ["asks_for", "names_other", "plain_words", "relates_otherwise"]

_OF_SEVERAL = frozenset("sum together altogether combined all add adds added total both".split())
"""A family that may stand, too, where a question asks for several things."""
_FAMILIES = (_OF_SEVERAL, *(
    frozenset(words.split())
    for words in (
        "end ends ended",
        "depart departs departed departure leaves left",
        "arrive arrives arrived arrival",
        "difference differ differs ahead behind more fewer less",
        "product multiplied multiply",
        "long length distance far away km kilometre lasts lasted hour minute second time",
        "high height tall",
        "wide width",
    )
))  # fmt: skip
_JOINTS = (frozenset(("of", "about", "for", "named after")), frozenset(("with", "have", "has", "of")))
"""Words of which each may be said for another."""
_IN_PERIODS = frozenset("in of from for".split())
_FREE = frozenset("total distance km kilometre hour minute second time more fewer less added left".split())
"""Words of a family that may stand where a question has no other one."""
_PERIODS = frozenset("second minute hour day week weekend month year morning afternoon evening night".split())
_BEING = frozenset("is are was were".split())
_HAVING = frozenset("has have had holds contains".split())
_SAYING = frozenset("says said reads read shows showed gives given found got see".split())
_DEVICES = frozenset("phone desktop tablet computer device".split())
_ASIDE = PREPOSITIONS | frozenset("about after before past near behind until since during".split())
"""Words that attach a thing to another one; "of" does so only to a device."""
_ENDS = frozenset("what how that which who whose where when i we you he she they it there and then".split())
_DISTANT = frozenset("past before after until till beyond above below near off".split())
_OTHERS = frozenset("you he she they".split())
_WHOSE = re.compile(
    r"\b(?:do|does) (?P<has>[^?]+?) have(?: together)? ?$|\b(?:are|were)(?: there)? (?:in|on|at) (?P<holds>[^?]+?) ?$|"
    r"\b(?:count the|number of) [^?]+? in (?:the (?:file|folder) )?(?P<keeps>\S*[/.]\S+)"
)
"""What has the things of which a question asks how many there are."""
_EXTREME = frozenset("longest shortest highest lowest largest smallest biggest most least".split())
"""Of which thing of several a question asks, so that all together aren't it."""
_DEEDS = (("i", "called"), ("we", "called"), ("see", "you"))
"""What somebody has done or will do, where the question tells nothing of it."""
_LASTING = frozenset("took takes lasted lasts".split())
"""Verbs that tell of time, not of length."""
_LONG = (
    (re.compile(r"(?<=[a-z])'ve\b", re.IGNORECASE), " have"),
    (re.compile(r"(?<=[a-z])'re\b", re.IGNORECASE), " are"),
    (re.compile(r"(?<=[a-z])'ll\b", re.IGNORECASE), " will"),
    (re.compile(r"\b(adds?|added) up to\b", re.IGNORECASE), r"\1 to"),
    (re.compile(r"\bgoes off\b", re.IGNORECASE), "rings"),
    (re.compile(r"\b(is|are|was|were) set (?:for|to)\b", re.IGNORECASE), r"\1 at"),
    (re.compile(r"\bwill (take|begin|start|end|ring|meet)\b", re.IGNORECASE), r"\1s"),
    (re.compile(r"\bwill be\b", re.IGNORECASE), "is"),
    (re.compile(r"\b(?:calls for|requires)\b", re.IGNORECASE), "needs"),
    (re.compile(r"(?<=[a-z\"']) - (?=[a-z\"'])", re.IGNORECASE), ", "),
    (re.compile(r"^- (?=[a-z])"), ", "),
    (re.compile(r"(?<=[^\W\d_]) -\s*$"), ":"),
)


def plain_words(text: str) -> str:
    """Returns a text with long forms of what is written short, and one verb for some of two words.

    >>> plain_words("We've seen that they add up to")
    'We have seen that they add to'
    """
    for pattern, form in _LONG:
        text = pattern.sub(form, text)
    return text


def asks_for(noun: str, asked: Question) -> bool:
    """Returns whether a question has a noun, or another word of its family, as "altogether" for "sum"."""
    alike = [family for family in _FAMILIES if noun in family]
    return asked.has(noun) or any(map(asked.has, frozenset[str]().union(*alike)))


def relates_otherwise(
    before: Sequence[str],
    after: Sequence[str],
    asked: Question,
    whole: Question,
    number: bool,
    dated: bool,
    strict: bool,
) -> bool:
    """Returns whether words around a value attach it to another time, thing, owner or operation than the question.

    Args:
        before: The words before the value, in small letters.
        after: The words behind it and its unit.
        asked: The question, or the part of it that asks.
        whole: All of the question.
        number: Whether the value is a number of something.
        dated: Whether it is a date or a time.
        strict: Whether it is of words.
    """
    words = [*before, "", *after]
    if not _EXTREME.isdisjoint(asked.words) and {"total", "sum", "together"} & (set(words) - asked.words):
        return True
    measures = {UNITS[unit].measure for unit in units_of(asked.written)}
    if number and _LASTING.intersection(words) and measures == {"length"}:
        return True
    if "lives" in words and whole.is_for_others and not asked.has("lives"):
        return True
    counted = before[-1:] == ["all"] and after[:1] and stem(after[0]) in asked.counted  # "all 39 files"
    for family in _FAMILIES:
        several = family is _OF_SEVERAL and ("and" in asked.words or counted)
        if not several and not family.isdisjoint(set(words) - _FREE) and not any(map(asked.has, family)):
            return True
    for one, other in pairwise(words):
        if (one in _BEING and other == "to") or ((one, other) in _DEEDS and not asked.has(other)):
            return True  # "was to be", "I called"
        if one in ("this", "next", "last") and stem(other) in _PERIODS and not _follows(asked, f"{one} {other}"):
            return True
        if one in ("a", "an") and other in _PERIODS and (one, other) not in asked.pairs:
            return True
    is_source = (strict and "from" in asked.words) or (not number and asked.has("call"))  # of whom the number is
    if before[-1:] == ["from"] and not dated and not is_source:
        return True
    if "we" in asked.words and any([who in _OTHERS and asked.has(deed) for who, deed in pairwise(before)]):
        return True
    if asked.comparison and asked.comparison.words.isdisjoint(words) and {"all", "total", "together"} & set(words):
        return True
    if number and before[-1:] == ["in"] and not asked.has("year"):
        return True  # "in 5 hours"
    if after and (after[0] == "ago" or (after[0] in _DISTANT and asked.comparison is None)):
        return True
    return _has_other_owner(words, asked, whole) or (
        asked.comparison is None and _lies_elsewhere(words, asked, whole, number)
    )


def _follows(asked: Question, words: str) -> bool:
    return re.search(rf" {re.escape(words)}(?:'?s)? ", asked.text) is not None


def _has_other_owner(words: Sequence[str], asked: Question, whole: Question) -> bool:
    """Returns whether words tell of somebody's or something's thing that isn't in the question as theirs."""
    for word, thing in pairwise([*words, ""]):
        owner = word.removesuffix("'s")
        if owner == word or (says_nothing(owner) and owner not in _DEVICES | THINGS):
            continue
        if stem(owner) in _PERIODS and f" {word} " in asked.text:
            continue
        of_one = rf" {re.escape(word)} (?:\S+ ){{0,2}}{re.escape(stem(thing))}"
        by_other = rf" (?:of|with) (?:\S+ ){{0,3}}{re.escape(owner)} (?!\S+'s )"
        if re.search(of_one, asked.text) or (owner not in _DEVICES and re.search(by_other, asked.text)):
            continue
        if asked.comparison is None and (whole.is_for_others or owner not in whole.receivers):
            return True
    return False


def _lies_elsewhere(words: Sequence[str], asked: Question, whole: Question, number: bool) -> bool:
    """Returns whether a preposition attaches something to a thing to which the question doesn't attach it."""
    behind = words.index("")
    told = next((i for i, pair in enumerate(pairwise(words)) if pair == ("number", "of")), behind)
    for i, word in enumerate(words):
        if word not in PREPOSITIONS or (i < min(behind, told) and word != "of"):
            continue
        phrase = list(_phrase(words[i + 1 :]))
        noun = next((each for each in phrase if each in _DEVICES or each == "app" or not says_nothing(each)), "")
        if not noun or any(map(str.isdecimal, noun)) or (noun in whole.receivers and not whole.is_for_others):
            continue
        if noun in _DEVICES:
            near = rf" {re.escape(words[i - 1])} {word} (?:the |this )?{noun} "
        else:
            if word == "of" and _is_of_asked(words[i - 1], noun, asked, number):
                continue
            if word == "in" and noun != "app" and asked.has(noun):
                continue
            joint = next((joint for joint in _JOINTS if word in joint), frozenset((word,)))
            if not _PERIODS.isdisjoint(map(stem, phrase)) or (noun != "app" and phrase[-1] == "app"):
                joint = _IN_PERIODS
            near = rf" (?:{'|'.join(joint)}) (?:\S+ ){{0,3}}\S*{re.escape(noun.lstrip('~/'))} "
        possessive = rf" {re.escape(noun)}'s " if word == "of" and noun not in _DEVICES else "$^"
        if not re.search(f"{near}|{possessive}", asked.text) and not (word == "in" and noun in _holder(asked)):
            return True
    return False


def _is_of_asked(before: str, noun: str, asked: Question, number: bool) -> bool:
    """Returns whether something "of" a thing is what a question asks about it: "the number of lines", "2 cups of milk".

    Args:
        before: The word before "of"; ``""`` for the value.
        noun: The thing.
        asked: The question, or the part of it that asks.
        number: Whether the value is a number of something.
    """
    if before == "":
        return re.search(rf" how (?:much|many) (?:\S+ )?{re.escape(noun)} ", asked.text) is not None
    if before in ("number", "count"):
        return stem(noun) in asked.counted
    return before in NOUNS and stem(noun) in _subjects(asked, number)


def _phrase(words: Sequence[str]) -> Iterator[str]:
    return takewhile(lambda word: word and word not in PREPOSITIONS | VERBS | {",", MARK, ":"}, words)


def _holder(asked: Question) -> frozenset[str]:
    """Returns the words of what has the things of which a question asks how many there are."""
    parts = [" ".join(map(bare_word, sentence)) for sentence in asked.sentences]
    names = [name for part in parts for match in _WHOSE.finditer(part) for name in match.groups() if name]
    return frozenset(word for name in names for word in re.split(r" (?:of|with) ", name)[0].split())


def names_other(
    before: Sequence[str], after: Sequence[str], asked: Question, label: bool, number: str, told: frozenset[str]
) -> bool:
    """Returns whether a sentence is about a thing that the question has only beside what it asks for.

    Such as where something is looked up, which may only *say* a value, or have some things of a kind.

    Args:
        before: The words before the value, in small letters.
        after: The words behind it and its unit.
        asked: The question, or the part of it that asks.
        label: Whether they are a label with a colon.
        number: ``"amount"`` or ``"count"`` where the value is a number of something.
        told: The stems of all words around the value.
    """
    verbs = [i for i, word in enumerate(before) if word in VERBS and (word != "costs" or i + 1 == len(before))]
    if not (verbs or label or number) or asked.comparison:
        return False
    verb = before[verbs[0]] if verbs else "is"
    is_subject = not verbs and after[:1] and after[0] in _BEING  # "5 is the number"
    head = _head(after[1:] if is_subject else before[: verbs[0]] if verbs else before)
    if not head or verb in _SAYING or _is_named(head, asked, label, number):
        return False
    if verb in _HAVING and number and head not in _DEVICES:
        holder = _holder(asked)
        if holder or (number == "count" and not asked.particular.isdisjoint(told)):
            return head not in holder and asked.particular.isdisjoint(told)
    if not asked.has(head):
        return bool(number) and head in THINGS
    return stem(head) not in _subjects(asked, bool(number))


def _is_named(head: str, asked: Question, label: bool, number: str) -> bool:
    """Returns whether a noun may be what a value of words is called: "Place: Market hall"."""
    return says_nothing(head) and not number and head not in _DEVICES and (label or not asked.has(head))


def _head(words: Sequence[str]) -> str:
    """Returns the noun of a subject: "tracks" of "In the last days the tracks of the week"; ``""`` for a number's."""
    words = list(words)
    while words and words[0] in PREPOSITIONS:  # "in the table it is"
        rest = words[2:]
        begin = next((i for i, word in enumerate(rest) if word in ARTICLES | _ENDS | {","}), len(rest))
        words = rest[begin:]
        while words and words[0] == ",":
            words = words[1:]
    while words and words[0] in ARTICLES:
        words = words[1:]
    noun = list(takewhile(lambda word: word not in _ASIDE | _ENDS | {",", MARK}, words))
    return noun[-1] if noun and (noun[-1] in THINGS or not says_nothing(noun[-1])) else ""


def _subjects(asked: Question, number: bool) -> frozenset[str]:
    """Returns the stems of what a question asks about: what no preposition attaches to something else."""
    found = set[str]()
    for part in asked.sentences:
        aside = ended = belongs = False
        for before, chunk, following in zip(["", *part], part, [*part[1:], ""], strict=False):
            word, near = bare_word(chunk), bare_word(following)
            if word == "of":
                belongs, ended = True, False
                aside = aside or (number and following[:1].isupper())
            elif word == "about":  # what a mail is about is what it tells of
                aside = ended = False
            elif word in _ASIDE:
                aside, ended = near != "which" and (before, word) != ("message", "with"), False
            elif word in VERBS - {"named", "called"} | _ENDS | {","} or (word in ARTICLES and ended and not aside):
                aside = ended = belongs = False
            elif word.removesuffix("'s") in _DEVICES and belongs:
                aside = True
            if word not in ARTICLES | PREPOSITIONS:
                ended = True
                if not aside:
                    found |= {stem(word), stem(word.rpartition("/")[2])}
    return with_alike(frozenset(found))
