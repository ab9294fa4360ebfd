"""Expenses: entries among many others, given as text; parameters, evaluators, setups and moves.

A parameter is the text in which a goal or a file names its entries: a table with a line for each, or a sentence each.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from crab_gym.backends.base import Element, PhoneSetup
from crab_gym.task import Action, Look, OracleStuck, action
from crab_gym.task.parameters import Parameter, text
from crab_tasks.kits.android.expense.state import CATEGORIES, EXPENSES, money
from crab_tasks.kits.android.pages import open_first_page, replace_text, scroll_to, type_into
from crab_tasks.kits.android.rows import tap_row, to_row
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import State

__all__ = [
    "HEAD", "Entry", "add_by_fields", "add_entries", "as_table", "correct_note", "entered", "entries",
    "entries_named", "entry_count", "entry_name", "entry_noted", "entry_right", "entry_text", "fill_form",
    "hold_entry", "make_entry", "none_named", "open_expenses", "plant_entries", "remove_held", "rows_of",
    "search_entry",
]  # fmt: skip

_DAY = 86_400
_NAMES = {
    "Others": ("Door keys", "Flower pots", "Lost property fee", "Parcel tape", "Spare bulbs", "Tool hire"),
    "Income": ("Book royalties", "Deposit returned", "Evening shifts", "Garage rent", "Sold bicycle", "Tax credit"),
    "Food": ("Apricot box", "Cheese counter", "Fish stall", "Lunch in the park", "Noodle bar", "Wholemeal loaf"),
    "Housing": ("Boiler check", "Curtain rail", "Gutter cleaning", "Heating oil", "Paint and brushes", "Roof tiles"),
    "Social": ("Card game night", "Flowers for Nadia", "Housewarming gift", "Picnic with the team", "Quiz entry"),
    "Entertainment": ("Bowling lane", "Circus seats", "Jazz cellar", "Puppet show", "Skating rink", "Zoo visit"),
    "Transportation": ("Bridge toll", "Ferry crossing", "Night bus", "Railcard", "Tyre change", "Tram tickets"),
    "Clothes": ("Bobble hat", "Cobbler", "Linen shirt", "Rain cape", "Walking boots", "Woollen socks"),
    "Health Care": ("Bandages", "Eye test", "Hay fever spray", "Massage", "Tooth filling", "Vitamin drops"),
    "Education": ("Atlas", "Drawing lessons", "Evening lecture", "Exam fee", "Grammar course", "Notebooks"),
    "Donation": ("Animal shelter", "Food bank", "Lifeboats", "Library friends", "Village band", "Woodland trust"),
}
_NOTES = (
    "Paid in coins", "By card", "Shared with Piet", "For next month", "Second instalment", "On the way home",
    "Better than expected", "Ask for a bill", "Cheaper online", "Half the price",
)  # fmt: skip
_LOW, _HIGH = 1000, 50_000


class Entry(NamedTuple):
    """One entry of Expenses; `amount` in cents."""

    name: str
    amount: int
    category: str
    note: str


# Parameters ---------------------------------------------------------------------------------------------------------

HEAD = "name|amount|category|note"
_ROW = re.compile(r"([^|]+)\|\$(\d+)\.(\d\d)\|([^|]+)\|([^|]*)")
_SENTENCE = re.compile(r"([^|:]+): \$(\d+)\.(\d\d), category ([^,]+), note: (.*)")


def make_entry(rng: random.Random, taken: Collection[str] = ()) -> Entry:
    """Returns an entry with a name that isn't taken."""
    while True:
        category = rng.choice(tuple(CATEGORIES))
        name = rng.choice(_NAMES[category])
        if name not in taken:
            return Entry(name, rng.randint(_LOW, _HIGH), category, rng.choice(_NOTES))


def as_table(rows: Sequence[Entry], head: str = HEAD, ends: Sequence[str] = ()) -> str:
    """Returns entries as a table.

    Args:
        rows: The entries.
        head: The names of the columns.
        ends: What stands at the end of each line, after its note.
    """
    ends = ends or [""] * len(rows)
    lines = [
        f"{one.name}|${money(one.amount)}|{one.category}|{one.note}{end}" for one, end in zip(rows, ends, strict=True)
    ]
    return "\n".join([head, *lines])


def entry_text(rows: Sequence[Entry]) -> str:
    """Returns entries as sentences, a line each."""
    return "\n".join(f"{one.name}: ${money(one.amount)}, category {one.category}, note: {one.note}" for one in rows)


@lru_cache(maxsize=256)
def entered(listed: str) -> tuple[Entry, ...]:
    """Returns the entries of a text.

    Raises:
        ValueError: A line is none.
    """
    lines = listed.splitlines()
    pattern, rows = (_ROW, lines[1:]) if lines and lines[0] == HEAD else (_SENTENCE, lines)
    found = [pattern.fullmatch(row) for row in rows]
    entries = [Entry(one[1], int(one[2]) * 100 + int(one[3]), one[4], one[5]) for one in found if one is not None]
    if len(entries) < len(rows) or any(one.category not in CATEGORIES for one in entries):
        raise ValueError(f"{listed!r} isn't a list of entries with the categories {', '.join(CATEGORIES)}")
    return tuple(entries)


def entry_name(default: str) -> Parameter:
    """Returns a parameter that is the name of an entry; those of a task differ."""
    return replace(text(lambda rng: make_entry(rng).name, default, "expense"), apart="name")


def entries(*default: Entry) -> Parameter:
    """Returns a parameter that is the text of some entries of different names, as many as the default has."""

    def draw(rng: random.Random) -> str:
        rows: list[Entry] = []
        for _ in default:
            rows.append(make_entry(rng, [one.name for one in rows]))
        return as_table(rows) if rng.random() < 0.5 else entry_text(rows)

    def accepts(value: object) -> bool:
        try:
            rows = entered(value) if isinstance(value, str) else ()
        except ValueError:
            return False
        return len({one.name for one in rows}) == len(rows) == len(default)

    return Parameter("expenses", entry_text(default), draw, accepts, f"{len(default)} lines as {entry_text(default)!r}")


# Evaluators ---------------------------------------------------------------------------------------------------------


def _entries(state: State) -> list[Entry]:
    names = {number: name for name, number in CATEGORIES.items()}
    return [
        Entry(squeezed(str(row["name"] or "")), row["amount"], names.get(row["category"], ""), str(row["note"] or ""))
        for row in state.android.table(EXPENSES, "expense")
    ]


def _same(row: Entry, wanted: Entry) -> bool:
    return row._replace(note=squeezed(row.note)) == wanted._replace(note=squeezed(wanted.note))


def entry_noted(state: State, name: str, amount: int) -> bool:
    """An entry has this name and this amount."""
    return any((row.name, row.amount) == (name, amount) for row in _entries(state))


def entry_right(state: State, entry: Entry) -> bool:
    """Exactly one entry has this name, and it is as wanted."""
    found = [row for row in _entries(state) if row.name == entry.name]
    return len(found) == 1 and _same(found[0], entry)


def entry_count(state: State, entry: Entry, count: int) -> bool:
    """So many entries are like this one."""
    return sum(_same(row, entry) for row in _entries(state)) == count


def none_named(state: State, name: str) -> bool:
    """No entry has this name."""
    return all(row.name != name for row in _entries(state))


# Setups -------------------------------------------------------------------------------------------------------------


def entries_named(rng: random.Random, count: int, taken: Collection[str]) -> list[Entry]:
    """Returns some entries whose names aren't taken; two may have the same."""
    return [make_entry(rng, taken) for _ in range(count)]


def plant_entries(phone: PhoneSetup, rng: random.Random, rows: Sequence[Entry], alike: int = 0) -> None:
    """Makes these the only entries of Expenses, written down within the last two weeks in any order.

    Args:
        phone: The phone.
        rng: Draws the times.
        rows: The entries.
        alike: So many of them, the first ones, are of the same minute.
    """
    today = int(phone.now()) // _DAY * _DAY
    times = [today - rng.randint(1, 14) * _DAY + 60 * rng.randint(7 * 60, 22 * 60) for _ in rows]
    times[:alike] = times[:1] * alike
    ids = rng.sample(range(1, len(rows) + 1), len(rows))
    table = [
        {"expense_id": number, "name": one.name, "amount": one.amount, "category": CATEGORIES[one.category],
         "note": one.note, "created_date": time * 1000, "modified_date": time * 1000}
        for number, one, time in zip(ids, rows, times, strict=True)
    ]  # fmt: skip
    phone.set_table(EXPENSES, "expense", sorted(table, key=lambda row: row["expense_id"]))


# Moves --------------------------------------------------------------------------------------------------------------


def open_expenses(look: Look) -> Iterator[Action]:
    """Opens Expenses on its list."""
    yield from open_first_page(look, "Expenses", "fb_add")


def fill_form(look: Look, entry: Entry, category: bool = True) -> Iterator[Action]:
    """Adds an entry; the keyboard's Enter leads from field to field.

    Args:
        look: Shows the screens.
        entry: The entry.
        category: Whether to choose its category; else it has the one that is offered.
    """
    yield tap(look, rid="fb_add")
    yield action("android", "write_text", text=f"{entry.name}\n{money(entry.amount)}\n{entry.note}")
    if category:
        yield from scroll_to(look, entry.category, role="button")
        yield tap(look, text=entry.category, role="button")
    yield tap(look, text="Save")


def add_entries(look: Look, rows: Sequence[Entry]) -> Iterator[Action]:
    """Adds some entries."""
    yield from open_expenses(look)
    for one in rows:
        yield from fill_form(look, one)


def add_by_fields(look: Look, rows: Sequence[Entry]) -> Iterator[Action]:
    """Adds some entries, touching each field."""
    yield from open_expenses(look)
    for one in rows:
        yield tap(look, rid="fb_add")
        yield from type_into(look, "Note", one.note)
        yield from type_into(look, "Amount", money(one.amount))
        yield from type_into(look, "Name", one.name)
        yield from scroll_to(look, one.category)
        yield tap(look, text=one.category, role="button")
        yield tap(look, text="Save")


def correct_note(look: Look, entry: Entry) -> Iterator[Action]:
    """Gives the entry of a name its note."""
    yield from tap_row(look, entry.name)
    yield from replace_text(look, "Note", entry.note)
    yield tap(look, text="Save")


def rows_of(look: Look, entry: Entry) -> list[Element]:
    """Returns the rows on the screen that show an entry and are clear of the list's lower end."""
    shown = ("+" if entry.category == "Income" else "-") + f"${entry.amount // 100:,}.{entry.amount % 100:02}"
    described = f"{entry.category} · {entry.note}" if entry.note else entry.category
    elements = look("android")
    low = find(look, "android", rid="rv_expense").bounds[3] - 20
    heights = [one.center[1] for one in elements if one.text == shown]
    return [
        one
        for one in elements
        if (one.text, one.description) == (entry.name, described)
        and one.center[1] < low
        and any(one.bounds[1] <= height <= one.bounds[3] for height in heights)
    ]


def hold_entry(look: Look, entry: Entry) -> Iterator[Action]:
    """Scrolls the list down to an entry and selects it by a long touch."""
    before: tuple[Element, ...] = ()
    for _ in range(30):
        rows, shown = rows_of(look, entry), look("android")
        if rows:
            x, y = rows[0].center
            yield action("android", "long_tap", x=x, y=y)
            return
        if shown == before:
            break
        before = shown
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="long")
    raise OracleStuck(f"no entry {entry} is listed")


def search_entry(look: Look, name: str) -> Iterator[Action]:
    """Opens Expenses and searches an entry by its name."""
    yield from open_expenses(look)
    if has(look, "android", description="Close search"):
        yield tap(look, description="Close search")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=name)
    yield from to_row(look, name)


def remove_held(look: Look) -> Iterator[Action]:
    """Deletes the selected entries."""
    yield tap(look, rid="delete")
    yield tap(look, text="Delete", role="button")
