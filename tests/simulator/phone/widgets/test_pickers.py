from __future__ import annotations

from typing import Any

import pytest

from crab_sim.engines import days
from crab_sim.machine.app import AppSpec, Context, View
from crab_sim.phone import Phone
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.widgets import pickers
from crab_sim.ui import Column, Label, Page
from crab_sim.ui.node import SELECTED
from tests.simulator.phone._drive import center, node, nodes, phone, press, tap, write


def machine(overlay: tuple[Any, ...], width: int = 360, height: int = 800, full: bool = True) -> Phone:
    """A phone with a page that does nothing but let something be picked."""

    def update(context: Context, message: tuple[Any, ...]) -> None:
        name, args = message[0], message[1:]
        if name == "pick":
            pickers.update(context, message)
        elif name == "picked":
            context.set(overlay=(), data=args)

    def view(context: Context) -> View:
        return View(Column([Label("Page")]), pickers.overlay(context))

    spec = AppSpec("toy", "Toy", "clock", (0, 0, 0), view, update, lambda intent: Page("page"), lambda context: "Toy",
                   key=pickers.key, text=pickers.text)  # fmt: skip
    found = phone(0, "", width, height)
    found.apps = {**found.apps, "toy": spec}  # type: ignore[misc]
    if not full:
        found.put(
            SETTINGS,
            settings_store.put(found.get(SETTINGS), "system", "time_12_24", "12"),
        )
    found.launch("toy")
    Context(found, "toy").set(overlay=overlay)
    return found


def picked(found: Phone) -> Any:
    return found.window("toy").page.data


START = days.day_of(2026, 10, 14)


def test_a_day_of_another_month_is_picked() -> None:
    found = machine(pickers.date_overlay("due", START))
    assert node(found, description="14 October 2026").flags & SELECTED
    tap(found, description="Next month")
    tap(found, description="3 November 2026")
    assert node(found, "Tue, 3 Nov").role == "text"
    tap(found, "OK")
    assert picked(found) == ("due", days.day_of(2026, 11, 3))
    assert not nodes(found, "OK")


def test_today_is_said() -> None:
    found = machine(pickers.date_overlay("due", START))
    assert [n.text for n in found.scene.nodes if n.description.endswith(", today")] == ["12"]


def test_cancel_and_back_pick_nothing() -> None:
    for leave in (lambda m: tap(m, "Cancel"), lambda m: press(m, "back")):
        found = machine(pickers.date_overlay("due", START))
        tap(found, description="15 October 2026")
        leave(found)
        assert picked(found) is None and not nodes(found, "OK")


def test_the_29th_of_february_moves_with_the_year() -> None:
    found = machine(pickers.date_overlay("due", days.day_of(2028, 2, 29)))
    tap(found, "February 2028")
    tap(found, "2030")
    tap(found, "OK")
    assert picked(found) == ("due", days.day_of(2030, 2, 28))


def test_the_years_scroll() -> None:
    found = machine(pickers.date_overlay("due", START))
    tap(found, "October 2026")
    assert not nodes(found, "2060")
    for _ in range(3):
        found.execute("swipe", {"x": 180, "y": 420, "direction": "down", "distance": "short"})
    tap(found, "2060")
    assert nodes(found, "October 2060")


def test_hour_then_minute_on_the_dial() -> None:
    found = machine(pickers.time_overlay("at", 9 * 60))
    tap(found, description="17 hours")
    tap(found, description="35 minutes")
    tap(found, "OK")
    assert picked(found) == ("at", 17 * 60 + 35)


def test_midnight_is_on_the_inner_ring() -> None:
    found = machine(pickers.time_overlay("at", 12 * 60))
    assert node(found, "12").flags & SELECTED
    tap(found, description="0 hours")
    tap(found, rid="hours")
    assert node(found, description="0 hours").flags & SELECTED
    tap(found, "OK")
    assert picked(found) == ("at", 0)


def test_the_dial_between_two_numbers_is_a_minute() -> None:
    found = machine(pickers.time_overlay("at", 0))
    tap(found, rid="minutes")
    face = center(node(found, description="Clock face"))
    top = node(found, description="0 minutes").bounds
    x = face["x"] + round((face["y"] - (top[1] + top[3]) // 2) * 0.208)  # 12 degrees
    found.execute("tap", {"x": x, "y": (top[1] + top[3]) // 2})
    tap(found, "OK")
    assert picked(found) == ("at", 2)


def test_twelve_hours_have_two_halves() -> None:
    found = machine(pickers.time_overlay("at", 9 * 60 + 30), full=False)
    assert node(found, "AM").flags & SELECTED
    tap(found, "PM")
    tap(found, description="12 o'clock")
    tap(found, "OK")
    assert picked(found) == ("at", 12 * 60 + 30)


@pytest.mark.parametrize(
    ("typed", "full", "minute"),
    [("0730", True, 450), ("7:05", True, 425), ("23:59", True, 1439), ("745\n", True, 465), ("99", True, 549),
     ("12:15a", False, 15), ("1205pm", False, 725), ("7:30 PM", False, 1170), ("hello", True, 610), ("", True, 610)],
)  # fmt: skip
def test_a_time_is_typed(typed: str, full: bool, minute: int) -> None:
    found = machine(pickers.time_overlay("at", 10 * 60 + 10), full=full)
    tap(found, description="Switch to text input mode")
    assert node(found, rid="input_hour").role == "text_field"
    write(found, typed)
    if not typed.endswith("\n"):
        tap(found, "OK")
    assert picked(found) == ("at", minute)


def test_keys_while_typing_a_time() -> None:
    found = machine(pickers.time_overlay("at", 10 * 60 + 10))
    tap(found, description="Switch to text input mode")
    press(found, "tab")
    write(found, "4")
    press(found, "backspace")
    write(found, "5")
    press(found, "tab")
    write(found, "8")
    press(found, "enter")
    assert picked(found) == ("at", 8 * 60 + 5)


def test_tab_behind_a_whole_hour_stays_at_the_minutes() -> None:
    found = machine(pickers.time_overlay("at", 10 * 60 + 10))
    tap(found, description="Switch to text input mode")
    write(found, "7")
    press(found, "tab")
    write(found, "25")
    press(found, "enter")
    assert picked(found) == ("at", 7 * 60 + 25)


def test_nothing_is_typed_onto_the_dial() -> None:
    found = machine(pickers.time_overlay("at", 600))
    write(found, "12")
    tap(found, "OK")
    assert picked(found) == ("at", 600)


@pytest.mark.parametrize(("width", "height"), [(280, 480), (280, 600), (360, 800), (600, 800)])
@pytest.mark.parametrize("full", [True, False])
def test_pickers_fit_every_screen(width: int, height: int, full: bool) -> None:
    for overlay in (pickers.date_overlay("due", START), pickers.time_overlay("at", 800)):
        found = machine(overlay, width, height, full)
        left, top, right, bottom = node(found, role="dialog").bounds
        ok = node(found, "OK").bounds
        inside = [n for n in found.scene.nodes if n.owner == "toy" and n.role in ("button", "text_field", "radio")]
        assert len(inside) > 14
        for n in inside:
            assert left <= n.bounds[0] and n.bounds[2] <= right and top <= n.bounds[1] and n.bounds[3] <= bottom, n
            if n.text not in ("OK", "Cancel"):
                assert n.bounds[3] <= ok[1] + 1, n
