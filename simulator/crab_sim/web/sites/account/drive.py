"""drive.example, Cumulus Drive: files and folders to upload, download, rename, move, star and remove.

Pages: ``/`` and ``/folder/ID``, ``/starred``, ``/shared``, ``/bin``, ``/search?q=WORDS``, ``/file/ID``,
``/file/ID/picture``, ``/file/ID/download``. Forms: ``/folder/ID`` makes a folder or uploads a file (0 for the topmost
folder), ``/item/ID`` changes a file or folder. Table ``files``: all files and folders, each with its folder.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence

from ..markup import (
    Frame,
    Problem,
    Reply,
    Request,
    at,
    button,
    download,
    esc,
    field,
    form,
    icon,
    link,
    page,
    redirect,
    select,
    stamp,
    table,
)
from ..text import insert_words
from ..world import Row, World

__all__ = ["COLUMNS", "begin", "handle"]

COLUMNS: Mapping[str, Row] = {
    "files": {
        "id": 0, "name": "", "folder": False, "parent": 0, "content": "", "owner": "", "starred": False,
        "trashed": False, "created": 0.0, "changed": 0.0,
    }
}  # fmt: skip
"""``parent``: id of the folder in which it lies, 0 for the topmost. ``content``: a file's bytes in base64. ``owner``:
who shares it, ``""`` for the drive's own. ``created`` and ``changed``: in seconds since 1970."""

_SITE = "drive.example"
_FRAME = Frame(
    _SITE, "Cumulus Drive", (("My Drive", "/"), ("Starred", "/starred"), ("Bin", "/bin")), "/search", "Search Drive"
)
_LISTS = {"/": "My Drive", "/starred": "Starred", "/shared": "Shared with me", "/bin": "Bin"}
_KINDS = {
    "txt": "text/plain; charset=utf-8", "md": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
}  # fmt: skip
_MAX_SHOWN = 20_000
_MAX_PICTURE = 600_000
_MAX_NAME = 120


def begin(world: World) -> dict[str, list[Row]]:
    """Returns the first files: two folders, and texts and sheets in and beside them."""
    rng = world.rng("drive")
    names = world.text("people.txt").split("\n")[:-1]
    rows: list[Row] = []
    for name in rng.sample(("Invoices", "Course material", "Choir", "Manuals", "Garden"), 2):
        rows.append({"name": name, "folder": True})
    parts = world.text("documents.txt").split("=== ")[1:]
    for part in rng.sample(parts, min(5, len(parts))):
        head, _, body = part.partition("\n")
        kind, _, title = head.partition(" | ")
        words = {"day": "Tuesday", "room": str(rng.randrange(2, 30)), "hour": str(rng.randrange(8, 19)),
                 "count": str(rng.randrange(4, 60)), **dict(zip("abc", rng.sample(names, 3), strict=True)),
                 **{f"p{i}": f"{rng.randrange(2, 60) / 2:.2f}" for i in range(1, 5)},
                 **{f"v{i}": str(rng.randrange(20, 300)) for i in range(10)}}  # fmt: skip
        text = insert_words(body, words).strip() + "\n"
        name = f"{title}.{'txt' if kind == 'text' else 'csv'}"
        rows.append({"name": name, "parent": rng.choice((0, 0, 1, 2)), "content": _coded(text.encode())})
    made = [float(int(world.now - rng.uniform(1, 90) * 86_400)) for _ in rows]
    return {"files": [{"id": i, **row, "created": when, "changed": when}
                      for i, (row, when) in enumerate(zip(rows, made, strict=True), 1)]}  # fmt: skip


def _coded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _data(row: Row) -> bytes:
    try:
        return base64.b64decode(row["content"])
    except binascii.Error:
        return b""


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    match request.parts:
        case ("GET",):
            return _folder(world, 0, request)
        case ("GET", "folder", folder):
            return _folder(world, _find(world, folder, True)["id"], request)
        case ("GET", "starred"):
            rows = [row for row in _present(world) if row["starred"]]
            return _list(world, "/starred", rows, "Nothing has a star.", request)
        case ("GET", "shared"):
            rows = [row for row in _present(world) if row["owner"]]
            return _list(world, "/shared", rows, "Nobody shares anything with you.", request)
        case ("GET", "bin"):
            rows = [row for row in world.rows(_SITE, "files") if row["trashed"]]
            return _list(world, "/bin", rows, "The bin is empty.", request)
        case ("GET", "search"):
            return _search(world, request)
        case ("GET", "file", file):
            return _file(world, _find(world, file, False), request)
        case ("GET", "file", file, "picture"):
            return _picture(_find(world, file, False))
        case ("GET", "file", file, "download"):
            return _download(_find(world, file, False))
        case ("POST", "folder", "0"):
            return _put(world, 0, request)
        case ("POST", "folder", folder):
            return _put(world, int(_find(world, folder, True)["id"]), request)
        case ("POST", "item", item):
            return _change(world, world.find(_SITE, "files", item), request)
    raise Problem(404, "drive.example has no page at this address.")


def _find(world: World, item: str, folder: bool) -> Row:
    row = world.find(_SITE, "files", item)
    if row["folder"] != folder:
        raise Problem(404, "This is a file." if folder else "This is a folder.")
    return row


# Rows -----------------------------------------------------------------------------------------------------------------


def _above(world: World, row: Row) -> list[Row]:
    """Returns the folders above a row, the nearest first."""
    by_id = {each["id"]: each for each in world.rows(_SITE, "files")}
    found: list[Row] = []
    above = by_id.get(row["parent"])
    while above is not None and above not in found:
        found.append(above)
        above = by_id.get(above["parent"])
    return found


def _binned(world: World, row: Row) -> bool:
    return any([each["trashed"] for each in (row, *_above(world, row))])


def _present(world: World) -> list[Row]:
    return [row for row in world.rows(_SITE, "files") if not _binned(world, row)]


def _below(world: World, row: Row) -> list[Row]:
    """Returns a row and all rows below it."""
    return [each for each in world.rows(_SITE, "files") if each is row or row in _above(world, each)]


def _later(world: World) -> float:
    """Returns a time after all changes so far, so that the latest change is known."""
    rows = world.rows(_SITE, "files")
    return float(max([world.now, *[row["changed"] + 60 for row in rows if row["changed"] >= world.now]]))


# Pages ----------------------------------------------------------------------------------------------------------------


def _side(here: str) -> str:
    links = [
        f'<li><a href="{href}"{" aria-current=page" if href == here else ""}>{name}</a></li>'
        for href, name in _LISTS.items()
    ]
    return f"<aside><ul>{''.join(links)}</ul></aside>"


def _size(row: Row) -> str:
    size = len(_data(row))
    return f"{size} bytes" if size < 1000 else f"{size / 1000:.1f} kB" if size < 1e6 else f"{size / 1e6:.1f} MB"


def _address(row: Row) -> str:
    return at("folder" if row["folder"] else "file", str(row["id"]))


def _symbol(row: Row) -> str:
    return icon("folder" if row["folder"] else "sheet" if row["name"].lower().endswith(".csv") else "file")


def _listed(rows: Sequence[Row], empty: str) -> str:
    lines = []
    for row in sorted(rows, key=lambda row: (not row["folder"], row["name"].casefold(), row["id"])):
        star = ' <span class="star" title="Starred">★</span>' if row["starred"] else ""
        lines.append(
            (
                _symbol(row),
                f"{link(_address(row), row['name'] or 'Untitled')}{star}",
                esc(row["owner"] or "me"),
                f'<span class="faint">{esc(stamp(row["changed"]))}</span>',
                "" if row["folder"] else f'<span class="faint">{_size(row)}</span>',
            )
        )
    head = ("", "Name", "Owner", "Changed", "Size")
    return table(head, lines, "files") if lines else f'<p class="empty">{esc(empty)}</p>'


_NOTICES = {
    "made": "The folder was made.", "uploaded": "The file was uploaded.", "renamed": "The name was changed.",
    "moved": "It was moved.", "removed": "It was moved to the bin.", "restored": "It was restored.",
    "erased": "It was deleted for ever.",
}  # fmt: skip


def _page(here: str, title: str, content: str, request: Request, problem: str = "") -> Reply:
    error = f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""
    body = f'<div class="split">{_side(here)}<section>{error}{content}</section></div>'
    notice = _NOTICES.get(request.get("done"), "")
    return page(_FRAME, title, body, status=400 if problem else 200, query=request.get("q"), notice=notice, wide=True)


def _list(world: World, here: str, rows: Sequence[Row], empty: str, request: Request) -> Reply:
    title = _LISTS[here]
    if here != "/bin":
        return _page(here, title, f"<h1>{title}</h1>{_listed(rows, empty)}", request)
    lines = []
    for row in sorted(rows, key=lambda row: (not row["folder"], row["name"].casefold(), row["id"])):
        buttons = button("Restore", "act", "restore", label=f"Restore {row['name']}")
        buttons += button("Delete for ever", "act", "erase", "danger", f"Delete {row['name']} for ever")
        lines.append((_symbol(row), esc(row["name"]), form(at("item", str(row["id"])), buttons, "inline")))
    listed = table(("", "Name", ""), lines, "files") if lines else f'<p class="empty">{empty}</p>'
    return _page(here, title, f"<h1>{title}</h1>{listed}", request)


def _crumbs(world: World, row: Row | None) -> str:
    if row is None:
        return "<h1>My Drive</h1>"
    above = [link(_address(each), each["name"]) for each in reversed(_above(world, row))]
    return f"<h1>{' › '.join([link('/', 'My Drive'), *above, esc(row['name'])])}</h1>"


def _folder(world: World, folder: int, request: Request, problem: str = "") -> Reply:
    row = world.find(_SITE, "files", folder) if folder else None
    rows = [each for each in _present(world) if each["parent"] == folder and not each["owner"]]
    address = at("folder", str(folder))
    make = form(address, field("New folder", "name") + button("Make", "act", "new"), "inline")
    send = form(address, field("File", "file", kind="file") + button("Upload", "act", "upload", "primary"), "inline",
                upload=True)  # fmt: skip
    head = f"{_crumbs(world, row)}<div class='actions'>{send}{make}</div>"
    foot = _actions(world, row) if row is not None else ""
    title = row["name"] if row is not None else "My Drive"
    return _page("/" if row is None else "", title, f"{head}{_listed(rows, 'This folder is empty.')}{foot}", request,
                 problem)  # fmt: skip


def _search(world: World, request: Request) -> Reply:
    query = request.get("q").casefold()
    rows = [
        row
        for row in _present(world)
        if query and (query in row["name"].casefold() or query.encode("utf-8", "replace") in _data(row).lower())
    ]
    title = f"Files with “{request.get('q')}”"
    return _page("", "Search", f"<h1>{esc(title)}</h1>{_listed(rows, 'Nothing was found.')}", request)


def _actions(world: World, row: Row) -> str:
    """Returns the forms that change a file or folder."""
    own = [each["id"] for each in _below(world, row)]
    places = [("0", "My Drive")]
    for each in _present(world):
        if each["folder"] and each["id"] not in own:
            names = [above["name"] for above in reversed(_above(world, each))]
            places.append((str(each["id"]), " › ".join([*names, each["name"]])))
    address = at("item", str(row["id"]))
    rename = field("Name", "new_name", row["name"]) + button("Rename", "act", "rename")
    move = select("Folder", "folder", places, str(row["parent"])) + button("Move", "act", "move")
    return (
        f"<h2>{'This folder' if row['folder'] else 'This file'}</h2><div class='actions'>"
        f"{form(address, rename, 'inline')}{form(address, move, 'inline')}</div>{_buttons(row)}"
    )


def _buttons(row: Row) -> str:
    buttons = button("Remove star" if row["starred"] else "Add star", "act", "star")
    return form(at("item", str(row["id"])), buttons + button("Remove", "act", "remove", "danger"), "inline")


def _kind(row: Row) -> str:
    return _KINDS.get(row["name"].rpartition(".")[2].lower(), "")


def _file(world: World, row: Row, request: Request) -> Reply:
    data, kind = _data(row), _kind(row)
    if kind.startswith("image/") and len(data) <= _MAX_PICTURE:
        shown = f'<p><img src="/file/{row["id"]}/picture" alt="{esc(row["name"])}"></p>'
    elif kind.startswith("text/") or (kind == "" and "." not in row["name"]):
        shown = f'<pre class="body">{esc(data[:_MAX_SHOWN].decode("utf-8", "replace"))}</pre>'
    else:
        shown = '<p class="empty">This kind of file has no preview.</p>'
    about = f"{_size(row)}, changed {stamp(row['changed'])}, owner: {row['owner'] or 'me'}"
    head = (
        f'{_crumbs(world, row)}<p class="meta">{esc(about)}</p><div class="actions">'
        f'<a class="primary" id="download" href="/file/{row["id"]}/download" download>Download</a></div>'
    )
    return _page("", row["name"] or "Untitled", f"{head}{shown}{_actions(world, row)}", request)


def _picture(row: Row) -> Reply:
    if not _kind(row).startswith("image/"):
        raise Problem(404, "This file is no picture.")
    return Reply(_data(row), _kind(row))


def _download(row: Row) -> Reply:
    name = re.sub(r"[/\\\0]", "_", row["name"]).strip() or "Untitled"
    _, dot, ending = name.rpartition(".")
    if not dot or ending in ("doc", "sheet"):  # documents of the phone's Drive, which it downloads in this way, too
        name += ".txt"
    return download(_data(row), name, _kind(row) or "application/octet-stream")


# Changes --------------------------------------------------------------------------------------------------------------


def _put(world: World, folder: int, request: Request) -> Reply:
    """Makes a folder, or uploads a file."""
    when = _later(world)
    if request.get("act") == "new":
        name = request.get("name", limit=_MAX_NAME)
        if not name:
            return _folder(world, folder, request, "Write the new folder's name.")
        world.add(_SITE, "files", name=name, folder=True, parent=folder, created=when, changed=when)
        done = "made"
    else:
        if request.upload is None:
            return _folder(world, folder, request, "Choose a file first.")
        name, data = request.upload
        world.add(_SITE, "files", name=name[:_MAX_NAME] or "Untitled", parent=folder, content=_coded(data),
                  created=when, changed=when)  # fmt: skip
        done = "uploaded"
    return redirect(at("folder", str(folder), done=done) if folder else f"/?done={done}")


def _change(world: World, row: Row, request: Request) -> Reply:
    """Renames, moves, stars, removes, restores or deletes a file or folder."""
    match request.get("act"):
        case "rename":
            row["name"] = request.get("new_name", limit=_MAX_NAME) or row["name"]
            row["changed"] = _later(world)
            return redirect(f"{_address(row)}?done=renamed")
        case "star":
            row["starred"] = not row["starred"]
            return redirect(_address(row))
        case "move":
            target = request.get("folder")
            folders = [str(each["id"]) for each in _present(world) if each["folder"] and each not in _below(world, row)]
            if target not in ("0", *folders):
                raise Problem(400, "It can’t be moved there.")
            row["parent"] = int(target)
            return redirect(f"{_address(row)}?done=moved")
        case "remove":
            row["trashed"] = True
            return redirect(f"{at('folder', str(row['parent']))}?done=removed" if row["parent"] else "/?done=removed")
        case "restore":
            row["trashed"] = False
            return redirect("/bin?done=restored")
        case "erase" if row["trashed"]:
            gone = _below(world, row)
            rows = world.rows(_SITE, "files")
            rows[:] = [each for each in rows if each not in gone]
            return redirect("/bin?done=erased")
    raise Problem(400, "This form is not known here.")
