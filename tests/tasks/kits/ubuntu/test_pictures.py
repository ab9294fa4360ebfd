from __future__ import annotations

import io
from pathlib import Path, PurePosixPath

import numpy as np
import pytest
from PIL import Image as Pillow

from crab_gym.backends.base import Image, State
from crab_sim.documents import encode_image, resized
from crab_sim.engines.pdf import PdfBox, PdfItem, PdfPage, PdfPicture, PdfText, pdf_bytes
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


def test_a_picture_has_the_expected_pixels() -> None:
    def holds(data: bytes, name: str = "file") -> bool:
        return pictures.image_has_pixels(with_file(data, name), f"/home/user/{name}", CAT_FILE)

    assert holds(CAT_FILE) and holds(CAT_FILE, "cat.png") and holds(encode_image(CAT, "BMP"))
    assert not holds(CAT_FILE, "cat.jpg") and not holds(encode_image(CAT, "BMP"), "cat.png")
    dotted = CAT.copy()
    dotted[3, 4] += 1
    assert not holds(encode_image(dotted)) and not holds(encode_image(CAT[:-1])) and not holds(b"no picture")
    moving = io.BytesIO()
    first, second = Pillow.fromarray(CAT), Pillow.fromarray(BEACH)
    first.save(moving, "PNG", save_all=True, append_images=[second])
    assert not holds(moving.getvalue()), "another picture follows"
    assert not holds(CAT_FILE + b"more") and not pictures.image_has_pixels(State(ubuntu=Desk()), PATH, CAT_FILE)


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


def test_a_name_promises_a_format_of_a_picture() -> None:
    def held(data: bytes, name: str) -> list[bool]:
        state, path = with_file(data, name), f"/home/user/{name}"
        height, width = CAT.shape[:2]
        return [
            pictures.image_is_between(state, path, lighter(CAT, -60), lighter(CAT, 60)),
            pictures.image_measures(state, path, width, height),
        ]

    jpeg = encode_image(CAT, "JPEG")
    for data, name in ((CAT_FILE, "cat.png"), (CAT_FILE, "cat"), (jpeg, "cat.jpg"), (jpeg, "cat.JPEG")):
        assert all(held(data, name)), name
    for data, name in ((CAT_FILE, "cat.jpg"), (jpeg, "cat.png"), (encode_image(CAT, "BMP"), "cat.png")):
        assert not any(held(data, name)), name


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


def page(*things: PdfItem, pages: int = 1, title: str = PurePosixPath(PATH).stem) -> bytes:
    return pdf_bytes([PdfPage(800, 600, things)] * pages, title, "Impress")


def test_two_pictures_were_put_on_a_page() -> None:
    left, right = PdfPicture(20, 50, 320, 240, CAT_FILE), PdfPicture(400, 50, 320, 240, BEACH_FILE)
    lower = right._replace(x=30, y=320)
    assert combined(page(left, right), "right") and combined(page(right, left), "right")
    assert combined(page(left, right, title="Untitled"), "right") and not combined(
        page(left, right, title="No"), "right"
    )
    assert combined(page(left, lower), "below") and not combined(page(left, lower), "right")
    assert not combined(page(left, right._replace(x=0, y=50), left._replace(x=400)), "right")
    assert not combined(page(left), "right") and not combined(page(left, left._replace(x=400)), "right")
    beside = (
        PdfText(60, 500, "Not these", "regular", 12), PdfBox(500, 60, 100, 100, (255, 0, 0)),
        PdfPicture(450, 100, 99, 99, encode_image(CAT[:99, :99])),
    )  # fmt: skip
    for thing in beside:
        assert not combined(page(left, right, thing), "right"), thing
    assert not combined(page(left, right, pages=2), "right")
    assert not combined(page(left, right._replace(x=200)), "right"), "one covers the other"


@pytest.mark.extra("soffice")
def test_two_pictures_are_found_in_what_libreoffice_exports(tmp_path: Path) -> None:
    upper, lower = make.picture(40), make.picture(200)
    (data,) = convert(tmp_path, make.report(), "report.odt", "pdf")
    assert not combined(data, "below", upper, lower), "there is text, too"


def test_pictures_of_setups() -> None:
    dark = pictures.photo("bridge", 60, 40, 0.5)
    assert dark.shape == (40, 60, 3) and dark.max() < 128 < pictures.photo("bridge", 60, 40).max()
    darkest, lightest = pictures.lightened(np.array([[[0, 127, 255]]], np.uint8), 127, 127)
    assert darkest.tolist() == [[[127, 191, 255]]] and lightest.tolist() == [[[128, 191, 255]]]
    assert pictures.side_by_side(dark, pictures.photo("desert", 20, 40)).shape == (40, 80, 3)
