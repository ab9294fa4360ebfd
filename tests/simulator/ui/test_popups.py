"""Menus and dialogs stay on their page."""

from __future__ import annotations

from typing import Any

import pytest

from crab_sim.ui import (
    Button,
    Dialog,
    Item,
    Menu,
    Scroll,
)
from crab_sim.ui.node import CHECKABLE, CHECKED
from tests.simulator.ui._layout import THEMES, bounds, place, rows


@pytest.mark.parametrize("theme", THEMES, ids=["phone", "desktop"])
@pytest.mark.parametrize("at", [(0, 0), (999, 999), (170, 200)])
def test_a_menu_stays_on_the_page(at: tuple[int, int], theme: Any) -> None:
    menu = Menu([Item("Copy", ("copy",)), Item("Off", ("off",), enabled=False), Item("On", ("on",), checked=True)], at)
    nodes = place(menu, theme=theme)
    assert nodes[0].bounds == (20, 30, 320, 430) and nodes[0].message == ("dismiss",)
    (left, top, right, bottom) = nodes[1].bounds
    assert 20 < left < right < 320 and 30 < top < bottom < 430
    items = nodes[2:]
    assert [item.text for item in items] == ["Copy", "Off", "On"]
    assert [item.message for item in items] == [("copy",), None, ("on",)]
    assert items[2].flags == CHECKABLE | CHECKED
    assert all(left <= b[0] and b[2] <= right and top <= b[1] and b[3] <= bottom for b in bounds(items, "menu_item"))


@pytest.mark.parametrize("theme", THEMES, ids=["phone", "desktop"])
@pytest.mark.parametrize("height", [260, 400, 900])
def test_a_dialog_fits_its_page_whatever_is_in_it(height: int, theme: Any) -> None:
    body = Scroll("body", rows(40))
    dialog = Dialog("Delete the file?", body, [Button("Cancel", ("dismiss",)), Button("Delete", ("delete",))])
    nodes = place(dialog, 300, height, theme=theme)
    (frame,) = bounds(nodes, "dialog")
    assert 20 < frame[0] and frame[2] < 320 and 30 < frame[1] and frame[3] < 30 + height
    buttons = bounds(nodes, "button")
    assert len(buttons) == 2 and buttons[0][0] > buttons[1][2], "the last action is the rightmost"
    assert all(frame[0] < b[0] and b[2] < frame[2] and b[3] < frame[3] for b in buttons)
    (listed,) = bounds(nodes, "list")
    assert frame[1] < listed[1] and listed[3] <= buttons[0][1]
    assert nodes[0].message == ("dismiss",) and nodes[0].bounds == (20, 30, 320, 30 + height)
