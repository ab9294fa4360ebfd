from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import DeviceError

pytestmark = pytest.mark.desktop

INTERFACE = "org.gnome.desktop.interface"


def test_files(desk: Any) -> None:
    state, setup = desk.state, desk.setup
    assert state.home == "/home/user"
    assert {"Desktop", "Documents", "Downloads", "Pictures"} <= set(state.list_dir("/home/user"))
    setup.write_file("/home/user/new/ä b.bin", bytes(range(256)))
    setup.write_file("/home/user/new/text", "päivää\n")
    assert state.read_file("/home/user/new/ä b.bin") == bytes(range(256))
    assert state.read_text("/home/user/new/text") == "päivää\n"
    assert state.list_dir("/home/user/new") == ("text", "ä b.bin")
    assert state.is_dir("/home/user/new") and not state.is_dir("/home/user/new/text")
    setup.make_dir("/home/user/new/deep/er")
    setup.make_dir("/home/user/new/deep/er")
    setup.remove("/home/user/new")
    setup.remove("/home/user/new")
    assert not state.exists("/home/user/new") and state.list_dir("/home/user/new") == ()
    assert state.read_file("/home/user/new/text") is None
    assert state.read_file("/home/user") is None


def test_paths_that_would_block_or_never_end_are_not_read(desk: Any) -> None:
    assert desk.state.run(["mkfifo", "/home/user/pipe"]).returncode == 0
    assert desk.state.read_file("/home/user/pipe") is None
    assert desk.state.read_file("/dev/zero") is None
    with pytest.raises(ValueError, match="expected an absolute one"):
        desk.state.read_file("notes.txt")
    with pytest.raises(DeviceError, match=r"Read-only file system|Permission denied"):
        desk.setup.write_file("/usr/bin/new", "x")


def test_settings(desk: Any) -> None:
    assert desk.state.setting(INTERFACE, "cursor-blink") == "false"
    assert desk.state.setting(INTERFACE, "no-such-key") is None
    assert desk.state.setting("no.such.schema", "key") is None
    for key, value in (
        ("color-scheme", "prefer-dark"),
        ("font-name", 'it\'s "quoted" \\ 12'),
        ("gtk-theme", "'true'"),
        ("cursor-size", "48"),
        ("clock-show-seconds", "true"),
    ):
        desk.setup.set_setting(INTERFACE, key, value)
        assert desk.state.setting(INTERFACE, key) == value
    with pytest.raises(OSError, match="color-scheme"):
        desk.setup.set_setting(INTERFACE, "color-scheme", "no such scheme")


def test_clipboard(desk: Any) -> None:
    assert desk.state.clipboard() == ""
    for text in ("plain", "two\nlines ✓ 漢字 😀\n", "x" * 300_000):
        desk.setup.set_clipboard(text)
        assert desk.state.clipboard() == text
    desk.setup.set_clipboard("echo pasted > from-clipboard")
    desk.open("Terminal")
    desk.act("hotkey", keys=["ctrl", "shift", "v"])
    desk.act("press", key="enter")
    assert desk.state.read_text("/home/user/from-clipboard") == "pasted\n"


def test_processes_and_commands(desk: Any) -> None:
    assert {"Xvfb", "openbox", "dbus-daemon"} <= set(desk.state.processes())
    assert "gedit" not in desk.state.processes()
    desk.open("Text Editor")
    assert "gedit" in desk.state.processes()
    desk.act("hotkey", keys=["alt", "f4"])
    assert "gedit" not in desk.state.processes()
    assert desk.state.run(["printf", "%s|", "a b", "$HOME", ";id"]) == (0, "a b|$HOME|;id|", "")
    assert desk.state.run(["ls", "/nowhere"]).returncode == 2
    assert desk.state.run(["no-such-program"]).returncode == 127
    assert desk.state.run(["pwd"]).stdout == "/home/user\n"
    assert desk.state.run(["hostname"]).stdout == "ubuntu\n"
    assert desk.state.run(["date", "+%Z"]).stdout == "UTC\n"


def test_programs_can_sleep_while_the_time_of_day_stands_still(desk: Any) -> None:
    code = """
import datetime, subprocess, time
from time import sleep
start, day = time.monotonic(), datetime.datetime.now()
sleep(0.1)
try:
    subprocess.run(["sleep", "60"], timeout=0.1)
except subprocess.TimeoutExpired:
    print(time.monotonic() - start >= 0.2, datetime.datetime.now() == day)
"""
    assert desk.python(code).stdout == "True True\n"
