"""The table of apps: the apps of each device, and their categories.

The twelve categories are OmniBench's (Table 10); the number of distinct categories that a task touches is the
"knowledge" dimension of its complexity. This module imports nothing, so that every layer may read it.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["APPS", "CATEGORIES", "App", "app_of", "category"]

CATEGORIES = (
    "Social Communication",
    "Multimedia Playback",
    "Multimedia Editing",
    "Office",
    "Utility Tools",
    "Programming",
    "System Management",
    "Web Browsing",
    "Screen Capture",
    "Task Management",
    "Note Management",
    "Lifestyle",
)


class App(NamedTuple):
    """One app of one device.

    Attributes:
        id: Name used in checkpoints and queries, such as ``"text_editor"``.
        device: The device that has it; the app of ``"root"`` holds the answer given by ``submit``.
        name: The name below its icon, which ``open_app`` and ``search_app`` take.
        category: One of `CATEGORIES`.
        package: Android package name, or the name of the desktop entry on Linux.
        processes: Process names that show the app on a real Linux desktop.
        classes: Classes (second part of WM_CLASS) of its windows there, where several apps share a process.
        activity: The activity that a launcher starts on Android, in full or without the package (``.Main``).
        aliases: Other package names of the simulated phone's app, since clients look for them.
    """

    id: str
    device: str
    name: str
    category: str
    package: str
    processes: tuple[str, ...] = ()
    activity: str = ""
    aliases: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


# fmt: off
APPS: tuple[App, ...] = (
    App("answer", "root", "Answer", "Utility Tools", ""),
    App("launcher", "android", "Launcher", "System Management", "com.android.launcher3", activity=".Launcher"),
    App("phone", "android", "Phone", "Social Communication", "com.android.dialer", activity=".main.impl.MainActivity",
        aliases=("com.google.android.dialer",)),
    App("messages", "android", "Messages", "Social Communication", "com.google.android.apps.messaging",
        activity=".ui.ConversationListActivity", aliases=("com.simplemobiletools.smsmessenger",)),
    App("browser", "android", "Browser", "Web Browsing", "com.android.chrome",
        activity="com.google.android.apps.chrome.Main"),
    App("camera", "android", "Camera", "Screen Capture", "com.android.camera2",
        activity="com.android.camera.CameraLauncher"),
    App("contacts", "android", "Contacts", "Social Communication", "com.android.contacts",
        activity=".activities.PeopleActivity", aliases=("com.google.android.contacts",)),
    App("calendar", "android", "Calendar", "Task Management", "com.google.android.calendar",
        activity="com.android.calendar.AllInOneActivity", aliases=("com.simplemobiletools.calendar.pro",)),
    App("clock", "android", "Clock", "Utility Tools", "com.google.android.deskclock",
        activity="com.android.deskclock.DeskClock"),
    App("mail", "android", "Mail", "Social Communication", "com.google.android.gm",
        activity=".ConversationListActivityGmail"),
    App("gallery", "android", "Gallery", "Multimedia Playback", "com.google.android.apps.photos",
        activity=".home.HomeActivity", aliases=("com.simplemobiletools.gallery.pro",)),
    App("files", "android", "Files", "System Management", "com.google.android.documentsui",
        activity="com.android.documentsui.files.FilesActivity", aliases=("com.android.documentsui",)),
    App("maps", "android", "Maps", "Lifestyle", "com.google.android.apps.maps",
        activity="com.google.android.maps.MapsActivity", aliases=("net.osmand",)),
    App("notes", "android", "Notes", "Note Management", "com.google.android.keep",
        activity=".activities.BrowseActivity"),
    App("markdown", "android", "Markdown", "Note Management", "net.gsantner.markor", activity=".activity.MainActivity"),
    App("notebook", "android", "Notebook", "Note Management", "net.cozic.joplin", activity=".MainActivity"),
    App("tasks", "android", "Tasks", "Task Management", "com.google.android.apps.tasks",
        activity=".ui.TaskListsActivity", aliases=("org.tasks",)),
    App("drive", "android", "Drive", "Office", "com.google.android.apps.docs",
        activity=".drive.startup.StartupActivity"),
    App("expense", "android", "Expenses", "Lifestyle", "com.arduia.expense", activity=".ui.MainActivity"),
    App("recipes", "android", "Recipes", "Lifestyle", "com.flauschcode.broccoli", activity=".MainActivity"),
    App("music", "android", "Music", "Multimedia Playback", "code.name.monkey.retromusic",
        activity=".activities.MainActivity"),
    App("video", "android", "Videos", "Multimedia Playback", "org.videolan.vlc", activity=".gui.MainActivity"),
    App("recorder", "android", "Recorder", "Multimedia Editing", "com.dimowner.audiorecorder",
        activity=".app.main.MainActivity"),
    App("fitness", "android", "Fitness", "Lifestyle", "de.dennisguse.opentracks", activity=".TrackListActivity"),
    App("calculator", "android", "Calculator", "Utility Tools", "com.google.android.calculator",
        activity="com.android.calculator2.Calculator"),
    App("settings", "android", "Settings", "System Management", "com.android.settings", activity=".Settings"),
    App("terminal", "ubuntu", "Terminal", "Programming", "org.gnome.Terminal", ("gnome-terminal-", "xterm")),
    App("files", "ubuntu", "Files", "System Management", "org.gnome.Nautilus", ("nautilus",)),
    App("text_editor", "ubuntu", "Text Editor", "Note Management", "org.gnome.TextEditor", ("gedit",)),
    App("settings", "ubuntu", "Settings", "System Management", "org.gnome.Settings", ("gnome-control-c",)),
    App("firefox", "ubuntu", "Firefox", "Web Browsing", "firefox-esr", ("firefox-esr", "firefox")),
    App("gimp", "ubuntu", "GIMP", "Multimedia Editing", "gimp", ("gimp", "gimp-2.10", "gimp-3.0")),
    App("writer", "ubuntu", "LibreOffice Writer", "Office", "libreoffice-writer", classes=("libreoffice-writer",)),
    App("calc", "ubuntu", "LibreOffice Calc", "Office", "libreoffice-calc", classes=("libreoffice-calc",)),
    App("impress", "ubuntu", "LibreOffice Impress", "Office", "libreoffice-impress", classes=("libreoffice-impress",)),
)
# fmt: on

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
