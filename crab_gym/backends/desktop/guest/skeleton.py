"""The initial files of a box, as in /etc/skel: settings of toolkits, message buses, the shell, and applications.

They switch off everything that would move by itself: blinking cursors, animations, bells.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import applications, clock
from .paths import HOME, PRIVATE_DIR, RUNTIME_DIR
from .profiles import gnome, openbox

PROFILES = ("light", "gnome")
"""The kinds of desktop."""

BACKGROUND = 0x2F4858
"""Colour of the empty desktop, 0xRRGGBB."""

POINTERS = "Still"
"""The theme of mouse pointers: Adwaita's, without those that turn while a program is busy."""
_POINTERS = f"{HOME}/.icons/{POINTERS}"
_OLD_PROGRESS, _OLD_WATCH = "08e8e1c95fe2fc01f976f1e063a24ccd", "00000000000000020006000e7e9ffc3f"  # as X11 hashes them

_FONT, _FIXED_FONT = "DejaVu Sans 10", "DejaVu Sans Mono 11"

_GTK_SETTINGS = f"""[Settings]
gtk-theme-name=Adwaita
gtk-icon-theme-name=Adwaita
gtk-font-name={_FONT}
gtk-cursor-blink=false
gtk-cursor-theme-name={POINTERS}
gtk-enable-animations=false
gtk-recent-files-enabled=false
gtk-dialogs-use-header=false
"""

# Defaults are in a database of their own, so that the user's own settings are empty at first.
DEFAULTS = f"{PRIVATE_DIR}/dconf"
"""Folder of the key file with default settings; with ``.db`` appended, the database that is made of it."""

_DCONF_PROFILE = f"user-db:user\nfile-db:{DEFAULTS}.db\n"
_DCONF = {
    "org/gnome/desktop/interface": {
        "cursor-blink": "false",
        "cursor-theme": f"'{POINTERS}'",
        "enable-animations": "false",
        "font-name": f"'{_FONT}'",
        "document-font-name": f"'{_FONT}'",
        "monospace-font-name": f"'{_FIXED_FONT}'",
        "overlay-scrolling": "false",
        "toolkit-accessibility": "true",
    },
    "org/gnome/desktop/background": {
        "picture-options": "'none'",
        "primary-color": f"'#{BACKGROUND:06x}'",
        "color-shading-type": "'solid'",
    },
    "org/gnome/desktop/wm/preferences": {
        "audible-bell": "false",
        "button-layout": "':minimize,maximize,close'",
        "titlebar-font": f"'{_FONT} Bold'",
    },
    "org/gnome/desktop/sound": {"event-sounds": "false"},
    "org/gnome/desktop/privacy": {"remember-recent-files": "false", "remember-app-usage": "false"},
    "org/gnome/desktop/media-handling": {"automount": "false", "automount-open": "false"},
    "org/gnome/desktop/peripherals/keyboard": {"repeat": "false"},
}

DATA = "/usr/local/lib/share"
"""Folder of more shared data, beside that of the packages."""

# GTK 3 has a dark style, but a theme of that name comes with a package of its own.
_DARK_THEME = '@import url("resource:///org/gtk/libgtk/theme/Adwaita/gtk-contained-dark.css");\n'

_BASHRC = """# Settings of interactive shells.
PS1='\\u@\\h:\\w\\$ '
alias ls='ls --color=auto'
"""

BUSES = {"session": f"{RUNTIME_DIR}/bus", "system": f"{PRIVATE_DIR}/system-bus"}
"""The message buses and the sockets that they listen on."""

_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>{kind}</type>
  <listen>unix:path={address}</listen>
  <auth>EXTERNAL</auth>
  {services}
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="max_incoming_bytes">100000000</limit>
  <limit name="max_outgoing_bytes">100000000</limit>
  <limit name="max_message_size">100000000</limit>
  <limit name="service_start_timeout">60000</limit>
</busconfig>
"""

# The only programs that the session bus starts. Others of the packages, such as indexers, printers and calendars, would
# start by themselves and work on after the screen has settled.
_SERVICES = {
    "ca.desrt.dconf": "/usr/libexec/dconf-service",
    "org.a11y.Bus": "/usr/libexec/at-spi-bus-launcher",
    "org.freedesktop.FileManager1": "/usr/bin/nautilus --gapplication-service",
    "org.gnome.Nautilus": "/usr/bin/nautilus --gapplication-service",
    "org.gnome.Settings": "/usr/bin/gnome-control-center --gapplication-service",
    "org.gnome.Terminal": "/usr/libexec/gnome-terminal-server",
    "org.gnome.gedit": "/usr/bin/gedit --gapplication-service",
    "org.gtk.vfs.Daemon": "/usr/libexec/gvfsd --no-fuse",
    "org.gtk.vfs.Metadata": "/usr/libexec/gvfsd-metadata",
}


def _key_file(*settings: Mapping[str, Mapping[str, str]]) -> str:
    """Returns settings as a key file for dconf; later ones take precedence."""
    merged: dict[str, dict[str, str]] = {}
    for each in settings:
        for path, values in each.items():
            merged.setdefault(path, {}).update(values)
    return "\n".join(
        "".join([f"[{path}]\n", *(f"{key}={value}\n" for key, value in values.items())])
        for path, values in merged.items()
    )


def bus_configuration(kind: str) -> str:
    """Returns the configuration file of one of the `BUSES`."""
    return f"/usr/local/lib/dbus/{kind}.conf"


def _message_buses(services: Mapping[str, str]) -> dict[str, str]:
    # The system bus has no services: it only needs to exist.
    folder = "/usr/local/lib/dbus/services"
    files = {
        bus_configuration(kind): _BUS.format(
            kind=kind, address=address, services=f"<servicedir>{folder}</servicedir>" if kind == "session" else ""
        )
        for kind, address in BUSES.items()
    }
    for name, command in services.items():
        files[f"{folder}/{name}.service"] = f"[D-BUS Service]\nName={name}\nExec={command}\n"
    return files


def files(profile: str, root: str) -> dict[str, str]:
    """Returns the text of every file that a box starts with, by absolute path.

    Args:
        profile: One of `PROFILES`.
        root: Folder of the box's own root file system, ``""`` where it shows the host's packages.
    """
    present = applications.installed(root)
    own = gnome.DCONF if profile == "gnome" else openbox.DCONF
    return {
        f"{HOME}/.bashrc": _BASHRC,
        f"{_POINTERS}/index.theme": "[Icon Theme]\nName=Still\nInherits=Adwaita\n",
        f"{HOME}/.config/gtk-3.0/settings.ini": _GTK_SETTINGS,
        f"{HOME}/.config/gtk-4.0/settings.ini": _GTK_SETTINGS,
        f"{DATA}/themes/Adwaita-dark/gtk-3.0/gtk.css": _DARK_THEME,
        "/etc/dconf/profile/user": _DCONF_PROFILE,
        f"{DEFAULTS}/defaults": _key_file(_DCONF, applications.DCONF, own),
        **_message_buses({**_SERVICES, **(gnome.SERVICES if profile == "gnome" else {})}),
        **clock.FILES,
        **applications.files(root, present),
        **(openbox.files(present) if profile == "light" else {}),
    }


LINKS = {
    f"{_POINTERS}/cursors/{name}": "/usr/share/icons/Adwaita/cursors/left_ptr"
    for name in ("progress", "left_ptr_watch", "watch", "wait", _OLD_PROGRESS, _OLD_WATCH)
}
"""Links of a fresh home, and their targets."""

FOLDERS = tuple(
    f"{HOME}/{name}"
    for name in (
        "Desktop", "Documents", "Downloads", "Pictures", ".local", ".local/share", ".local/share/backgrounds",
    )
)  # fmt: skip
"""The folders of a fresh home, with those that programs would make as they are first opened."""
