"""A sub-task about pictures that are put side by side on a slide of LibreOffice Impress."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Element, Setup
from crab_gym.devices.footprints import Footprint
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.state import app_in_front
from crab_tasks.kits.ubuntu.office.impress import choose
from crab_tasks.kits.ubuntu.office.moves import export_pdf, office
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo_file, pictures_combined
from crab_tasks.kits.ubuntu.terminal import run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, dialog, soon, window

__all__ = ["COMBINE"]

_SIZE = 240, 180
_STEMS = ("roof", "tower", "bridge", "market", "stairs", "fountain")


def _pair(params: Params) -> tuple[bytes, bytes]:
    """Returns the files of both pictures, which differ."""
    at = PHOTOS.index(params.photo)
    return photo_file(params.photo, *_SIZE), photo_file(PHOTOS[(at + 2) % len(PHOTOS)], *_SIZE)


def _put_both(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Puts both pictures, and takes away what has the result's name."""
    desktop = devices["ubuntu"]
    for path, data in zip((params.left, params.right), _pair(params), strict=True):
        desktop.write_file(path, data)
    if desktop.exists(params.target):
        desktop.remove(params.target)


def _combined(params: Params) -> Sequence[Checkpoint]:
    """Impress is in front; then a page of a PDF file has both pictures, in their order."""
    left, right = _pair(params)
    both = {"path": params.target, "first": left, "second": right, "direction": "right"}
    return [
        Checkpoint(
            "impress_open", "ubuntu", "impress", app_in_front, {"device": "ubuntu", "app": "impress"}, hold=False
        ),
        Checkpoint("combined", "ubuntu", "impress", pictures_combined, both, after=("impress_open",)),
    ]


def _may_export(params: Params) -> Footprint:
    return new_file(params.target)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from office(look, "impress")


def _images(look: Look) -> list[Element]:
    return [e for e in look("ubuntu") if e.app == "impress" and e.role == "image" and e.description == "Image"]


def _insert(look: Look, path: str, by: int) -> Iterator[Action]:
    """Inserts a picture into the slide and drags it sideways, by so many hundredths of its width."""
    before = len(_images(look))
    yield from choose(look, "Insert", "Image…")
    yield from dialog(look, "Insert Image", "impress")
    yield from choose_file(look, path)
    yield from soon(lambda: len(_images(look)) > before)
    picture = _images(look)[-1]
    x, y = picture.center
    across = (picture.bounds[2] - picture.bounds[0]) * by // 100
    yield action("ubuntu", "drag", x1=x, y1=y, x2=x + across, y2=y)
    yield action("ubuntu", "press", key="escape")


def _put(params: Params, look: Look, left: int = -60, right: int = 60) -> Iterator[Action]:
    """Puts both pictures on the slide of a new presentation.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        left: How far the left picture is dragged, in hundredths of its width.
        right: How far the right picture is.
    """
    yield from office(look, "impress")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield from window(look, "Untitled", "impress")
    yield from _insert(look, params.left, left)
    yield from _insert(look, params.right, right)


def _put_and_export(params: Params, look: Look) -> Iterator[Action]:
    yield from _put(params, look)
    yield from export_pdf(look, "impress", params.target)


def _put_right_one_first(params: Params, look: Look) -> Iterator[Action]:
    """Inserts the right picture first."""
    turned = Params(**{**vars(params), "left": params.right, "right": params.left})
    yield from _put(turned, look, 70, -70)
    yield from export_pdf(look, "impress", params.target)


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Exports under another name, and renames the file."""
    draft = "/home/user/Documents/not_named_yet.pdf"
    yield from _put(params, look)
    yield from export_pdf(look, "impress", draft)
    yield from run_in_terminal(["mv", draft, params.target])


def _turned_round(params: Params, look: Look) -> Iterator[Action]:
    """Puts the right picture left of the left one."""
    yield from _put(params, look, 60, -60)
    yield from export_pdf(look, "impress", params.target)


def _covered(params: Params, look: Look) -> Iterator[Action]:
    """Lets the right picture cover half of the left one."""
    yield from _put(params, look, -25, 25)
    yield from export_pdf(look, "impress", params.target)


COMBINE = SubTask(
    name="slide_pictures.combine",
    device="ubuntu",
    app="impress",
    says="put the picture {left} and right of it the picture {right} on one slide in Impress, and export the slide as "
    "the PDF file {target}",
    steps="on the desktop, insert {left} and {right} into a slide in LibreOffice Impress, drag the second picture "
    "right of the first, and export the slide as the PDF file {target}",
    refers="the PDF file {target}",
    inputs={
        "left": path_like("/home/user/Pictures/tower_17.png", _STEMS),
        "right": path_like("/home/user/Pictures/bridge_52.png", _STEMS),
        "target": path_like("/home/user/Documents/sights_38.pdf", ("sights", "tour", "album", "leaflet")),
    },
    hidden={"photo": choice(PHOTOS, type="photo")},
    output="file",
    produce=lambda params: str(params.target),
    setup=_put_both,
    checkpoints=_combined,
    oracle={"impress_open": _open, "combined": _put_and_export},
    footprint=_may_export,
    alternatives={"right_one_first": _put_right_one_first, "renamed": _rename},
    near_misses={"turned_round": _turned_round, "covered": _covered},
    step_limit=90,
    crab=31,
    tags=("heavy", "pictures"),
)
