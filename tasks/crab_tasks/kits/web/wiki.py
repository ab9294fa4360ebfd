"""wiki.example: setups that add tables to the encyclopedia's articles, and sub-tasks that look something up there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import Parameter, choice, integer
from crab_gym.web.bundle import assets
from crab_tasks.kits.ubuntu.firefox import browse, follow
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = [
    "ARTICLES", "BRIDGE_YEAR", "FACT", "LIGHTHOUSE_HEIGHT", "MEASURES", "TOWNS", "fact", "put_row",
    "set_articles",
]  # fmt: skip

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


_HEADING = "\n## Examples by town\n\n| Town | Number |\n|---|---|\n"


def put_row(
    devices: Mapping[str, Setup],
    article: str,
    heading: str,
    row: Sequence[str],
    others: Sequence[Sequence[str]],
    rng: random.Random,
) -> None:
    """Puts a row into the table under a heading of an article, in place of the row that begins like it.

    Args:
        devices: The devices to prepare.
        article: The article's title.
        heading: The heading with the table's first lines, which the article gets if it has none yet.
        row: The row's cells.
        others: Rows that a new table gets, too.
        rng: Draws the row's place.
    """
    desktop, name = devices["ubuntu"], article.lower()
    revisions = [dict(each) for each in desktop.web("wiki.example", "revisions")]
    written = [str(each["text"]) for each in revisions if each["article"] == name]
    text, _, table = (written[-1] if written else f"{_articles()[article]}\n").partition(heading)
    rows = table.splitlines() or [f"| {' | '.join(each)} |" for each in others]
    rows = [each for each in rows if not each.startswith(f"| {row[0]} |")]
    rows.insert(rng.randrange(len(rows) + 1), f"| {' | '.join(row)} |")
    revisions.append(
        {"article": name, "text": "\n".join([f"{text}{heading}".rstrip("\n"), *rows, ""]), "summary": row[0]}
    )
    desktop.set_web(
        "wiki.example", "revisions", [{key: each[key] for key in ("article", "text", "summary")} for each in revisions]
    )


def _put_number(devices: Mapping[str, Setup], article: str, town: str, number: int, rng: random.Random) -> None:
    """Puts a town and its number into the table of an article, which gets other towns, too, if it has none yet."""
    others = [(other, str(number + rng.choice((-9, -6, -4, 3, 5, 8)))) for other in TOWNS]
    put_row(devices, article, _HEADING, (town, str(number)), others, rng)


def _heights(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _put_number(devices, "Lighthouse", params.town, params.height, rng)


def _years(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _put_number(devices, "Bridge", params.town, params.year, rng)


def _shows(article: str) -> Sequence[Checkpoint]:
    shown = {"app": "firefox", "title": f"{article} - Open Almanac"}
    return [Checkpoint("article_open", "ubuntu", "firefox", window_in_front, shown, hold=False)]


def _lighthouse_open(params: Params) -> Sequence[Checkpoint]:
    """The article is open."""
    return _shows("Lighthouse")


def _bridge_open(params: Params) -> Sequence[Checkpoint]:
    """The article is open."""
    return _shows("Bridge")


def _open_lighthouse(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, "wiki.example/lighthouse", "Lighthouse")


def _open_bridge(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, "wiki.example/bridge", "Bridge")


def _from_list(look: Look, article: str) -> Iterator[Action]:
    """Chooses the article from the list of all."""
    yield from browse(look, "wiki.example/all", "All articles")
    yield from follow(look, article, role="link", title=article)


def _from_search(look: Look, article: str) -> Iterator[Action]:
    """Searches for the article."""
    yield from browse(look, f"wiki.example/search?q={article.lower()}", "Search")
    yield from follow(look, article, role="link", title=article)


def _list_lighthouse(params: Params, look: Look) -> Iterator[Action]:
    yield from _from_list(look, "Lighthouse")


def _search_lighthouse(params: Params, look: Look) -> Iterator[Action]:
    yield from _from_search(look, "Lighthouse")


def _list_bridge(params: Params, look: Look) -> Iterator[Action]:
    yield from _from_list(look, "Bridge")


def _search_bridge(params: Params, look: Look) -> Iterator[Action]:
    yield from _from_search(look, "Bridge")


LIGHTHOUSE_HEIGHT = SubTask(
    name="wiki.lighthouse_height",
    device="ubuntu",
    app="firefox",
    says=(
        "in the desktop's Firefox, look up the height of the lighthouse of {town} in metres, in the table of the "
        "article Lighthouse at wiki.example"
    ),
    steps=(
        "on the desktop, open wiki.example/lighthouse in Firefox and read the number of {town} in the table by town, "
        "which is the height of its lighthouse in metres"
    ),
    refers="the height in metres that the desktop's Firefox shows at wiki.example for the lighthouse of {town}",
    inputs={"town": choice(TOWNS, "Stonegate", type="place")},
    hidden={"height": integer(21, 98, 63)},
    output="count",
    produce=lambda params: int(params.height),
    setup=_heights,
    checkpoints=_lighthouse_open,
    oracle={"article_open": _open_lighthouse},
    alternatives={"from_list": _list_lighthouse, "from_search": _search_lighthouse},
    step_limit=45,
    tags=("heavy", "web"),
)

BRIDGE_YEAR = SubTask(
    name="wiki.bridge_year",
    device="ubuntu",
    app="firefox",
    says=(
        "in the desktop's Firefox, look up the year in which the bridge of {town} was built, in the table of the "
        "article Bridge at wiki.example"
    ),
    steps=(
        "on the desktop, open wiki.example/bridge in Firefox and read the number of {town} in the table by town, which "
        "is the year in which its bridge was built"
    ),
    refers="the year that the desktop's Firefox shows at wiki.example for the bridge of {town}",
    inputs={"town": choice(TOWNS, "Millbrook", type="place")},
    hidden={"year": integer(1811, 1989, 1874)},
    output="count",
    produce=lambda params: int(params.year),
    setup=_years,
    checkpoints=_bridge_open,
    oracle={"article_open": _open_bridge},
    alternatives={"from_list": _list_bridge, "from_search": _search_bridge},
    step_limit=45,
    tags=("heavy", "web"),
)
