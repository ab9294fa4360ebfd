"""Display lists as JSON: what a page gets that draws them itself."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from PIL import Image

from crab_sim.draw import text as texts
from crab_sim.draw.icons import ICONS
from crab_sim.draw.logos import LOGOS
from crab_sim.draw.ops import Op
from crab_sim.draw.pictures import picture, plain_pixels
from crab_sim.draw.typefaces import FONTS
from crab_sim.draw.wallpapers import WALLPAPERS
from crab_sim.draw.wire import FONT_FILES, Wire, drawings_json
from tests.simulator.desktop import _drive as desktops
from tests.simulator.draw._ops import fill, layer, shadow, text
from tests.simulator.draw._ops import picture as shown
from tests.simulator.phone import _drive as phones


def _pixels(file: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.asarray(Image.open(io.BytesIO(file)))


def test_operations_keep_their_order_and_numbers() -> None:
    ops: list[Op] = [
        fill(0, 0, 9, 8, (1, 2, 3), clip=(0, 0, 5, 5)), shadow(1, 1, 5, 5, 3),
        layer(1, 2, 7, 8, (fill(0, 0, 1, 1, (9, 9, 9)),)),
    ]  # fmt: skip
    screen = json.loads(json.dumps(Wire().screen(ops, 9, 8)))
    assert screen == {
        "size": [9, 8],
        "ops": [
            ["fill", 0, 0, 9, 8, [0, 0, 5, 5], "010203"],
            ["shadow", 1, 1, 5, 5, 0, 3],
            ["layer", 1, 2, 7, 8, 0, [["fill", 0, 0, 1, 1, 0, "090909"]]],
        ],
        "glyphs": {},
    }


def test_a_text_comes_with_the_widths_by_which_it_was_laid_out() -> None:
    line = "Aß\t→日🙂\u0301"
    screen = Wire().screen([text(0, 0, 200, 30, (0, 0, 0), line, "roboto", 15)], 200, 30)
    face = screen["glyphs"]["roboto 15"]
    assert (face["ascent"], face["height"]) == (texts.ascent("roboto", 15), texts.line_height("roboto", 15))
    widths = face["widths"]
    assert {letter: width if isinstance(width, int) else width[0] for letter, width in widths.items()} == {
        letter: texts.width(letter, "roboto", 15) for letter in line
    }
    drawn = {letter: width[1] for letter, width in widths.items() if not isinstance(width, int)}
    assert drawn["→"] == "mono" and drawn["日"] is None and drawn["\t"] == "" and isinstance(drawn["🙂"], int)


def test_of_a_long_line_only_what_is_seen_is_sent() -> None:
    for align, seen in (("left", "begin"), ("right", "the end")):
        op = text(0, 0, 90, 20, (0, 0, 0), "begin" + " and so on" * 500 + " to the end", align=align)  # type: ignore[arg-type]
        [row] = Wire().screen([op], 90, 20)["ops"]
        assert len(row[7]) < 30 and seen in row[7]


def test_pictures_are_named_and_kept() -> None:
    wire, pixels = Wire(), np.arange(36, dtype=np.uint8).reshape(3, 4, 3)
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    photo = stream.getvalue()
    keys: list[str | bytes] = ["wallpaper:android:dark", "photo:7", plain_pixels(pixels), photo, b"none"]
    rows = wire.screen([shown(0, 0, 20, 10, key) for key in keys], 20, 10)["ops"]
    assert rows[0][6] == "wallpaper:android:dark" and rows[4][6] == ""
    assert [row[7] for row in rows] == ["fill", "fill", "fill", "cover", "fill"]
    files = [wire.picture(row[6].removeprefix("pictures/")) for row in rows[1:4]]
    assert np.array_equal(_pixels(files[0]), picture("photo:7", 20, 10))
    assert np.array_equal(_pixels(files[1]), pixels) and files[2] == photo
    assert wire.screen([shown(0, 0, 20, 10, photo)], 20, 10)["ops"][0][6] == rows[3][6]
    with pytest.raises(ValueError, match="no picture 'abc'"):
        wire.picture("abc")


def test_all_pictures_of_a_screen_are_kept_and_the_last_of_those_before() -> None:
    def screen(first: int, last: int) -> list[str]:
        keys = [b"P6\n1 1\n255\n" + number.to_bytes(3, "big") for number in range(first, last)]
        ops: list[Op] = [layer(0, 0, 9, 9, tuple([shown(0, 0, 9, 9, key) for key in keys]))]
        return [row[6].removeprefix("pictures/") for row in wire.screen(ops, 9, 9)["ops"][0][6]]

    def is_kept(name: str) -> bool:
        try:
            return bool(wire.picture(name))
        except ValueError:
            return False

    wire = Wire()
    first = screen(0, 400)
    assert _pixels(wire.picture(first[0])).shape == (1, 1, 3) and all(map(is_kept, first))
    second = screen(1000, 1400)
    assert all(map(is_kept, second)) and is_kept(first[-1]) and not is_kept(first[0])
    assert screen(399, 400) == first[-1:]


@pytest.mark.parametrize("head", [b"P6\n1 9999999999\n255\n", b"P6 4 2 255 ", b"P6\n# by hand\n4 2\n255\n"])
def test_pixels_of_another_size_than_their_head_tells_are_not_sent(head: bytes) -> None:
    """Files of a page come here as they are: their heads may claim any size."""
    assert Wire().screen([shown(0, 0, 9, 9, head + bytes(24))], 9, 9)["ops"][0][6:] == ["", "fill"]


@pytest.mark.parametrize("app", ["", "settings", "mail", "calendar"])
def test_a_screen_of_the_phone_is_small(app: str) -> None:
    machine = phones.phone(1, app)
    assert 500 < len(json.dumps(Wire().screen(machine.display_list(), 360, 800))) < 30_000


@pytest.mark.parametrize("app", ["", "thunderbird", "calc", "code"])
def test_a_screen_of_the_desktop_is_small(app: str) -> None:
    machine = desktops.desktop(app, 1)
    assert 500 < len(json.dumps(Wire().screen(machine.display_list(), 1280, 720))) < 50_000


def test_a_page_gets_all_drawings_once() -> None:
    found = json.loads(drawings_json())
    assert set(found["drawings"]) >= {*ICONS, *LOGOS} and set(found["wallpapers"]) == set(WALLPAPERS)
    assert set(found["fonts"]) == set(FONTS) and set(found["fonts"].values()) == set(FONT_FILES)
