"""Rows of the bundled sites, which trials change, remove and copy.

* `place_of` - the site, the table and the id in the key of a row's fact.
* `other_row`, `Edit` - a change of a row that a user would mind.
* `replace_row`, `copy_row` - carry it out on a device.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.backends.base import Devices
from crab_sim.devices.facts import Fields

__all__ = ["Edit", "Place", "copy_row", "other_row", "place_of", "replace_row"]

Values = Mapping[str, Any]
"""Values of a row by their columns."""
_NAMES = frozenset(("id", "number"))
"""Columns by which other rows and addresses find a row."""


class Place(NamedTuple):
    """The place of a row.

    Attributes:
        site: The site's host name.
        table: The name of its table.
        row: The row's id as text.
    """

    site: str
    table: str
    row: str


class Edit(NamedTuple):
    """A change of a row.

    Attributes:
        values: The columns that change, with their new values.
        after: The fields of the row's fact afterwards.
    """

    values: Values
    after: Fields


def place_of(key: str) -> Place:
    """Returns the place in the key of a row's fact.

    >>> place_of("shop.example/cart 1")
    Place(site='shop.example', table='cart', row='1')
    """
    table, _, row = key.partition(" ")
    site, _, name = table.partition("/")
    return Place(site, name, row)


def other_row(fields: Fields, more: str) -> Edit | None:
    """Returns a change of a row's longest text, a switch, or a number; None for a row that has none of them.

    A text without a blank is left as it is: many are the names of other things, without which no page shows the row.

    Args:
        fields: The fields of the row's fact.
        more: What is put behind a text.
    """
    row: dict[str, Any] = {name: value for name, value in fields.items() if name != "table"}
    values: Values
    # Lists and mappings are JSON text, of which a longer one is none.
    texts = [name for name, value in row.items() if isinstance(value, str) and " " in value and value[0] not in "[{"]
    switches = [name for name, value in row.items() if isinstance(value, bool)]
    numbers = [name for name, value in row.items() if type(value) is int and name not in _NAMES]
    if texts:
        longest = max(texts, key=lambda name: len(row[name]))
        values = {longest: f"{row[longest]} {more}"}
    elif switches:
        values = {switches[0]: not row[switches[0]]}
    elif numbers:
        values = {numbers[0]: row[numbers[0]] + 1}
    else:
        return None
    return Edit(values, {**fields, **values})


def replace_row(key: str, others: Sequence[Values], devices: Devices) -> None:
    """Puts rows that differ from a row in some values in its place; none removes it.

    Args:
        key: The key of the row's fact.
        others: The values in which each of them differs.
        devices: The devices, of which the desktop has the sites.
    """
    site, table, row_id = place_of(key)
    rows: list[Values] = []
    for row in devices.ubuntu.web(site, table):
        rows += [{**row, **other} for other in others] if str(row["id"]) == row_id else [row]
    devices.ubuntu.set_web(site, table, rows)


def copy_row(key: str, devices: Devices) -> None:
    """Adds a copy of a row to its table, under the next id."""
    site, table, row_id = place_of(key)
    rows = devices.ubuntu.web(site, table)
    (row,) = (row for row in rows if str(row["id"]) == row_id)
    devices.ubuntu.set_web(site, table, [*rows, {**row, "id": 1 + max(int(row["id"]) for row in rows)}])
