"""The page for the website in a real browser: Python runs in it, and a person's clicks solve tasks there."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
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
from crab_gym.play.browser import TASKS
from tests.play.lean import endings

CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
pytestmark = [pytest.mark.slow, pytest.mark.extra("chromium", "chromedriver", "npm"), pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
SECONDS = 240.0
MOST_BYTES = 12_000_000
ELSEWHERE = re.compile(r"(?:https?|wss?)://(?!127\.0\.0\.1[:/])")
IN_NODE = """
import { readFileSync } from "node:fs";
const [site, script, ...tasks] = process.argv.slice(2);
const { loadPyodide } = await import(`${site}/pyodide/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${site}/pyodide/` });
python.unpackArchive(new Uint8Array(readFileSync(`${site}/crab_gym.zip`)), "zip", { extractDir: "/crab" });
python.FS.writeFile("/crab/lean.py", new Uint8Array(readFileSync(script)));
python.globals.set("names", tasks.join(" "));
console.log(python.runPython(`
import json, sys
sys.path.insert(0, "/crab")
from lean import endings
json.dumps([sys.maxsize, endings(names.split())])
`));
"""
"""Plays the oracles of tasks in the page's Python, but outside of a browser."""


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing."""


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    paths = [ROOT, ROOT / "simulator", ROOT / "tasks", ROOT / "scripts"]
    return subprocess.run(
        [sys.executable, "-m", "website.demo", str(folder)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "demo"
    done = build(folder)
    assert done.returncode == 0, done.stderr
    served = f"python -m http.server -d {folder} --bind 127.0.0.1"
    assert done.stdout.splitlines() == [f"{folder / 'index.html'}; serve it with: {served}"]
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def transferred(path: Path) -> int:
    """Returns the bytes of a file as servers send it."""
    data = path.read_bytes()
    return min(len(data), len(gzip.compress(data)))


@contextmanager
def browser() -> Iterator[Any]:
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


def test_episodes_end_in_the_pages_python_as_they_do_here(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "play.mjs"
    script.write_text(IN_NODE, "utf-8")
    lean = str(Path(__file__).with_name("lean.py"))
    run = subprocess.run(["node", script, site, lean, *TASKS], check=True, capture_output=True, text=True)
    largest, found = json.loads(run.stdout.splitlines()[-1])
    assert largest == 2**31 - 1
    assert found == endings(TASKS)
    assert all(success for success, *_ in found.values())


def test_a_file_that_is_not_served_says_so(site: Path) -> None:
    with browser() as driver:
        driver.get((site / "index.html").as_uri())
        goal, status = (driver.find_element(By.ID, name) for name in ("goal", "message"))
        WebDriverWait(driver, SECONDS, 0.05).until(
            lambda _: goal.text.startswith("This page has to be served: python -m")
        )
        assert status.text == "The page can't start"


def test_without_npm_the_error_names_it(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        from website.demo import add_runtime
    finally:
        del sys.path[0]
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit, match="there is no npm"):
        patch.setenv("PATH", str(tmp_path))
        add_runtime(tmp_path / "out", tmp_path / "cache")


@pytest.mark.parametrize("task", ["android.add_contact", "cross.dark_mode_from_todo"])
def test_a_task_is_solved_by_hand_in_the_browser(site: Path, address: str, task: str) -> None:
    with browser() as driver:
        page = Page(driver, address, task)
        assert page.text("goal") == page.twin.goal
        page.play()
        page.until(lambda: page.text("percent") == "100%")
        page.until(lambda: page.text("end-title") == "Solved")
        assert [row.get_attribute("class") for row in driver.find_elements(By.CSS_SELECTOR, "#checkpoints li")] == [
            "completed"
        ] * len(page.twin.evaluator.graph)
        assert [line for line in driver.get_log("browser") if line["level"] == "SEVERE"] == []
        requests = [json.loads(line["message"])["message"] for line in driver.get_log("performance")]
        urls = {row["params"]["request"]["url"] for row in requests if row["method"] == "Network.requestWillBeSent"}
        assert any(url.startswith(address) for url in urls)
        assert [url for url in urls if ELSEWHERE.match(url)] == []
        read = {url.removeprefix(address).partition("?")[0] or "index.html" for url in urls if url.startswith(address)}
        whole = {str(path.relative_to(site)) for path in (site / "pyodide").iterdir()} | {"crab_gym.zip"}
        assert sum(transferred(site / name) for name in read | whole) <= MOST_BYTES


def test_another_task_and_seed_are_chosen(address: str) -> None:
    with browser() as driver:
        page = Page(driver, address, "learn.open_app")
        driver.find_element(By.ID, "show-tasks").click()
        driver.find_element(By.CSS_SELECTOR, "[data-task='ubuntu.write_note']").click()
        page.until(lambda: page.text("task") == "ubuntu.write_note")
        page.until(lambda: driver.find_elements(By.CSS_SELECTOR, "#screen-ubuntu[data-version]"))
        assert "task=ubuntu.write_note" in driver.current_url
        goal = page.text("goal")
        driver.find_element(By.ID, "show-restart").click()
        seed = driver.find_element(By.ID, "restart-seed")
        seed.clear()
        seed.send_keys("5\n")
        page.until(lambda: page.text("seed") == "seed 5")
        assert page.text("goal") != goal
