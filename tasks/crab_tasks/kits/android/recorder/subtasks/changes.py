"""Recorder: sub-tasks that delete a recording, and make one under a name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_gym.task.types import states, typed
from crab_sim.devices.footprints import Footprint, may_add, may_remove, no_other
from crab_tasks.kits.android.files.state import deleted
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.android.recorder.moves import open_menu, open_records
from crab_tasks.kits.android.recorder.state import ENDING, RECORDS, plant_recording, recording, recording_made
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import date_ahead

__all__ = ["DELETE", "RECORD"]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Recorder", "btn_records_list")


def _two_recordings(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The recording, and one whose name begins like its own."""
    for name, seconds in ((params.talk, params.seconds), (f"{params.talk} 2", params.seconds + 30)):
        plant_recording(devices["android"], name, seconds)


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """Recorder; then the recording is gone."""
    data = recording(params.talk, params.seconds)
    gone = {
        "path": f"{RECORDS}/{params.talk}{ENDING}", "size": len(data), "content": digest(data),
        "kept": f"{RECORDS}/{params.talk} 2{ENDING}",
    }  # fmt: skip
    return [
        app_opened("recorder", "recorder_open"),
        Checkpoint("deleted", "android", "recorder", deleted, gone, after=("recorder_open",)),
    ]


def _may_delete(params: Params) -> Footprint:
    return [may_remove("android", "file", path=f"{RECORDS}/{params.talk}{ENDING}")]


def _delete_one(look: Look, talk: str, button: str = "Delete") -> Iterator[Action]:
    """Deletes a recording, or cancels."""
    yield from open_menu(look, talk, "Delete")
    yield tap(look, text=button, role="button")


def _delete(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_one(look, params.talk)


def _delete_by_button(params: Params, look: Look) -> Iterator[Action]:
    """Opens the menu by the button beside the recording, the topmost of the two."""
    yield from open_records(look)
    yield from scroll_to(look, params.talk)
    row = next(one for one in look("android") if one.text == params.talk and one.role == "list_item")
    button = next(
        one
        for one in look("android")
        if one.description == "More options" and row.bounds[1] <= one.center[1] <= row.bounds[3]
    )
    yield action("android", "tap", x=button.center[0], y=button.center[1])
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def _delete_at_last(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the information about both first, and cancels once."""
    for talk in (f"{params.talk} 2", params.talk):
        yield from open_menu(look, talk, "Information")
    yield from _not_confirmed(params, look)
    yield from _delete(params, look)


def _delete_other(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the recording whose name begins like the one that is meant."""
    yield from _delete_one(look, f"{params.talk} 2")


def _not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_one(look, params.talk, "Cancel")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Gives the recording another name instead."""
    yield from open_menu(look, params.talk, "Rename")
    yield action("android", "write_text", text="Something else")
    yield tap(look, text="Save", role="button")


DELETE = SubTask(
    name="recorder.delete",
    device="android",
    app="recorder",
    says="delete the recording {talk} from the phone's Recorder app",
    steps="on the phone, open Recorder, tap Records, long-press the recording {talk}, tap Delete, and confirm it",
    inputs={"talk": choice(("Birdsong", "Chorus", "Draft", "Question", "Test", "Voices"), "Draft")},
    hidden={"seconds": integer(61, 118, 83, type="seconds")},
    setup=_two_recordings,
    checkpoints=_deleted,
    oracle={"recorder_open": _open, "deleted": _delete},
    footprint=_may_delete,
    alternatives={"by_button": _delete_by_button, "at_last": _delete_at_last},
    near_misses={"other_recording": _delete_other, "not_confirmed": _not_confirmed, "renamed": _rename},
    backends=("sim", "adb"),
    tags=("recorder",),
)


def _none_so_named(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Removes recordings of the name."""
    phone = devices["android"]
    for name in phone.list_dir(RECORDS):
        if states(params.kinds["date"], name.rpartition(".")[0], params.date):
            phone.remove(f"{RECORDS}/{name}")


def _recorded(params: Params) -> Sequence[Checkpoint]:
    """Recorder; then the recording."""
    right = {"kind": params.kinds["date"], "value": params.date}
    return [
        app_opened("recorder", "recorder_open"),
        Checkpoint("recorded", "android", "recorder", recording_made, right, after=("recorder_open",)),
    ]


def _may_record(params: Params) -> Footprint:
    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == RECORDS and states(params.kinds["date"], name.removesuffix(ENDING), params.date)

    def other(path: object) -> bool:
        return str(path).startswith(f"{RECORDS}/")

    return [may_add("android", "file", most=1, path=right), no_other("android", "file", path=other)]


def _start(look: Look) -> Iterator[Action]:
    """Records for some seconds."""
    yield from open_first_page(look, "Recorder", "btn_records_list")
    yield tap(look, rid="btn_record")
    yield action("root", "wait", seconds=3)


def _save(look: Look, name: str) -> Iterator[Action]:
    """Ends the recording, and saves it under a name; "" for the one that is offered."""
    yield tap(look, rid="btn_record_stop")
    if name:
        yield action("android", "write_text", text=name)
    yield tap(look, text="Save", role="button")


def _record(params: Params, look: Look) -> Iterator[Action]:
    yield from _start(look)
    yield from _save(look, typed("date", params.date))


def _record_in_parts(params: Params, look: Look) -> Iterator[Action]:
    """Pauses in between, and writes the date with digits only."""
    yield from _start(look)
    yield tap(look, rid="btn_record")
    yield action("root", "wait", seconds=2)
    yield tap(look, rid="btn_record")
    yield action("root", "wait", seconds=2)
    yield from _save(look, params.date)


def _record_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Saves it under another name, and renames it."""
    yield from _start(look)
    yield from _save(look, "My new one")
    yield from open_menu(look, "My new one", "Rename")
    yield action("android", "write_text", text=typed("date", params.date))
    yield tap(look, text="Save", role="button")


def _discard(params: Params, look: Look) -> Iterator[Action]:
    """Discards what was recorded."""
    yield from _start(look)
    yield tap(look, rid="btn_record_delete")
    if has(look, "android", "Discard", role="button"):
        yield tap(look, text="Discard", role="button")


def _unnamed(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the name that is offered."""
    yield from _start(look)
    yield from _save(look, "")


RECORD = SubTask(
    name="recorder.record",
    device="android",
    app="recorder",
    says="record some seconds of sound with the phone's Recorder app, and save the recording under the name {date}",
    steps="on the phone, open Recorder, tap Record, wait some seconds, tap Stop, type {date} as the recording's name "
    "and tap Save",
    inputs={"date": date_ahead("2026-12-10")},
    setup=_none_so_named,
    checkpoints=_recorded,
    oracle={"recorder_open": _open, "recorded": _record},
    footprint=_may_record,
    alternatives={"in_parts": _record_in_parts, "renamed": _record_and_rename},
    near_misses={"discarded": _discard, "unnamed": _unnamed},
    backends=("sim", "adb"),
    tags=("recorder",),
)
