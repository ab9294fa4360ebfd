"""Clock: sub-tasks about the sounds of alarms."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Check, Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, left_to_graph, may_change
from crab_sim.devices.media import mp3
from crab_tasks.kits.android.clock.moves import open_alarms, open_sounds
from crab_tasks.kits.android.clock.state import ALARMS, plant_alarms, song_rings, sound_rings
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.values import as_typed, time_of_day

__all__ = ["ALARM_SOUND", "OWN_SOUND"]

_HIDDEN = {"time": time_of_day("10:35"), "other": time_of_day("18:20")}


def _odd(time: str) -> str:
    """Returns a time some minutes later, at which no other alarm is."""
    return f"{time[:3]}{int(time[3:]) + 2:02}"


def _two_alarms(devices: Devices, params: Params, rng: random.Random) -> None:
    """The alarm, and one whose label begins like its own; both are off, so that they don't ring meanwhile."""
    phone, labels = devices.android, (as_typed(params, "label"), f"{as_typed(params, 'label')} (old)")
    rows = [row for row in phone.table(ALARMS, "alarm_templates") if row["label"].strip() not in labels]
    plant_alarms(phone, rows, list(zip(labels, (_odd(params.time), _odd(params.other)), strict=True)))


def _sounds_of(params: Params, look: Look, old: bool) -> Iterator[Action]:
    """Opens the sounds for the alarm, or for the one whose label begins like its own, if there is one of the label."""
    yield from open_alarms(look)
    label = as_typed(params, "label") + " (old)" * old
    yield from scroll_to(look, label)
    if has(look, "android", label):
        yield from open_sounds(look, _odd(params.other if old else params.time))


def _take(params: Params, look: Look, sound: str, old: bool = False) -> Iterator[Action]:
    """Chooses a sound of the device for an alarm."""
    yield from _sounds_of(params, look, old)
    if has(look, "android", "Add new"):
        yield from scroll_to(look, sound, role="list_item")
        yield tap(look, sound, role="list_item")
        yield action("android", "press", key="back")


def _ringing(right: Check) -> Sequence[Checkpoint]:
    return [Checkpoint(id="chosen", device="android", app="clock", evaluator=right)]


def _may_ring(params: Params) -> Footprint:
    label = same_value(params.kinds["label"], params.label)
    return [may_change("android", "alarm", ("ringtone",), most=1, becomes={"ringtone": left_to_graph}, label=label)]


def _choose_at_last(params: Params, look: Look) -> Iterator[Action]:
    """Tries silence first."""
    yield from _take(params, look, "Silent")
    yield from _take(params, look, params.sound)


def _choose_after_look(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the other alarm's sounds first."""
    yield from _sounds_of(params, look, old=True)
    yield action("android", "press", key="back")
    yield from _take(params, look, params.sound)


ALARM_SOUND = SubTask(
    name="clock.alarm_sound",
    device="android",
    app="clock",
    says="in the phone's clock, choose {sound} as the sound of the alarm whose label is {label}",
    steps="on the phone, open Clock, tap Alarm, expand the alarm whose label is {label}, tap its sound and tap {sound}",
    inputs={
        "label": short_line("Wash both kettles"),
        "sound": choice(("Argon", "Carbon", "Helium", "Krypton", "Neon", "Osmium", "Oxygen", "Platinum"), "Neon"),
    },
    hidden=_HIDDEN,
    keys=("label",),
    setup=_two_alarms,
    checkpoints=lambda params: _ringing(
        check(sound_rings, kind=params.kinds["label"], label=params.label, sound=params.sound)
    ),
    oracle={"chosen": lambda params, look: _take(params, look, params.sound)},
    footprint=_may_ring,
    alternatives={"at_last": _choose_at_last, "after_look": _choose_after_look},
    near_misses={
        "other_alarm": lambda params, look: _take(params, look, params.sound, old=True),
        "only_looked": lambda params, look: _take(params, look, "Default alarm sound"),
    },
    backends=("sim", "adb"),
    tags=("clock",),
)

# A file of the phone ------------------------------------------------------------------------------------------------


def _path(params: Params, other: bool = False) -> str:
    return f"{STORAGE}/Music/{'old_' * other}{params.song}"


def _alarms_and_songs(devices: Devices, params: Params, rng: random.Random) -> None:
    """The alarms, the file, and one whose name ends like its own."""
    _two_alarms(devices, params, rng)
    for other in (False, True):
        data = mp3(f"Take {params.number + other}", "The Rooftop Band", "Rehearsals", float(rng.randint(130, 290)))
        devices.android.write_file(_path(params, other), data)


def _add_song(params: Params, look: Look, old: bool = False, other: bool = False) -> Iterator[Action]:
    """Adds the file, or the other one, to the sounds, for an alarm."""
    yield from _sounds_of(params, look, old)
    if has(look, "android", "Add new"):
        yield tap(look, "Add new", role="list_item")
        name = _path(params, other).rpartition("/")[2]
        yield from scroll_to(look, name, role="list_item")
        yield tap(look, name, role="list_item")
        yield action("android", "press", key="back")


def _add_for_other_first(params: Params, look: Look) -> Iterator[Action]:
    """Adds it for the other alarm by mistake, gives that its old sound back, and takes it from the list."""
    yield from _add_song(params, look, old=True)
    yield from _take(params, look, "Default alarm sound", old=True)
    yield from _take(params, look, f"Take {params.number}")


def _add_at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the list of files once without a choice."""
    yield from _sounds_of(params, look, old=False)
    yield tap(look, "Add new", role="list_item")
    yield action("android", "press", key="back")
    yield from _add_song(params, look)


OWN_SOUND = SubTask(
    name="clock.own_sound",
    device="android",
    app="clock",
    says="in the phone's clock, let the alarm whose label is {label} ring with the sound file {song} of the phone's "
    "folder Music",
    steps="on the phone, open Clock, tap Alarm, expand the alarm whose label is {label}, tap its sound, tap Add new, "
    "and tap the file {song} of the folder Music",
    inputs={
        "label": short_line("Repair the blue tent"),
        "song": choice(
            tuple(f"{name}.mp3" for name in ("bells", "birds", "drums", "harp", "rain", "waves")), "harp.mp3"
        ),
    },
    hidden={**_HIDDEN, "number": integer(10, 900, 321, type="number")},
    keys=("label",),
    setup=_alarms_and_songs,
    checkpoints=lambda params: _ringing(
        check(song_rings, kind=params.kinds["label"], label=params.label, path=_path(params))
    ),
    oracle={"chosen": lambda params, look: _add_song(params, look)},
    footprint=_may_ring,
    alternatives={"other_first": _add_for_other_first, "second_try": _add_at_second_try},
    near_misses={
        "other_song": lambda params, look: _add_song(params, look, other=True),
        "other_alarm": lambda params, look: _add_song(params, look, old=True),
    },
    backends=("sim", "adb"),
    tags=("clock",),
)
