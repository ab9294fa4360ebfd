"""The renderer of the page in a real browser: what it draws on a canvas looks as the raster's image does."""

from __future__ import annotations

import base64
import io
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from selenium import webdriver

from crab_sim.draw.ops import Op
from crab_sim.draw.raster import draw
from crab_sim.draw.typefaces import font_file
from crab_sim.draw.wire import FONT_FILES, Wire, drawings_json
from tests.simulator.desktop import _drive as desktops
from tests.simulator.phone import _drive as phones

CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
pytestmark = [pytest.mark.slow, pytest.mark.extra("chromium", "chromedriver")]

_MEAN = 2.5  # of 255, over all pixels and channels
_FAR = 64  # of 255
_SHARE = 0.012  # of pixels that differ by more than this

PHONE = ["", "settings", "contacts", "calendar", "clock", "messages", "gallery", "files", "calculator", "tasks"]
DESKTOP = ["", "files", "settings", "terminal", "text_editor", "calc", "writer", "thunderbird", "calendar", "gimp"]


class Browser:
    """A browser with a page that has nothing but the renderer, and the files that it reads."""

    def __init__(self, driver: Any, page: Path) -> None:
        scripts = [files("crab_gym.play").joinpath(name).read_text("utf-8") for name in ("shapes.js", "canvas.js")]
        page.write_text("<!doctype html><meta charset=utf-8><script>" + "\n".join(scripts) + _READ + "</script>")
        driver.get(page.as_uri())
        self.driver, self.wire = driver, Wire()
        self.give("drawings.json", drawings_json().encode())
        folder = Path(font_file("regular")).parent
        self.give("emoji.png", (folder / "emoji.png").read_bytes())
        for name in FONT_FILES:
            self.give(f"fonts/{name}", (folder / name).read_bytes())

    def give(self, name: str, content: bytes) -> None:
        """Lets the page read a file."""
        self.driver.execute_script("given[arguments[0]] = arguments[1]", name, base64.b64encode(content).decode())

    def draw(self, ops: list[Op], width: int, height: int) -> NDArray[np.uint8]:
        """Returns what the page draws of a display list."""
        screen = self.wire.screen(ops, width, height)
        for name in _pictures(screen["ops"]):
            self.give(name, self.wire.picture(name.removeprefix("pictures/")))
        data = self.driver.execute_async_script(_DRAW, screen)
        assert data.startswith("data:image/png;base64,"), data
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))).convert("RGB"))


_READ = """
const given = {};
const assets = new Assets(async (name) => {
  if (!given[name]) throw new Error(`there is no ${name}`);
  return Uint8Array.from(atob(given[name]), (letter) => letter.charCodeAt(0)).buffer;
});
"""
_DRAW = """
const [screen, done] = arguments, canvas = document.createElement("canvas");
draw(canvas, screen, assets).then(() => done(canvas.toDataURL()), (error) => done(String(error.stack)));
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
