"""Painting of parts of display lists: dialogs above shades, bars, and what is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from crab_sim.draw import raster, repaint
from crab_sim.draw.ops import Op
from crab_sim.draw.raster import Canvas, draw
from tests.simulator.draw import _ops

WIDTH, HEIGHT = 400, 300
RED, BLUE, WHITE, GREY, BLACK = (255, 0, 0), (0, 0, 255), (255, 255, 255), (210, 210, 210), (0, 0, 0)


def _bar(top: int, names: str, ground: tuple[int, int, int] = GREY) -> list[Op]:
    """Returns a tool bar: a rectangle with a letter for each of its buttons."""
    letters = [_ops.text(8 + 30 * i, top, 38 + 30 * i, top + 30, BLACK, name) for i, name in enumerate(names)]
    return [_ops.fill(0, top, WIDTH, top + 30, ground), *letters]


def _page(lines: int = 9, names: str = "abcdefgh") -> list[Op]:
    rows = [
        _ops.text(x, 40 + 24 * i, x + 180, 64 + 24 * i, BLACK, f"{i} of {x}") for i in range(lines) for x in (9, 200)
    ]
    return [_ops.fill(0, 0, WIDTH, HEIGHT, WHITE), *_bar(0, names), *rows]


def _dialog(button: str) -> list[Op]:
    return [
        _ops.shade(0, 30, WIDTH, HEIGHT, BLACK, 110),
        _ops.shadow(90, 80, 310, 240, 12),
        _ops.rounded(90, 80, 310, 240, WHITE, 14),
        _ops.text(110, 190, 290, 220, BLUE, button, align="right"),
    ]


def _pointer(x: int, y: int) -> list[Op]:
    return [_ops.icon(x, y, x + 24, y + 24, BLACK, "pointer")]


def test_a_dialog_is_laid_over_the_page_that_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[bool] = []
    original = repaint.repaint_shaded

    def spy(*args: object) -> object:
        painted = original(*args)  # type: ignore[arg-type]
        laid.append(bool(painted))
        return painted

    monkeypatch.setattr(raster, "repaint_shaded", spy)
    page = _page()
    menu = [_ops.rounded(40, 30, 120, 110, WHITE, 6), _ops.text(50, 40, 110, 60, BLACK, "Open")]
    lists = [
        [*page, *menu, *_pointer(60, 40)],
        [*page, *_dialog("Cancel"), *_pointer(150, 200)],  # the menu and the pointer were above what is shaded now
        [*page, *_dialog("OK"), *_pointer(150, 200)],
        [*page, *_pointer(280, 200)],
        [*_page(2, "xyz"), *_dialog("OK"), *_pointer(280, 200)],  # too much has changed below
        [*_page(2, "xyz"), *_pointer(280, 200)],
    ]
    canvas, held = Canvas(WIDTH, HEIGHT), Canvas(WIDTH, HEIGHT)
    images = []
    for ops in lists:
        np.testing.assert_array_equal(canvas.frame(ops), draw(ops, WIDTH, HEIGHT))
        images.append(held.frame(ops))
    for ops, image in zip(lists, images, strict=True):
        np.testing.assert_array_equal(image, draw(ops, WIDTH, HEIGHT))
    assert laid[:2] == [True, True] and False in laid


def test_what_a_dialog_covered_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    page, canvas = _page(), Canvas(WIDTH, HEIGHT)
    canvas.frame(page)
    canvas.frame([*page, *_dialog("OK")])
    painted: list[object] = []
    monkeypatch.setattr(raster, "repaint", lambda *args: painted.append(args))
    np.testing.assert_array_equal(canvas.frame(page), draw(page, WIDTH, HEIGHT))
    assert not painted


def test_a_canvas_keeps_no_more_than_two_images_that_nobody_holds() -> None:
    canvas, page = Canvas(WIDTH, HEIGHT), _page()
    addresses = set()
    for step in range(12):
        shown = [*page, *_dialog(f"OK {step}")] if step % 2 else _page(step % 5)
        addresses.add(canvas.frame(shown).__array_interface__["data"][0])
    assert len(addresses) == 2


def test_bars_look_the_same_with_and_without_something_above() -> None:
    bar = _bar(0, "opqrstu", (180, 220, 200))
    cover = _ops.fill(0, 0, 120, 60, RED)
    for ops in ([*bar, cover], [*bar, cover], [*bar, cover], bar, [_ops.fill(0, 0, 9, 9, BLUE), *bar]):
        shown = [_ops.fill(0, 0, WIDTH, HEIGHT, WHITE), *ops]
        np.testing.assert_array_equal(Canvas(WIDTH, HEIGHT).frame(shown), draw(shown, WIDTH, HEIGHT))


def test_a_shade_that_is_hidden_hides_nothing() -> None:
    ops = (
        _ops.shade(91, 1, 115, 54, BLUE, 60),
        _ops.picture(70, -6, 97, 41, "wallpaper:ubuntu:dark"),
        _ops.fill(0, 2, 98, 71, BLACK),
    )
    np.testing.assert_array_equal(Canvas(96, 72).frame(ops), draw(ops, 96, 72))


def test_frames_around_what_is_painted_are_left_out_and_others_are_not() -> None:
    canvas = Canvas(WIDTH, HEIGHT)
    for spot in ((20, 20, 30, 30), (0, 0, 12, 12), (385, 280, 399, 299), (10, 2, 60, 9)):
        frame = _ops.frame(4, 4, 396, 296, RED, 12, 3)
        ops = (_ops.fill(0, 0, WIDTH, HEIGHT, WHITE), frame, _ops.fill(*spot, BLUE), frame)
        np.testing.assert_array_equal(canvas.frame(ops), draw(ops, WIDTH, HEIGHT))
