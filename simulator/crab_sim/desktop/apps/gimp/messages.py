"""The messages of GIMP.

* `FormMessage`, `SettingMessage`, `OpeningMessage`, `LayerMessage`, `ImageMessage`, `ToolMessage` - those of its parts.
* `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.messages import DesktopMessage

__all__ = [
    "ChoiceMessage", "CommandMessage", "FormMessage", "ImageMessage", "LayerMessage", "MenuChoice", "Message",
    "OpeningMessage", "PlaceMessage", "SettingMessage", "ToolMessage", "WindowMessage",
]  # fmt: skip

FormMessage: TypeAlias = (
    tuple[Literal["accept", "reset"]]
    | tuple[Literal["slide_value"], str, float]
    | tuple[Literal["choose_value"], str, int]
    | tuple[Literal["toggle_value"], str]
    | tuple[Literal["swatch"], int, int, int]
)
"""The messages of dialogs with numbers; most have a field's key."""
SettingMessage: TypeAlias = (
    tuple[Literal["swap_colors", "default_colors", "reset_options"]]
    | tuple[Literal["scroll_x"], float]
    | tuple[Literal["option"], str, int]
    | tuple[Literal["slide_option"], str, float]
    | tuple[Literal["show"], str]
    | tuple[Literal["dock"], Literal["layers", "undo"]]
)
"""The messages about the tools, colours and panels."""
OpeningMessage: TypeAlias = tuple[
    Literal["search", "quit", "paste_image", "open", "open_layers", "close_view", "close_all", "about"]
]
"""The messages that open dialogs, or close something."""
LayerMessage: TypeAlias = tuple[
    Literal["layer", "step_layer", "layer_menu", "edit_layer", "image", "close_tab", "visible"], int
]
"""The messages about the layers in the dock and the images' tabs."""
ImageMessage: TypeAlias = (
    tuple[
        Literal[
            "undo", "redo", "export_as", "export_again", "properties", "duplicate_image", "cut", "copy", "copy_visible",
            "paste", "crop_now", "crop_cancel",
        ]
    ]
    | tuple[Literal["history"], int]
    | tuple[Literal["zoom"], str]
)  # fmt: skip
"""The commands that need an image."""
PlaceMessage: TypeAlias = tuple[Literal["revert", "copy_location", "show_folder", "center", "repeat", "reshow"]]
"""The commands on an image's file and its place in the view, and those that use the last filter again."""
ToolMessage: TypeAlias = (
    tuple[Literal["canvas"], int, int, float]
    | tuple[Literal["stroke"], int, int, float, int, int, int, int]
    | tuple[Literal["do", "ask", "color", "tool"], str]
)
"""The messages of the canvas, with the picture's place and scale, and the names of commands, dialogs and tools."""
CommandMessage: TypeAlias = SettingMessage | OpeningMessage | LayerMessage | ImageMessage | PlaceMessage | ToolMessage
"""The commands, which menus, panels, keys and the canvas give."""
MenuChoice: TypeAlias = CommandMessage
ChoiceMessage: TypeAlias = tuple[Literal["option"], str, int] | tuple[Literal["choose_value"], str, int]
"""The messages of radio buttons, with a key and a button's number."""
WindowMessage: TypeAlias = (
    DesktopMessage | ChooserMessage | tuple[Literal["discard", "replace"]] | tuple[Literal["run_action"], int]
)
"""The messages of the other dialogs."""
Message: TypeAlias = MenuMessage[MenuChoice] | FormMessage | CommandMessage | WindowMessage
