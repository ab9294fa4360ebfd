"""The applications of the box: their menu entries, file types and initial settings.

Each opens its main window at once: without welcome pages, tips, updates or a choice of templates, with nothing that
blinks, and with nothing left over from an earlier run.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from .clock import FILE as CLOCK
from .paths import HOME

ENTRIES = "/usr/share/applications"
"""Folder of the menu entries."""

LAUNCHER = "/usr/local/lib/launch"
"""Script by which the search window starts programs; it starts those of the menu only."""


class Application(NamedTuple):
    """One entry of the menu.

    Attributes:
        id: As in `crab_sim.devices.apps`.
        name: Its name in the menu.
        comment: Its purpose, in the menu.
        command: The command that starts it.
        entry: Name of the desktop entry, without ``.desktop``.
        icon: Name of the icon.
        window_class: Class (WM_CLASS, the second part) of its windows.
        categories: Categories of the menu.
        keywords: Further words by which the search finds it.
        takes: Field code for the files or addresses that it opens.
        types: File types that it opens; the first application of a type is its default one.
        maximized: Whether openbox maximizes it, since its window wouldn't fit otherwise.
    """

    id: str
    name: str
    comment: str
    command: str
    entry: str
    icon: str
    window_class: str
    categories: str
    keywords: tuple[str, ...] = ()
    takes: str = ""
    types: tuple[str, ...] = ()
    maximized: bool = False


_ODF = "application/vnd.oasis.opendocument"
_OOXML = "application/vnd.openxmlformats-officedocument"

APPLICATIONS = (
    Application(
        "files", "Files", "Access and organize files", "nautilus --new-window", "org.gnome.Nautilus",
        "org.gnome.Nautilus", "org.gnome.Nautilus", "Utility;Core;FileManager", ("folder", "manager", "disk"), "%U",
        ("inode/directory", "application/zip", "application/gzip", "application/x-tar", "application/x-compressed-tar"),
    ),
    Application(
        "archive_manager", "Archive Manager", "Create and modify an archive", "file-roller", "org.gnome.FileRoller",
        "org.gnome.FileRoller", "File-roller", "GTK;GNOME;Utility;Archiving;Compression",
        ("zip", "tar", "extract", "unpack"), "%U",
        ("application/zip", "application/gzip", "application/x-tar", "application/x-compressed-tar"),
    ),
    Application(
        "document_viewer", "Document Viewer", "View multi-page documents", "evince", "org.gnome.Evince",
        "org.gnome.Evince", "Evince", "Office;Viewer", ("pdf", "document", "presentation", "evince"), "%U",
        ("application/pdf", "application/postscript", "image/vnd.djvu"),
    ),
    Application(
        "firefox", "Firefox", "Browse the web", "firefox-esr", "firefox-esr", "firefox-esr", "firefox-esr",
        "Network;WebBrowser", ("Internet", "WWW", "Web", "Browser"), "%u",
        ("text/html", "application/xhtml+xml", "x-scheme-handler/http", "x-scheme-handler/https", "application/pdf"),
        maximized=True,
    ),
    Application(
        "thunderbird", "Thunderbird", "Send and receive mail", "thunderbird", "thunderbird", "thunderbird",
        "thunderbird", "Network;Email", ("E-mail", "mail", "letters", "address book"), "%u",
        ("x-scheme-handler/mailto", "message/rfc822"), maximized=True,
    ),
    Application(
        "image_viewer", "Image Viewer", "Browse and rotate images", "eog", "org.gnome.eog", "org.gnome.eog", "Eog",
        "Graphics;2DGraphics;Viewer", ("picture", "photo", "eye"), "%U",
        ("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/webp", "image/svg+xml"),
    ),
    Application(
        "gimp", "GIMP", "Create images and edit photographs", "gimp", "gimp", "gimp", "Gimp",
        "Graphics;2DGraphics;RasterGraphics", ("image", "photo", "picture", "painting", "editor"), "%U",
        ("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/webp", "image/svg+xml",
         "image/x-xcf"),
        maximized=True,
    ),
    Application(
        "calculator", "Calculator", "Perform arithmetic, scientific or financial calculations", "gnome-calculator",
        "org.gnome.Calculator", "org.gnome.Calculator", "gnome-calculator", "Utility;Calculator",
        ("calculation", "arithmetic", "math"),
    ),
    Application(
        "calc", "LibreOffice Calc", "Calculate and analyse with spreadsheets", "soffice --calc", "libreoffice-calc",
        "libreoffice-calc", "libreoffice-calc", "Office;Spreadsheet", ("table", "xlsx", "ods"), "%U",
        (f"{_ODF}.spreadsheet", f"{_OOXML}.spreadsheetml.sheet", "application/vnd.ms-excel", "text/csv"),
        maximized=True,
    ),
    Application(
        "impress", "LibreOffice Impress", "Create and edit presentations", "soffice --impress", "libreoffice-impress",
        "libreoffice-impress", "libreoffice-impress", "Office;Presentation", ("slides", "pptx", "odp"), "%U",
        (f"{_ODF}.presentation", f"{_OOXML}.presentationml.presentation", "application/vnd.ms-powerpoint"),
        maximized=True,
    ),
    Application(
        "writer", "LibreOffice Writer", "Create and edit text documents", "soffice --writer", "libreoffice-writer",
        "libreoffice-writer", "libreoffice-writer", "Office;WordProcessor", ("letter", "document", "docx", "odt"),
        "%U",
        (f"{_ODF}.text", f"{_OOXML}.wordprocessingml.document", "application/msword", "application/rtf"),
        maximized=True,
    ),
    Application(
        "clocks", "Clocks", "Clocks for world times, plus alarms, stopwatch and a timer", "gnome-clocks",
        "org.gnome.clocks", "org.gnome.clocks", "org.gnome.clocks", "Utility;Clock",
        ("time", "timer", "alarm", "world clock", "stopwatch"),
    ),
    Application(
        "calendar", "Calendar", "Access and manage your calendars", "gnome-calendar", "org.gnome.Calendar",
        "org.gnome.Calendar", "gnome-calendar", "Office;Calendar", ("event", "reminder", "date", "month"),
    ),
    Application(
        "characters", "Characters", "Find and insert unusual characters", "gnome-characters", "org.gnome.Characters",
        "org.gnome.Characters", "org.gnome.Characters", "Utility", ("unicode", "symbols", "punctuation"),
    ),
    Application(
        "disk_usage", "Disk Usage Analyzer", "Check folder sizes and available disk space", "baobab",
        "org.gnome.baobab", "org.gnome.baobab", "baobab", "System;Filesystem", ("storage", "space", "cleanup"),
    ),
    Application(
        "endeavour", "Endeavour", "Manage your personal tasks", "endeavour", "org.gnome.Todo", "org.gnome.Todo",
        "endeavour", "Utility", ("task", "to-do", "productivity"),
    ),
    Application(
        "music", "Rhythmbox", "Play and organize your music collection", "rhythmbox", "org.gnome.Rhythmbox3",
        "org.gnome.Rhythmbox3", "Rhythmbox", "AudioVideo;Audio;Player", ("audio", "song", "playlist", "music"), "%U",
        ("audio/mpeg", "audio/ogg", "audio/flac", "audio/x-wav", "audio/x-mpegurl", "audio/mp4"),
    ),
    Application(
        "screenshot", "Screenshot", "Save images of your screen or individual windows",
        "gnome-screenshot --interactive", "org.gnome.Screenshot", "org.gnome.Screenshot", "Gnome-screenshot",
        "Utility", ("snapshot", "capture", "print"),
    ),
    Application(
        "settings", "Settings", "Change how the desktop looks and works", "gnome-control-center", "org.gnome.Settings",
        "org.gnome.Settings", "gnome-control-center", "Settings", ("preferences", "control", "options"),
    ),
    Application(
        "system_monitor", "System Monitor", "View current processes and monitor system state", "gnome-system-monitor",
        "gnome-system-monitor", "org.gnome.SystemMonitor", "gnome-system-monitor", "System;Monitor",
        ("process", "task", "manager", "cpu", "memory", "kill"),
    ),
    Application(
        "terminal", "Terminal", "Use the command line", "gnome-terminal", "org.gnome.Terminal", "org.gnome.Terminal",
        "Gnome-terminal", "System;TerminalEmulator", ("shell", "prompt", "command", "cmd"),
    ),
    Application(
        "text_editor", "Text Editor", "Edit text files", "gedit", "org.gnome.gedit", "org.gnome.gedit", "Gedit",
        "Utility;TextEditor", ("gedit", "notes", "plain", "write"), "%U",
        ("text/plain", "text/markdown", "text/csv", "text/x-python", "application/json", "application/x-shellscript",
         "text/x-log", "text/xml", "application/xml", "text/html", "application/x-zerosize"),
    ),
)  # fmt: skip
"""Every application, in the order of the menu."""

_PANELS = {
    "background": ("Appearance", "appearance-symbolic", "Personalization", "Background;Wallpaper;Style;Light;Dark"),
    "notifications": ("Notifications", "notifications-symbolic", "Personalization", "Banner;Message;Do Not Disturb"),
    "search": ("Search", "search-symbolic", "Personalization", "Find;Index;Results"),
    "multitasking": ("Multitasking", "multitasking-symbolic", "Personalization", "Workspaces;Hot Corner;Edges"),
    "applications": ("Applications", "applications-symbolic", "Account", "Application;Default;Permission"),
    "screen": ("Screen", "screen-symbolic", "Privacy", "Lock;Private;Privacy"),
    "location": ("Location Services", "location-symbolic", "Privacy", "GPS;Private;Privacy"),
    "camera": ("Camera", "camera-symbolic", "Privacy", "Video;Private;Privacy"),
    "microphone": ("Microphone", "microphone-symbolic", "Privacy", "Audio;Private;Privacy"),
    "sound": ("Sound", "sound-symbolic", "Devices", "Volume;Output;Input;Balance"),
    "display": ("Displays", "display-symbolic", "Devices", "Resolution;Refresh;Monitor;Night;Scale"),
    "mouse": ("Mouse & Touchpad", "mouse-symbolic", "Devices", "Pointer;Click;Double;Button;Scroll"),
    "keyboard": ("Keyboard", "keyboard-symbolic", "Devices", "Shortcut;Repeat;Layout;Input Source"),
    "default-apps": ("Default Applications", "default-apps-symbolic", "Details", "Default;Preferred;Media"),
    "universal-access": ("Accessibility", "accessibility", "Details", "Contrast;Cursor;Zoom;Large Text;Typing"),
    "datetime": ("Date & Time", "time-symbolic", "Details", "Clock;Timezone;Format"),
    "info-overview": ("About", "about-symbolic", "Details", "Device;Memory;Processor;Version;Name"),
    # Settings quits at its start without these; it doesn't list them where there is no such device.
    "wifi": ("Wi-Fi", "network-symbolic", "Connectivity", "Network;Wireless"),
    "wwan": ("Mobile Network", "mobile-network-symbolic", "Connectivity", "Cellular"),
    "wacom": ("Wacom Tablet", "wacom-symbolic", "Devices", "Tablet"),
    "diagnostics": ("Diagnostics", "diagnostics-symbolic", "Privacy", "Report"),
    "usage": ("File History & Trash", "file-history-symbolic", "Privacy", "Recent;Temporary;Trash;Purge"),
}
"""Panels of Settings that work in a box: name, icon, group, keywords. Of Date & Time the format does: nobody sets the
time and the zone, for which there would be a service."""

# Values are in the text form of GVariant.
DCONF: dict[str, dict[str, str]] = {
    "org/gnome/terminal/legacy": {
        "default-show-menubar": "false",
        "headerbar": "@mb false",
        "shell-integration-enabled": "false",
        "always-check-default-terminal": "false",
    },
    "org/gnome/terminal/legacy/profiles:/:b1dcc9dd-5262-4d8d-a863-c897e6d979b9": {
        "audible-bell": "false",
        "cursor-blink-mode": "'off'",
        "scrollbar-policy": "'always'",
        "use-theme-colors": "false",
        "foreground-color": "'#eeeeec'",
        "background-color": "'#1f262b'",
    },
    "org/gnome/gedit/preferences/editor": {
        "auto-indent": "false",
        "bracket-matching": "false",  # it shows only some time after the caret has moved
        "restore-cursor-position": "false",
    },
    # The status bar shows a message after saving, which disappears by itself some seconds later.
    "org/gnome/gedit/preferences/ui": {"statusbar-visible": "false"},
    "org/gnome/gedit/state/window": {"size": "(820, 560)"},
    "org/gnome/nautilus/preferences": {
        "migrated-gtk-settings": "true",
        "show-image-thumbnails": "'never'",
        "show-directory-item-counts": "'never'",
        "fts-enabled": "false",
    },
    "org/gnome/nautilus/window-state": {"initial-size": "(890, 550)"},
    "org/gnome/clocks": {"geolocation": "false"},
    "org/gnome/gnome-system-monitor": {"current-tab": "'processes'", "maximized": "false"},
    "org/gnome/eog/ui": {"sidebar": "false"},
    # The home has no other names of its folders, without which both would use the home itself.
    "org/gnome/gnome-screenshot": {"last-save-directory": f"'file://{HOME}/Pictures'"},
    "org/gnome/rhythmbox/rhythmdb": {"locations": f"['file://{HOME}/Music']", "monitor-library": "true"},
    "org/gnome/control-center": {"last-panel": "'background'", "window-state": "(980, 640, false)"},
}
"""Settings of the applications that keep them in dconf, by path."""

_FIREFOX_POLICIES = """{"policies": {
  "AppAutoUpdate": false, "DisableAppUpdate": true, "DisableTelemetry": true, "DisableFirefoxStudies": true,
  "DisableFirefoxAccounts": true, "DisablePocket": true, "DisableFeedbackCommands": true, "DisableProfileImport": true,
  "DontCheckDefaultBrowser": true, "NoDefaultBookmarks": true, "OfferToSaveLogins": false, "CaptivePortal": false,
  "DisplayBookmarksToolbar": "never",
  "NetworkPrediction": false, "DNSOverHTTPS": {"Enabled": false, "Locked": true}, "HttpsOnlyMode": "disallowed",
  "OverrideFirstRunPage": "", "OverridePostUpdatePage": "", "SkipTermsOfUse": true, "SearchSuggestEnabled": false,
  "DownloadDirectory": "HOME/Downloads", "PromptForDownloadLocation": false, "TranslateEnabled": false,
  "GenerativeAI": {"Enabled": false},
  "Homepage": {"URL": "http://start.example/", "StartPage": "homepage"}, "NewTabPage": false,
  "SearchEngines": {"Add": [{"Name": "Search", "URLTemplate": "http://search.example/?q={searchTerms}"}],
    "Remove": ["Google", "Bing", "DuckDuckGo", "eBay", "Perplexity", "Wikipedia (en)"],
    "Default": "Search", "PreventInstalls": true},
  "FirefoxHome": {"Search": false, "TopSites": false, "SponsoredTopSites": false, "Highlights": false,
    "Pocket": false, "SponsoredPocket": false, "Snippets": false, "Stories": false, "SponsoredStories": false},
  "FirefoxSuggest": {"WebSuggestions": false, "SponsoredSuggestions": false, "ImproveSuggest": false},
  "UserMessaging": {"ExtensionRecommendations": false, "FeatureRecommendations": false, "UrlbarInterventions": false,
    "SkipOnboarding": true, "MoreFromMozilla": false, "FirefoxLabs": false},
  "Permissions": {"Notifications": {"BlockNewRequests": true}, "Location": {"BlockNewRequests": true},
    "Camera": {"BlockNewRequests": true}, "Microphone": {"BlockNewRequests": true}},
  "Preferences": {
    "accessibility.force_disabled": {"Value": -1, "Status": "default"},
    "browser.aboutConfig.showWarning": {"Value": false, "Status": "default"},
    "browser.download.always_ask_before_handling_new_types": {"Value": false, "Status": "default"},
    "browser.profiles.enabled": {"Value": false, "Status": "default"},
    "browser.sessionstore.resume_from_crash": {"Value": false, "Status": "default"},
    "browser.shell.checkDefaultBrowser": {"Value": false, "Status": "default"},
    "browser.tabs.firefox-view": {"Value": false, "Status": "default"},
    "browser.tabs.warnOnClose": {"Value": false, "Status": "default"},
    "datareporting.policy.dataSubmissionEnabled": {"Value": false, "Status": "default"},
    "general.smoothScroll": {"Value": false, "Status": "default"},
    "layout.css.prefers-color-scheme.content-override": {"Value": 2, "Status": "default"},
    "ui.caretBlinkTime": {"Value": 0, "Status": "default"},
    "ui.prefersReducedMotion": {"Value": 1, "Status": "default"}
  }
}}
""".replace("HOME", HOME)

_OFFICE_ITEMS = (
    ("Setup/Office", "ooSetupInstCompleted", "true"),
    ("Setup/Office", "LastCompatibilityCheckID", "none"),
    ("Common/Misc", "FirstRun", "false"),
    ("Common/Misc", "SymbolStyle", "colibre"),
    ("Common/Misc", "ShowTipOfTheDay", "false"),
    ("Common/Misc", "UseSystemFileDialog", "true"),
    ("Common/Misc", "CrashReport", "false"),
    ("Common/Help/Registration", "RequestDialog", "0"),
    ("Common/Save/Document", "WarnAlienFormat", "false"),
    ("Common/Help/Tip", "Enabled", "true"),
    ("Recovery/AutoSave", "Enabled", "false"),
    ("Recovery/RecoveryInfo", "SessionData", "false"),
    ("Recovery/RecoveryInfo", "Crashed", "false"),
    ("Impress/Misc/NewDoc", "AutoPilot", "false"),
    ("Impress/Misc", "TipOfTheDay", "false"),
    ("UI.Infobar/Enabled", "WhatsNew", "false"),
    ("UI.Infobar/Enabled", "Donate", "false"),
    ("UI.Infobar/Enabled", "GetInvolved", "false"),
)
"""Settings of LibreOffice: path below ``org.openoffice.Office`` (except Setup), name, value."""

_GIMPRC = """# Nothing of an earlier run, nothing from the net, nothing that asks first.
(check-updates no)
(save-session-info no)
(save-device-status no)
(save-document-history no)
(show-welcome-dialog no)
(marching-ants-speed 0)
(default-image (width 640) (height 400))
"""

PROGRAMS = "/usr/local/lib/bin"
"""Folder of programs that take precedence over those of the packages."""


def _gimp_tab(name: str, *more: str) -> str:
    return f'(dockable "{name}" (tab-style automatic) {" ".join(more)} (aux-info (show-button-bar "true")))'


# Without this, GIMP opens a window that is larger than the screen, most of it outside.
_GIMP_WINDOW = f"""(session-info "toplevel"
    (factory-entry "gimp-single-image-window")
    (position 0 0)
    (size 900 500)
    (open-on-exit)
    (aux-info (left-docks-width "190") (right-docks-width "230") (maximized "yes"))
    (gimp-toolbox (side left) (book (current-page 0) {_gimp_tab("gimp-tool-options")}))
    (gimp-dock (side right)
        (book (current-page 0) {_gimp_tab("gimp-brush-grid")} {_gimp_tab("gimp-font-list")})
        (book (position 260) (current-page 0)
            {_gimp_tab("gimp-layer-list", "(preview-size 32)")} {_gimp_tab("gimp-channel-list", "(preview-size 32)")}
            {_gimp_tab("gimp-undo-history")})))
(hide-docks no)
(single-window-mode yes)
"""

# Wrappers of programs that can't run with a frozen time of day, or with libfaketime at all. They run at real speed.
_REAL_TIME = """#!/bin/sh
unset LD_PRELOAD
{setting}exec {program} "$@"
"""
_RUNNING_TIME = f"""#!/bin/sh
read -r now < {CLOCK} 2> /dev/null
case "$now" in [+-]*) ;; *) now="@$now" ;; esac
unset FAKETIME_TIMESTAMP_FILE FAKETIME_NO_CACHE
for library in $LD_PRELOAD; do :; done
export FAKETIME="$now" LD_PRELOAD="$library"
{{modules}}exec /usr/bin/{{program}} "$@"
"""
_WRAPPERS = {
    # libfaketime and the allocator of Mozilla's programs wait for each other for ever.
    **{name: _REAL_TIME.format(program="/usr/bin/firefox-esr", setting="") for name in ("firefox", "firefox-esr")},
    # Debian's own script looks for old profiles first. Without the setting, the home gets an empty folder.
    "thunderbird": _REAL_TIME.format(program="/usr/lib/thunderbird/thunderbird", setting="export MOZ_LEGACY_HOME=1\n"),
    # GIMP measures at its start how fast it converts colours, which takes three times as long where the time is read
    # from a file. As a GTK 2 program it needs a module (libatk-adaptor) for accessibility.
    "gimp": _RUNNING_TIME.format(program="gimp", modules="export GTK_MODULES=gail:atk-bridge\n"),
    # LibreOffice's timers follow the time of day: idle tasks, such as filling its sidebar, would never run.
    **{
        name: _RUNNING_TIME.format(program=name, modules="")
        for name in ("soffice", "libreoffice", "lowriter", "localc", "loimpress")
    },
}

_BACKGROUNDS = "/usr/share/backgrounds/gnome"
_SHOWN_BACKGROUNDS = ("field", "oceans", "symbolic", "truchet", "vnc", "wood")
"""Backgrounds that Settings offers: only those that are drawn quickly, since it makes a thumbnail of each."""

_VIMRC = """set nocompatible backspace=indent,eol,start ruler showmode t_vb= belloff=all guicursor=
syntax on
"""


_SILENT = ("files",)
"""Applications that don't announce a further window: GNOME would show them as busy for 15 s."""


def _entry(application: Application) -> str:
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        f"Name={application.name}",
        f"Comment={application.comment}",
        f"Exec={application.command} {application.takes}".rstrip(),
        f"Icon={application.icon}",
        "Terminal=false",
        f"StartupNotify={'false' if application.id in _SILENT else 'true'}",
        f"StartupWMClass={application.window_class}",
        f"Categories={application.categories};",
    ]
    if application.keywords:
        lines.append(f"Keywords={';'.join(application.keywords)};")
    if application.types:
        lines.append(f"MimeType={';'.join(application.types)};")
    return "\n".join(lines) + "\n"


def _panel(name: str) -> str:
    title, icon, group, keywords = _PANELS[name]
    return (
        f"[Desktop Entry]\nType=Application\nName={title}\nExec=gnome-control-center {name}\n"
        f"Icon=org.gnome.Settings-{icon}\nTerminal=false\nNoDisplay=true\nStartupNotify=true\n"
        f"Categories=Settings;X-GNOME-Settings-Panel;X-GNOME-{group}Settings;\nKeywords={keywords};\n"
    )


def _file_types(applications: Sequence[Application]) -> dict[str, str]:
    """Returns the files that list the applications of each type: the defaults, and all of them."""
    openers: dict[str, list[str]] = {}
    for application in applications:
        for kind in application.types:
            openers.setdefault(kind, []).append(f"{application.entry}.desktop")
    defaults = "".join(f"{kind}={entries[0]}\n" for kind, entries in sorted(openers.items()))
    cache = "".join(f"{kind}={';'.join(entries)};\n" for kind, entries in sorted(openers.items()))
    return {
        f"{ENTRIES}/mimeapps.list": f"[Default Applications]\n{defaults}",
        f"{ENTRIES}/mimeinfo.cache": f"[MIME Cache]\n{cache}",
    }


def _backgrounds(root: str) -> str:
    try:
        names = sorted(os.listdir(root + _BACKGROUNDS))
    except OSError:
        names = []
    rows = []
    for name in _SHOWN_BACKGROUNDS:
        files = [each for each in names if each.split(".")[0] in (name, f"{name}-l")]
        if files:
            dark = [each for each in names if each.split(".")[0] == f"{name}-d"] or files
            rows.append(
                f"<wallpaper deleted='false'><name>{name.title()}</name><filename>{_BACKGROUNDS}/{files[0]}</filename>"
                f"<filename-dark>{_BACKGROUNDS}/{dark[0]}</filename-dark><options>zoom</options>"
                "<shade_type>solid</shade_type><pcolor>#000000</pcolor><scolor>#000000</scolor></wallpaper>\n"
            )
    return f"<?xml version='1.0'?>\n<wallpapers>\n{''.join(rows)}</wallpapers>\n"


def _office_settings() -> str:
    items = "".join(
        f'<item oor:path="/org.openoffice.{path if path.startswith("Setup") else "Office." + path}">'
        f'<prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>\n'
        for path, name, value in _OFFICE_ITEMS
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n{items}</oor:items>\n'
    )


def _launcher(applications: Sequence[Application]) -> str:
    """Returns the script `LAUNCHER`, which runs commands of the menu only.

    The search window takes a text that matches no entry for a command line.
    """
    commands = " | ".join(f'"{application.command}"' for application in applications)
    return f'case "$*" in {commands}) exec "$@" ;; esac\n'


def installed(root: str) -> list[Application]:
    """Returns the applications whose programs are there.

    Args:
        root: Folder of the root file system, ``""`` for this one's.
    """
    folder = f"{root}/usr/bin/"
    return [each for each in APPLICATIONS if os.path.lexists(folder + each.command.partition(" ")[0])]


def files(root: str, applications: Sequence[Application]) -> dict[str, str]:
    """Returns the text of every file of these applications, by absolute path.

    Args:
        root: Folder of the root file system, ``""`` for this one's.
        applications: The applications that are installed in it.
    """
    return {
        **{f"{ENTRIES}/{application.entry}.desktop": _entry(application) for application in applications},
        **{f"{ENTRIES}/gnome-{name}-panel.desktop": _panel(name) for name in _PANELS},
        **_file_types(applications),
        LAUNCHER: _launcher(applications),
        **{f"{PROGRAMS}/{name}": text for name, text in _WRAPPERS.items()},
        "/usr/share/gnome-background-properties/backgrounds.xml": _backgrounds(root),
        "/etc/firefox/policies/policies.json": _FIREFOX_POLICIES,
        f"{HOME}/.config/libreoffice/4/user/registrymodifications.xcu": _office_settings(),
        f"{HOME}/.config/GIMP/2.10/gimprc": _GIMPRC,
        f"{HOME}/.config/GIMP/2.10/sessionrc": _GIMP_WINDOW,
        f"{HOME}/.vimrc": _VIMRC,
    }
