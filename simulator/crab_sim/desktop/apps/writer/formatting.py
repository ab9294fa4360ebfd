"""Dialogs of Writer that set properties, the cloning of looks, and the selection of parts of tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from crab_sim.desktop.apps.writer.dialogs import PROPERTIES
from crab_sim.desktop.apps.writer.files import put_base, writer_of
from crab_sim.desktop.apps.writer.state import Writer, changed, moved, stepped
from crab_sim.desktop.office_formats import character_values, dress, paragraph_values, special_page
from crab_sim.desktop.property_dialog import properties_page, taken
from crab_sim.engines.writing import edits, moves, tables
from crab_sim.engines.writing.commands import formatted
from crab_sim.engines.writing.layout import flow
from crab_sim.engines.writing.model import Look, Position, length, look_at
from crab_sim.engines.writing.session import current_look, deleted, selected, selection, with_look
from crab_sim.machine.app import Context

__all__ = ["accept", "cloned", "hold", "select_part", "show"]

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|#|/")


def show(context: Context, name: str) -> None:
    """Shows a dialog, with the values that the text has."""
    if name == "special":
        context.push(special_page(context))
        return
    writer = writer_of(context)
    values: Mapping[str, object] = {"separator": "\t", "numeric": False, "descending": False, "page": 1}
    match name:
        case "character":
            values = character_values(current_look(writer.session))
        case "paragraph":
            values = paragraph_values(writer.text[writer.caret.paragraph])
        case "hyperlink":
            writer = _on_link(writer)
            context.set(data=writer)
            start, stop = selection(writer.session)
            words = edits.selected_text(writer.text, start, stop) if start.paragraph == stop.paragraph else ""
            values = {"link": look_at(writer.text[start.paragraph], start.offset + 1).link, "text": words}
    context.push(properties_page(context, name, PROPERTIES[name], values))


def _on_link(writer: Writer) -> Writer:
    """Returns the state with the link at the caret selected, where nothing is selected."""
    at, paragraph = writer.caret, writer.text[writer.caret.paragraph]
    link = look_at(paragraph, at.offset).link
    if selected(writer.session) or not link:
        return writer
    low, high, start = -1, -1, 0
    for run in paragraph.runs:
        stop = start + len(run.text)
        if run.look.link == link and (low < 0 or high == start):
            low, high = (start if low < 0 else low), stop
        start = stop
    return moved(writer, Position(at.paragraph, high), Position(at.paragraph, low))


def accept(context: Context) -> None:
    """Does what a dialog asks for, and closes it."""
    name, start = context.page.name, context.page.arg.start
    values = taken(context, PROPERTIES[name])
    writer, every = writer_of(context), {**start, **values}
    low, high = selection(writer.session)
    match name:
        case "character" | "paragraph":
            if values:
                look = current_look(writer.session)
                session = formatted(writer.session, dress(values, look), look)
                put_base(context, stepped(writer, session))
        case "hyperlink":
            put_base(context, _linked(writer, every))
        case "go_to_page":
            lines = flow(writer.text).lines
            line = next((each for each in lines if each.page == int(every["page"]) - 1), lines[-1])
            put_base(context, moved(writer, Position(line.paragraph, line.line.start)))
        case "sort_text":
            text = edits.sorted_paragraphs(
                writer.text, low.paragraph, high.paragraph, every["numeric"], every["descending"]
            )
            last = Position(high.paragraph, length(text[high.paragraph]))
            put_base(context, stepped(writer, changed(writer, text, last).session._replace(anchor=low)))
        case "text_to_table":
            text, at = tables.from_text(writer.text, low.paragraph, high.paragraph, every["separator"])
            put_base(context, changed(writer, text, at))
        case "table_to_text":
            text, at = tables.to_text(writer.text, writer.caret, every["separator"])
            put_base(context, changed(writer, text, at))


def _linked(writer: Writer, values: Mapping[str, Any]) -> Writer:
    """Returns the state with the selected text, or a new one, leading to an address; without one, to none."""
    link, words = values["link"].strip()[:2000], values["text"].replace("\n", " ")
    if link and not _SCHEME.match(link):
        link = f"mailto:{link}" if "@" in link else f"https://{link}"
    session = writer.session
    low, high = selection(session)
    if words == edits.selected_text(writer.text, low, high) and words:
        return stepped(writer, with_look(session, lambda look: look._replace(link=link)))
    if not link:
        return writer
    look = look_at(writer.text[low.paragraph], low.offset + 1)._replace(link=link)
    after = deleted(session)
    text, at = edits.insert(after.text, after.caret, words or link, look)
    return changed(writer, text, at)


# Cloning ----------------------------------------------------------------------------------------------------------


def hold(context: Context) -> None:
    """Takes the look at the caret, or of the selection's start, for the next selected text; or gives it up."""
    writer = writer_of(context)
    look: Look | None = None
    if writer.held is None:
        look = edits.selected_looks(writer.text, *selection(writer.session))[0][1]._replace(link="")
    put_base(context, writer._replace(held=look), follow=False)


def cloned(writer: Writer) -> Writer:
    """Returns the state with the held look given to what was selected just now, or to the word that was clicked."""
    held = writer.held
    if held is None:
        return writer
    caret = writer.caret
    if not selected(writer.session):
        low, high = moves.word_around(writer.text, caret)
        writer = moved(writer, high, low)
    session = with_look(writer.session, lambda look: held._replace(link=look.link))
    return stepped(writer, session)._replace(held=None)


# Tables -----------------------------------------------------------------------------------------------------------


def select_part(context: Context, part: str) -> None:
    """Selects the cell, row or table at the caret."""
    writer = writer_of(context)
    here = writer.text[writer.caret.paragraph].cell
    if here is None:
        return
    reach = {"table": 1, "row": 2, "cell": 3}[part]
    alike = [i for i, each in enumerate(writer.text) if each.cell is not None and each.cell[:reach] == here[:reach]]
    end = Position(alike[-1], length(writer.text[alike[-1]]))
    put_base(context, moved(writer, end, Position(alike[0], 0)))
