"""images.example, Pictura: finds pictures by words, and keeps one's own; each can be downloaded at full size.

Pages: ``/`` and ``/search`` (``q``, ``kind=photo|drawing``, ``shape=wide|tall``), ``/picture/NAME``,
``/picture/NAME/download``, ``/favourites``; for one's own pictures ``/mine`` and those of `account.pictures`. Tables
``favourites``, ``downloads`` and ``own``.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .account import pictures as pictures_of_owner
from .markup import (
    Frame,
    Problem,
    Reply,
    Request,
    button,
    day,
    download,
    esc,
    form,
    link,
    page,
    redirect,
    select,
    table,
)
from .search import Hit
from .world import MAX_ROWS, Row, World

__all__ = ["COLUMNS", "begin", "entries", "handle", "pixels"]

COLUMNS: Mapping[str, Row] = {
    "favourites": {"id": 0, "picture": ""}, "downloads": {"id": 0, "picture": ""}, "own": pictures_of_owner.COLUMNS,
}  # fmt: skip
"""``picture``: the picture's name, such as ``"lighthouse"``."""

_SITE = "images.example"
_FRAME = Frame(
    _SITE, "Pictura", (("Pictures", "/"), ("Favourites", "/favourites"), ("Yours", "/mine")), "/search",
    "Search pictures",
)  # fmt: skip
_LICENCES = ("CC0 1.0", "CC BY 4.0", "CC BY-SA 4.0")


class Picture(NamedTuple):
    """A picture: its name, title and tags, its file, sizes in pixels and bytes, and its author, licence and date."""

    name: str
    title: str
    tags: str
    file: str
    width: int
    height: int
    size: int
    author: str
    licence: str
    date: float

    @property
    def kind(self) -> str:
        """``"drawing"`` for PNG files, else ``"photo"``."""
        return "drawing" if self.file.endswith(".png") else "photo"


def begin(world: World) -> dict[str, list[Row]]:
    """Returns no favourites and no downloads."""
    return {}


def pixels(data: bytes) -> tuple[int, int]:
    """Returns width and height of a PNG or JPEG file; (0, 0) for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return struct.unpack(">II", data[16:24])
    at = 2
    while data[at : at + 1] == b"\xff" and at + 9 < len(data):
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xC2:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return 0, 0


def pictures(world: World) -> list[Picture]:
    """Returns all pictures; author, licence, date and order vary with the seed."""
    rng = world.rng("images")
    names = world.text("people.txt").split("\n")[:-1]
    lines = world.text("images.txt").strip().split("\n")
    all_pictures = []
    for line in rng.sample(lines, len(lines)):
        name, title, tags = line.split(" | ")
        file = next(file for file in (f"{name}.jpg", f"{name}.png") if f"photos/{file}" in world.assets)
        data = world.assets[f"photos/{file}"]
        when = world.now - 86_400 * rng.randrange(5, 900)
        author, licence = rng.choice(names), rng.choice(_LICENCES)
        all_pictures.append(Picture(name, title, tags, file, *pixels(data), len(data), author, licence, when))
    return all_pictures


def entries(world: World) -> list[Hit]:
    """Returns the pictures for the search engine."""
    return [Hit(f"http://{_SITE}/picture/{each.name}", each.title, f"Picture: {each.tags}") for each in pictures(world)]


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    match request.parts:
        case ("GET",) | ("GET", "search"):
            return _search(world, request)
        case (_, "mine", *_):
            return pictures_of_owner.handle(world, _FRAME, request)
        case ("GET", "favourites"):
            names = [row["picture"] for row in world.rows(_SITE, "favourites")]
            chosen = [each for each in pictures(world) if each.name in names]
            body = (
                f"<h1>Favourites</h1>{_gallery(chosen)}"
                if chosen
                else '<h1>Favourites</h1><p class="empty">None yet.</p>'
            )
            return page(_FRAME, "Favourites", body, wide=True)
        case ("GET", "picture", name):
            return _picture(world, _find(world, name))
        case ("POST", "picture", name):
            return _favour(world, _find(world, name))
        case ("GET", "picture", name, "download"):
            picture = _find(world, name)
            if len(world.rows(_SITE, "downloads")) < MAX_ROWS:
                world.add(_SITE, "downloads", picture=picture.name)
            kind = "image/png" if picture.file.endswith(".png") else "image/jpeg"
            return download(world.assets[f"photos/{picture.file}"], picture.file, kind)
    raise Problem(404, "images.example has no page at this address.")


def _find(world: World, name: str) -> Picture:
    for each in pictures(world):
        if each.name == name:
            return each
    raise Problem(404, "There is no such picture.")


def _gallery(chosen: Sequence[Picture]) -> str:
    items = [
        f'<li><a href="/picture/{each.name}"><img src="/photos/{each.file}" alt="{esc(each.title)}"></a>'
        f'<p><b>{esc(each.title)}</b><br><span class="faint">{each.width} × {each.height}, {esc(each.author)}</span>'
        "</p></li>"
        for each in chosen
    ]
    return f'<ul class="gallery">{"".join(items)}</ul>'


def _search(world: World, request: Request) -> Reply:
    query, kind, shape = request.get("q"), request.get("kind"), request.get("shape")
    words = query.casefold().split()
    chosen = [
        each
        for each in pictures(world)
        if all(word in f"{each.title} {each.tags} {each.author}".casefold() for word in words)
        and kind in ("", each.kind)
        and (not shape or (shape == "tall") == (each.height > each.width))
    ]
    chooser = form(
        "/search",
        (f'<input type="hidden" name="q" value="{esc(query)}">' if query else "")
        + select("Kind", "kind", [("", "All"), ("photo", "Photos (JPEG)"), ("drawing", "Drawings (PNG)")], kind)
        + select("Shape", "shape", [("", "All"), ("wide", "Wide or square"), ("tall", "Tall")], shape)
        + button("Show"),
        "inline",
        "get",
    )
    count = f"{len(chosen)} picture{'s' * (len(chosen) != 1)}" + (f" for “{query}”" if query else "")
    body = f'<div class="actions"><h1>{esc(count)}</h1>{chooser}</div>{_gallery(chosen)}'
    return page(_FRAME, query or "Pictura", body, query=query, wide=True)


def _picture(world: World, each: Picture) -> Reply:
    liked = any(row["picture"] == each.name for row in world.rows(_SITE, "favourites"))
    kind = "PNG" if each.file.endswith(".png") else "JPEG"
    about = [
        ("Author", esc(each.author)), ("Licence", esc(each.licence)), ("Added", esc(day(each.date))),
        ("Size", f"{each.width} × {each.height} pixels"), ("File", f"{esc(each.file)}, {kind}, {each.size:,} bytes"),
    ]  # fmt: skip
    tags = " ".join([link(f"/search?q={tag}", tag, "label") for tag in each.tags.split()])
    body = (
        f'<div class="product"><img src="/photos/{each.file}" alt="{esc(each.title)}" class="large"><div>'
        f"<h1>{esc(each.title)}</h1>{table((), about, 'about')}<p>{tags}</p><div class='actions'>"
        f'<a class="primary" id="download" href="/picture/{each.name}/download" download>Download {kind}</a>'
        f"{form(f'/picture/{each.name}', button('Remove from favourites' if liked else 'Add to favourites'), 'inline')}"
        "</div></div></div>"
    )
    return page(_FRAME, each.title, body, wide=True)


def _favour(world: World, each: Picture) -> Reply:
    rows = world.rows(_SITE, "favourites")
    kept = [row for row in rows if row["picture"] != each.name]
    if len(kept) < len(rows):
        rows[:] = kept
    else:
        world.add(_SITE, "favourites", picture=each.name)
    return redirect(f"/picture/{each.name}")
