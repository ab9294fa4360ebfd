"""The widget toolkit of the simulated machines: views return widgets, layout returns a `Scene`."""

from __future__ import annotations

from crab_gym.sim.ui.containers import Box, Column, Dialog, Grid, Item, Later, Menu, Row, Scroll
from crab_gym.sim.ui.fields import Field
from crab_gym.sim.ui.scene import AnyMessage, AnyOverlay, Node, Page, Scene, Window
from crab_gym.sim.ui.theme import Theme
from crab_gym.sim.ui.widgets import (
    Avatar,
    Button,
    Divider,
    Icon,
    IconButton,
    Label,
    Picture,
    Slider,
    Space,
    Tile,
    Toggle,
    Widget,
)

__all__ = [
    "AnyMessage",
    "AnyOverlay",
    "Avatar",
    "Box",
    "Button",
    "Column",
    "Dialog",
    "Divider",
    "Field",
    "Grid",
    "Icon",
    "IconButton",
    "Item",
    "Label",
    "Later",
    "Menu",
    "Node",
    "Page",
    "Picture",
    "Row",
    "Scene",
    "Scroll",
    "Slider",
    "Space",
    "Theme",
    "Tile",
    "Toggle",
    "Widget",
    "Window",
]
