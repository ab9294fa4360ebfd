"""Move an item of a programme to its end with nano, and give all that was in one room another one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_is_edited
from crab_tasks.kits.ubuntu.terminal.moves import (
    edit_with_nano,
    nano_find,
    nano_go_to,
    nano_leave,
    nano_replace,
    nano_save,
    run_in_terminal,
)
from crab_tasks.kits.ubuntu.terminal.state import nano_runs

ITEMS = (
    "Welcome", "Knots for beginners", "Maps without a compass", "Baking over a fire", "Birds of the coast",
    "Songs for the road", "Mending a tent", "First aid", "Weather signs",
)  # fmt: skip


def path(params: Params) -> str:
    """Returns where the programme is."""
    return f"{HOME}/Documents/{params.file}.txt"


def long_room(params: Params) -> str:
    """Returns a room that begins like the one that is replaced."""
    return f"{params.old}{params.digit}"


def programme(params: Params) -> list[str]:
    """Returns the lines: items, each with its room; neither the first nor the last one is to be moved."""
    dice = random.Random(params.order)
    items = [params.item, *dice.sample([item for item in ITEMS if item != params.item], 6)]
    rooms = [params.old, params.old, params.old, long_room(params), long_room(params), params.new, "Garden"]
    dice.shuffle(rooms)
    at = dice.randint(1, 4)
    items = [*items[1 : at + 1], items[0], *items[at + 1 :]]
    return [f"{item}, {room}" for item, room in zip(items, rooms, strict=True)]


def renamed(params: Params, lines: Sequence[str]) -> tuple[str, ...]:
    """Returns lines with the new room instead of the old one."""
    return tuple(
        [f"{line.removesuffix(params.old)}{params.new}" if has_room(line, params.old) else line for line in lines]
    )


def has_room(line: str, room: str) -> bool:
    """Returns whether an item is in a room."""
    return line.endswith(f", {room}")


def moved(params: Params) -> tuple[str, ...]:
    """Returns the lines with the item at the end."""
    lines = programme(params)
    rest = [line for line in lines if not line.startswith(f"{params.item},")]
    return (*rest, *[line for line in lines if line.startswith(f"{params.item},")])


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the programme, and one of another year."""
    desktop = devices.ubuntu
    lines = programme(params)
    desktop.write_file(path(params), "\n".join(lines) + "\n")
    desktop.write_file(f"{HOME}/Documents/{params.file}-old.txt", "\n".join(rng.sample(lines, 5)) + "\n")


def ends_with_item(state: State, path: str, item: str) -> bool:
    """Only the last line that isn't empty begins with the item."""
    lines = (state.ubuntu.read_text(path) or "").split("\n")
    return [line.startswith(f"{item},") for line in lines if line.strip()][-1:] == [True] and (
        sum(line.startswith(f"{item},") for line in lines) == 1
    )


def room_unused(state: State, path: str, room: str) -> bool:
    """The file has lines, and none of them ends with the room."""
    lines = [line.rstrip() for line in (state.ubuntu.read_text(path) or "").split("\n")]
    return any(lines) and not any(has_room(line, room) for line in lines)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Nano first; then both changes, and nothing but these."""
    whole = check(file_is_edited, path=path(params), lines=renamed(params, moved(params)))
    return [
        whereabouts(id="in_nano", device="ubuntu", app="terminal", evaluator=check(nano_runs)),
        Checkpoint(
            id="moved",
            device="ubuntu",
            app="terminal",
            evaluator=check(ends_with_item, path=path(params), item=params.item),
            after=("in_nano",),
        ),
        Checkpoint(
            id="renamed",
            device="ubuntu",
            app="terminal",
            evaluator=check(room_unused, path=path(params), room=params.old),
            after=("in_nano",),
        ),
        Checkpoint(id="nothing_else", device="ubuntu", app="terminal", evaluator=whole, after=("moved", "renamed")),
    ]


def footprint(params: Params) -> Footprint:
    """The programme."""
    return [may_change("ubuntu", "file", ("content",), path=path(params))]


def open_nano(params: Params, look: Look) -> Iterator[Action]:
    """Opens the programme in nano."""
    yield from edit_with_nano(look, path(params))


def _cut(params: Params) -> Iterator[Action]:
    """Cuts the item's line."""
    yield from nano_find(f"{params.item},")
    yield action("ubuntu", "hotkey", keys=["ctrl", "k"])


def _paste_last() -> Iterator[Action]:
    """Pastes what was cut behind the last line."""
    yield from nano_go_to(99)
    yield action("ubuntu", "hotkey", keys=["ctrl", "u"])


def move(params: Params, look: Look) -> Iterator[Action]:
    """Cuts the line, and pastes it at the end."""
    yield from _cut(params)
    yield from _paste_last()
    yield from nano_save()


def rename(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the room, one item after the other, since another room begins like it."""
    for line in programme(params):
        if has_room(line, params.old):
            (new,) = renamed(params, [line])
            yield from nano_replace(line, new, [True])
    yield from nano_save()


def _where_it_is(params: Params, lines: Sequence[str]) -> list[bool]:
    """Returns for each place of the room's words in lines whether it is this room, and not one that begins like it."""
    return [has_room(line, params.old) for line in lines if params.old in line]


def asked_each_time(params: Params, look: Look) -> Iterator[Action]:
    """Lets nano ask at each place of the room's words, and saves on the way out."""
    yield from open_nano(params, look)
    yield from nano_replace(params.old, params.new, _where_it_is(params, programme(params)))
    yield from _cut(params)
    yield from _paste_last()
    yield action("ubuntu", "hotkey", keys=["ctrl", "x"])
    yield action("ubuntu", "write_text", text="y")
    yield action("ubuntu", "press", key="enter")


def undone(params: Params, look: Look) -> Iterator[Action]:
    """Cuts the first line by mistake, takes that back, and types the item anew at the end."""
    yield from open_nano(params, look)
    yield action("ubuntu", "hotkey", keys=["ctrl", "k"])
    yield action("ubuntu", "press", key="escape")  # escape and a letter are that letter with alt
    yield action("ubuntu", "press", key="u")
    yield from _cut(params)
    yield from nano_go_to(99)
    yield action("ubuntu", "write_text", text=moved(params)[-1])
    yield from rename(params, look)
    yield from nano_leave()


def everywhere(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the room's words in the other room as well."""
    yield from open_nano(params, look)
    yield from move(params, look)
    yield from nano_replace(params.old, params.new, [True for line in programme(params) if params.old in line])
    yield from nano_save()


def copied(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the item where it was, too."""
    yield from open_nano(params, look)
    yield from _cut(params)
    yield action("ubuntu", "hotkey", keys=["ctrl", "u"])
    yield from _paste_last()
    yield from rename(params, look)


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Saves the new room, but not the new order."""
    yield from open_nano(params, look)
    yield from rename(params, look)
    yield from _cut(params)
    yield from _paste_last()
    yield action("ubuntu", "hotkey", keys=["ctrl", "x"])
    yield action("ubuntu", "press", key="n")


def by_stream_editor(params: Params, look: Look) -> Iterator[Action]:
    """Changes the file with sed instead of nano."""
    script = f"s/, {params.old}$/, {params.new}/; /^{params.item},/{{h;d}}; $G"
    yield from run_in_terminal(["sed", "-i", script, path(params)])


TASK = Task(
    name="ubuntu.nano_programme",
    description=(
        "~/Documents/{file}.txt on the desktop is a programme: each line has an item and, after a comma, its room. "
        'Edit it with nano in the terminal. Move the line of "{item}" to the end, after all the others, and change the '
        'room of all items in "{old}" to "{new}". Other rooms whose names only begin the same way stay as they are. '
        "Leave everything else as it is, and save the file."
    ),
    devices=("ubuntu",),
    parameters={
        "file": choice(("programme", "saturday", "camp"), type="file_name"),
        "item": choice(ITEMS, type="title"),
        "old": choice(("Room 1", "Hall 2", "Tent 3"), type="place"),
        "new": choice(("Room 7", "the loft", "the barn"), type="place"),
        "digit": integer(0, 9, 2),
        "order": integer(0, 9999, 4, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"in_nano": open_nano, "moved": move, "renamed": rename, "nothing_else": nothing_more},
    footprint=footprint,
    alternatives={"asked_each_time": asked_each_time, "undone": undone},
    near_misses={
        "everywhere": everywhere, "copied": copied, "not_saved": not_saved, "by_stream_editor": by_stream_editor,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=2,
    tags=("terminal", "nano"),
)  # fmt: skip
