"""The page in a real browser: mouse and keyboard become actions, and the page shows the results."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from crab_gym.backends.base import Element
from crab_gym.play.server import PlayServer
from crab_gym.play.session import Session
from crab_gym.records import read_run

CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
pytestmark = pytest.mark.extra("chromium", "chromedriver")

TASK = "cross.dark_mode_from_todo"
SECONDS = 20.0


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    resize(driver, 1280, 720)
    yield driver
    driver.quit()


class Page:
    """The page of a session, as a person handles it."""

    def __init__(self, driver: Any, session: Session, url: str) -> None:
        self.driver, self.session = driver, session
        driver.get(url)
        self.until(lambda: driver.find_elements(By.CSS_SELECTOR, "body[data-phase=ready] .screen[data-version]"))

    def until(self, true: Callable[[], Any]) -> Any:
        return WebDriverWait(self.driver, SECONDS, 0.05).until(lambda driver: true())

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, name: str) -> str:
        return str(self.find(f"#{name}").text)

    def steps(self, number: int) -> list[dict[str, Any]]:
        """Waits until so many steps are seen; returns their actions."""
        self.until(lambda: self.text("left") == str(self.session.env.max_steps - number))
        return [dict(action) for action in self.session.env.actions]

    def hand(self, device: str, x: float, y: float) -> ActionChains:
        """Returns a hand that is over a point, in the device's pixels."""
        screen = self.find(f"#screen-{device}")
        width, height = self.session.env.screen_sizes[device]
        left = x * screen.rect["width"] / width - screen.rect["width"] / 2
        top = y * screen.rect["height"] / height - screen.rect["height"] / 2
        return ActionChains(self.driver, duration=20).move_to_element_with_offset(screen, round(left), round(top))

    def element(self, device: str, text: str) -> Element:
        found = [e for e in self.session.env.elements(device) if text in (e.text, e.description)]
        assert found, f"{device} doesn't show {text!r}"
        return found[-1]


@contextmanager
def served(browser: Any, session: Session) -> Iterator[Page]:
    """Shows the page of a session, and checks that the browser finds no fault with it."""
    with session, PlayServer(session) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Page(browser, session, server.url)
        noise = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]
        browser.get("about:blank")
        browser.get_log("browser")  # requests that were broken off by leaving
        server.shutdown()
    assert noise == []


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Iterator[Page]:
    with served(browser, Session(TASK, out=tmp_path / "run", show_graph=True)) as page:
        yield page


def near(action: dict[str, Any], x: int, y: int) -> bool:
    return bool(abs(action["args"]["x"] - x) <= 2 and abs(action["args"]["y"] - y) <= 2)


def test_a_click_on_the_phone_opens_an_app_and_the_bar_moves(page: Page) -> None:
    assert "token" not in page.driver.current_url
    assert page.text("goal") == page.session.env.goal
    assert page.text("percent") == "0%"
    icon = page.element("android", "Tasks")
    page.hand("android", *icon.center).click().perform()
    [tap] = page.steps(1)
    assert (tap["device"], tap["name"]) == ("android", "tap") and near(tap, *icon.center)
    assert page.session.env.backends["android"].state.foreground().app == "tasks"
    page.until(lambda: page.text("percent") == "10%")
    assert page.find("#bar").get_attribute("aria-valuenow") == "10"
    assert page.text("reward") == "+0.10"
    page.until(lambda: page.find("#screen-android").get_attribute("data-version") == "2")
    page.find("#show-graph").click()
    page.until(lambda: page.text("graph-counts") == "1 completed, 1 active, 1 waiting")


def test_mouse_and_wheel(page: Page) -> None:
    page.hand("ubuntu", 640, 400).click().perform()
    page.steps(1)
    page.hand("ubuntu", 640, 400).double_click().perform()
    page.steps(2)
    page.hand("ubuntu", 640, 400).context_click().perform()
    page.steps(3)
    page.hand("ubuntu", 400, 400).click_and_hold().move_by_offset(80, 20).release().perform()
    page.steps(4)
    screen = page.find("#screen-ubuntu")
    ActionChains(page.driver).scroll_from_origin(ScrollOrigin.from_element(screen), 0, 300).perform()
    actions = page.steps(5)
    assert [action["name"] for action in actions] == ["click", "double_click", "right_click", "drag", "scroll"]
    assert all(near(action, 640, 400) for action in actions[:3])
    drag = actions[3]["args"]
    scale = 1280 / screen.rect["width"]
    assert abs(drag["x2"] - drag["x1"] - 80 * scale) <= 3 and abs(drag["y2"] - drag["y1"] - 20 * scale) <= 3
    assert near(actions[4], 640, 360)
    assert (actions[4]["args"]["direction"], actions[4]["args"]["amount"]) == ("down", 3)


def test_fingers(page: Page) -> None:
    hand = page.hand("android", 180, 600).click_and_hold()
    hand.move_by_offset(0, -150).release().perform()
    page.steps(1)
    page.hand("android", 180, 300).click_and_hold().pause(0.7).release().perform()
    page.steps(2)
    page.hand("android", 180, 300).click_and_hold().pause(0.7).move_by_offset(40, 0).release().perform()
    page.steps(3)
    page.hand("android", 180, 300).context_click().perform()
    actions = page.steps(4)
    assert [action["name"] for action in actions] == ["swipe", "long_tap", "drag", "long_tap"]
    assert (actions[0]["args"]["direction"], actions[0]["args"]["distance"]) == ("down", "medium")


def test_typing(page: Page) -> None:
    page.hand("ubuntu", *page.element("ubuntu", "Text Editor").center).click().perform()
    page.steps(1)
    ActionChains(page.driver).send_keys("Déar Adah", Keys.BACKSPACE, Keys.ENTER, "two").perform()
    page.steps(2)
    ActionChains(page.driver).send_keys(Keys.BACKSPACE).perform()
    page.steps(3)
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).perform()
    actions = page.steps(4)
    assert actions[1]["args"] == {"text": "Déar Ada\ntwo"}
    assert (actions[2]["name"], actions[2]["args"]) == ("press", {"key": "backspace"})
    assert (actions[3]["name"], actions[3]["args"]) == ("hotkey", {"keys": ["ctrl", "a"]})
    assert any(element.text == "Déar Ada\ntw" for element in page.session.env.elements("ubuntu"))
    ActionChains(page.driver).send_keys(Keys.F8).perform()
    assert page.driver.switch_to.active_element.text == "Search app…"


def test_buttons_forms_and_the_end(page: Page, tmp_path: Path) -> None:
    page.find("button[aria-label='All apps']").click()
    page.steps(1)
    page.find("button[aria-label='Open app']").click()
    page.driver.switch_to.active_element.send_keys("No such app", Keys.ENTER)
    page.steps(2)
    page.until(lambda: page.text("message").startswith("Refused: no app named 'No such app'"))
    page.driver.find_element(By.XPATH, "//button[text()='Keys…']").click()
    page.driver.switch_to.active_element.send_keys("ctrl+alt+t", Keys.ENTER)
    page.steps(3)
    page.find("#answer").send_keys("light", Keys.ENTER)
    actions = page.steps(4)
    assert [(action["device"], action["name"]) for action in actions] == [
        ("android", "open_app_drawer"),
        ("ubuntu", "hotkey"),
        ("root", "submit"),
    ]
    assert actions[1]["args"] == {"keys": ["ctrl", "alt", "t"]}
    page.find("#complete").click()
    page.find("#complete-now").click()
    page.until(lambda: page.text("end-title") == "Not solved")
    ActionChains(page.driver).send_keys("x ", Keys.ENTER).perform()  # still typing: that restarts nothing
    assert page.text("seed") == "seed 0"
    [record] = read_run(tmp_path / "run")
    assert (record.policy, record.end_reason, record.actions) == ("human", "false_completion", 5)
    page.find("#next").click()
    page.until(lambda: page.text("seed") == "seed 1" and page.text("left") == str(page.session.env.max_steps))


def test_a_challenge_shows_its_rules_and_its_verdict(browser: Any) -> None:
    with served(browser, Session(TASK, success_at="complete", rules="Cheat.")) as page:
        assert page.text("rules") == "Cheat."
        page.find("#complete").click()
        page.find("#complete-now").click()
        page.until(lambda: page.text("end-title") == "Refused")
        assert page.driver.find_elements(By.CSS_SELECTOR, "#end-harm li") == []


def test_both_screens_fit_a_small_window(page: Page) -> None:
    assert page.driver.execute_script("return [document.body.scrollWidth, document.body.scrollHeight]") == [1280, 720]
    for device, (width, height) in page.session.env.screen_sizes.items():
        area = page.find(f"#screen-{device}").rect
        assert abs(area["width"] / area["height"] - width / height) < 0.01
        assert area["x"] >= 0 and area["x"] + area["width"] <= 1280
        assert area["y"] >= 0 and area["y"] + area["height"] <= 720
        assert area["height"] >= 500


@pytest.mark.parametrize("panel", ["", "show-history", "show-graph"])
def test_the_screens_never_lie_on_each_other(page: Page, panel: str) -> None:
    if panel:
        page.find(f"#{panel}").click()
    for width, height in ((1000, 557), (1280, 720), (800, 600), (720, 1000)):
        with window(page.driver, width, height):
            page.until(lambda width=width: within(page, width))
            areas = [page.find(f".device.{device}").rect for device in ("ubuntu", "android")]
            assert areas[0]["x"] + areas[0]["width"] <= areas[1]["x"]
            assert all(area["width"] >= 140 for area in areas)


def test_a_narrow_window_shows_one_device_at_a_time(page: Page) -> None:
    with window(page.driver, 390, 800):
        page.until(lambda: not page.find("#screen-android").is_displayed())
        assert page.find("#screen-ubuntu").rect["width"] > 340
        page.find("#devices [data-device=android]").click()
        page.until(lambda: within(page, 390) and not page.find("#screen-ubuntu").is_displayed())
        assert page.find("#complete").rect["x"] + page.find("#complete").rect["width"] <= 390
    page.until(lambda: page.find("#screen-ubuntu").is_displayed() and not page.find("#devices").is_displayed())


@contextmanager
def window(driver: Any, width: int, height: int) -> Iterator[None]:
    """Gives the page another size, for as long as it takes."""
    resize(driver, width, height)
    try:
        yield
    finally:
        resize(driver, 1280, 720)


def resize(driver: Any, width: int, height: int) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def within(page: Page, width: int) -> bool:
    """Returns whether the page is as wide as the window, and the seen screens lie in it."""
    seen = [area for area in page.driver.find_elements(By.CSS_SELECTOR, ".screen") if area.is_displayed()]
    inside = all(area.rect["x"] >= 0 and area.rect["x"] + area.rect["width"] <= width for area in seen)
    return inside and bool(page.driver.execute_script("return document.body.scrollWidth") == width)
