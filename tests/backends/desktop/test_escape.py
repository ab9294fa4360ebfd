"""An agent's attempts in the box's terminal to reach the host, to exhaust it, or to survive the box."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop import cgroups
from crab_gym.backends.desktop.cgroups import usable
from crab_gym.backends.desktop.guest.processes import CROWD
from tests.backends.desktop.conftest import becomes

pytestmark = pytest.mark.desktop

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user can't lay an overlay over / itself")
needs_groups = pytest.mark.skipif(not usable(), reason="no control groups can be made on this host")


def _type(desk: Any, line: str) -> None:
    desk.act("write_text", text=line + "\n")


def _typed(desk: Any, command: str) -> str:
    """Types a command into the terminal and returns its output."""
    desk.setup.remove("/home/user/out")
    _type(desk, f"{{ {command} ; }} > part 2>&1; mv part out")
    assert becomes(lambda: desk.state.exists("/home/user/out"), 60.0)
    return str(desk.state.read_text("/home/user/out"))


@pytest.fixture
def terminal(desk: Any) -> Any:
    desk.open("Terminal")
    return desk


def test_the_hosts_files_processes_and_ports_from_the_terminal(terminal: Any, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("the host's secret")
    with subprocess.Popen(["sleep", "600"]) as sleeper, socket.create_server(("127.0.0.1", 0)) as server:
        try:
            assert _typed(terminal, "ls -A /home").split() == ["user"]
            assert _typed(terminal, "ls -A /root 2>/dev/null") == ""
            found = _typed(terminal, f"cat {tmp_path}/secret /proc/1/root{tmp_path}/secret; grep -rs secret /tmp /mnt")
            assert "No such file" in found and "the host's secret" not in found
            answer = _typed(terminal, f"kill -9 {sleeper.pid}; echo $?")
            assert sleeper.poll() is None, answer
            port = server.getsockname()[1]
            assert "Connection refused" in _typed(terminal, f"echo hello > /dev/tcp/127.0.0.1/{port}")
            server.settimeout(0)
            with pytest.raises(BlockingIOError):
                server.accept()
        finally:
            sleeper.kill()


def test_no_more_rights_are_to_be_had(terminal: Any) -> None:
    host_name = socket.gethostname()
    for command in (
        "mount -t tmpfs x /mnt",
        "mount -o remount,rw /usr",
        "hostname intruder",
        "chroot /proc/1/root true",
        "nsenter -t 1 -a true",
        "mknod disk b 254 0",
        "dd if=/dev/vda of=/dev/null count=1",
        "ip link set lo down",
        "echo 1 > /proc/sys/kernel/panic",
        "echo c > /proc/sysrq-trigger",
    ):
        assert _typed(terminal, f"{command} && echo done").splitlines()[-1:] != ["done"], command
    assert socket.gethostname() == host_name
    assert "Operation not permitted" in _typed(terminal, "unshare -U true || bwrap --ro-bind / / true")
    assert _typed(terminal, "ls /sys/fs/cgroup /sys/class 2>/dev/null") == ""


def test_the_displays_of_others_are_out_of_reach(terminal: Any) -> None:
    other = type(terminal)()
    outside = None
    try:
        other.open("Text Editor")
        if shutil.which("Xvfb"):
            number = str(100 + os.getpid() % 10_000)  # the box's own is 0
            outside = subprocess.Popen(
                ["Xvfb", f":{number}", "-displayfd", "1", "-nolisten", "tcp"],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert outside.stdout is not None and outside.stdout.readline().decode().strip() == number
            for address in (f":{number}", f"unix:{number}", f"localhost:{number}"):
                code = f"import Xlib.display; Xlib.display.Display({address!r}); print('reached')"
                assert "reached" not in _typed(terminal, f'python3 -c "{code}"')
        assert _typed(terminal, "ls /tmp/.X11-unix").split() == ["X0"]
        assert [window.app for window in terminal.state.windows()] == ["terminal"]
        assert "gedit" not in _typed(terminal, "ls /proc/*/comm | xargs cat")
    finally:
        other.backend.close()
        if outside is not None:
            outside.kill()
            outside.communicate()


def test_a_fork_bomb_stays_inside(host_processes: Any, terminal: Any) -> None:
    # As many as it can get. They sleep: the processor's time is the host's to share out.
    _type(terminal, "for i in $(seq 100); do (for j in $(seq 100); do sleep 600 & done) & done")
    for _ in range(20):
        assert subprocess.run([sys.executable, "-c", "print('fine')"], capture_output=True).stdout == b"fine\n"
        time.sleep(0.1)
    inside = host_processes()
    assert 500 < len(inside) < cgroups.PROCESSES + 50
    try:
        terminal.backend.screenshot()
    except DeviceError:
        pass  # it may have taken a part of the desktop with it
    terminal.backend.reset(1)
    assert not [number for number, name in inside.items() if Path(f"/proc/{number}").exists() and name == "sleep"]
    terminal.open("Terminal")
    assert _typed(terminal, "echo again") == "again\n"


@pytest.mark.slow
def test_actions_end_while_a_fork_bomb_grows(terminal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal.backend.execute("write_text", {"text": ":(){ :|:& };:\n"})
    assert becomes(lambda: len(terminal.state.processes()) > 2 * CROWD, 60.0)
    box = terminal.backend._box
    call, waits = box.call, []

    def recorded(operation: str, /, **args: Any) -> Any:
        if operation == "wait_until_idle":
            waits.append(args["limit"])
        return call(operation, **args)

    monkeypatch.setattr(box, "call", recorded)
    for verb, args in (("click", {"x": 5, "y": 700}), ("search_app", {"name": "Files"}), ("press", {"key": "enter"})):
        waits.clear()
        terminal.act(verb, **args)
        assert 0.0 < sum(waits) <= 5.0
    assert terminal.backend.screenshot().any()
    terminal.backend.reset(1)
    assert len(terminal.state.processes()) < 30


@pytest.mark.slow
def test_a_filled_disk_and_a_busy_program_stay_inside(terminal: Any, tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    _type(terminal, "head -c 3G /dev/zero 2> /dev/shm/problem > big; touch /dev/shm/done")
    assert becomes(lambda: terminal.state.exists("/dev/shm/done"), 60.0)
    assert "No space left on device" in str(terminal.state.read_text("/dev/shm/problem"))
    assert free - shutil.disk_usage(tmp_path).free < 512 << 20
    _type(terminal, "rm big; yes > /dev/null &")
    assert terminal.backend.screenshot().any()
    assert terminal.state.processes().count("yes") == 1
    terminal.backend.reset(1)
    assert "yes" not in terminal.state.processes()


@needs_groups
def test_a_box_as_a_whole_is_limited(desk: Any) -> None:
    folders = {Path(folder) for folder in desk.backend._box._groups.folders}
    assert all(folder.is_dir() for folder in folders)
    limits = {
        int((folder / name).read_text())
        for folder in folders
        for name in ("pids.max", "memory.max", "memory.limit_in_bytes")
        if (folder / name).exists()
    }
    assert {kind for kind in ("memory", "pids") if kind in usable()} == {
        kind for kind, limit in (("memory", cgroups.MEMORY), ("pids", cgroups.PROCESSES)) if limit in limits
    }
    assert "crab-gym" not in (desk.state.read_text("/proc/self/cgroup") or "")
    for folder in folders:
        for name in ("memory.max", "memory.limit_in_bytes"):
            if (folder / name).exists():  # a lower limit is sooner reached
                (folder / name).write_text(str(700 << 20))
                hog = desk.python("x = b'x' * (1 << 30); print(len(x))")
                assert hog.returncode == -9 and not hog.stdout
                assert desk.state.run(["echo", "well"]).stdout == "well\n"
    desk.backend.reset(1)
    assert not [folder for folder in folders if folder.exists()]


@needs_groups
def test_a_box_that_stands_still_goes_on_when_asked(desk: Any) -> None:
    box = desk.backend._box
    if not box.freeze():
        pytest.skip("this host's control groups can't stop processes")
    state = Path(f"/proc/{box.pid}/stat")
    used = state.read_text().split()[13:15]
    time.sleep(0.2)
    assert state.read_text().split()[13:15] == used
    assert desk.state.run(["echo", "on"]).stdout == "on\n"
    assert box.freeze()
    desk.backend.close()
    assert not state.exists()


CHILD = """
from crab_gym.backends.desktop import DesktopBackend
backend = DesktopBackend("ubuntu", (640, 480), spare=False, root="host")
backend.reset(0)
print(*backend._box._groups.folders, flush=True)
backend._box.freeze()
input()
"""


@needs_groups
def test_groups_go_with_a_process_that_is_killed_while_its_box_stands_still(host_processes: Any) -> None:
    with subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        folders = child.stdout.readline().decode().split()
        during = host_processes()
        assert folders and "Xvfb" in during.values()
        child.kill()
    left = [Path(folder) for folder in folders] + [Path(f"/proc/{number}") for number in during]
    assert becomes(lambda: not any(path.exists() for path in left), 60.0)


@needs_root
def test_a_root_file_system_of_the_boxs_own_is_never_written(over_root: Any) -> None:
    names = ("/etc", "/etc/hostname", "/etc/passwd", "/usr/local", "/home", "/usr/share/applications")
    before = [os.stat(name).st_mtime_ns for name in names]
    mounts = Path("/proc/self/mountinfo").read_text()
    desk = over_root
    desk.open("Terminal")
    assert _typed(desk, "cat /etc/hostname; id -un").split() == ["ubuntu", "user"]
    for path in ("/etc/hostname", "/usr/x", "/opt/x"):
        assert "Permission denied" in _typed(desk, f"echo x >> {path}")
    _typed(desk, "echo x > /tmp/left-behind; echo x > /var/tmp/left-behind; echo x > left-behind")
    for folder in ("/tmp", "/var/tmp", "/home/user"):
        assert desk.state.read_text(f"{folder}/left-behind") == "x\n" and not Path(folder, "left-behind").exists()
    listed = _typed(desk, "cat /proc/self/mountinfo")
    assert "overlay" in listed and str(Path(__file__).parents[3]) not in listed
    desk.backend.reset(1)
    assert not desk.state.exists("/tmp/left-behind")
    assert [os.stat(name).st_mtime_ns for name in names] == before
    assert Path("/proc/self/mountinfo").read_text() == mounts
