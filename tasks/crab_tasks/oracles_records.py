"""What oracles do in the phone's apps that keep records and files: Expenses, Recipes, Notes, Music, Fitness, Files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.evaluators_records import Expense
from crab_tasks.oracles import find, has, leave_pages, scroll_to, tap, type_into

__all__ = [
    "add_expense", "add_note", "at_root", "categorise", "delete_expense", "hold", "money", "open_folder", "open_list",
    "open_recipe", "open_tab", "replace_text",
]  # fmt: skip


def at_root(look: Look, app: str, text: str = "", description: str = "", role: str = "") -> Iterator[Action]:
    """Opens an app of the phone, and goes back in it until an element of its first page is on the screen."""
    yield action("android", "open_app", name=app)
    for _ in range(7):
        if has(look, "android", text, description, role=role):
            return
        yield action("android", "press", key="back")
    raise OracleStuck(f"no page of {app} with {text or description!r} was reached by going back")


def open_list(look: Look, app: str, rid: str) -> Iterator[Action]:
    """Opens an app of the phone on its first page, which has an element of this resource id."""
    yield action("android", "open_app", name=app)
    yield from leave_pages(look, rid)


def hold(look: Look, text: str) -> Action:
    """Touches an element of the phone for long."""
    x, y = find(look, "android", text).center
    return action("android", "long_tap", x=x, y=y)


def replace_text(look: Look, hint: str, text: str) -> Iterator[Action]:
    """Types a text in place of what a field of the phone holds."""
    x, y = find(look, "android", description=hint, role="text_field").center
    yield action("android", "long_tap", x=x, y=y)
    yield tap(look, text="Select all")
    yield action("android", "write_text", text=text)


# Expenses -----------------------------------------------------------------------------------------------------------


def money(cents: int) -> str:
    """Returns an amount as it is typed.

    >>> money(705)
    '7.05'
    """
    return f"{cents // 100}.{cents % 100:02}"


def add_expense(look: Look, expense: Expense, category: bool = False) -> Iterator[Action]:
    """Adds an entry to Expenses, in its category or in the one that is offered."""
    yield from open_list(look, "Expenses", "fb_add")
    yield tap(look, rid="fb_add")
    yield from type_into(look, "Name", expense.name)
    yield from type_into(look, "Amount", money(expense.amount))
    if category:
        yield tap(look, text=expense.category)
    yield tap(look, text="Save")


def categorise(look: Look, expense: Expense) -> Iterator[Action]:
    """Gives an entry of Expenses its category."""
    yield from open_list(look, "Expenses", "fb_add")
    yield from scroll_to(look, expense.name)
    yield tap(look, text=expense.name, role="list_item")
    yield tap(look, text=expense.category)
    yield tap(look, text="Save")


def delete_expense(look: Look, name: str, amount: int) -> Iterator[Action]:
    """Deletes the entry of Expenses that is the lowest of its name and amount on the screen."""
    yield from open_list(look, "Expenses", "fb_add")
    wanted = f"-${money(amount)}"
    yield from scroll_to(look, wanted)
    y = find(look, "android", wanted).center[1]
    row = next((one for one in look("android") if one.text == name and one.bounds[1] < y < one.bounds[3]), None)
    if row is None:
        raise OracleStuck(f"no entry {name!r} stands beside {wanted!r}")
    x, y = row.center
    yield action("android", "tap", x=x, y=y)
    yield tap(look, rid="delete")
    yield tap(look, text="Delete", role="button")


# Recipes, Notes, Music ----------------------------------------------------------------------------------------------


def open_recipe(look: Look, title: str) -> Iterator[Action]:
    """Opens a recipe."""
    yield from open_list(look, "Recipes", "fab_list")
    yield from scroll_to(look, title)
    yield tap(look, text=title, role="list_item")


def add_note(look: Look, title: str, lines: Sequence[str] = ()) -> Iterator[Action]:
    """Adds a note to Notes."""
    yield from open_list(look, "Notes", "new_note_button")
    yield tap(look, rid="new_note_button")
    yield from type_into(look, "Title", title)
    if lines:
        yield from type_into(look, "Note", "\n".join(lines))
    yield action("android", "press", key="back")


def open_tab(look: Look, tab: str) -> Iterator[Action]:
    """Opens one of the first pages of Music."""
    yield from at_root(look, "Music", "Playlists", role="tab")
    yield tap(look, text=tab, role="tab")


# Files --------------------------------------------------------------------------------------------------------------


def open_folder(look: Look, *names: str) -> Iterator[Action]:
    """Opens a folder of the phone's storage in Files, by the names on the way down to it."""
    yield from at_root(look, "Files", description="Show roots")
    yield tap(look, description="Show roots")
    yield tap(look, text="Internal storage")
    for name in names:
        yield from scroll_to(look, name)
        yield tap(look, text=name, role="list_item")
