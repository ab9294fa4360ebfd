"""The state behind the sites: assets, a seed, and tables of plain rows.

* `World` - the state of one machine's sites. Pages are a function of the seed, the version, and the stored rows.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from .markup import Problem

__all__ = ["MAX_ROWS", "NOW", "VERSION", "Row", "World"]

VERSION = 1
"""Version of the content; it is raised when a change may affect a task on these sites."""
NOW = 1_791_792_000.0
"""Default of the sites' present, in seconds since 1970: Monday, 12 October 2026, 08:00 UTC."""
MAX_ROWS = 400
"""Maximum number of rows of a table."""

Row = dict[str, Any]
Tables = dict[str, list[Row]]


class World:
    """The state behind the sites of one machine.

    Args:
        assets: Files by name: pages, pictures, texts.
        seed: Seed of the varying content.
        now: The sites' present, in seconds since 1970.
        stored: The tables of sites as `stored` returned them, by site; the others are made when they are needed.
    """

    def __init__(
        self, assets: Mapping[str, bytes], seed: int = 0, now: float = NOW, stored: Mapping[str, str] | None = None
    ) -> None:
        self.assets = assets
        self.seed = seed
        self.now = now
        self.effects: list[tuple[str, ...]] = []
        """The effects that have left through the sites: kind, recipient and text, and of a mail its subject and the
        recipients of copies; oldest first, never shortened."""
        self._stored = stored or {}
        self._tables: dict[str, Tables] = {}
        self._columns: dict[str, Mapping[str, Row]] = {}
        self._begin: dict[str, Callable[[World], Tables]] = {}

    def declare(self, site: str, columns: Mapping[str, Row], begin: Callable[[World], Tables]) -> None:
        """Declares a site's tables.

        Args:
            site: The site.
            columns: A row of default values for each table.
            begin: Function that returns the first rows of the tables, called when they are needed.
        """
        self._columns[site] = columns
        self._begin[site] = begin

    def rng(self, name: str) -> random.Random:
        """Returns a random generator that depends on the seed, the version and a name."""
        return random.Random(f"web:{VERSION}:{self.seed}:{name}")

    def text(self, name: str) -> str:
        """Returns an asset as text."""
        return self.assets[name].decode()

    def sites(self) -> dict[str, tuple[str, ...]]:
        """Returns the names of the sites' tables, by site."""
        return {site: tuple(columns) for site, columns in self._columns.items()}

    def rows(self, site: str, table: str) -> list[Row]:
        """Returns the rows of a table, which may be changed in place.

        Raises:
            LookupError: There is no such table; the message names the existing ones.
        """
        if table not in self._columns.get(site, ()):
            known = ", ".join(f"{name}: {', '.join(columns)}" for name, columns in self._columns.items() if columns)
            raise LookupError(f"no table {table!r} of site {site!r}; the tables are: {known}")
        if site not in self._tables:
            self._tables[site] = json.loads(self._stored[site]) if site in self._stored else self.begun(site)
        return self._tables[site][table]

    def find(self, site: str, table: str, row_id: int | str) -> Row:
        """Returns the row of an id.

        Raises:
            Problem: There is no such row.
        """
        for row in self.rows(site, table):
            if str(row["id"]) == str(row_id):
                return row
        raise Problem(404, "There is nothing at this address; it may have been removed.")

    def add(self, site: str, table: str, **values: Any) -> Row:
        """Adds a row with the next id and returns it.

        Raises:
            Problem: The table is full.
        """
        rows = self.rows(site, table)
        if len(rows) >= MAX_ROWS:
            raise Problem(507, "There is no room for more: remove something first.")
        row = self._complete(site, table, {"id": 1 + max([int(row["id"]) for row in rows], default=0), **values})
        rows.append(row)
        return row

    def loaded(self) -> tuple[str, ...]:
        """Returns the sites whose tables have been needed."""
        return tuple(self._tables)

    def stored(self) -> dict[str, str]:
        """Returns the tables of the sites that have been needed as text, by site."""
        return {site: json.dumps(tables) for site, tables in self._tables.items()}

    def begun(self, site: str) -> Tables:
        """Returns the first rows of a site's tables, as they were before anybody changed them."""
        first = self._begin[site](self)
        return {name: [self._complete(site, name, row) for row in first.get(name, [])] for name in self._columns[site]}

    def read(self, site: str, table: str) -> list[Row]:
        """Returns a copy of a table's rows."""
        copy: list[Row] = json.loads(json.dumps(self.rows(site, table)))
        return copy

    def replace(self, site: str, table: str, rows: list[Row]) -> None:
        """Replaces a table's rows; missing columns get their defaults, missing ids the row's number from 1.

        Raises:
            LookupError: There is no such table.
            ValueError: A column is unknown or of the wrong type, an id occurs twice, or there are too many rows.
        """
        if len(rows) > MAX_ROWS:
            raise ValueError(f"{len(rows)} rows for table {table!r} of {site!r}; expected at most {MAX_ROWS}")
        whole = [self._complete(site, table, {"id": number, **row}) for number, row in enumerate(rows, 1)]
        if len({row["id"] for row in whole}) < len(whole):
            raise ValueError(f"table {table!r} of {site!r}: two rows have the same id")
        copies = json.loads(json.dumps(whole))
        if len(self._columns[site]) == 1:
            self._tables[site] = {table: copies}  # its first rows needn't be made
        else:
            self.rows(site, table)[:] = copies

    def _complete(self, site: str, table: str, row: Mapping[str, Any]) -> Row:
        defaults = self._columns.get(site, {}).get(table)
        if defaults is None:
            self.rows(site, table)  # raises the error that names the tables
            raise AssertionError
        whole = {**defaults, **row}
        for name, value in whole.items():
            if name not in defaults:
                known = ", ".join(defaults)
                raise ValueError(f"table {table!r} of {site!r} has no column {name!r}; its columns are: {known}")
            if type(value) is not type(defaults[name]):
                raise ValueError(
                    f"column {name!r} of table {table!r} of {site!r}: got {value!r}, expected a value of type "
                    f"{type(defaults[name]).__name__}"
                )
        return whole
