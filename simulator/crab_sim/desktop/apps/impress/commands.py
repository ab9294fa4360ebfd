"""Commands of Impress on slides and objects: those of menus, tool bars, keys and the mouse."""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.impress import formatting, objects, show
from crab_sim.desktop.apps.impress.files import impress_of, put
from crab_sim.desktop.apps.impress.messages import (
    CommandMessage,
    PointMessage,
    SlideMessage,
    ToolMessage,
    Way,
)
from crab_sim.desktop.apps.impress.state import (
    NOTES,
    Impress,
    changed,
    edited,
    editing,
    finished,
    is_text,
    put_shape,
    redone,
    shape_of,
    slide_of,
    turned,
    undone,
)
from crab_sim.desktop.apps.impress.text_commands import format_text, type_text
from crab_sim.desktop.widgets import HOME, dialog_page
from crab_sim.engines.slides import edits
from crab_sim.engines.slides.model import (
    Box,
    Shape,
    Slide,
    empty_text,
    is_empty,
    slide_name,
    words,
)
from crab_sim.engines.writing import session as steps
from crab_sim.engines.writing.commands import FormatMessage
from crab_sim.engines.writing.edits import selected_text
from crab_sim.engines.writing.line_view import Spot
from crab_sim.engines.writing.model import Position, length, text_of
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.ui import MessageGroup
from crab_sim.ui.editing import MAX_TEXT

__all__ = ["COMMANDS", "command", "deleted", "next_object", "next_place", "nudged", "rename", "stepped"]

COMMANDS: Final = MessageGroup(CommandMessage)
_FORMATS: Final = MessageGroup(FormatMessage)
_TOOLS: Final = MessageGroup(ToolMessage)
_SLIDES: Final = MessageGroup(SlideMessage)


def command(context: Context, message: CommandMessage) -> None:  # noqa: C901 - one case for each command
    """Carries out a command that a menu, a tool bar, a key or the mouse gives."""
    impress = impress_of(context)
    if _FORMATS.has(message):
        new = format_text(impress, message)
        if new is not None:
            put(context, new)
        return
    if _SLIDES.has(message):
        put(context, _slides(impress, message))
        return
    if _TOOLS.has(message):
        formatting.tool(context, message)
        return
    match message:
        case ("point" | "word", *_) | ("sweep", *_):
            put(context, _mouse(impress, message, context.point))
        case ("sizes" | "fonts" as kind, x, y):
            context.set(overlay=(kind, x, y))
        case ("colors" | "layout_list" | "view_list" as kind,):
            x, y = context.point
            context.set(overlay=(kind, x - 14, y + 16))
        case ("slide", number):
            put(context, turned(impress, number)._replace(pane=True))
        case ("slide_drag", number, top, pitch, _, _, _, y):
            _drop_slide(context, impress, number, (y - top) // pitch)
        case ("undo" | "redo" as way,):
            put(context, _gone_back(impress, way == "undo"))
        case ("cut" | "copy" as way,):
            _copy(context, impress, way == "cut")
        case ("paste",):
            _paste(context, impress)
        case ("all",):
            session = impress.session
            if session is not None:
                end = Position(len(session.text) - 1, length(session.text[-1]))
                put(context, edited(impress, steps.moved(session, end, Position(0, 0))))
        case ("delete",):
            put(context, deleted(impress))
        case ("edit",):
            put(context, editing(impress, impress.chosen) if is_text(impress) else impress)
        case ("raise", front):
            if impress.chosen >= 0:
                put(context, _raised(impress, front))
        case ("select_tool",):
            put(context, impress._replace(drawing=False))
        case ("text_box",):
            put(context, finished(impress)._replace(drawing=not impress.drawing, pane=False, chosen=-1))
        case ("image",):
            context.push(file_chooser.page(context, "open_image", f"{HOME}/Pictures", ""))
        case ("mode", mode):
            put(context, finished(impress)._replace(mode=mode, chosen=-1, drawing=False))
        case ("pane",):
            put(context, impress._replace(slides=not impress.slides, pane=False))
        case ("layouts",):
            put(context, impress._replace(layouts=not impress.layouts))
        case ("rename",):
            name = slide_name(impress.deck, impress.current)
            context.push(dialog_page(context, "rename", None, "name", name))
        case ("pdf_options",):
            page = dialog_page(context, "pdf_options", "all")
            context.push(page._replace(fields={**page.fields, "pages": "1"}))
        case ("show", first):
            show.start(context, first)
        case _:
            assert_never(message)


def _raised(impress: Impress, front: bool) -> Impress:
    """Returns the state with the chosen object before all others, or behind them."""
    after = finished(impress)
    if after.chosen < 0:  # an empty text box has gone
        return after
    deck = edits.raised(after.deck, after.current, after.chosen, front)
    return changed(after, deck, chosen=len(slide_of(after).shapes) - 1 if front else 0)


def _slides(impress: Impress, message: SlideMessage) -> Impress:
    """Carries out a command on slides."""
    match message:
        case ("new_slide",):
            after = finished(impress)
            layout = "content" if slide_of(after).layout == "title" else slide_of(after).layout
            return changed(after, edits.added(after.deck, after.current, layout), after.current + 1)
        case ("duplicate",):
            after = finished(impress)
            return changed(after, edits.duplicated(after.deck, after.current), after.current + 1)
        case ("delete_slide",):
            after = finished(impress)
            return changed(after, edits.removed(after.deck, after.current), after.current)
        case ("hide",):
            after = finished(impress)
            deck = edits.with_slide(after.deck, after.current, lambda slide: slide._replace(hidden=not slide.hidden))
            return changed(after, deck)
        case ("layout", layout):
            after = finished(impress)
            return changed(after, edits.laid_out_as(after.deck, after.current, layout))
        case ("move", way):
            after = finished(impress)
            return _moved(after, stepped(after, way))
        case ("go", way):
            return turned(impress, stepped(impress, way))
        case _:
            assert_never(message)


def stepped(impress: Impress, way: Way) -> int:
    """Returns the number of a slide some steps from the one that is shown."""
    last = len(impress.deck.slides) - 1
    number = {"start": 0, "up": impress.current - 1, "down": impress.current + 1, "end": last}[way]
    return max(0, min(last, number))


def _moved(impress: Impress, to: int) -> Impress:
    return changed(impress, edits.shifted(impress.deck, impress.current, to), to)


def _drop_slide(context: Context, impress: Impress, number: int, to: int) -> None:
    """Moves a slide to where it was dragged in the pane."""
    after = turned(impress, number)._replace(pane=True)
    put(context, _moved(after, max(0, min(len(after.deck.slides) - 1, to))))


def rename(context: Context) -> None:
    """Gives the slide the name in the dialog's field, unless another slide has it."""
    name = context.field("name").strip()[:200]
    impress = finished(impress_of(context))
    others = [slide_name(impress.deck, i) for i in range(len(impress.deck.slides)) if i != impress.current]
    if not name or name in others:
        return
    context.pop()
    if name != slide_name(impress.deck, impress.current):
        deck = edits.with_slide(impress.deck, impress.current, lambda slide: slide._replace(name=name))
        put(context, changed(impress, deck))


# Objects and the mouse --------------------------------------------------------------------------------------------


def _mouse(impress: Impress, message: PointMessage, point: tuple[int, int]) -> Impress:
    spot = Spot(message[1], message[2], message[3])
    match message:
        case ("point", *_):
            return objects.pointed(impress, spot, *point)
        case ("word", *_):
            return objects.word_at(impress, spot, *point)
        case ("sweep", _, _, _, x1, y1, x2, y2):
            return objects.dragged(impress, spot, (x1, y1, x2, y2))
        case _:
            assert_never(message)


def deleted(impress: Impress) -> Impress:
    """Returns the state without the chosen text, object, or slide in the pane.

    Of a place for text that has some, first only the text goes.
    """
    if impress.session is not None:
        if not steps.selected(impress.session):
            return impress
        after = steps.deleted(impress.session)
        return edited(impress, steps.changed(impress.session, after.text, after.caret))
    if impress.pane:
        return _slides(impress, ("delete_slide",))
    if impress.chosen < 0:
        return impress
    shape = shape_of(impress, impress.chosen)
    if shape.kind in ("title", "subtitle", "outline") and not is_empty(shape):
        return put_shape(impress, impress.chosen, shape._replace(text=empty_text(shape.kind)))
    return changed(impress, edits.without_shape(impress.deck, impress.current, impress.chosen))


def next_object(impress: Impress, step: int) -> Impress:
    """Returns the state with the next object of the slide chosen, going round."""
    if impress.mode == "notes":
        return impress._replace(chosen=NOTES, pane=False)
    count = len(slide_of(impress).shapes)
    if not count:
        return impress
    at = impress.chosen + step if impress.chosen >= 0 else 0 if step > 0 else count - 1
    return impress._replace(chosen=at % count, pane=False)


def next_place(impress: Impress) -> Impress:
    """Returns the state in which the next place for text is edited, or behind the last one, with a new slide."""
    after = finished(impress)
    places = [
        index
        for index, shape in enumerate(slide_of(after).shapes)
        if shape.kind in ("title", "subtitle", "outline") and index > max(-1, after.chosen)
    ]
    if places:
        return editing(after, places[0])
    return _slides(after, ("new_slide",))


def nudged(impress: Impress, across: int, down: int) -> Impress:
    """Returns the state with the chosen object moved, in hundredths of a millimetre."""
    if impress.chosen < 0:
        return impress
    shape = shape_of(impress, impress.chosen)
    box = shape.box._replace(x=shape.box.x + across, y=shape.box.y + down)
    return put_shape(impress, impress.chosen, shape._replace(box=box))


# Clipboard, undo --------------------------------------------------------------------------------------------------


def _gone_back(impress: Impress, back: bool) -> Impress:
    """Returns the state before the last change, or after the one undone: first within the text that is edited."""
    session = impress.session
    if session is not None and (session.undo if back else session.redo):
        return edited(impress, steps.undone(session) if back else steps.redone(session))
    after = finished(impress)
    return undone(after) if back else redone(after)


def _copy(context: Context, impress: Impress, cut: bool) -> None:
    session = impress.session
    if session is not None:
        if not steps.selected(session):
            return
        context.put(CLIPBOARD, selected_text(session.text, *steps.selection(session))[:MAX_TEXT])
        after = impress._replace(held=None)
    elif impress.pane:
        slide = slide_of(impress)
        context.put(CLIPBOARD, words(slide)[:MAX_TEXT])
        after = impress._replace(held=(slide, words(slide)[:MAX_TEXT]))
    elif impress.chosen >= 0:
        shape = shape_of(impress, impress.chosen)
        text = text_of(shape.text)[:MAX_TEXT]
        context.put(CLIPBOARD, text)
        after = impress._replace(held=(shape, text))
    else:
        return
    put(context, deleted(after) if cut else after)


def _paste(context: Context, impress: Impress) -> None:
    """Pastes text into a text; else a slide or object that was copied here, or text in a box of its own."""
    pasted, held = context.get(CLIPBOARD), impress.held
    if impress.session is not None:
        put(context, type_text(impress, pasted, context.machine.work))
    elif held is not None and held[1] == pasted:
        what = held[0]
        if isinstance(what, Slide):
            deck = edits.inserted(impress.deck, impress.current + 1, what._replace(name=""))
            put(context, changed(impress, deck, impress.current + 1)._replace(pane=True))
        elif impress.mode == "normal":
            _put_new(context, impress, what)
    elif pasted and impress.mode == "normal":
        width = impress.deck.width // 2
        box = Box((impress.deck.width - width) // 2, impress.deck.height // 3, width, 1200)
        shape = Shape("text", box, empty_text("text"))
        session = steps.typed(steps.Session(shape.text), pasted.replace("\r", ""))
        _put_new(context, impress, edits.grown(shape._replace(text=session.text)))


def _put_new(context: Context, impress: Impress, shape: Shape) -> None:
    deck = edits.with_new_shape(impress.deck, impress.current, shape)
    index = len(deck.slides[impress.current].shapes) - 1
    put(context, changed(impress, deck, chosen=index)._replace(pane=False))
