"""Recorder: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_gym.task.types import states, typed
from crab_sim.devices.footprints import Footprint, left_open, may_add, may_remove, no_other
from crab_tasks.kits.android.files.state import age_of, deleted
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.android.recorder.moves import answer_request, open_menu, open_records
from crab_tasks.kits.android.recorder.state import (
    ENDING,
    RECORDS,
    bookmarked,
    plant_recording,
    recording,
    recording_made,
    recording_named,
)
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import date_ahead, day, some_of

__all__ = [
    "BOOKMARK", "DELETE", "MADE_ON", "RECORD", "RENAME", "SECONDS", "may_record", "none_so_named", "open_recorder",
    "save_recording",
]  # fmt: skip


_TALKS = ("Interview", "Lecture", "Melody", "Reminder", "Speech", "Story")


def _recorder_open(params: Params) -> Sequence[Checkpoint]:
    """Recorder is in front."""
    return [app_opened("recorder", "recorder_open")]


def _plant(devices: Devices, talk: str, seconds: int, other: int) -> None:
    """Makes a recording, and one whose name begins like its own."""
    for name, length in ((talk, seconds), (f"{talk} 2", other)):
        devices.android.write_file(f"{RECORDS}/{name}{ENDING}", recording(name, length))


def _two_recordings(devices: Devices, params: Params, rng: random.Random) -> None:
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


def _unnamed(devices: Devices, params: Params, rng: random.Random) -> None:
    """Makes the recording, of a length that no other one has."""
    _plant(devices, params.talk, params.seconds, params.seconds + 60)


def _renamed(params: Params) -> Sequence[Checkpoint]:
    """Recorder; then the name."""
    right = check(
        recording_named,
        kind=params.kinds["date"],
        value=params.date,
        content=digest(recording(params.talk, params.seconds)),
    )
    return after_opening("recorder", "renamed", right)


def _may_rename(params: Params) -> Footprint:
    """The file under another name."""

    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == RECORDS and states(params.kinds["date"], name.removesuffix(ENDING), params.date)

    return [
        may_remove("android", "file", path=f"{RECORDS}/{params.talk}{ENDING}"),
        may_add("android", "file", most=1, path=right),
    ]


def open_recorder(params: Params, look: Look) -> Iterator[Action]:
    """Opens Recorder's first page."""
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
    oracle={"recorder_open": open_recorder, "renamed": _rename},
    footprint=_may_rename,
    alternatives={"with_digits": _rename_with_digits, "twice": _rename_twice},
    near_misses={"cancelled": _cancel, "other_recording": _rename_other},
    backends=("sim", "adb"),
    tags=("recorder",),
)


def _recordings_of_days(devices: Devices, params: Params, rng: random.Random) -> None:
    """The recording, and one whose name begins like its own."""
    phone = devices.android
    for name, iso in ((params.talk, params.day), (f"{params.talk} 2", params.other)):
        plant_recording(phone, name, rng.randint(20, 300), age_of(phone, iso, rng.randint(8, 18)))


def _see_second(params: Params, look: Look) -> Iterator[Action]:
    """Opens the information about the other one first."""
    yield from open_menu(look, f"{params.talk} 2", "Information")
    yield tap(look, description="Navigate up")
    yield from _see_information(params, look)


MADE_ON = SubTask(
    name="recorder.made_on",
    device="android",
    app="recorder",
    says="look up the day on which the recording {talk} in the phone's Recorder app was made",
    steps="on the phone, open Recorder, tap Records, find the recording {talk} and read the day below its name",
    refers="the day on which the phone's recording {talk} was made",
    inputs={"talk": choice(("Audition", "Debate", "Dictation", "Greeting", "Rehearsal", "Sermon"), "Debate")},
    hidden={
        "day": day("2025-03-12", date(2025, 1, 4), date(2025, 12, 20)),
        "other": day("2025-07-30", date(2025, 1, 4), date(2025, 12, 20)),
    },
    output="date",
    called="day of the recording",
    produce=lambda params: str(params.day),
    setup=_recordings_of_days,
    checkpoints=lambda params: [app_opened("recorder", "recorder_open")],
    oracle={"recorder_open": _see_record},
    alternatives={"information": _see_information, "second_look": _see_second},
    backends=("sim", "adb"),
    tags=("recorder",),
)


_OTHERS = ("Bakery", "Brook", "Church bells", "Rain", "Tram")


def _two_talks(devices: Devices, params: Params, rng: random.Random) -> None:
    """The recording, one whose name begins like its own, and some others, made in any order."""
    lengths = {params.talk: params.seconds, f"{params.talk} 2": params.seconds + 30}
    lengths |= {name: rng.randint(20, 300) for name in some_of(rng, _OTHERS)}
    for age, (name, seconds) in zip(rng.sample(range(1, 20), len(lengths)), lengths.items(), strict=True):
        plant_recording(devices.android, name, seconds, 600.0 * age)


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """Recorder; then the recording is gone."""
    data = recording(params.talk, params.seconds)
    gone = check(
        deleted,
        path=f"{RECORDS}/{params.talk}{ENDING}",
        size=len(data),
        content=digest(data),
        kept=f"{RECORDS}/{params.talk} 2{ENDING}",
    )
    return after_opening("recorder", "deleted", gone)


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


def _rename_instead(params: Params, look: Look) -> Iterator[Action]:
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
    setup=_two_talks,
    checkpoints=_deleted,
    oracle={"recorder_open": open_recorder, "deleted": _delete},
    footprint=_may_delete,
    alternatives={"by_button": _delete_by_button, "at_last": _delete_at_last},
    near_misses={"other_recording": _delete_other, "not_confirmed": _not_confirmed, "renamed": _rename_instead},
    backends=("sim", "adb"),
    tags=("recorder",),
)


def none_so_named(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes recordings of the name."""
    phone = devices.android
    for name in phone.list_dir(RECORDS):
        if states(params.kinds["date"], name.rpartition(".")[0], params.date):
            phone.remove(f"{RECORDS}/{name}")


def _recorded(params: Params) -> Sequence[Checkpoint]:
    """Recorder; then the recording."""
    right = check(recording_made, kind=params.kinds["date"], value=params.date)
    return after_opening("recorder", "recorded", right)


def may_record(params: Params) -> Footprint:
    """Returns the allowance to make one recording, which has the date as its name."""

    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == RECORDS and states(params.kinds["date"], name.removesuffix(ENDING), params.date)

    def other(path: object) -> bool:
        return str(path).startswith(f"{RECORDS}/")

    return [
        may_add("android", "file", most=1, path=right),
        no_other("android", "file", path=other),
        left_open("android", "file", ("content",), path=right),  # what is heard
    ]


def _start(look: Look) -> Iterator[Action]:
    """Records for some seconds."""
    yield from open_first_page(look, "Recorder", "btn_records_list")
    yield tap(look, rid="btn_record")
    yield from answer_request(look)
    yield action("root", "wait", seconds=3)


def save_recording(look: Look, name: str) -> Iterator[Action]:
    """Ends the recording, and saves it under a name; "" for the one that is offered."""
    yield tap(look, rid="btn_record_stop")
    if name:
        yield action("android", "write_text", text=name)
    yield tap(look, text="Save", role="button")


def _record(params: Params, look: Look) -> Iterator[Action]:
    yield from _start(look)
    yield from save_recording(look, typed("date", params.date))


def _record_in_parts(params: Params, look: Look) -> Iterator[Action]:
    """Pauses in between, and writes the date with digits only."""
    yield from _start(look)
    yield tap(look, rid="btn_record")
    yield action("root", "wait", seconds=2)
    yield tap(look, rid="btn_record")
    yield action("root", "wait", seconds=2)
    yield from save_recording(look, params.date)


def _record_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Saves it under another name, and renames it."""
    yield from _start(look)
    yield from save_recording(look, "My new one")
    yield from open_menu(look, "My new one", "Rename")
    yield action("android", "write_text", text=typed("date", params.date))
    yield tap(look, text="Save", role="button")


def _discard(params: Params, look: Look) -> Iterator[Action]:
    """Discards what was recorded."""
    yield from _start(look)
    yield tap(look, rid="btn_record_delete")
    if has(look, "android", "Discard", role="button"):
        yield tap(look, text="Discard", role="button")


def _recorded_unnamed(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the name that is offered."""
    yield from _start(look)
    yield from save_recording(look, "")


RECORD = SubTask(
    name="recorder.record",
    device="android",
    app="recorder",
    says="record some seconds of sound with the phone's Recorder app, and save the recording under the name {date}",
    steps="on the phone, open Recorder, tap Record, wait some seconds, tap Stop, type {date} as the recording's name "
    "and tap Save",
    inputs={"date": date_ahead("2026-12-10")},
    setup=none_so_named,
    checkpoints=_recorded,
    oracle={"recorder_open": open_recorder, "recorded": _record},
    footprint=may_record,
    alternatives={"in_parts": _record_in_parts, "renamed": _record_and_rename},
    near_misses={"discarded": _discard, "unnamed": _recorded_unnamed},
    backends=("sim", "adb"),
    tags=("recorder",),
)


def _marked(params: Params) -> Sequence[Checkpoint]:
    """Recorder; then the bookmark."""
    paths = [f"{RECORDS}/{name}{ENDING}" for name in (params.talk, f"{params.talk} 2")]
    right = check(bookmarked, path=paths[0], other=paths[1])
    return after_opening("recorder", "marked", right)


def _star(look: Look, talk: str, label: str = "Add to bookmarks") -> Iterator[Action]:
    """Taps the star beside a recording that is listed, if it has this label."""
    row = find(look, "android", talk, role="list_item")
    stars = [one for one in look("android") if one.description == label]
    for one in stars:
        if row.bounds[1] <= one.center[1] <= row.bounds[3]:
            yield action("android", "tap", x=one.center[0], y=one.center[1])


def _mark_one(look: Look, talk: str) -> Iterator[Action]:
    yield from open_records(look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=talk)
    yield from _star(look, talk)


def _mark(params: Params, look: Look) -> Iterator[Action]:
    """Searches the recording, and taps its star."""
    yield from _mark_one(look, params.talk)


def _mark_in_list(params: Params, look: Look) -> Iterator[Action]:
    """Stars the other one first, and takes that star away in the list of bookmarks."""
    for talk in (f"{params.talk} 2", params.talk):
        yield from open_records(look)
        yield from scroll_to(look, talk, role="list_item")
        yield from _star(look, talk)
    yield tap(look, description="Only bookmarks")
    yield from _star(look, f"{params.talk} 2", "Remove from bookmarks")


def _mark_in_player(params: Params, look: Look) -> Iterator[Action]:
    """Plays the other one, goes on until the recording is played, and taps the star in the player."""
    yield from open_records(look)
    yield from open_row(look, f"{params.talk} 2")
    for _ in range(12):
        if has(look, "android", params.talk, rid="txt_name"):
            break
        yield tap(look, rid="btn_play_next")
    yield tap(look, description="Add to bookmarks")


def _mark_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _mark_one(look, f"{params.talk} 2")
    yield from _mark(params, look)


BOOKMARK = SubTask(
    name="recorder.bookmark",
    device="android",
    app="recorder",
    says="add the recording {talk} in the phone's Recorder app to the bookmarks",
    steps="on the phone, open Recorder, tap Records, and tap Add to bookmarks beside the recording {talk}",
    inputs={"talk": choice(("Briefing", "Choir", "Concert", "Poem", "Sketch", "Toast"), "Poem")},
    hidden={"seconds": integer(61, 118, 83, type="seconds")},
    setup=_two_talks,
    checkpoints=_marked,
    oracle={"recorder_open": open_recorder, "marked": _mark},
    footprint=lambda params: [
        may_add("android", "state", most=1, slice="recorder_bookmarks", value=f"{RECORDS}/{params.talk}{ENDING}"),
    ],
    alternatives={"in_list": _mark_in_list, "in_player": _mark_in_player},
    near_misses={
        "other_recording": lambda params, look: _mark_one(look, f"{params.talk} 2"),
        "both": _mark_both,
    },
    backends=("sim", "adb"),
    tags=("recorder",),
)
