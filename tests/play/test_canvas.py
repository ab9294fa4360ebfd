"""The renderer of the page in a real browser: what it draws on a canvas looks as the raster's image does."""

from __future__ import annotations

import base64
import io
import shutil
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from selenium import webdriver

from crab_sim.draw.icons import DRAWINGS
from crab_sim.draw.landscapes import BACKGROUNDS
from crab_sim.draw.logos import LOGOS
from crab_sim.draw.ops import KINDS, Align, Op
from crab_sim.draw.pictures import TURNS, plain_pixels
from crab_sim.draw.raster import draw
from crab_sim.draw.scaling import scaled
from crab_sim.draw.text import FONTS
from crab_sim.draw.typefaces import font_file
from crab_sim.draw.wallpapers import WALLPAPERS
from crab_sim.draw.wire import FONT_FILES, Wire, drawings_json
from tests.simulator.desktop import _drive as desktops
from tests.simulator.phone import _drive as phones

CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
pytestmark = [pytest.mark.slow, pytest.mark.extra("chromium", "chromedriver")]

_MEAN = 1.2  # of 255, over all pixels and channels
_FAR = 64  # of 255
_SHARE = 0.005  # of pixels that differ by more than this

PHONE = ["", "settings", "contacts", "calendar", "clock", "messages", "gallery", "files", "calculator", "tasks"]
DESKTOP = ["", "files", "settings", "terminal", "text_editor", "calc", "writer", "thunderbird", "calendar", "gimp"]


class Browser:
    """A browser with a page that has nothing but the renderer, and the files that it reads."""

    def __init__(self, driver: Any, page: Path) -> None:
        scripts = [files("crab_gym.play").joinpath(name).read_text("utf-8") for name in ("shapes.js", "canvas.js")]
        page.write_text("<!doctype html><meta charset=utf-8><script>" + "\n".join(scripts) + _READ + "</script>")
        driver.get(page.as_uri())
        self.driver, self.wire = driver, Wire()
        self.give({"drawings.json": drawings_json().encode()})
        folder = Path(font_file("regular")).parent
        self.give({"emoji.png": (folder / "emoji.png").read_bytes()})
        self.give({f"fonts/{name}": (folder / name).read_bytes() for name in FONT_FILES})

    def give(self, files: Mapping[str, bytes]) -> None:
        """Lets the page read files."""
        texts = {name: base64.b64encode(content).decode() for name, content in files.items()}
        self.driver.execute_script("Object.assign(given, arguments[0])", texts)

    def draw(self, ops: list[Op], width: int, height: int) -> NDArray[np.uint8]:
        """Returns what the page draws of a display list."""
        return self.draw_at_once([ops], width, height)[0]

    def draw_at_once(self, lists: list[list[Op]], width: int, height: int) -> list[NDArray[np.uint8]]:
        """Returns what the page draws of display lists on a canvas each, without waiting for one before the next."""
        screens = [self.wire.screen(ops, width, height) for ops in lists]
        names = _pictures([row for screen in screens for row in screen["ops"]])
        self.give({name: self.wire.picture(name.removeprefix("pictures/")) for name in names})
        found = self.driver.execute_async_script(_DRAW, screens)
        assert isinstance(found, list), found
        files = [base64.b64decode(data.removeprefix("data:image/png;base64,")) for data in found]
        return [np.asarray(Image.open(io.BytesIO(file)).convert("RGB")) for file in files]


_READ = """
const given = {};
const assets = new Assets(async (name) => {
  if (!given[name]) throw new Error(`there is no ${name}`);
  return Uint8Array.from(atob(given[name]), (letter) => letter.charCodeAt(0)).buffer;
});
"""
_DRAW = """
const [screens, done] = arguments, all = screens.map(() => document.createElement("canvas"));
Promise.all(screens.map((screen, place) => draw(all[place], screen, assets)))
  .then(() => done(all.map((canvas) => canvas.toDataURL())), (error) => done(String(error.stack)));
"""


def _pictures(rows: list[list[Any]]) -> Iterator[str]:
    for row in rows:
        if row[0] == "layer":
            yield from _pictures(row[6])
        elif row[0] == "picture" and row[6].startswith("pictures/"):
            yield row[6]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_script_timeout(300)
    yield Browser(driver, tmp_path_factory.mktemp("page") / "page.html")
    driver.quit()


def distance(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> tuple[float, float]:
    """Returns the mean distance of two images, and the share of pixels that are far from each other."""
    assert one.shape == other.shape
    apart = np.abs(one.astype(np.int16) - other)
    return float(apart.mean()), float((apart.max(axis=2) > _FAR).mean())


@pytest.mark.parametrize(("device", "app"), [("phone", app) for app in PHONE] + [("desktop", app) for app in DESKTOP])
def test_screens_look_as_those_of_the_raster(browser: Browser, device: str, app: str) -> None:
    machine = phones.phone(1, app) if device == "phone" else desktops.desktop(app, 1)
    ops = list(machine.display_list())
    drawn = browser.draw(ops, machine.width, machine.height)
    mean, share = distance(drawn, draw(ops, machine.width, machine.height))
    assert mean < _MEAN and share < _SHARE, f"mean distance {mean:.2f}, {share:.2%} of the pixels are far"


def _photo(orientation: int) -> bytes:
    """Returns a photo of a gradient with a red corner, in an orientation."""
    pixels = np.zeros((60, 90, 3), np.uint8)
    pixels[..., 1], pixels[..., 2] = np.arange(60)[:, None] * 4, np.arange(90)[None, :] * 2
    pixels[:20, :20] = (220, 30, 30)
    exif = Image.Exif()
    exif[0x0112] = orientation
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "JPEG", quality=95, exif=exif)
    return stream.getvalue()


def _shapes() -> list[Op]:
    ops: list[Op] = [("picture", 0, 0, 400, 300, None, "wallpaper:ubuntu:light")]
    for at, (radius, line) in enumerate(((0, 1), (0, 5), (3, 1), (8, 2), (8, 12), (99, 3), (20, 20), (1, 1))):
        x, y = 10 + at % 4 * 95, 10 + at // 4 * 70
        ops += [
            ("shadow", x, y, x + 70, y + 40, None, 6 + at),
            ("round", x, y, x + 70, y + 40, None, (250, 250, 252), radius),
            ("frame", x, y, x + 70, y + 40, None, (30, 90, 200), radius, line),
            ("round", x + 20, y + 10, x + 41, y + 31, (x + 20, y + 12, x + 36, y + 99), (200, 60, 40), 11),
        ]
    inner: tuple[Op, ...] = (
        ("fill", 0, 0, 100, 60, None, (20, 60, 90)), ("round", 70, 40, 130, 90, None, (250, 200, 0), 9),
        ("shade", 10, 10, 60, 90, None, (255, 255, 255), 90),
    )  # fmt: skip
    ops += [
        ("layer", 20, 160, 140, 240, None, inner), ("layer", 160, 160, 280, 240, (150, 170, 260, 230), inner),
        ("shade", 0, 200, 400, 300, None, (0, 0, 0), 128), ("shadow", 300, 160, 312, 172, None, 20),
        ("shade", 300, 160, 390, 220, (310, 170, 500, 500), (255, 0, 0), 255),
    ]  # fmt: skip
    return ops


_ALIGNS: tuple[Align, ...] = ("left", "center", "right", "left")


def _lines() -> list[Op]:
    ops: list[Op] = [("fill", 0, 0, 640, 480, None, (255, 255, 255))]
    samples = ("Jagged j of it, W", "Ünḯcödé → ≈ ½ ★", "日本 a\tb\u0301", "🙂 fine 🎉")
    for row, font in enumerate(FONTS):
        for column, sample in enumerate(samples):
            box = 8 + column * 158, 8 + row * 58, 160 + column * 158, 40 + row * 58
            ops.append(
                ("text", *box, None, (20, 20, 40), sample, font, 15, ("left", "center", "right", "left")[column])
            )
    ops.append(("text", 400, 455, 420, 478, None, (0, 0, 0), "🙂", "roboto", 16, "left"))
    ops.append(
        ("text", 8, 455, 120, 478, (8, 455, 100, 470), (180, 0, 0), "A line that is cut " * 9, "mono", 13, "left")
    )
    ops.append(("text", 200, 455, 320, 478, None, (180, 0, 0), "A line that is cut " * 9, "bold", 13, "right"))
    return ops


def _pictures_of_all_kinds() -> list[Op]:
    keys: list[str | bytes] = [*WALLPAPERS, *BACKGROUNDS, "photo:7", "map:light:47.10000:9.50000:12", b"no picture"]
    keys += [_photo(turn) for turn in (1, *TURNS)]
    keys += [_photo(1)[:300], plain_pixels(np.arange(300, dtype=np.uint8).reshape(10, 10, 3))]
    return [
        ("picture", left, top, left + 120, top + 90, None, key)
        for at, key in enumerate(keys)
        for left, top in [(at % 5 * 125, at // 5 * 95)]
    ]


def _icons(side: int) -> list[Op]:
    ops: list[Op] = [("fill", 0, 0, 1000, 1000, None, (255, 255, 255))]
    for at, name in enumerate([*DRAWINGS, *LOGOS]):
        left, top = at % 20 * (side + 2), at // 20 * (side + 2)
        ops.append(("icon", left, top, left + side, top + side, None, (40, 40, 60), name))
    return ops


OPERATIONS: dict[str, tuple[list[Op], int, int, float, float]] = {
    "shapes": (_shapes(), 400, 300, 0.5, 0.001),
    "lines": (_lines(), 640, 480, 1.5, 0.006),
    "enlarged lines": (list(scaled(_lines(), 1.5, 1.5)), 960, 720, 1.5, 0.006),
    "pictures": (_pictures_of_all_kinds(), 630, 500, 0.5, 0.002),
    "small icons": (_icons(18), 400, 320, 3.5, 0.004),
    "large icons": (_icons(48), 1000, 750, 2.0, 0.002),
}
"""Display lists with their sizes, and the most that the mean distance and the share of pixels that are far may be."""


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_look_as_those_of_the_raster(browser: Browser, name: str) -> None:
    ops, width, height, most, most_far = OPERATIONS[name]
    mean, share = distance(browser.draw(ops, width, height), draw(ops, width, height))
    assert mean < most and share < most_far, f"mean distance {mean:.2f}, {share:.2%} of the pixels are far"


def test_every_kind_of_operation_is_compared() -> None:
    assert {op[0] for ops, *_ in OPERATIONS.values() for op in ops} == set(KINDS)


def _crowd(number: int, first: int) -> list[Op]:
    """Returns pictures of one colour each, more than the page keeps."""
    pixels = [np.full((2, 2, 3), (first, at // 32 * 8, at % 32 * 8), np.uint8) for at in range(number)]
    return [
        ("picture", at % 32 * 8, at // 32 * 8, at % 32 * 8 + 7, at // 32 * 8 + 7, None, plain_pixels(each))
        for at, each in enumerate(pixels)
    ]


def test_a_screen_shows_any_number_of_pictures(browser: Browser) -> None:
    for first in (60, 60, 120):
        ops = _crowd(320, first)
        assert distance(browser.draw(ops, 256, 80), draw(ops, 256, 80)) == (0.0, 0.0)


def test_two_screens_that_are_drawn_at_once_keep_their_pictures(browser: Browser) -> None:
    screens = [_crowd(100, first) for first in (180, 240)]
    for ops, image in zip(screens, browser.draw_at_once(screens, 256, 32), strict=True):
        assert distance(image, draw(ops, 256, 32)) == (0.0, 0.0)


def test_a_picture_without_extent_is_not_drawn(browser: Browser) -> None:
    keys: list[str | bytes] = [*WALLPAPERS, *BACKGROUNDS, b"no picture"]
    empty: list[Op] = [("picture", 5, 5, 5, 9, None, key) for key in keys]
    image = browser.draw([("fill", 0, 0, 20, 20, None, (0, 0, 255)), *empty], 20, 20)
    assert (image == (0, 0, 255)).all()


@pytest.mark.parametrize("size", ["width='40' height='20'", "width='20' height='10'", "", "width='400' height='200'"])
def test_a_drawing_of_a_page_is_left_to_the_browser_where_pillow_is_missing(browser: Browser, size: str) -> None:
    half = "<rect width='20' height='20' fill='red'/>"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20' {size}>{half}</svg>".encode()
    image = browser.draw([("fill", 0, 0, 60, 40, None, (0, 0, 255)), ("picture", 10, 10, 50, 30, None, svg)], 60, 40)
    assert image[20, 15].tolist() == [255, 0, 0] and image[20, 45].tolist() == [0, 0, 255]
