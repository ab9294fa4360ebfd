"""Ways to place a widget and to look at its nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crab_sim.ui import (
    Button,
    Node,
    Page,
    Scene,
    Tile,
    Widget,
)
from crab_sim.ui import theme as themes

THEMES = [themes.theme(themes.PHONE, False), themes.theme(themes.DESKTOP, True)]
PHONE = THEMES[0]


def place(widget: Widget, w: int = 300, h: int = 400, page: Page | None = None, theme: Any = PHONE) -> list[Node]:
    scene = Scene(theme, 1000, 1000)
    scene.page = page or Page("")
    widget.place(scene, 20, 30, w, h)
    assert scene.clip == (0, 0, 1000, 1000), "the clip is put back"
    return scene.nodes


def bounds(nodes: Sequence[Node], role: str) -> list[tuple[int, int, int, int]]:
    return [node.bounds for node in nodes if node.role == role]


def block(flex: int = 0, text: str = "b") -> Button:
    return Button(text, ("hit", text), flex=flex)


def rows(count: int) -> list[Widget]:
    return [Tile(f"row {i}", ("row", i)) for i in range(count)]


def shown(nodes: Sequence[Node]) -> list[str]:
    return [node.text for node in nodes if node.role == "list_item"]


def only(widget: Widget) -> Node:
    (node,) = place(widget, 300, 60)
    return node
