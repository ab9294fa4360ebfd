"""Entries and buttons for what this Impress lacks: they are where the real one has them, and disabled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from crab_sim.desktop.apps.impress.messages import Message
from crab_sim.desktop.chrome.bars import ToolButton, absent_button, fitting_groups, tool_bar
from crab_sim.desktop.chrome.menus import BarMenu, absent
from crab_sim.desktop.office_menus import tools_end
from crab_sim.ui import Row, Widget

__all__ = [
    "EDIT_END", "EDIT_FIND", "FORMAT_END", "GROUP", "INSERT", "INSERT_END", "SLIDE_END", "SLIDE_LAST", "SLIDE_MASTERS",
    "STYLES", "TOOLS", "VIEW", "VIEW_MODES", "buttons", "drawing_bar",
]  # fmt: skip

EDIT_FIND: Final = absent("-", "Find…")
EDIT_END: Final = absent(
    "-", "Points", "Gluepoints", "-", "Hyperlink", "Fields…", "External Links…", "OLE Object >", "-", "Edit Mode",
)  # fmt: skip
VIEW_MODES: Final = absent(
    "Outline", "Slide Sorter", "Master Slide", "Master Notes", "Master Handout", "-", "User Interface…",
)  # fmt: skip
VIEW: Final = absent(
    "Views Tab Bar", "-", "Rulers", "Grid and Helplines >", "Snap Guides >", "-", "Comments",
    "Color/Grayscale >", "-", "Slide Layout", "Slide Transition", "Animation", "Styles", "Gallery", "Navigator",
    "Color Bar", "-", "Zoom >",
)  # fmt: skip
INSERT: Final = absent(
    "Audio or Video…", "Chart…", "Table…", "Media >", "OLE Object >", "Shape >", "-", "Snap Guide…", "-", "Comment",
    "Floating Frame…", "Fontwork…", "-", "Hyperlink…",
)  # fmt: skip
INSERT_END: Final = absent(
    "-", "Slide Number", "Field >", "Header and Footer…", "-", "Form Control >",
)  # fmt: skip
STYLES: Final = absent("Styles >", "-")
FORMAT_END: Final = absent(
    "Paragraph…",
    "Bullets and Numbering…",
    "-",
    "Table >",
    "Image >",
    "Text Box and Shape >",
    "Shadow",
    "-",
    "Interaction…",
    "Name…",
    "Description…",
    "-",
    "Distribute Selection >",
    "Rotate",
    "Flip >",
    "Convert >",
    "-",
)
GROUP: Final = absent("Group >")  # fmt: skip
SLIDE_END: Final = absent(
    "-", "Insert Slide from File…", "Save Background Image…", "Set Background Image…",
)  # fmt: skip
SLIDE_MASTERS: Final = absent(
    "-",
    "Change Slide Master…",
    "New Master",
    "Delete Master",
    "-",
    "Master Background",
    "Master Objects",
    "Master Elements…",
    "-",
)
SLIDE_LAST: Final = absent("Slide Transition")  # fmt: skip
TOOLS: Final = BarMenu("Tools", (
    *absent("Spelling…", "Automatic Spell Checking", "Thesaurus…", "Language >", "-", "AutoCorrect Options…", "-"),
    *absent("Redact", "Auto-Redact", "-", "Minimize Presentation…", "ImageMap", "Color Replacer", "Media Player", "-"),
    *absent("Forms >"),
    *tools_end(),
))  # fmt: skip


def buttons(*pairs: tuple[str, str]) -> list[Widget]:
    """Returns disabled buttons by their icons and names."""
    return [absent_button(icon, name) for icon, name in pairs]


@lru_cache(maxsize=8)
def drawing_bar(width: int, drawing: bool) -> Row[Message]:
    """Returns the bar of drawing tools below the slide, of which there is the one that selects.

    Args:
        width: The window's width.
        drawing: Whether another tool is in hand.
    """
    select: Widget[Message] = ToolButton("my_location", "", ("select_tool",), not drawing, text="Select")
    groups: list[Sequence[Widget[Message]]] = [
        [select, *buttons(("search", "Zoom & Pan"))],
        buttons(("edit", "Line Color"), ("bucket", "Fill Color"), ("line", "Line"), ("rectangle_select", "Rectangle")),
        buttons(
            ("ellipse_select", "Ellipse"), ("arrow_right", "Lines and Arrows"), ("branch", "Curves and Polygons"),
            ("share", "Connectors"), ("shapes", "Basic Shapes"), ("heart", "Symbol Shapes"),
            ("forward", "Arrow Shapes"), ("star", "Star Shapes"), ("messages", "Callout Shapes"),
            ("swap_vertical", "Flowchart Shapes"), ("album", "3D Objects"),
        ),
        buttons(
            ("rotate", "Rotate"), ("align_left", "Align Objects"), ("layers", "Arrange"), ("list", "Distribution"),
        ),
        buttons(
            ("layer_duplicate", "Shadow"), ("crop", "Crop"), ("filter", "Filter"), ("link_chain", "Edit Points"),
            ("pin", "Gluepoints"), ("display", "Toggle Extrusion"),
        ),
    ]  # fmt: skip
    return tool_bar(fitting_groups(width, groups, gap=0), gap=0)
