"""Changes of a document's text: undoing, finding, replacing, sorting, and where the caret goes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from crab_sim.machine.app import Context
from crab_sim.ui.editing import MAX_TEXT

__all__ = [
    "close_bar", "find", "find_bar", "go_to_line", "record", "redo", "replace_all", "replace_one", "show", "sort_lines",
    "undo",
]  # fmt: skip

_MAX_UNDO = 30


def record(context: Context) -> None:
    """Remembers the text for undo, where it changed since the last time."""
    page = context.page
    text, document = page.fields["text"], page.data
    if not document.undo or document.undo[-1] != text:
        context.set(data=document._replace(undo=(*document.undo, text)[-_MAX_UNDO:], redo=()))


def show(context: Context, text: str, selection: tuple[int, int]) -> None:
    """Shows another text, with a selection in it."""
    page = context.page
    context.set(fields={**page.fields, "text": text}, focus="text", selection=selection, scroll={}, overlay=())


def undo(context: Context) -> None:
    """Goes back to the text before."""
    record(context)
    document = context.page.data
    if len(document.undo) > 1:
        now, before = document.undo[-1], document.undo[-2]
        context.set(data=document._replace(undo=document.undo[:-1], redo=(*document.redo, now)))
        show(context, before, (_change_end(now, before),) * 2)


def redo(context: Context) -> None:
    """Goes on to the text that was undone."""
    document = context.page.data
    if document.redo and document.undo[-1] == context.field("text"):
        text = document.redo[-1]
        end = _change_end(context.field("text"), text)
        context.set(data=document._replace(undo=(*document.undo, text), redo=document.redo[:-1]))
        show(context, text, (end, end))


def _change_end(old: str, new: str) -> int:
    """Returns where in `new` the part ends that is not in `old`."""
    same = 0
    for a, b in zip(reversed(old), reversed(new), strict=False):
        if a != b:
            break
        same += 1
    return len(new) - min(same, len(new))


def _pattern(fields: Mapping[str, str]) -> re.Pattern[str]:
    """Returns what the dialog looks for; a text, never an expression of the agent's own."""
    text = re.escape(fields.get("find", ""))
    return re.compile(rf"\b{text}\b" if fields.get("word") else text, 0 if fields.get("case") else re.IGNORECASE)


def find(context: Context, back: bool = False) -> None:
    """Selects the next match, or the one before, of what the bar or the dialog has."""
    fields, dialog = context.page.fields, context.page.name == "replace"
    page = context.base
    if not fields.get("find") and not page.data.find:
        return
    wanted = fields.get("find") or page.data.find
    pattern = _pattern(fields if dialog else {"find": wanted})
    back = back or bool(dialog and fields.get("back"))
    low, high = sorted(page.selection) if page.focus == "text" else (page.data.caret, page.data.caret)
    matches = [match.span() for match in pattern.finditer(page.fields["text"])]
    ahead = [span for span in matches if (span[1] <= low if back else span[0] >= high)]
    if dialog and fields.get("wrap", "1"):
        ahead = ahead or matches
    elif not dialog:
        ahead = ahead or matches
    context.set_base(data=page.data._replace(find=wanted))
    if ahead:
        context.set_base(focus="text", selection=ahead[-1 if back else 0], scroll={})


def replace_one(context: Context) -> None:
    """Replaces the selected match, and selects the next one."""
    fields, page = context.page.fields, context.base
    text, (low, high) = page.fields["text"], sorted(page.selection)
    new = fields.get("replace", "")
    if page.focus == "text" and _pattern(fields).fullmatch(text[low:high]) and len(text) + len(new) <= MAX_TEXT:
        replaced = text[:low] + new + text[high:]
        at = low + len(new)
        data = page.data._replace(undo=(*page.data.undo, replaced)[-_MAX_UNDO:], redo=())
        context.set_base(fields={**page.fields, "text": replaced}, selection=(at, at), data=data)
    find(context)


def replace_all(context: Context) -> None:
    """Replaces all matches, as long as the text fits."""
    fields = context.page.fields
    old, new = fields.get("find", ""), fields.get("replace", "")
    context.pop()
    if old:
        record(context)
        text, growth = context.field("text"), len(new) - len(old)
        room = max(0, MAX_TEXT - len(text)) // growth if growth > 0 else len(text)
        if room:
            show(context, _pattern(fields).sub(lambda match: new, text, room), (0, 0))


def sort_lines(context: Context) -> None:
    """Sorts the lines, or those that are selected in part."""
    fields = context.page.fields
    context.pop()
    record(context)
    text, (low, high) = context.field("text"), sorted(context.page.selection)
    first = text.rfind("\n", 0, low) + 1 if low != high else 0
    last = text.find("\n", high) if low != high else -1
    lines = text[first : len(text) if last < 0 else last].split("\n")
    column = max(0, int(fields["column"]) - 1) if re.fullmatch("[0-9]{1,4}", fields.get("column", "")) else 0
    lines.sort(key=lambda line: (line if fields.get("case") else line.casefold())[column:])
    if fields.get("reverse"):
        lines.reverse()
    if fields.get("once"):
        lines = list(dict.fromkeys(lines))
    show(context, text[:first] + "\n".join(lines) + ("" if last < 0 else text[last:]), (first, first))


def find_bar(context: Context) -> None:
    """Opens the bar in which a text is looked for."""
    page = context.page
    part = page.fields["text"][min(page.selection) : max(page.selection)] if page.focus == "text" else ""
    query = part if part and "\n" not in part else page.data.find
    if page.focus == "text":
        context.set(data=page.data._replace(caret=page.selection[0]))
    context.set(focus="find", overlay=(), fields={**page.fields, "find": query}, selection=(0, len(query)))


def close_bar(context: Context) -> None:
    """Leads back to the text."""
    caret = context.page.data.caret
    context.set(focus="text", selection=(caret, caret))


def go_to_line(context: Context) -> None:
    """Goes to the line whose number is typed."""
    text, typed = context.field("text"), context.field("line")
    if re.fullmatch("[0-9]{1,6}", typed):
        starts = [0, *[match.end() for match in re.finditer("\n", text)]]
        at = starts[min(max(int(typed), 1), len(starts)) - 1]
        context.set(focus="text", selection=(at, at), scroll={})
