"""Notes: evaluators and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = ["NOTES", "add_note", "note_holds", "note_once"]

NOTES = "/data/data/com.google.android.keep/databases/keep.db"
"""The database of the notes, in the table ``note``, and of their checklists, in ``list_item``."""


def _notes(state: State, title: str) -> list[list[str]]:
    """Returns the lines of each note of a title that isn't in the trash: without bullets and empty ones."""
    phone = state["android"]
    found = [row for row in phone.table(NOTES, "note") if str(row["title"]).strip() == title and not row["is_trashed"]]
    if not found:
        return []
    items = sorted((row["note_id"], row["position"], row["text"]) for row in phone.table(NOTES, "list_item"))
    texts = []
    for row in found:
        checks = [text for note, _, text in items if note == row["_id"]]
        lines = checks if row["is_checklist"] else str(row["text"]).splitlines()
        texts.append([bare for line in lines if (bare := line.strip().lstrip("-*•").strip())])
    return texts


def note_once(state: State, answer: str | None, title: str) -> bool:
    """Exactly one note has this title."""
    return len(_notes(state, title)) == 1


def note_holds(state: State, answer: str | None, title: str, lines: Sequence[str]) -> bool:
    """Exactly one note has this title, and it holds these lines in this order and nothing else."""
    return _notes(state, title) == [list(lines)]


def add_note(look: Look, title: str, lines: Sequence[str] = ()) -> Iterator[Action]:
    """Adds a note to Notes."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, rid="new_note_button")
    yield from type_into(look, "Title", title)
    if lines:
        yield from type_into(look, "Note", "\n".join(lines))
    yield action("android", "press", key="back")
