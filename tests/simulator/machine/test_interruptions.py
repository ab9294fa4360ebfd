"""Interruptions and delays: when they come, what they block, and how they go."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crab_sim.desktop import Desktop
from crab_sim.machine import interruptions
from crab_sim.machine.interruptions import INTERRUPTIONS, KINDS, Interruption, Interruptions
from crab_sim.machine.loading import DELAYS, LOADING_ID, Delays
from crab_sim.machine.machine import Machine
from crab_sim.phone import Phone

BANNER, DIALOG = 0, 3


def machine(device: str, *coming: tuple[float, int]) -> Any:
    made: Machine = Phone() if device == "android" else Desktop()
    made.boot(0)
    made.put(INTERRUPTIONS, Interruptions(tuple(Interruption(made.now + at, kind) for at, kind in coming)))
    return made


def closing(device: Any) -> dict[str, int] | None:
    for node in reversed(device.scene.nodes):
        if node.resource_id == interruptions.CLOSE_ID:
            left, top, right, bottom = node.bounds
            return {"x": (left + right) // 2, "y": (top + bottom) // 2}
    return None


def touch(device: Any, at: dict[str, int]) -> None:
    device.execute("tap" if device.device == "android" else "click", at)


@pytest.mark.parametrize("device", ["android", "ubuntu"])
@pytest.mark.parametrize("kind", range(6))
def test_each_kind_comes_in_its_time_and_is_closed(device: str, kind: int) -> None:
    made = machine(device, (3, kind))
    made.advance(2)
    assert closing(made) is None
    made.advance(1)
    at = closing(made)
    assert at is not None
    assert KINDS[device][kind].title in [node.text for node in made.scene.nodes]
    touch(made, at)
    assert closing(made) is None
    made.advance(100)
    assert closing(made) is None


def test_a_notification_waits_for_a_dialog_and_takes_the_place_of_a_banner() -> None:
    made = machine("ubuntu", (1, DIALOG), (2, BANNER))
    made.advance(2)
    button = closing(made)
    for text in ("The first one.", "The second one."):
        notify(made, text)
        assert closing(made) == button and texts(made).isdisjoint({"The first one.", "The second one."})
    made.advance(60)
    assert closing(made) == button  # it doesn't run out meanwhile
    touch(made, button or {})
    made.advance(1)
    assert "The second one." in texts(made) and KINDS["ubuntu"][BANNER].title not in texts(made)
    made.advance(9)
    assert KINDS["ubuntu"][BANNER].title in texts(made)
    notify(made, "The third one.")
    assert "The third one." in texts(made) and KINDS["ubuntu"][BANNER].title not in texts(made)
    made.advance(9)
    assert closing(made) is None


def notify(made: Any, text: str) -> None:
    made.put(INTERRUPTIONS, interruptions.notified(made.slices, made.device, made.now, "Mail", text))
    made.forget_layout()


def texts(made: Any) -> set[str]:
    return {node.text for node in made.scene.nodes}


@pytest.mark.parametrize("device", ["android", "ubuntu"])
def test_a_banner_goes_by_itself_and_a_dialog_stays(device: str) -> None:
    made = machine(device, (1, BANNER), (2, DIALOG))
    made.advance(2)
    assert closing(made) is not None  # the dialog waits for the banner
    made.advance(8)
    made.advance(1)
    assert KINDS[device][DIALOG].title in [node.text for node in made.scene.nodes]
    made.advance(1000)
    assert closing(made) is not None


def test_a_dialog_takes_touches_keys_and_text() -> None:
    made = machine("android", (1, DIALOG))
    made.execute("open_app", {"name": "Contacts"})
    field = next(node for node in made.scene.nodes if node.role == "text_field")
    made.advance(1)
    made.execute("tap", {"x": field.bounds[0] + 5, "y": field.bounds[1] + 5})
    made.execute("write_text", {"text": "a"})
    assert made.front.page.fields.get("search", "") == "" and made.front.page.focus == ""
    made.execute("press", {"key": "home"})
    assert made.front is not None and closing(made) is not None
    made.execute("press", {"key": "back"})
    assert made.front is not None and closing(made) is None  # Back has closed the dialog, not the app


def test_a_finger_swipes_a_banner_away() -> None:
    made = machine("android", (1, BANNER))
    made.advance(1)
    made.execute("swipe", {"x": 180, "y": 60, "direction": "left", "distance": "medium"})
    assert closing(made) is None


def test_a_banner_leaves_the_rest_of_the_screen_usable() -> None:
    made = machine("ubuntu", (1, BANNER))
    made.advance(1)
    made.execute("search_app", {"name": "Terminal"})
    made.execute("press", {"key": "enter"})
    made.execute("write_text", {"text": "pwd\n"})
    assert made.front.app == "terminal" and closing(made) is not None


def test_interruptions_are_part_of_snapshots() -> None:
    made = machine("android", (1, DIALOG))
    before = made.snapshot()
    made.advance(2)
    assert closing(made) is not None
    made.restore(before)
    assert closing(made) is None
    made.advance(2)
    assert closing(made) is not None


def test_a_seed_draws_the_moments() -> None:
    drawn = [interruptions.drawn("android", 100.0, 5, random.Random(seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(drawn[0].coming) == 5
    times = [one.at for one in drawn[0].coming]
    assert times == sorted(times) and 101 < times[0] < 106


@pytest.mark.parametrize("device", ["android", "ubuntu"])
def test_an_app_loads_for_its_seconds_and_takes_no_input(device: str) -> None:
    made: Any = Phone() if device == "android" else Desktop()
    made.boot(0)
    made.put(DELAYS, Delays(3.0, 3.0, 7))
    app = "contacts" if device == "android" else "text_editor"
    made.launch(app)
    assert [node.text for node in made.scene.nodes if node.resource_id == LOADING_ID] == ["Loading…"]
    page = made.front.page
    made.execute("write_text", {"text": "hello"})
    made.execute("press", {"key": "enter"})
    touch(made, {"x": 180 if device == "android" else 600, "y": 300})
    assert made.front.page == page
    made.advance(2)
    assert LOADING_ID in [node.resource_id for node in made.scene.nodes]
    made.advance(2)
    assert LOADING_ID not in [node.resource_id for node in made.scene.nodes]
    made.launch(app)  # it runs already
    assert LOADING_ID not in [node.resource_id for node in made.scene.nodes]


def test_delays_are_drawn_for_each_start() -> None:
    made = Phone()
    made.boot(0)
    made.put(DELAYS, Delays(1.0, 9.0, 7))
    for app in ("contacts", "clock", "notes"):
        made.launch(app)
    waits = [round(until - made.now, 3) for until in made.get(DELAYS).until.values()]
    assert len(set(waits)) == 3 and all(1 <= wait <= 9.2 for wait in waits)
