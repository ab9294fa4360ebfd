"""The page that the MiniWoB app shows and what was done on it: slice ``"miniwob"``, and the app's database.

A page is JSON: ``{"says": the instruction, "items": [...], "values": {name: its first value}}``. An item is an object
whose ``"k"`` is its kind; `crab_sim.phone.apps.miniwob.items` lists the kinds, and
`crab_sim.phone.apps.miniwob.actions` the actions in its ``"do"``. With ``"when"`` an item is shown only while some
values are as it says; see `holds`. Everything that is done on a page ends up in its values, which are JSON too, until
an action ends the page.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.ui import PlainData

__all__ = ["DATABASE", "PLAY", "Board", "Item", "Play", "Values", "board_of", "holds", "seed"]

Item: TypeAlias = Mapping[str, PlainData]
"""An item of a page, see above; each has a number of its own as ``"id"``."""
Values: TypeAlias = Mapping[str, PlainData]


class Play(NamedTuple):
    """A page and what was done on it.

    Attributes:
        content: The page as JSON; ``""`` for none.
        values: Its values.
        ended: The event that has ended it, ``""`` as long as it goes on.
    """

    content: str = ""
    values: Values = {}
    ended: str = ""


class Board(NamedTuple):
    """A page as it was read.

    Attributes:
        says: The instruction.
        items: The items at its top.
        by_id: All items by their numbers.
        values: The values at first.
    """

    says: str
    items: Sequence[Item]
    by_id: Sequence[Item]
    values: Values


PLAY: Final = Slice[Play]("miniwob", volatile="a page of a task, judged by its checkpoints")


def seed(rng: random.Random, now: float) -> Play:
    """Returns the app without a page."""
    return Play()


@lru_cache(maxsize=64)
def board_of(content: str) -> Board:
    """Returns a page from its JSON.

    Raises:
        ValueError: It isn't a page.
    """
    page: dict[str, PlainData] = json.loads(content) if content else {"says": "", "items": []}
    by_id: list[Item] = []

    def number(items: list[dict[str, PlainData]]) -> None:
        for item in items:
            item["id"] = len(by_id)
            by_id.append(item)
            number(item.get("items", []))

    number(page["items"])
    return Board(page["says"], page["items"], by_id, page.get("values", {}))


def holds(values: Values, condition: Mapping[str, PlainData] | None) -> bool:
    """Returns whether values are as a condition says.

    A condition names values. Each has to be the one that it gives, where None stands for no value, or to be as an
    object says: ``{"not": x}``, ``{"in": [...]}``, ``{"out": [...]}``, ``{"has": x}`` or
    ``{"lacks": x}`` for lists, ``{"least": n}`` for numbers.

    >>> holds({"tab": 2, "picked": ["a"]}, {"tab": {"in": [1, 2]}, "picked": {"has": "a"}, "other": None})
    True
    """
    for name, wanted in (condition or {}).items():
        value = values.get(name)
        match wanted:
            case {"not": other}:
                fits = value != other
            case {"in": several}:
                fits = value in several
            case {"out": several}:
                fits = value not in several
            case {"has": one}:
                fits = one in (value or ())
            case {"lacks": one}:
                fits = one not in (value or ())
            case {"least": least}:
                fits = value is not None and value >= least
            case _:
                fits = value == wanted
        if not fits:
            return False
    return True


_SCHEMA = """
CREATE TABLE page (_id INTEGER PRIMARY KEY, content TEXT NOT NULL);
CREATE TABLE value (_id INTEGER PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE ended (_id INTEGER PRIMARY KEY, event TEXT NOT NULL);
"""


def _dump(play: Play) -> Dump:
    values = [(i + 1, name, json.dumps(value)) for i, (name, value) in enumerate(play.values.items())]
    page = [(1, play.content)] if play.content else []
    return {"page": page, "value": values, "ended": [(1, play.ended)] if play.ended else []}


def _load(tables: Tables) -> tuple[Play]:
    content = next((row["content"] for row in tables["page"]), "")
    values = {row["name"]: json.loads(row["value"]) for row in tables["value"]}
    ended = next((row["event"] for row in tables["ended"]), "")
    return (Play(content, {**board_of(content).values, **values}, ended),)


DATABASE: Final = Database("/data/data/com.google.androidenv.miniwob/databases/page.db", (PLAY,), _SCHEMA, _dump, _load)
