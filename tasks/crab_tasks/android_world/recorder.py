"""The tasks about recording sounds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import text
from crab_sim.devices.footprints import Footprint, below, left_open, may_add, no_other
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.pages import on_first_page
from crab_tasks.kits.android.recorder.state import RECORDS, plant_recordings, recorded, recording_runs
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened, whereabouts

__all__ = ["CHANGES", "TASKS"]

TASKS = ("RECORD_AUDIO", "RECORD_AUDIO_WITH_NAME")
"""The names of the tasks."""

_TALKS = (
    "interview", "sermon", "melody", "toast", "speech", "rehearsal", "dream", "errands", "minutes", "story", "ballad",
    "joke", "vocabulary", "birdsong", "plan", "letter", "recipe", "anthem", "debate", "poem", "report", "choir",
)  # fmt: skip
_MARKS = ("copy", "final", "draft", "new")


def _draw_name(rng: random.Random) -> str:
    """Draws a talk with a date, a mark or some letters before or behind it."""
    mark = rng.choice(
        (
            f"2026_{rng.randint(1, 10):02}_{rng.randint(1, 28):02}",
            rng.choice(_MARKS),
            "".join([rng.choice("bcdfghjkmnpqrstvwxz2345") for _ in range(4)]),
        )
    )
    talk = rng.choice(_TALKS)
    return f"{mark}_{talk}" if rng.random() < 0.5 else f"{talk}_{mark}"


def _planted(params: Params) -> tuple[str, ...]:
    """Returns the names of the recordings that are there before."""
    if hasattr(params, "name"):
        return f"{params.name}_1", f"old_{params.name}"
    return "Interview", "Birdsong"


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    plant_recordings(devices.android, _planted(params))


def _recorded(params: Params) -> Sequence[Checkpoint]:
    """Recorder, a running recording, then one recording more, under its name if it has to have one."""
    points = [
        app_opened("recorder", "recorder_open"),
        whereabouts(
            id="recording",
            device="android",
            app="recorder",
            evaluator=check(recording_runs),
            after=("recorder_open",),
        ),
        Checkpoint(
            id="recorded",
            device="android",
            app="recorder",
            evaluator=check(recorded, count=len(_planted(params)) + 1),
            after=("recording",),
        ),
    ]
    if hasattr(params, "name"):
        named = check(recorded, count=len(_planted(params)) + 1, name=params.name)
        points.append(Checkpoint(id="named", device="android", app="recorder", evaluator=named, after=("recorded",)))
    return points


def _may_record(params: Params) -> Footprint:
    return [
        may_add("android", "file", most=1, path=below(RECORDS)),
        no_other("android", "file", path=below(RECORDS)),
        left_open("android", "file", ("content",), path=below(RECORDS)),
    ]


# Moves --------------------------------------------------------------------------------------------------------------


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from on_first_page(look, "Recorder", "btn_records_list")


def _start(params: Params, look: Look) -> Iterator[Action]:
    yield from on_first_page(look, "Recorder", "btn_records_list")
    yield tap(look, rid="btn_record")


def _stop(params: Params, look: Look) -> Iterator[Action]:
    yield tap(look, rid="btn_record_stop")


def _save(params: Params, look: Look) -> Iterator[Action]:
    """Stops, and saves the recording under the name that is offered."""
    yield from _stop(params, look)
    yield tap(look, text="Save", role="button")


def _paused(params: Params, look: Look) -> Iterator[Action]:
    """Pauses the recording, and goes on after some seconds."""
    yield from _start(params, look)
    yield action("root", "wait", seconds=5)
    yield tap(look, rid="btn_record")
    yield action("root", "wait", seconds=3)
    yield tap(look, rid="btn_record")
    yield from _save(params, look)


def _at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Discards the first attempt."""
    yield from _start(params, look)
    yield tap(look, rid="btn_record_delete")
    yield tap(look, text="Discard", role="button")
    yield from _start(params, look)
    yield from _save(params, look)


def _discarded(params: Params, look: Look) -> Iterator[Action]:
    """Discards what was recorded."""
    yield from _start(params, look)
    yield tap(look, rid="btn_record_delete")
    yield tap(look, text="Discard", role="button")


def _never_stopped(params: Params, look: Look) -> Iterator[Action]:
    """Lets the recording run."""
    yield from _start(params, look)
    yield action("root", "wait", seconds=5)


RECORD_AUDIO = Task(
    **like("AudioRecorderRecordAudio"),
    description="Record a sound with the phone's Recorder, and save it.",
    setup=_plant,
    checkpoints=_recorded,
    oracle={"recorder_open": _open, "recording": _start, "recorded": _save},
    footprint=_may_record,
    alternatives={"paused": _paused, "at_second_try": _at_second_try},
    near_misses={"discarded": _discarded, "never_stopped": _never_stopped},
)


def _name(params: Params, look: Look) -> Iterator[Action]:
    yield action("android", "write_text", text=params.name)
    yield tap(look, text="Save", role="button")


def _name_with_enter(params: Params, look: Look) -> Iterator[Action]:
    """Presses Enter after the name."""
    yield from _start(params, look)
    yield from _stop(params, look)
    yield action("android", "write_text", text=params.name)
    yield action("android", "press", key="enter")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Saves the recording as it is offered, and renames it in the list."""
    yield from _start(params, look)
    yield from _save(params, look)
    yield tap(look, rid="btn_records_list")
    yield hold(look, "Record-1", role="list_item")
    yield tap(look, text="Rename")
    yield from _name(params, look)


def _rename_other(params: Params, look: Look) -> Iterator[Action]:
    """Makes a recording, and gives the name to another one."""
    yield from _start(params, look)
    yield from _save(params, look)
    yield tap(look, rid="btn_records_list")
    yield hold(look, f"{params.name}_1", role="list_item")
    yield tap(look, text="Rename")
    yield from _name(params, look)


def _cancelled(params: Params, look: Look) -> Iterator[Action]:
    """Writes the name, and cancels."""
    yield from _start(params, look)
    yield from _stop(params, look)
    yield action("android", "write_text", text=params.name)
    if has(look, "android", text="Cancel", role="button"):
        yield tap(look, text="Cancel", role="button")


RECORD_AUDIO_WITH_NAME = Task(
    **like("AudioRecorderRecordAudioWithFileName"),
    description="Record a sound with the phone's Recorder, and save it under the name {name}.",
    parameters={"name": text(_draw_name, "melody_final", "line")},
    setup=_plant,
    checkpoints=_recorded,
    oracle={"recorder_open": _open, "recording": _start, "recorded": _stop, "named": _name},
    footprint=_may_record,
    alternatives={"with_enter": _name_with_enter, "renamed": _rename},
    near_misses={"other_renamed": _rename_other, "cancelled": _cancelled},
    implies=("android_world.audio_recorder_record_audio",),
)

CHANGES: Mapping[str, str] = {
    "android_world.audio_recorder_record_audio": (
        "There are two recordings before, which must stay, and the new one must have a length."
    ),
    "android_world.audio_recorder_record_audio_with_file_name": (
        "Two recordings with nearly the same name must stay, and there must be one more than before: theirs accepts "
        "another one that got the name."
    ),
}
