"""Navigation between an app's pages: tabs above a page, a bar below it, chips that filter a list."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.phone import metrics
from crab_sim.ui.messages import Message_co
from crab_sim.ui.node import SELECTED
from crab_sim.ui.scene import Scene
from crab_sim.ui.theme import Theme
from crab_sim.ui.widgets import Widget

__all__ = ["BottomBar", "Chips", "Tabs"]

_TAB_HEIGHT, _BAR_HEIGHT, _CHIP_HEIGHT, _CHIP_GAP, _CHIP_RADIUS = 48, 68, 34, 8, 8
_BAR_ICON, _LABEL = 24, 12


def _shares(natural: Sequence[int], w: int) -> list[int]:
    """Returns widths that fill `w`: the natural ones and an equal share of the rest each, or all shrunk alike."""
    left, total = w - sum(natural), sum(natural)
    if left >= 0:
        edges = [left * i // len(natural) for i in range(len(natural) + 1)]
        return [width + after - before for width, before, after in zip(natural, edges, edges[1:], strict=False)]
    return [width * w // total for width in natural]


class Tabs(Widget[Message_co]):
    """A row of tabs, one of them selected; each is (label, message, selected).

    Args:
        tabs: The tabs.
        rid: Resource id of each tab.
    """

    __slots__ = ("rid", "tabs")

    def __init__(self, tabs: Sequence[tuple[str, Message_co, bool]], rid: str = "") -> None:
        self.flex, self.tabs, self.rid = 0, tabs, rid

    def width(self, theme: Theme) -> int:
        """Returns the width that shows all labels."""
        return sum(self._natural(theme))

    def _natural(self, theme: Theme) -> list[int]:
        return [max(48, metrics.width(theme.say(label), "bold", theme.font - 1) + 24) for label, _, _ in self.tabs]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return _TAB_HEIGHT

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the tabs, with a line below the selected one."""
        theme = scene.theme
        size, bottom = theme.font - 1, y + _TAB_HEIGHT
        scene.fill(x, bottom - 1, w, 1, theme.outline)
        for (label, message, selected), width in zip(self.tabs, _shares(self._natural(theme), w), strict=True):
            shown = metrics.ellipsize(theme.say(label), "bold", size, width - 8)
            ink = theme.accent if selected else theme.muted
            scene.text(x, y, width, _TAB_HEIGHT - 2, shown, ink, size, "bold", "center")
            if selected:
                line = min(width - 8, metrics.width(shown, "bold", size) + 8)
                scene.round(x + (width - line) // 2, bottom - 4, line, 4, theme.accent, 2)
            flags = SELECTED if selected else 0
            scene.node(x, y, width, _TAB_HEIGHT, "tab", label, "", self.rid, message, flags=flags)
            x += width


class BottomBar(Widget[Message_co]):
    """The bar below an app's main pages, one of them selected; each is (icon, label, message, selected).

    Args:
        pages: The pages, three to five.
        rid: Resource id of each page's button.
    """

    __slots__ = ("pages", "rid")

    def __init__(self, pages: Sequence[tuple[str, str, Message_co, bool]], rid: str = "") -> None:
        self.flex, self.pages, self.rid = 0, pages, rid

    def width(self, theme: Theme) -> int:
        """Returns the smallest usable width."""
        return 64 * len(self.pages)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height."""
        return _BAR_HEIGHT

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the bar, with a ground behind the selected page's icon."""
        theme, count = scene.theme, len(self.pages)
        scene.fill(x, y, w, _BAR_HEIGHT, theme.bar)
        scene.fill(x, y, w, 1, theme.surface)
        for i, (icon, label, message, selected) in enumerate(self.pages):
            left, right = x + w * i // count, x + w * (i + 1) // count
            width = right - left
            middle, pill = left + width // 2, min(58, width - 8)
            if selected:
                scene.round(middle - pill // 2, y + 8, pill, 30, theme.tonal, 15)
            ink = theme.on_tonal if selected else theme.muted
            scene.icon(middle - _BAR_ICON // 2, y + 11, _BAR_ICON, icon, ink)
            font: metrics.Font = "bold" if selected else "regular"
            shown = metrics.ellipsize(theme.say(label), font, _LABEL, width - 4)
            ink = theme.text if selected else theme.muted
            scene.text(left, y + 42, width, 18, shown, ink, _LABEL, font, "center")
            flags = SELECTED if selected else 0
            scene.node(left, y, width, _BAR_HEIGHT, "tab", label, "", self.rid, message, flags=flags)


class Chips(Widget[Message_co]):
    """Small choices side by side, on as many lines as they need; each is (label, message, selected).

    Args:
        chips: The choices; any number may be selected.
        rid: Resource id of each chip.
        pad: Pixels around all of them (horizontal, vertical).
    """

    __slots__ = ("chips", "pad", "rid")

    def __init__(
        self, chips: Sequence[tuple[str, Message_co, bool]], rid: str = "", pad: tuple[int, int] = (16, 6)
    ) -> None:
        self.flex, self.chips, self.rid, self.pad = 0, chips, rid, pad

    def width(self, theme: Theme) -> int:
        """Returns the width of all chips on one line."""
        return sum(self._natural(theme)) + _CHIP_GAP * max(0, len(self.chips) - 1) + 2 * self.pad[0]

    def _natural(self, theme: Theme) -> list[int]:
        return [
            metrics.width(theme.say(label), "bold", theme.small) + (46 if on else 28) for label, _, on in self.chips
        ]

    def _lines(self, theme: Theme, w: int) -> list[list[tuple[int, int]]]:
        """Returns the chips of each line, as (index, width)."""
        lines: list[list[tuple[int, int]]] = [[]]
        used = 0
        for i, natural in enumerate(self._natural(theme)):
            width = min(natural, w)
            if lines[-1] and used + width > w:
                lines.append([])
                used = 0
            lines[-1].append((i, width))
            used += width + _CHIP_GAP
        return lines

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all lines."""
        lines = len(self._lines(theme, w - 2 * self.pad[0]))
        return lines * _CHIP_HEIGHT + (lines - 1) * _CHIP_GAP + 2 * self.pad[1]

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the chips; a selected one is filled and has a check mark."""
        theme, size = scene.theme, scene.theme.small
        top = y + self.pad[1]
        for line in self._lines(theme, w - 2 * self.pad[0]):
            left = x + self.pad[0]
            for i, width in line:
                label, message, selected = self.chips[i]
                ink = theme.on_tonal if selected else theme.muted
                lead = 14
                if selected:
                    scene.round(left, top, width, _CHIP_HEIGHT, theme.tonal, _CHIP_RADIUS)
                    scene.icon(left + 10, top + (_CHIP_HEIGHT - 16) // 2, 16, "check", ink)
                    lead = 32
                else:
                    scene.frame(left, top, width, _CHIP_HEIGHT, theme.outline, _CHIP_RADIUS)
                shown = metrics.ellipsize(theme.say(label), "bold", size, width - lead - 10)
                scene.text(left + lead, top, width - lead, _CHIP_HEIGHT, shown, ink, size, "bold")
                flags = SELECTED if selected else 0
                scene.node(left, top, width, _CHIP_HEIGHT, "button", label, "", self.rid, message, flags=flags)
                left += width + _CHIP_GAP
            top += _CHIP_HEIGHT + _CHIP_GAP
