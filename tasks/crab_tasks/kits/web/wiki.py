"""wiki.example: setups that add tables to the encyclopedia's articles, and sub-tasks that read and edit these."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import Parameter, choice, integer, person
from crab_gym.task.types import Value, short_line, states
from crab_sim.devices.footprints import Footprint, left_to_graph, may_add, may_send
from crab_sim.web.bundle import assets
from crab_tasks.kits.compare import small_talk
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import as_typed, other_person

__all__ = [
    "ADD_LINE", "ARTICLES", "BRIDGE_YEAR", "FACT", "LIGHTHOUSE_HEIGHT", "MEASURES", "MUSEUM_CITY", "TOWNS", "fact",
    "line_added", "put_row", "set_articles",
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


def set_articles(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds a table to each of the articles, with its towns in any order."""
    revisions = []
    for article in ARTICLES:
        rows = [f"| {town} | {height} m | {year} |" for town, (height, year) in _rows(params, article).items()]
        rng.shuffle(rows)
        table = "\n".join(["| Town | Height | Year |", "|---|---|---|", *rows])
        text = f"{_articles()[article]}\n\n## On the northern coast\n\n{table}\n"
        revisions.append({"article": article.lower(), "text": text, "summary": "Northern coast"})
    devices.ubuntu.set_web("wiki.example", "revisions", revisions)


_HEADING = "\n## Examples by town\n\n| Town | Number |\n|---|---|\n"


def put_row(
    devices: Devices,
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
    desktop, name = devices.ubuntu, article.lower()
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


def _put_number(devices: Devices, article: str, town: str, number: int, rng: random.Random) -> None:
    """Puts a town and its number into the table of an article, which gets other towns, too, if it has none yet."""
    others = [(other, str(number + rng.choice((-9, -6, -4, 3, 5, 8)))) for other in TOWNS]
    put_row(devices, article, _HEADING, (town, str(number)), others, rng)


def _heights(devices: Devices, params: Params, rng: random.Random) -> None:
    _put_number(devices, "Lighthouse", params.town, params.height, rng)


def _years(devices: Devices, params: Params, rng: random.Random) -> None:
    _put_number(devices, "Bridge", params.town, params.year, rng)


def _shows(article: str) -> Sequence[Checkpoint]:
    shown = check(window_in_front, app="firefox", title=f"{article} - Open Almanac")
    return [whereabouts(id="article_open", device="ubuntu", app="firefox", evaluator=shown)]


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
    called="height",
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
    called="year",
    produce=lambda params: int(params.year),
    setup=_years,
    checkpoints=_bridge_open,
    oracle={"article_open": _open_bridge},
    alternatives={"from_list": _list_bridge, "from_search": _search_bridge},
    step_limit=45,
    tags=("heavy", "web"),
)

_MUSEUMS = "\n## Museums by founder\n\n| Founder | City |\n|---|---|\n"
_CITIES = (
    "Algiers",
    "Bangkok",
    "Cape Town",
    "Hanoi",
    "Istanbul",
    "Lagos",
    "Lima",
    "Nairobi",
    "Quito",
    "Seoul",
    "Tokyo",
)


def _museums(devices: Devices, params: Params, rng: random.Random) -> None:
    """Somebody with the same first name has founded one elsewhere."""
    cities = rng.sample([city for city in _CITIES if city != params.city], 3)
    founders = (other_person(rng, params.name), "Otto Winkler", "Paula Reich")
    put_row(devices, "Clock", _MUSEUMS, (params.name, params.city), tuple(zip(founders, cities, strict=True)), rng)


def _clock_open(params: Params) -> Sequence[Checkpoint]:
    """The article is open."""
    return _shows("Clock")


def _open_clock(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, "wiki.example/clock", "Clock")


def _list_clock(params: Params, look: Look) -> Iterator[Action]:
    yield from _from_list(look, "Clock")


def _search_clock(params: Params, look: Look) -> Iterator[Action]:
    yield from _from_search(look, "Clock")


MUSEUM_CITY = SubTask(
    name="wiki.museum_city",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, look up in which city {name} has founded a museum, in the table of the article "
    "Clock at wiki.example",
    steps="on the desktop, open wiki.example/clock in Firefox and read the city beside {name} in the table of museums "
    "by founder",
    refers="the city that wiki.example has for the museum that {name} has founded",
    inputs={"name": person("Ada Holm")},
    hidden={"city": choice(_CITIES, "Lima", type="city")},
    output="city",
    produce=lambda params: str(params.city),
    setup=_museums,
    checkpoints=_clock_open,
    oracle={"article_open": _open_clock},
    alternatives={"from_list": _list_clock, "from_search": _search_clock},
    step_limit=45,
    tags=("heavy", "web"),
)

_OAK = "Oak"


def line_added(state: State, article: str, before: Sequence[str], kind: str, value: Value) -> bool:
    """The article has the lines that it had, and one more at its end that is a value and nothing else.

    Args:
        state: The devices' states.
        article: The article's name in addresses.
        before: The lines that aren't empty, without blanks at their ends.
        kind: The value's type.
        value: The value.
    """
    texts = [row["text"] for row in state.ubuntu.web("wiki.example", "revisions") if row["article"] == article]
    lines = [line.rstrip() for line in texts[-1].split("\n") if line.strip()] if texts else []
    return lines[:-1] == list(before) and states(kind, lines[-1], value)


def _line_added(params: Params) -> Sequence[Checkpoint]:
    """The article is open; then it has the line."""
    before = [line.rstrip() for line in _articles()[_OAK].split("\n") if line.strip()]
    right = check(line_added, article=_OAK.lower(), before=before, kind=params.kinds["text"], value=params.text)
    return [
        *_shows(_OAK),
        Checkpoint(id="added", device="ubuntu", app="firefox", evaluator=right, after=("article_open",)),
    ]


def _may_change(params: Params) -> Footprint:
    return [
        may_send("ubuntu", "post", to="wiki.example/oak", text=left_to_graph),
        may_add(
            "ubuntu",
            "site",
            most=1,
            table="wiki.example/revisions",
            article=_OAK.lower(),
            text=left_to_graph,
            summary=small_talk(as_typed(params, "text")),
        ),
    ]


def _open_oak(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, "wiki.example/oak", _OAK)


def _type_line(params: Params, look: Look, key: str, text: str, summary: str = "") -> Iterator[Action]:
    """Types something at an end of the article, and doesn't save it yet."""
    yield from _open_oak(params, look)
    yield from follow(look, "Edit", role="link", title=f"Edit: {_OAK}")
    yield from follow(look, rid="text")
    yield action("ubuntu", "hotkey", keys=["ctrl", key])
    yield action("ubuntu", "write_text", text=text)
    if summary:
        yield from fill(look, "summary", summary)


def _save(look: Look) -> Iterator[Action]:
    yield from follow(look, "Save changes", role="button", title=_OAK)


def _add_line(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_line(params, look, "end", f"\n{as_typed(params, 'text')}")
    yield from _save(look)


def _add_paragraph(params: Params, look: Look) -> Iterator[Action]:
    """Puts an empty line before it, and says what was changed."""
    yield from _type_line(params, look, "end", f"\n\n{as_typed(params, 'text')}\n", "One more line")
    yield from _save(look)


def _add_after_history(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the article's history first."""
    yield from browse(look, "wiki.example/oak/history", "History")
    yield from _add_line(params, look)


def _add_at_the_top(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_line(params, look, "home", f"{as_typed(params, 'text')}\n")
    yield from _save(look)


def _add_not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_line(params, look, "end", f"\n{as_typed(params, 'text')}")


ADD_LINE = SubTask(
    name="wiki.add_line",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, add {text} as the last line of the article Oak at wiki.example",
    steps="on the desktop, open wiki.example/oak in Firefox, click Edit, type {text} into a new line at the end, and "
    "click Save changes",
    inputs={"text": short_line("Label the long ladder")},
    checkpoints=_line_added,
    oracle={"article_open": _open_oak, "added": _add_line},
    footprint=_may_change,
    alternatives={"paragraph": _add_paragraph, "after_history": _add_after_history},
    near_misses={"at_the_top": _add_at_the_top, "not_saved": _add_not_saved},
    once=True,
    step_limit=60,
    tags=("heavy", "web"),
)
