"""The place of each kind of fact in the phone's databases, for trials that change facts.

* `Text`, `TEXTS` - the table, the key and the text of a kind of fact.
* `DATABASES` - the database of each kind.
* `rows_of`, `new_key` - its rows, and a key that none of them has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from crab_gym.backends.base import PhoneState
from crab_sim.devices.phone_facts import PHONE_TABLES

__all__ = ["DATABASES", "TEXTS", "Text", "new_key", "rows_of"]


class Text(NamedTuple):
    """The place of a text in the tables of a kind of fact.

    Attributes:
        table: The table.
        key: The column with the facts' keys.
        column: The column with the text.
        field: The text's name among the fact's fields.
    """

    table: str
    key: str
    column: str
    field: str


TEXTS: Final[Mapping[str, Text]] = {
    "blocked_number": Text("blocked", "_id", "original_number", "number"),
    "contact_group": Text("groups", "_id", "title", "title"),
    "message": Text("sms", "_id", "body", "body"),
    "call": Text("calls", "_id", "number", "number"),
    "voicemail": Text("calls", "_id", "transcription", "text"),
    "event": Text("events", "id", "title", "title"),
    "alarm": Text("alarm_templates", "_id", "label", "label"),
    "city": Text("selected_cities", "city_id", "city_name", "name"),
    "mail": Text("messages", "_id", "subject", "subject"),
    "marker": Text("map_markers", "marker_id", "title", "title"),
    "note": Text("note", "_id", "title", "title"),
    "notebook": Text("folders", "id", "title", "title"),
    "notebook_note": Text("notes", "id", "body", "body"),
    "todo": Text("tasks", "_id", "title", "title"),
    "drive_file": Text("entry", "_id", "title", "title"),
    "expense": Text("expense", "expense_id", "name", "name"),
    "recipe": Text("recipes", "recipeId", "title", "title"),
    "playlist": Text("PlaylistEntity", "playlist_id", "playlist_name", "name"),
    "video_playlist": Text("Playlist", "id_playlist", "name", "name"),
    "trashed_drive_file": Text("entry", "_id", "title", "title"),
    "trashed_note": Text("note", "_id", "title", "title"),
    "track": Text("tracks", "_id", "name", "name"),
}
DATABASES: Final[Mapping[str, str]] = {kind.kind: kind.database for kind in PHONE_TABLES}


def rows_of(kind: str, phone: PhoneState) -> tuple[Mapping[str, Any], ...]:
    """Returns the rows of a kind's table."""
    return phone.table(DATABASES[kind], TEXTS[kind].table)


def new_key(kind: str, key: str, rows: Sequence[Mapping[str, Any]]) -> object:
    """Returns a key for one row more: the next number, or, where keys are texts, another one than this."""
    numbers = [number for number in (row[TEXTS[kind].key] for row in rows) if isinstance(number, int)]
    return max(numbers) + 1 if numbers else f"{key[:-6]}ffffff"
