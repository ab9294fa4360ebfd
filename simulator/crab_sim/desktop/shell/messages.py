"""The messages of the desktop itself: what its bars, its dock, its overview, its menus and its title bars send."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from crab_sim.ui.messages import MessageGroup
from crab_sim.ui.scene import Scene

__all__ = [
    "CAPTURE_PANEL", "PARTS", "STATUS_MENU", "TITLE_BARS", "CaptureMessage", "CaptureMode", "PartMessage",
    "ShellMessage", "ShellScene", "StatusMessage", "TitleBarMessage",
]  # fmt: skip

CaptureMode: TypeAlias = Literal["selection", "screen", "window"]
"""What a picture of the screen shows."""
CaptureMessage: TypeAlias = (
    tuple[Literal["area"], int, int, int, int]
    | tuple[Literal["capture_mode"], CaptureMode]
    | tuple[Literal["capture_window"], str]
    | tuple[Literal["capture_take"]]
)
"""Those of the panel that takes pictures of the screen; ``area`` has the ends of a drag, in pixels."""
TitleBarMessage: TypeAlias = (
    tuple[Literal["close"], str] | tuple[Literal["minimize"], str] | tuple[Literal["maximize"], str]
)
"""Those of a window's buttons, with its id."""
StatusMessage: TypeAlias = tuple[Literal["toggle"], int] | tuple[Literal["volume"], float]
"""Those of the status menu: the number of a quick setting, or a share of the full volume."""
PartMessage: TypeAlias = (
    tuple[Literal["overview"]]
    | tuple[Literal["apps"]]
    | tuple[Literal["status"]]
    | tuple[Literal["leave"]]
    | tuple[Literal["dismiss"]]
    | tuple[Literal["lock"]]
    | tuple[Literal["page"], int]
    | tuple[Literal["launch"], str]
    | tuple[Literal["launch"], str, str]
    | tuple[Literal["raise"], str]
)
"""Those that open and close what lies above the windows, and those that lead from there to an app or a window:
``page`` has the rows by which the grid of apps scrolls, ``launch`` an app and perhaps its intent."""
ShellMessage: TypeAlias = CaptureMessage | TitleBarMessage | StatusMessage | PartMessage

CAPTURE_PANEL: Final = MessageGroup(CaptureMessage)
TITLE_BARS: Final = MessageGroup(TitleBarMessage)
STATUS_MENU: Final = MessageGroup(StatusMessage)
PARTS: Final = MessageGroup(PartMessage)

ShellScene: TypeAlias = Scene[ShellMessage]
"""A scene that takes the desktop's own messages."""
