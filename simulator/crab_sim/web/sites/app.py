"""All sites of one machine, independent of any network: a request goes in, a reply comes out.

* `Web` - answers requests, reads and replaces the stored tables.
* `HOSTS` - the sites' titles, purposes and colours, by host name.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from . import docs, git, images, mail, maps, reference, search, shop, start, static, wiki
from .account import calendar, drive, notes
from .markup import Problem, Reply, Request, missing
from .search import Hit
from .world import NOW, Row, World

__all__ = ["HOSTS", "Host", "Web"]


class Host(NamedTuple):
    """A site's title, purpose and colour."""

    title: str
    purpose: str
    color: str


HOSTS: Mapping[str, Host] = {
    "start.example": Host("Start", "All sites", "#4a5568"),
    "search.example": Host("Search", "Find pages of all sites", "#5a55c2"),
    "mail.example": Host("Lantern Mail", "Read and write e-mail", "#c2412d"),
    "docs.example": Host("Folio Docs", "Texts and sheets", "#2563c9"),
    "drive.example": Host("Cumulus Drive", "Files and folders", "#18805a"),
    "calendar.example": Host("Daybook", "A calendar of appointments", "#3949a3"),
    "notes.example": Host("Slate Notes", "Notes and checklists", "#8a6414"),
    "git.example": Host("Gitbarn", "Source code and issues", "#33404f"),
    "wiki.example": Host("Open Almanac", "An encyclopedia of everyday things", "#3b5fab"),
    "reference.example": Host("Osier Reference", "The functions of a code library", "#5b6b1f"),
    "images.example": Host("Pictura", "Pictures that are free to use", "#8b3fa8"),
    "maps.example": Host("Wayfinder Maps", "Places and ways between them", "#23803e"),
    "shop.example": Host("Harbour Goods", "Useful things, sent by post", "#a3590c"),
    "news.example": Host("Daily Lantern", "News of the harbour town", "#8f2440"),
    "recipes.example": Host("Plain Kitchen", "Recipes", "#a14a1a"),
    "travel.example": Host("Northern Lines", "Timetables and hotels", "#0f7580"),
    "forms.example": Host("Form Desk", "Contact, survey, sign-up", "#566573"),
}
"""The sites by host name."""

_HANDLERS: Mapping[str, Callable[[World, Request], Reply]] = {
    "calendar.example": calendar.handle,
    "docs.example": docs.handle,
    "drive.example": drive.handle,
    "git.example": git.handle,
    "images.example": images.handle,
    "mail.example": mail.handle,
    "maps.example": maps.handle,
    "notes.example": notes.handle,
    "reference.example": reference.handle,
    "shop.example": shop.handle,
    "wiki.example": wiki.handle,
}
_REMEMBERED: Mapping[str, tuple[Mapping[str, Row], Callable[[World], dict[str, list[Row]]]]] = {
    "calendar.example": (calendar.COLUMNS, calendar.begin),
    "docs.example": (docs.COLUMNS, docs.begin),
    "drive.example": (drive.COLUMNS, drive.begin),
    "git.example": (git.COLUMNS, git.begin),
    "images.example": (images.COLUMNS, images.begin),
    "mail.example": (mail.COLUMNS, mail.begin),
    "maps.example": (maps.COLUMNS, maps.begin),
    "notes.example": (notes.COLUMNS, notes.begin),
    "shop.example": (shop.COLUMNS, shop.begin),
    "wiki.example": (wiki.COLUMNS, wiki.begin),
}
_ENTRIES: tuple[Callable[[World], list[Hit]], ...] = (
    wiki.entries, shop.entries, git.entries, images.entries, reference.entries,
)  # fmt: skip


_NOT_OWNED = frozenset(("images.example/downloads", "shop.example/articles", "shop.example/declines"))
"""Tables that aren't the user's: histories, and what others keep."""
_BY_THEMSELVES = frozenset(("read", "changed", "stars", "date"))
"""Columns that change when a user only looks, or as a consequence of others."""
_BINS: Mapping[str, tuple[str, object]] = {
    "drive.example/files": ("trashed", True),
    "notes.example/notes": ("place", "bin"),
}
"""The column and its value by which rows of a table lie in a bin, so that their user has deleted them."""


def _plain(value: object) -> object:
    """Returns a cell as a field of a fact; lists and mappings become JSON text."""
    return json.dumps(value, sort_keys=True) if isinstance(value, list | dict) else value


class Web:
    """The sites of one machine; any thread may call it.

    Args:
        assets: The bundle's files by name.
        seed: Seed of the varying content.
        now: The sites' present, in seconds since 1970.
        stored: The tables of sites, as `stored` returned them; the others have their first rows.
    """

    def __init__(
        self, assets: Mapping[str, bytes], seed: int = 0, now: float = NOW, stored: Mapping[str, str] | None = None
    ) -> None:
        self._world = World(assets, seed, now, stored)
        self._lock = threading.Lock()
        self._uses: dict[str, int] = {}
        self._index: list[Hit] = []
        for host in HOSTS:
            columns, begin = _REMEMBERED.get(host, ({}, lambda world: {}))
            if host not in _HANDLERS and f"pages/{host}/index.html" in assets:
                columns = static.COLUMNS
            self._world.declare(host, columns, begin)

    def answer(self, request: Request) -> Reply:
        """Answers a request; the reply to an invalid one is a page that explains the problem."""
        with self._lock:
            self._uses[request.host] = self.uses(request.host) + 1
            try:
                return self._answer(request)
            except Problem as problem:
                return missing(start.frame(request.host, HOSTS[request.host].title), str(problem), problem.status)

    def tables(self) -> dict[str, tuple[str, ...]]:
        """Returns the names of the stored tables, by site, for the sites that have any."""
        return {site: tables for site, tables in self._world.sites().items() if tables}

    def read(self, site: str, table: str) -> list[Row]:
        """Returns a copy of a table's rows.

        Raises:
            LookupError: There is no such table.
        """
        with self._lock:
            return self._world.read(site, table)

    def replace(self, site: str, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replaces a table's rows.

        Raises:
            LookupError: There is no such table.
            ValueError: The rows don't fit the table, see `World.replace`.
        """
        with self._lock:
            self._uses[site] = self.uses(site) + 1
            self._world.replace(site, table, [dict(row) for row in rows])

    def uses(self, site: str) -> int:
        """Returns how often a site was asked or changed: as long as that stays, so do its tables."""
        return self._uses.get(site, 0)

    def stored(self) -> dict[str, str]:
        """Returns the tables of the sites that were used as text, by site."""
        with self._lock:
            return self._world.stored()

    def effects(self) -> list[list[Any]]:
        """Returns the effects that left through the sites, oldest first, as `World.effects` has them."""
        with self._lock:
            return [list(effect) for effect in self._world.effects]

    def facts(self) -> dict[str, dict[str, Row]]:
        """Returns the rows that are the user's, of the sites that were used: by site, then by table and id."""
        with self._lock:
            return {site: self._owned(site, {name: self._world.rows(site, name) for name in self._world.sites()[site]})
                    for site in self._world.loaded()}  # fmt: skip

    def first_facts(self) -> dict[str, dict[str, Row]]:
        """Returns the rows that are the user's, of all sites, as they were before anybody changed them."""
        with self._lock:
            return {site: self._owned(site, self._world.begun(site)) for site in self._world.sites()}

    def all_facts(self, of: Collection[str] | None = None) -> dict[str, Row]:
        """Returns the rows that are the user's, of these sites or else of all, by table and id."""
        with self._lock:
            owned: dict[str, Row] = {}
            for site, names in self._world.sites().items():
                if site in _REMEMBERED and (of is None or site in of):
                    owned |= self._owned(site, {name: self._world.rows(site, name) for name in names})
            return owned

    def binned_facts(self, of: Collection[str] | None = None) -> dict[str, Row]:
        """Returns the rows that lie in a bin, of these sites or else of all, by table and id."""
        with self._lock:
            owned: dict[str, Row] = {}
            for table in _BINS:
                site, _, name = table.partition("/")
                if of is None or site in of:
                    owned |= self._owned(site, {name: self._world.rows(site, name)}, in_bin=True)
            return owned

    @staticmethod
    def _owned(site: str, tables: Mapping[str, Sequence[Row]], in_bin: bool = False) -> dict[str, Row]:
        owned: dict[str, Row] = {}
        for name, rows in tables.items():
            table = f"{site}/{name}"
            column, binned = _BINS.get(table, ("id", None))
            for row in rows if table not in _NOT_OWNED and name != "sent" else ():
                if (row[column] == binned) is not in_bin:
                    continue
                kept = {key: _plain(value) for key, value in row.items() if key not in _BY_THEMSELVES}
                owned[f"{table} {row['id']}"] = {"table": table, **kept}
        return owned

    def _answer(self, request: Request) -> Reply:
        host, path, world = request.host, request.path, self._world
        if host not in HOSTS:
            return missing(start.frame("start.example", "Start"), f"There is no site called {host}.")
        if path in ("/site.css", "/style.css"):
            return Reply(_style(world.text("site.css")).encode(), "text/css; charset=utf-8")
        if path in ("/icon.svg", "/favicon.ico"):
            return Reply(_icon(HOSTS[host]).encode(), "image/svg+xml")
        if path.startswith("/photos/"):
            picture = static.photo(world, path.removeprefix("/photos/"))
            return picture if picture is not None else missing(start.frame(host, HOSTS[host].title))
        if host == "start.example":
            return start.handle([(name, *about) for name, about in HOSTS.items() if name != host], request)
        if host == "search.example":
            return search.handle(self._entries() if request.get("q") else (), request)
        return _HANDLERS.get(host, static.serve)(world, request)

    def _entries(self) -> list[Hit]:
        """Returns all pages that a search may find."""
        if not self._index:
            for name, data in self._world.assets.items():
                match = re.fullmatch(r"pages/([\w.]+)/([\w-]+)\.html", name)
                if match and match[1] not in _HANDLERS and b"{{" not in data:
                    text = data.decode()
                    url = f"http://{match[1]}/{'' if match[2] == 'index' else match[2]}"
                    self._index.append(Hit(url, static.page_title(text), static.excerpt(text)))
            for entries in _ENTRIES:
                self._index += entries(self._world)
        return self._index


def _style(text: str) -> str:
    colors = [f"body.{name.split('.')[0]} {{ --accent: {about.color}; }}" for name, about in HOSTS.items()]
    return "\n".join([text, *colors, ""])


def _icon(host: Host) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" '
        f'fill="{host.color}"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="bold" '
        f'text-anchor="middle" fill="#fff">{host.title[0]}</text></svg>'
    )
