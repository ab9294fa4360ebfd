"""Evaluators of the phone's Notebook app: notes and to-dos in notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from crab_tasks.evaluators import State

__all__ = ["DATABASE", "Note", "note_gone", "note_is", "todo_in", "todo_once"]

DATABASE = "/data/data/net.cozic.joplin/databases/joplin.sqlite"
"""Where the Notebook app keeps notebooks, in the table ``folders``, and notes, in the table ``notes``."""


class Note(NamedTuple):
    """A note: its notebook's title, its own title, its text."""

    notebook: str
    title: str
    body: str


def _notes(state: State, title: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Returns the notes of a title, each with its notebook's title."""
    phone = state["android"]
    found = [row for row in phone.table(DATABASE, "notes") if str(row["title"]).strip() == title]
    if not found:
        return []
    names = {row["id"]: str(row["title"]).strip() for row in phone.table(DATABASE, "folders")}
    return [(names.get(row["parent_id"], ""), row) for row in found]


def note_is(state: State, answer: str | None, notebook: str, title: str, body: str) -> bool:
    """Exactly one note has this title; it lies in this notebook and has this text, apart from blanks at its end."""
    return [(name, row["body"].rstrip()) for name, row in _notes(state, title)] == [(notebook, body.rstrip())]


def note_gone(state: State, answer: str | None, title: str, kept: Note) -> bool:
    """No note has this title; the one that is kept has its title and text still."""
    texts = [row["body"].rstrip() for _, row in _notes(state, kept.title)]
    return not _notes(state, title) and texts == [kept.body.rstrip()]


def todo_in(state: State, answer: str | None, notebook: str, title: str) -> bool:
    """A to-do of this title that isn't done lies in this notebook."""
    return any(
        (name, bool(row["is_todo"]), row["todo_completed"]) == (notebook, True, 0) for name, row in _notes(state, title)
    )


def todo_once(state: State, answer: str | None, notebook: str, title: str, due: float) -> bool:
    """One note has this title: a to-do in this notebook, not done, with an alarm at this time (seconds since 1970)."""
    found = [
        (name, bool(row["is_todo"]), row["todo_completed"], row["todo_due"] // 1000)
        for name, row in _notes(state, title)
    ]
    return found == [(notebook, True, 0, int(due))]
