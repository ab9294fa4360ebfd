"""Recorder: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_gym.task.types import states, typed
from crab_sim.devices.footprints import Footprint, may_add, may_remove
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.android.recorder.moves import open_menu, open_records
from crab_tasks.kits.android.recorder.state import ENDING, RECORDS, recording, recording_named
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import date_ahead

__all__ = ["RENAME", "SECONDS"]

_TALKS = ("Interview", "Lecture", "Melody", "Reminder", "Speech", "Story")


def _recorder_open(params: Params) -> Sequence[Checkpoint]:
    """Recorder is in front."""
    return [app_opened("recorder", "recorder_open")]


def _plant(devices: Mapping[str, Setup], talk: str, seconds: int, other: int) -> None:
    """Makes a recording, and one whose name begins like its own."""
    for name, length in ((talk, seconds), (f"{talk} 2", other)):
        devices["android"].write_file(f"{RECORDS}/{name}{ENDING}", recording(name, length))


def _two_recordings(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _plant(devices, params.talk, params.seconds, params.other)


def _see_record(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the recording in the list."""
    yield from open_records(look)
    yield from scroll_to(look, params.talk)


def _see_information(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of information about the recording."""
    yield from open_menu(look, params.talk, "Information")


def _play(params: Params, look: Look) -> Iterator[Action]:
    """Plays the recording, whose length the player shows."""
    yield from open_records(look)
    yield from open_row(look, params.talk)


SECONDS = SubTask(
    name="recorder.seconds",
    device="android",
    app="recorder",
    says="look up how many seconds the recording {talk} in the phone's Recorder app lasts",
    steps="on the phone, open Recorder, tap Records and read how many seconds the recording {talk} lasts",
    refers="the length in seconds of the phone's recording {talk}",
    inputs={"talk": choice(_TALKS, "Lecture")},
    hidden={"seconds": integer(11, 58, 47, type="seconds"), "other": integer(11, 58, 29, type="seconds")},
    output="count",
    called="recording's length",
    produce=lambda params: int(params.seconds),
    setup=_two_recordings,
    checkpoints=_recorder_open,
    oracle={"recorder_open": _see_record},
    alternatives={"information": _see_information, "played": _play},
    backends=("sim", "adb"),
    tags=("recorder",),
)


def _unnamed(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Makes the recording, of a length that no other one has."""
    _plant(devices, params.talk, params.seconds, params.seconds + 60)


def _renamed(params: Params) -> Sequence[Checkpoint]:
    """Recorder; then the name."""
    right = {
        "kind": params.kinds["date"], "value": params.date, "content": digest(recording(params.talk, params.seconds)),
    }  # fmt: skip
    return [
        app_opened("recorder", "recorder_open"),
        Checkpoint("renamed", "android", "recorder", recording_named, right, after=("recorder_open",)),
    ]


def _may_rename(params: Params) -> Footprint:
    """The file under another name."""

    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == RECORDS and states(params.kinds["date"], name.removesuffix(ENDING), params.date)

    return [
        may_remove("android", "file", path=f"{RECORDS}/{params.talk}{ENDING}"),
        may_add("android", "file", most=1, path=right),
    ]


def _open_recorder(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Recorder", "btn_records_list")


def _type_name(look: Look, talk: str, name: str) -> Iterator[Action]:
    """Types a recording's new name into the dialog."""
    yield from open_menu(look, talk, "Rename")
    yield action("android", "write_text", text=name)


def _rename(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, params.talk, typed("date", params.date))
    yield tap(look, text="Save", role="button")


def _rename_with_digits(params: Params, look: Look) -> Iterator[Action]:
    """Writes the date with digits only, and presses Enter."""
    yield from _type_name(look, params.talk, params.date)
    yield action("android", "press", key="enter")


def _rename_twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives it another name first."""
    yield from _type_name(look, params.talk, "My new one")
    yield tap(look, text="Save", role="button")
    yield from _type_name(look, "My new one", typed("date", params.date))
    yield tap(look, text="Save", role="button")


def _cancel(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _type_name(look, params.talk, typed("date", params.date))
    yield tap(look, text="Cancel", role="button")


def _rename_other(params: Params, look: Look) -> Iterator[Action]:
    """Renames the recording whose name begins like the one that is meant."""
    yield from _type_name(look, f"{params.talk} 2", typed("date", params.date))
    yield tap(look, text="Save", role="button")


RENAME = SubTask(
    name="recorder.rename",
    device="android",
    app="recorder",
    says="change the name of the recording {talk} in the phone's Recorder app to {date}",
    steps="on the phone, open Recorder, tap Records, long-press the recording {talk}, tap Rename, type {date} as "
    "its new name and tap Save",
    inputs={"talk": choice(_TALKS, "Melody"), "date": date_ahead("2026-11-19")},
    hidden={"seconds": integer(61, 118, 75, type="seconds")},
    setup=_unnamed,
    checkpoints=_renamed,
    oracle={"recorder_open": _open_recorder, "renamed": _rename},
    footprint=_may_rename,
    alternatives={"with_digits": _rename_with_digits, "twice": _rename_twice},
    near_misses={"cancelled": _cancel, "other_recording": _rename_other},
    backends=("sim", "adb"),
    tags=("recorder",),
)
