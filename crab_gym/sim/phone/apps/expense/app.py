"""The phone's Expenses app: spending and income by day and category, and their sums.

State: see `crab_gym.sim.phone.apps.expense.data`. Pages: ``list`` (data: `Filter`), ``summary`` (data: the month),
``editor`` (arg: id, None for a new entry; data: `Draft`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from crab_gym.sim.draw import text as metrics
from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.rows import get, next_id, replace_row
from crab_gym.sim.phone.app import PhoneApp, PhoneMessage
from crab_gym.sim.phone.apps.expense.data import (
    CATEGORIES,
    DATABASE,
    EXPENSES,
    INCOME,
    ExpenseRow,
    Rows,
    cents,
    day_of_row,
    matching,
    money,
    seed,
    totals,
)
from crab_gym.sim.phone.days import DAY, MONTHS, day_of, month_name, month_of, short_day
from crab_gym.sim.phone.widgets import pickers, row_selection
from crab_gym.sim.phone.widgets.basics import Disc, Fab, app_bar, confirm, empty
from crab_gym.sim.phone.widgets.navigation import BottomBar, Chips
from crab_gym.sim.phone.widgets.pickers import PickerMessage, PickerOverlay
from crab_gym.sim.ui import (
    Box,
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Icon,
    IconButton,
    Label,
    LazyRow,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    ToolkitOverlay,
    Widget,
)
from crab_gym.sim.ui.theme import Color

__all__ = ["APP", "ExpenseRow", "Rows", "seed"]

_ID = "com.arduia.expense:id/"
_MAX_ROWS = 150  # of the list

Message = (
    PhoneMessage
    | PickerMessage
    | tuple[Literal["create", "save", "date", "months", "categories"]]
    | tuple[Literal["pick", "change", "choose", "category", "show_month"], int]
    | tuple[Literal["month"], int | None]
    | tuple[Literal["ask", "delete"], tuple[int, ...]]
    | tuple[Literal["searching"], bool]
    | tuple[Literal["page"], Literal["list", "summary"]]
)
"""Numbers are ids of entries, of categories, or months."""
Overlay = (
    ToolkitOverlay
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


class _Bar(NamedTuple):
    """A bar of the chart: a month, its spending in cents, and whether it is the one that is shown."""

    month: int
    amount: int
    chosen: bool


# Views --------------------------------------------------------------------------------------------------------------


def _filter(context: Context) -> Filter:
    chosen: Filter = context.page.data or Filter()
    return chosen


def _amount(row: ExpenseRow) -> Label:
    income = row.category == INCOME
    shown = ("+" if income else "-") + money(row.amount)
    return Label(shown, tone="accent" if income else "text", font="bold", rid=_ID + "tv_amount")


def _day_label(day: int, today: int) -> str:
    return {today: "Today", today - 1: "Yesterday"}.get(day) or short_day(day, day < today - 180)


def _list(context: Context) -> View:
    chosen = _filter(context)
    query = context.field("search") if chosen.searching else ""
    rows = matching(context.get(EXPENSES), chosen.month, chosen.category, query)
    picked, today = row_selection.selected(context.page), int(context.now // DAY)
    tiles: list[Widget] = []
    last = None
    for row in rows[:_MAX_ROWS]:
        day = day_of_row(row)
        if day != last:
            income, spent = totals([other for other in rows if day_of_row(other) == day])
            total = money(income - spent)
            tiles.append(Row([Label(_day_label(day, today), "small", "muted", "bold", flex=1),
                              Label(total, "small", "muted", role="")], pad=(16, 8)))  # fmt: skip
            last = day
        tiles.append(LazyRow("row2", _tile, row, picked))
    narrowed = chosen != Filter() or query
    if rows:
        body: Widget = Scroll("list", [*tiles, Space(84)], rid=_ID + "rv_expense")
    else:
        hint = "Try another month or category" if narrowed else "Tap + to write the first one down"
        body = empty("wallet", "No matching entries" if narrowed else "No expenses yet", hint)
    fab = Column([Fab("add", "Add expense", ("create",), _ID + "fb_add"), Row([], height=68)])
    bars = [_list_bar(context, picked), _chips(context, rows)]
    return View(Column([*bars, body, _bottom("list")]), _list_overlay(context), None if picked else fab)


def _tile(row: ExpenseRow, picked: tuple[int, ...]) -> Widget:
    category, on = CATEGORIES[row.category], row.id in picked
    return Tile(
        row.name or category.name,
        ("pick", row.id) if picked else ("change", row.id),
        f"{category.name} · {row.note}" if row.note else category.name,
        Disc("check" if on else category.icon, category.color),
        _amount(row),
        long_message=("pick", row.id),
        rid=_ID + "tv_name",
        selected=on,
    )


def _list_bar(context: Context, picked: tuple[int, ...]) -> Widget:
    if picked:
        delete = IconButton("delete", "Delete", ("ask", picked), _ID + "delete", "text")
        return row_selection.bar(len(picked), [delete])
    if _filter(context).searching:
        field = Field("search", "Search expenses", _ID + "search", pill=True, flex=1)
        close = IconButton("close", "Close search", ("searching", False), tone="text")
        return Row([Space(4), field, close], gap=4, pad=(8, 4), height=60)
    search = IconButton("search", "Search", ("searching", True), _ID + "action_search", "text")
    return Row([Label("Expenses", "title", font="bold", flex=1), search], pad=(16, 8), height=60)


def _chips(context: Context, rows: Rows) -> Widget:
    chosen = _filter(context)
    month = month_name(chosen.month) if chosen.month is not None else "All months"
    category = CATEGORIES[chosen.category].name if chosen.category else "All categories"
    chips = Chips(
        [
            (month, ("months",), chosen.month is not None),
            (category, ("categories",), chosen.category != 0),
        ],
        _ID + "filter",
    )
    income, spent = totals(rows)
    sums = Row([_sum("Income", income), _sum("Spent", -spent), _sum("Balance", income - spent)], gap=6, pad=(10, 6))
    return Column([sums, chips])


def _sum(name: str, amount: int) -> Box:
    inside = Column([Label(name, 12, "muted"), Label(money(amount), 13, font="bold", rid=f"{_ID}tv_{name.lower()}")])
    return Box(inside, pad=(7, 8), flex=1)


def _list_overlay(context: Context) -> Widget | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("months",):
            months = sorted({month_of(day_of_row(row)) for row in context.get(EXPENSES)}, reverse=True)[:24]
            chosen = _filter(context).month
            tiles = [Tile("All months", ("month", None), selected=chosen is None)]
            tiles += [Tile(month_name(month), ("month", month), selected=month == chosen) for month in months]
            return _choice("Month", tiles)
        case ("categories",):
            number = _filter(context).category
            tiles = [Tile("All categories", ("category", 0), leading=Icon("list"), selected=number == 0)]
            for i, row in CATEGORIES.items():
                tiles.append(Tile(row.name, ("category", i), leading=Icon(row.icon), selected=number == i))
            return _choice("Category", tiles)
        case ("ask", ids):
            title = "Delete entry?" if len(ids) == 1 else f"Delete {len(ids)} entries?"
            return confirm(title, "This can't be undone.", "Delete", ("delete", ids))
    return None


def _choice(title: str, tiles: Sequence[Tile]) -> Dialog:
    return Dialog(title, Scroll("choices", tiles), [Button("Cancel", ("dismiss",), "text")])


def _bottom(name: str) -> BottomBar:
    return BottomBar(
        [("list", "Expenses", ("page", "list"), name == "list"),
         ("chart", "Summary", ("page", "summary"), name == "summary")],
        _ID + "nav",
    )  # fmt: skip


class _Bars(Widget):
    """A chart of the spending in some months; a tap on a bar chooses its month."""

    __slots__ = ("bars",)

    def __init__(self, bars: Sequence[_Bar]) -> None:
        self.flex, self.bars = 0, bars

    def height(self, theme: Theme, w: int) -> int:
        """Returns the chart's height."""
        return 170

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the bars, each with its month below and its amount above."""
        theme, count = scene.theme, len(self.bars)
        highest = max([bar.amount for bar in self.bars], default=0) or 1
        floor = y + h - 24
        scene.fill(x, floor, w, 1, theme.outline)
        for i, (month, amount, chosen) in enumerate(self.bars):
            left, right = x + w * i // count, x + w * (i + 1) // count
            height = (h - 60) * amount // highest
            width = min(36, right - left - 10)
            at = left + (right - left - width) // 2
            if height:
                scene.round(at, floor - height, width, height, theme.accent if chosen else theme.tonal, min(4, height))
            label = MONTHS[month % 12][:3]
            scene.text(left, floor + 4, right - left, 20, label, theme.text if chosen else theme.muted, 12,
                       "bold" if chosen else "regular", "center")  # fmt: skip
            short = f"${amount // 100:,}" if amount else ""
            short = metrics.ellipsize(short, "regular", 11, right - left)
            scene.text(left, floor - height - 20, right - left, 18, short, theme.muted, 11, "regular", "center")
            words = f"{month_name(month)}: {money(amount)} spent"
            scene.node(left, y, right - left, h, "button", label, words, _ID + "bar", ("show_month", month))


class _Share(Widget):
    """A thin bar that shows a part of a whole."""

    __slots__ = ("color", "part")

    def __init__(self, part: float, color: Color) -> None:
        self.flex, self.part, self.color = 0, part, color

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height and the space below it."""
        return 14

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the bar on its ground."""
        scene.round(x, y, w, 6, scene.theme.surface, 3)
        scene.round(x, y, max(6, round(w * self.part)), 6, self.color, 3)


def _summary(context: Context) -> View:
    rows: Rows = context.get(EXPENSES)
    this = month_of(int(context.now // DAY))
    month: int = this if context.page.data is None else context.page.data
    last = max(this, month)
    first = min(last - 5, month)
    bars = [_Bar(other, totals(matching(rows, other)).spent, other == month) for other in range(first, first + 6)]
    entries = matching(rows, month)
    income, spent = totals(entries)
    head = Row(
        [
            IconButton("chevron_left", "Previous month", ("show_month", month - 1), _ID + "btn_prev", "text"),
            Label(month_name(month), 18, font="bold", align="center", rid=_ID + "tv_month", flex=1),
            IconButton("chevron_right", "Next month", ("show_month", month + 1), _ID + "btn_next", "text"),
        ],
        pad=(8, 4),
    )
    by_category: dict[int, int] = {}
    for row in entries:
        if row.category != INCOME:
            by_category[row.category] = by_category.get(row.category, 0) + row.amount
    lines: list[Widget] = []
    for number, amount in sorted(by_category.items(), key=lambda item: (-item[1], item[0])):
        category = CATEGORIES[number]
        names = Row([Label(category.name, flex=1), Label(money(amount), font="bold")])
        text = Column([names, Space(6), _Share(amount / max(1, spent), category.color)], flex=1)
        lines.append(Row([Disc(category.icon, category.color, 36), text], gap=14, pad=(16, 6)))
    if not lines:
        lines.append(Label("Nothing was spent in this month", tone="muted", align="center", pad=(16, 24)))
    sums = Row([_sum("Income", income), _sum("Spent", -spent), _sum("Balance", income - spent)], gap=6, pad=(10, 6))
    content = [head, sums, Column([_Bars(bars)], pad=(16, 8)), Label("By category", font="bold", pad=(16, 10)), *lines]
    title = Row([Label("Summary", "title", font="bold", flex=1)], pad=(16, 8), height=60)
    return View(Column([title, Scroll("summary", [*content, Space(16)]), _bottom("summary")]))


def _editor(context: Context) -> View:
    page, draft = context.page, context.page.data
    typed = context.field("amount")
    amount = cents(typed)
    invalid = bool(typed.strip()) and amount is None
    ready = amount is not None and bool(context.field("name").strip())
    actions: list[Widget] = [Button("Save", ("save",), rid=_ID + "btn_save", enabled=ready), Space(8)]
    if page.arg is not None:
        actions.insert(0, IconButton("delete", "Delete", ("ask", (page.arg,)), _ID + "delete", "text"))
    chips = [(row.name, ("choose", i), draft.category == i) for i, row in CATEGORIES.items()]
    today = int(context.now // DAY)
    day = draft.created // (DAY * 1000) if draft.created else today
    fields: list[Widget] = [
        Space(4),
        Field("name", "Name", _ID + "edt_name", label=True),
        Field("amount", "Amount", _ID + "edt_amount", label=True),
    ]
    if invalid:
        fields.append(Label("Type an amount such as 12.50", "small", "danger", wrap=True))
    fields.append(Field("note", "Note", _ID + "edt_note", multiline=True, lines=3, label=True))
    date = Tile(
        "Date", ("date",), _day_label(day, today), Icon("calendar", size=22), rid=_ID + "btn_date", role="button"
    )
    content = [
        Column(fields, gap=14, pad=(16, 10)),
        Label("Category", "small", "muted", "bold", pad=(16, 4)),
        Chips(chips, _ID + "category", (16, 4)),
        date,
        Space(16),
    ]
    title = "Add expense" if page.arg is None else "Edit expense"
    bar = app_bar(title, actions, close=True)
    overlay = pickers.overlay(context) or _list_overlay(context)
    return View(Column([bar, Divider(), Scroll("editor", content)]), overlay)


def _view(context: Context) -> View:
    return {"list": _list, "summary": _summary, "editor": _editor}[context.page.name](context)


def _title(context: Context) -> str:
    page = context.page
    return "Expenses" if page.name != "editor" else "Add expense" if page.arg is None else "Edit expense"


# Events -------------------------------------------------------------------------------------------------------------


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


def _update_editor(context: Context, message: Message) -> None:
    draft: Draft = context.page.data
    match message:
        case ("choose", category):
            context.set(data=draft._replace(category=category))
        case ("date",):
            _pick_date(context)
        case ("pick", *_):
            pickers.update(context, *message[1:])
        case ("picked", _, day):
            _set_day(context, day)
        case ("save",):
            _save(context)
        case ("submit", key):
            following = {"name": "amount"}.get(key, "note")
            end = len(context.field(following))
            context.set(focus=following, selection=(end, end))


def _search(context: Context, searching: bool) -> None:
    """Opens or closes the field for searching."""
    chosen = _filter(context)
    focus = "search" if searching else ""
    context.set(data=chosen._replace(searching=searching), fields={"search": ""}, focus=focus)


def _change(context: Context, row_id: int) -> None:
    row = get(context.get(EXPENSES), row_id)
    if row is not None:
        context.push(_edit_page(row))


def _update_list(context: Context, message: Message) -> None:
    chosen = _filter(context)
    match message:
        case ("pick", int(row_id)):
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


def _show_month(context: Context, month: int) -> None:
    low, high = 12 * 1970, month_of(day_of(2100, 1, 1))
    context.set(data=max(low, min(high, month)))


def _update(context: Context, message: Message) -> None:
    page = context.page
    match message:
        case ("back",) if page.name == "list" and _filter(context).searching:
            _search(context, False)
        case ("back",) | ("page", "list"):
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
        case _ if page.name == "editor":
            _update_editor(context, message)
        case _ if page.name == "list":
            _update_list(context, message)


APP = PhoneApp(
    AppSpec(
        "expense", "Expenses", "wallet", (22, 122, 96), _view, _update, _start, _title,
        key=pickers.key, text=pickers.text,
    ),
    seeders={EXPENSES: seed},
    databases=(DATABASE,),
)  # fmt: skip
