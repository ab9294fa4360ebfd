"""Words: the things that people speak of, such as recipes, errands and playlists, by what they are.

A composition may name a part's input or hidden value after a word. Its value is drawn from the word's list then: a
recipe is called "Lentil soup" rather than by a line of some words. Parts with the same *fact*, a word and a number such
as ``"person.0"``, share the value.

* `words` - the parameters by word.
* `word_of`, `fact_parameter` - the word of a fact, and its parameter.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from crab_gym.task.parameters import Parameter, choice, integer, person, text
from crab_sim.suggestions import unknown

__all__ = ["fact_parameter", "vocabulary_digest", "word_of", "words"]


@lru_cache(maxsize=1)
def _rows() -> Mapping[str, Any]:
    data: Mapping[str, Any] = json.loads(files("crab_tasks.omni").joinpath("words.json").read_text(encoding="utf-8"))
    return data


@lru_cache(maxsize=1)
def words() -> Mapping[str, Parameter]:
    """Returns the words by name; ``"person"`` is anybody's first and last name."""
    return {"person": person(), **{name: _parameter(row) for name, row in _rows().items()}}


def word_of(fact: str) -> str:
    """Returns the word of a fact.

    >>> word_of("person.0")
    'person'
    """
    return fact.partition(".")[0]


def fact_parameter(fact: str) -> Parameter:
    """Returns the parameter from which a fact's value is drawn.

    Raises:
        ValueError: There is no such word.
    """
    word = word_of(fact)
    if word not in words():
        unknown("word", word, words())
    return words()[word]


def vocabulary_digest(facts: Sequence[str]) -> str:
    """Returns a digest of the lists from which some facts are drawn."""
    rows = {word: _rows().get(word) for word in sorted({word_of(fact) for fact in facts})}
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:16]


def _parameter(row: Any) -> Parameter:
    """Returns the parameter of a row: lines, paths in which ``#`` is a digit, amounts, or two bounds of a number."""
    if isinstance(row, dict) and "amounts" in row:
        return choice(row["amounts"], type="amount")
    if isinstance(row, dict):
        return integer(row["from"], row["to"], row["from"], "count")
    lines = tuple(row)
    if lines[0].startswith("/"):
        return _paths(lines)
    return text(_chosen(lines), lines[0], "line")


def _chosen(lines: Sequence[str]) -> Callable[[random.Random], str]:
    return lambda rng: rng.choice(lines)


def _paths(patterns: Sequence[str]) -> Parameter:
    def sample(rng: random.Random) -> str:
        return "".join(str(rng.randint(1, 9)) if char == "#" else char for char in rng.choice(patterns))

    def accepts(value: Any) -> bool:
        return isinstance(value, str) and value.startswith("/home/user/")

    return Parameter("path", sample(random.Random(patterns[0])), sample, accepts, f"a path such as {patterns[0]!r}")
