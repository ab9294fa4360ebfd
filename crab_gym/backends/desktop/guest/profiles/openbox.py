"""The light profile: the window manager openbox, the panel tint2, and rofi as the search window."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import clock
from ..applications import APPLICATIONS, LAUNCHER, Application
from ..paths import HOME

if TYPE_CHECKING:
    from ..x11 import XScreen

CONFIGURATION = f"{HOME}/.config/openbox/rc.xml"
"""File that openbox reads."""

PANEL = f"{HOME}/.config/tint2/tint2rc"
"""File that tint2 reads."""

DCONF = {"org/gnome/settings-daemon/plugins/xsettings": {"overrides": "{'Gtk/DialogsUseHeader': <0>}"}}
"""Settings of this profile, by path, in the text form of GVariant: dialogs have their buttons at the bottom."""

_ROFI = """configuration {
  modi: "drun";
  drun-display-format: "{name}";
  drun-match-fields: "name";
  display-drun: "Search";
  disable-history: true;
  sort: true;
  run-command: "sh LAUNCHER {cmd}";
}
@theme "/dev/null"
* { font: "DejaVu Sans 13"; background-color: transparent; text-color: #eeeeec; }
window { width: 520px; background-color: #1f262b; border: 1px; border-color: #6f93a8; padding: 14px; }
mainbox { children: [ inputbar, listview ]; }
inputbar { spacing: 10px; padding: 8px 10px; background-color: #2a343b; children: [ prompt, entry ]; }
prompt { text-color: #8fb4cc; }
entry { placeholder: "Type to search"; placeholder-color: #8a949a; }
listview { lines: 9; fixed-height: false; padding: 10px 0 0; spacing: 4px; scrollbar: false; }
element { padding: 8px 10px; border-radius: 6px; children: [ element-text ]; }
element selected { background-color: #3b5566; }
element-text { vertical-align: 0.5; }
""".replace("LAUNCHER", LAUNCHER)


# The panel along the upper edge: a button that opens the applications, the windows, and the clock, which shows no
# seconds, so that it is drawn once per minute. Nothing of it depends on a compositor or follows the pointer.
_TINT2 = """rounded = 0
border_width = 0
background_color = #1f262b 100
border_color = #1f262b 100

rounded = 4
border_width = 0
background_color = #3b5566 100
border_color = #3b5566 100

rounded = 4
border_width = 0
background_color = #2a343b 100
border_color = #2a343b 100

panel_items = PTC
panel_monitor = all
panel_position = top center horizontal
panel_size = 100% 30
panel_margin = 0 0
panel_padding = 6 3 8
panel_background_id = 1
panel_layer = normal
strut_policy = follow_size
panel_dock = 0
wm_menu = 0
disable_transparency = 1
mouse_effects = 0
font_shadow = 0

button = new
button_text = Applications
button_font = DejaVu Sans Bold 10
button_font_color = #eeeeec 100
button_padding = 10 0
button_background_id = 0
button_lclick_command = rofi -show drun

taskbar_mode = single_desktop
taskbar_padding = 0 0 4
taskbar_background_id = 0
taskbar_active_background_id = 0
task_text = 1
task_icon = 0
task_centered = 0
task_tooltip = 0
task_maximum_size = 220 24
task_padding = 8 2
task_font = DejaVu Sans 9
task_font_color = #d3d7cf 100
task_active_font_color = #ffffff 100
task_background_id = 3
task_active_background_id = 2
task_iconified_background_id = 3
urgent_nb_of_blink = 0
mouse_left = toggle_iconify
mouse_middle = none
mouse_right = none
mouse_scroll_up = none
mouse_scroll_down = none

time1_format = %a %d %b  %H:%M
time1_font = DejaVu Sans Bold 10
clock_font_color = #eeeeec 100
clock_padding = 8 0
clock_background_id = 0
clock_tooltip =
clock_lclick_command =
clock_rclick_command =
"""


_CLOCK_PIXELS = (118, 30)  # where the panel's clock is: width, up to the right edge of the screen, and height
_CLOCK_SECONDS = 1.0  # at most: a quarter is usual, but below a full-screen window the clock never changes
_LOOK_SECONDS = 0.01


class Panel:
    """The panel's clock.

    Args:
        screen: The screen that it is on.
    """

    def __init__(self, screen: XScreen) -> None:
        self._screen = screen
        self._minute = -1.0

    def has_been_drawn(self) -> bool:
        """Returns whether the clock shows anything: the panel has its window before it draws."""
        pixels = self._pixels()
        return pixels != pixels[:4] * (len(pixels) // 4)

    def set_time(self, now: float, running: bool) -> None:
        """Sets the box's time and waits until the panel shows the minute.

        The panel looks at the time once per second, but draws it only in the first second of a minute or after more
        than a minute. So the time stands at the start of the minute until it has been drawn.

        Args:
            now: Seconds since 1970.
            running: Whether the time goes on by itself.
        """
        if now // 60 != self._minute and clock.pace() > 1:
            self._minute = now // 60
            panel = self._pixels()
            clock.set_time(self._minute * 60, False)
            deadline = time.monotonic() + _CLOCK_SECONDS
            while self._pixels() == panel and time.monotonic() < deadline:
                time.sleep(_LOOK_SECONDS)
        clock.set_time(now, running)

    def _pixels(self) -> bytes:
        width = self._screen.size()[0]
        return self._screen.pixels(max(0.0, 1 - _CLOCK_PIXELS[0] / width), 1.0, _CLOCK_PIXELS[1])


# There is no compositor here, so that transparent parts of windows would be black. And the soft shadows of icons in
# Files took most of the time of drawing its window.
_GTK4_STYLE = """popover.background { background-color: @popover_bg_color; border: 1px solid alpha(currentColor, 0.3); }
popover > contents, popover > arrow { box-shadow: none; border-color: transparent; border-radius: 0; }
tooltip.background { border-radius: 0; background-color: #303030; }
.view picture { filter: none; }
"""


def _mouse_context(name: str, *bindings: tuple[str, str, str]) -> str:
    lines = []
    for button, event, actions in bindings:
        body = "".join(
            f"<action name='ShowMenu'><menu>{action[5:]}</menu></action>"
            if action.startswith("menu:")
            else f"<action name='{action}'/>"
            for action in actions.split()
        )
        lines.append(f"<mousebind button='{button}' action='{event}'>{body}</mousebind>")
    return f"<context name='{name}'>{''.join(lines)}</context>\n"


def _key(key: str, action: str) -> str:
    return f"<keybind key='{key}'>{action}</keybind>\n"


def _openbox() -> str:
    raise_it = "Focus Raise Unshade"
    edges = ("Top", "Bottom", "Left", "Right", "TLCorner", "TRCorner", "BLCorner", "BRCorner")
    mouse = "".join(
        [
            _mouse_context("Frame", ("A-Left", "Press", "Focus Raise"), ("A-Left", "Drag", "Move")),
            _mouse_context(
                "Titlebar",
                ("Left", "Press", raise_it),
                ("Left", "Drag", "Move"),
                ("Left", "DoubleClick", "ToggleMaximize"),
                ("Right", "Press", "Focus Raise menu:client-menu"),
            ),
            *(_mouse_context(edge, ("Left", "Press", raise_it), ("Left", "Drag", "Resize")) for edge in edges),
            _mouse_context(
                "Client",
                ("Left", "Press", "Focus Raise"),
                ("Middle", "Press", "Focus"),
                ("Right", "Press", "Focus Raise"),
            ),
            _mouse_context("Icon", ("Left", "Press", "Focus Raise menu:client-menu")),
            _mouse_context("Close", ("Left", "Press", raise_it), ("Left", "Click", "Close")),
            _mouse_context("Maximize", ("Left", "Press", raise_it), ("Left", "Click", "ToggleMaximize")),
            _mouse_context("Iconify", ("Left", "Press", raise_it), ("Left", "Click", "Iconify")),
            _mouse_context("Root", ("Right", "Press", "menu:root-menu"), ("Left", "Press", "Unfocus")),
        ]
    )
    # Not only when Alt is released: a hotkey releases it before openbox begins to watch for that.
    at_once = "<dialog>none</dialog><interactive>no</interactive>"
    keys = "".join(
        [
            _key("W-a", "<action name='Execute'><command>rofi -show drun</command></action>"),
            _key("A-F4", "<action name='Close'/>"),
            _key("A-Tab", f"<action name='NextWindow'>{at_once}</action>"),
            _key("A-S-Tab", f"<action name='PreviousWindow'>{at_once}</action>"),
            _key("W-Up", "<action name='Maximize'/>"),
            _key("W-Down", "<action name='Unmaximize'/>"),
            _key("W-h", "<action name='Iconify'/>"),
            _key("W-d", "<action name='ToggleShowDesktop'/>"),
        ]
    )
    fonts = "".join(
        f"<font place='{place}'><name>DejaVu Sans</name><size>10</size><weight>{weight}</weight></font>"
        for place, weight in (
            ("ActiveWindow", "bold"),
            ("InactiveWindow", "normal"),
            ("MenuHeader", "bold"),
            ("MenuItem", "normal"),
        )
    )
    maximized = "".join(
        f"<application class='{application.window_class}' type='normal'><maximized>yes</maximized></application>\n"
        for application in APPLICATIONS
        if application.maximized
    )
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n<openbox_config xmlns='http://openbox.org/3.4/rc'>\n"
        "<focus><focusNew>yes</focusNew><followMouse>no</followMouse><raiseOnFocus>yes</raiseOnFocus></focus>\n"
        "<placement><policy>Smart</policy><center>yes</center></placement>\n"
        f"<theme><name>Clearlooks</name><titleLayout>NLIMC</titleLayout><animateIconify>no</animateIconify>{fonts}</theme>\n"
        "<desktops><number>1</number><popupTime>0</popupTime></desktops>\n"
        f"<keyboard>\n{keys}</keyboard>\n<mouse><dragThreshold>3</dragThreshold>\n"
        f"<doubleClickTime>400</doubleClickTime>\n{mouse}</mouse>\n"
        f"<menu><file>{HOME}/.config/openbox/menu.xml</file></menu>\n"
        f"<applications>\n{maximized}</applications>\n</openbox_config>\n"
    )


def _menu(applications: Sequence[Application]) -> str:
    items = "".join(
        f"<item label='{each.name}'><action name='Execute'><command>{each.command}</command></action></item>\n"
        for each in applications
    )
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n<openbox_menu xmlns='http://openbox.org/3.4/menu'>"
        f"<menu id='root-menu' label='Applications'>\n{items}</menu></openbox_menu>\n"
    )


def files(applications: Sequence[Application]) -> dict[str, str]:
    """Returns the text of every file of the profile, by absolute path."""
    return {
        CONFIGURATION: _openbox(),
        f"{HOME}/.config/openbox/menu.xml": _menu(applications),
        f"{HOME}/.config/rofi/config.rasi": _ROFI,
        PANEL: _TINT2,
        f"{HOME}/.config/gtk-4.0/gtk.css": _GTK4_STYLE,
    }
