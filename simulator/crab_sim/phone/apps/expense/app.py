"""The phone's Expenses app: spending and income by day and category, and their sums.

State: see `crab_sim.phone.apps.expense.data`. Pages: ``list`` (data: `Filter`), ``summary`` (data: the month),
``editor`` (arg: id, None for a new entry; data: `Draft`).
"""

from __future__ import annotations

from typing import assert_never

from crab_sim.engines.days import DAY, day_of, month_of
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.rows import get, next_id, replace_row
from crab_sim.phone.apps.expense import APP as FACTS
from crab_sim.phone.apps.expense.data import (
    EXPENSES,
    ExpenseRow,
    Rows,
    cents,
)
from crab_sim.phone.apps.expense.messages import EditorMessage, ListMessage, Message
from crab_sim.phone.apps.expense.views import Draft, filter_of, title, view
from crab_sim.phone.widgets import pickers, row_selection
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP"]

_EDITOR = MessageGroup(EditorMessage)
_LIST = MessageGroup(ListMessage)


def _edit_page(row: ExpenseRow | None) -> Page:
    if row is None:
        return Page("editor", None, {"name": "", "amount": "", "note": ""}, focus="name", data=Draft())
    amount = f"{row.amount // 100}.{row.amount % 100:02}"
    fields = {"name": row.name, "amount": amount, "note": row.note}
    return Page("editor", row.id, fields, data=Draft(row.category, row.created))


def _start(intent: Intent) -> Page:
    return _edit_page(None) if intent[:1] == ("add",) else Page("list")


def _save(context: Context) -> None:
    rows: Rows = context.get(EXPENSES)
    draft: Draft = context.page.data
    name, amount, note = context.field("name").strip(), cents(context.field("amount")), context.field("note").strip()
    if not name or amount is None:
        return
    now = int(context.now * 1000)
    old = get(rows, context.page.arg)
    row_id = next_id(rows) if old is None else old.id
    row = ExpenseRow(row_id, name, amount, draft.category, note, draft.created or now, now)
    context.put(EXPENSES, (*rows, row) if old is None else replace_row(rows, row))
    context.pop()


def _delete(context: Context, ids: tuple[int, ...]) -> None:
    context.put(EXPENSES, tuple([row for row in context.get(EXPENSES) if row.id not in ids]))
    context.set(overlay=())
    if context.page.name == "editor":
        context.pop()


def _pick_date(context: Context) -> None:
    draft: Draft = context.page.data
    day = int((draft.created / 1000 if draft.created else context.now) // DAY)
    context.set(overlay=pickers.date_overlay("date", day))


def _set_day(context: Context, day: int) -> None:
    """Moves the entry to another day, at the same time of day."""
    draft: Draft = context.page.data
    moment = draft.created or int(context.now * 1000)
    context.set(data=draft._replace(created=day * DAY * 1000 + moment % (DAY * 1000)), overlay=())


def _update_editor(context: Context, message: EditorMessage) -> None:
    draft: Draft = context.page.data
    match message:
        case ("choose", category):
            context.set(data=draft._replace(category=category))
        case ("date",):
            _pick_date(context)
        case ("pick", *_):
            pickers.update(context, message)
        case ("picked", _, day):
            _set_day(context, day)
        case ("save",):
            _save(context)
        case _:
            assert_never(message)


def _enter(context: Context, key: str) -> None:
    """Moves on from a field of the editor to the next one."""
    following = {"name": "amount"}.get(key, "note")
    end = len(context.field(following))
    context.set(focus=following, selection=(end, end))


def _search(context: Context, searching: bool) -> None:
    """Opens or closes the field for searching."""
    chosen = filter_of(context)
    focus = "search" if searching else ""
    context.set(data=chosen._replace(searching=searching), fields={"search": ""}, focus=focus)


def _change(context: Context, row_id: int) -> None:
    row = get(context.get(EXPENSES), row_id)
    if row is not None:
        context.push(_edit_page(row))


def _update_list(context: Context, message: ListMessage) -> None:
    chosen = filter_of(context)
    match message:
        case ("select", row_id):
            row_selection.toggle(context, row_id)
        case ("searching", searching):
            _search(context, searching)
        case ("months" | "categories" as menu,):
            context.set(overlay=(menu,))
        case ("month", month):
            context.set(data=chosen._replace(month=month), overlay=(), scroll={})
        case ("category", category):
            context.set(data=chosen._replace(category=category), overlay=(), scroll={})
        case ("create",):
            context.push(_edit_page(None))
        case ("change", row_id):
            _change(context, row_id)
        case _:
            assert_never(message)


def _show_month(context: Context, month: int) -> None:
    low, high = 12 * 1970, month_of(day_of(2100, 1, 1))
    context.set(data=max(low, min(high, month)))


def _back(context: Context) -> None:
    """Leaves the search, or the page."""
    if context.page.name == "list" and filter_of(context).searching:
        _search(context, False)
    else:
        context.pop()


def _update(context: Context, message: Message) -> None:
    page = context.page
    if _EDITOR.has(message):
        _update_editor(context, message)
    elif _LIST.has(message):
        _update_list(context, message)
    else:
        match message:
            case ("back",):
                _back(context)
            case ("page", "list"):
                context.pop()
            case ("page", "summary"):
                if page.name != "summary":
                    context.push(Page("summary"))
            case ("show_month", month):
                _show_month(context, month)
            case ("ask", ids):
                context.set(overlay=("ask", ids))
            case ("delete", ids):
                _delete(context, ids)
            case ("submit", key):
                if page.name == "editor":
                    _enter(context, key)
            case ("started",):
                pass
            case _:
                assert_never(message)


APP = AppSpec(
    view=view,
    update=_update,
    start=_start,
    title=title,
    key=pickers.key,
    text=pickers.text,
    **FACTS.spec.facts,
)
