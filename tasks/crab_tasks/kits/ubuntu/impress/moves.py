"""LibreOffice Impress: moves."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from crab_gym.backends.base import Devices, Element
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.libreoffice import export_pdf, office
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo_file, pictures_combined
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, dialog, soon, window

__all__ = ["COMBINE", "STACK", "add_slide", "change_title", "choose", "focus_slide", "retype", "turn_to"]

_MAX_LOOKS = 40


def choose(look: Look, *names: str) -> Iterator[Action]:
    """Chooses an entry of a menu by the names of the menu, perhaps the submenu, and the entry."""
    yield click(look, text=names[0], role="menu")
    for name in names[1:]:
        yield from _choose_entry(look, names[0], name)


def _choose_entry(look: Look, menu: str, name: str) -> Iterator[Action]:
    yield from soon(lambda: _entry(look, name) is not None)
    entry = _entry(look, name)
    if entry is None:
        raise OracleStuck(f"the menu {menu!r} has no entry {name!r}")
    yield click_on(entry)


def _entry(look: Look, name: str) -> Element | None:
    """Returns an entry of the menu that is open, or a submenu, which the real Impress tells as a menu."""
    shown = [e for e in look("ubuntu") if e.text == name and e.role in ("menu_item", "menu") and e.enabled]
    return next(iter(sorted(shown, key=lambda e: e.role, reverse=True)), None)


def focus_slide(look: Look, number: int, title: str) -> Iterator[Action]:
    """Turns to a slide, and puts the focus on it in the pane of slides.

    Args:
        look: Shows the screens.
        number: The slide's number, from 1 on.
        title: Its title.
    """
    yield from turn_to(look, number, title)
    if has(look, "ubuntu", text=f"Slide {number}", role="list_item"):
        yield click(look, text=f"Slide {number}", role="list_item")
        return
    # The real pane has no elements for its slides; a click on one of them puts the focus there.
    left, top, right, _ = next(e for e in look("ubuntu") if e.text == "Slides View").bounds
    yield action("ubuntu", "click", x=(left + right) // 2, y=top + 60)
    yield action("ubuntu", "press", key="home")
    for _ in range(number - 1):
        yield action("ubuntu", "press", key="down")
    yield from turn_to(look, number, title)


def turn_to(look: Look, number: int, title: str) -> Iterator[Action]:
    """Turns to a slide of the presentation in front.

    Args:
        look: Shows the screens.
        number: The slide's number, from 1 on.
        title: Its title.

    Raises:
        OracleStuck: The slide with the title doesn't come up.
    """
    turned_at = 0  # the slide that was shown when a key was last pressed
    for _ in range(_MAX_LOOKS):
        texts = [e.text for e in look("ubuntu") if e.app == "impress" and e.role == "text"]
        shown = next((int(found[1]) for text in texts if (found := re.match(r"Slide (\d+) of ", text))), number)
        if shown == number and title in texts:
            return
        if shown in (number, turned_at):  # the status bar tells the number a moment after the slide is there
            turned_at = 0
            yield action("root", "wait", seconds=1)
        else:
            turned_at = shown
            yield action("ubuntu", "press", key="pagedown" if shown < number else "pageup")
    raise OracleStuck(f"slide {number} with the title {title!r} did not come up")


def retype(text: str) -> Iterator[Action]:
    """Types a text instead of that of the next thing on the slide, and leaves it."""
    yield action("ubuntu", "press", key="tab")  # chooses the first thing on the slide, or the next one
    yield action("ubuntu", "press", key="f2")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=text)
    yield action("ubuntu", "press", key="escape")


def change_title(look: Look, number: int, old: str, new: str) -> Iterator[Action]:
    """Types another title on a slide of the presentation in front.

    Args:
        look: Shows the screens.
        number: The slide's number, from 1 on.
        old: Its title before.
        new: Its new title.
    """
    yield from turn_to(look, number, old)
    yield from retype(new)
    yield action("ubuntu", "press", key="escape")


def add_slide(title: str, lines: Sequence[str]) -> Iterator[Action]:
    """Adds a slide behind the one that is shown, with a title and lines below it."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "m"])
    for text in (title, "\n".join(lines)):
        yield action("ubuntu", "hotkey", keys=["ctrl", "enter"])  # goes to the next place for text
        yield action("ubuntu", "write_text", text=text)
    for _ in range(2):
        yield action("ubuntu", "press", key="escape")


_SIZE = 240, 180
_STEMS = ("roof", "tower", "bridge", "market", "stairs", "fountain")


class _Shift(NamedTuple):
    """How far a picture is dragged from where it was inserted, in hundredths of its width and height."""

    right: int
    down: int


_ASIDE = _Shift(-60, 0), _Shift(60, 0)
_STACKED = _Shift(0, -60), _Shift(0, 60)


def _pair(params: Params) -> tuple[bytes, bytes]:
    """Returns the files of both pictures, which differ."""
    at = PHOTOS.index(params.photo)
    return photo_file(params.photo, *_SIZE), photo_file(PHOTOS[(at + 2) % len(PHOTOS)], *_SIZE)


def _put_both(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts both pictures, and takes away what has the result's name."""
    desktop = devices.ubuntu
    for path, data in zip((params.first, params.second), _pair(params), strict=True):
        desktop.write_file(path, data)
    if desktop.exists(params.target):
        desktop.remove(params.target)


def _combined(params: Params, direction: str) -> Sequence[Checkpoint]:
    """Impress is in front; then a page of a PDF file has both pictures, in their order."""
    first, second = _pair(params)
    both = check(pictures_combined, path=params.target, first=first, second=second, direction=direction)
    return [
        app_opened("impress", "impress_open", "ubuntu"),
        Checkpoint(id="combined", device="ubuntu", app="impress", evaluator=both, after=("impress_open",)),
    ]


def _side_by_side(params: Params) -> Sequence[Checkpoint]:
    return _combined(params, "right")


def _one_above(params: Params) -> Sequence[Checkpoint]:
    return _combined(params, "below")


def _may_export(params: Params) -> Footprint:
    return new_file(params.target)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from office(look, "impress")


def _images(look: Look) -> list[Element]:
    return [e for e in look("ubuntu") if e.app == "impress" and e.role == "image" and e.description == "Image"]


def _insert(look: Look, path: str, by: _Shift) -> Iterator[Action]:
    """Inserts a picture into the slide and drags it to its place."""
    before = len(_images(look))
    yield from choose(look, "Insert", "Image…")
    yield from dialog(look, "Insert Image", "impress")
    yield from choose_file(look, path)
    yield from soon(lambda: len(_images(look)) > before)
    picture = _images(look)[-1]
    (x, y), (left, top, right, bottom) = picture.center, picture.bounds
    to = {"x2": x + (right - left) * by.right // 100, "y2": y + (bottom - top) * by.down // 100}
    yield action("ubuntu", "drag", x1=x, y1=y, **to)
    yield action("ubuntu", "press", key="escape")


def _put(params: Params, look: Look, first: _Shift, second: _Shift) -> Iterator[Action]:
    """Puts both pictures on the slide of a new presentation."""
    yield from office(look, "impress")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield from window(look, "Untitled", "impress")
    yield from _insert(look, params.first, first)
    yield from _insert(look, params.second, second)


def _put_and_export(first: _Shift, second: _Shift, params: Params, look: Look) -> Iterator[Action]:
    yield from _put(params, look, first, second)
    yield from export_pdf(look, "impress", params.target)


def _put_second_first(first: _Shift, second: _Shift, params: Params, look: Look) -> Iterator[Action]:
    """Inserts the second picture first."""
    turned = params.replace(first=params.second, second=params.first)
    yield from _put(turned, look, second, first)
    yield from export_pdf(look, "impress", params.target)


def _rename(first: _Shift, second: _Shift, params: Params, look: Look) -> Iterator[Action]:
    """Exports under another name, and renames the file."""
    draft = "/home/user/Documents/not_named_yet.pdf"
    yield from _put(params, look, first, second)
    yield from export_pdf(look, "impress", draft)
    yield from run_in_terminal(["mv", draft, params.target])


def _on_a_slide(name: str, shifts: tuple[_Shift, _Shift], where: str, place: str, crab: int) -> SubTask:
    """Returns a sub-task about two pictures on a slide.

    Args:
        name: Its name.
        shifts: How far the first picture is dragged, and the second.
        where: Words for the place of the second picture: "to its right".
        place: The same in full: "to the right of the first".
        crab: The number of CRAB's template.
    """
    first, second = shifts
    nearer = [_Shift(shift.right * 5 // 12, shift.down * 5 // 12) for shift in shifts]  # the pictures overlap
    return SubTask(
        name=name,
        device="ubuntu",
        app="impress",
        says=f"put the picture {{first}} and, {where}, the picture {{second}} on one slide in Impress, and export the "
        "slide as the PDF file {target}",
        steps="on the desktop, insert {first} and {second} into a slide in LibreOffice Impress, drag them until the "
        f"second one is {place}, and export the slide as the PDF file {{target}}",
        refers="the PDF file {target}",
        inputs={
            "first": path_like("/home/user/Pictures/tower_17.png", _STEMS),
            "second": path_like("/home/user/Pictures/bridge_52.png", _STEMS),
            "target": path_like("/home/user/Documents/sights_38.pdf", ("sights", "tour", "album", "leaflet")),
        },
        hidden={"photo": choice(PHOTOS, type="material")},
        output="file",
        produce=lambda params: str(params.target),
        setup=_put_both,
        checkpoints=_side_by_side if first.right else _one_above,
        oracle={"impress_open": _open, "combined": partial(_put_and_export, first, second)},
        footprint=_may_export,
        alternatives={
            "second_first": partial(_put_second_first, first, second),
            "renamed": partial(_rename, first, second),
        },
        near_misses={
            "turned_round": partial(_put_and_export, second, first),
            "covered": partial(_put_and_export, nearer[0], nearer[1]),
        },
        step_limit=90,
        crab=crab,
        crab_inputs=("first", "second", "target"),
        tags=("heavy", "pictures"),
    )


COMBINE = _on_a_slide("slide_pictures.combine", _ASIDE, "to its right", "to the right of the first one", 31)
STACK = _on_a_slide("slide_pictures.stack", _STACKED, "below it", "below the first one", 30)
