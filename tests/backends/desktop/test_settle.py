"""Waiting until a desktop has settled."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.desktop.guest.clock import PACE

pytestmark = pytest.mark.desktop


def test_a_window_that_opened_counts_for_as_long_as_the_desktop_is_waited_for(desk: Any) -> None:
    desk.act("search_app", name="Terminal")
    desk.backend.execute("press", {"key": "enter"})
    box = desk.backend._running()
    found = box.call("wait_until_idle", quiet=60.0, limit=0.1)  # it is never that quiet within a tenth of a second
    while not found["opened"]:
        found = box.call("wait_until_idle", quiet=60.0, limit=0.1, continued=True)
    assert not found["still"]
    assert box.call("wait_until_idle", quiet=0.03, limit=10.0, continued=True)["opened"]
    assert not box.call("wait_until_idle", quiet=0.03, limit=10.0)["opened"]


def test_programs_of_the_box_live_faster_and_their_day_stands_still(desk: Any) -> None:
    program = (
        "import time; print(time.monotonic() / float(open('/proc/uptime').read().split()[0]), time.time())\n"
        "time.sleep(1.1); print(time.time())"
    )
    ratio, now, later = desk.state.run(["python3", "-c", program]).stdout.split()
    assert float(ratio) == pytest.approx(PACE, rel=0.01)
    assert now == later


def test_what_takes_the_keys_is_known(desk: Any) -> None:
    def front() -> tuple[str, str] | None:
        found = desk.backend._running().call("front")
        return None if found is None else (found["kind"], found["process"])

    assert front() is None
    desk.act("search_app", name="Text Editor")
    assert front() == ("launcher", "rofi")
    desk.act("press", key="enter")
    assert front() == ("window", "gedit")
    desk.act("write_text", text="a")
    desk.act("hotkey", keys=["ctrl", "s"])
    assert front() == ("dialog", "gedit")
