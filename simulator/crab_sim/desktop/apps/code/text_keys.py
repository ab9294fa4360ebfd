"""Keys, clicks and commands that change or move in the document in front."""

from __future__ import annotations

from typing import assert_never

from crab_sim.desktop.apps.code import panel
from crab_sim.desktop.apps.code.editor_view import first_row, place_of, row_at, rows_of
from crab_sim.desktop.apps.code.messages import TextMessage
from crab_sim.desktop.apps.code.settings import UserSettings, read_settings
from crab_sim.desktop.apps.code.state import Document, code_of, document_of, put, put_document
from crab_sim.desktop.apps.code.text.editing import (
    Edit,
    changed,
    edited,
    line_start,
    moved,
    press,
    redone,
    replaced,
    selected,
    style_of,
    typed,
    undone,
)
from crab_sim.desktop.apps.code.text.line_tools import TOOLS, cut_lines, word_span
from crab_sim.desktop.chrome.menus import open_popup
from crab_sim.draw import text as metrics
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.ui.editing import MAX_TEXT, line_end

__all__ = ["text_key", "text_message", "type_text"]


def _settings(context: Context) -> UserSettings:
    return read_settings(context.get(FILES))


def _document(context: Context) -> Document | None:
    """Returns the document in front if it can be edited."""
    doc = document_of(code_of(context))
    return doc if doc is not None and doc.old is None else None


def visible_rows(context: Context) -> int:
    """Returns how many rows of text the editor shows."""
    code = code_of(context)
    height = panel.content_size(context)[1] - 120 - (panel.panel_height(context) if code.panel else 0)
    size = max(6, round(_settings(context).font_size * context.theme.font / 14))
    return max(3, height // (metrics.cell(size)[1] + max(2, size // 4)))


def _put(context: Context, doc: Document) -> None:
    """Replaces the document, with the view where it shows the caret."""
    page = context.base
    settings = _settings(context)
    rows = rows_of(doc.text, 0)
    fit = visible_rows(context)
    top = doc.top
    if "editor" in page.scroll:
        size = max(6, round(settings.font_size * context.theme.font / 14))
        top = page.scroll["editor"] // (metrics.cell(size)[1] + max(2, size // 4))
    if not settings.wrap:
        top = first_row(top, row_at(rows, doc.selections[-1][1]), fit, len(rows))
    put_document(context, doc._replace(top=top))


def type_text(context: Context, text: str) -> None:
    """Types text at the cursors."""
    doc = _document(context)
    if doc is not None:
        clean = "".join([char for char in text if char.isprintable() or char in "\n\t"])
        _put(context, typed(doc, clean[:MAX_TEXT], _settings(context)))


def text_key(context: Context, name: str) -> bool:
    """Handles a key in the text; returns whether it is one of the text's own."""
    doc = _document(context)
    if doc is None:
        return False
    settings = _settings(context)
    if name in ("enter", "shift+enter"):
        _put(context, typed(doc, "\n", settings))
    elif name == "tab":
        if any([a != b and "\n" in doc.text[min(a, b) : max(a, b)] for a, b in doc.selections]):
            _put(context, TOOLS["indent"](doc, style_of(doc.text, settings)))
        else:
            _put(context, typed(doc, "\t", settings))
    elif name == "shift+tab":
        _put(context, TOOLS["outdent"](doc, style_of(doc.text, settings)))
    elif name == "escape" and (len(doc.selections) > 1 or selected(doc)):
        _, caret = doc.selections[0]
        _put(context, moved(doc, [doc.selections[0] if len(doc.selections) > 1 else (caret, caret)]))
    else:
        after = press(doc, name, visible_rows(context))
        if after is None:
            return False
        _put(context, after)
    return True


def text_message(context: Context, message: TextMessage) -> None:  # noqa: C901 - one case for each
    """Handles clicks on the text, and commands on it."""
    doc = _document(context)
    if doc is None:
        return
    x, y = context.point
    match message:
        case ("text_click", ground):
            at = place_of(doc, ground, x, y)
            _click(context, moved(doc, [(at, at)]))
        case ("text_word", ground):
            _click(context, moved(doc, [word_span(doc.text, place_of(doc, ground, x, y))]))
        case ("text_drag", ground, x1, y1, x2, y2):
            _click(context, moved(doc, [(place_of(doc, ground, x1, y1), place_of(doc, ground, x2, y2))]))
        case ("text_menu", ground):
            at = place_of(doc, ground, x, y)
            if not any([min(ends) <= at <= max(ends) and ends[0] != ends[1] for ends in doc.selections]):
                _click(context, moved(doc, [(at, at)]))
            put(context, code_of(context)._replace(target="text:", place="editor"), focus="")
            open_popup(context)
        case ("tool", name):
            _put(context, TOOLS[name](doc, style_of(doc.text, _settings(context))))
        case ("undo",):
            _put(context, undone(doc))
        case ("redo",):
            _put(context, redone(doc))
        case ("copy",):
            text = selected(doc) or _line(doc)
            context.put(CLIPBOARD, text[:MAX_TEXT])
        case ("cut",):
            if selected(doc):
                context.put(CLIPBOARD, selected(doc)[:MAX_TEXT])
                _put(context, replaced(doc, [""] * len(doc.selections)))
            else:
                after, text = cut_lines(doc)
                context.put(CLIPBOARD, text[:MAX_TEXT])
                _put(context, after)
        case ("paste",):
            _paste(context, doc)
        case ("select_all",):
            _put(context, moved(doc, [(0, len(doc.text))]))
        case ("goto", line, column):
            _put(context, moved(doc, [_place(doc, line, column)]))
        case ("revert_file",):
            _put(context, changed(doc, doc.saved, [(0, 0)]))
        case ("eol",):
            put_document(context, doc._replace(crlf=not doc.crlf, saved=doc.saved + "\r"))
        case ("text_none",):
            pass
        case _:
            assert_never(message)


def _click(context: Context, doc: Document) -> None:
    """Replaces the document without moving the view: what was clicked is in view."""
    put_document(context, doc, follow=False)


def _line(doc: Document) -> str:
    at = doc.selections[-1][1]
    return doc.text[line_start(doc.text, at) : line_end(doc.text, at)] + "\n"


def _place(doc: Document, line: int, column: int) -> tuple[int, int]:
    rows = rows_of(doc.text, 0)
    row = rows[max(1, min(line, len(rows))) - 1]
    at = min(row.end, row.start + max(1, column) - 1)
    return at, at


def _paste(context: Context, doc: Document) -> None:
    """Inserts the clipboard: a line for each cursor where there are as many, a whole line above the cursor's."""
    clip: str = context.get(CLIPBOARD).replace("\r\n", "\n")
    if not clip:
        return
    lines = clip.removesuffix("\n").split("\n")
    count = len(doc.selections)
    if count > 1 and len(lines) == count:
        _put(context, replaced(doc, lines))
    elif clip.endswith("\n") and clip.count("\n") == 1 and count == 1 and not selected(doc):
        start = line_start(doc.text, doc.selections[0][1])
        _put(context, edited(doc, [Edit(start, start, clip)], keep=True))
    else:
        _put(context, replaced(doc, [clip] * count))
