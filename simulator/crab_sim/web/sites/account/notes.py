"""notes.example, Slate Notes: notes and checklists to write, pin, colour, label, archive and remove.

Pages: ``/``, ``/archive``, ``/bin``, ``/label/NAME``, ``/search?q=WORDS``, ``/note/ID``. Forms: ``/new``
(``kind=note|list``) and ``/note/ID``. Table ``notes``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..markup import (
    Frame,
    Problem,
    Reply,
    Request,
    area,
    at,
    button,
    esc,
    field,
    form,
    link,
    page,
    redirect,
    select,
    short,
    stamp,
)
from ..world import Row, World

__all__ = ["COLUMNS", "begin", "handle"]

COLUMNS: Mapping[str, Row] = {
    "notes": {
        "id": 0, "title": "", "text": "", "kind": "note", "items": [], "color": 0, "pinned": False,
        "place": "notes", "labels": [], "created": 0.0, "changed": 0.0,
    }
}  # fmt: skip
"""``kind``: note or list. ``items``: the entries of a list, each ``{"text": ..., "done": ...}``; it has no text.
``color``: place in `_COLORS`. ``place``: notes, archive or bin. ``labels``: their names. ``created`` and ``changed``:
in seconds since 1970."""

_SITE = "notes.example"
_FRAME = Frame(
    _SITE, "Slate Notes", (("Notes", "/"), ("Archive", "/archive"), ("Bin", "/bin")), "/search", "Search notes"
)
_PLACES = {"/": "notes", "/archive": "archive", "/bin": "bin"}
_TITLES = {"/": "Notes", "/archive": "Archive", "/bin": "Bin"}
_COLORS = ("Default", "Coral", "Peach", "Sand", "Mint", "Sage", "Fog", "Dusk")
_MORE = 3  # empty entries that a checklist offers
_MAX_ITEMS = 100
_NOTES = (
    ("Quote", "Measure twice, cut once", ()),
    ("Balcony", "Two bags of earth, a long box, and string for the beans", ()),
    ("Opening hours", "The mill shop is open on Tuesdays and Fridays, from nine to one", ()),
    ("Words to look up", "Isthmus\nGloaming\nLattice", ()),
    ("Ferry", "Leaves at 8:20 and 14:20, bicycles go on first", ()),
    ("Breakfast", "", ("Oats", "Pears", "Honey", "Tea")),
    ("For the boat", "", ("Rope", "Varnish", "New cleats")),
)


def begin(world: World) -> dict[str, list[Row]]:
    """Returns the first notes."""
    rng = world.rng("notes")
    rows: list[Row] = []
    for i, (title, text, entries) in enumerate(rng.sample(_NOTES, len(_NOTES)), 1):
        when = float(int(world.now - (len(_NOTES) - i) * 86_400 * rng.uniform(1, 2) - 4000))
        items = [{"text": entry, "done": rng.random() < 0.3} for entry in entries]
        rows.append({"id": i, "title": title, "text": text, "kind": "list" if items else "note", "items": items,
                     "place": "archive" if i == 1 else "notes", "created": when, "changed": when})  # fmt: skip
    return {"notes": rows}


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    match request.parts:
        case ("GET",) | ("GET", "archive" | "bin"):
            here = at(*request.parts[1:])
            rows = [row for row in world.rows(_SITE, "notes") if row["place"] == _PLACES[here]]
            return _list(world, here, _TITLES[here], rows, request)
        case ("GET", "label", label):
            rows = [row for row in world.rows(_SITE, "notes") if row["place"] != "bin" and label in row["labels"]]
            return _list(world, at("label", label), label, rows, request)
        case ("GET", "search"):
            query = request.get("q").casefold()
            rows = [row for row in world.rows(_SITE, "notes") if row["place"] != "bin" and query in _words(row)]
            return _list(world, "", f"Notes with “{request.get('q')}”", rows, request)
        case ("POST", "new"):
            kind, when = "list" if request.get("kind") == "list" else "note", _later(world)
            row = world.add(_SITE, "notes", kind=kind, created=when, changed=when)
            return redirect(at("note", str(row["id"])))
        case ("GET", "note", note):
            return _edit(world, world.find(_SITE, "notes", note), request)
        case ("POST", "note", note):
            return _change(world, world.find(_SITE, "notes", note), request)
    raise Problem(404, "notes.example has no page at this address.")


def _words(row: Row) -> str:
    return "\n".join([row["title"], row["text"], *[item["text"] for item in row["items"]], *row["labels"]]).casefold()


def _later(world: World) -> float:
    """Returns a time after all changes so far, so that the latest change comes first."""
    rows = world.rows(_SITE, "notes")
    return float(max([world.now, *[row["changed"] + 60 for row in rows if row["changed"] >= world.now]]))


# Pages ----------------------------------------------------------------------------------------------------------------


def _side(world: World, here: str) -> str:
    labels = sorted({label for row in world.rows(_SITE, "notes") for label in row["labels"]}, key=str.casefold)
    places = [*_TITLES.items(), *[(at("label", label), label) for label in labels]]
    links = [
        f'<li><a href="{esc(href)}"{" aria-current=page" if href == here else ""}>{esc(name)}</a></li>'
        for href, name in places
    ]
    return f"<aside><ul>{''.join(links)}</ul></aside>"


def _card(row: Row) -> str:
    if row["kind"] == "list":
        lines = [f"{'☑' if item['done'] else '☐'} {esc(short(item['text'], 60))}" for item in row["items"][:8]]
        inner = "<br>".join([*lines, *(["…"] if len(row["items"]) > 8 else [])])
    else:
        inner = esc(short(row["text"], 160))
    title = row["title"] or short(row["text"], 30) or "Untitled"
    pin = ' <span class="star" title="Pinned">★</span>' if row["pinned"] else ""
    labels = "".join([f' <span class="label">{esc(label)}</span>' for label in row["labels"]])
    return (
        f'<li class="tint{row["color"]}"><b>{link(at("note", str(row["id"])), title)}{pin}</b>'
        f"<p>{inner}</p>{labels}</li>"
    )


_NOTICES = {"moved": "The note was moved.", "erased": "The note was deleted for ever.", "saved": "Saved."}


def _list(world: World, here: str, title: str, rows: Sequence[Row], request: Request) -> Reply:
    new = button("New note", "kind", "note", "primary") + button("New list", "kind", "list")
    cards = [_card(row) for row in sorted(rows, key=lambda row: (not row["pinned"], -row["changed"], -row["id"]))]
    listed = f'<ul class="cards left">{"".join(cards)}</ul>' if cards else '<p class="empty">No notes here.</p>'
    body = (
        f'<div class="split">{_side(world, here)}<section><div class="actions"><h1>{esc(title)}</h1>'
        f"{form('/new', new, 'inline')}</div>{listed}</section></div>"
    )
    notice = _NOTICES.get(request.get("done"), "")
    return page(_FRAME, title, body, query=request.get("q"), notice=notice, wide=True)


def _entries(row: Row) -> str:
    """Returns the fields of a checklist's entries, and some for more."""
    lines = []
    items = [*row["items"], *[{"text": "", "done": False}] * _MORE]
    for i, item in enumerate(items[:_MAX_ITEMS], 1):
        checked = " checked" if item["done"] else ""
        lines.append(
            f'<p class="entry"><input type="checkbox" id="done_{i}" name="done_{i}" value="1" aria-label="Done {i}"'
            f'{checked}><input type="text" id="item_{i}" name="item_{i}" aria-label="Entry {i}" maxlength="300" '
            f'value="{esc(item["text"])}"></p>'
        )
    return "".join(lines)


def _edit(world: World, row: Row, request: Request) -> Reply:
    binned = row["place"] == "bin"
    if binned:
        buttons = button("Restore", "act", "restore") + button("Delete for ever", "act", "erase", "danger")
    else:
        buttons = (
            button("Save", "act", "save", "primary")
            + button("Unpin" if row["pinned"] else "Pin", "act", "pin")
            + button("Move to notes" if row["place"] == "archive" else "Archive", "act", "archive")
            + button("Delete", "act", "remove", "danger")
        )
    colors = select("Colour", "color", [(str(i), name) for i, name in enumerate(_COLORS)], str(row["color"]))
    content = _entries(row) if row["kind"] == "list" else area("Text", "text", row["text"], 7)
    inner = (
        f"{field('Title', 'title', row['title'])}{content}"
        f'<div class="inline">{field("Labels", "labels", ", ".join(row["labels"]))}{colors}</div>'
        f'<p class="actions">{buttons}</p><p class="meta">Changed {esc(stamp(row["changed"]))}</p>'
    )
    where = {"notes": "/", "archive": "/archive", "bin": "/bin"}[row["place"]]
    body = (
        f'<div class="split">{_side(world, where)}<section class="card tint{row["color"]}">'
        f"{form(at('note', str(row['id'])), inner, 'note')}</section></div>"
    )
    return page(_FRAME, row["title"] or "Note", body, notice=_NOTICES.get(request.get("done"), ""), wide=True)


# Changes --------------------------------------------------------------------------------------------------------------


def _change(world: World, row: Row, request: Request) -> Reply:
    """Keeps what was typed, and moves or pins the note."""
    act = request.get("act", "save")
    if act == "erase" and row["place"] == "bin":
        world.rows(_SITE, "notes").remove(row)
        return redirect("/bin?done=erased")
    if act == "restore":
        row["place"] = "notes"
        return redirect("/bin?done=moved")
    if row["place"] == "bin" or act not in ("save", "pin", "archive", "remove"):
        raise Problem(400, "This form is not known here.")
    typed = _typed(row, request)
    if any([row[name] != value for name, value in typed.items()]):
        row.update(typed, changed=_later(world))
    if act == "save":
        return redirect(f"{at('note', str(row['id']))}?done=saved")
    if act == "pin":
        row["pinned"] = not row["pinned"]
        return redirect(f"{at('note', str(row['id']))}?done=saved")
    row["place"] = "bin" if act == "remove" else "notes" if row["place"] == "archive" else "archive"
    row["pinned"] = False
    return redirect("/?done=moved")


def _typed(row: Row, request: Request) -> Row:
    color = request.get("color")
    labels = [" ".join(part.split()) for part in request.get("labels").split(",")]
    typed: Row = {
        "title": request.get("title"),
        "color": int(color) if color in [str(i) for i in range(len(_COLORS))] else row["color"],
        "labels": list(dict.fromkeys([label for label in labels if label])),
    }
    if row["kind"] == "list":
        found = [(request.get(f"item_{i}"), request.has(f"done_{i}")) for i in range(1, _MAX_ITEMS + 1)]
        typed["items"] = [{"text": text, "done": done} for text, done in found if text]
    else:
        typed["text"] = request.text("text")
    return typed
