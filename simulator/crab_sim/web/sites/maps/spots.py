"""Shops and sights in the towns of maps.example: where they are, and the short links by which they are shared.

* `spots`, `Spot` - those of the bundle's ``spots.json``.
* `towns`, `near` - the towns that have some, and those around a town's middle.
* `near_page`, `spot_page` - the contents of their pages.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from math import cos, hypot, radians
from typing import NamedTuple

from ..markup import at, button, esc, form, link, select, slug, table
from .atlas import Place, length

__all__ = ["HOST", "Spot", "near", "near_page", "spot_page", "spots", "towns"]

HOST = "maps.example"
_METRES = 111_195.0  # of a degree of latitude


class Spot(NamedTuple):
    """A shop or sight.

    Attributes:
        name: Its name.
        kind: Such as ``"bakery"``.
        street: Street and number.
        town: The town's name.
        east: Metres from the town's middle, to the east.
        north: Metres from there to the north.
    """

    name: str
    kind: str
    street: str
    town: str
    east: int
    north: int

    @property
    def metres(self) -> float:
        """Its distance from the town's middle."""
        return hypot(self.east, self.north)

    @property
    def address(self) -> str:
        """The path of its page."""
        return at("spot", slug(f"{self.name} {self.town}"))

    @property
    def shared(self) -> str:
        """The path of its short link."""
        return at("s", sha256(f"{self.name}, {self.town}".encode()).hexdigest()[:7])

    def place(self, town: Place) -> Place:
        """Returns it as a place on the map."""
        lat = town.lat + self.north / _METRES
        lon = town.lon + self.east / _METRES / cos(radians(town.lat))
        return Place(self.name, town.title, self.kind, lat, lon, town.land)


@lru_cache(maxsize=2)
def spots(text: str) -> tuple[Spot, ...]:
    """Returns the shops and sights of the bundle's ``spots.json``."""
    return tuple([Spot(*row) for row in json.loads(text)])


def towns(known: Sequence[Spot]) -> list[str]:
    """Returns the names of the towns that have shops and sights, sorted."""
    return sorted({each.town for each in known})


def near(known: Sequence[Spot], town: str, kind: str = "") -> list[Spot]:
    """Returns a town's shops and sights, of one kind if one is given, the nearest to its middle first."""
    return sorted(
        [each for each in known if each.town == town and kind in ("", each.kind)],
        key=lambda each: (each.metres, each.name),
    )


def near_page(known: Sequence[Spot], town: str, kind: str) -> str:
    """Returns the HTML of what is near a town's middle; of nothing, if no town is chosen yet."""
    kinds = sorted({each.kind for each in known})
    entry = form(
        "/near",
        select("Town", "town", [(name, name) for name in towns(known)], town)
        + select("Kind", "kind", [("", "All"), *[(name, name.capitalize()) for name in kinds]], kind)
        + button("Show", kind="primary"),
        "inline",
        "get",
    )
    if not town:
        return f"<h1>Shops and sights</h1>{entry}"
    rows = [
        (link(each.address, each.name), esc(each.kind.capitalize()), esc(each.street), length(each.metres))
        for each in near(known, town, kind)
    ]
    listed = (
        table(("Name", "Kind", "Address", "From the middle"), rows)
        if rows
        else '<p class="empty">Nothing is there.</p>'
    )
    return f"<h1>{esc(f'Near the middle of {town}')}</h1>{entry}{listed}"


def spot_page(each: Spot, image: str, shared: bool) -> str:
    """Returns the HTML of a shop's or sight's page.

    Args:
        each: The shop or sight.
        image: HTML of its map.
        shared: Whether its short link is shown.
    """
    about = [
        ("Kind", esc(each.kind.capitalize())), ("Address", esc(f"{each.street}, {each.town}")),
        ("From the middle", length(each.metres)),
    ]  # fmt: skip
    short = f"http://{HOST}{each.shared}"
    share = (
        f'<p class="field"><label for="share_link">Link to share</label><input type="text" id="share_link" '
        f'value="{esc(short)}" readonly></p><p>{link(short, short)}</p>'
        if shared
        else form(each.address, button("Share", "share", "1", "primary"), "inline", "get")
    )
    back = link(at("near", town=each.town), f"Near the middle of {each.town}")
    return (
        f'<div class="atlas"><section>{image}</section><aside><h1>{esc(each.name)}</h1>{table((), about, "about")}'
        f"{share}<p>{back}</p></aside></div>"
    )
