"""The messages of Settings.

* `PictureMessage` - those about the user's own pictures. `MenuChoice`, `FindMessage` - of the bar above the panels.
* `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.messages import DesktopMessage

__all__ = ["FindMessage", "MenuChoice", "Message", "PictureMessage"]

MenuChoice: TypeAlias = tuple[Literal["shortcuts"]]
FindMessage: TypeAlias = MenuChoice | tuple[Literal["find", "menu", "back"]]
"""The messages of the bar above the panels."""
PictureMessage: TypeAlias = ChooserMessage | tuple[Literal["add_picture"]] | tuple[Literal["own", "drop"], str]
"""The messages about the user's own pictures, and those of the dialog that adds one."""
Message: TypeAlias = (
    DesktopMessage
    | PictureMessage
    | FindMessage
    | MenuMessage[MenuChoice]
    | tuple[Literal["panel", "wallpaper"], str]
    | tuple[Literal["wired"]]
    | tuple[Literal["choices"], str, str]
    | tuple[Literal["put"], str, str, str]
    | tuple[Literal["slide"], str, str, float]
)
"""The messages of the app: a panel, a picture, a path, or schema, key and value of a setting (0 to 1 for a slider)."""
