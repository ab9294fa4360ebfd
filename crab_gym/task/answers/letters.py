"""What people write around an answer: greetings, farewells, and words before it that say nothing.

* `bare` - a text without them.
"""

from __future__ import annotations

import re

from crab_gym.task.answers.words import denies, says_nothing

__all__ = ["bare"]

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
