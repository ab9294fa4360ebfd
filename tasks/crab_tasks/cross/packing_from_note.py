"""Add the things of a note of the phone's Notebook app to a list on the desktop with nano, unless they are there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.notebook.moves import open_note
from crab_tasks.kits.android.notebook.state import Note, plant_notes
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import State, app_opened, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import edit_with_nano, nano_go_to, nano_leave, nano_save, write_lines
from crab_tasks.kits.ubuntu.terminal.state import nano_runs

THINGS = (
    "tent", "rope", "two torches", "rain jackets", "matches", "water filter", "first aid box", "folding saw",
    "blue thermos", "map of the coast", "sun hat", "tin opener", "spare batteries", "soap",
)  # fmt: skip
_FIRST = 6  # things that the list has at first


def _drawn(params: Params) -> list[str]:
    return random.Random(params.order).sample(THINGS, len(THINGS))


def given(params: Params) -> tuple[str, ...]:
    """Returns the lines of the list at first."""
    return tuple(_drawn(params)[:_FIRST])


def missing(params: Params) -> tuple[str, ...]:
    """Returns the things of the note that the list doesn't have."""
    return tuple(_drawn(params)[_FIRST : _FIRST + params.count])


def noted(params: Params) -> list[str]:
    """Returns the note's lines: two of them are in the list."""
    dice = random.Random(params.order + 1)
    things = [*missing(params)]
    for thing in dice.sample(given(params), 2):
        things.insert(dice.randint(0, len(things)), thing)
    return things


def path(params: Params) -> str:
    """Returns the list's path."""
    return f"{HOME}/Documents/{params.file}.txt"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the list, and plants the note beside one of last year."""
    devices.ubuntu.write_file(path(params), "\n".join(given(params)) + "\n")
    note = Note("Travel", params.note, "\n".join(noted(params)))
    old = Note("Travel", f"{params.note} (last year)", "\n".join(_drawn(params)[-3:]))
    plant_notes(devices.android, ("Travel",), rng.sample((note, old), 2))


def _lines(state: State, path: str) -> list[str]:
    return [line.strip() for line in (state.ubuntu.read_text(path) or "").split("\n")]


def has_things(state: State, path: str, things: Sequence[str]) -> bool:
    """The list has each of the things on a line of its own, in capital or small letters."""
    return {thing.casefold() for thing in things} <= {line.casefold() for line in _lines(state, path)}


def list_extended(state: State, path: str, before: Sequence[str], added: Sequence[str]) -> bool:
    """The list has its lines as before, and behind them one for each thing, in their order.

    Args:
        state: The devices' states.
        path: The list's path.
        before: The lines before.
        added: The things, which may be written in capital or small letters.
    """
    lines = "\n".join(_lines(state, path)).rstrip("\n").split("\n")
    kept, new = lines[: len(before)], lines[len(before) :]
    return kept == list(before) and [line.casefold() for line in new] == [thing.casefold() for thing in added]


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The app with the note, then nano, then the things, then that the list is right."""
    whole = check(list_extended, path=path(params), before=given(params), added=missing(params))
    return [
        app_opened("notebook", "app_open"),
        whereabouts(id="in_nano", device="ubuntu", app="terminal", evaluator=check(nano_runs), after=("app_open",)),
        Checkpoint(
            id="things_there",
            device="ubuntu",
            app="terminal",
            evaluator=check(has_things, path=path(params), things=missing(params)),
            after=("in_nano",),
        ),
        Checkpoint(id="list_right", device="ubuntu", app="terminal", evaluator=whole, after=("things_there",)),
    ]


def footprint(params: Params) -> Footprint:
    """The list."""
    return [may_change("ubuntu", "file", ("content",), path=path(params))]


def read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note."""
    yield from open_note(look, "Travel", params.note)


def open_nano(params: Params, look: Look) -> Iterator[Action]:
    """Opens the list in nano."""
    yield from edit_with_nano(look, path(params))


def _type_last(things: Sequence[str]) -> Iterator[Action]:
    """Types lines behind the last one, and saves the list."""
    yield from nano_go_to(99)
    yield action("ubuntu", "write_text", text="\n".join(things))
    yield from nano_save()


def add(params: Params, look: Look) -> Iterator[Action]:
    """Types the missing things."""
    yield from _type_last(missing(params))


def one_by_one(params: Params, look: Look) -> Iterator[Action]:
    """Adds one thing in capital letters, leaves nano, and adds the others."""
    first, *others = missing(params)
    yield from read(params, look)
    for things in ([first.capitalize()], others):
        yield from open_nano(params, look)
        yield from _type_last(things)
        yield from nano_leave()


def deleted_again(params: Params, look: Look) -> Iterator[Action]:
    """Types all of the note, and cuts those that were there already."""
    yield from read(params, look)
    yield from open_nano(params, look)
    yield from nano_go_to(99)
    yield action("ubuntu", "write_text", text="\n".join(noted(params)))
    for number, thing in reversed([*enumerate(noted(params), _FIRST + 1)]):
        if thing in given(params):
            yield from nano_go_to(number)
            yield action("ubuntu", "hotkey", keys=["ctrl", "k"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "x"])
    yield action("ubuntu", "write_text", text="y")
    yield action("ubuntu", "press", key="enter")


def _typed(params: Params, look: Look, things: Sequence[str]) -> Iterator[Action]:
    yield from read(params, look)
    yield from open_nano(params, look)
    yield from _type_last(things)


def all_of_it(params: Params, look: Look) -> Iterator[Action]:
    """Adds all of the note, also things that the list has."""
    yield from _typed(params, look, noted(params))


def other_order(params: Params, look: Look) -> Iterator[Action]:
    """Adds the things from last to first."""
    yield from _typed(params, look, missing(params)[::-1])


def at_the_start(params: Params, look: Look) -> Iterator[Action]:
    """Adds the things before the others."""
    yield from read(params, look)
    yield from open_nano(params, look)
    yield action("ubuntu", "write_text", text="\n".join(missing(params)) + "\n")
    yield from nano_save()


def not_in_nano(params: Params, look: Look) -> Iterator[Action]:
    """Writes the list in the shell."""
    yield from read(params, look)
    yield from write_lines(path(params), [*given(params), *missing(params)])


TASK = Task(
    name="cross.packing_from_note",
    description=(
        'The note "{note}" in the notebook Travel of the phone\'s Notebook app lists things to pack. Add those that '
        "are not in ~/Documents/{file}.txt on the desktop yet at the end of this file, one per line and in the order "
        "of the note. Do so with nano in the terminal, leave the lines that are there as they are, and save the file."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "file": choice(("packing", "luggage", "for_the_trip"), type="file_name"),
        "note": choice(("Still to pack", "For the bag", "Not to forget"), type="title"),
        "count": integer(2, 5, 3),
        "order": integer(0, 9999, 6, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"app_open": read, "in_nano": open_nano, "things_there": add, "list_right": nothing_more},
    footprint=footprint,
    alternatives={"one_by_one": one_by_one, "deleted_again": deleted_again},
    near_misses={
        "all_of_it": all_of_it, "other_order": other_order, "at_the_start": at_the_start, "not_in_nano": not_in_nano,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    tags=("terminal", "nano", "notes"),
)  # fmt: skip
