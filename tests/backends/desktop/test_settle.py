"""Waiting until a desktop has settled."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.desktop import settle
from crab_gym.backends.desktop.guest.clock import PACE
from crab_gym.backends.desktop.settle import Settler


@pytest.mark.desktop
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


@pytest.mark.desktop
def test_programs_of_the_box_live_faster_and_their_day_stands_still(desk: Any) -> None:
    program = (
        "import time; print(time.monotonic() / float(open('/proc/uptime').read().split()[0]), time.time())\n"
        "time.sleep(1.1); print(time.time())"
    )
    ratio, now, later = desk.state.run(["python3", "-c", program]).stdout.split()
    assert float(ratio) == pytest.approx(PACE, rel=0.01)
    assert now == later


@pytest.mark.desktop
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


class _Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class _RestlessBox:
    """A box whose programs are never idle, with as many processes more at each look.

    Args:
        clock: The clock, on which a look takes as long as it may.
        more: The number of new processes at each look.
        held_up: The share of the time for which its programs wait for a processor.
    """

    def __init__(self, clock: _Clock, more: int, held_up: float) -> None:
        self.clock, self.more, self.held_up, self.pids = clock, more, held_up, 10

    def call(self, operation: str, *, limit: float, **_: Any) -> dict[str, Any]:
        assert operation == "wait_until_idle"
        self.clock.now += limit
        self.pids += self.more
        held_up, pids = self.held_up * limit, list(range(self.pids))
        return {"still": False, "only_drawn": False, "opened": False, "held_up": held_up, "pids": pids}

    def look(self) -> None:
        self.clock.now += 0.3


@pytest.mark.parametrize(
    "more, held_up, seconds",
    [(0, 0.0, 5.0), (3, 0.0, 15.0), (400, 1.0, 5.0), (0, 1.0, 15.0)],
    ids=["busy", "starts", "fork_bomb", "busy_host"],
)
def test_a_desktop_that_never_settles_is_waited_for_no_longer_than_said(
    monkeypatch: pytest.MonkeyPatch, more: int, held_up: float, seconds: float
) -> None:
    clock = _Clock()
    box: Any = _RestlessBox(clock, more, held_up)
    settler = Settler("light")
    monkeypatch.setattr(settle, "time", clock)
    settler.wait(box)  # from here on the first ten processes are known
    for _ in range(3):
        start = clock.now
        settler.wait(box)
        assert clock.now - start == pytest.approx(seconds)
