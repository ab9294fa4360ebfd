"""The editor's own colours: those of VS Code's modern themes, which don't follow the desktop's.

* `Palette`, `palette` - the colours of a theme. `Themed` - widgets in these colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from crab_sim.ui import Message_co, Scene, Theme, Widget
from crab_sim.ui.theme import Color

__all__ = ["Palette", "Themed", "palette"]


class Palette(NamedTuple):
    """The colours of a theme.

    Attributes:
        dark: Whether it is dark.
        ground: The editor's ground.
        text: Plain text.
        bar: The ground of the bars around the editor.
        edge: Lines between the parts.
        muted: Text that stands back.
        gutter: Line numbers.
        line: The ground of the current line.
        selection: The selection's ground.
        match: The ground of what a search has found.
        accent: The mark of what is active.
        hover: The ground of a chosen row.
        added: Added lines and files.
        changed: Changed ones.
        removed: Deleted ones.
        kinds: Colours of the words of a language.
    """

    dark: bool
    ground: Color
    text: Color
    bar: Color
    edge: Color
    muted: Color
    gutter: Color
    line: Color
    selection: Color
    match: Color
    accent: Color
    hover: Color
    added: Color
    changed: Color
    removed: Color
    kinds: Mapping[str, Color]


_DARK: Final = Palette(
    True, (31, 31, 31), (204, 204, 204), (24, 24, 24), (43, 43, 43), (157, 157, 157), (110, 118, 129), (40, 40, 40),
    (38, 79, 120), (98, 75, 38), (0, 120, 212), (55, 55, 61), (115, 201, 145), (226, 192, 141), (199, 78, 57),
    {
        "comment": (106, 153, 85), "string": (206, 145, 120), "number": (181, 206, 168), "keyword": (86, 156, 214),
        "control": (197, 134, 192), "function": (220, 220, 170), "type": (78, 201, 176), "variable": (156, 220, 254),
        "tag": (86, 156, 214), "meta": (220, 220, 170),
    },
)  # fmt: skip
_LIGHT: Final = Palette(
    False,
    (255, 255, 255),
    (59, 59, 59),
    (248, 248, 248),
    (229, 229, 229),
    (97, 97, 97),
    (110, 118, 129),
    (244, 244, 244),
    (173, 214, 255),
    (248, 214, 160),
    (0, 95, 184),
    (228, 230, 241),
    (56, 138, 52),
    (137, 88, 3),
    (173, 7, 7),
    {
        "comment": (0, 128, 0),
        "string": (163, 21, 21),
        "number": (9, 134, 88),
        "keyword": (0, 0, 255),
        "control": (175, 0, 219),
        "function": (121, 94, 38),
        "type": (38, 127, 153),
        "variable": (0, 16, 128),
        "tag": (128, 0, 0),
        "meta": (121, 94, 38),
    },
)


def palette(dark: bool) -> Palette:
    """Returns the colours of the dark or the light theme."""
    return _DARK if dark else _LIGHT


def themed(theme: Theme, dark: bool) -> Theme:
    """Returns the desktop's theme in the editor's colours, with its sizes."""
    colors = palette(dark)
    return theme._replace(
        dark=dark,
        background=colors.ground,
        surface=colors.bar,
        raised=(37, 37, 38) if dark else (255, 255, 255),
        text=colors.text,
        muted=colors.muted,
        faint=(84, 84, 84) if dark else (190, 190, 190),
        accent=colors.accent,
        on_accent=(255, 255, 255),
        tonal=colors.hover,
        on_tonal=colors.text,
        outline=(60, 60, 60) if dark else (206, 206, 206),
        selection=colors.selection,
        bar=colors.bar,
        radius=3,
    )


class Themed(Widget[Message_co]):
    """Widgets in the editor's colours.

    Args:
        child: The widget.
        dark: Whether the theme is dark.
    """

    __slots__ = ("child", "dark")

    def __init__(self, child: Widget[Message_co], dark: bool) -> None:
        self.flex, self.child, self.dark = 1, child, dark

    def width(self, theme: Theme) -> int:
        """Returns the child's width."""
        return self.child.width(theme)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the child's height."""
        return self.child.height(theme, w)

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Places the child in these colours."""
        outer = scene.theme
        scene.theme = themed(outer, self.dark)
        self.child.place(scene, x, y, w, h)
        scene.theme = outer
