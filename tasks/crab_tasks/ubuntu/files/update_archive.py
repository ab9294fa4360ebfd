"""Put the newer version of a file into an archive."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.archive_manager.moves import add_to_archive, delete_from_archive, open_archive
from crab_tasks.kits.ubuntu.archive_manager.state import archive_holds, zipped
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.windows import window_in_front

PAGES = ("agenda", "guests", "map_notes", "music", "prices", "schedule")


def path(params: Params) -> str:
    """Returns the archive's path."""
    return f"{HOME}/Documents/{params.archive}.zip"


def newer(params: Params) -> str:
    """Returns the path of the file to put into it."""
    return f"{HOME}/Documents/{params.page}.txt"


def old_texts(params: Params) -> dict[str, str]:
    """Returns the files of the archive at first, by their names."""
    return {f"{page}.txt": f"{page} of the summer fair, version {i + 2}\n" for i, page in enumerate(PAGES)}


def new_text(params: Params) -> str:
    """Returns the text of the newer version."""
    return f"{params.page} of the summer fair, version {params.version}\nApproved by the committee\n"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the archive, the newer version of one of its files, and an older one of another."""
    desktop = devices.ubuntu
    desktop.write_file(path(params), zipped(old_texts(params)))
    desktop.write_file(newer(params), new_text(params))
    desktop.write_file(f"{HOME}/Documents/{other(params)}.txt", f"{other(params)} of the summer fair, version 1\n")


def other(params: Params) -> str:
    """Returns the name of the file whose version in the folder is older than that in the archive."""
    return PAGES[(PAGES.index(params.page) + 2) % len(PAGES)]


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The archive is open; then it has the newer version."""
    shown = check(window_in_front, app="archive_manager", title=f"{params.archive}.zip")
    files = {**old_texts(params), f"{params.page}.txt": new_text(params)}
    return [
        whereabouts(id="archive_open", device="ubuntu", app="archive_manager", evaluator=shown),
        Checkpoint(
            id="updated",
            device="ubuntu",
            app="archive_manager",
            evaluator=check(archive_holds, path=path(params), files=files),
            after=("archive_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The archive."""
    return [may_change("ubuntu", "file", ("content",), path=path(params))]


def open_it(params: Params, look: Look) -> Iterator[Action]:
    """Opens the archive."""
    yield from open_archive(look, path(params))


def update(params: Params, look: Look) -> Iterator[Action]:
    """Adds the newer version, which replaces the old one."""
    yield from add_to_archive(look, newer(params))


def delete_first(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the old version before it adds the newer one."""
    yield from open_it(params, look)
    yield from delete_from_archive(look, f"{params.page}.txt")
    yield from update(params, look)


def twice(params: Params, look: Look) -> Iterator[Action]:
    """Adds the newer version two times."""
    yield from open_it(params, look)
    yield from update(params, look)
    yield from update(params, look)


def wrong_page(params: Params, look: Look) -> Iterator[Action]:
    """Adds the other file, too."""
    yield from open_it(params, look)
    yield from add_to_archive(look, f"{HOME}/Documents/{other(params)}.txt")
    yield from update(params, look)


def only_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the old version, and adds nothing."""
    yield from open_it(params, look)
    yield from delete_from_archive(look, f"{params.page}.txt")


def one_less(params: Params, look: Look) -> Iterator[Action]:
    """Deletes another of the archive's files."""
    yield from open_it(params, look)
    yield from delete_from_archive(look, f"{other(params)}.txt")
    yield from update(params, look)


TASK = Task(
    name="ubuntu.update_archive",
    description=(
        "The file ~/Documents/{page}.txt on the desktop is newer than the file of the same name in the archive "
        "~/Documents/{archive}.zip. With Archive Manager, put it into the archive in place of the older one. The "
        "archive's other files stay as they are, and so does ~/Documents/{page}.txt."
    ),
    devices=("ubuntu",),
    parameters={
        "archive": choice(("summer_fair", "handout", "for_printing"), type="file_name"),
        "page": choice(PAGES),
        "version": integer(11, 19, 12, type="material"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"archive_open": open_it, "updated": update},
    footprint=footprint,
    alternatives={"delete_first": delete_first, "twice": twice},
    near_misses={"wrong_page": wrong_page, "only_deleted": only_deleted, "one_less": one_less},
    backends={"ubuntu": ("sim", "desktop")},
    version=4,
    tags=("heavy", "files", "archives"),
)
