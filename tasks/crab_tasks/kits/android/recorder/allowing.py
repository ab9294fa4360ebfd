"""Recorder: a sub-task in which the app asks whether it may use the microphone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.android.recorder.moves import answer_request
from crab_tasks.kits.android.recorder.state import MICROPHONE, PACKAGE, microphone_allowed, recording_made
from crab_tasks.kits.android.recorder.subtasks import may_record, none_so_named, open_recorder, save_recording
from crab_tasks.kits.android.settings.moves import settings_page
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import date_ahead

__all__ = ["RECORD_ALLOWED"]

_WHILE_USED, _ONCE, _NEVER = "While using the app", "Only this time", "Don’t allow"


def _not_allowed_yet(devices: Devices, params: Params, rng: random.Random) -> None:
    """Recorder hasn't been allowed to use the microphone, and no recording has the name."""
    none_so_named(devices, params, rng)
    devices.android.revoke_permission(PACKAGE, MICROPHONE)


def _recorded(params: Params) -> Sequence[Checkpoint]:
    """Recorder; then the recording, and the permission for good."""
    right = check(recording_made, kind=params.kinds["date"], value=params.date)
    opened = app_opened("recorder", "recorder_open")
    allowed = check(microphone_allowed)
    return [
        opened,
        Checkpoint(id="recorded", device="android", app="recorder", evaluator=right, after=(opened.id,)),
        Checkpoint(id="allowed", device="android", app="recorder", evaluator=allowed, after=("recorded",)),
    ]


def _may_allow_and_record(params: Params) -> Footprint:
    grant = may_add("android", "state", most=1, slice="permissions", package=PACKAGE, permission=MICROPHONE)
    return [*may_record(params), grant]


def _begin(look: Look, *answers: str) -> Iterator[Action]:
    """Taps Record, and answers the question that follows; after a refusal, once more."""
    yield from open_first_page(look, "Recorder", "btn_records_list")
    for answer in answers:
        yield tap(look, rid="btn_record")
        yield from answer_request(look, answer)


def _record(params: Params, look: Look) -> Iterator[Action]:
    yield from _begin(look, _WHILE_USED)
    yield from _finish(params, look)


def _finish(params: Params, look: Look) -> Iterator[Action]:
    """Records for some seconds, and saves it."""
    yield action("root", "wait", seconds=3)
    yield from save_recording(look, typed("date", params.date))


def _refuse_first(params: Params, look: Look) -> Iterator[Action]:
    """Refuses once, and then allows it."""
    yield from _begin(look, _NEVER, _WHILE_USED)
    yield from _finish(params, look)


def _in_settings(params: Params, look: Look) -> Iterator[Action]:
    """Allows it in Settings first, so that there is no question."""
    yield from settings_page(look, "Apps")
    yield from scroll_to(look, "Recorder")
    yield tap(look, text="Recorder", role="list_item")
    yield tap(look, text="Permissions", role="list_item")
    yield tap(look, text="Microphone", role="switch")
    yield from _begin(look)
    yield tap(look, rid="btn_record")
    yield from _finish(params, look)


def _only_once(params: Params, look: Look) -> Iterator[Action]:
    """Allows it only this time."""
    yield from _begin(look, _ONCE)
    yield from _finish(params, look)


def _refuse(params: Params, look: Look) -> Iterator[Action]:
    """Refuses it."""
    yield from _begin(look, _NEVER)


def _discard(params: Params, look: Look) -> Iterator[Action]:
    """Allows it, and keeps nothing of what was recorded."""
    yield from _begin(look, _WHILE_USED)
    yield action("root", "wait", seconds=3)
    yield tap(look, rid="btn_record_delete")
    yield tap(look, text="Discard", role="button")


RECORD_ALLOWED = SubTask(
    name="recorder.record_allowed",
    device="android",
    app="recorder",
    says="record some seconds of sound with the phone's Recorder app, which may use the microphone while the app is "
    "used, not only this time, and save the recording under the name {date}",
    steps="on the phone, open Recorder, tap Record, allow it to record audio while using the app, wait some seconds, "
    "tap Stop, type {date} as the recording's name and tap Save",
    inputs={"date": date_ahead("2026-12-08")},
    once=True,
    setup=_not_allowed_yet,
    checkpoints=_recorded,
    oracle={"recorder_open": open_recorder, "recorded": _record, "allowed": nothing_more},
    footprint=_may_allow_and_record,
    alternatives={"refused_first": _refuse_first, "in_settings": _in_settings},
    near_misses={"only_once": _only_once, "refused": _refuse, "discarded": _discard},
    backends=("sim", "adb"),
    step_limit=35,
    tags=("recorder", "permissions"),
)
