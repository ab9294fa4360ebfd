"""The pages of the Expenses app: the list, the summary of a month, and the editor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from crab_sim import ui
from crab_sim.engines.days import DAY, month_name, month_of, short_day
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.expense.charts import Bar, BarChart, ShareBar
from crab_sim.phone.apps.expense.data import (
    CATEGORIES,
    EXPENSES,
    INCOME,
    ExpenseRow,
    Rows,
    cents,
    day_of_row,
    matching,
    money,
    totals,
)
from crab_sim.phone.apps.expense.messages import Message
from crab_sim.phone.widgets import pickers, row_selection
from crab_sim.phone.widgets.basics import Disc, Fab, app_bar, confirm, empty
from crab_sim.phone.widgets.navigation import BottomBar, Chips
from crab_sim.phone.widgets.pickers import PickerOverlay

__all__ = ["Draft", "Filter", "Overlay", "filter_of", "title", "view"]

_ID = "com.arduia.expense:id/"
_MAX_ROWS = 150  # of the list

Overlay = (
    ui.ToolkitOverlay
    | PickerOverlay
    | tuple[Literal["months", "categories"]]
    | tuple[Literal["ask", "select"], tuple[int, ...]]
)


class Filter(NamedTuple):
    """The entries that are listed: of a month (None for all), of a category (0 for all), and whether to search them."""

    month: int | None = None
    category: int = 0
    searching: bool = False


class Draft(NamedTuple):
    """The attributes of an edited entry, apart from its texts; `created` is 0 until a date is chosen."""

    category: int = 3
    created: int = 0


def filter_of(context: Context) -> Filter:
    """Returns the filter of the list."""
    chosen: Filter = context.page.data or Filter()
    return chosen


def _amount(row: ExpenseRow) -> ui.Label[Message]:
    income = row.category == INCOME
    shown = ("+" if income else "-") + money(row.amount)
    return ui.Label(shown, tone="accent" if income else "text", font="bold", rid=_ID + "tv_amount")


def _day_label(day: int, today: int) -> str:
    return {today: "Today", today - 1: "Yesterday"}.get(day) or short_day(day, day < today - 180)


def _list(context: Context) -> View[Message]:
    chosen = filter_of(context)
    query = context.field("search") if chosen.searching else ""
    rows = matching(context.get(EXPENSES), chosen.month, chosen.category, query)
    picked, today = row_selection.selected(context.page), int(context.now // DAY)
    tiles: list[ui.Widget[Message]] = []
    last = None
    for row in rows[:_MAX_ROWS]:
        day = day_of_row(row)
        if day != last:
            income, spent = totals([other for other in rows if day_of_row(other) == day])
            total = money(income - spent)
            tiles.append(ui.Row([ui.Label(_day_label(day, today), "small", "muted", "bold", flex=1),
                                 ui.Label(total, "small", "muted", role="")], pad=(16, 8)))  # fmt: skip
            last = day
        tiles.append(ui.LazyRow("row2", _tile, row, picked))
    narrowed = chosen != Filter() or query
    if rows:
        body: ui.Widget[Message] = ui.Scroll("list", [*tiles, ui.Space(84)], rid=_ID + "rv_expense")
    else:
        hint = "Try another month or category" if narrowed else "Tap + to write the first one down"
        body = empty("wallet", "No matching entries" if narrowed else "No expenses yet", hint)
    fab: ui.Widget[Message] = ui.Column([Fab("add", "Add expense", ("create",), _ID + "fb_add"), ui.Row([], height=68)])
    bars = [_list_bar(context, picked), _chips(context, rows)]
    return View(ui.Column([*bars, body, _bottom("list")]), _list_overlay(context), None if picked else fab)


def _tile(row: ExpenseRow, picked: tuple[int, ...]) -> ui.Widget[Message]:
    category, on = CATEGORIES[row.category], row.id in picked
    return ui.Tile(
        row.name or category.name,
        ("select", row.id) if picked else ("change", row.id),
        f"{category.name} · {row.note}" if row.note else category.name,
        Disc("check" if on else category.icon, category.color),
        _amount(row),
        long_message=("select", row.id),
        rid=_ID + "tv_name",
        selected=on,
    )


def _list_bar(context: Context, picked: tuple[int, ...]) -> ui.Widget[Message]:
    if picked:
        delete: ui.Widget[Message] = ui.IconButton("delete", "Delete", ("ask", picked), _ID + "delete", "text")
        return row_selection.bar(len(picked), [delete])
    if filter_of(context).searching:
        field = ui.Field("search", "Search expenses", _ID + "search", pill=True, flex=1)
        close: ui.Widget[Message] = ui.IconButton("close", "Close search", ("searching", False), tone="text")
        return ui.Row([ui.Space(4), field, close], gap=4, pad=(8, 4), height=60)
    search: ui.Widget[Message] = ui.IconButton("search", "Search", ("searching", True), _ID + "action_search", "text")
    return ui.Row([ui.Label("Expenses", "title", font="bold", flex=1), search], pad=(16, 8), height=60)


def _chips(context: Context, rows: Rows) -> ui.Widget[Message]:
    chosen = filter_of(context)
    month = month_name(chosen.month) if chosen.month is not None else "All months"
    category = CATEGORIES[chosen.category].name if chosen.category else "All categories"
    chips: ui.Widget[Message] = Chips(
        [
            (month, ("months",), chosen.month is not None),
            (category, ("categories",), chosen.category != 0),
        ],
        _ID + "filter",
    )
    income, spent = totals(rows)
    sums = ui.Row([_sum("Income", income), _sum("Spent", -spent), _sum("Balance", income - spent)], gap=6, pad=(10, 6))
    return ui.Column([sums, chips])


def _sum(name: str, amount: int) -> ui.Box[Message]:
    inside = ui.Column(
        [ui.Label(name, 12, "muted"), ui.Label(money(amount), 13, font="bold", rid=f"{_ID}tv_{name.lower()}")]
    )
    return ui.Box(inside, pad=(7, 8), flex=1)


def _list_overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("months",):
            months = sorted({month_of(day_of_row(row)) for row in context.get(EXPENSES)}, reverse=True)[:24]
            chosen = filter_of(context).month
            tiles: list[ui.Widget[Message]] = [ui.Tile("All months", ("month", None), selected=chosen is None)]
            tiles += [ui.Tile(month_name(month), ("month", month), selected=month == chosen) for month in months]
            return _choice("Month", tiles)
        case ("categories",):
            number = filter_of(context).category
            tiles = [ui.Tile("All categories", ("category", 0), leading=ui.Icon("list"), selected=number == 0)]
            for i, row in CATEGORIES.items():
                tiles.append(ui.Tile(row.name, ("category", i), leading=ui.Icon(row.icon), selected=number == i))
            return _choice("Category", tiles)
        case ("ask", ids):
            title = "Delete entry?" if len(ids) == 1 else f"Delete {len(ids)} entries?"
            return confirm(title, "This can't be undone.", "Delete", ("delete", ids))
    return None


def _choice(title: str, tiles: Sequence[ui.Widget[Message]]) -> ui.Dialog[Message]:
    return ui.Dialog(title, ui.Scroll("choices", tiles), [ui.Button("Cancel", ("dismiss",), "text")])


def _bottom(name: str) -> BottomBar[Message]:
    return BottomBar(
        [("list", "Expenses", ("page", "list"), name == "list"),
         ("chart", "Summary", ("page", "summary"), name == "summary")],
        _ID + "nav",
    )  # fmt: skip


def _summary(context: Context) -> View[Message]:
    rows: Rows = context.get(EXPENSES)
    this = month_of(int(context.now // DAY))
    month: int = this if context.page.data is None else context.page.data
    last = max(this, month)
    first = min(last - 5, month)
    bars = [Bar(other, totals(matching(rows, other)).spent, other == month) for other in range(first, first + 6)]
    entries = matching(rows, month)
    income, spent = totals(entries)
    head: ui.Widget[Message] = ui.Row(
        [
            ui.IconButton("chevron_left", "Previous month", ("show_month", month - 1), _ID + "btn_prev", "text"),
            ui.Label(month_name(month), 18, font="bold", align="center", rid=_ID + "tv_month", flex=1),
            ui.IconButton("chevron_right", "Next month", ("show_month", month + 1), _ID + "btn_next", "text"),
        ],
        pad=(8, 4),
    )
    by_category: dict[int, int] = {}
    for row in entries:
        if row.category != INCOME:
            by_category[row.category] = by_category.get(row.category, 0) + row.amount
    lines: list[ui.Widget[Message]] = []
    for number, amount in sorted(by_category.items(), key=lambda item: (-item[1], item[0])):
        category = CATEGORIES[number]
        names = ui.Row([ui.Label(category.name, flex=1), ui.Label(money(amount), font="bold")])
        text = ui.Column([names, ui.Space(6), ShareBar(amount / max(1, spent), category.color)], flex=1)
        lines.append(ui.Row([Disc(category.icon, category.color, 36), text], gap=14, pad=(16, 6)))
    if not lines:
        lines.append(ui.Label("Nothing was spent in this month", tone="muted", align="center", pad=(16, 24)))
    sums = ui.Row([_sum("Income", income), _sum("Spent", -spent), _sum("Balance", income - spent)], gap=6, pad=(10, 6))
    content = [
        head,
        sums,
        ui.Column([BarChart(bars)], pad=(16, 8)),
        ui.Label("By category", font="bold", pad=(16, 10)),
        *lines,
    ]
    title = ui.Row([ui.Label("Summary", "title", font="bold", flex=1)], pad=(16, 8), height=60)
    return View(ui.Column([title, ui.Scroll("summary", [*content, ui.Space(16)]), _bottom("summary")]))


def _editor(context: Context) -> View[Message]:
    page, draft = context.page, context.page.data
    typed = context.field("amount")
    amount = cents(typed)
    invalid = bool(typed.strip()) and amount is None
    ready = amount is not None and bool(context.field("name").strip())
    actions: list[ui.Widget[Message]] = [ui.Button("Save", ("save",), rid=_ID + "btn_save", enabled=ready), ui.Space(8)]
    if page.arg is not None:
        actions.insert(0, ui.IconButton("delete", "Delete", ("ask", (page.arg,)), _ID + "delete", "text"))
    chips: list[tuple[str, Message, bool]] = [
        (row.name, ("choose", i), draft.category == i) for i, row in CATEGORIES.items()
    ]
    today = int(context.now // DAY)
    day = draft.created // (DAY * 1000) if draft.created else today
    fields: list[ui.Widget[Message]] = [
        ui.Space(4),
        ui.Field("name", "Name", _ID + "edt_name", label=True),
        ui.Field("amount", "Amount", _ID + "edt_amount", label=True),
    ]
    if invalid:
        fields.append(ui.Label("Type an amount such as 12.50", "small", "danger", wrap=True))
    fields.append(ui.Field("note", "Note", _ID + "edt_note", multiline=True, lines=3, label=True))
    date: ui.Widget[Message] = ui.Tile(
        "Date", ("date",), _day_label(day, today), ui.Icon("calendar", size=22), rid=_ID + "btn_date", role="button"
    )
    content = [
        ui.Column(fields, gap=14, pad=(16, 10)),
        ui.Label("Category", "small", "muted", "bold", pad=(16, 4)),
        Chips(chips, _ID + "category", (16, 4)),
        date,
        ui.Space(16),
    ]
    title = "Add expense" if page.arg is None else "Edit expense"
    bar = app_bar(title, actions, close=True)
    overlay = pickers.overlay(context) or _list_overlay(context)
    return View(ui.Column([bar, ui.Divider(), ui.Scroll("editor", content)]), overlay)


def view(context: Context) -> View[Message]:
    """Returns the page that is shown."""
    return {"list": _list, "summary": _summary, "editor": _editor}[context.page.name](context)


def title(context: Context) -> str:
    """Returns the window's title."""
    page = context.page
    return "Expenses" if page.name != "editor" else "Add expense" if page.arg is None else "Edit expense"
