"""The task about copying a picture of a receipt."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, text
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_sim.devices.media import photo
from crab_tasks.android_world.files import transfer_held, varied_name
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.files.moves import open_folder
from crab_tasks.kits.android.files.state import STORAGE, file_at, file_seen
from crab_tasks.kits.android.gallery.moves import open_album, select_photos, transfer_selected
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.compare import digest
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import whereabouts

__all__ = ["CHANGES", "TASKS"]

TASKS = ("SAVE_COPY_OF_RECEIPT",)
"""The name of the task."""

_DCIM, _DOWNLOAD = f"{STORAGE}/DCIM", f"{STORAGE}/Download"
_SHOPS = ("bakery", "garage", "bookshop", "chemist", "market", "tearoom", "ironmonger", "florist", "cinema", "hotel")
_TAKEN = 1_790_000_000.0


_RECEIPTS = ("receipt_cafe", "receipt_grocery", "receipt_hardware")
"""The bundled pictures of receipts."""


def _picture(params: Params, number: int = 0) -> bytes:
    """Returns the picture of the receipt, or of another one that was taken some hours later, or earlier."""
    shown = _RECEIPTS[(_RECEIPTS.index(params.receipt) + number) % len(_RECEIPTS)]
    return photo(shown, _TAKEN + 3600 * number)


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The receipt lies between others of nearly the same name."""
    phone, stem = devices.android, params.file.removesuffix(".jpg")
    phone.make_dir(_DOWNLOAD)
    others = {f"{varied_name(rng, rng.choice((stem, *_SHOPS)))}.jpg" for _ in range(rng.randint(1, 6))}
    for i, name in enumerate(sorted(others - {params.file}), 1):
        phone.write_file(f"{_DCIM}/{name}", _picture(params, rng.choice((-i, i))))
    phone.write_file(f"{_DCIM}/{params.file}", _picture(params))


def _copied(params: Params) -> Sequence[Checkpoint]:
    """The picture on the screen, then its copy."""
    copy = check(file_at, path=f"{_DOWNLOAD}/{params.file}", content=digest(_picture(params)))
    return [
        whereabouts(id="picture_seen", device="android", app="gallery", evaluator=check(file_seen, name=params.file)),
        Checkpoint(id="copied", device="android", app="gallery", evaluator=copy, after=("picture_seen",)),
    ]


def _may_copy(params: Params) -> Footprint:
    copy = f"{_DOWNLOAD}/{params.file}"
    return [may_add("android", "file", path=copy, kind="file"), no_other("android", "file", path=copy)]


def _see(params: Params, look: Look) -> Iterator[Action]:
    """Opens the album, and scrolls to the picture."""
    yield from open_album(look, "DCIM")


def _copy(params: Params, look: Look) -> Iterator[Action]:
    yield from select_photos(look, [params.file])
    yield from transfer_selected(look, _DOWNLOAD)


def _in_files(params: Params, look: Look) -> Iterator[Action]:
    """Copies the picture in Files."""
    yield from open_folder(look, "DCIM")
    yield from scroll_to(look, params.file, role="list_item")
    yield from transfer_held(look, params.file, "Download", "Copy")


def _found_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Finds the picture by the search of Files."""
    yield from at_root(look, "Files", description="Show roots")
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.file.removesuffix(".jpg"))
    yield from scroll_to(look, params.file, role="list_item")
    yield from transfer_held(look, params.file, "Download", "Copy")


def _moved(params: Params, look: Look) -> Iterator[Action]:
    """Moves the picture."""
    yield from _see(params, look)
    yield from select_photos(look, [params.file])
    yield from transfer_selected(look, _DOWNLOAD, move=True)


def _elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Copies the picture among the documents."""
    yield from _see(params, look)
    yield from select_photos(look, [params.file])
    yield from transfer_selected(look, f"{STORAGE}/Documents")


SAVE_COPY_OF_RECEIPT = Task(
    **like("SaveCopyOfReceiptTaskEval"),
    description=(
        "Copy the picture {file} from the phone's folder DCIM to its folder Download, under the same name. The "
        "original should stay where it is."
    ),
    parameters={
        "file": text(lambda rng: f"receipt_{varied_name(rng, rng.choice(_SHOPS))}.jpg", "receipt_garage.jpg"),
        "receipt": choice(_RECEIPTS, type="material"),
    },
    setup=_plant,
    checkpoints=_copied,
    oracle={"picture_seen": _see, "copied": _copy},
    footprint=_may_copy,
    alternatives={"in_files": _in_files, "found_in_files": _found_in_files},
    near_misses={"moved": _moved, "elsewhere": _elsewhere},
    version=2,
)

CHANGES: Mapping[str, str] = {
    "android_world.save_copy_of_receipt": (
        "The copy must be of the same picture, and the original must stay; Files may be used as well."
    ),
}
