"""Take one file out of an archive, and take it off the archive."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, below, may_change, no_other
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.ubuntu.archive_manager.moves import delete_from_archive, extract_from_archive, open_archive
from crab_tasks.kits.ubuntu.archive_manager.state import archive_holds, zipped
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

MONTHS = ("january", "february", "march", "april", "may", "june")
TARGET = f"{HOME}/Documents"


def path(params: Params) -> str:
    """Returns the archive's path."""
    return f"{HOME}/Downloads/{params.archive}.zip"


def texts(params: Params) -> dict[str, str]:
    """Returns the files of the archive by their names."""
    return {f"{month}.txt": f"{month.title()}: {params.first + 37 * i} visitors\n" for i, month in enumerate(MONTHS)}


def wanted(params: Params) -> str:
    """Returns the name of the file to take out."""
    return f"{params.month}.txt"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the archive."""
    devices.ubuntu.write_file(path(params), zipped(texts(params)))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The extracted file, then the archive without it."""
    name = wanted(params)
    rest = {other: text for other, text in texts(params).items() if other != name}
    extracted = check(file_is, path=f"{TARGET}/{name}", lines=tuple(texts(params)[name].splitlines()))
    return [
        Checkpoint(id="extracted", device="ubuntu", app="archive_manager", evaluator=extracted),
        Checkpoint(
            id="removed",
            device="ubuntu",
            app="archive_manager",
            evaluator=check(archive_holds, path=path(params), files=rest),
            after=("extracted",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The extracted file and no other, and the archive."""
    return [
        *new_file(f"{TARGET}/{wanted(params)}"),
        no_other("ubuntu", "file", path=below(TARGET)),
        may_change("ubuntu", "file", ("content",), path=path(params)),
    ]


def extract(params: Params, look: Look) -> Iterator[Action]:
    """Extracts the file."""
    yield from open_archive(look, path(params))
    yield from extract_from_archive(look, wanted(params), TARGET)


def remove(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the file from the archive."""
    yield from open_archive(look, path(params))
    yield from delete_from_archive(look, wanted(params))


def everything(params: Params, look: Look) -> Iterator[Action]:
    """Extracts the file, and deletes the whole archive."""
    yield from extract(params, look)
    yield from run_in_terminal(["rm", path(params)])


def all_of_them(params: Params, look: Look) -> Iterator[Action]:
    """Extracts the other files, too."""
    yield from open_archive(look, path(params))
    yield from extract_from_archive(look, "", TARGET)
    yield from delete_from_archive(look, wanted(params))


def wrong_folder(params: Params, look: Look) -> Iterator[Action]:
    """Extracts beside the archive."""
    yield from open_archive(look, path(params))
    yield from extract_from_archive(look, wanted(params), f"{HOME}/Downloads")
    yield from remove(params, look)


def moved_afterwards(params: Params, look: Look) -> Iterator[Action]:
    """Extracts beside the archive, and moves the file."""
    yield from open_archive(look, path(params))
    yield from extract_from_archive(look, wanted(params), f"{HOME}/Downloads")
    yield from run_in_terminal(["mv", f"{HOME}/Downloads/{wanted(params)}", TARGET])
    yield from remove(params, look)


def at_once(params: Params, look: Look) -> Iterator[Action]:
    """Extracts and deletes in one go."""
    yield from open_archive(look, path(params))
    yield from extract_from_archive(look, wanted(params), TARGET)
    yield from delete_from_archive(look, wanted(params))


TASK = Task(
    name="ubuntu.unpack_report",
    description=(
        "On the desktop, extract the file {month}.txt, and only that one, from ~/Downloads/{archive}.zip into "
        "~/Documents. Then delete it from the archive, but keep the other files there."
    ),
    devices=("ubuntu",),
    parameters={
        "archive": choice(("visitors", "museum", "half_year"), type="file_name"),
        "month": choice(MONTHS),
        "first": integer(110, 480, 214),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"extracted": extract, "removed": remove},
    footprint=footprint,
    alternatives={"moved_afterwards": moved_afterwards, "at_once": at_once},
    near_misses={"everything": everything, "all_of_them": all_of_them, "wrong_folder": wrong_folder},
    backends={"ubuntu": ("sim", "desktop")},
    version=3,
    tags=("heavy", "files", "archives"),
)
