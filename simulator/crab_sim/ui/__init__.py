"""The widget toolkit of the simulated machines: views return widgets, and layout turns them into a `Scene`.

Modules that use more of its names than fit on a line of imports say ``from crab_sim import ui``.
"""

from __future__ import annotations

from crab_sim.ui.containers import Box, Column, Grid, LazyRow, Row, Scroll
from crab_sim.ui.controls import Button, IconButton, Slider, Tile, Toggle
from crab_sim.ui.fields import Field
from crab_sim.ui.labels import Label
from crab_sim.ui.messages import AnyMessage, Message_co, Message_contra, MessageGroup, MessageT
from crab_sim.ui.node import Node
from crab_sim.ui.page import AnyOverlay, Page, PlainData, ToolkitOverlay, Window
from crab_sim.ui.popups import Dialog, Item, Menu
from crab_sim.ui.scene import AnyScene, Scene
from crab_sim.ui.theme import Theme
from crab_sim.ui.widgets import Avatar, Divider, Icon, Picture, Space, Tone, Widget

__all__ = [
    "AnyMessage",
    "AnyOverlay",
    "AnyScene",
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
    "LazyRow",
    "Menu",
    "MessageGroup",
    "MessageT",
    "Message_co",
    "Message_contra",
    "Node",
    "Page",
    "Picture",
    "PlainData",
    "Row",
    "Scene",
    "Scroll",
    "Slider",
    "Space",
    "Theme",
    "Tile",
    "Toggle",
    "Tone",
    "ToolkitOverlay",
    "Widget",
    "Window",
]
