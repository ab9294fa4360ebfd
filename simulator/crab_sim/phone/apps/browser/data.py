"""Data of the Browser: tabs, history, bookmarks, downloads, sent forms; and the databases of history and forms.

Slices: ``"browser_tabs"`` (a `Tabs`), ``"browser_history"``, ``"browser_bookmarks"``, ``"browser_downloads"``,
``"web_forms"`` (tuples of the rows below, oldest first).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from crab_sim import web
from crab_sim.engines.pages.history import BookmarkRow, DownloadRow, History, HistoryRow, Visit, latest, visited
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.ui import Page

__all__ = [
    "DATABASE", "FORMS", "MAX_PAGES", "START", "BookmarkRow", "DownloadRow", "FormRow", "HistoryRow", "Tab", "Tabs",
    "Visit", "latest", "seed_bookmarks", "seed_history", "visited",
]  # fmt: skip

START: Final = Page("start")
"""The page of a new tab."""
MAX_PAGES: Final = 40
"""Pages of the longest history of a tab."""


class Tab(NamedTuple):
    """A tab: its pages, and those to which Forward leads. The current tab's pages are those of the app's window."""

    id: int
    pages: tuple[Page, ...] = (START,)
    forward: tuple[Page, ...] = ()


class Tabs(NamedTuple):
    """All tabs, and the current one's id."""

    current: int = 1
    rows: tuple[Tab, ...] = (Tab(1),)


TABS: Final = Slice[Tabs]("browser_tabs", volatile="the open pages, nothing that is kept")


BOOKMARKS: Final = Slice[tuple[BookmarkRow, ...]]("browser_bookmarks")


DOWNLOADS: Final = Slice[tuple[DownloadRow, ...]]("browser_downloads", volatile="a history; what was loaded are files")


class FormRow(NamedTuple):
    """A sent form: its address (without query), its names and values, and the time."""

    id: int
    url: str
    fields: tuple[tuple[str, str], ...]
    date: float


FORMS_SENT: Final = Slice[tuple[FormRow, ...]]("web_forms", volatile="judged as effects")


HISTORY: Final = Slice[History]("browser_history", volatile="a history")


def seed_history(rng: random.Random, now: float) -> History:
    """Returns a history of seven addresses visited over the last days."""
    hits = rng.sample(web.pages(), 7)
    times = sorted(int(now - rng.uniform(600, 6 * 86_400)) for _ in hits)
    return tuple(
        HistoryRow(i, hit.url, hit.title, (Visit(float(time), rng.random() < 0.3),))
        for i, (hit, time) in enumerate(zip(hits, times, strict=True), 1)
    )


def seed_bookmarks(rng: random.Random, now: float) -> tuple[BookmarkRow, ...]:
    """Returns two or three bookmarks."""
    sites = rng.sample(web.HOME_SITES, rng.randrange(2, 4))
    return tuple(
        BookmarkRow(i, url, title, float(int(now - 86_400 * (20 - i)))) for i, (title, url) in enumerate(sites, 1)
    )


# Chrome's database ----------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE urls (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0 NOT NULL,
  typed_count INTEGER DEFAULT 0 NOT NULL, last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER NOT NULL, visit_time INTEGER NOT NULL, from_visit INTEGER,
  transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER, visit_duration INTEGER DEFAULT 0 NOT NULL);
"""
_1601 = 11_644_473_600 * 1_000_000  # Chrome counts microseconds from that year
_TYPED, _CHAIN = 1, 0x30000000


def _chrome_time(seconds: float) -> int:
    return round(seconds * 1e6) + _1601


def _dump(rows: History) -> Dump:
    urls = [
        (
            row.id, row.url, row.title, len(row.visits), sum(visit.typed for visit in row.visits),
            _chrome_time(row.visits[-1].time), 0,
        )
        for row in rows
    ]  # fmt: skip
    visits = [(row.id, visit) for row in rows for visit in row.visits]
    return {
        "urls": urls,
        "visits": [
            (i, url, _chrome_time(visit.time), 0, _CHAIN + (_TYPED if visit.typed else 0), 0, 0)
            for i, (url, visit) in enumerate(visits, 1)
        ],
    }


def _load(tables: Tables) -> tuple[History]:
    visits: dict[int, list[Visit]] = {}
    for row in tables["visits"]:
        visit = Visit((int(row["visit_time"]) - _1601) / 1e6, int(row["transition"]) & 0xFF == _TYPED)
        visits.setdefault(int(row["url"]), []).append(visit)
    history = []
    for row in tables["urls"]:
        last = Visit((int(row["last_visit_time"]) - _1601) / 1e6, bool(row["typed_count"]))
        seen = sorted(visits.get(int(row["id"]), [last]), key=lambda visit: visit.time)
        history.append(HistoryRow(int(row["id"]), str(row["url"]), str(row["title"]), tuple(seen)))
    return (tuple(history),)


DATABASE = Database("/data/data/com.android.chrome/app_chrome/Default/History", (HISTORY,), _SCHEMA, _dump, _load)

# The database of forms ------------------------------------------------------------------------------------------------

_FORMS_SCHEMA = """
CREATE TABLE sent_forms (id INTEGER PRIMARY KEY, url VARCHAR NOT NULL, body VARCHAR NOT NULL,
  date_sent INTEGER NOT NULL);
"""


def _dump_forms(rows: Sequence[FormRow]) -> Dump:
    """Returns the forms with URL-encoded values; times are those of Chrome."""
    return {
        "sent_forms": [
            (row.id, row.url, urlencode(row.fields, errors="surrogatepass"), _chrome_time(row.date)) for row in rows
        ]
    }


def _load_forms(tables: Tables) -> tuple[tuple[FormRow, ...]]:
    return (
        tuple(
            FormRow(
                int(row["id"]),
                str(row["url"]),
                tuple(parse_qsl(str(row["body"]), keep_blank_values=True, errors="surrogatepass")),
                (int(row["date_sent"]) - _1601) / 1e6,
            )
            for row in tables["sent_forms"]
        ),
    )


FORMS = Database(
    "/data/data/com.android.chrome/app_chrome/Default/Web Data",
    (FORMS_SENT,),
    _FORMS_SCHEMA,
    _dump_forms,
    _load_forms,
)
