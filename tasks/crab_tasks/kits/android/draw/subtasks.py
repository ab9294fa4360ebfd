"""Draw: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person
from crab_gym.task.types import Value, states, typed
from crab_sim.devices.footprints import Footprint, left_open, may_add
from crab_tasks.kits.android.draw.moves import choose_color, choose_ground, draw_line, open_canvas, save_drawing
from crab_tasks.kits.android.draw.state import ENDINGS, PICTURES, Color, card_saved, line_saved, may_draw
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import after_opening
from crab_tasks.kits.values import date_ahead

__all__ = ["CARD", "LINE"]

_PALETTE: Mapping[str, Color] = {
    "Red": (0xE5, 0x39, 0x35), "Orange": (0xFB, 0x8C, 0x00), "Green": (0x43, 0xA0, 0x47), "Blue": (0x1E, 0x3A, 0xC8),
    "Purple": (0x8E, 0x24, 0xAA), "Brown": (0x6D, 0x4C, 0x41), "Pink": (0xD8, 0x1B, 0x60),
}  # fmt: skip
"""Some of the app's colours by their names."""


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_canvas(look)


def _may_save(kind: str, value: Value) -> Footprint:
    """Returns the allowance to draw, and to save one drawing that has a value as its name."""

    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == PICTURES and name.endswith(ENDINGS) and states(kind, name.rpartition(".")[0], value)

    return [
        may_add("android", "file", most=1, path=right, kind="file"),
        left_open("android", "file", ("picture",), path=right),  # how large the canvas is
        *may_draw(),
    ]


def _without(devices: Devices, kind: str, value: Value) -> None:
    """Removes drawings that have a value as their names."""
    phone = devices.android
    for name in phone.list_dir(PICTURES):
        if states(kind, name.rpartition(".")[0], value):
            phone.remove(f"{PICTURES}/{name}")


def _no_line(devices: Devices, params: Params, rng: random.Random) -> None:
    _without(devices, params.kinds["date"], params.date)


def _line_drawn(params: Params) -> Sequence[Checkpoint]:
    """Draw; then the drawing."""
    right = check(line_saved, kind=params.kinds["date"], value=params.date, color=_PALETTE[params.color])
    return after_opening("draw", "saved", right)


def _draw(look: Look, color: str) -> Iterator[Action]:
    """Draws a line; "" for the pen's colour."""
    yield from open_canvas(look)
    if color:
        yield from choose_color(look, color)
    yield from draw_line(look, (0.2, 0.3), (0.8, 0.6))


def _draw_dated(params: Params, look: Look) -> Iterator[Action]:
    """Draws it on a white ground, which another drawing may have changed."""
    yield from _clear(look)
    yield from choose_ground(look, "White")
    yield from _draw(look, params.color)
    yield from save_drawing(look, f"{PICTURES}/{typed('date', params.date)}.png")


def _draw_two(params: Params, look: Look) -> Iterator[Action]:
    """Draws a second line, takes it back, and saves a JPEG whose name is the date with digits only."""
    yield from _draw(look, params.color)
    yield from draw_line(look, (0.2, 0.6), (0.8, 0.3))
    yield tap(look, description="Undo")
    yield from save_drawing(look, f"{PICTURES}/{params.date}.jpg")


def _draw_steeply(params: Params, look: Look) -> Iterator[Action]:
    """Draws another line, and saves an SVG."""
    yield from open_canvas(look)
    yield from choose_color(look, params.color)
    yield from draw_line(look, (0.5, 0.2), (0.4, 0.8))
    yield from save_drawing(look, f"{PICTURES}/{typed('date', params.date)}.svg")


def _draw_in_black(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the pen's colour."""
    yield from open_canvas(look)
    yield from choose_color(look, "Black")
    yield from draw_line(look, (0.2, 0.3), (0.8, 0.6))
    yield from save_drawing(look, f"{PICTURES}/{typed('date', params.date)}.png")


def _only_ground(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the colour for the ground, and draws nothing."""
    yield from open_canvas(look)
    yield from choose_ground(look, params.color)
    yield from save_drawing(look, f"{PICTURES}/{typed('date', params.date)}.png")


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _draw(look, params.color)


LINE = SubTask(
    name="draw.line",
    once=True,
    device="android",
    app="draw",
    says="draw a line in the colour {color} in the phone's Draw app, and save the drawing in the folder Pictures under "
    "the name {date}",
    steps="on the phone, open Draw, tap the pen's colour, choose {color}, draw a line on the canvas, tap Save, type "
    "{date} as the drawing's name, tap OK, and save it in the folder Pictures",
    inputs={"color": choice(tuple(_PALETTE), "Blue"), "date": date_ahead("2026-12-01")},
    setup=_no_line,
    checkpoints=_line_drawn,
    oracle={"draw_open": _open, "saved": _draw_dated},
    footprint=lambda params: _may_save(params.kinds["date"], params.date),
    alternatives={"undone": _draw_two, "steeply": _draw_steeply},
    near_misses={"in_black": _draw_in_black, "only_ground": _only_ground, "not_saved": _not_saved},
    backends=("sim", "adb"),
    step_limit=45,
    tags=("draw",),
)


def _no_card(devices: Devices, params: Params, rng: random.Random) -> None:
    _without(devices, params.kinds["name"], params.name)


def _card_made(params: Params) -> Sequence[Checkpoint]:
    """Draw; then the card."""
    right = check(card_saved, kind=params.kinds["name"], value=params.name, color=_PALETTE[params.color])
    return after_opening("draw", "saved", right)


def _clear(look: Look) -> Iterator[Action]:
    yield from open_canvas(look)
    yield tap(look, description="More options")
    yield tap(look, text="Clear")


def _make_card(params: Params, look: Look) -> Iterator[Action]:
    yield from _clear(look)
    yield from choose_ground(look, params.color)
    yield from save_drawing(look, f"{PICTURES}/{params.name}.png")


def _make_card_as_jpeg(params: Params, look: Look) -> Iterator[Action]:
    """Draws something first, which is cleared."""
    yield from _draw(look, "")
    yield from _clear(look)
    yield from choose_ground(look, params.color)
    yield from save_drawing(look, f"{PICTURES}/{params.name}.jpg")


def _make_card_as_svg(params: Params, look: Look) -> Iterator[Action]:
    """Chooses white first."""
    yield from _clear(look)
    for color in ("White", params.color):
        yield from choose_ground(look, color)
    yield from save_drawing(look, f"{PICTURES}/{params.name}.svg")


def _white_card(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the colour for the pen instead, and draws nothing."""
    yield from _clear(look)
    yield from choose_ground(look, "White")
    yield from choose_color(look, params.color)
    yield from save_drawing(look, f"{PICTURES}/{params.name}.png")


def _scribbled(params: Params, look: Look) -> Iterator[Action]:
    """Draws on the card."""
    yield from _clear(look)
    yield from choose_ground(look, params.color)
    yield from _draw(look, "Black")
    yield from save_drawing(look, f"{PICTURES}/{params.name}.png")


CARD = SubTask(
    name="draw.card",
    once=True,
    device="android",
    app="draw",
    says="make a card in the phone's Draw app that has the background colour {color} and nothing drawn on it, and save "
    "it in the folder Pictures under the name {name}",
    steps="on the phone, open Draw, tap More options and Clear, tap More options and Change background colour, choose "
    "{color}, tap Save, type {name} as the card's name, tap OK, and save it in the folder Pictures",
    inputs={"color": choice(tuple(_PALETTE), "Green"), "name": person("Hugo Dorn")},
    setup=_no_card,
    checkpoints=_card_made,
    oracle={"draw_open": _open, "saved": _make_card},
    footprint=lambda params: _may_save(params.kinds["name"], params.name),
    alternatives={"as_jpeg": _make_card_as_jpeg, "as_svg": _make_card_as_svg},
    near_misses={"white": _white_card, "scribbled": _scribbled},
    backends=("sim", "adb"),
    step_limit=45,
    tags=("draw",),
)
