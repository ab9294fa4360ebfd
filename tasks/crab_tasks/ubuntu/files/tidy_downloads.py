"""Rename one download and move two others to the trash, in Files."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_remove, no_other
from crab_tasks.kits.compare import digest
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.ubuntu.files.moves import rename_file, trash_file
from crab_tasks.kits.ubuntu.files.state import HOME, file_has_digest, folder_names_are, trashed
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

FOLDER = f"{HOME}/Downloads"
NAMES = ("scan0001.txt", "form.txt", "ticket.txt", "list-copy.txt", "offer.txt", "hours.txt")


def content(name: str) -> str:
    """Returns a download's contents, which differ from the others'."""
    return f"This is what {name} holds.\n" * (1 + len(name))


def rest(params: Params) -> list[str]:
    """Returns the names that the folder has in the end."""
    return sorted({*NAMES, params.new} - {params.old, params.first, params.second})


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the folder, and nothing else is in it."""
    desktop = devices.ubuntu
    for name in desktop.list_dir(FOLDER):
        desktop.remove(f"{FOLDER}/{name}")
    for name in NAMES:
        desktop.write_file(f"{FOLDER}/{name}", content(name))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Three changes in any order; then the folder as a whole."""

    def gone(name: str, file: str) -> Checkpoint:
        args = check(trashed, path=f"{FOLDER}/{file}", content=digest(content(file).encode()))
        return Checkpoint(id=name, device="ubuntu", app="files", evaluator=args)

    renamed = check(file_has_digest, path=f"{FOLDER}/{params.new}", content=digest(content(params.old).encode()))
    return [
        Checkpoint(id="renamed", device="ubuntu", app="files", evaluator=renamed),
        gone("first_trashed", params.first),
        gone("second_trashed", params.second),
        Checkpoint(
            id="tidy",
            device="ubuntu",
            app="files",
            evaluator=check(folder_names_are, path=FOLDER, names=tuple(rest(params))),
            after=("renamed", "first_trashed", "second_trashed"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One file gets its name, two go; the others stay as they are."""
    return [
        may_remove(
            "ubuntu", "file", path=frozenset(f"{FOLDER}/{name}" for name in (params.old, params.first, params.second))
        ),
        *new_file(f"{FOLDER}/{params.new}"),
        no_other(
            "ubuntu",
            "file",
            content=frozenset(digest(content(name).encode()) for name in (params.first, params.second)),
        ),
    ]


def rename(params: Params, look: Look) -> Iterator[Action]:
    """Gives the download its new name."""
    yield from rename_file(look, FOLDER, params.old, params.new)


def first(params: Params, look: Look) -> Iterator[Action]:
    """Moves one file to the trash."""
    yield from trash_file(look, FOLDER, params.first)


def second(params: Params, look: Look) -> Iterator[Action]:
    """Moves the other file to the trash."""
    yield from trash_file(look, FOLDER, params.second)


def deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the two for good instead."""
    yield from run_in_terminal(
        ["mv", f"{FOLDER}/{params.old}", f"{FOLDER}/{params.new}"],
        ["rm", f"{FOLDER}/{params.first}", f"{FOLDER}/{params.second}"],
    )


def copied(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the file under its old name too."""
    yield from trash_file(look, FOLDER, params.first)
    yield from trash_file(look, FOLDER, params.second)
    yield from run_in_terminal(["cp", f"{FOLDER}/{params.old}", f"{FOLDER}/{params.new}"])
    yield action("root", "complete")


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Uses the terminal."""
    yield from run_in_terminal(
        ["cd", FOLDER], ["mv", params.old, params.new], ["gio", "trash", params.first, params.second], ["cd"]
    )


def copied_and_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Trashes in Files, and renames by copying and deleting."""
    yield from second(params, look)
    yield from first(params, look)
    old, new = f"{FOLDER}/{params.old}", f"{FOLDER}/{params.new}"
    yield from run_in_terminal(["cp", old, new], ["rm", old])


TASK = Task(
    name="ubuntu.tidy_downloads",
    description=(
        "On the desktop, tidy the folder ~/Downloads: rename {old} to {new}, and move {first} and {second} to the "
        "trash. Leave the other files as they are."
    ),
    devices=("ubuntu",),
    parameters={
        "old": choice(("scan0001.txt", "hours.txt"), type="file_name"),
        "new": choice(("contract.txt", "lease.txt", "receipt.txt", "invoice.txt"), type="file_name"),
        "first": choice(("form.txt", "offer.txt"), type="file_name"),
        "second": choice(("ticket.txt", "list-copy.txt"), type="file_name"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"renamed": rename, "first_trashed": first, "second_trashed": second, "tidy": nothing_more},
    footprint=footprint,
    alternatives={"by_command": by_command, "copied_and_deleted": copied_and_deleted},
    near_misses={"deleted": deleted, "copied": copied},
    backends={"ubuntu": ("sim", "desktop")},
    version=3,
    tags=("files",),
)
