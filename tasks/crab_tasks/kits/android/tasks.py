"""Tasks: evaluators and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = ["check_off", "new_todo", "only_todo", "todo_exists", "todo_has_notes", "todo_is_done", "todos_are"]


def only_todo(state: State, answer: str | None, title: str, start: str, end: str) -> bool:
    """One entry of the Tasks app starts and ends like this, in capital or small letters: the one of this title, open.

    So guesses don't count.

    Args:
        state: The devices' states.
        answer: Not used.
        title: Its title.
        start: Beginning of the titles that count as guesses.
        end: End of these titles.
    """
    found = [
        (todo.title, todo.done)
        for todo in state["android"].todos()
        if todo.title.casefold().startswith(start.casefold()) and todo.title.casefold().endswith(end.casefold())
    ]
    return found == [(title, False)]


def todo_exists(state: State, answer: str | None, title: str) -> bool:
    """An open entry of the Tasks app has this title."""
    return any(todo.title == title and not todo.done for todo in state["android"].todos())


def todo_has_notes(state: State, answer: str | None, title: str, notes: str) -> bool:
    """An open entry of the Tasks app has this title and these notes."""
    return any((t.title, t.notes.strip(), t.done) == (title, notes, False) for t in state["android"].todos())


def todo_is_done(state: State, answer: str | None, title: str) -> bool:
    """The entry of the Tasks app is still there, and marked as completed."""
    return any(todo.title == title and todo.done for todo in state["android"].todos())


def todos_are(state: State, answer: str | None, rows: Sequence[tuple[str, str, bool]]) -> bool:
    """The entries of the Tasks app are exactly these, in any order: title, notes, whether it is completed."""
    return sorted((t.title, t.notes.strip(), t.done) for t in state["android"].todos()) == sorted(rows)


def new_todo(look: Look, title: str, notes: str = "") -> Iterator[Action]:
    """Adds an entry to the phone's Tasks app."""
    yield from open_first_page(look, "Tasks", "fab")
    yield tap(look, rid="fab")
    yield from type_into(look, "Title", title)
    if notes:
        yield from type_into(look, "Notes", notes)
    yield tap(look, text="Save")


def check_off(look: Look, title: str) -> Iterator[Action]:
    """Marks an entry of the phone's Tasks app as completed."""
    yield from open_first_page(look, "Tasks", "fab")
    yield from scroll_to(look, title)
    yield tap(look, description=f"Mark as completed: {title}")
