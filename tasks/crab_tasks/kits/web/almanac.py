"""A sub-task about a country that is looked up at wiki.example and written into a sheet of LibreOffice Calc."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, integer
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.documents import rows_are
from crab_tasks.kits.ubuntu.firefox import browse, follow
from crab_tasks.kits.ubuntu.libreoffice import fill_cell, office, save_as
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.web.wiki import put_row

__all__ = ["RECORD_COUNTRY"]

_COUNTRIES = ("Arvelia", "Borland", "Corvania", "Dunmark", "Estoria", "Fenland", "Galdora", "Hestria")
_CAPITALS = (
    "Amberford", "Brightwater", "Castle Hill", "Dovecote", "Elmstead", "Fairhaven", "Greyport", "Highbridge",
    "Ironbury", "Larkfield",
)  # fmt: skip
_ARTICLE = "Country"
_HEADING = "\n## Countries of the north\n\n| Country | Capital | Population |\n|---|---|---|\n"


def _countries(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts a table of countries into the article, and takes away what has the result's name."""
    others = [name for name in _COUNTRIES if name != params.country][:5]
    capitals = rng.sample([name for name in _CAPITALS if name != params.capital], len(others))
    rows = [(name, city, str(rng.randint(400_000, 60_000_000))) for name, city in zip(others, capitals, strict=True)]
    put_row(devices, _ARTICLE, _HEADING, (params.country, params.capital, str(params.population)), rows, rng)
    devices.ubuntu.remove(params.file)


def _recorded(params: Params) -> Sequence[Checkpoint]:
    """The article is open; then the sheet has the country's row and nothing else."""
    shown = check(window_in_front, app="firefox", title=f"{_ARTICLE} - Open Almanac")
    row = check(rows_are, path=params.file, rows=[[params.country, params.capital, float(params.population)]])
    return [
        whereabouts(id="article_open", device="ubuntu", app="firefox", evaluator=shown),
        Checkpoint(id="recorded", device="ubuntu", app="calc", evaluator=row, after=("article_open",)),
    ]


def _open_article(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, "wiki.example/country", _ARTICLE)


def _record(params: Params, look: Look, *, turned: bool = False, path: str = "") -> Iterator[Action]:
    """Enters the row in a new sheet, and saves it.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        turned: Whether capital and population are in each other's places.
        path: Where it is saved; "" for the file's own path.
    """
    found = (params.population, params.capital) if turned else (params.capital, params.population)
    yield from office(look, "calc")
    for cell, value in zip(("A1", "B1", "C1"), (params.country, *found), strict=True):
        yield from fill_cell(cell, str(value))
    yield from save_as(look, "calc", path or params.file)


def _record_row(params: Params, look: Look) -> Iterator[Action]:
    yield from _record(params, look)


def _by_search(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the article."""
    yield from browse(look, "wiki.example/search?q=country", "Search")
    yield from follow(look, _ARTICLE, role="link", title=_ARTICLE)
    yield from _record(params, look)


def _saved_first(params: Params, look: Look) -> Iterator[Action]:
    """Saves the sheet elsewhere, and moves it."""
    yield from _open_article(params, look)
    draft = "/home/user/Documents/not_named_yet.ods"
    yield from _record(params, look, path=draft)
    yield from run_in_terminal(["mv", draft, params.file])


def _turned_round(params: Params, look: Look) -> Iterator[Action]:
    """Enters the population before the capital."""
    yield from _open_article(params, look)
    yield from _record(params, look, turned=True)


def _other_name(params: Params, look: Look) -> Iterator[Action]:
    """Saves the sheet under another name."""
    yield from _open_article(params, look)
    yield from _record(params, look, path=f"{params.file.removesuffix('.ods')}_new.ods")


RECORD_COUNTRY = SubTask(
    name="almanac.record_country",
    device="ubuntu",
    app="calc",
    says="look up the country {country} in the article Country at wiki.example in the desktop's Firefox, enter its "
    "name, its capital and its population as the only row of a new sheet in LibreOffice Calc, and save that as {file}",
    steps="on the desktop, open wiki.example/country in Firefox, read the capital and the population of {country} in "
    "the table, enter the country's name in A1, its capital in B1 and its population in C1 of a new sheet in "
    "LibreOffice Calc, and save that as {file}",
    refers="the sheet {file} with the capital and the population of {country}",
    inputs={
        "country": choice(_COUNTRIES, "Corvania"),
        "file": path_like("/home/user/Documents/census_34.ods", ("census", "country", "lands", "people")),
    },
    hidden={
        "capital": choice(_CAPITALS, "Greyport", type="capital"),
        "population": integer(400_000, 60_000_000, 7_312_450),
    },
    output="file",
    produce=lambda params: str(params.file),
    setup=_countries,
    checkpoints=_recorded,
    oracle={"article_open": _open_article, "recorded": _record_row},
    footprint=may_make_file,
    alternatives={"by_search": _by_search, "saved_first": _saved_first},
    near_misses={"turned_round": _turned_round, "other_name": _other_name},
    step_limit=90,
    crab=35,
    crab_inputs=("country", "file"),
    tags=("office", "web", "heavy"),
)
