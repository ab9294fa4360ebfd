"""Dialogs of Impress that set properties, finding and replacing, and the placing of objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from crab_sim.desktop.apps.impress.files import impress_of, put
from crab_sim.desktop.apps.impress.messages import ToolMessage
from crab_sim.desktop.apps.impress.state import (
    Impress,
    changed,
    edited,
    editing,
    finished,
    is_text,
    shape_of,
    slide_of,
    turned,
)
from crab_sim.desktop.apps.impress.text_commands import format_text, look_of
from crab_sim.desktop.office_formats import CHARACTER, character_values, dress, special_page
from crab_sim.desktop.property_dialog import Amount, Pick, Properties, properties_page, taken
from crab_sim.desktop.widgets import dialog_page
from crab_sim.engines.slides import edits
from crab_sim.engines.slides.model import Deck, Slide
from crab_sim.engines.writing import session as steps
from crab_sim.engines.writing.commands import COLORS
from crab_sim.engines.writing.edits import insert
from crab_sim.engines.writing.model import NO_LOOK
from crab_sim.engines.writing.moves import Query, matches, replaced
from crab_sim.machine.app import Context

__all__ = ["PROPERTIES", "accept", "find_next", "replace_all", "tool"]

_INCH: Final = 2540.0
PROPERTIES: Final[dict[str, Properties]] = {
    "character": CHARACTER,
    "duplicate": Properties("Duplicate", (("", (
        (Amount("copies", "Number of copies:", 1, 50),),
        (Amount("x", "X axis:", -50_000, 50_000, _INCH),), (Amount("y", "Y axis:", -50_000, 50_000, _INCH),),
    )),)),
    "slide": Properties("Slide Properties", (("", (
        (Pick("ground", "Background", (("None", ""), *COLORS[1:])),),
    )),)),
}  # fmt: skip
"""The dialogs that set properties, by the names of their pages."""


def tool(context: Context, message: ToolMessage) -> None:
    """Carries out a command on an object, a character, the bars or a dialog."""
    impress = impress_of(context)
    match message:
        case ("dialog", name):
            _show(context, impress, name)
        case ("bar", name):
            put(context, impress._replace(hidden_bars=impress.hidden_bars ^ {name}))
        case ("special", char):
            context.set(arg=char)
        case ("insert_text", char):
            if context.page.name == "special":
                context.pop()
            _insert_text(context, impress, char)
        case ("restack", step):
            after = finished(impress)
            if after.chosen >= 0:
                deck, index = edits.stepped(after.deck, after.current, after.chosen, step)
                put(context, changed(after, deck, chosen=index))
        case ("align_object", side):
            after = finished(impress)
            if after.chosen >= 0:
                shape = shape_of(after, after.chosen)
                moved = shape._replace(box=edits.aligned(after.deck, shape.box, side))
                deck = edits.with_shape(after.deck, after.current, after.chosen, moved)
                put(context, changed(after, deck, chosen=after.chosen))
        case ("summary" | "expand" as what,):
            after = finished(impress)
            make: Callable[[Deck, int], Deck] = edits.summary if what == "summary" else edits.expanded
            deck = make(after.deck, after.current)
            if deck is not after.deck:
                to = len(deck.slides) - 1 if what == "summary" else after.current + 1
                put(context, changed(after, deck, to))
        case ("find_next",):
            find_next(context)
        case ("replace_all",):
            replace_all(context)


def _show(context: Context, impress: Impress, name: str) -> None:
    if name == "special":
        context.push(special_page(context))
    elif name == "replace":
        page = dialog_page(context, "replace", "", "find", context.base.fields.get("find", ""))
        context.push(page._replace(fields={**page.fields, "replace": ""}))
    else:
        values: dict[str, object] = {"copies": 1, "x": 500, "y": 500, "ground": slide_of(impress).ground}
        values |= character_values(look_of(impress) or NO_LOOK)
        context.push(properties_page(context, name, PROPERTIES[name], values))


def accept(context: Context) -> None:
    """Does what a dialog asks for, and closes it."""
    name, start = context.page.name, context.page.arg.start
    values = taken(context, PROPERTIES[name])
    impress = impress_of(context)
    match name:
        case "character" if values:
            new = format_text(impress, dress(values, look_of(impress) or NO_LOOK))
            if new is not None:
                put(context, new)
        case "slide":
            after, ground = finished(impress), {**start, **values}["ground"]
            deck = edits.with_slide(after.deck, after.current, lambda slide: slide._replace(ground=ground))
            put(context, changed(after, deck))
        case "duplicate":
            _duplicate(context, finished(impress), {**start, **values})


def _duplicate(context: Context, impress: Impress, values: dict[str, Any]) -> None:
    """Adds copies of the chosen object, each a little further from it than the one before."""
    if impress.chosen < 0:
        return
    shape, deck = shape_of(impress, impress.chosen), impress.deck
    kind = shape.kind if shape.kind == "picture" else "text"
    for i in range(1, int(values["copies"]) + 1):
        box = shape.box._replace(x=shape.box.x + round(values["x"] * i), y=shape.box.y + round(values["y"] * i))
        copy = edits.restyled_shape(shape, kind)._replace(box=box)
        deck = edits.with_new_shape(deck, impress.current, copy)
    put(context, changed(impress, deck, chosen=len(deck.slides[impress.current].shapes) - 1))


def _insert_text(context: Context, impress: Impress, char: str) -> None:
    if impress.session is None and is_text(impress):
        impress = editing(impress, impress.chosen)
    session = impress.session
    if session is not None:
        put(context, edited(impress, steps.edited(session, lambda text, at: insert(text, at, char))))


# Finding ----------------------------------------------------------------------------------------------------------


def find_next(context: Context) -> None:
    """Selects the next match behind the caret, in the texts of all slides, round from the last one to the first."""
    words, impress = context.field("find"), impress_of(context)
    if not words:
        return
    here = (impress.current, max(0, impress.chosen), steps.selection(impress.session)[1] if impress.session else (0, 0))
    after = finished(impress)
    found = [
        (number, index, match)
        for number, slide in enumerate(after.deck.slides)
        for index, shape in enumerate(slide.shapes)
        for match in matches(shape.text, Query(words, False, False))
    ]
    if not found:
        context.set(arg="Search key not found")
        return
    number, index, match = next((one for one in found if (one[0], one[1], one[2][0]) >= here), found[0])
    put(context, editing(turned(after, number), index, match[1], match[0]))


def replace_all(context: Context) -> None:
    """Replaces all matches in the texts of all slides."""
    words, new = context.field("find"), context.field("replace")
    if not words:
        return
    impress, count = finished(impress_of(context)), 0

    def change(slide: Slide) -> Slide:
        nonlocal count
        shapes = []
        for shape in slide.shapes:
            found = list(matches(shape.text, Query(words, False, False)))
            count += len(found)
            shapes.append(edits.grown(shape._replace(text=replaced(shape.text, found, new)[0])) if found else shape)
        return slide._replace(shapes=tuple(shapes))

    deck = impress.deck
    for number in range(len(deck.slides)):
        deck = edits.with_slide(deck, number, change)
    put(context, changed(impress, deck, chosen=impress.chosen))
    context.set(arg=f"Search key replaced {count} times" if count else "Search key not found")
