"""Finding and replacing in Writer: the find bar, and the dialog."""

from __future__ import annotations

from crab_sim.desktop.apps.writer.files import put_base, writer_of
from crab_sim.desktop.apps.writer.state import Writer, changed, moved
from crab_sim.desktop.widgets import dialog_page
from crab_sim.engines.writing import edits, moves
from crab_sim.engines.writing.model import MAX_CHARACTERS, Position
from crab_sim.engines.writing.moves import Query, find, matches
from crab_sim.engines.writing.session import selected, selection
from crab_sim.machine.app import Context

__all__ = ["close_bar", "find_again", "open_bar", "open_dialog", "option", "replace", "replace_all", "search_bar"]

_AROUND = "Reached the end of the document"
_AROUND_BACK = "Reached the beginning of the document"
_NONE = "Search key not found"


def _proposal(writer: Writer) -> str:
    """Returns the selection where it is in one paragraph, else the last search."""
    start, stop = selection(writer.session)
    if selected(writer.session) and start.paragraph == stop.paragraph:
        return edits.selected_text(writer.text, start, stop)
    return writer.find


def open_bar(context: Context) -> None:
    """Shows the find bar and puts the focus there."""
    writer, page = writer_of(context), context.page
    query = _proposal(writer)
    context.set(
        data=writer._replace(finding=True), focus="find", fields={**page.fields, "find": query},
        selection=(0, len(query)),
    )  # fmt: skip


def close_bar(context: Context) -> None:
    """Hides the find bar, and puts the focus on the text."""
    context.set(data=writer_of(context)._replace(finding=False, note=""), focus="", selection=(0, 0))


def _found(writer: Writer, words: str, case: bool, whole: bool, back: bool) -> tuple[Writer, str]:
    """Returns the state with the next match selected, and a message."""
    start, stop = selection(writer.session)
    match, around = find(writer.text, Query(words, case, whole), start if back else stop, back)
    if match is None:
        return writer._replace(find=words), _NONE
    note = (_AROUND_BACK if back else _AROUND) if around else ""
    return moved(writer, match[1], match[0])._replace(find=words), note


def search_bar(context: Context, back: bool = False) -> None:
    """Selects the next match of the find bar's text, or the one before."""
    words = context.field("find")
    if words:
        writer, note = _found(writer_of(context), words, False, False, back)
        put_base(context, writer._replace(note=note))


def open_dialog(context: Context) -> None:
    """Opens the dialog to find and replace."""
    page = dialog_page(context, "replace", (False, False, ""), "find", _proposal(writer_of(context)))
    context.push(page._replace(fields={**page.fields, "replace": context.base.fields.get("replace", "")}))


def option(context: Context, name: str) -> None:
    """Turns an option of the dialog on or off."""
    case, whole, _ = context.page.arg
    context.set(arg=(not case, whole, "") if name == "Match case" else (case, not whole, ""))


def _note(context: Context, note: str) -> None:
    case, whole, _ = context.page.arg
    context.set(arg=(case, whole, note))


def find_again(context: Context, back: bool) -> None:
    """Selects the next match of the dialog's text, or the one before."""
    words, (case, whole, _) = context.field("find"), context.page.arg
    if words:
        writer, note = _found(writer_of(context), words, case, whole, back)
        put_base(context, writer)
        _note(context, note)


def replace(context: Context) -> None:
    """Replaces the selected match, and selects the next one; without a selected match, it selects one."""
    writer, words, (case, whole, _) = writer_of(context), context.field("find"), context.page.arg
    if not words:
        return
    start, stop = selection(writer.session)
    if (start, stop) in list(matches(writer.text, Query(words, case, whole))):
        put_base(context, _replaced(writer, [(start, stop)], context.field("replace")))
    find_again(context, False)


def replace_all(context: Context) -> None:
    """Replaces all matches."""
    writer, words, (case, whole, _) = writer_of(context), context.field("find"), context.page.arg
    if not words:
        return
    found = list(matches(writer.text, Query(words, case, whole)))
    growth = len(context.field("replace")) - len(words)
    if growth > 0:
        found = found[: (MAX_CHARACTERS - edits.count(writer.text)) // growth]
    put_base(context, _replaced(writer._replace(find=words), found, context.field("replace")))
    _note(context, f"Search key replaced {len(found)} times" if found else _NONE)


def _replaced(writer: Writer, found: list[tuple[Position, Position]], new: str) -> Writer:
    """Returns the state with matches replaced, each by text of its look."""
    text, last = moves.replaced(writer.text, found, new)
    return changed(writer, text, last or writer.caret)
