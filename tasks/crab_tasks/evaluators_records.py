"""Evaluators of what the phone's apps keep in tables: expenses, recipes, notes, playlists, tracks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from crab_tasks.evaluators import State

__all__ = [
    "CATEGORIES", "EXPENSES", "NOTES", "PLAYLISTS", "RECIPES", "TRACKS", "Expense", "answer_is_hundredths",
    "expense_count", "expense_of", "expenses_are", "favourites_are", "file_holds", "note_holds", "note_once",
    "playlist_holds", "playlist_is", "playlist_there", "playlists_are", "recipe_is_favourite",
    "track_named", "tracks_are",
]  # fmt: skip

EXPENSES = "/data/data/com.arduia.expense/databases/accounting.db"
"""Where Expenses keeps its entries, in the table ``expense``; amounts in cents, times in milliseconds."""
RECIPES = "/data/data/com.flauschcode.broccoli/databases/broccoli"
"""Where Recipes keeps its recipes, in the table ``recipes``."""
NOTES = "/data/data/com.google.android.keep/databases/keep.db"
"""Where Notes keeps its notes, in the table ``note``, and their checklists, in ``list_item``."""
PLAYLISTS = "/data/data/code.name.monkey.retromusic/databases/playlist.db"
"""Where Music keeps its playlists, in the table ``PlaylistEntity``, and what is in them, in ``SongEntity``."""
TRACKS = "/data/data/de.dennisguse.opentracks/databases/database.db"
"""Where Fitness keeps its tracks, in the table ``tracks``; lengths in metres, times in milliseconds."""

CATEGORIES = {
    "Others": 1, "Income": 2, "Food": 3, "Housing": 4, "Social": 5, "Entertainment": 6, "Transportation": 7,
    "Clothes": 8, "Health Care": 9, "Education": 10, "Donation": 11,
}  # fmt: skip
"""The numbers of the categories of Expenses."""


class Expense(NamedTuple):
    """One entry of Expenses; `amount` in cents."""

    name: str
    amount: int
    category: str


# Expenses -----------------------------------------------------------------------------------------------------------


def _expenses(state: State) -> list[tuple[str, int, int]]:
    rows = state["android"].table(EXPENSES, "expense")
    return [(str(row["name"] or "").strip(), row["amount"], row["category"]) for row in rows]


def expense_count(state: State, answer: str | None, name: str, amount: int, count: int) -> bool:
    """So many entries have this name and this amount."""
    return [row[:2] for row in _expenses(state)].count((name, amount)) == count


def expense_of(state: State, answer: str | None, expenses: Sequence[Expense]) -> bool:
    """Each of these is there, with its amount and category."""
    rows = _expenses(state)
    return all((one.name, one.amount, CATEGORIES[one.category]) in rows for one in expenses)


def expenses_are(state: State, answer: str | None, expenses: Sequence[Expense]) -> bool:
    """The entries are exactly these, in any order."""
    return sorted(_expenses(state)) == sorted((one.name, one.amount, CATEGORIES[one.category]) for one in expenses)


# Recipes and notes --------------------------------------------------------------------------------------------------


def _favourites(state: State) -> list[str]:
    return sorted(row["title"] for row in state["android"].table(RECIPES, "recipes") if row["favorite"])


def recipe_is_favourite(state: State, answer: str | None, title: str) -> bool:
    """A recipe of this title is a favourite."""
    return title in _favourites(state)


def favourites_are(state: State, answer: str | None, titles: Sequence[str]) -> bool:
    """The favourite recipes are exactly these."""
    return _favourites(state) == sorted(titles)


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


def file_holds(state: State, answer: str | None, path: str, lines: Sequence[str]) -> bool:
    """The desktop's file has each of these lines, perhaps among others, apart from blanks around them."""
    text = state["ubuntu"].read_text(path)
    return text is not None and set(lines) <= {line.strip() for line in text.splitlines()}


# Playlists ----------------------------------------------------------------------------------------------------------


def _playlists(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """Returns each playlist's name and the paths of its songs, in order."""
    phone = state["android"]
    songs = sorted(
        (row["playlist_creator_id"], row["song_key"], row["data"]) for row in phone.table(PLAYLISTS, "SongEntity")
    )
    return [
        (row["playlist_name"].strip(), tuple(path for owner, _, path in songs if owner == row["playlist_id"]))
        for row in phone.table(PLAYLISTS, "PlaylistEntity")
    ]


def playlist_there(state: State, answer: str | None, name: str, there: bool) -> bool:
    """Exactly one playlist has this name; or there are playlists, but none of this name."""
    names = [name for name, _ in _playlists(state)]
    return names.count(name) == 1 if there else bool(names) and name not in names


def playlist_holds(state: State, answer: str | None, name: str, paths: Sequence[str]) -> bool:
    """The playlist of this name holds these songs, perhaps among others."""
    return any(found == name and set(paths) <= set(songs) for found, songs in _playlists(state))


def playlist_is(state: State, answer: str | None, name: str, paths: Sequence[str]) -> bool:
    """The playlist of this name holds exactly these songs, in this order."""
    return (name, tuple(paths)) in _playlists(state)


def playlists_are(state: State, answer: str | None, playlists: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """The playlists are exactly these, in any order, each with its songs in their order."""
    return sorted(_playlists(state)) == sorted((name, tuple(paths)) for name, paths in playlists)


# Tracks -------------------------------------------------------------------------------------------------------------


def _tracks(state: State) -> list[tuple[str, str, int]]:
    rows = state["android"].table(TRACKS, "tracks")
    return [(str(row["name"] or "").strip(), row["category"], round(row["totaldistance"])) for row in rows]


def track_named(state: State, answer: str | None, name: str, metres: int) -> bool:
    """Exactly one track is so long, and it has this name."""
    return [found for found, _, length in _tracks(state) if length == metres] == [name]


def tracks_are(state: State, answer: str | None, tracks: Sequence[tuple[str, str, int]]) -> bool:
    """The tracks are exactly these, in any order: name, activity type, metres."""
    return sorted(_tracks(state)) == sorted(tracks)


def answer_is_hundredths(state: State, answer: str | None, value: int) -> bool:
    """The answer names exactly one number, with two decimals at most, and it is so many hundredths."""
    if answer is None or any(char.isnumeric() and not char.isascii() for char in answer):
        return False
    numbers = re.findall(r"-?[\d.,]*\d[\d.,]*", answer.rstrip(". "))
    match = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,2}))?", numbers[0]) if len(numbers) == 1 else None
    return match is not None and int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")) == value
