"""Letters: greetings, farewells, and words around an answer that say nothing more.

* `bare` - a text without them, and without the name of who is told before them.

Other sentences, such as where an answer was seen, stay in the text, which is refused if they have words that aren't in
the question.
"""

from __future__ import annotations

import re

from crab_gym.task.answers.markup import unmarked
from crab_gym.task.answers.questions import Question
from crab_gym.task.answers.words import bare_word, denies, says_nothing

__all__ = ["bare"]

_GREETING = re.compile(
    r"(?:hello|hi|hey|dear|good (?:morning|afternoon|evening|day))(?P<name> sir or madam|(?: [^\W\d_]+){0,3})"
    r" ?[,.!\n]\s*",
    re.IGNORECASE,
)
_ASIDES = re.compile(
    r"(?:\bhere (?:you (?:are|go)|it is)\b|"
    r"\bof course\b|\bas (?:you(?:'ve| have)? )?(?:requested|promised|asked|agreed|"
    r"discussed|wanted)(?: (?:for|me to))?\b|"
    r"\b(?:that |which )?(?:you|i)(?: have|'ve| was| were|'d| had)? (?:asked|wanted)"
    r"(?: (?:me|about|for|to (?!be\b)[a-z]+)){1,3}(?= (?:is|are|was|were)\b|[:,.]|$)|"
    r"\byou asked for (?=(?:the|that) [\w -]+:)|"
    r"\b(?:please )?(?:find|see) (?=(?:the |your )?(?:[\w-]+ ){1,4}below\b)|\bbelow(?=[,.:])|"
    r"\b(?:thanks|thank you) for (?:asking|your (?:mail|e-mail|message|question))\b)(?:!(?=\s))?",
    re.IGNORECASE,
)
"""What people say besides, wherever it stands."""
_REACHED = re.compile(r"\b(?:you can|to) (?:reach|find|call|dial|contact)(?: at| on| under)?(?=\s)", re.IGNORECASE)
"""What people say before a number at which somebody is reached."""
_SOURCE = re.compile(r"(?:according to|based on) (?P<source>(?:[^,.:;()\n]|\.(?=\w)){1,80}?)[,:]\s+", re.IGNORECASE)
"""Where people say that an answer is from, before it."""
_CALL = re.compile(r"(?P<name>[^\W\d_]+(?: [^\W\d_]+)?),\s+")
"""Somebody's name before what somebody is told."""
_COMPANY = frozenset("there all both everyone everybody team again so very much".split())
"""Words that may stand in a name's place in a greeting, or behind thanks."""
_SIGNATURE = re.compile(r"\n-- ?\n(?P<name>[^\W\d_]+(?:\s+[^\W\d_]+){0,3})\s*$")
_FAREWELL = re.compile(
    r"(?:[ \t,.!]*\n\s*|[.!]\s+|,\s+(?=(?:kind|best|warm) (?:regards|wishes)))"
    r"(?:(?:kind|best|warm) regards|regards|best wishes|best|(?:with )?love|"
    r"yours(?: sincerely| truly)?|sincerely|cheers|many thanks|thanks|thank you|take care|see you(?: soon)?|bye|"
    r"(?:i )?hope (?:this|that|it) helps|have a (?:nice|good|great|lovely) (?:day|evening|weekend)|"
    r"(?:please )?let me know if you (?:need|have) (?:anything else|any (?:further |more |other )?questions))"
    r"[,.!]?(?P<name>(?:\s+[^\W\d_]+){0,3})[.!]?\s*$",
    re.IGNORECASE,
)
_MOST = 3
"""Most farewells behind an answer."""


def bare(text: str, question: Question | None = None) -> str:
    r"""Returns a text without greetings before it, farewells behind it and asides, nor a stop before a farewell.

    Args:
        text: The text.
        question: What was asked; where an answer is from, and about whom it is, has its words.

    >>> bare("Hello Ada,\nit is 5.\n\nKind regards"), bare("As you asked, it is 5. Best guess")
    ('it is 5', 'it is 5. Best guess')
    """
    text = unmarked(text)
    signature = _SIGNATURE.search(text)
    if signature and _names_somebody(signature["name"]):
        text = text[: signature.start()]
    greeting = _GREETING.match(text)
    if greeting and (greeting["name"].casefold() == " sir or madam" or _names_somebody(greeting["name"])):
        text = text[greeting.end() :]
    call = _CALL.match(text)
    if call and question is not None and question.receivers.issuperset(call["name"].casefold().split()):
        text = text[call.end() :]
    source = _SOURCE.match(text)
    if source and question is not None and all([_is_known(word, question) for word in source["source"].split()]):
        text = text[source.end() :]
    for _ in range(_MOST):
        farewell = _FAREWELL.search(text)
        if farewell is None or not _names_somebody(farewell["name"]):
            break
        text = text[: farewell.start()]
    return _REACHED.sub("at", _ASIDES.sub("", text)).strip(" ,:\n")


def _is_known(written: str, question: Question) -> bool:
    word = bare_word(written)
    return not denies(word) and (says_nothing(word) or question.has(word))


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
