"""Hostile programs in the box can cause wrong answers and `DeviceError`, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import DeviceError
from tests.backends.desktop.conftest import becomes

pytestmark = pytest.mark.desktop

CUT_SCREEN = """
import os, signal, sys
for number in filter(str.isdigit, os.listdir("/proc")):
    if open(f"/proc/{number}/comm").read().strip() == "Xvfb":
        os.kill(int(number), signal.SIGSTOP)  # it would end at its next stroke
        for name in os.listdir(f"/proc/{number}/fd"):
            if "Xvfb_screen0" in os.readlink(f"/proc/{number}/fd/{name}"):
                os.truncate(f"/proc/{number}/fd/{name}", int(sys.argv[1]))
                print("cut")
"""

FILL_DISK = """
import errno, itertools, os
try:
    for number in itertools.count():
        os.mknod(f"/tmp/{os.getpid()}-{number}")
except OSError as problem:
    print(errno.errorcode[problem.errno])
"""


@pytest.mark.parametrize("size", ["0", "1000000"])
@pytest.mark.parametrize("query", ["screenshot", "settle"])
def test_a_screen_that_is_cut_short_ends_the_box_only(desk: Any, query: str, size: str) -> None:
    assert desk.python("open('/run/crab/screen/Xvfb_screen0', 'r+')").returncode != 0
    assert desk.python(CUT_SCREEN, size).stdout == "cut\n"
    for _ in range(2):
        with pytest.raises(DeviceError, match=r"the screen can't be read.*reset\(\) starts a new box"):
            getattr(desk.backend, query)()
    desk.backend.reset(1)
    assert desk.backend.screenshot().any()


def test_the_x_server_ends_with_its_screen(desk: Any) -> None:
    assert desk.python(CUT_SCREEN.replace("signal.SIGSTOP", "0"), "0").stdout == "cut\n"
    with pytest.raises(DeviceError, match=r"reset\(\) starts a new box"):
        desk.open("Terminal")
    desk.backend.reset(1)
    assert desk.backend.screenshot().any()


def test_of_a_large_file_the_first_64_mib_are_read(desk: Any) -> None:
    code = "f = open('/home/user/large', 'wb'); f.write(b'start'); f.truncate(200 << 20)"
    assert desk.python(code).returncode == 0
    data = desk.state.read_file("/home/user/large")
    assert len(data) == 64 << 20 and data.startswith(b"start\0") and not data.rstrip(b"\0").removeprefix(b"start")


def test_a_file_that_cannot_be_read_is_none(desk: Any) -> None:
    assert desk.state.run(["ln", "-s", "/proc/self/mem", "/home/user/notes.txt"]).returncode == 0
    assert desk.state.read_file("/home/user/notes.txt") is None


def test_queries_work_while_the_disk_is_full(desk: Any) -> None:
    # A command has 10 s: on a busy machine it takes more than one.
    assert any(desk.python(FILL_DISK).stdout == "ENOSPC\n" for _ in range(20))
    assert desk.state.run(["printf", "x%s", "y" * 1000]).stdout == "x" + "y" * 1000
    assert desk.state.setting("org.gnome.desktop.interface", "color-scheme") == "default"
    assert desk.state.clipboard() == ""
    desk.open("Terminal")
    assert desk.backend.screenshot().any()
    with pytest.raises(DeviceError, match=r"could not carry out 'write_file'.*No space left on device"):
        desk.setup.write_file("/home/user/new", "x")


FILL_ALL = """
import os, sys
for folder in sys.argv[1:]:
    file = os.open(f"{folder}/big", os.O_WRONLY | os.O_CREAT)
    try:
        while os.write(file, bytes(1 << 20)):
            pass
    except OSError:
        pass
    print(os.statvfs(folder).f_bavail)
"""
WRITABLE = ("/home/user", "/tmp", "/dev/shm", "/run/user/1000", "/run/crab")
"""A folder of each file system that programs can write to, and those of the services."""


@pytest.mark.slow
def test_an_agent_that_fills_every_disk_goes_on(desk: Any) -> None:
    desk.open("Terminal")
    assert desk.state.run(["sh", "-c", "exec 2>/dev/null; dd if=/dev/zero of=/run/crab/first"]).returncode != 0
    for folder in WRITABLE:  # a command has ten seconds
        assert becomes(lambda folder=folder: desk.python(FILL_ALL, folder).stdout == "0\n")  # type: ignore[misc]
    before = desk.state.run(["date", "+%s"]).stdout
    desk.backend.advance(3600.0)
    assert int(desk.state.run(["date", "+%s"]).stdout) - int(before) == 3600
    for verb, args in (
        ("write_text", {"text": "echo full\n"}),
        ("search_app", {"name": "Files"}),
        ("press", {"key": "esc"}),
        ("hotkey", {"keys": ["alt", "f4"]}),
    ):
        desk.act(verb, **args)
        desk.backend.advance(1.0)
        assert desk.backend.screenshot().any()
        assert desk.backend.elements() or verb == "hotkey", verb  # which closes the only window
    assert desk.state.run(["rm", *[f"{folder}/big" for folder in WRITABLE], "/run/crab/first"]).returncode == 0
    desk.setup.write_file("/home/user/new", "x")
    assert desk.state.read_text("/home/user/new") == "x"


@pytest.mark.parametrize("left", ["rm -rf /run/crab", "rm /run/crab/clock*; mkdir /run/crab/clock.new", "mkfifo p"])
def test_an_agent_that_spoils_the_files_of_the_clock_goes_on(desk: Any, left: str) -> None:
    desk.state.run(["sh", "-c", f"cd /run/crab; rm -f clock.new; {left}; test -p p && mv p clock.new"])
    desk.backend.advance(60.0)
    assert desk.backend.screenshot().any()


def test_commands_with_much_output_or_none_that_ends(desk: Any) -> None:
    cap = 4 << 20
    loud = "import sys; sys.stdout.write('o' * (9 << 20)); sys.stderr.write('e' * (9 << 20)); sys.exit(3)"
    found = desk.python(loud)
    assert found.returncode == 3 and found.stdout == "o" * cap and found.stderr == "e" * cap
    # A program left behind keeps the pipes open, writing or not; the command has ended all the same.
    for left in ("sleep 1000", "yes"):
        found = desk.state.run(["sh", "-c", f"echo first; {left} & echo $! >&2; exit 4"])
        assert found.returncode == 4 and found.stdout.startswith("first\n") and found.stderr.strip().isdigit()
        desk.state.run(["kill", "-9", found.stderr.strip()])
    closed = desk.state.run(["sh", "-c", "exec >&- 2>&-; sleep 0.2; exit 5"])
    assert closed == (5, "", "")


def test_a_command_that_never_ends_is_ended(desk: Any) -> None:
    found = desk.state.run(["sh", "-c", "yes | head -c 20 ; exec sleep 1000"])
    assert found.returncode == 124 and found.stdout == "y\n" * 10
    assert "sleep" not in desk.state.processes()


def test_a_script_without_an_interpreter_is_a_result(desk: Any) -> None:
    desk.setup.write_file("/home/user/tool", "nothing to run\n")
    assert desk.state.run(["/home/user/tool"]).returncode == 126
    assert desk.state.run(["chmod", "+x", "/home/user/tool"]).returncode == 0
    assert desk.state.run(["/home/user/tool"]).returncode == 126


def test_an_agent_out_of_descriptors_is_an_infrastructure_failure(desk: Any) -> None:
    code = "import resource; resource.prlimit(1, resource.RLIMIT_NOFILE, (3, 3))"
    assert desk.python(code).returncode == 0
    for query in (
        lambda: desk.state.run(["true"]),
        lambda: desk.state.read_file("/etc/passwd"),
        lambda: desk.state.list_dir("/home"),
        lambda: desk.state.setting("org.gnome.desktop.interface", "color-scheme"),
        desk.state.processes,
        desk.state.clipboard,
        lambda: desk.act("press", key="a"),
    ):
        with pytest.raises(DeviceError, match="Too many open files"):
            query()


def test_a_settings_tool_that_cannot_start_is_no_missing_key(desk: Any) -> None:
    assert desk.state.run(["chmod", "000", "/home/user"]).returncode == 0
    with pytest.raises(DeviceError, match="gsettings ended with exit code 126"):
        desk.state.setting("org.gnome.desktop.interface", "color-scheme")


@pytest.mark.slow  # gsettings and gio wait for as long as they may
def test_settings_whose_own_files_cannot_be_read_are_none(desk: Any) -> None:
    interface, scheme = "org.gnome.desktop.interface", "color-scheme"
    assert desk.state.setting(interface, scheme) == "default"
    editor = desk.state.default_application("text/plain")
    assert editor
    for file in ("dconf/user", "mimeapps.list"):
        made = desk.state.run(["sh", "-c", f"cd ~/.config; mkdir -p dconf; rm -f {file}; mkfifo {file}"])
        assert made.returncode == 0, made.stderr
    assert desk.state.setting(interface, scheme) is None
    assert desk.state.default_application("text/plain") == ""
    assert desk.state.run(["sh", "-c", "rm ~/.config/dconf/user ~/.config/mimeapps.list"]).returncode == 0
    assert desk.state.setting(interface, scheme) == "default"
    assert desk.state.default_application("text/plain") == editor


def test_the_users_files_are_told_apart_without_reading_all_that_they_claim(desk: Any) -> None:
    code = """
import os
os.chdir("/home/user/Documents")
for number in range(2000):
    with open(f"{number:04}", "wb") as file:
        file.truncate(48 << 20)
os.mkfifo("pipe")
os.symlink("/dev/zero", "zeros")
for _ in range(300):
    os.mkdir("deep-folder-of-20-ch")
    os.chdir("deep-folder-of-20-ch")
"""
    assert desk.python(code).returncode == 0
    before = {row["path"]: row for row in desk.state.facts()["file"].rows.values()}
    folder = "/home/user/Documents"
    kinds = [before[f"{folder}/{name}"]["kind"] for name in ("0000", "1999", "pipe", "zeros")]
    assert kinds == ["file", "file", "other", "link"]
    assert desk.python(f"open('{folder}/1999', 'r+b').write(b'x')").returncode == 0
    after = {row["path"]: row for row in desk.state.facts()["file"].rows.values()}
    assert before.keys() == after.keys()
    assert [path for path in before if before[path] != after[path]] == [f"{folder}/1999"]


def test_memory_ends_for_the_program_that_wants_too_much(desk: Any) -> None:
    # Untouched memory: the limit counts it, the host need not have it.
    code = "a = []\nwhile len(a) < 64: a.append(bytes(1 << 28))"
    assert "MemoryError" in desk.python(code).stderr
    desk.setup.write_file("/home/user/greedy.py", code)
    desk.open("Terminal")
    desk.act("write_text", text="python3 greedy.py 2> errors; echo $? > code\n")
    assert desk.reads("/home/user/code", "1\n")
    assert "MemoryError" in (desk.state.read_text("/home/user/errors") or "")
    desk.open("Text Editor")
    assert desk.state.foreground().app == "text_editor"
