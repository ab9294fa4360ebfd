"""The page in a real browser, opened from disk: keys, filters, links, pictures; and nothing that agents said is run."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from crab_gym.records import RunFolder
from crab_gym.results.report import write_report
from tests.results.report._runs import SHOWN, make_run, old_run, record, save, step

CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
pytestmark = pytest.mark.extra("chromium", "chromedriver")

SECONDS = 20.0


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    size(browser, 1440, 900)
    yield browser
    browser.quit()


def size(driver: Any, width: int, height: int) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    make_run(folder / "run")
    return write_report(folder / "run", folder / "page.html").path


def seen(selector: str) -> str:
    """Returns a script for the elements that are seen of those that are there."""
    return f"[...document.querySelectorAll({json.dumps(selector)})].filter(e => e.checkVisibility())"


class Page:
    """A report, as a reader handles it."""

    def __init__(self, driver: Any, file: Path, place: str = "") -> None:
        self.driver = driver
        driver.get("about:blank")  # so that a new place in the same file is opened anew
        driver.get(f"{file.as_uri()}{place}")

    def until(self, true: Callable[[], Any]) -> Any:
        return WebDriverWait(self.driver, SECONDS, 0.03).until(lambda driver: true())

    def all(self, selector: str) -> list[Any]:
        return list(self.ask(seen(selector)))

    def texts(self, selector: str) -> list[str]:
        return list(self.ask(f"{seen(selector)}.map(e => e.innerText)"))

    def text(self, selector: str) -> str:
        return "\n".join(self.texts(selector))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def ask(self, script: str) -> Any:
        return self.driver.execute_script(f"return {script}")

    def place(self) -> str:
        return str(self.ask("location.hash"))

    def at(self, place: str) -> None:
        self.until(lambda: self.place() == place)

    def shown(self) -> list[str]:
        return list(self.ask("[...document.querySelectorAll('#episodes a')].map(link => link.hash.slice(1))"))


@pytest.fixture
def opened(driver: Any, report: Path) -> Iterator[Callable[..., Page]]:
    yield lambda place="", file=report: Page(driver, file, place)
    assert driver.execute_script("return window.harmed") is None
    assert driver.get_log("browser") == []


Opened = Callable[..., Page]


def test_the_overview_has_the_table_s_numbers(opened: Opened) -> None:
    page = opened()
    page.until(lambda: page.all("#overview .results"))
    assert page.text("h1") == "run"
    rows = [row.split("\t") for row in page.texts("tbody tr")]
    assert [row[:4] for row in rows] == [
        ["cross.one", "single", "1", "0"],
        ["cross.one", "by_device", "1", "0"],
        ["android.two", "single", "2", "1"],
        ["android.two", "by_device", "1", "0"],
    ]
    assert [row[4] for row in rows] == ["100", "0", "0", "0"]
    assert page.texts(".tile-name") == ["Episodes", "single", "by_device", "Steps", "Tokens"]
    assert page.texts(".tile-value")[1:3] == ["50%", "0%"]
    assert "3 episodes of 8 are missing" in page.text("#overview .note")
    assert page.ask("document.querySelector('.errors .said').textContent") == SHOWN
    assert len(page.all("#overview .plot svg")) == 3
    page.ask("document.querySelector('.results thead th:nth-child(5) button').click()")  # by SR, the best first
    assert page.texts("tbody tr th")[0] == "cross.one"
    assert page.ask("document.querySelector('.results th[aria-sort]').getAttribute('aria-sort')") == "descending"


def test_arrows_go_through_steps_and_episodes(opened: Opened) -> None:
    page = opened("#cross.one_s0_a0_single")
    page.until(lambda: "Start" in page.text("#where"))
    page.press(Keys.ARROW_RIGHT)
    page.at("#cross.one_s0_a0_single/1")
    assert page.text("#where") == "Step 1 of 4"
    assert page.text(".action .code") == "tap(x=9, y=20)"
    page.press(Keys.END)
    page.at("#cross.one_s0_a0_single/4")
    page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.at("#cross.one_s0_a0_single")
    page.press(Keys.END, Keys.HOME, Keys.ARROW_DOWN)
    page.at("#cross.one_s0_a0_by_device")
    page.until(lambda: "by_device" in page.text(".head .sub"))
    page.press("j")
    page.at("#android.two_s0_a0_single")
    page.until(lambda: page.text("h1") == "android.two")
    page.press("k", Keys.ARROW_UP, Keys.ARROW_UP)
    page.at("#cross.one_s0_a0_single")
    page.press(Keys.ESCAPE)
    page.until(lambda: page.all("#overview .results"))


def test_screens_show_where_the_action_landed(opened: Opened) -> None:
    page = opened("#cross.one_s0_a0_single/1")
    page.until(lambda: len(page.all(".screens canvas[data-number]")) == 4)
    page.until(lambda: page.all(".shapes circle"))
    spots = page.ask(
        "[...document.querySelectorAll('.screens .shapes')].map(s => [s.viewBox.baseVal.width,"
        " ...[...s.querySelectorAll('circle.ink')].map(c => [c.cx.baseVal.value, c.cy.baseVal.value])])"
    )
    assert spots == [[160], [36, [9, 20]], [160], [36]]  # on the phone, before the action
    assert len(page.all(".shapes rect.ink")) == 1  # around the element that it named
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda: page.all(".device-ubuntu .shapes path"))
    page.press("b")  # only the screens before
    page.until(lambda: len(page.all(".screens canvas[data-number]")) == 2)
    page.all(".device-ubuntu .screen")[0].click()
    page.until(lambda: page.all("dialog[open] canvas[data-number]"))
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.all("dialog[open]"))
    assert page.place() == "#cross.one_s0_a0_single/2"


def test_the_graph_tells_what_has_passed(opened: Opened) -> None:
    page = opened("#cross.one_s0_a0_single/1")
    page.until(lambda: page.all(".graph .node"))

    def states() -> list[str]:
        return list(page.ask("[...document.querySelectorAll('.graph .node')].map(node => node.ariaLabel)"))

    assert states() == [
        "a, tasks on android, completed in this step",
        "b, files on ubuntu, active",
        "c, answer on root, waiting",
    ]
    page.all(".graph .node")[1].send_keys(Keys.ENTER)
    assert page.text(".node-facts").splitlines()[:6] == [
        "checkpoint",
        "b",
        "place",
        "files on ubuntu",
        "sub-task",
        "tidy",
    ]
    page.press(Keys.END)
    page.until(lambda: "3 of 3" in page.text(".card .of"))
    assert "The episode ended with this step: Solved" in page.text(".action")


def test_what_was_said_is_text(opened: Opened) -> None:
    page = opened("#cross.one_s0_a0_single/1")
    page.until(lambda: page.all(".said"))
    assert page.ask("document.querySelector('#episode .said').textContent") == f"First. {SHOWN}"
    assert page.ask("document.querySelector('.goal').textContent").startswith("Do it. </script>")
    assert page.text(".as-said code") == "tap(element=3)"
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda: "planner" in page.text(".said-part h3").lower())
    (more,) = page.all(".more")
    more.click()
    assert more.text == "Show less"
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda: page.all(".alert.refused"))
    assert page.text(".alert.refused").startswith("Refused: no verb 'clikc' </script>")


def test_two_episodes_side_by_side(opened: Opened) -> None:
    page = opened("#cross.one_s0_a0_single/2")
    page.until(lambda: page.all("#pair"))
    choices = [option.text for option in Select(page.all("#pair")[0]).options]
    assert choices[:3] == ["Compare with…", "cross.one · seed 0 · by_device", "cross.one · seed 1 · by_device"]
    Select(page.all("#pair")[0]).select_by_index(1)
    page.at("#cross.one_s0_a0_single/2/cross.one_s0_a0_by_device")
    page.until(lambda: len(page.all(".pair canvas[data-number]")) == 8)
    assert page.texts(".pair .code") == ["drag(x1=10, y1=10, x2=100, y2=60)", page.texts(".pair .code")[1]]
    assert page.texts(".pair .code")[1].startswith("swipe(")
    page.press("b", Keys.END)  # the other has ended before
    page.at("#cross.one_s0_a0_single/4/cross.one_s0_a0_by_device")
    assert [text.split(" · ")[0] for text in page.texts(".pair .sub")] == ["Step 4 of 4", "Step 2 of 2"]
    Select(page.all("#pair")[0]).select_by_index(0)
    page.at("#cross.one_s0_a0_single/4")
    page.until(lambda: page.all(".graph") and not page.all(".pair"))


def test_marks_that_screens_lack_can_be_seen(opened: Opened, tmp_path: Path) -> None:
    marks = {"android": [[1, [4, 15, 14, 25], "button", "Go"], [2, [0, 0, 5, 5], "icon", "x"]]}
    run = RunFolder(tmp_path / "run", {"policy": "m3a"}, {})
    save(run, record(steps=(step(1, marks=marks), step(2)), marks_drawn=False), {0: 10, 1: 20, 2: 30})
    page = opened("#cross.one_s0_a0/1", write_report(tmp_path / "run").path)
    numbers = "[...document.querySelectorAll('.device-android .mark-number')].map(mark => mark.textContent)"
    page.until(lambda: page.ask(numbers) == ["1", "2"] * 2)
    page.press("m")
    page.until(lambda: page.all(".screens canvas") and not page.all(".mark-number"))
    assert page.all("#marks")[0].get_attribute("aria-pressed") == "false"


def test_captions_are_whole_in_a_narrow_window(opened: Opened, driver: Any) -> None:
    size(driver, 390, 800)
    try:
        page = opened("#cross.one_s0_a0_single/2")
        page.until(lambda: len(page.all("figcaption")) == 4)
        assert page.ask("[...document.querySelectorAll('figcaption')].every(e => e.scrollWidth <= e.clientWidth)")
        assert page.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    finally:
        size(driver, 1440, 900)


def test_filters(opened: Opened) -> None:
    page = opened()
    page.until(lambda: len(page.shown()) == 6)
    Select(page.all("#filter-end")[0]).select_by_value("step_limit")
    page.until(lambda: page.shown() == ["cross.one_s0_a0_by_device", "android.two_s0_a0_single"])
    assert page.text("#count") == "2 of 6 episodes"
    Select(page.all("#filter-policy")[0]).select_by_value("single")
    page.until(lambda: page.shown() == ["android.two_s0_a0_single"])
    page.press(Keys.ESCAPE)
    page.press("j")
    page.at("#android.two_s0_a0_single")
    Select(page.all("#filter-end")[0]).select_by_value("")
    Select(page.all("#filter-policy")[0]).select_by_value("")
    page.all("#text")[0].send_keys("SWIPE android")  # in steps that haven't been looked at
    page.until(lambda: page.shown() == ["cross.one_s0_a0_by_device", "android.two_s0_a0_single"])
    page.all("#text")[0].send_keys(" nowhere")
    page.until(lambda: page.text("#count") == "0 of 6 episodes")
    page.press(Keys.ARROW_LEFT, Keys.HOME, "k")  # typed, not obeyed
    assert page.place() == "#android.two_s0_a0_single"
    page.all("#text")[0].clear()
    page.until(lambda: len(page.shown()) == 6)
    Select(page.all("#filter-sort")[0]).select_by_value("steps")
    page.until(lambda: page.shown()[0] == "cross.one_s0_a0_single")


def test_playing_goes_to_the_end_and_stops(opened: Opened) -> None:
    page = opened("#cross.one_s0_a0_single/3")
    page.until(lambda: page.all("#play"))
    page.press(" ")
    assert page.all("#play")[0].get_attribute("aria-label") == "Pause (space)"
    page.at("#cross.one_s0_a0_single/4")
    page.until(lambda: page.all("#play")[0].get_attribute("aria-label") == "Play (space)")


def test_places_that_are_not_there(opened: Opened) -> None:
    page = opened("#cross.one_s0_a0_single/999")
    page.until(lambda: page.text("#where") == "Step 4 of 4")
    page = opened("#%E0%A4%A")
    page.until(lambda: page.all("#overview .results"))
    page = opened("#__proto__/1")
    page.until(lambda: page.all("#overview .results"))


def test_episodes_without_pictures_graph_or_end(opened: Opened) -> None:
    page = opened("#android.two_s1_a0_single")
    page.until(lambda: page.text("#where") == "Start · 0 steps")
    assert page.text(".head .alert").startswith("Error (device): </script>")
    assert not page.all(".stage") and not page.all(".graph")
    page = opened("#cross.one_s1_a0_by_device/1")
    page.until(lambda: page.text("#where") == "Step 1 of 1")
    assert page.text(".pill") == "Unfinished"
    page = opened("#android.two_s0_a0_single/1")
    page.until(lambda: page.all(".graph"))
    assert not page.all(".stage")


def test_a_narrow_window_shows_one_thing_at_a_time(opened: Opened, driver: Any) -> None:
    size(driver, 390, 800)
    try:
        page = opened("#cross.one_s0_a0_single/2")
        page.until(lambda: page.all(".screens canvas"))
        assert not page.all("#side")
        assert page.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        page.all("#to-list")[0].click()
        page.until(lambda: page.all("#episodes a"))
        page.all("#episodes a")[2].click()
        page.until(lambda: page.text("h1") == "android.two")
        page.all("#to-overview")[0].click()
        page.until(lambda: page.all("#overview .results"))
        assert page.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    finally:
        size(driver, 1440, 900)


def test_other_runs_open_as_well(opened: Opened, tmp_path: Path) -> None:
    old_run(tmp_path / "old")
    page = opened("#cross.one_s0_a0/1", write_report(tmp_path / "old").path)
    page.until(lambda: page.all(".graph"))
    assert not page.all("#filter-policy")
    RunFolder(tmp_path / "empty", {"policy": "random"}, {})
    page = opened("", write_report(tmp_path / "empty").path)
    page.until(lambda: page.text("#count") == "0 episodes")
    page.press("j", Keys.ARROW_RIGHT)
    assert page.place() == ""


def test_a_file_that_was_cut_off_says_so(opened: Opened, report: Path, tmp_path: Path) -> None:
    whole = report.read_text(encoding="utf-8")
    cut = tmp_path / "cut.html"
    cut.write_text(whole[: whole.index('id="e3"') - 40], encoding="utf-8")
    page = opened("#android.two_s1_a0_single", cut)
    page.until(lambda: "may be cut off" in page.text("#episode"))


def test_what_got_in_would_not_run(opened: Opened, driver: Any) -> None:
    page = opened()
    page.until(lambda: page.all("#overview .results"))
    driver.execute_script(
        "const script = document.createElement('script'); script.textContent = 'window.harmed = 1';"
        "const image = document.createElement('img'); image.setAttribute('onerror', 'window.harmed = 1');"
        "image.src = 'data:,'; const style = document.createElement('style'); style.textContent = 'body {color: red}';"
        "const frame = document.createElement('iframe'); frame.src = 'data:text/html,x';"
        "document.body.append(script, image, style, frame); fetch('http://127.0.0.1:9/').catch(() => {})"
    )
    log: list[str] = []
    rules = {"script-src", "style-src", "frame-src", "connect-src"}

    def told() -> set[str]:
        log.extend(line["message"] for line in driver.get_log("browser"))
        return {rule for rule in rules if any(rule in line for line in log)}

    page.until(lambda: told() == rules)
    page.until(lambda: page.ask("getComputedStyle(document.body).color !== 'rgb(255, 0, 0)'"))
    assert all("Content Security Policy" in line for line in log)
    page.driver.get("about:blank")
    driver.get_log("browser")


def test_nothing_reaches_out(opened: Opened, driver: Any) -> None:
    page = opened("#cross.one_s0_a0_single/1")
    page.until(lambda: page.all(".screens canvas"))
    entries = page.ask("JSON.stringify(performance.getEntriesByType('resource').map(e => e.name))")
    assert [name for name in json.loads(entries) if not name.startswith("data:")] == []
