"""Photographs the page of `crab-gym play` in Chromium, for the documentation: docs/images/play.png.

Usage: python scripts/images/play.py
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from crab_gym.play.server import PlayServer
from crab_gym.play.session import Session

FILE = Path(__file__).parents[2] / "docs" / "images" / "play.png"
TASK = "cross.list_from_message"
SIZE = 1280, 720
TYPED = "paper towels\nonions\ncand"


def main() -> None:
    """Plays the beginning of the task, and takes the picture while a text is being typed."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium") or shutil.which("google-chrome"))
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": SIZE[0], "height": SIZE[1], "deviceScaleFactor": 1, "mobile": False},
        )
        with TemporaryDirectory() as folder, Session(TASK, out=f"{folder}/run") as session:
            with PlayServer(session) as server:
                threading.Thread(target=server.serve_forever, daemon=True).start()
                play(driver, session, server.url)
                driver.save_screenshot(str(FILE))
                server.shutdown()
    finally:
        driver.quit()
    with Image.open(FILE) as picture:
        picture.convert("RGB").save(FILE, optimize=True)
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")


def play(driver: Any, session: Session, url: str) -> None:
    """Opens the page, and plays until a text is being typed.

    Args:
        driver: The browser.
        session: The session.
        url: The page's address.
    """

    def until(true: Callable[[], Any]) -> None:
        WebDriverWait(driver, 60, 0.05).until(lambda _: true())

    def do(device: str, verb: str, **args: Any) -> None:
        taken = len(session.env.actions) + 1
        driver.execute_script("act(...arguments)", device, verb, args)
        left = str(session.env.max_steps - taken)
        until(lambda: driver.find_element(By.ID, "left").text == left)

    driver.get(url)
    until(lambda: driver.find_elements(By.CSS_SELECTOR, "body[data-phase=ready] .screen[data-version]"))
    do("ubuntu", "search_app", name="Text Editor")
    do("ubuntu", "press", key="enter")
    do("android", "open_app", name="Messages")
    x, y = next(each for each in session.env.elements("android") if each.text == session.env.params.name).center
    do("android", "tap", x=x, y=y)
    until(lambda: not driver.execute_script("return sending || queue.length"))
    driver.execute_script("setTimeout = () => 0")  # after a pause in typing, the page would send the text
    driver.find_element(By.ID, "screen-ubuntu").send_keys(TYPED)
    until(lambda: TYPED.split()[-1] in driver.find_element(By.CSS_SELECTOR, ".chip:not([hidden])").text)


if __name__ == "__main__":
    main()
