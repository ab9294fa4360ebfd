"""The two profiles and their applications: each entry of the menu opens its own application."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from crab_gym.backends.desktop.guest.applications import APPLICATIONS, installed
from crab_gym.backends.desktop.guest.skeleton import files
from crab_gym.backends.desktop.requirements import missing_apps
from crab_sim.devices.apps import APPS

UBUNTU = {app.id: app for app in APPS if app.device == "ubuntu"}
QUICK = ("terminal", "text_editor", "files")
INTERFACE = "org.gnome.desktop.interface"


@pytest.fixture
def gnome(desk_class: Any) -> Iterator[Any]:
    desk = desk_class(profile="gnome")
    yield desk
    desk.backend.close()


def _open(desk: Any, app: str) -> None:
    """Opens an app and waits for its window, which on a busy machine takes longer than settling."""
    desk.open(UBUNTU[app].name)
    for _ in range(40):
        if app in [row.app for row in desk.state.windows() if "Startup" not in row.title]:
            break
        desk.act("press", key="shift")


def _check(desk: Any, app: str) -> None:
    """Checks that an app has come up alone, on the screen, in front, and with its main window."""
    _open(desk, app)
    assert desk.state.foreground().app == app
    (window,) = desk.state.windows()
    left, top, right, bottom = window.bounds
    assert 0 <= left < right <= 1280 and 0 <= top < bottom <= 720 and window.focused
    assert right - left > 300 and bottom - top > 200
    assert len(np.unique(desk.backend.screenshot()[top:bottom, left:right].reshape(-1, 3), axis=0)) > 8


def test_the_menu_has_the_apps_by_their_names() -> None:
    assert {each.id: each.name for each in APPLICATIONS}.items() <= {
        app.id: app.name for app in UBUNTU.values()
    }.items()
    assert len({each.id for each in APPLICATIONS}) == len(APPLICATIONS) >= 11  # others are simulated only
    for each in APPLICATIONS:
        for name in UBUNTU[each.id].classes:
            assert each.window_class == name


def test_only_what_is_installed_is_in_the_menu(tmp_path: Any) -> None:
    (tmp_path / "usr" / "bin").mkdir(parents=True)
    (tmp_path / "usr" / "bin" / "gedit").symlink_to("/nowhere")
    assert [each.id for each in installed(str(tmp_path))] == ["text_editor"]
    written = files("light", str(tmp_path))
    entries = "/usr/share/applications/"
    assert f"{entries}org.gnome.gedit.desktop" in written and f"{entries}gimp.desktop" not in written
    assert "gimp" not in written[f"{entries}mimeapps.list"]
    assert not any(path.startswith("/home/user/.config/openbox") for path in files("gnome", str(tmp_path)))


@pytest.mark.desktop
def test_the_light_desktop_opens_quick_apps(desk: Any) -> None:
    for app in QUICK:
        _check(desk, app)
        assert any(name.startswith(UBUNTU[app].processes) for name in desk.state.processes())
        desk.act("hotkey", keys=["alt", "f4"])
        assert desk.state.windows() == ()


@pytest.mark.desktop
def test_programs_follow_settings_while_they_run(desk: Any) -> None:
    desk.open("Text Editor")
    before = desk.backend.screenshot()
    desk.setup.set_setting(INTERFACE, "gtk-theme", "Adwaita-dark")
    desk.act("press", key="shift")
    left, top, right, _ = desk.state.windows()[0].bounds
    header = slice(top + 8, top + 44), slice(left + 8, right - 8)
    assert before[header].mean() > 180 > 100 > desk.backend.screenshot()[header].mean()


@pytest.mark.desktop
def test_what_is_deleted_goes_to_the_trash(desk: Any) -> None:
    desk.setup.write_file("/home/user/only.txt", "x")
    for name in ("Desktop", "Documents", "Downloads", "Pictures"):
        desk.setup.remove(f"/home/user/{name}")
    _open(desk, "files")
    left, top, _, _ = desk.state.windows()[0].bounds
    desk.act("click", x=left + 336, y=top + 120)  # the first place of the grid
    desk.act("press", key="delete")
    assert not desk.state.exists("/home/user/only.txt")
    assert desk.state.read_text("/home/user/.local/share/Trash/files/only.txt") == "x"
    assert not [name for name in desk.state.processes() if "tracker" in name]


@pytest.mark.desktop
@pytest.mark.slow
def test_the_gnome_desktop(gnome: Any) -> None:
    empty = gnome.backend.screenshot()
    assert gnome.state.windows() == () and gnome.state.foreground().app == ""
    assert (empty[40:, :] == empty[60, 60]).mean() > 0.99, "the overview or a dialog is open"
    gnome.act("search_app", name="no such thing")
    gnome.act("search_app", name="Text Ed")  # again, while it is open: a fresh search
    gnome.act("press", key="enter")
    assert gnome.state.foreground().app == "text_editor"
    gnome.act("press", key="f10")  # its menu is open, and holds the keyboard
    gnome.open("Terminal")
    assert gnome.state.foreground().app == "terminal"
    assert {row.app for row in gnome.state.windows()} == {"text_editor", "terminal"}
    gnome.act("write_text", text="echo 'Grüße λ' > typed; echo $XDG_CURRENT_DESKTOP >> typed\n")
    assert gnome.reads("/home/user/typed", "Grüße λ\nGNOME\n")
    gnome.act("hotkey", keys=["alt", "f4"])
    gnome.act("hotkey", keys=["alt", "f4"])
    assert gnome.state.windows() == ()
    for _ in range(2):  # the second window is one of a Files that runs already
        gnome.open("Files")
        assert gnome.state.foreground().app == "files"
        shown = gnome.backend.screenshot()[:32]  # nothing goes round in the panel
        gnome.act("hotkey", keys=["alt", "f4"])
    gnome.open("Files")
    np.testing.assert_array_equal(gnome.backend.screenshot()[:32], shown)
    gnome.act("hotkey", keys=["alt", "f4"])
    # The panel shows the box's own time.
    clock = slice(0, 32), slice(540, 740)
    shown = gnome.backend.screenshot()[clock]
    np.testing.assert_array_equal(shown, empty[clock])
    gnome.backend.advance(600.0)
    gnome.act("press", key="shift")
    assert not np.array_equal(gnome.backend.screenshot()[clock], shown)


@pytest.mark.desktop
@pytest.mark.slow
@pytest.mark.parametrize("profile", ["light", "gnome"])
@pytest.mark.parametrize("app", [each.id for each in APPLICATIONS if each.id not in QUICK])
def test_large_apps(desk_class: Any, profile: str, app: str) -> None:
    if missing := missing_apps([app]):
        pytest.skip(missing[0].how)
    desk = desk_class(profile=profile)
    try:
        _check(desk, app)
    finally:
        desk.backend.close()


@pytest.mark.desktop
@pytest.mark.slow
def test_files_open_in_their_applications(desk: Any) -> None:
    desk.setup.write_file("/home/user/table.csv", "name,price\nink,3\n")
    desk.setup.write_file("/home/user/page.html", "<title>Offer</title><p>Ink")
    desk.setup.write_file("/home/user/notes.md", "# Notes\n")
    opened = (("notes.md", "text_editor", "shift"), ("page.html", "firefox", "shift"), ("table.csv", "calc", "enter"))
    for name, app, key in opened:  # Calc asks first how the text is separated: Enter takes what it proposes
        desk.state.run(["sh", "-c", 'setsid gio open "$1" >/dev/null 2>&1 &', "sh", f"/home/user/{name}"])
        for _ in range(40):
            desk.act("press", key=key)
            if desk.state.foreground().app == app:
                break
        assert desk.state.foreground().app == app, name
