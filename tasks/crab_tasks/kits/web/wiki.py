"""wiki.example: setups that add tables to the encyclopedia's articles."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache

from crab_gym.backends.base import Setup
from crab_gym.task import Params
from crab_gym.task.parameters import Parameter, choice, integer
from crab_gym.web.bundle import assets

__all__ = ["ARTICLES", "FACT", "MEASURES", "TOWNS", "fact", "set_articles"]

ARTICLES = ("Lighthouse", "Bridge", "Clock", "Oak")
TOWNS = ("Alder", "Millbrook", "Stonegate", "Pinehaven", "Port Haven", "Mill Bridge")
MEASURES = ("height", "year")
_FIRST_YEAR = 1800

FACT: Mapping[str, Parameter] = {
    "article": choice(ARTICLES, type="article"),
    "town": choice(TOWNS, type="town"),
    "measure": choice(MEASURES, type="measure"),
    "height": integer(21, 98, 63, type="metres"),
    "age": integer(1, 99, 74, type="years"),
}
"""The parameters of a question to the encyclopedia: the height or the year of a thing in a town."""


@lru_cache(maxsize=1)
def _articles() -> dict[str, str]:
    """Returns the text of the encyclopedia's articles by title."""
    parts = assets()["wiki.txt"].decode().split("##### ")[1:]
    return {part.partition(" |")[0]: part.partition("\n")[2].strip() for part in parts}


def fact(params: Params, article: str = "", town: str = "", measure: str = "") -> int:
    """Returns the answer to the question, or the fact for another article, town or measure.

    Args:
        params: The parameters of `FACT`.
        article: Another article; "" for the one that is asked for.
        town: Another town; "" likewise.
        measure: Another measure; "" likewise.
    """
    rows = _rows(params, article or params.article)
    return rows[town or params.town][MEASURES.index(measure or params.measure)]


def _rows(params: Params, article: str) -> dict[str, tuple[int, int]]:
    """Returns height and year by town; the numbers of all articles differ."""
    rng = random.Random(f"{vars(params)}")
    heights = rng.sample([n for n in range(15, 120) if n != params.height], len(ARTICLES) * len(TOWNS))
    ages = rng.sample([n for n in range(120) if n != params.age], len(ARTICLES) * len(TOWNS))
    first = ARTICLES.index(article) * len(TOWNS)
    rows = {town: (heights[first + i], _FIRST_YEAR + ages[first + i]) for i, town in enumerate(TOWNS)}
    if article == params.article:
        rows[params.town] = (params.height, _FIRST_YEAR + params.age)
    return rows


def set_articles(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds a table to each of the articles, with its towns in any order."""
    revisions = []
    for article in ARTICLES:
        rows = [f"| {town} | {height} m | {year} |" for town, (height, year) in _rows(params, article).items()]
        rng.shuffle(rows)
        table = "\n".join(["| Town | Height | Year |", "|---|---|---|", *rows])
        text = f"{_articles()[article]}\n\n## On the northern coast\n\n{table}\n"
        revisions.append({"article": article.lower(), "text": text, "summary": "Northern coast"})
    devices["ubuntu"].set_web("wiki.example", "revisions", revisions)
