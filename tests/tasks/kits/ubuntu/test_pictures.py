from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from crab_gym.backends.base import Image, State
from crab_sim.documents import encode_image, resized
from crab_tasks.kits.ubuntu import pictures
from tests.simulator.documents import _make as make
from tests.simulator.documents.test_office import convert
from tests.tasks._desk import Desk, with_file
from tests.vision._pictures import photo

PATH = "/home/user/file"
CAT, BEACH = photo("cat")[::2, ::2], photo("beach_sunset")[::2, ::2]
CAT_FILE, BEACH_FILE = encode_image(CAT), encode_image(BEACH)


def lighter(image: Image, by: int) -> bytes:
    return encode_image(np.clip(image.astype(int) + by, 0, 255).astype(np.uint8))


def grey(image: Image) -> bytes:
    return encode_image(np.repeat(image.mean(axis=2).astype(np.uint8)[:, :, None], 3, axis=2))


def test_a_picture_is_what_is_expected() -> None:
    def holds(data: bytes, expected: bytes) -> bool:
        return pictures.image_is(with_file(data), PATH, expected)

    assert holds(CAT_FILE, CAT_FILE) and holds(encode_image(CAT, "JPEG"), CAT_FILE) and holds(CAT_FILE, lighter(CAT, 3))
    turned = encode_image(np.ascontiguousarray(CAT[:, ::-1]))
    assert not holds(turned, CAT_FILE) and holds(turned, turned)
    assert not holds(BEACH_FILE, CAT_FILE)
    assert not holds(grey(CAT), CAT_FILE)
    assert not holds(encode_image(resized(CAT, 160, 120)), CAT_FILE)
    assert not holds(b"no picture", CAT_FILE)
    assert pictures.image_is(State(ubuntu=Desk()), PATH, CAT_FILE) is False


def test_each_value_of_a_picture_lies_between_two_others() -> None:
    darkest, lightest = lighter(CAT, -2), lighter(CAT, 2)

    def holds(data: bytes) -> bool:
        return pictures.image_is_between(with_file(data), PATH, darkest, lightest)

    assert holds(CAT_FILE) and holds(darkest) and holds(lightest)
    assert not holds(lighter(CAT, 3)) and not holds(lighter(CAT, -3))
    spotted = CAT.copy()
    spotted[50, 60] ^= 128
    assert not holds(encode_image(spotted))
    assert not holds(encode_image(resized(CAT, 160, 120)))
    assert not holds(b"no picture")
    assert pictures.image_is_between(State(ubuntu=Desk()), PATH, darkest, lightest) is False


def test_a_picture_was_scaled() -> None:
    def holds(image: Image, width: int, height: int) -> bool:
        return pictures.image_has_size(with_file(encode_image(image)), PATH, width, height, CAT_FILE)

    assert holds(resized(CAT, 160, 120), 160, 120)
    assert not holds(CAT, 160, 120)
    assert not holds(CAT[:120, :160], 160, 120)  # cut, not scaled
    assert not holds(resized(BEACH, 160, 120), 160, 120)


def test_a_picture_was_made_lighter_or_darker() -> None:
    def holds(data: bytes, by: float) -> bool:
        return pictures.image_is_lighter(with_file(data), PATH, CAT_FILE, by)

    assert holds(lighter(CAT, 30), 10) and holds(lighter(CAT, -30), -10)
    assert not holds(lighter(CAT, 5), 10) and not holds(lighter(CAT, -30), 10)
    assert not holds(CAT_FILE, 10) and not holds(CAT_FILE, -10)
    assert not holds(encode_image(np.full_like(CAT, 255)), 10)
    assert not holds(lighter(BEACH, 120), 10)
    assert not holds(b"", 10)


def test_a_picture_lost_its_colours() -> None:
    def holds(data: bytes) -> bool:
        return pictures.image_is_without_colour(with_file(data), PATH, CAT_FILE)

    assert holds(grey(CAT))
    assert not holds(CAT_FILE) and not holds(grey(BEACH)) and not holds(encode_image(np.full_like(CAT, 99)))


def test_a_name_promises_a_format_of_a_picture() -> None:
    def held(data: bytes, name: str) -> list[bool]:
        state, path = with_file(data, name), f"/home/user/{name}"
        height, width = CAT.shape[:2]
        return [
            pictures.image_exported(state, path, CAT_FILE),
            pictures.image_is_between(state, path, lighter(CAT, -60), lighter(CAT, 60)),
            pictures.image_has_size(state, path, width, height, CAT_FILE),
            pictures.image_measures(state, path, width, height),
        ]

    jpeg = encode_image(CAT, "JPEG")
    for data, name in ((CAT_FILE, "cat.png"), (CAT_FILE, "cat"), (jpeg, "cat.jpg"), (jpeg, "cat.JPEG")):
        assert all(held(data, name)), name
    for data, name in ((CAT_FILE, "cat.jpg"), (jpeg, "cat.png"), (encode_image(CAT, "BMP"), "cat.png")):
        assert not any(held(data, name)), name
    other = with_file(encode_image(resized(CAT, 160, 120)), "cat.png")
    assert not pictures.image_exported(other, "/home/user/cat.png", CAT_FILE)
    for data, name, accepted in ((grey(CAT), "cat.png", True), (grey(CAT), "cat.jpg", False)):
        assert pictures.image_is_without_colour(with_file(data, name), f"/home/user/{name}", CAT_FILE) is accepted


def combined(data: bytes, direction: str, first: bytes = CAT_FILE, second: bytes = BEACH_FILE) -> bool:
    return pictures.pictures_combined(with_file(data), PATH, first, second, direction)


def test_two_pictures_were_put_side_by_side() -> None:
    beside, below = encode_image(np.hstack([CAT, BEACH])), encode_image(np.vstack([CAT, BEACH]))
    assert combined(beside, "right") and not combined(beside, "below")
    assert combined(below, "below") and not combined(below, "right")
    assert not combined(beside, "right", BEACH_FILE, CAT_FILE)
    assert not combined(encode_image(np.hstack([CAT, CAT])), "right")
    assert not combined(CAT_FILE, "right") and not combined(b"", "right")
    smaller = np.hstack([resized(CAT, 256, 192), np.full((192, 12, 3), 255, np.uint8), resized(BEACH, 256, 192)])
    assert combined(encode_image(smaller), "right")


@pytest.mark.parametrize("scale", [0.4, 0.63, 0.9, 1.37])
@pytest.mark.parametrize("name", pictures.PHOTOS)
def test_scaled_pictures_are_found_and_no_others(name: str, scale: float) -> None:
    size = round(320 * scale), round(240 * scale)
    other = pictures.PHOTOS[pictures.PHOTOS.index(name) - 1]
    shown = [resized(pictures.photo(each, 320, 240), *size) for each in (name, other)]
    whole = np.hstack([shown[0], np.full((size[1], 12, 3), 255, np.uint8), shown[1]])
    first, second = (pictures.photo_file(each, 320, 240) for each in (name, other))
    assert combined(encode_image(whole), "right", first, second)
    assert not combined(encode_image(whole), "right", second, first)
    third = pictures.photo_file(pictures.PHOTOS[pictures.PHOTOS.index(name) - 2], 320, 240)
    assert not combined(encode_image(whole), "right", first, third)
    assert not combined(encode_image(whole), "right", third, second)


def test_two_pictures_were_put_on_a_page() -> None:
    page = Pillow.new("RGB", (700, 700), "white")
    stream = io.BytesIO()
    page.save(stream, "PDF")
    assert not combined(stream.getvalue(), "right")


def test_two_pictures_were_put_into_a_document() -> None:
    upper, lower = make.picture(40), make.picture(200)
    assert combined(make.report(), "below", upper, lower)
    assert not combined(make.report(), "below", lower, upper) and not combined(make.report(), "right", upper, lower)
    assert not combined(make.report(), "below", upper, CAT_FILE)
    assert not combined(make.slides(), "below", upper, lower)


@pytest.mark.extra("soffice")
def test_two_pictures_are_found_in_what_libreoffice_saves(tmp_path: Path) -> None:
    upper, lower = make.picture(40), make.picture(200)
    for data in convert(tmp_path, make.report(), "report.odt", "odt", "docx", "pdf"):
        assert combined(data, "below", upper, lower)
        assert not combined(data, "below", lower, upper) and not combined(data, "right", upper, lower)


def test_pictures_of_setups() -> None:
    dark = pictures.photo("bridge", 60, 40, 0.5)
    assert dark.shape == (40, 60, 3) and dark.max() < 128 < pictures.photo("bridge", 60, 40).max()
    darkest, lightest = pictures.lightened(np.array([[[0, 127, 255]]], np.uint8), 127, 127)
    assert darkest.tolist() == [[[127, 191, 255]]] and lightest.tolist() == [[[128, 191, 255]]]
    assert pictures.side_by_side(dark, pictures.photo("desert", 20, 40)).shape == (40, 80, 3)
