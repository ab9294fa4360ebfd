"""The files that a fresh box starts with: settings, the window manager's bindings, the menu of applications.

Everything that would move by itself is off here: blinking cursors, animations, bells.
"""

from __future__ import annotations

from .places import HOME, PRIVATE_DIR

BACKGROUND = 0x2F4858
"""Colour of the empty desktop, 0xRRGGBB."""

_GTK_SETTINGS = """[Settings]
gtk-theme-name=Adwaita
gtk-icon-theme-name=Adwaita
gtk-font-name=DejaVu Sans 10
gtk-cursor-blink=false
gtk-enable-animations=false
gtk-recent-files-enabled=false
gtk-dialogs-use-header=false
"""

# Defaults live in a database of their own, so that the user's own settings start out empty.
DEFAULTS = f"{PRIVATE_DIR}/dconf"
"""Folder of the key file with default settings, and (with ``.db`` appended) the database made of it."""

_DCONF_PROFILE = f"user-db:user\nfile-db:{DEFAULTS}.db\n"
_DCONF_DEFAULTS = """[org/gnome/desktop/interface]
cursor-blink=false
enable-animations=false
font-name='DejaVu Sans 10'
monospace-font-name='DejaVu Sans Mono 11'
toolkit-accessibility=true

[org/gnome/terminal/legacy]
default-show-menubar=false
headerbar=@mb false
shell-integration-enabled=false

[org/gnome/terminal/legacy/profiles:/:b1dcc9dd-5262-4d8d-a863-c897e6d979b9]
audible-bell=false
cursor-blink-mode='off'
scrollbar-policy='always'
use-theme-colors=false
foreground-color='#eeeeec'
background-color='#1f262b'

[org/gnome/gedit/preferences/editor]
auto-indent=false

[org/gnome/gedit/state/window]
size=(820, 560)
"""

_BASHRC = """# Settings of interactive shells.
PS1='\\u@\\h:\\w\\$ '
alias ls='ls --color=auto'
"""

_ENTRY = """[Desktop Entry]
Type=Application
Name={name}
Comment={comment}
Exec={command}
Icon={icon}
Terminal=false
StartupNotify=true
{extra}"""

_TERMINAL = _ENTRY.format(
    name="Terminal",
    comment="Use the command line",
    command="gnome-terminal",
    icon="org.gnome.Terminal",
    extra="Categories=System;TerminalEmulator;\n",
)
_TEXT_EDITOR = _ENTRY.format(
    name="Text Editor",
    comment="Edit text files",
    command="gedit %U",
    icon="org.gnome.gedit",
    extra="Categories=Utility;TextEditor;\nMimeType=text/plain;\n",
)

# The search window takes text that matches no entry for a command line: only the programs of the menu may start.
_LAUNCH = "/usr/local/lib/launch"
_LAUNCHER = 'case "$1" in gnome-terminal | gedit) exec "$@" ;; esac\n'

_ROFI = """configuration {
  modi: "drun";
  show-icons: true;
  icon-theme: "Adwaita";
  drun-display-format: "{name}";
  drun-match-fields: "name";
  display-drun: "Search";
  disable-history: true;
  run-command: "sh LAUNCH {cmd}";
}
@theme "/dev/null"
* { font: "DejaVu Sans 13"; background-color: transparent; text-color: #eeeeec; }
window { width: 520px; background-color: #1f262b; border: 1px; border-color: #6f93a8; padding: 14px; }
mainbox { children: [ inputbar, listview ]; }
inputbar { spacing: 10px; padding: 8px 10px; background-color: #2a343b; children: [ prompt, entry ]; }
prompt { text-color: #8fb4cc; }
entry { placeholder: "Type to search"; placeholder-color: #8a949a; }
listview { lines: 5; fixed-height: false; padding: 10px 0 0; spacing: 4px; scrollbar: false; }
element { padding: 8px 10px; spacing: 12px; border-radius: 6px; children: [ element-icon, element-text ]; }
element selected { background-color: #3b5566; }
element-icon { size: 28px; }
element-text { vertical-align: 0.5; }
""".replace("LAUNCH", _LAUNCH)


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
    # Not until Alt is let go: a hotkey does that sooner than openbox begins to watch for it.
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
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n<openbox_config xmlns='http://openbox.org/3.4/rc'>\n"
        "<focus><focusNew>yes</focusNew><followMouse>no</followMouse><raiseOnFocus>yes</raiseOnFocus></focus>\n"
        "<placement><policy>Smart</policy><center>yes</center></placement>\n"
        f"<theme><name>Clearlooks</name><titleLayout>NLIMC</titleLayout><animateIconify>no</animateIconify>{fonts}</theme>\n"
        "<desktops><number>1</number><popupTime>0</popupTime></desktops>\n"
        f"<keyboard>\n{keys}</keyboard>\n<mouse><dragThreshold>3</dragThreshold>\n"
        f"<doubleClickTime>400</doubleClickTime>\n{mouse}</mouse>\n"
        f"<menu><file>{HOME}/.config/openbox/menu.xml</file></menu>\n</openbox_config>\n"
    )


_MENU = """<?xml version='1.0' encoding='UTF-8'?>
<openbox_menu xmlns='http://openbox.org/3.4/menu'><menu id='root-menu' label='Applications'>
<item label='Terminal'><action name='Execute'><command>gnome-terminal</command></action></item>
<item label='Text Editor'><action name='Execute'><command>gedit</command></action></item>
</menu></openbox_menu>
"""


def files() -> dict[str, str]:
    """Returns the text of every file of the skeleton, by absolute path."""
    return {
        f"{HOME}/.bashrc": _BASHRC,
        f"{HOME}/.config/gtk-3.0/settings.ini": _GTK_SETTINGS,
        f"{HOME}/.config/gtk-4.0/settings.ini": _GTK_SETTINGS,
        f"{HOME}/.config/openbox/rc.xml": _openbox(),
        f"{HOME}/.config/openbox/menu.xml": _MENU,
        f"{HOME}/.config/rofi/config.rasi": _ROFI,
        _LAUNCH: _LAUNCHER,
        "/etc/dconf/profile/user": _DCONF_PROFILE,
        f"{DEFAULTS}/defaults": _DCONF_DEFAULTS,
        "/usr/share/applications/org.gnome.Terminal.desktop": _TERMINAL,
        "/usr/share/applications/org.gnome.TextEditor.desktop": _TEXT_EDITOR,
        "/usr/share/applications/mimeapps.list": "[Default Applications]\ntext/plain=org.gnome.TextEditor.desktop\n",
    }


FOLDERS = tuple(f"{HOME}/{name}" for name in ("Desktop", "Documents", "Downloads", "Pictures"))
"""The folders of a fresh home."""
