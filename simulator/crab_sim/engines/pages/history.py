"""The history and the bookmarks of a browser, as rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from crab_sim.devices.facts import Fields
from crab_sim.machine.rows import next_id

__all__ = ["BookmarkRow", "DownloadRow", "History", "HistoryRow", "Visit", "latest", "visited", "visited_facts"]

_MAX_VISITS = 400


class Visit(NamedTuple):
    """A visit to an address: its time, in seconds since 1970, and whether the address was typed."""

    time: float
    typed: bool = False


class HistoryRow(NamedTuple):
    """A visited address."""

    id: int
    url: str
    title: str
    visits: tuple[Visit, ...]


class BookmarkRow(NamedTuple):
    """A bookmark."""

    id: int
    url: str
    title: str
    date: float


class DownloadRow(NamedTuple):
    """A downloaded file: its address, its path on the device, its size in bytes."""

    id: int
    url: str
    path: str
    size: int
    date: float


History: TypeAlias = tuple[HistoryRow, ...]


def visited(rows: History, url: str, title: str, now: float, typed: bool) -> History:
    """Adds a visit to the history.

    Args:
        rows: The history.
        url: The visited address.
        title: The page's title.
        now: The current time.
        typed: Whether the address was typed.
    """
    visit = Visit(now, typed)
    for i, row in enumerate(rows):
        if row.url == url:
            return (*rows[:i], row._replace(title=title, visits=(*row.visits[-50:], visit)), *rows[i + 1 :])
    return (*rows, HistoryRow(next_id(rows), url, title, (visit,)))[-_MAX_VISITS:]


def visited_facts(rows: History) -> dict[str, Fields]:
    """Returns the facts of a history: the addresses that it remembers."""
    return {row.url: {"address": row.url} for row in rows}


def latest(rows: Iterable[HistoryRow]) -> list[HistoryRow]:
    """Returns the history, the last visited address first."""
    return sorted(rows, key=lambda row: (row.visits[-1].time, row.id), reverse=True)
