"""The page for the website in a real browser: Python runs in it, and a person's clicks solve tasks there."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import attentive, oracle_scripts

CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
pytestmark = [pytest.mark.slow, pytest.mark.extra("chromium", "chromedriver", "npm"), pytest.mark.timeout(900)]

SECONDS = 240.0
MOST_BYTES = 12_000_000


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
    try:
        from website.demo import add_runtime, stage_demo
    finally:
        del sys.path[0]
    folder = tmp_path_factory.mktemp("site") / "demo"
    stage_demo(folder)
    add_runtime(folder)
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def browser(log: bool = False) -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.add_argument("--window-size=1600,1000")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_script_timeout(SECONDS)
    try:
        yield driver
    finally:
        driver.quit()


class Page:
    """The page, as a person handles it; a twin of the episode outside of the browser says where to click."""

    def __init__(self, driver: Any, address: str, task: str) -> None:
        self.driver = driver
        self.twin = CrabEnv(task, screens=False)
        self.twin.reset(seed=0)
        driver.get(f"{address}?task={task}")
        self.until(lambda: driver.find_elements(By.CSS_SELECTOR, "body[data-phase=ready] .screen[data-version]"))

    def until(self, true: Callable[[], Any]) -> Any:
        return WebDriverWait(self.driver, SECONDS, 0.05).until(lambda driver: true())

    def text(self, name: str) -> str:
        return str(self.driver.find_element(By.ID, name).text)

    def play(self) -> None:
        """Does what the oracle does in the twin, with mouse and keyboard where it can, until the page has it all."""
        for taken, action in enumerate(attentive(self.twin, chain.from_iterable(oracle_scripts(self.twin))), 1):
            self.do(action)
            self.until(lambda: self.text("left") == str(self.twin.max_steps - taken))  # noqa: B023
            _, _, terminated, _, _ = self.twin.step(action)
            if terminated:
                break

    def do(self, action: Any) -> None:
        device, name, args = action["device"], action["name"], action["args"]
        screen = self.driver.find_elements(By.ID, f"screen-{device}")
        if name in ("tap", "click"):
            width, height = self.twin.screen_sizes[device]
            left = (args["x"] + 0.5) * screen[0].rect["width"] / width - screen[0].rect["width"] / 2
            top = (args["y"] + 0.5) * screen[0].rect["height"] / height - screen[0].rect["height"] / 2
            hand = ActionChains(self.driver, duration=20)
            hand.move_to_element_with_offset(screen[0], round(left), round(top)).click().perform()
        elif name == "write_text" and args["text"].isalnum():
            screen[0].send_keys(args["text"])
        elif name == "press" and args["key"] == "back":
            screen[0].send_keys(Keys.ESCAPE)
        else:
            self.driver.execute_script("act(...arguments)", device, name, args)


@pytest.mark.parametrize("task", ["android.add_contact", "cross.dark_mode_from_todo"])
def test_a_task_is_solved_by_hand_in_the_browser(address: str, task: str) -> None:
    with browser() as driver:
        page = Page(driver, address, task)
        assert page.text("goal") == page.twin.goal
        page.play()
        page.until(lambda: page.text("percent") == "100%")
        page.until(lambda: page.text("end-title") == "Solved")
        assert page.twin.evaluator.success(page.twin.state, page.twin.answer, ())
        noise = [line for line in driver.get_log("browser") if line["level"] == "SEVERE"]
        assert noise == []
