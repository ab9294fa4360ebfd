"""A person's own pictures on images.example: to look at, upload, download and delete.

Pages: ``/mine``, ``/mine/ID``, ``/mine/ID/picture``, ``/mine/ID/download``. Forms: ``/mine`` uploads a picture,
``/mine/ID`` deletes one. Table ``own``.
"""

from __future__ import annotations

import base64
import binascii

from ..markup import Frame, Problem, Reply, Request, button, day, download, esc, field, form, page, redirect
from ..world import Row, World

__all__ = ["COLUMNS", "handle"]

COLUMNS: Row = {"id": 0, "name": "", "content": "", "date": 0.0}
"""``name``: that of the file. ``content``: its bytes in base64. ``date``: when it was made, in seconds since 1970."""

_SITE = "images.example"
_KINDS = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg"}
_STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
_MAX_NAME = 120


def handle(world: World, frame: Frame, request: Request) -> Reply:
    """Answers a request for one's own pictures.

    Args:
        world: The site's world.
        frame: The site's frame.
        request: The request.
    """
    match request.parts:
        case ("GET", "mine"):
            return _list(world, frame, request, "")
        case ("POST", "mine"):
            return _upload(world, frame, request)
        case ("GET", "mine", picture):
            return _picture(frame, world.find(_SITE, "own", picture))
        case ("GET", "mine", picture, "picture"):
            row = world.find(_SITE, "own", picture)
            return Reply(_data(row), _kind(row))
        case ("GET", "mine", picture, "download"):
            row = world.find(_SITE, "own", picture)
            return download(_data(row), row["name"], _kind(row))
        case ("POST", "mine", picture):
            world.rows(_SITE, "own").remove(world.find(_SITE, "own", picture))
            return redirect("/mine?done=deleted")
    raise Problem(404, "images.example has no page at this address.")


def _data(row: Row) -> bytes:
    try:
        return base64.b64decode(row["content"])
    except binascii.Error:
        return b""


def _kind(row: Row) -> str:
    return _KINDS.get(row["name"].rpartition(".")[2].lower(), "application/octet-stream")


_NOTICES = {"uploaded": "The picture was uploaded.", "deleted": "The picture was deleted."}


def _list(world: World, frame: Frame, request: Request, problem: str) -> Reply:
    items = [
        f'<li><a href="/mine/{row["id"]}"><img src="/mine/{row["id"]}/picture" alt="{esc(row["name"])}"></a>'
        f'<p><b>{esc(row["name"])}</b><br><span class="faint">{esc(day(row["date"]))}</span></p></li>'
        for row in sorted(world.rows(_SITE, "own"), key=lambda row: (-row["date"], row["name"], row["id"]))
    ]
    error = f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""
    inner = field("Picture (.jpg or .png)", "file", kind="file") + button("Upload", "act", "upload", "primary")
    send = form("/mine", inner, "inline", upload=True)
    listed = f'<ul class="gallery">{"".join(items)}</ul>' if items else '<p class="empty">None yet.</p>'
    body = f"<h1>Your pictures</h1>{error}{send}{listed}"
    notice = _NOTICES.get(request.get("done"), "")
    return page(frame, "Your pictures", body, status=400 if problem else 200, notice=notice, wide=True)


def _picture(frame: Frame, row: Row) -> Reply:
    address = f"/mine/{row['id']}"
    body = (
        f'<div class="product"><img src="{address}/picture" alt="{esc(row["name"])}" class="large"><div>'
        f"<h1>{esc(row['name'])}</h1><p>{esc(day(row['date']))}, {len(_data(row)):,} bytes</p><div class='actions'>"
        f'<a class="primary" id="download" href="{address}/download" download>Download</a>'
        f"{form(address, button('Delete', 'act', 'delete', 'danger'), 'inline')}</div></div></div>"
    )
    return page(frame, row["name"], body, wide=True)


def _upload(world: World, frame: Frame, request: Request) -> Reply:
    if request.upload is None:
        return _list(world, frame, request, "Choose a picture first.")
    name, data = request.upload
    if name.rpartition(".")[2].lower() not in _KINDS or not data.startswith(_STARTS):
        return _list(world, frame, request, "This is no picture in JPEG or PNG format.")
    dates = [row["date"] for row in world.rows(_SITE, "own") if row["date"] >= world.now]
    when = float(max([world.now, *[date + 60 for date in dates]]))
    world.add(_SITE, "own", name=name[-_MAX_NAME:], content=base64.b64encode(data).decode(), date=when)
    return redirect("/mine?done=uploaded")
