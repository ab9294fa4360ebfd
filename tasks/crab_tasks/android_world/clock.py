"""The tasks about the phone's clock."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.clock.moves import enter_timer, open_tab
from crab_tasks.kits.android.clock.state import (
    plant_stopwatch,
    running_on_screen,
    stopwatch_seen,
    stopwatch_told,
    timer_entered,
    timer_page_seen,
)
from crab_tasks.kits.android.pages import on_first_page
from crab_tasks.kits.moves import find, submit, tap
from crab_tasks.kits.state import app_opened, whereabouts

__all__ = ["CHANGES", "TASKS"]

TASKS = ("STOPWATCH_RUNNING", "STOPWATCH_PAUSED_VERIFY", "TIMER_ENTRY")
"""The names of the tasks."""


def _stopwatch_seen() -> Checkpoint:
    return whereabouts(
        id="stopwatch_seen",
        device="android",
        app="clock",
        evaluator=check(stopwatch_seen),
        after=("clock_open",),
    )


def _may_run(params: Params) -> Footprint:
    """The stopwatch may run, be paused, and be asked for laps."""
    return [
        may_change("android", "state", ("since", "before"), slice="stopwatch"),
        may_add("android", "state", slice="stopwatch"),
    ]


def _open_clock(params: Params, look: Look) -> Iterator[Action]:
    yield from on_first_page(look, "Clock", "tab_menu")


def _open_stopwatch(params: Params, look: Look) -> Iterator[Action]:
    """Opens the stopwatch."""
    yield from open_tab(look, "Stopwatch")


# The stopwatch runs -------------------------------------------------------------------------------------------------


def _running(params: Params) -> Sequence[Checkpoint]:
    """Clock, the stopwatch, then it runs."""
    runs = Checkpoint(
        id="running", device="android", app="clock", evaluator=check(running_on_screen), after=("stopwatch_seen",)
    )
    return [app_opened("clock", "clock_open"), _stopwatch_seen(), runs]


def _start(params: Params, look: Look) -> Iterator[Action]:
    yield tap(look, description="Start")


def _start_twice(params: Params, look: Look) -> Iterator[Action]:
    """Starts it, pauses it, and starts it again."""
    yield from _open_stopwatch(params, look)
    for word in ("Start", "Pause", "Start"):
        yield tap(look, description=word)


def _start_and_leave(params: Params, look: Look) -> Iterator[Action]:
    """Looks at another tab first, starts the stopwatch, takes a lap, and comes back from the home screen."""
    yield from open_tab(look, "Timer")
    yield from _open_stopwatch(params, look)
    yield tap(look, description="Start")
    yield tap(look, description="Lap")
    yield action("android", "press", key="home")
    yield action("android", "open_app", name="Clock")


def _start_timer(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the stopwatch, and starts a timer."""
    yield from _open_stopwatch(params, look)
    yield from open_tab(look, "Timer")
    yield from enter_timer(look, "500")
    yield tap(look, description="Start")


STOPWATCH_RUNNING = Task(
    **like("ClockStopWatchRunning"),
    description="Start the phone's stopwatch, and leave it running on the screen.",
    checkpoints=_running,
    oracle={"clock_open": _open_clock, "stopwatch_seen": _open_stopwatch, "running": _start},
    footprint=_may_run,
    alternatives={"twice": _start_twice, "and_back": _start_and_leave},
    near_misses={"only_seen": _open_stopwatch, "timer": _start_timer},
)


# The stopwatch is paused --------------------------------------------------------------------------------------------


_LEAST = 60
"""Seconds that the stopwatch stands at, at least; after a reset it would take so long to stand there again."""


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The stopwatch stands at a time of up to an hour, or has run for so long."""
    plant_stopwatch(devices.android, rng.randint(100 * _LEAST + 100, 350_000) / 100, params.running)


def _paused(params: Params) -> Sequence[Checkpoint]:
    """Clock, the stopwatch, then the answer, while the stopwatch is paused."""
    told = Checkpoint(
        id="told",
        device="root",
        app="answer",
        evaluator=check_answer(stopwatch_told, least=_LEAST),
        after=("stopwatch_seen",),
    )
    return [app_opened("clock", "clock_open"), _stopwatch_seen(), told]


def _pause(params: Params, look: Look) -> Iterator[Action]:
    if params.running:
        yield tap(look, description="Pause")


def _said(look: Look) -> Action:
    return submit(find(look, "android", rid="stopwatch_time_text").text.partition(".")[0])


def _tell(params: Params, look: Look) -> Iterator[Action]:
    yield from _pause(params, look)
    yield _said(look)


def _tell_all(params: Params, look: Look) -> Iterator[Action]:
    """Answers in a sentence, with the hundredths."""
    yield from _open_stopwatch(params, look)
    yield from _pause(params, look)
    yield submit(f"It stands at {find(look, 'android', rid='stopwatch_time_text').text}.")


def _run_on(params: Params, look: Look) -> Iterator[Action]:
    """Pauses the stopwatch, lets it run on, and pauses it again."""
    yield from _open_stopwatch(params, look)
    yield from _pause(params, look)
    yield tap(look, description="Start")
    yield tap(look, description="Pause")
    yield _said(look)


def _tell_before(params: Params, look: Look) -> Iterator[Action]:
    """Reads the time, lets the stopwatch run for some seconds, and tells what it had read."""
    yield from _open_stopwatch(params, look)
    before = find(look, "android", rid="stopwatch_time_text").text
    if not params.running:
        yield tap(look, description="Start")
    yield action("root", "wait", seconds=5)
    yield tap(look, description="Pause")
    yield submit(before)


def _reset(params: Params, look: Look) -> Iterator[Action]:
    """Resets the stopwatch."""
    yield from _open_stopwatch(params, look)
    if params.running:
        yield from _pause(params, look)
    yield tap(look, description="Reset")
    yield submit("00:00")


def _guess(params: Params, look: Look) -> Iterator[Action]:
    """Guesses without a look."""
    yield submit("00:00")


STOPWATCH_PAUSED_VERIFY = Task(
    **like("ClockStopWatchPausedVerify"),
    description=(
        "Make sure that the phone's stopwatch is paused, without resetting it. Then submit the time that it shows, to "
        "the second."
    ),
    parameters={"running": choice((True, False))},
    setup=_plant,
    checkpoints=_paused,
    oracle={"clock_open": _open_clock, "stopwatch_seen": _open_stopwatch, "told": _tell},
    footprint=_may_run,
    alternatives={"in_a_sentence": _tell_all, "run_on": _run_on},
    near_misses={"time_before": _tell_before, "reset": _reset, "guess": _guess},
)


# A timer ------------------------------------------------------------------------------------------------------------

_LENGTH = re.compile(r"(\d{1,2}) hours?, (\d{1,2}) minutes? and (\d{1,2}) seconds?")


def _parts(length: str) -> tuple[int, int, int]:
    found = _LENGTH.fullmatch(length)
    return (int(found[1]), int(found[2]), int(found[3])) if found else (0, 0, 0)


def _draw_length(rng: random.Random) -> str:
    """Draws less than a day, and at least a second."""
    whole = rng.randint(1, 86_399)
    counts = {"hour": whole // 3600, "minute": whole // 60 % 60, "second": whole % 60}
    hours, minutes, seconds = (
        f"{count} {unit}" if count == 1 else f"{count} {unit}s" for unit, count in counts.items()
    )
    return f"{hours}, {minutes} and {seconds}"


def _accepts(value: object) -> bool:
    if not isinstance(value, str):
        return False
    hours, minutes, seconds = _parts(value)
    return hours < 100 and minutes < 60 and seconds < 60 and hours + minutes + seconds > 0


_TIMER = Parameter(
    "length",
    "0 hours, 12 minutes and 30 seconds",
    _draw_length,
    _accepts,
    "a length such as '1 hour, 12 minutes and 30 seconds', above 0",
)


def _digits(params: Params) -> str:
    hours, minutes, seconds = _parts(params.length)
    return f"{hours:02}{minutes:02}{seconds:02}".lstrip("0")


def _entered(params: Params) -> Sequence[Checkpoint]:
    """Clock, the page for a new timer, then the time on it."""
    hours, minutes, seconds = _parts(params.length)
    right = check(timer_entered, hours=hours, minutes=minutes, seconds=seconds)
    return [
        app_opened("clock", "clock_open"),
        whereabouts(
            id="timer_page",
            device="android",
            app="clock",
            evaluator=check(timer_page_seen),
            after=("clock_open",),
        ),
        Checkpoint(id="entered", device="android", app="clock", evaluator=right, after=("timer_page",)),
    ]


def _open_timer(params: Params, look: Look) -> Iterator[Action]:
    yield from open_tab(look, "Timer")


def _enter(params: Params, look: Look) -> Iterator[Action]:
    yield from enter_timer(look, _digits(params))


def _enter_after_mistake(params: Params, look: Look) -> Iterator[Action]:
    """Taps a wrong digit first, and deletes it."""
    yield from _open_timer(params, look)
    yield from enter_timer(look, "7")
    yield tap(look, description="Delete")
    yield from _enter(params, look)


def _enter_after_other_tab(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the stopwatch first."""
    yield from _open_stopwatch(params, look)
    yield from _open_timer(params, look)
    yield from _enter(params, look)


def _started_before(params: Params, look: Look) -> Iterator[Action]:
    """Starts a timer, and enters the time for a second one."""
    yield from _open_timer(params, look)
    yield from enter_timer(look, "900")
    yield tap(look, description="Start")
    yield tap(look, description="Add timer")
    yield from _enter(params, look)


def _without_end(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the last digit out."""
    yield from _open_timer(params, look)
    yield from enter_timer(look, _digits(params)[:-1])


TIMER_ENTRY = Task(
    **like("ClockTimerEntry"),
    description=(
        "Enter {length} for a new timer in the phone's clock. Don't start it, but leave the time on the screen as you "
        "entered it."
    ),
    parameters={"length": _TIMER},
    checkpoints=_entered,
    oracle={"clock_open": _open_clock, "timer_page": _open_timer, "entered": _enter},
    alternatives={"after_mistake": _enter_after_mistake, "after_other_tab": _enter_after_other_tab},
    near_misses={"started_before": _started_before, "without_end": _without_end},
)

CHANGES: Mapping[str, str] = {
    "android_world.clock_stop_watch_running": "",
    "android_world.clock_stop_watch_paused_verify": (
        "The stopwatch stands at a drawn time, or runs, and the time at which it is paused has to be told: theirs "
        "needs only a look at its tab."
    ),
    "android_world.clock_timer_entry": (
        "The time is never 0, which theirs may draw and which is on the screen from the start, and no timer may be "
        "started before."
    ),
}
