"""Nodes of the controls: texts, flags and messages."""

from __future__ import annotations

from typing import Any

import pytest

from crab_sim.ui import (
    Button,
    IconButton,
    Slider,
    Tile,
    Toggle,
)
from crab_sim.ui.node import CHECKABLE, CHECKED, DISABLED, SELECTED
from tests.simulator.ui._layout import only


def test_buttons() -> None:
    node = only(Button("Save", ("save",), rid="id/save", selected=True))
    assert (node.role, node.text, node.resource_id, node.message, node.flags) == (
        "button", "Save", "id/save", ("save",), SELECTED,
    )  # fmt: skip
    off = only(Button("Save", ("save",), enabled=False))
    assert (off.message, off.flags) == (None, DISABLED)
    icon = only(IconButton("search", "Search", ("find",)))
    assert (icon.role, icon.text, icon.description, icon.message) == ("button", "", "Search", ("find",))


@pytest.mark.parametrize("kind", ["switch", "checkbox", "radio"])
def test_toggles(kind: Any) -> None:
    for on in (False, True):
        node = only(Toggle(kind, on, ("toggle",), "Wi-Fi"))
        assert (node.role, node.description, node.message) == (kind, "Wi-Fi", ("toggle",))
        assert node.flags == CHECKABLE | (CHECKED if on else 0)
        row = only(Tile("Wi-Fi", ("toggle",), trailing=Toggle(kind, on)))
        assert (row.role, row.flags) == ("list_item", CHECKABLE | (CHECKED if on else 0))


def test_tiles() -> None:
    node = only(Tile("Ada", ("open", 1), "work", long_message=("menu", 1), double_message=("run", 1), selected=True))
    assert (node.text, node.description, node.flags) == ("Ada", "work", SELECTED)
    assert (node.message, node.long_message, node.double_message) == (("open", 1), ("menu", 1), ("run", 1))
    assert only(Tile("Ada", ("open", 1), enabled=False)).message is None


def test_sliders_say_their_value() -> None:
    node = only(Slider(0.25, ("volume", 0.25), "Volume", "id/volume"))
    assert (node.role, node.text, node.description, node.message) == ("slider", "25%", "Volume", ("volume", 0.25))
