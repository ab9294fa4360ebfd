"""The phone's to-dos say which files of the desktop can go; each is checked off when its file is in the trash."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change, may_remove
from crab_tasks.kits.android.tasks.moves import check_off
from crab_tasks.kits.android.tasks.state import todo_is_done
from crab_tasks.kits.compare import digest
from crab_tasks.kits.footprints import nothing_else
from crab_tasks.kits.moves import launch, nothing_more
from crab_tasks.kits.state import State, app_opened
from crab_tasks.kits.ubuntu.files.moves import trash_file
from crab_tasks.kits.ubuntu.files.state import HOME, folder_names_are, trashed
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

FOLDER = f"{HOME}/Documents/drafts"
FIRSTS = ("budget.txt", "poster.txt", "quiz.txt", "letter.txt", "recipe.txt")
SECONDS = ("speech.txt", "menu.txt", "route.txt", "verse.txt", "survey.txt")
NAMES = (*FIRSTS, *SECONDS)


def content(name: str) -> str:
    """Returns a draft's contents."""
    return f"Draft of the {name.removesuffix('.txt')}\n" * 3


def todo(name: str) -> str:
    """Returns the to-do about a file."""
    return f"Throw away {name} on the desktop"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts drafts into a folder, and the to-dos among others."""
    for name in NAMES:
        devices.ubuntu.write_file(f"{FOLDER}/{name}", content(name))
    phone = devices.android
    phone.clear_todos()
    rows = [todo(params.first), rng.choice(("Water the plants", "Return the ladder")), todo(params.second)]
    for row in (*rows, "Keep all other drafts"):
        phone.add_todo(row)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The list; then the two files in any order, each with its to-do; then the folder as a whole."""

    def gone(name: str, file: str) -> Checkpoint:
        args = check(trashed, path=f"{FOLDER}/{file}", content=digest(content(file).encode()))
        return Checkpoint(id=name, device="ubuntu", app="files", evaluator=args, after=("list_open",))

    def done(name: str, file: str, after: str) -> Checkpoint:
        return Checkpoint(
            id=name, device="android", app="tasks", evaluator=check(todo_is_done, title=todo(file)), after=(after,)
        )

    rest = tuple(sorted(set(NAMES) - {params.first, params.second}))
    return [
        app_opened("tasks", "list_open"),
        gone("first_trashed", params.first),
        gone("second_trashed", params.second),
        done("first_done", params.first, "first_trashed"),
        done("second_done", params.second, "second_trashed"),
        Checkpoint(
            id="rest_kept",
            device="ubuntu",
            app="files",
            evaluator=check(drafts_are, names=rest),
            after=("first_trashed", "second_trashed"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The files go to the trash, and their to-dos are completed; all else stays as it is."""
    names = (params.first, params.second)
    return [
        may_remove("ubuntu", "file", path=frozenset(f"{FOLDER}/{name}" for name in names)),
        may_change("android", "todo", ("done",), title=frozenset(todo(name) for name in names)),
        *nothing_else("android", "ubuntu"),
    ]


def drafts_are(state: State, names: Sequence[str]) -> bool:
    """The folder holds exactly these drafts, as they were."""
    if not folder_names_are(state, FOLDER, names):
        return False
    return all(state.ubuntu.read_text(f"{FOLDER}/{name}") == content(name) for name in names)


def trash_first(params: Params, look: Look) -> Iterator[Action]:
    """Moves the first file to the trash."""
    yield from trash_file(look, FOLDER, params.first)


def trash_second(params: Params, look: Look) -> Iterator[Action]:
    """Moves the second file to the trash."""
    yield from trash_file(look, FOLDER, params.second)


def check_first(params: Params, look: Look) -> Iterator[Action]:
    """Checks the first to-do off."""
    yield from check_off(look, todo(params.first))


def check_second(params: Params, look: Look) -> Iterator[Action]:
    """Checks the second to-do off."""
    yield from check_off(look, todo(params.second))


def checked_only(params: Params, look: Look) -> Iterator[Action]:
    """Checks both off and leaves the files."""
    yield from check_off(look, todo(params.first))
    yield from check_off(look, todo(params.second))


def removed(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the files for good."""
    yield action("android", "open_app", name="Tasks")
    yield from run_in_terminal(["rm", f"{FOLDER}/{params.first}", f"{FOLDER}/{params.second}"])
    yield from checked_only(params, look)


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Moves the files to the trash in the terminal."""
    yield action("android", "open_app", name="Tasks")
    yield from run_in_terminal(["gio", "trash", f"{FOLDER}/{params.first}", f"{FOLDER}/{params.second}"])
    yield from checked_only(params, look)


def checked_first(params: Params, look: Look) -> Iterator[Action]:
    """Checks the entries off first, and renames another draft for a while."""
    other = next(name for name in NAMES if name not in (params.first, params.second))
    yield from checked_only(params, look)
    yield from run_in_terminal(
        ["mv", f"{FOLDER}/{other}", f"{FOLDER}/other"], ["mv", f"{FOLDER}/other", f"{FOLDER}/{other}"]
    )
    yield from trash_second(params, look)
    yield from trash_first(params, look)


TASK = Task(
    name="cross.files_from_list",
    description=(
        "The phone's Tasks app says which files in the folder ~/Documents/drafts on the desktop should be thrown away. "
        "Move them to the desktop's trash, and mark their entries on the phone as completed. Leave everything else as "
        "it is."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "first": choice(FIRSTS, type="file_name"),
        "second": choice(SECONDS, type="file_name"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "list_open": launch("Tasks"),
        "first_trashed": trash_first,
        "second_trashed": trash_second,
        "first_done": check_first,
        "second_done": check_second,
        "rest_kept": nothing_more,
    },
    footprint=footprint,
    alternatives={"by_command": by_command, "checked_first": checked_first},
    near_misses={"checked_only": checked_only, "removed": removed},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=7,
    tags=("files", "todo"),
)
