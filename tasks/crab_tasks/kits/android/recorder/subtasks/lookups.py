"""Recorder: a sub-task that tells when a recording was made."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import date

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_tasks.kits.android.files.state import age_of
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.android.recorder.moves import open_menu, open_records
from crab_tasks.kits.android.recorder.state import plant_recording
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import day

__all__ = ["MADE_ON"]


def _two_recordings(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The recording, and one whose name begins like its own."""
    phone = devices["android"]
    for name, iso in ((params.talk, params.day), (f"{params.talk} 2", params.other)):
        plant_recording(phone, name, rng.randint(20, 300), age_of(phone, iso, rng.randint(8, 18)))


def _see_record(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the recording in the list."""
    yield from open_records(look)
    yield from scroll_to(look, params.talk)


def _see_information(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of information about the recording."""
    yield from open_menu(look, params.talk, "Information")


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
    setup=_two_recordings,
    checkpoints=lambda params: [app_opened("recorder", "recorder_open")],
    oracle={"recorder_open": _see_record},
    alternatives={"information": _see_information, "second_look": _see_second},
    backends=("sim", "adb"),
    tags=("recorder",),
)
