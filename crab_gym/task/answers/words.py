"""The words of plain sentences: those that say nothing beside a value, and those that deny or doubt it.

* `VERBS`, `PREPOSITIONS`, `ARTICLES`, `NOUNS` - words that say nothing. `says_nothing`, `denies` - whether a word does.
* `CHUNK`, `bare_word`, `stem`, `numeral` - how texts are split into words, and words compared.
"""

from __future__ import annotations

import re

from crab_gym.task.answers.numbers import NUMBER_WORDS

__all__ = [
    "ARTICLES", "CHUNK", "DENIALS", "NOUNS", "PREPOSITIONS", "VERBS", "bare_word", "denies", "numeral",
    "says_nothing", "stem",
]  # fmt: skip

VERBS = frozenset(
    """
    is are was were be been being has have had having says said states stated reads read shows showed shown displays
    displayed displaying gives gave given contains contained contain holds held equals equalled makes made comes came
    take takes took taken costs lies lives titled called named stands lasts lasted ran cost found got counted counts
    count see saw seen wrote written sent located situated rings ring rang belongs belong scheduled planned amounts
    amounted spent it's that's here's i've there's happens occurs meets reached identified determined obtained retrieved
    calculated computed noted returned reported recorded listed lists mentioned mentions indicates indicated
    specified need needs needed checked looked verified confirmed opened used searched
    come calls requires measures totals delivered checking submit submits submitting submitted =
    """.split()
)
PREPOSITIONS = frozenset("in on at of to for from by with as into via inside within using through".split())
ARTICLES = frozenset("the a an this that these those its his her their my your our".split())
_PLAIN = frozenset(
    """
    it they them themselves there here he she i i'm we you who which where when what between and so up out
    correct right final finally exact exactly precise precisely just only altogether together combined total overall
    all word words long away sure now after certainly indeed therefore thus hence then
    successfully success complete completed completely finished done task tasks request requested set current currently
    following follows respective respectively corresponding relevant entire whole full exactly namely
    according based please note summary conclusion short hello
    """.split()
)
NOUNS = frozenset(
    """
    date day name title titles text line note message person place location venue city town village address e-mail
    email mail phone telephone mobile tel url link web page website program file folder code setting state list names
    coordinates position app application screen entry entries item items record information info details data
    event answer result results value number count amount figure total price cost length distance duration quantity
    output calculator time hour hours size
    """.split()
)
DENIALS = frozenset(
    """
    not no nor none never neither nobody nothing nowhere without except unless unlike instead rather wrong false
    incorrect untrue or xor either maybe perhaps possibly probably likely unlikely presumably apparently seemingly
    guess guessed guesses think thought believe suppose assume reckon estimate unsure uncertain doubt might may
    could would should can cannot if whether unknown approximately roughly circa ca but however although though yet
    other another else also alternatively versus vs excluding besides avoid anything everything anyone everyone
    anybody everybody both such like similar per forget ignore
    asked wanted wants wished hoped expected hardly barely otherwise and/or different opposite
    """.split()
)
CHUNK = re.compile(r"[^\s,:()=]+|[,:()=]")
"""A word, or a mark that counts."""


def bare_word(chunk: str) -> str:
    """Returns a word in small letters, without marks around it."""
    return chunk.casefold().strip("\"'`*.;?!")


def says_nothing(word: str) -> bool:
    """Returns whether a word, in small letters, says nothing of its own: it may stand beside any value."""
    return word in VERBS or word in PREPOSITIONS or word in ARTICLES or word in _PLAIN or word in NOUNS


def denies(word: str) -> bool:
    """Returns whether a word, in small letters, denies or doubts, or leaves a choice."""
    return word in DENIALS or word.endswith("n't")


def stem(word: str) -> str:
    """Returns a word without its ending, so that "copied" is like "copy", and "Bell's" like "Bell"."""
    word = word.removesuffix("'s").removesuffix("'")
    word = word.replace("-", "")
    for ending, instead in (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ed", ""), ("e", "")):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word.removesuffix(ending) + instead
            if ending in ("ing", "ed") and word[-1] == word[-2] and word[-1] in "bdgmnpt":
                word = word[:-1]  # "running" is like "runs"
    return word


def numeral(word: str) -> str:
    """Returns a word, or the digits of a number in words."""
    return str(NUMBER_WORDS[word]) if word in NUMBER_WORDS else word
