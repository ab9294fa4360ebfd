"""drive.example: evaluators, and sub-tasks that upload a file, and that download one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.account import (
    add_drive_file,
    content_in_drive,
    drive_file,
    may_add_to_drive,
    remove_from_drive,
    some_lines,
)
from crab_tasks.kits.compare import same_copy
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import file_path, name_of, text_file
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow, shown
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["DOWNLOAD", "UPLOAD", "fetched", "put_there"]

_SITE = "drive.example"
_TITLE = "My Drive"
_OPEN = check(window_in_front, app="firefox", title="Cumulus Drive")


def fetched(state: State, name: str, path: str) -> bool:
    """The desktop's file is the one of this name in Drive."""
    return same_copy(content_in_drive(state, name), state.ubuntu.read_file(path))


def put_there(state: State, path: str) -> bool:
    """Drive has one file of the name that the desktop's file has, with its content, as `fetched` compares it."""
    return fetched(state, name_of(path), path)


def _other(name: str) -> str:
    """Returns the name of a file beside it that isn't meant."""
    return f"old_{name}"


def _site_open(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    return [whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=_OPEN)]


def _go_there(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, _SITE, _TITLE)


# Downloading ----------------------------------------------------------------------------------------------------------


def _in_drive(devices: Devices, params: Params, rng: random.Random) -> None:
    """Drive has the file, unless another part puts it there, and an older one; the target is free."""
    for name in (_other(params.name), *(() if "name" in params.fed else (params.name,))):
        add_drive_file(devices, name, some_lines(rng))
    devices.ubuntu.remove(params.file)


def _downloaded(params: Params) -> Sequence[Checkpoint]:
    """The site; then the file."""
    there = check(fetched, name=params.name, path=params.file)
    return [
        *_site_open(params),
        Checkpoint(id="saved", device="ubuntu", app="files", evaluator=there, after=("site_open",)),
    ]


def _save(look: Look, name: str) -> Iterator[Action]:
    """Downloads a file from its page, to which the shown one has a link."""
    yield from follow(look, name, role="link", title=name)
    yield from follow(look, rid="download")
    yield action("root", "wait", seconds=1)


def _fetch(look: Look, name: str) -> Iterator[Action]:
    """Searches for a file, and downloads it if it is there."""
    yield from browse(look, f"{_SITE}/search?q={name}", "Search")
    if shown(look, text=name, role="link") is not None:
        yield from _save(look, name)


def _place(name: str) -> str:
    """Returns where the browser puts a file."""
    return f"{HOME}/Downloads/{name}"


def _download_and_move(params: Params, look: Look) -> Iterator[Action]:
    yield from _fetch(look, params.name)
    yield from run_in_terminal(["mv", _place(params.name), params.file])


def _download_listed(params: Params, look: Look) -> Iterator[Action]:
    """Finds the file in the list of all."""
    yield from _go_there(params, look)
    yield from _save(look, params.name)
    yield from run_in_terminal(["mv", _place(params.name), params.file])


def _download_and_copy(params: Params, look: Look) -> Iterator[Action]:
    """Copies the download, and deletes it."""
    yield from _fetch(look, params.name)
    yield from run_in_terminal(["cp", _place(params.name), params.file], ["rm", _place(params.name)])


def _download_other(params: Params, look: Look) -> Iterator[Action]:
    """Downloads the older file."""
    yield from _fetch(look, _other(params.name))
    yield from run_in_terminal(["mv", _place(_other(params.name)), params.file])


DOWNLOAD = SubTask(
    name="drive_site.download",
    device="ubuntu",
    app="firefox",
    says="on drive.example in the desktop's Firefox, download {name}, and move it to {file}",
    steps=(
        "on the desktop, open drive.example in Firefox, click {name} and then Download, and move the download from "
        "~/Downloads to {file}"
    ),
    refers="the new file {file} to which you move {name} from drive.example",
    inputs={"name": drive_file("roster_63"), "file": file_path("elm_52")},
    output="file",
    produce=lambda params: str(params.file),
    account=("drive",),
    setup=_in_drive,
    checkpoints=_downloaded,
    oracle={"site_open": _go_there, "saved": _download_and_move},
    footprint=may_make_file,
    alternatives={"listed": _download_listed, "copied": _download_and_copy},
    near_misses={"older_file": _download_other},
    backends=("sim", "desktop"),
    step_limit=60,
    tags=("heavy", "web", "files", "drive"),
)

# Uploading ------------------------------------------------------------------------------------------------------------


def _not_in_drive(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file is there, unless another part makes it, and an older one, unless that makes the folder, too.

    Drive has neither.
    """
    folder, name = params.file.rpartition("/")[0], name_of(params.file)
    remove_from_drive(devices, [name, _other(name)])
    if "file" not in params.fed:
        devices.ubuntu.write_file(params.file, some_lines(rng))
    if devices.ubuntu.exists(folder):
        devices.ubuntu.write_file(f"{folder}/{_other(name)}", some_lines(rng))


def _uploaded(params: Params) -> Sequence[Checkpoint]:
    """The site; then the file."""
    return [
        *_site_open(params),
        Checkpoint(
            id="put", device="ubuntu", app="firefox", evaluator=check(put_there, path=params.file), after=("site_open",)
        ),
    ]


def _may_put(params: Params) -> Footprint:
    return may_add_to_drive(name_of(params.file))


def _send(look: Look, path: str) -> Iterator[Action]:
    """Uploads a file of the desktop to the folder that the site shows."""
    yield from follow(look, rid="file")
    yield action("root", "wait", seconds=1)
    yield action("ubuntu", "write_text", text=f"{path}\n")
    yield action("root", "wait", seconds=1)
    yield from follow(look, "Upload", role="button")


def _upload(params: Params, look: Look) -> Iterator[Action]:
    yield from _go_there(params, look)
    yield from _send(look, params.file)


def _upload_from_start(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the site from the page of all sites."""
    yield from browse(look, "start.example", "Start")
    yield from follow(look, "Cumulus Drive Files and folders", role="link", title=_TITLE)
    yield from _send(look, params.file)


def _upload_after_a_look(params: Params, look: Look) -> Iterator[Action]:
    """Looks into the bin first."""
    yield from _go_there(params, look)
    yield from browse(look, f"{_SITE}/bin", "Bin")
    yield from _go_there(params, look)
    yield from _send(look, params.file)


def _upload_other(params: Params, look: Look) -> Iterator[Action]:
    """Uploads the older file, and gives it the other one's name."""
    name = name_of(params.file)
    yield from _go_there(params, look)
    yield from _send(look, f"{params.file.rpartition('/')[0]}/{_other(name)}")
    yield from _go_there(params, look)
    yield from follow(look, _other(name), role="link", title=_other(name))
    yield from fill(look, "new_name", name)
    yield from follow(look, "Rename", role="button", title=name)


UPLOAD = SubTask(
    name="drive_site.upload",
    device="ubuntu",
    app="firefox",
    says="on drive.example in the desktop's Firefox, upload {file}",
    steps="on the desktop, open drive.example in Firefox, click Browse, choose {file}, open it and click Upload",
    refers="the copy of {file} that you upload to drive.example",
    inputs={"file": text_file("hazel_38")},
    output="drive_file",
    produce=lambda params: name_of(params.file),
    account=("drive",),
    setup=_not_in_drive,
    checkpoints=_uploaded,
    oracle={"site_open": _go_there, "put": _upload},
    footprint=_may_put,
    alternatives={"from_start": _upload_from_start, "after_a_look": _upload_after_a_look},
    near_misses={"older_file": _upload_other},
    step_limit=45,
    tags=("heavy", "web", "files", "drive"),
)
