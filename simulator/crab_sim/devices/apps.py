"""The table of apps: the apps of each device, ours first, then those from outside.

Importing it imports the packages from outside that declare apps (`crab_sim.devices.outside`), and nothing else where
there are none, so that every layer may read it.
"""

from __future__ import annotations

from crab_sim.devices import outside
from crab_sim.devices.app_rows import CATEGORIES, App

__all__ = ["APPS", "CATEGORIES", "App", "app_of", "category", "distributions"]

# fmt: off
_OURS: tuple[App, ...] = (
    App("answer", "root", "Answer", "Utility Tools", ""),
    App("launcher", "android", "Launcher", "System Management", "com.android.launcher3", activity=".Launcher"),
    App("phone", "android", "Phone", "Social Communication", "com.android.dialer", activity=".main.impl.MainActivity",
        aliases=("com.google.android.dialer",), version="128.0.6"),
    App("messages", "android", "Messages", "Social Communication", "com.google.android.apps.messaging",
        activity=".ui.ConversationListActivity", aliases=("com.simplemobiletools.smsmessenger",), version="20.6.31"),
    App("browser", "android", "Browser", "Web Browsing", "com.android.chrome",
        activity="com.google.android.apps.chrome.Main", version="141.0.7390"),
    App("camera", "android", "Camera", "Screen Capture", "com.android.camera2",
        activity="com.android.camera.CameraLauncher", version="8.8.2"),
    App("contacts", "android", "Contacts", "Social Communication", "com.android.contacts",
        activity=".activities.PeopleActivity", aliases=("com.google.android.contacts",), version="4.41.27"),
    App("calendar", "android", "Calendar", "Task Management", "com.google.android.calendar",
        activity="com.android.calendar.AllInOneActivity", aliases=("com.simplemobiletools.calendar.pro",),
        version="6.24.1"),
    App("clock", "android", "Clock", "Utility Tools", "com.google.android.deskclock",
        activity="com.android.deskclock.DeskClock", version="7.9.3"),
    App("mail", "android", "Mail", "Social Communication", "com.google.android.gm",
        activity=".ConversationListActivityGmail", version="2026.09.14"),
    App("gallery", "android", "Gallery", "Multimedia Playback", "com.google.android.apps.photos",
        activity=".home.HomeActivity", aliases=("com.simplemobiletools.gallery.pro",), version="6.30.2"),
    App("files", "android", "Files", "System Management", "com.google.android.documentsui",
        activity="com.android.documentsui.files.FilesActivity", aliases=("com.android.documentsui",), version="14"),
    App("maps", "android", "Maps", "Lifestyle", "com.google.android.apps.maps",
        activity="com.google.android.maps.MapsActivity", aliases=("net.osmand",), version="11.150.1"),
    App("notes", "android", "Notes", "Note Management", "com.google.android.keep",
        activity=".activities.BrowseActivity", version="5.24.3"),
    App("markdown", "android", "Markdown", "Note Management", "net.gsantner.markor",
        activity=".activity.MainActivity", version="2.13.1"),
    App("notebook", "android", "Notebook", "Note Management", "net.cozic.joplin", activity=".MainActivity",
        version="3.2.7"),
    App("tasks", "android", "Tasks", "Task Management", "com.google.android.apps.tasks",
        activity=".ui.TaskListsActivity", aliases=("org.tasks",), version="13.9.7"),
    App("drive", "android", "Drive", "Office", "com.google.android.apps.docs",
        activity=".drive.startup.StartupActivity", version="2.25.3"),
    App("expense", "android", "Expenses", "Lifestyle", "com.arduia.expense", activity=".ui.MainActivity",
        version="1.0.8"),
    App("recipes", "android", "Recipes", "Lifestyle", "com.flauschcode.broccoli", activity=".MainActivity",
        version="1.5.0"),
    App("music", "android", "Music", "Multimedia Playback", "code.name.monkey.retromusic",
        activity=".activities.MainActivity", version="6.2.1"),
    App("video", "android", "Videos", "Multimedia Playback", "org.videolan.vlc", activity=".gui.MainActivity",
        version="3.6.2"),
    App("recorder", "android", "Recorder", "Multimedia Editing", "com.dimowner.audiorecorder",
        activity=".app.main.MainActivity", version="1.0.1"),
    App("fitness", "android", "Fitness", "Lifestyle", "de.dennisguse.opentracks", activity=".TrackListActivity",
        version="4.17.1"),
    App("calculator", "android", "Calculator", "Utility Tools", "com.google.android.calculator",
        activity="com.android.calculator2.Calculator", version="8.5.2"),
    App("settings", "android", "Settings", "System Management", "com.android.settings", activity=".Settings",
        version="14"),
    App("draw", "android", "Draw", "Multimedia Editing", "com.simplemobiletools.draw.pro",
        activity=".activities.MainActivity", version="6.9.6"),
    App("clipper", "android", "Clipper", "Utility Tools", "ca.zgrs.clipper", activity=".Main", version="1.2.1",
        hidden=True),
    App("miniwob", "android", "MiniWoB", "Utility Tools", "com.google.androidenv.miniwob",
        activity=".app.MainActivity", version="1.0", hidden=True),
    App("terminal", "ubuntu", "Terminal", "Programming", "org.gnome.Terminal", ("gnome-terminal-", "xterm")),
    App("files", "ubuntu", "Files", "System Management", "org.gnome.Nautilus", ("nautilus",)),
    App("text_editor", "ubuntu", "Text Editor", "Note Management", "org.gnome.TextEditor", ("gedit",)),
    App("settings", "ubuntu", "Settings", "System Management", "org.gnome.Settings", ("gnome-control-c",)),
    App("firefox", "ubuntu", "Firefox", "Web Browsing", "firefox-esr", ("firefox-esr", "firefox")),
    App("gimp", "ubuntu", "GIMP", "Multimedia Editing", "gimp", ("gimp", "gimp-2.10", "gimp-3.0")),
    App("writer", "ubuntu", "LibreOffice Writer", "Office", "libreoffice-writer", classes=("libreoffice-writer",)),
    App("calc", "ubuntu", "LibreOffice Calc", "Office", "libreoffice-calc", classes=("libreoffice-calc",)),
    App("impress", "ubuntu", "LibreOffice Impress", "Office", "libreoffice-impress", classes=("libreoffice-impress",)),
    App("archive_manager", "ubuntu", "Archive Manager", "System Management", "org.gnome.FileRoller", ("file-roller",)),
    App("calculator", "ubuntu", "Calculator", "Utility Tools", "org.gnome.Calculator", ("gnome-calculato",)),
    App("calendar", "ubuntu", "Calendar", "Task Management", "org.gnome.Calendar", ("gnome-calendar",)),
    App("clocks", "ubuntu", "Clocks", "Utility Tools", "org.gnome.clocks", ("gnome-clocks",)),
    App("disk_usage", "ubuntu", "Disk Usage Analyzer", "System Management", "org.gnome.baobab", ("baobab",)),
    App("endeavour", "ubuntu", "Endeavour", "Task Management", "org.gnome.Todo", ("endeavour",)),
    App("system_monitor", "ubuntu", "System Monitor", "System Management", "gnome-system-monitor",
        ("gnome-system-mo",)),
    App("code", "ubuntu", "Visual Studio Code", "Programming", "code", ("code",)),
    App("image_viewer", "ubuntu", "Image Viewer", "Multimedia Playback", "org.gnome.eog", ("eog",)),
    App("thunderbird", "ubuntu", "Thunderbird", "Social Communication", "thunderbird",
        ("thunderbird", "thunderbird-bin")),
    App("document_viewer", "ubuntu", "Document Viewer", "Office", "org.gnome.Evince", ("evince",)),
    App("screenshot", "ubuntu", "Screenshot", "Screen Capture", "org.gnome.Screenshot", ("gnome-screensho",)),
    App("music", "ubuntu", "Rhythmbox", "Multimedia Playback", "org.gnome.Rhythmbox3", ("rhythmbox",)),
    App("videos", "ubuntu", "Videos", "Multimedia Playback", "org.gnome.Totem", ("totem",)),
    App("characters", "ubuntu", "Characters", "Utility Tools", "org.gnome.Characters", ("gnome-character",)),
)
# fmt: on

APPS: tuple[App, ...] = (*_OURS, *outside.rows(_OURS))
_BY_KEY = {(app.device, app.id): app for app in APPS}


def app_of(device: str, app: str) -> App:
    """Returns an app of a device.

    Raises:
        KeyError: The device has no such app; the message lists its apps.
    """
    try:
        return _BY_KEY[device, app]
    except KeyError:
        known = ", ".join(sorted(row.id for row in APPS if row.device == device))
        raise KeyError(f"no app {app!r} on {device!r}; it has: {known or 'none'}") from None


def category(device: str, app: str) -> str:
    """Returns the OmniBench category of an app of a device."""
    return app_of(device, app).category


def distributions() -> dict[str, str]:
    """Returns the versions of the distributions that apps from outside are from, by their names."""
    pairs = sorted({row.source.rpartition(" ") for row in APPS if row.source})
    return {name: version for name, _, version in pairs}
