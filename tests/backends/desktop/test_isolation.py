from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from crab_gym.backends.base import DeviceError
from tests.backends.desktop.conftest import ROOT, becomes

pytestmark = pytest.mark.desktop

SPARE_STAND_IN = """
import threading, time, weakref
from crab_gym.backends.desktop.spare import Spare

begun = threading.Event()

class Box:
    def __init__(self):
        self.end = weakref.finalize(self, print, "ended by its finalizer")

    def stop(self):
        print("stopped")
        self.end.detach()

def make():
    box = Box()
    begun.set()
    time.sleep(0.5)
    print("made while its finalizer", "waits" if box.end.alive else "has run")
    return box

make().stop()
begun.clear()
spare = Spare(make)
spare.prepare()
begun.wait()
"""
SPARE = """
import gymnasium, crab_gym
env = gymnasium.make("Crab-v0/ubuntu.copy_photos", backend="desktop", screens=False)
env.reset(seed=0)
"""


def test_the_hosts_files_are_out_of_sight(desk: Any, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("host")
    run = desk.state.run
    assert not desk.state.exists(str(secret)) and not desk.state.exists(str(Path(__file__)))
    shown = "bin dev etc home lib lib32 lib64 libx32 proc root run sbin tmp usr var"
    if ROOT == "host":
        assert desk.state.list_dir("/usr/local") == ("lib",)
    else:  # these are the root file system's, and empty
        assert not [name for name in ("boot", "media", "mnt", "opt", "srv", "sys") if desk.state.list_dir(f"/{name}")]
        shown += " boot media mnt opt srv sys"
    assert set(desk.state.list_dir("/")) <= set(shown.split())
    assert desk.state.list_dir("/home") == ("user",)
    assert run(["ls", "-A", "/root"]).stdout == ""
    assert not desk.state.exists("/etc/shadow") and not desk.state.exists("/sys/class")
    assert not set(desk.state.read_text("/etc/hostname").split()) & ({socket.gethostname()} - {"ubuntu"})
    assert not desk.state.exists(f"/proc/1/root{secret}")


def test_nothing_of_the_host_can_be_written_and_no_rights_gained(desk: Any) -> None:
    status = dict(line.split(":\t", 1) for line in desk.state.run(["cat", "/proc/self/status"]).stdout.splitlines())
    assert {status[f"Cap{name}"] for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")} == {"0" * 16}
    assert status["NoNewPrivs"] == "1" and status["Uid"].split() == ["1000"] * 4
    code = "import sys; open(sys.argv[1], 'a').write('x')"
    for path in ("/usr/x", "/usr/bin/env", "/etc/fonts/fonts.conf", "/proc/sys/kernel/hostname"):
        assert desk.python(code, path).returncode != 0, path
    for path in ("/crab-test", "/etc/crab-test", "/tmp/crab-test", "/var/tmp/crab-test"):
        desk.python(code, path)
        assert not Path(path).exists()
    for flags in ("-U", "-Urm", "-m", "-n", "-p", "-C", "-T"):
        assert "Operation not permitted" in desk.state.run(["unshare", flags, "true"]).stderr, flags


def test_the_hosts_processes_and_network_are_out_of_reach(desk: Any) -> None:
    with subprocess.Popen(["sleep", "60"]) as sleeper, socket.create_server(("127.0.0.1", 0)) as server:
        try:
            desk.state.run(["kill", "-9", str(sleeper.pid)])
            assert sleeper.poll() is None
            code = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5)"
            refused = desk.python(code, str(server.getsockname()[1]))
            assert refused.returncode == 1 and "ConnectionRefusedError" in refused.stderr
        finally:
            sleeper.kill()
    assert "Network is unreachable" in desk.python("import socket; socket.create_connection(('192.0.2.1', 80))").stderr
    loopback = "import socket as s; a = s.create_server(('127.0.0.1', 0)); s.create_connection(a.getsockname(), 5)"
    assert desk.python(loopback).returncode == 0
    assert "sleep" not in desk.state.processes()


def test_the_hosts_environment_stays_outside(monkeypatch: pytest.MonkeyPatch, desk: Any) -> None:
    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setenv("XAUTHORITY", "/nowhere")
    monkeypatch.setenv("PRIVATE_TOKEN", "abc")
    desk.backend.reset(1)
    lines = desk.state.run(["env"]).stdout.splitlines()
    assert "DISPLAY=:0" in lines
    assert not [line for line in lines if line.startswith(("XAUTHORITY", "PRIVATE_TOKEN"))]


def test_programs_in_the_box_cannot_reach_its_agent(desk: Any) -> None:
    for path in ("/proc/1/mem", "/proc/1/environ", "/proc/1/maps"):
        assert desk.python("import sys; open(sys.argv[1], 'rb').read(1)", path).returncode != 0
    assert desk.python("import os; os.listdir('/proc/1/fd')").returncode != 0
    for signal in ("KILL", "INT", "TERM", "STOP", "USR1", "HUP"):
        desk.state.run(["kill", f"-{signal}", "1"])
    assert desk.state.run(["echo", "alive"]).stdout == "alive\n"


def _marks(desk: Any) -> str:
    return str(desk.state.run(["find", "/", "-xdev", "-name", "left-behind*"]).stdout)


def _files(desk: Any) -> list[str]:
    return sorted(desk.state.run(["find", "/home", "/tmp", "/var/tmp", "/run"]).stdout.splitlines())


def test_reset_leaves_nothing_of_the_episode(desk: Any) -> None:
    fresh_files = _files(desk)
    fresh_processes = desk.state.processes()
    screen = desk.backend.screenshot()
    for folder in ("/home/user", "/tmp", "/var/tmp", "/dev/shm", "/run/user/1000"):
        desk.setup.write_file(f"{folder}/left-behind", "x")
    desk.setup.set_setting("org.gnome.desktop.interface", "color-scheme", "prefer-dark")
    desk.setup.set_clipboard("left behind")
    desk.open("Terminal")
    desk.act("write_text", text="nohup sleep 1000 & setsid sleep 1000 & cp /bin/sleep left-behind2\n")
    assert _marks(desk) and becomes(lambda: desk.state.processes().count("sleep") == 2)
    desk.backend.reset(1)
    assert not _marks(desk)
    assert _files(desk) == fresh_files
    assert desk.state.processes() == fresh_processes
    assert desk.state.setting("org.gnome.desktop.interface", "color-scheme") == "default"
    assert desk.state.clipboard() == ""
    differs = (desk.backend.screenshot() != screen).any(axis=2)
    differs[:30, -160:] = False  # the panel's clock, which follows the seed
    assert not differs.any()


def _host_traces() -> tuple[str, list[str], int]:
    names = [name for name in os.listdir("/tmp") if name.startswith((".X", "dbus-", "crab"))]
    return Path("/proc/self/mountinfo").read_text(), sorted(names), len(os.listdir("/proc/self/fd"))


def test_nothing_is_left_on_the_host(host_processes: Any, desk: Any) -> None:
    desk.backend.close()
    before = _host_traces()
    assert host_processes() == {}
    for seed in range(3):
        desk.backend.reset(seed)
        desk.open("Terminal")
        during = host_processes()
        assert {"Xvfb", "openbox", "bash"} <= set(during.values())
        assert list(during.values()).count("Xvfb") == 1
        assert _host_traces()[:2] == before[:2]
    desk.backend.close()
    assert host_processes() == {}
    assert not [number for number in during if Path(f"/proc/{number}").exists()]
    assert _host_traces() == before


def test_a_box_ends_with_the_process_that_started_it(host_processes: Any) -> None:
    code = (
        "from crab_gym.backends.desktop import DesktopBackend\n"
        "b = DesktopBackend('ubuntu', (640, 480)); b.reset(0); print('up', flush=True); input()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stdout.readline() == b"up\n"
        during = host_processes()
        assert {"Xvfb", "openbox"} <= set(during.values())
        child.kill()
    deadline = time.monotonic() + 30
    while (left := [name for number, name in during.items() if Path(f"/proc/{number}").exists()]) and (
        time.monotonic() < deadline
    ):
        time.sleep(0.01)
    assert not left


def _ended(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_at_the_end_of_the_interpreter_a_spare_box_is_made_and_then_stopped() -> None:
    made = "made while its finalizer waits\nstopped\n"
    assert _ended(SPARE_STAND_IN) == made + made


def test_nothing_is_printed_where_the_interpreter_ends_while_a_spare_box_is_made() -> None:
    assert _ended(SPARE) == ""


def test_two_boxes_share_nothing(desk: Any) -> None:
    other = type(desk)()
    try:
        for each in (desk, other):
            each.backend.execute("search_app", {"name": "Terminal"})
            each.backend.execute("press", {"key": "enter"})
        for each in (desk, other):
            each.backend.settle()
        for each, word in ((desk, "first"), (other, "second")):
            each.act("write_text", text=f"echo {word} > word.txt\n")
        assert desk.reads("/home/user/word.txt", "first\n") and other.reads("/home/user/word.txt", "second\n")
        other.backend.close()
        assert desk.state.foreground().app == "terminal"
        with pytest.raises(DeviceError):
            other.state.foreground()
    finally:
        other.backend.close()
