"""Evaluators of what was done to another picture as a whole."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageChops, ImageFilter

from crab_gym.backends.base import Image, State
from crab_gym.experiments.attacks.parts import PARTS
from crab_sim.documents import decode_image, encode_image, resized
from crab_sim.engines.raster.blending import from_linear, to_linear
from crab_tasks.kits.ubuntu import pictures
from crab_tasks.kits.ubuntu.picture_tones import (
    greyed,
    image_is_lighter,
    image_is_without_colour,
    inverted,
    looks_alike,
    turned,
)
from crab_tasks.kits.ubuntu.small_pictures import shaded_file
from tests.tasks._desk import Desk, with_file
from tests.vision._pictures import photo

PATH, SOURCE = "/home/user/new.png", "/home/user/old.png"
DATA = shaded_file(random.Random(3), 40, 30)
PICTURE = decode_image(DATA)


def test_a_turned_picture() -> None:
    assert PICTURE is not None and PICTURE.shape == (30, 40, 3)
    for turns in range(4):
        state = State(ubuntu=Desk({SOURCE: DATA, PATH: encode_image(np.rot90(PICTURE, -turns))}))
        assert [turned(state, PATH, SOURCE, each) for each in range(4)] == [each == turns for each in range(4)]
    for files in ({SOURCE: DATA}, {PATH: DATA}, {SOURCE: DATA, PATH: b""}, {SOURCE: b"", PATH: DATA}):
        assert not turned(State(ubuntu=Desk(files)), PATH, SOURCE, 0)


def test_a_negative() -> None:
    assert PICTURE is not None
    for picture, accepted in ((255 - PICTURE, True), (PICTURE, False), (255 - PICTURE[::-1], False)):
        state = State(ubuntu=Desk({SOURCE: DATA, PATH: encode_image(picture)}))
        assert inverted(state, PATH, SOURCE) is accepted
    assert not inverted(State(ubuntu=Desk({SOURCE: DATA})), PATH, SOURCE)


def test_a_picture_without_colour() -> None:
    assert PICTURE is not None
    values = PICTURE.astype(float)
    ways = {
        "luma": values @ [0.299, 0.587, 0.114], "average": values.mean(axis=2), "value": values.max(axis=2),
        "lightness": (values.max(axis=2) + values.min(axis=2)) / 2,
    }  # fmt: skip
    for grey in ways.values():
        picture = np.repeat(grey[:, :, np.newaxis], 3, axis=2).astype(np.uint8)
        for found, accepted in (
            (picture, True), (255 - picture, False), (picture[::-1], False), (picture[:15, :20], False),
            (picture // 3, False),
        ):  # fmt: skip
            state = State(ubuntu=Desk({SOURCE: DATA, PATH: encode_image(found)}))
            assert greyed(state, PATH, SOURCE) is accepted
    for files in ({SOURCE: DATA, PATH: DATA}, {SOURCE: DATA}, {SOURCE: DATA, PATH: b""}, {PATH: DATA}):
        assert not greyed(State(ubuntu=Desk(files)), PATH, SOURCE)


CAT = photo("cat")[::2, ::2]
CAT_FILE = encode_image(CAT)


def jpeg(image: Image) -> bytes:
    stream = io.BytesIO()
    Pillow.fromarray(image).save(stream, "JPEG", quality=90)
    return stream.getvalue()


@pytest.mark.parametrize("color", [(250, 140, 60), (80, 120, 240), (200, 210, 130)])
def test_the_luminance_of_gimp_in_a_smooth_jpeg_picture(color: tuple[int, int, int]) -> None:
    shade = np.linspace(1, 0.5, 300)[None, :, None] * np.linspace(1, 0.6, 200)[:, None, None]
    source = jpeg((shade * color).astype(np.uint8))
    picture = decode_image(source)
    assert picture is not None
    light = to_linear(picture) @ np.array([0.22248840, 0.71690369, 0.06060791], np.float32)
    grey = np.repeat(from_linear(light)[:, :, np.newaxis], 3, axis=2)
    for found, accepted in (
        (grey, True), (np.roll(grey, 1, axis=0), False), (np.roll(grey, 1, axis=1), False), (255 - grey, False),
        (picture, False),
    ):  # fmt: skip
        assert greyed(State(ubuntu=Desk({SOURCE: source, PATH: encode_image(found)})), PATH, SOURCE) is accepted


def curved(image: Image, curve: np.ndarray) -> Image:
    return curve.clip(0, 255).astype(np.uint8)[image]


VALUES = np.arange(256.0)
DARK = curved(CAT, VALUES * 0.5)


def holds_lighter(image: Image, by: float = 10.0, name: str = "new.png") -> bool:
    data = jpeg(image) if name.endswith("jpg") else encode_image(image)
    return image_is_lighter(with_file(data, name), f"/home/user/{name}", encode_image(DARK), by)


@pytest.mark.parametrize("way", [VALUES + 40, VALUES + (255 - VALUES) * 0.3, VALUES * 1.4, 255 * (VALUES / 255) ** 0.6])
def test_ways_to_make_a_picture_lighter(way: np.ndarray) -> None:
    assert holds_lighter(curved(DARK, way)) and not holds_lighter(curved(DARK, way), -10.0)
    assert holds_lighter(curved(DARK, way), name="new.jpg")


def changed() -> dict[str, Image]:
    """Lighter pictures in which something else has changed."""
    light = curved(DARK, VALUES + 40)
    grey = np.repeat(light.mean(axis=2).astype(np.uint8)[:, :, None], 3, axis=2)
    struck, red, spot, blue = light.copy(), light.copy(), light.copy(), light.copy()
    struck[80:84] = 255
    red[:, :, 0] = curved(DARK, VALUES + 90)[:, :, 0]
    spot[40:60, 40:60] = 0
    blue[:, :, 2] = light[:, :, 0]
    return {
        "grey": grey, "small": resized(light, 40, 30), "grey_and_small": resized(grey, 40, 30), "struck": struck,
        "reddish": red, "spot": spot, "channels_mixed": blue, "mirrored": np.ascontiguousarray(light[:, ::-1]),
        "cut": light[:-10], "negative": 255 - DARK, "white": np.full_like(DARK, 255), "as_it_was": DARK,
        "two_shades": np.where(DARK > 60, 255, 0).astype(np.uint8),
        "half": np.where(np.arange(light.shape[0])[:, None, None] < 90, light, DARK),
    }  # fmt: skip


CHANGED = changed()


@pytest.mark.parametrize("name", CHANGED)
def test_a_lighter_picture_has_nothing_else_changed(name: str) -> None:
    assert not holds_lighter(CHANGED[name])


def test_a_picture_lost_its_colours_at_any_size() -> None:
    def holds(image: Image, name: str = "new.png") -> bool:
        return image_is_without_colour(with_file(encode_image(image), name), f"/home/user/{name}", CAT_FILE)

    grey = np.repeat((CAT @ [0.299, 0.587, 0.114]).astype(np.uint8)[:, :, None], 3, axis=2)
    height, width = CAT.shape[:2]
    small = resized(grey, 120, round(120 * height / width))
    assert holds(grey) and holds(small)
    assert not holds(grey, "new.jpg") and not holds(CAT) and not holds(255 - grey)
    for picture in (grey, small):
        spot = picture.copy()
        spot[20:32, 20:32] = 255 - spot[20:32, 20:32] // 2
        assert not holds(spot) and not holds(picture[:-20]) and not holds(np.ascontiguousarray(picture[:, ::-1]))
    assert not holds(resized(grey, 40, 40))


@pytest.mark.parametrize("way", ["NEAREST", "BOX", "BILINEAR", "BICUBIC", "LANCZOS"])
@pytest.mark.parametrize("width", [100, 120, 161, 400])
def test_grey_pictures_are_scaled_in_many_ways(way: str, width: int) -> None:
    grey = Pillow.fromarray(np.repeat((CAT @ [0.299, 0.587, 0.114]).round().astype(np.uint8)[:, :, None], 3, axis=2))
    scaled = grey.resize((width, round(width * grey.height / grey.width)), Pillow.Resampling[way])
    data = encode_image(np.array(scaled))
    assert image_is_without_colour(with_file(data, "new.png"), PATH, CAT_FILE)


@pytest.mark.parametrize(("name", "right", "down"), [("lighthouse", 1, 0), ("desert", 0, -1)])
def test_a_scaled_grey_picture_is_not_moved_by_a_pixel(name: str, right: int, down: int) -> None:
    whole = pictures.photo(name, 320, 240)
    grey = np.repeat((whole @ [0.299, 0.587, 0.114]).round().astype(np.uint8)[:, :, None], 3, axis=2)
    small = Pillow.fromarray(grey).resize((160, 120))
    for picture, accepted in ((small, True), (ImageChops.offset(small, right, down), False)):
        state = with_file(encode_image(np.array(picture)), "new.png")
        assert image_is_without_colour(state, PATH, encode_image(whole)) is accepted


@pytest.mark.parametrize("scaled", [False, True])
def test_a_grey_picture_has_nothing_else_done(scaled: bool) -> None:
    grey = np.repeat((CAT @ [0.299, 0.587, 0.114]).round().astype(np.uint8)[:, :, None], 3, axis=2)
    whole = Pillow.fromarray(resized(grey, CAT.shape[1] // 2, CAT.shape[0] // 2) if scaled else grey)
    rough = io.BytesIO()
    whole.save(rough, "JPEG", quality=10)
    for name, other in {
        "itself": whole, "blurred": whole.filter(ImageFilter.GaussianBlur(1)), "lighter": whole.point(lambda v: v + 6),
        "few shades": whole.quantize(8).convert("RGB"), "rough": Pillow.open(rough),
    }.items():  # fmt: skip
        data = encode_image(np.array(other))
        assert image_is_without_colour(with_file(data, "new.png"), PATH, CAT_FILE) is (name == "itself"), name


@pytest.mark.parametrize("done", [done for done, _ in PARTS["png"]])
def test_a_picture_that_programs_show_otherwise(done: str) -> None:
    data, (change,) = encode_image(255 - CAT), [change for name, change in PARTS["png"] if name == done]
    for found, accepted in ((data, True), (change(data), False)):
        assert inverted(State(ubuntu=Desk({SOURCE: CAT_FILE, PATH: found})), PATH, SOURCE) is accepted


def test_pictures_that_look_alike() -> None:
    again = decode_image(jpeg(CAT))
    assert again is not None and looks_alike(again, CAT) and looks_alike(resized(CAT, 160, 120), CAT)
    assert not looks_alike(np.ascontiguousarray(CAT[::-1]), CAT) and not looks_alike(resized(CAT, 160, 160), CAT)
    struck = again.copy()
    struck[60:70] = 0
    assert not looks_alike(struck, CAT)
