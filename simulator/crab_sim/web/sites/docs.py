"""docs.example, Folio Docs: texts and sheets to write, rename, copy, remove, download and upload.

Pages: ``/``, ``/new`` (``kind=text|sheet``), ``/text/ID``, ``/sheet/ID``, ``/text/ID/download`` (.txt),
``/sheet/ID/download`` (.csv), ``/upload``. Table ``documents``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping

from . import sheet
from .markup import (
    MAX_TEXT,
    Frame,
    Problem,
    Reply,
    Request,
    button,
    clean,
    download,
    esc,
    field,
    form,
    icon,
    link,
    page,
    redirect,
    short,
    stamp,
    table,
)
from .text import insert_words
from .world import Row, World

__all__ = ["COLUMNS", "begin", "handle"]

COLUMNS: Mapping[str, Row] = {
    "documents": {"id": 0, "kind": "text", "title": "", "text": "", "cells": {}, "changed": 0.0}
}
"""``kind``: text or sheet. ``text``: that of a text. ``cells``: the input in a sheet's cells that aren't empty, by the
cells' names. ``changed``: the time of the last change, in seconds since 1970."""

_SITE = "docs.example"
_FRAME = Frame(_SITE, "Folio Docs", (("Documents", "/"), ("Upload", "/upload")), "/", "Search documents")
_MAX_CELL = 200


def begin(world: World) -> dict[str, list[Row]]:
    """Returns the first documents."""
    rng = world.rng("docs")
    names = rng.sample(world.text("people.txt").split("\n")[:-1], 3)
    words = {
        "day": rng.choice(("Monday", "Tuesday", "Thursday", "Friday")), "room": str(rng.randrange(2, 30)),
        "hour": str(rng.randrange(8, 19)), "count": str(rng.randrange(4, 30) * 2), "a": names[0], "b": names[1],
        "c": names[2], **{f"p{i}": f"{rng.randrange(2, 60) / 2:.2f}" for i in range(1, 5)},
        **{f"v{i}": str(rng.randrange(20, 300)) for i in range(10)},
    }  # fmt: skip
    rows: list[Row] = []
    for i, part in enumerate(world.text("documents.txt").split("=== ")[1:], 1):
        head, _, body = part.partition("\n")
        kind, _, title = head.partition(" | ")
        text = insert_words(body, words).strip() + "\n"
        row = {"id": i, "kind": kind, "title": title, "changed": float(int(world.now - rng.uniform(1, 30) * 86_400))}
        rows.append({**row, "text": text} if kind == "text" else {**row, "cells": _cells(text)})
    return {"documents": rows}


def _cells(text: str) -> dict[str, str]:
    r"""Returns the cells of a CSV file, without those beyond the size of a sheet.

    >>> _cells("a,b\n1,\n")
    {'A1': 'a', 'B1': 'b', 'A2': '1'}
    """
    try:
        rows = list(csv.reader(io.StringIO(text)))[: sheet.ROWS]
    except csv.Error as error:
        raise Problem(400, f"This is no CSV file: {error}.") from None
    return {
        sheet.name(r, c): " ".join(cell.split())[:_MAX_CELL]
        for r, row in enumerate(rows)
        for c, cell in enumerate(row[: sheet.COLUMNS])
        if cell.strip()
    }


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    match request.parts:
        case ("GET",):
            return _list(world, request)
        case ("POST", "new"):
            kind = "sheet" if request.get("kind") == "sheet" else "text"
            row = world.add(_SITE, "documents", kind=kind, title=f"Untitled {kind}", changed=_later(world))
            return redirect(f"/{kind}/{row['id']}")
        case ("GET", "upload"):
            return _upload_page("")
        case ("POST", "upload"):
            return _upload(world, request)
        case ("GET", "text" | "sheet" as kind, document):
            return _edit(world, _find(world, kind, document), request)
        case ("POST", "text" | "sheet" as kind, document):
            return _save(world, _find(world, kind, document), request)
        case ("GET", "text" | "sheet" as kind, document, "download"):
            return _download(_find(world, kind, document))
    raise Problem(404, "docs.example has no page at this address.")


def _find(world: World, kind: str, document: str) -> Row:
    row = world.find(_SITE, "documents", document)
    if row["kind"] != kind:
        raise Problem(404, f"This document is no {kind}.")
    return row


def _later(world: World) -> float:
    """Returns a time after all changes so far, so that the latest change is at the top."""
    rows = world.rows(_SITE, "documents")
    return float(max([world.now, *[row["changed"] + 60 for row in rows if row["changed"] >= world.now]]))


def _list(world: World, request: Request) -> Reply:
    query = request.get("q")
    words = query.casefold().split()
    rows = []
    for row in sorted(world.rows(_SITE, "documents"), key=lambda row: (-row["changed"], row["id"])):
        text = " ".join([row["text"], *row["cells"].values()])
        if all(word in f"{row['title']} {text}".casefold() for word in words):
            rows.append(
                (
                    icon("file" if row["kind"] == "text" else "sheet"),
                    link(f"/{row['kind']}/{row['id']}", row["title"] or "Untitled")
                    + f'<br><span class="faint">{esc(short(text, 70))}</span>',
                    esc(row["kind"].capitalize()),
                    f'<span class="faint">{esc(stamp(row["changed"]))}</span>',
                )
            )  # fmt: skip
    new = form(
        "/new",
        button("New text", "kind", "text", "primary") + button("New sheet", "kind", "sheet", "primary"),
        "inline",
    )
    notice = {"removed": "The document was removed."}.get(request.get("done"), "")
    listed = table(("", "Title", "Kind", "Changed"), rows, "files") if rows else '<p class="empty">No documents.</p>'
    title = f"Documents with “{query}”" if query else "Documents"
    body = f'<div class="actions"><h1>{esc(title)}</h1>{new}</div>{listed}'
    return page(_FRAME, "Documents", body, query=query, notice=notice)


def _edit(world: World, row: Row, request: Request) -> Reply:
    title = (
        '<input type="text" id="title" name="title" aria-label="Title" class="title" maxlength="120" '
        f'value="{esc(row["title"])}">'
    )  # fmt: skip
    address = f"/{row['kind']}/{row['id']}"
    ending = "txt" if row["kind"] == "text" else "csv"
    bar = (
        f'<div class="actions">{title}{button("Save", "act", "save", "primary")}{button("Make a copy", "act", "copy")}'
        f"{button('Delete', 'act', 'delete', 'danger')}"
        f'<a class="action" id="download" href="{address}/download" download>Download .{ending}</a></div>'
    )
    if row["kind"] == "text":
        inner = (
            f'{bar}<textarea id="text" name="text" class="paper" aria-label="Text" maxlength="{MAX_TEXT}">\n'
            f"{esc(row['text'])}</textarea>"
        )
    else:
        inner = bar + _grid(row["cells"])
    notice = {"saved": "Saved.", "copied": "This is the copy."}.get(request.get("done"), "")
    return page(_FRAME, row["title"] or "Untitled", form(address, inner, "document"), notice=notice, wide=True)


def _grid(cells: Mapping[str, str]) -> str:
    """Returns a table of input fields; below each formula is its result."""
    shown = sheet.values(cells)
    head = "".join([f"<th>{chr(65 + column)}</th>" for column in range(sheet.COLUMNS)])
    lines = []
    for r in range(sheet.ROWS):
        fields = []
        for c in range(sheet.COLUMNS):
            cell = sheet.name(r, c)
            text = cells.get(cell, "")
            result = f"<output>{esc(shown[cell])}</output>" if text.startswith("=") else ""
            fields.append(
                f'<td><input type="text" id="{cell}" name="{cell}" aria-label="{cell}" maxlength="{_MAX_CELL}" '
                f'value="{esc(text)}">{result}</td>'
            )
        lines.append(f"<tr><th>{r + 1}</th>{''.join(fields)}</tr>")
    return f'<table class="sheet"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def _save(world: World, row: Row, request: Request) -> Reply:
    act = request.get("act", "save")
    if act == "delete":
        world.rows(_SITE, "documents").remove(row)
        return redirect("/?done=removed")
    changes: Row = {"title": request.get("title", limit=120) or "Untitled", "changed": _later(world)}
    if row["kind"] == "text":
        changes["text"] = request.text("text")
    else:
        names = [sheet.name(r, c) for r in range(sheet.ROWS) for c in range(sheet.COLUMNS)]
        typed = {name: request.get(name, limit=_MAX_CELL) for name in names}
        changes["cells"] = {name: text for name, text in typed.items() if text}
    if act == "copy":
        changes["title"] = f"Copy of {changes['title']}"[:120]
        row = world.add(_SITE, "documents", **{**row, **changes, "id": _next(world)})
        return redirect(f"/{row['kind']}/{row['id']}?done=copied")
    row.update(changes)
    return redirect(f"/{row['kind']}/{row['id']}?done=saved")


def _next(world: World) -> int:
    return 1 + max([int(row["id"]) for row in world.rows(_SITE, "documents")], default=0)


def _download(row: Row) -> Reply:
    name = re.sub(r"[/\\\0]", "_", row["title"]).strip(". ") or "Untitled"
    if row["kind"] == "text":
        return download(row["text"], f"{name}.txt")
    shown = sheet.values(row["cells"])
    places = [(int(cell[1:]), ord(cell[0]) - 64) for cell in shown]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    width = max([column for _, column in places], default=0)
    for r in range(max([line for line, _ in places], default=0)):
        writer.writerow([shown.get(sheet.name(r, c), "") for c in range(width)])
    return download(stream.getvalue(), f"{name}.csv", "text/csv; charset=utf-8")


def _upload_page(problem: str) -> Reply:
    error = f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""
    inner = field("File (.txt or .csv, at most 20 kB)", "file", "", "file") + button(
        "Upload", "act", "upload", "primary"
    )
    about = "<p>A text becomes a text, a CSV file becomes a sheet.</p>"
    body = f"<h1>Upload</h1>{about}{error}{form('/upload', inner, 'card', upload=True)}"
    return page(_FRAME, "Upload", body, status=400 if problem else 200)


def _upload(world: World, request: Request) -> Reply:
    if request.upload is None:
        return _upload_page("Choose a file first.")
    name, data = request.upload
    title, _, ending = name.rpartition(".")
    if ending.lower() not in ("txt", "csv", "md") or len(data) > MAX_TEXT:
        return _upload_page("This file is too large, or neither a text nor a CSV file.")
    text = clean(data.decode("utf-8", "replace").lstrip("\ufeff"))
    kind = "sheet" if ending.lower() == "csv" else "text"
    content: Row = {"cells": _cells(text)} if kind == "sheet" else {"text": text}
    row = world.add(_SITE, "documents", kind=kind, title=title[:120] or "Untitled", changed=_later(world), **content)
    return redirect(f"/{kind}/{row['id']}?done=saved")
