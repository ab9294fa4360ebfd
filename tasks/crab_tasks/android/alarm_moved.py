"""Set an alarm, and another one instead, since the person changes their mind."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.events import Moment, TaskEvent
from crab_gym.task.parameters import integer
from crab_gym.task.user import User
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.kits.android.clock.moves import add_alarm, open_alarm
from crab_tasks.kits.android.clock.state import ALARMS, alarm_like
from crab_tasks.kits.android.pickers import choose_time
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import State


def later(params: Params) -> tuple[int, int]:
    """Returns the time at which it rings in the end."""
    minutes = params.hour * 60 + params.minute + params.move
    return minutes // 60, minutes % 60


def shown(hour: int, minute: int) -> str:
    """Returns how an alarm's time is shown."""
    return f"{hour:02}:{minute:02}"


def only_alarm(state: State, hour: int, minute: int) -> bool:
    """There is one alarm, at this time, and it is on."""
    rows = state.android.table(ALARMS, "alarm_templates")
    return [(row["hour"], row["minutes"], bool(row["enabled"])) for row in rows] == [(hour, minute, True)]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes the alarms."""
    devices.android.set_table(ALARMS, "alarm_templates", [])


def events(params: Params) -> Sequence[TaskEvent]:
    """The person changes their mind once the alarm is set."""
    words = f"Sorry, I can sleep longer. Make that {shown(*later(params))} instead."
    return [TaskEvent(id="moved", when=Moment(checkpoint="set"), words=words)]


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The first alarm, then the one that counts."""
    first = check(alarm_like, hour=params.hour, minute=params.minute)
    hour, minute = later(params)
    last = check(only_alarm, hour=hour, minute=minute)
    return [
        Checkpoint(id="set", device="android", app="clock", evaluator=first, until="moved"),
        Checkpoint(id="moved", device="android", app="clock", evaluator=last, after=("set",), since="moved"),
    ]


def footprint(params: Params) -> Footprint:
    """One alarm, which rings once."""
    hour, minute = later(params)
    return [may_add("android", "alarm", most=1, hour=hour, minute=minute), no_other("android", "alarm")]


def set_first(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm."""
    yield from add_alarm(look, params.hour, params.minute)


def move(params: Params, look: Look) -> Iterator[Action]:
    """Changes the alarm's time."""
    time = shown(params.hour, params.minute)
    yield from open_alarm(look, time)
    yield tap(look, text=time)
    yield from choose_time(look, *later(params))


def delete_first(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the alarm, and sets another one."""
    yield from set_first(params, look)
    yield from open_alarm(look, shown(params.hour, params.minute))
    yield tap(look, text="Delete", role="button")
    yield from add_alarm(look, *later(params))


def both(params: Params, look: Look) -> Iterator[Action]:
    """Sets both alarms, and deletes the first one."""
    yield from set_first(params, look)
    yield from add_alarm(look, *later(params))
    yield from open_alarm(look, shown(params.hour, params.minute))
    if has(look, "android", text="Delete", role="button"):
        yield tap(look, text="Delete", role="button")


def first_words(params: Params, look: Look) -> Iterator[Action]:
    """Does what the first words say."""
    yield from set_first(params, look)


def keeps_both(params: Params, look: Look) -> Iterator[Action]:
    """Sets both alarms."""
    yield from set_first(params, look)
    yield from add_alarm(look, *later(params))


TASK = Task(
    name="android.alarm_moved",
    description=(
        "Set an alarm for 0{hour}:{minute} on the phone. It should ring once, and there should be no other alarm."
    ),
    devices=("android",),
    parameters={"hour": integer(4, 6, 5), "minute": integer(10, 59, 40), "move": integer(20, 60, 35)},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"set": set_first, "moved": move},
    footprint=footprint,
    alternatives={"delete_first": delete_first, "both": both},
    near_misses={"first_words": first_words, "keeps_both": keeps_both},
    backends={"android": ("sim", "adb")},
    events=events,
    user=lambda params: User(),  # who is there, and has said all
    tags=("clock", "events"),
)
