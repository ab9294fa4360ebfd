"""Turn a note of the Notebook app into a to-do, file the note with it, and delete an outdated one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, left_to_graph, may_add, may_change, may_remove
from crab_tasks.kits.android.calendar.state import moment
from crab_tasks.kits.android.notebook.moves import delete_note, move_note, open_note, open_notebook, type_note
from crab_tasks.kits.android.notebook.state import Note, note_gone, note_is, plant_notes, todo_in, todo_once
from crab_tasks.kits.android.pickers import Date, choose_time, pick_date
from crab_tasks.kits.moves import hold, tap

INBOX = "Inbox"


def note(params: Params) -> Note:
    """Returns the note with the job to do; its older edition names another."""
    when = f"{params.day} November at {params.hour}:{params.minute:02}"
    return Note(INBOX, params.note, f"What: {params.what}\nDue: {when}\n\nThe others have been told.")


def outdated(params: Params) -> Note:
    """Returns the older edition."""
    when = f"{params.day - 3} November at {params.hour + 2}:{params.minute:02}"
    return Note(INBOX, f"{params.note} (old)", f"What: {params.what}\nDue: {when}\n\nNobody has been told yet.")


def due(params: Params) -> tuple[Date, tuple[int, int]]:
    """Returns date and time of the to-do's alarm."""
    return (2026, 11, params.day), (params.hour, params.minute)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the note and its older edition among others, and an almost empty notebook."""
    other = Note(params.notebook, "Read me first", "One notebook for everything about it.")
    more = Note(INBOX, "Opening hours", f"Daily until {rng.randrange(17, 21)}:00, on Sundays until noon.")
    notes = (other, outdated(params), more, note(params))
    plant_notes(devices.android, (INBOX, params.notebook), notes, (params.what,))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The to-do, then its alarm; note and older edition whenever they are dealt with."""
    date, time = due(params)
    filed = note(params)._replace(notebook=params.notebook)
    return [
        Checkpoint(
            id="todo_made",
            device="android",
            app="notebook",
            evaluator=check(todo_in, notebook=params.notebook, title=params.what),
        ),
        Checkpoint(
            id="alarm_right",
            device="android",
            app="notebook",
            evaluator=check(todo_once, notebook=params.notebook, title=params.what, due=moment(*date, *time)),
            after=("todo_made",),
        ),
        Checkpoint(
            id="note_moved",
            device="android",
            app="notebook",
            evaluator=check(
                note_is,
                notebook=filed.notebook,
                title=filed.title,
                body=filed.body,
                todo=filed.todo,
                due=filed.due,
                completed=filed.completed,
            ),
        ),
        Checkpoint(
            id="old_deleted",
            device="android",
            app="notebook",
            evaluator=check(note_gone, title=outdated(params).title, kept=filed),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The new to-do, the note in its notebook, and the old edition."""
    return [
        may_add("android", "notebook_note", most=1, title=params.what, is_todo=1, due=left_to_graph),
        may_change("android", "notebook_note", ("notebook",), title=params.note),
        may_remove("android", "notebook_note", title=f"{params.note} (old)"),
    ]


def make(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do, without an alarm."""
    yield from type_note(look, params.notebook, "New to-do", params.what)


def set_alarm(params: Params, look: Look) -> Iterator[Action]:
    """Sets its alarm."""
    yield from alarm_at(look, params, *due(params))


def alarm_at(look: Look, params: Params, date: Date, time: tuple[int, int]) -> Iterator[Action]:
    """Sets the to-do's alarm.

    Args:
        look: Shows the screens.
        params: The task's parameters, by which the to-do is found.
        date: The day of the alarm.
        time: Hour and minute.
    """
    yield from open_note(look, params.notebook, params.what)
    yield tap(look, description="Actions")
    yield tap(look, text="Set alarm")
    yield from pick_date(look, date)
    yield from choose_time(look, *time)


def move(params: Params, look: Look) -> Iterator[Action]:
    """Moves the note."""
    yield from move_note(look, INBOX, params.note, params.notebook)


def delete_old(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the older edition."""
    yield from delete_note(look, INBOX, outdated(params).title)


def old_date(params: Params, look: Look) -> Iterator[Action]:
    """Takes the alarm from the older edition."""
    yield from make(params, look)
    yield from alarm_at(look, params, (2026, 11, params.day - 3), (params.hour + 2, params.minute))
    yield from move(params, look)
    yield from delete_old(params, look)


def mixed_up(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the note, and moves its older edition."""
    yield from make(params, look)
    yield from set_alarm(params, look)
    yield from delete_note(look, INBOX, params.note)
    yield from move_note(look, INBOX, outdated(params).title, params.notebook)


def in_inbox(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do beside the note, and moves only the note."""
    yield from type_note(look, INBOX, "New to-do", params.what)
    yield from move(params, look)
    yield from delete_old(params, look)


def from_inbox(params: Params, look: Look) -> Iterator[Action]:
    """Makes the to-do beside the note, and moves both."""
    yield from type_note(look, INBOX, "New to-do", params.what)
    yield from move_note(look, INBOX, params.what, params.notebook)
    yield from set_alarm(params, look)
    yield from move(params, look)
    yield from delete_old(params, look)


def moved_from_list(params: Params, look: Look) -> Iterator[Action]:
    """Moves the note by its notebook's list, and sets the to-do's alarm to another hour first."""
    yield from open_notebook(look, INBOX)
    yield hold(look, params.note, role="list_item")
    yield tap(look, description="Move to notebook")
    yield tap(look, text=params.notebook, role="list_item")
    yield from delete_old(params, look)
    yield from make(params, look)
    yield from alarm_at(look, params, due(params)[0], (params.hour + 1, params.minute))
    yield from set_alarm(params, look)


TASK = Task(
    name="android.notebook_todo",
    description=(
        'In the Notebook app, the note "{note}" in the notebook "Inbox" says what has to be done, and by when. Make a '
        'to-do of it in the notebook "{notebook}": its title is what the note says after "What:", and its alarm is at '
        'the date and time after "Due:". Move the note to the notebook "{notebook}" too, and delete the note "{note} '
        '(old)".'
    ),
    devices=("android",),
    parameters={
        "notebook": choice(("Allotment", "Boat", "Choir", "Street party"), type="notebook"),
        "note": choice(("News", "From the meeting", "Next up", "Reminder"), type="note_title"),
        "what": choice(
            ("Return the keys", "Pay the insurance", "Order new ropes", "Print the programme", "Hire a van"),
            type="todo_title",
        ),
        "day": integer(10, 28, 17, type="day"),
        "hour": integer(8, 18, 14),
        "minute": choice((0, 15, 30, 45)),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"todo_made": make, "alarm_right": set_alarm, "note_moved": move, "old_deleted": delete_old},
    footprint=footprint,
    alternatives={"from_inbox": from_inbox, "moved_from_list": moved_from_list},
    near_misses={"old_date": old_date, "mixed_up": mixed_up, "in_inbox": in_inbox},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("notebook",),
)
