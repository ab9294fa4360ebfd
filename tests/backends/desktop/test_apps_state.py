"""The state of applications: their windows, default applications, and the trash."""

from __future__ import annotations

import time
from typing import Any

import pytest

from crab_gym.backends.base import Alarm, State
from crab_sim.devices.clock_settings import ALARMS, SCHEMA
from crab_sim.devices.facts import changes
from crab_tasks.kits.compare import digest
from crab_tasks.kits.ubuntu.files.state import trashed
from crab_tasks.kits.ubuntu.settings import default_application_is
from crab_tasks.kits.ubuntu.windows import window_in_front, window_shown

pytestmark = pytest.mark.desktop

APPS = (
    ("files", ["nautilus", "/home/user/Documents"], "nautilus", "Documents"),
    ("settings", ["gnome-control-center", "mouse"], "gnome-control-c", "Settings"),
    ("writer", ["soffice", "--norestore", "--writer"], "soffice.bin", "LibreOffice Writer"),
    ("calc", ["soffice", "--norestore", "--calc"], "soffice.bin", "LibreOffice Calc"),
    ("impress", ["soffice", "--norestore", "--impress"], "soffice.bin", "LibreOffice Impress"),
    ("firefox", ["firefox-esr"], "firefox-esr", "Firefox"),
    ("clocks", ["gnome-clocks"], "gnome-clocks", "Clocks"),
    ("system_monitor", ["gnome-system-monitor"], "gnome-system-mo", "System Monitor"),
    ("gimp", ["gimp"], "gimp", "GNU Image Manipulation Program"),
)


def start(desk: Any, argv: list[str], app: str, title: str, seconds: float = 90.0) -> None:
    """Starts a program and waits for its window to have the focus."""
    quiet = ["sh", "-c", 'exec "$@" </dev/null >/dev/null 2>&1', "start"]
    assert desk.state.run(["setsid", "--fork", *quiet, *argv]).returncode == 0
    deadline = time.monotonic() + seconds
    while not window_in_front(State(ubuntu=desk.state), app, title):
        assert time.monotonic() < deadline, (desk.state.foreground(), desk.state.windows(), desk.state.processes())
        time.sleep(0.1)


def test_default_applications(desk: Any) -> None:
    state = State(ubuntu=desk.state)
    assert desk.state.default_application("text/plain") == "org.gnome.gedit.desktop"
    assert desk.state.default_application("application/x-no-such-thing") == ""
    desk.setup.set_default_application("text/plain", "org.gnome.Nautilus.desktop")
    assert default_application_is(state, ["text/plain"], "org.gnome.Nautilus.desktop")
    assert "text/plain=org.gnome.Nautilus.desktop" in desk.state.read_text("/home/user/.config/mimeapps.list")
    with pytest.raises(OSError, match=r"no-such\.desktop"):
        desk.setup.set_default_application("text/plain", "no-such.desktop")
    for kind in ("--help", "text", "text/plain\n", "/"):
        with pytest.raises(ValueError, match="expected one such as"):
            desk.state.default_application(kind)


def test_programs_run_in_the_background_until_they_are_ended(desk: Any) -> None:
    desk.setup.start_program("mirror-a", 30_000_000)
    desk.setup.start_program("mirror-b", 1_000_000)
    assert {"mirror-a", "mirror-b"} <= set(desk.state.processes())
    pages = desk.state.run(["sh", "-c", "cat /proc/$(pgrep -x mirror-a)/statm"]).stdout.split()
    assert int(pages[1]) * 4096 > 30_000_000
    assert desk.state.run(["pkill", "-x", "mirror-a"]).returncode == 0
    deadline = time.monotonic() + 10
    while "mirror-a" in desk.state.processes():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "mirror-b" in desk.state.processes()
    with pytest.raises(ValueError, match="expected 1 to 15"):
        desk.setup.start_program("a-name-of-16-char", 1)


def test_trash(desk: Any) -> None:
    state = State(ubuntu=desk.state)
    path = "/home/user/Documents/a ä.txt"
    for text in ("first", "second"):
        desk.setup.write_file(path, text)
        assert not trashed(state, path)
        assert desk.state.run(["gio", "trash", path]).returncode == 0
        assert trashed(state, path, digest(text.encode()))
    assert trashed(state, path, digest(b"first"))
    assert not trashed(state, path, digest(b"third"))
    assert not trashed(state, "/home/user/Documents/other.txt")


@pytest.mark.slow
@pytest.mark.parametrize(("app", "argv", "process", "title"), APPS, ids=[row[0] for row in APPS])
def test_windows_are_told_apart_by_app(desk: Any, app: str, argv: list[str], process: str, title: str) -> None:
    start(desk, argv, app, title)
    assert process in desk.state.processes()
    (window,) = [row for row in desk.state.windows() if row.app == app]
    assert window.focused and not window.minimized
    assert desk.state.foreground() == (app, window.title)


@pytest.mark.slow
def test_apps_of_one_process_have_their_own_windows_and_dialogs(desk: Any) -> None:
    state = State(ubuntu=desk.state)
    start(desk, ["soffice", "--norestore", "--writer"], "writer", "LibreOffice Writer")
    start(desk, ["soffice", "--norestore", "--calc"], "calc", "LibreOffice Calc")
    assert window_shown(state, "writer", "Writer") and not window_in_front(state, "writer")
    desk.backend.settle()
    desk.act("write_text", text="12\n")
    desk.act("hotkey", keys=["ctrl", "shift", "s"])
    deadline = time.monotonic() + 30
    while desk.state.foreground() != ("calc", "Save"):
        assert time.monotonic() < deadline, (desk.state.foreground(), desk.state.windows())
        time.sleep(0.1)


@pytest.mark.slow  # it needs Clocks, which the large programs come with
def test_alarms_of_clocks(desk: Any) -> None:
    assert desk.state.alarms() == ()
    before = desk.state.facts()
    assert desk.setup.add_alarm(7, 30, 'It\'s "late"', 0b1000001) == 1
    desk.setup.add_alarm(6, 5, enabled=False)
    assert desk.state.alarms() == (
        Alarm(1, 6, 5, "", 0, False), Alarm(2, 7, 30, "It's \"late\"", 0b1000001, True),
    )  # fmt: skip
    assert [(change.operation, change.kind) for change in changes(before, desk.state.facts())] == [("add", "alarm")] * 2
    start(desk, ["gnome-clocks"], "clocks", "Clocks")
    desk.setup.add_alarm(6, 41, "Ferry")  # while the program is open
    assert "Ferry" in desk.state.run(["gsettings", "get", SCHEMA, ALARMS]).stdout
    assert desk.state.run(["gsettings", "set", SCHEMA, ALARMS, "[{'hour': <'x'>}]"]).returncode == 0
    assert desk.state.alarms() == ()
