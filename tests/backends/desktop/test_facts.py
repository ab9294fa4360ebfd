"""Facts of a real desktop: whatever can be read is compared, but for what its programs write by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.desktop.volatile_settings import VOLATILE_SETTINGS, is_volatile
from crab_sim.devices.facts import KINDS, changes
from tests.backends.desktop.conftest import becomes

HOME = "/home/user"
TRASH = f"{HOME}/.local/share/Trash"


@pytest.mark.parametrize(
    ("name", "volatile"),
    [
        ("org.gnome.desktop.screensaver lock-enabled", False), ("org.gnome.desktop.background picture-uri", False),
        ("org.gnome.desktop.input-sources sources", False), ("org.gnome.shell favorite-apps", False),
        ("org.gnome.settings-daemon.plugins.media-keys custom-keybindings", False),
        ("org.gnome.system.proxy mode", False), ("org.gnome.desktop.input-sources mru-sources", True),
        ("org.gnome.nautilus.window-state initial-size", True), ("org.gnome.clocks alarms", True),
        ("org.gtk.Settings.FileChooser last-folder-uri", True), ("org.gnome.gedit.state.window size", True),
    ],
)  # fmt: skip
def test_settings_are_the_users_unless_programs_write_them(name: str, volatile: bool) -> None:
    assert is_volatile(*name.split()) is volatile
    assert all(VOLATILE_SETTINGS)


def told(desk: Any, before: Any) -> set[tuple[str, str, str]]:
    return {(change.operation, change.kind, change.key) for change in changes(before, desk.state.facts())}


def test_rights_links_the_trash_settings_and_programs_are_compared(desk: Any) -> None:
    setup = desk.setup
    setup.write_file(f"{HOME}/Documents/a.txt", "a")
    setup.write_file(f"{HOME}/plans/.git/config", "[core]\n")
    for name in ("kept", "purged"):
        setup.write_file(f"{TRASH}/files/{name}.txt", name)
        setup.write_file(f"{TRASH}/info/{name}.txt.trashinfo", f"[Trash Info]\nPath={HOME}/{name}.txt\n")
    setup.start_program("watch-disks", 1_000_000)
    setup.start_program("watch-network", 1_000_000)
    before = desk.state.facts()
    assert before.keys() <= set(KINDS["ubuntu"])
    assert before["file"].rows[f"{HOME}/Documents/a.txt"]["mode"] == "644"
    assert [fields["path"] for fields in before["trashed"].rows.values()] == [
        f"{HOME}/kept.txt", f"{HOME}/purged.txt",
    ]  # fmt: skip
    numbers = {str(fields["name"]): key for key, fields in before["process"].rows.items()}
    assert numbers.keys() == {"watch-disks", "watch-network"}
    assert told(desk, before) == set()

    lines = (
        f"chmod 600 {HOME}/Documents/a.txt; ln -s /tmp {HOME}/.linked; echo x >> {HOME}/plans/.git/config",
        f"echo x > {HOME}/plans/.git/index; mkdir -p {HOME}/.cache/x; rm {TRASH}/files/purged.txt",
        "pkill -STOP -x watch-disks; pkill -x watch-network",
        "gsettings set org.gnome.desktop.screensaver lock-enabled false",
        f"gio trash {HOME}/Downloads",
        "dconf write /org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/custom0/command \"'reboot'\"",
    )
    assert desk.state.run(["sh", "-c", "; ".join(lines)]).returncode == 0
    keys = "org.gnome.settings-daemon.plugins.media-keys.custom-keybindings.custom0"
    wanted = {
        ("change", "file", f"{HOME}/Documents/a.txt"), ("add", "file", f"{HOME}/.linked"),
        ("change", "file", f"{HOME}/plans/.git/config"), ("remove", "trashed", "purged.txt"),
        ("change", "process", numbers["watch-disks"]), ("remove", "process", numbers["watch-network"]),
        ("change", "setting", "org.gnome.desktop.screensaver lock-enabled"), ("remove", "file", f"{HOME}/Downloads"),
        ("change", "setting", f"{keys} command"),
    }  # fmt: skip
    assert becomes(lambda: told(desk, before) == wanted), told(desk, before) ^ wanted


def test_a_loop_left_in_the_background_is_told(desk: Any) -> None:
    before = desk.state.facts()
    loop = "touch /tmp/begun; while sleep 1; do :; done"  # what is no session of its own yet ends with the command
    line = f"setsid sh -c '{loop}' > /dev/null 2>&1 & until [ -e /tmp/begun ]; do sleep 0.05; done"
    assert desk.state.run(["sh", "-c", line]).returncode == 0
    assert becomes(lambda: ("add", "process") in [row[:2] for row in told(desk, before)])
