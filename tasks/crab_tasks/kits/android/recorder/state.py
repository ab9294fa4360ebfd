"""Recorder: evaluators and setups."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_sim.devices.apps import app_of
from crab_sim.devices.media import movie, read_tags
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.compare import digest
from crab_tasks.kits.state import State

__all__ = [
    "ENDING", "MICROPHONE", "PACKAGE", "RECORDS", "bookmarked", "microphone_allowed", "plant_recording",
    "plant_recordings", "recorded", "recording", "recording_made", "recording_named", "recording_runs",
]  # fmt: skip

RECORDS = f"{STORAGE}/Android/data/com.dimowner.audiorecorder/files/Music/records"
"""The folder of the recordings."""
ENDING = ".m4a"
PACKAGE = app_of("android", "recorder").package
MICROPHONE = "android.permission.RECORD_AUDIO"
_DATABASE = "/data/data/com.dimowner.audiorecorder/databases/records.db"


def bookmarked(state: State, path: str, other: str) -> bool:
    """A recording has a bookmark, and another one has none."""
    rows = state.android.table(_DATABASE, "records")
    paths = [row["path"] for row in rows if row["bookmark"]]
    return path in paths and other not in paths


def microphone_allowed(state: State) -> bool:
    """Recorder may use the microphone whenever it is used, and not only this time."""
    return MICROPHONE in state.android.permissions(PACKAGE)


def recording_named(state: State, kind: str, value: Value, content: str) -> bool:
    """Exactly one recording has a value as its name, and this content; no other one has the content.

    Args:
        state: The devices' states.
        kind: The value's type.
        value: The value.
        content: The recording's digest.
    """
    phone = state.android
    names = [name for name in phone.list_dir(RECORDS) if name.endswith(ENDING)]
    named = [name for name in names if states(kind, name.removesuffix(ENDING), value)]
    alike = [name for name in names if digest(phone.read_file(f"{RECORDS}/{name}") or b"") == content]
    return len(named) == 1 and alike == named


def recording_runs(state: State) -> bool:
    """Recorder is in front, and records or has paused a recording."""
    return state.android.foreground().app == "recorder" and any(
        element.resource_id.endswith(":id/btn_record_stop") for element in state.android.elements()
    )


def recorded(state: State, count: int, name: str = "") -> bool:
    """There are so many recordings that have a length, and maybe one of a name; no others.

    Args:
        state: The devices' states.
        count: The number of recordings.
        name: The name that one has; "" for any.
    """
    phone = state.android
    names = [other for other in phone.list_dir(RECORDS) if other.endswith(ENDING)]
    return (
        len(names) == count
        and name + ENDING in ({*names, ENDING})
        and all(read_tags(phone.read_file(f"{RECORDS}/{other}") or b"").seconds > 0 for other in names)
    )


def plant_recordings(phone: PhoneSetup, names: Sequence[str]) -> None:
    """Makes recordings of half a minute, the only ones.

    Args:
        phone: The phone.
        names: Their names.
    """
    for old in phone.list_dir(RECORDS):
        phone.remove(f"{RECORDS}/{old}")
    for i, name in enumerate(names):
        phone.write_file(f"{RECORDS}/{name}{ENDING}", recording(name, 30 + i))


def recording(name: str, seconds: int) -> bytes:
    """Returns a recording's content."""
    return movie("M4A ", float(seconds), 1_790_000_000.0, title=name)


def plant_recording(phone: PhoneSetup, name: str, seconds: int, age: float = 0.0) -> None:
    """Makes a recording.

    Args:
        phone: The phone.
        name: Its name.
        seconds: How long it lasts.
        age: How many seconds ago it was made.
    """
    phone.write_old_file(f"{RECORDS}/{name}.m4a", recording(name, seconds), age)


def recording_made(state: State, kind: str, value: Value) -> bool:
    """Exactly one recording has a value as its name, and it has a length.

    Args:
        state: The devices' states.
        kind: The value's type.
        value: The value.
    """
    phone = state.android
    names = [name for name in phone.list_dir(RECORDS) if states(kind, name.rpartition(".")[0], value)]
    return (
        len(names) == 1
        and names[0].endswith(ENDING)
        and read_tags(phone.read_file(f"{RECORDS}/{names[0]}") or b"").seconds > 0
    )
