"""Look up on the phone the train that a file on the desktop asks for; note it there and in the phone's calendar."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim import web
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.android.browser.moves import visit
from crab_tasks.kits.android.calendar.moves import choose_date, edit_event, new_event
from crab_tasks.kits.android.calendar.state import event_at, event_on_day, moment, no_event
from crab_tasks.kits.android.pickers import Date, choose_time
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import rewrite_with_editor

Time = tuple[int, int]


@lru_cache(maxsize=1)
def timetable() -> tuple[dict[str, Time], ...]:
    """Returns for each train when it stops where, as the bundled site's table says."""
    response = web.fetch("https://travel.example/timetable.csv")
    if response is None or not response.found:
        raise LookupError("crab_sim.web has no https://travel.example/timetable.csv; restore the bundled page")
    towns, *trains = [line.split(",") for line in response.data.decode().split()]
    return tuple(
        {town.capitalize(): (int(time[:2]), int(time[3:])) for town, time in zip(towns, train, strict=True)}
        for train in trains
    )


def path(params: Params) -> str:
    """Returns the file's path."""
    return f"{HOME}/Documents/{params.file}.txt"


def title(params: Params) -> str:
    """Returns the event's title."""
    return f"Train to {params.destination}"


def date(params: Params) -> Date:
    """Returns the day of the journey."""
    return 2026, 11, params.day


def times(params: Params, train: int) -> tuple[Time, Time]:
    """Returns when a train departs and arrives."""
    stops = timetable()[train]
    return stops[params.origin], stops[params.destination]


def shown(time: Time) -> str:
    """Returns a time as the file has it."""
    return f"{time[0]:02}:{time[1]:02}"


def lines(params: Params, departure: str = "?", arrival: str = "?") -> list[str]:
    """Returns the file's lines."""
    first = times(params, params.train)[0]
    earliest = shown(divmod(60 * first[0] + first[1] - params.slack, 60))
    rows = ["Train wanted", f"Date: {date(params)[0]}-11-{params.day}", f"From: {params.origin}"]
    rows += [f"To: {params.destination}", f"Not before: {earliest}"]
    return [*rows, f"Departure: {departure}", f"Arrival: {arrival}"]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the file beside that of an earlier journey."""
    desktop = devices.ubuntu
    desktop.write_file(path(params), "\n".join(lines(params)) + "\n")
    desktop.write_file(f"{HOME}/Documents/{params.file}_old.txt", f"Fare paid: ${rng.randrange(8, 30)}.40\n")
    no_event(devices, title(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The browser is opened; then the file, and beside it the calendar: first the day, then the times."""
    departure, arrival = times(params, params.train)
    noted = check(file_is, path=path(params), lines=tuple(lines(params, shown(departure), shown(arrival))))
    start, end = (moment(*date(params), *time) for time in (departure, arrival))
    day = check(event_on_day, title=title(params), day=moment(*date(params)))
    entered = check(event_at, title=title(params), start=start, end=end)
    return [
        app_opened("browser", "browser_open"),
        Checkpoint(id="times_noted", device="ubuntu", app="text_editor", evaluator=noted, after=("browser_open",)),
        Checkpoint(id="day_entered", device="android", app="calendar", evaluator=day, after=("browser_open",)),
        Checkpoint(id="times_entered", device="android", app="calendar", evaluator=entered, after=("day_entered",)),
    ]


def footprint(params: Params) -> Footprint:
    """The file, and the event."""
    start, end = [int(moment(*date(params), *time)) for time in times(params, params.train)]
    return [
        may_change("ubuntu", "file", ("content",), path=path(params)),
        may_add("android", "event", most=1, title=title(params), start=start, end=end),
    ]


def look_up(params: Params, look: Look) -> Iterator[Action]:
    """Reads the file, and opens the timetable."""
    yield from run_in_terminal(["cat", path(params)])
    yield from visit(look, "travel.example/timetable")


def note(params: Params, look: Look, train: int | None = None) -> Iterator[Action]:
    """Writes the times of the train, or of another, into the file."""
    departure, arrival = times(params, params.train if train is None else train)
    change = f"s/Departure: ?/Departure: {shown(departure)}/; s/Arrival: ?/Arrival: {shown(arrival)}/"
    yield from run_in_terminal(["sed", "-i", change, path(params)])


def enter_day(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event, which takes an hour so far."""
    yield from new_event(look, title(params), date(params), times(params, params.train)[0])


def enter_times(params: Params, look: Look) -> Iterator[Action]:
    """Gives the event its end."""
    yield from edit_event(look, title(params))
    yield tap(look, description="End time")
    yield from choose_time(look, *times(params, params.train)[1])
    yield tap(look, text="Save")


def train_before(params: Params, look: Look) -> Iterator[Action]:
    """Takes a train that doesn't fit, the one before or, for the first, the one after."""
    other = params.train - 1 if params.train else 1
    yield from look_up(params, look)
    yield from note(params, look, other)
    yield from new_event(look, title(params), date(params), *times(params, other))


def from_first_stop(params: Params, look: Look) -> Iterator[Action]:
    """Enters the departure at another town."""
    stops = timetable()[params.train]
    wrong = stops["Millbrook" if params.origin == "Alder" else "Alder"]
    yield from look_up(params, look)
    yield from note(params, look)
    yield from new_event(look, title(params), date(params), wrong, stops[params.destination])


def only_in_calendar(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the file as it is."""
    yield from look_up(params, look)
    yield from new_event(look, title(params), date(params), *times(params, params.train))


def in_editor(params: Params, look: Look) -> Iterator[Action]:
    """Enters the event with both times at once, and fills the file in with the editor."""
    departure, arrival = times(params, params.train)
    yield from look_up(params, look)
    yield from new_event(look, title(params), date(params), departure, arrival)
    yield from rewrite_with_editor(path(params), "\n".join(lines(params, shown(departure), shown(arrival))))


def day_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Enters the event on the day after first."""
    year, month, day = date(params)
    yield from look_up(params, look)
    yield from note(params, look)
    yield from new_event(look, title(params), (year, month, day + 1), *times(params, params.train))
    yield from edit_event(look, title(params))
    yield from choose_date(look, "Start", date(params))
    yield tap(look, text="Save")


TASK = Task(
    name="cross.timetable",
    description=(
        "The file ~/Documents/{file}.txt on the desktop says which train I want: the first one that departs from the "
        'town after "From:" at the time after "Not before:" or later. Look it up in the timetable at '
        "travel.example/timetable in the phone's Browser. In the file, replace the two question marks with its "
        "departure and arrival times, written like 07:05. In the phone's Calendar, add the event \"Train to "
        '{destination}" on the date in the file, from departure to arrival.'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "file": choice(("journey", "train", "trip"), type="file_name"),
        "origin": choice(("Alder", "Millbrook"), type="town"),
        "destination": choice(("Pinehaven", "Stonegate"), type="town"),
        "day": integer(10, 28, 19, type="day"),
        "train": integer(0, 3, 1),
        "slack": integer(5, 90, 25, type="minutes"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "browser_open": look_up,
        "times_noted": note,
        "day_entered": enter_day,
        "times_entered": enter_times,
    },
    footprint=footprint,
    alternatives={"in_editor": in_editor, "day_corrected": day_corrected},
    near_misses={
        "train_before": train_before,
        "from_first_stop": from_first_stop,
        "only_in_calendar": only_in_calendar,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("browser", "calendar", "files"),
)
