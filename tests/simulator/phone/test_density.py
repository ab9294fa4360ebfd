"""Screens of any density show the same picture: enlarged, everything lies where it lies at 160 pixels per inch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from crab_sim.draw.raster import draw
from crab_sim.draw.scaling import scaled
from crab_sim.phone import Phone
from crab_sim.phone.system.keyboard import KEYBOARD, Keyboard
from tests.simulator.phone._drive import phone, press, tap, write

WIDTH, HEIGHT = 360, 800
_BLOCK = 8  # pixels of a square whose mean colours are compared, so that the edges of letters don't count
_MOST = 40  # of 255, by which a square differs: hinted letters differ from smooth ones by up to 37
_USUAL = 0.8  # by which all squares differ in the mean


def _menu(machine: Phone) -> None:
    tap(machine, description="More options")


def _shade(machine: Phone) -> None:
    machine.execute("drag", {"x1": 180, "y1": 2, "x2": 180, "y2": 500})


def _open(address: str) -> Callable[[Phone], None]:
    def opened(machine: Phone) -> None:
        machine.execute("tap", {"x": 150, "y": 58})
        write(machine, address)
        press(machine, "enter")

    return opened


def _sketch(machine: Phone) -> None:
    machine.execute("drag", {"x1": 60, "y1": 200, "x2": 300, "y2": 500})


def _preview(machine: Phone) -> None:
    tap(machine, "travel_plan.md")
    tap(machine, description="View mode")


def _type(machine: Phone) -> None:
    machine.put(KEYBOARD, Keyboard("en"))
    tap(machine, description="New text note")
    write(machine, "Tulips & jam, with flour")


def _add(machine: Phone) -> None:
    machine.execute("tap", {"x": 314, "y": 712})


PAGES: dict[str, tuple[str, Callable[[Phone], object]]] = {
    "home": ("", lambda machine: None),
    "apps": ("", lambda machine: machine.execute("open_app_drawer", {})),
    "notifications": ("", _shade),
    "floating button and badges": ("Mail", lambda machine: None),
    "menu": ("Browser", _menu),
    "contact": ("Contacts", lambda machine: machine.execute("tap", {"x": 120, "y": 200})),
    "dates": ("Calendar", lambda machine: None),
    "form": ("Calendar", _add),
    "dialog": ("Clock", lambda machine: tap(machine, description="Add alarm")),
    "switches": ("Settings", lambda machine: tap(machine, "Display")),
    "note and keyboard": ("Notes", _type),
    "news": ("Browser", _open("news.example")),
    "styles in a line": ("Browser", _open("shop.example/kettle")),
    "marked text": ("Markdown", _preview),
    "map": ("Maps", lambda machine: None),
    "drawing": ("Draw", _sketch),
    "photos": ("Gallery", lambda machine: None),
}


def _squares(image: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Returns the mean colour of each square of a screen, after it has been scaled down to the layout's size."""
    small = Image.fromarray(image).resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    pixels = np.asarray(small, np.float64)
    return np.asarray(pixels.reshape(HEIGHT // _BLOCK, _BLOCK, WIDTH // _BLOCK, _BLOCK, 3).mean((1, 3)))


@pytest.mark.parametrize("page", PAGES)
def test_every_density_shows_the_same_picture(page: str) -> None:
    app, act = PAGES[page]
    machine = phone(3, app)
    act(machine)
    ops = machine.display_list()
    plain = _squares(draw(ops, WIDTH, HEIGHT))
    for dpi in (320, 420, 480):
        width, height = WIDTH * dpi // 160, HEIGHT * dpi // 160
        image = draw(scaled(ops, width / WIDTH, height / HEIGHT), width, height)
        away = np.abs(_squares(image) - plain).mean(2)
        worst = tuple(_BLOCK * int(place) for place in np.unravel_index(away.argmax(), away.shape))
        assert away.max() <= _MOST, f"at {dpi} dpi, {away.max():.0f} off at {worst[::-1]}"
        assert away.mean() <= _USUAL, f"at {dpi} dpi, {away.mean():.2f} off in the mean"
