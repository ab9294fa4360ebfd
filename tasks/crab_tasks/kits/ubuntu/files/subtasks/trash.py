"""The trash in Files: a sub-task that takes a file out of it, to where it was."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint, may_remove
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import find
from crab_tasks.kits.paths import name_of, path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.moves import open_folder
from crab_tasks.kits.ubuntu.files.state import HOME, restored
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import click_soon, start, wait_for, wait_until_gone, window_in_front
from crab_tasks.kits.values import some_of

__all__ = ["RESTORE"]

_TRASH = f"{HOME}/.local/share/Trash"


def _text(params: Params) -> str:
    return f"Club no. {params.number}\nKeep this by all means.\n"


def _older(path: str) -> str:
    """Returns the path of the other file, whose name begins like the right one's."""
    return f"{path.removesuffix('.txt')}_old.txt"


_OTHERS = ("a_list.txt", "address_tags.txt", "agenda_of_may.txt", "all_keys.txt")


def _two_trashed(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the file, an older one and some others into the trash."""
    desktop = devices.ubuntu
    texts = {params.file: _text(params), _older(params.file): f"Club no. {rng.randint(2, 99)}\n"}
    texts |= {f"/home/user/Documents/{name}": "Nothing.\n" for name in some_of(rng, _OTHERS)}
    for path, text in texts.items():
        desktop.remove(path)
        desktop.write_file(f"{_TRASH}/files/{name_of(path)}", text)
        note = f"[Trash Info]\nPath={quote(path)}\nDeletionDate=2026-10-0{rng.randint(1, 9)}T17:20:00\n"
        desktop.write_file(f"{_TRASH}/info/{name_of(path)}.trashinfo", note)


def _taken_out(params: Params) -> Sequence[Checkpoint]:
    """The trash is shown; then the file is where it was."""
    shown = check(window_in_front, app="files", title="Trash")
    wanted = check(restored, path=params.file, content=_text(params).encode())
    return [
        whereabouts(id="trash_shown", device="ubuntu", app="files", evaluator=shown),
        Checkpoint(id="restored", device="ubuntu", app="files", evaluator=wanted, after=("trash_shown",)),
    ]


def _may_restore(params: Params) -> Footprint:
    return [*new_file(params.file), may_remove("ubuntu", "trashed", most=1, path=params.file)]


def _show_trash(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Files")
    yield from click_soon(look, text="Trash", role="list_item")


def _restore(look: Look, name: str) -> Iterator[Action]:
    """Takes a file out of the shown trash by the menu of its row."""
    yield from wait_for(look, text=name)
    x, y = find(look, "ubuntu", text=name).center
    yield action("ubuntu", "right_click", x=x, y=y)
    yield from click_soon(look, text="Restore From Trash", role="menu_item")
    yield from wait_until_gone(look, name)


def _restore_file(params: Params, look: Look) -> Iterator[Action]:
    yield from _show_trash(params, look)
    yield from _restore(look, name_of(params.file))


def _look_home_first(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the file in its folder first."""
    yield from open_folder(look, params.file.rpartition("/")[0])
    yield from _restore_file(params, look)


def _restore_both(params: Params, look: Look) -> Iterator[Action]:
    """Takes the older file out first, and moves it to the trash again."""
    yield from _show_trash(params, look)
    yield from _restore(look, name_of(_older(params.file)))
    yield from run_in_terminal(["gio", "trash", _older(params.file)])
    yield from _restore_file(params, look)


def _restore_older(params: Params, look: Look) -> Iterator[Action]:
    """Takes the older file out, and gives it the right one's name."""
    yield from _show_trash(params, look)
    yield from _restore(look, name_of(_older(params.file)))
    yield from run_in_terminal(["mv", _older(params.file), params.file])


def _only_copied(params: Params, look: Look) -> Iterator[Action]:
    """Copies the file, and leaves it in the trash."""
    yield from _show_trash(params, look)
    yield from run_in_terminal(["cp", f"{_TRASH}/files/{name_of(params.file)}", params.file])


def _elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Takes the file out, and moves it to the home folder."""
    yield from _show_trash(params, look)
    yield from run_in_terminal(["mv", f"{_TRASH}/files/{name_of(params.file)}", f"{HOME}/{name_of(params.file)}"])


RESTORE = SubTask(
    name="trash.restore",
    device="ubuntu",
    app="files",
    says="restore the file {file} from the trash in the desktop's Files",
    steps="on the desktop, open Files, click Trash, right-click the file that was {file}, and choose Restore From "
    "Trash",
    refers="the file {file} that you restore from the trash",
    inputs={"file": path_like("/home/user/Documents/statutes_27.txt", ("accounts", "members", "rules", "statutes"))},
    hidden={"number": integer(100, 9999, 523)},
    output="file",
    produce=lambda params: str(params.file),
    setup=_two_trashed,
    checkpoints=_taken_out,
    oracle={"trash_shown": _show_trash, "restored": _restore_file},
    footprint=_may_restore,
    alternatives={"home_first": _look_home_first, "after_the_other": _restore_both},
    near_misses={"older_one": _restore_older, "only_copied": _only_copied, "elsewhere": _elsewhere},
    step_limit=45,
    tags=("files",),
)
