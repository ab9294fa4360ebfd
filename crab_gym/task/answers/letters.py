"""Letters: greetings, farewells, and words around an answer that say nothing more.

* `bare` - a text without them, and without the name of who is told before them.

Where an answer was seen, and what was done for it, is told by words of the question; by others it stays in the text,
which is then refused like any other that says more.
"""

from __future__ import annotations

import re

from crab_gym.task.answers.markup import unmarked
from crab_gym.task.answers.questions import Question
from crab_gym.task.answers.words import bare_word, denies, numeral, says_nothing

__all__ = ["bare"]

_GREETING = re.compile(
    r"(?:hello|hi|hey|dear|good (?:morning|afternoon|evening|day))(?P<name> sir or madam|(?: [^\W\d_]+){0,3})"
    r" ?[,.!\n]\s*",
    re.IGNORECASE,
)
_NAMED = r"(?:[^,.:;()\n]|\.(?=\w)){1,80}?"
_I = r"i(?:'ve| have)? (?:just |now |successfully )?"
_LEADS = (
    r"(?:sure|of course|certainly|ok|okay)[,.!]",
    r"here you (?:are|go)[,.:!]",
    r"(?:all )?done(?:[,.:!]| -)",
    r"(?:(?:the |this |your )?task (?:is |was |has been )?(?:now )?)?(?:complete|completed|finished|done)[.!,:]",
    rf"{_I}(?:completed|finished|done) (?:the|this|your) (?:task|request)[.!,:]",
    r"(?:therefore|thus|hence|so|in (?:summary|conclusion|short)),",
    rf"{_I}(?:opened|searched|used|checked|looked (?:at|in|into)) (?P<looked>{_NAMED}) and (?:found|saw)(?: that)?",
    rf"{_I}(?P<did>[a-z]+ed {_NAMED})[.!](?=\s+the\s)",
    r"(?:(?:the |your )?(?:text |e-?mail )?(?:message|mail|text|reply) )?(?:is |was )?sent[,.:!]",
    r"you can (?:call|dial)(?=\s+[+(\d][\d ()-]{6})",
    r"as (?:you )?(?:requested|promised|asked|agreed|discussed)[,.:]",
    r"(?:thanks|thank you) for (?:asking|your (?:mail|e-mail|message|question))[,.!]",
    r"i(?:'ve| have)? (?:just )?(?:looked|looked it up|checked|checked it)[,.:]",
    r"(?:please )?(?:find|see) (?:the |your )?(?P<what>[\w-]+(?: [\w-]+){0,3}) below[,.:]",
    rf"(?:according to|based on) (?P<source>{_NAMED})[,:]",
    r"you can (?:reach|find|call) (?P<who>[^\W\d_]+(?: [^\W\d_]+)?) (?:at|on|under)",
)
_LEAD = re.compile(rf"(?:{'|'.join(_LEADS)})\s+", re.IGNORECASE)
"""What people say before they answer a request."""
_CALL = re.compile(r"(?P<name>[^\W\d_]+(?: [^\W\d_]+)?),\s+")
"""Somebody's name before what somebody is told."""
_COMPANY = frozenset("there all both everyone everybody team again so very much".split())
"""Words that may stand in a name's place in a greeting, or behind thanks."""
_PERSONS = frozenset("them him her it one ones".split())
_SIGNATURE = re.compile(r"\n-- ?\n(?P<name>[^\W\d_]+(?:\s+[^\W\d_]+){0,3})\s*$")
_BEHIND = re.compile(r",? as (?:you )?(?:requested|promised|asked|agreed|discussed)[.!]?$", re.IGNORECASE)
_FAREWELL = re.compile(
    r"(?:[ \t,.!]*\n\s*|[.!]\s+|,\s+(?=(?:kind|best|warm) (?:regards|wishes)))"
    r"(?:(?:kind|best|warm) regards|regards|best wishes|best|(?:with )?love|"
    r"yours(?: sincerely| truly)?|sincerely|cheers|many thanks|thanks|thank you|take care|see you(?: soon)?|bye|"
    r"(?:i )?hope (?:this|that|it) helps|have a (?:nice|good|great|lovely) (?:day|evening|weekend)|"
    r"(?:please )?let me know if you (?:need|have) (?:anything else|any (?:further |more |other )?questions))"
    r"[,.!]?(?P<name>(?:\s+[^\W\d_]+){0,3})[.!]?\s*$",
    re.IGNORECASE,
)
_FROM = r"(?:from|in|on|by|per|with|via|according to)"
_TRAIL = re.compile(
    rf"(?:\s*\((?:as )?(?:(?:seen|shown|found|listed|stated) )?{_FROM} (?P<named>{_NAMED})\)|"
    rf"(?:, (?:as )?| as )(?:seen|shown|found|listed|stated) {_FROM} (?P<shown>{_NAMED})|"
    rf"[.!]?\s+{_I}(?:looked|found|verified|checked|confirmed|read) (?:this|it|that)(?: up)? {_FROM} "
    rf"(?P<read>{_NAMED})|"
    rf"(?:[.!]|,? and|,)\s+{_I}(?P<also>[a-z]+ed {_NAMED}))[.!]?$",
    re.IGNORECASE,
)
"""What people say behind an answer of where it is from, and of what else they have done."""
_APP = re.compile(r"\b(?:the )?(?:[A-Z][a-z]+ )?(?:app|application)$")
_MOST = 3
"""Most greetings before an answer, and most farewells behind it."""


def bare(text: str, question: Question | None = None) -> str:
    r"""Returns a text without greetings before it and farewells behind it, nor a full stop before a farewell.

    Args:
        text: The text.
        question: What was asked; where an answer is from, and about whom it is, has its words.

    >>> bare("Hello Ada,\nit is 5.\n\nKind regards"), bare("Sure, it is 5. Best guess")
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
    for _ in range(_MOST):
        lead = _LEAD.match(text)
        if lead is None or not _says_nothing(lead, question):
            break
        text = text[lead.end() :]
    for _ in range(_MOST):
        farewell, trail = _FAREWELL.search(text), _TRAIL.search(text)
        if farewell and _names_somebody(farewell["name"]):
            text = text[: farewell.start()]
        elif trail and _says_nothing(trail, question):
            text = text[: trail.start()]
        else:
            break
    return _BEHIND.sub("", text.strip())


def _says_nothing(match: re.Match[str], question: Question | None) -> bool:
    """Returns whether the words that somebody chose are those of the question, or call an app by its name."""
    parts = {name: part.replace("'s", "") for name, part in match.groupdict().items() if part}
    deeds = [bare_word(part.split()[0]) for name, part in parts.items() if name in ("did", "also")]
    if any([says_nothing(deed) or question is None or not question.has(deed) for deed in deeds]):
        return False
    words = [bare_word(word) for part in parts.values() for word in _APP.sub("", part).split()]
    return all([_is_known(word, question) for word in words])


def _is_known(word: str, question: Question | None) -> bool:
    if denies(word):
        return False
    if says_nothing(word) or word in _PERSONS:
        return True
    return question is not None and (question.has(word) or numeral(word) in question.words)


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
