"""Snapshots of a desktop by CRIU; they need root, and CRIU on the path or named by CRAB_CRIU."""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop import DesktopBackend, requirements
from crab_gym.backends.desktop.criu import VARIABLE, NotSaved, criu_program, why_unavailable
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, policy_spec
from tests.backends.desktop.conftest import ROOT, becomes

pytestmark = pytest.mark.desktop

works = pytest.mark.skipif(bool(why_unavailable()), reason=f"snapshots='criu': {why_unavailable()}")
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="without root's rights nothing else of it is looked at")

NOTE, COPY = "/home/user/note.txt", "/home/user/copy.txt"

TRACED = """
import ctypes, os, signal
end, open_until_all_is_said = os.pipe()
if os.fork() == 0:
    os.setsid()
    child = os.fork()
    if child == 0:
        ctypes.CDLL(None).ptrace(0, 0, 0, 0)
    print(os.getpid(), flush=True)
    os.dup2(os.open("/dev/null", os.O_RDWR), 1)
    os.dup2(1, open_until_all_is_said)
    os.dup2(1, end)
    signal.pause()
os.close(open_until_all_is_said)
os.read(end, 1)
"""

LIVE_AND_DIE = """
import os, signal
from crab_gym.backends.desktop import DesktopBackend
backend = DesktopBackend(spare=False, snapshots="criu")
backend.reset(0)
backend.restore(backend.snapshot())
print("restored", flush=True)
input()
"""


@pytest.fixture
def saved_desk(desk_class: Any) -> Iterator[Any]:
    desk = desk_class(snapshots="criu")
    yield desk
    desk.backend.close()


def _screen_at_rest(backend: DesktopBackend) -> Any:
    """Returns the screen once it no longer changes: on a very busy machine, programs still draw after settling."""
    while True:
        first = backend.screenshot()
        time.sleep(0.5)
        backend.state.list_dir("/")  # where the box stands still, it goes on
        if np.array_equal(backend.screenshot(), first):
            return first


def _open(desk: Any, name: str) -> None:
    desk.open(name)
    assert becomes(lambda: desk.state.foreground().app == name.lower().replace(" ", "_"))
    _screen_at_rest(desk.backend)


def _picture_of_processes(desk: Any) -> list[str]:
    """Returns the name, id and rights of each process in the box, and who may inspect its first one."""
    code = """
import os
for number in sorted(filter(str.isdigit, os.listdir("/proc")), key=int):
    if int(number) == os.getpid(): continue
    rows = dict(line.rstrip("\\n").split(":", 1) for line in open(f"/proc/{number}/status"))
    print(number, os.stat(f"/proc/{number}").st_uid, *(rows[name].strip() for name in (
        "Name", "PPid", "NSsid", "Uid", "Gid", "Groups", "CapPrm", "CapEff", "CapBnd", "CapAmb", "CapInh",
        "NoNewPrivs", "Seccomp", "Seccomp_filters")), *open(f"/proc/{number}/limits").read().split())
"""
    return [row for row in desk.python(code).stdout.splitlines() if row]


def _mounts(desk: Any) -> list[list[str]]:
    """Returns the place, options and kind of the box's mounts, without the identity of overlays."""
    rows = [line.split(" ") for line in desk.state.read_text("/proc/self/mountinfo").splitlines()]
    return sorted([*row[3:6], row[-3], row[-1].replace("uuid=on,", "")] for row in rows)


@works
@pytest.mark.parametrize("root", [ROOT, pytest.param("/", marks=pytest.mark.slow)])
def test_restore_brings_back_the_whole_desktop(desk_class: Any, root: str) -> None:
    desk = desk_class(root, snapshots="criu")
    try:
        desk.setup.write_file(NOTE, "before\n")
        desk.setup.set_clipboard("Grüße")
        desk.setup.set_setting("org.gnome.desktop.interface", "color-scheme", "prefer-dark")
        _open(desk, "Files")
        _open(desk, "Terminal")
        desk.act("write_text", text="true; cat no")
        desk.backend.advance(60)
        desk.backend.settle()
        state = desk.state
        screen, elements = _screen_at_rest(desk.backend), desk.backend.elements()
        processes, mounts, then = _picture_of_processes(desk), _mounts(desk), state.run(["date"]).stdout
        assert any(" gnome-terminal- " in row for row in processes) and len(elements) > 10
        snapshot = desk.backend.snapshot()
        assert np.array_equal(desk.backend.screenshot(), screen)  # and it goes on

        for generation in range(3):
            desk.act("write_text", text=f"te.txt > copy.txt; rm note.txt; echo {generation} > made.txt\n")
            desk.act("hotkey", keys=["alt", "f4"])
            desk.setup.set_clipboard("after")
            desk.setup.set_setting("org.gnome.desktop.interface", "color-scheme", "default")
            desk.backend.advance(1000)
            assert (
                state.read_text(COPY) == "before\n" and not state.exists(NOTE) and state.exists("/home/user/made.txt")
            )
            assert state.foreground().app != "terminal"

            desk.backend.restore(snapshot)
            assert np.array_equal(desk.backend.screenshot(), screen)
            assert desk.backend.elements() == elements
            assert _picture_of_processes(desk) == processes
            assert _mounts(desk) == mounts
            assert state.run(["date"]).stdout == then
            assert state.read_text(NOTE) == "before\n"
            assert not state.exists(COPY) and not state.exists("/home/user/made.txt")
            assert state.clipboard() == "Grüße"
            assert state.setting("org.gnome.desktop.interface", "color-scheme") == "prefer-dark"
            assert state.foreground().app == "terminal"
            if generation == 1:
                screen = _screen_at_rest(desk.backend)
                snapshot = desk.backend.snapshot()  # of what was brought back itself
    finally:
        desk.backend.close()


@works
def test_a_fork_goes_its_own_way_beside_the_original(desk_class: Any) -> None:
    desk = desk_class(snapshots="criu", freeze=True)
    copies = []
    try:
        _open(desk, "Terminal")
        desk.act("write_text", text="echo on")
        screen = _screen_at_rest(desk.backend)
        copies = [desk.backend.fork(), desk.backend.fork()]
        copies.append(copies[0].fork())
        for number, copy in enumerate(copies):
            assert np.array_equal(copy.screenshot(), screen)
            copy.execute("write_text", {"text": f"{number} > note.txt\n"})
            copy.settle()
        desk.act("write_text", text="e > note.txt\n")
        for backend, text in zip([*copies, desk.backend], ["on0\n", "on1\n", "on2\n", "one\n"], strict=True):
            assert becomes(lambda state=backend.state, text=text: state.read_text(NOTE) == text)  # type: ignore[misc]
        copies[0].close()
        desk.backend.close()
        assert copies[1].state.foreground().app == copies[2].state.foreground().app == "terminal"
    finally:
        for copy in copies:
            copy.close()
        desk.backend.close()


@works
def test_restoring_leaves_nothing_behind(saved_desk: Any, host_processes: Any) -> None:
    desk = saved_desk
    snapshot = desk.backend.snapshot()

    def held() -> list[Any]:
        groups = Path("/sys/fs/cgroup").rglob(f"crab-gym-{os.getpid()}-*")
        return [
            sorted(host_processes().values()),
            len(os.listdir("/proc/self/fd")),
            Path("/proc/self/mountinfo").read_text(),
            sum(1 for path in groups if path.is_dir()),
        ]

    desk.backend.restore(snapshot)
    first = held()
    for _ in range(10):
        desk.backend.restore(snapshot)
        desk.act("write_text", text="x")
    assert held() == first
    desk.backend.close()
    del snapshot
    after = held()
    assert after[0] == [] and after[3] == 0 and after[1] < first[1]


@works
def test_a_desktop_that_came_back_is_as_closed_as_before(saved_desk: Any) -> None:
    desk = saved_desk
    desk.backend.restore(desk.backend.snapshot())
    for code in ("import os; os.listdir('/proc/1/fd')", "open('/proc/1/mem', 'rb')", "open('/usr/x', 'w')"):
        assert "Permission" in (found := desk.python(code).stderr) or "Read-only" in found
    assert desk.python("import os; os.kill(1, 9)").returncode == 0  # which process 1 doesn't get
    assert desk.python("import socket; print([name for _, name in socket.if_nameindex()])").stdout == "['lo']\n"
    code = "import urllib.request as u; print(u.urlopen('http://start.example/').status)"
    assert desk.python(code).stdout == "200\n"
    assert desk.state.list_dir("/home") == ("user",)
    with pytest.raises(DeviceError, match=r"(?s)Xvfb ended with SIGKILL.*reset\(\) starts a new box"):
        desk.kill("Xvfb")
        desk.state.foreground()
    desk.backend.reset(1)
    assert desk.backend.screenshot().any()


@works
def test_it_ends_with_the_environments_process() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LIVE_AND_DIE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "restored\n"
        below = [process.pid]
        for number in below:
            tasks = Path(f"/proc/{number}/task").iterdir()
            below += [int(child) for task in tasks for child in (task / "children").read_text().split()]
        handles = [os.pidfd_open(number) for number in below]
        assert len(handles) > 5
        process.send_signal(signal.SIGKILL)
        for handle in handles:
            assert select.select([handle], [], [], 30)[0]  # it has ended
            os.close(handle)


@works
def test_a_forked_copy_of_the_process_keeps_nothing_alive(saved_desk: Any, host_processes: Any) -> None:
    saved_desk.backend.restore(saved_desk.backend.snapshot())
    reader, writer = os.pipe()
    copy = os.fork()
    if copy == 0:  # it has all descriptors, and waits
        os.close(writer)
        os.read(reader, 1)
        os._exit(0)
    saved_desk.backend.close()
    assert list(host_processes()) == [copy]
    os.close(writer)
    os.waitpid(copy, 0)
    os.close(reader)


@works
def test_what_cannot_be_saved_is_told_and_goes_on(saved_desk: Any) -> None:
    desk = saved_desk
    _open(desk, "Terminal")
    traced = desk.python(TRACED).stdout.split()
    assert len(traced) == 2
    screen = _screen_at_rest(desk.backend)
    with pytest.raises(NotSaved, match=r"(?s)which goes on: .*Error.*snapshots='replay'"):
        desk.backend.snapshot()
    assert np.array_equal(desk.backend.screenshot(), screen)
    assert desk.state.run(["kill", "-9", *traced]).returncode == 0
    desk.backend.restore(desk.backend.snapshot())
    assert np.array_equal(desk.backend.screenshot(), screen)


@works
def test_a_box_that_does_not_come_back_is_tried_once_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, desk_class: Any, host_processes: Any
) -> None:
    here = f"/proc/{os.getpid()}/root"  # what lies in /tmp is hidden where the program runs
    fails = tmp_path / "fails"
    program = tmp_path / "criu"
    program.write_text(
        f'#!/bin/sh -p\n[ "$1" != restore ] || ! rmdir {here}{fails} || {{ echo Error: tired >&2; exit 1; }}\n'
        f'exec {here}{criu_program()} "$@"\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))
    desk = desk_class(snapshots="criu")
    try:
        desk.setup.write_file(NOTE, "before\n")
        snapshot = desk.backend.snapshot()
        fails.mkdir()
        desk.backend.restore(snapshot)
        assert desk.state.read_text(NOTE) == "before\n" and not fails.exists()
        program.write_text("#!/bin/sh\necho Error: too tired >&2; exit 1\n")
        with pytest.raises(DeviceError, match=r"(?s)CRIU could not bring the box back; reset\(\) .*Error: too tired"):
            desk.backend.restore(snapshot)
        assert host_processes() == {}
        desk.backend.reset(0)
        assert not desk.state.exists(NOTE)
    finally:
        desk.backend.close()


@works
def test_a_snapshot_stays_in_its_process(saved_desk: Any) -> None:
    with pytest.raises(TypeError, match="lies in this process's memory and can't be pickled"):
        pickle.dumps(saved_desk.backend.snapshot())


@works
def test_an_environment_goes_back_with_its_graph() -> None:
    options = {"kind": "desktop", "spare": False, "snapshots": "criu"}
    env = CrabEnv("ubuntu.write_note", backend={"ubuntu": options})
    try:
        obs, info = env.reset(seed=4)
        policy = OraclePolicy(env)
        policy.reset(info["goal"], policy_spec(env, 4))
        while not info["completion"]:
            obs, _, _, _, info = env.step(policy.act(obs, info))
        snapshot, passed, screen = env.snapshot(), env.evaluator.passed, obs["ubuntu"]
        while not info["end_reason"]:
            obs, _, _, _, info = env.step(policy.act(obs, info))
        assert info["is_success"]
        env.restore(snapshot)
        assert env.evaluator.passed == passed
        assert np.array_equal(env.backends["ubuntu"].screenshot(), screen)
        assert not env.evaluator.success({"ubuntu": env.backends["ubuntu"].state}, env.answer)
    finally:
        env.close()


@works
@pytest.mark.slow
@pytest.mark.parametrize("name", ["Text Editor", "Files", "Settings"])
def test_gnome_comes_back(desk_class: Any, name: str) -> None:
    desk = desk_class(profile="gnome", snapshots="criu")
    try:
        _open(desk, "Terminal")
        _open(desk, name)
        desk.setup.write_file(NOTE, "before\n")
        screen, windows = _screen_at_rest(desk.backend), desk.state.windows()
        snapshot = desk.backend.snapshot()
        for _ in range(2):
            desk.act("hotkey", keys=["alt", "f4"])
            desk.act("search_app", name="gedit")
            desk.setup.write_file(NOTE, "after\n")
            desk.backend.restore(snapshot)
            assert np.array_equal(desk.backend.screenshot(), screen)
            assert desk.state.windows() == windows
            assert desk.state.read_text(NOTE) == "before\n"
        _open(desk, "Terminal")
        desk.act("write_text", text="\necho more >> note.txt\n")
        assert becomes(lambda: desk.state.read_text(NOTE) == "before\nmore\n")
    finally:
        desk.backend.close()


@works
@pytest.mark.slow
@pytest.mark.parametrize("name", ["Firefox", "Calc", "GIMP"])
def test_large_programs_come_back(saved_desk: Any, name: str) -> None:
    desk = saved_desk
    _open(desk, name)
    screen, front = _screen_at_rest(desk.backend), desk.state.foreground()
    snapshot = desk.backend.snapshot()
    desk.act("hotkey", keys=["alt", "f4"])
    desk.backend.restore(snapshot)
    assert np.array_equal(desk.backend.screenshot(), screen)
    assert desk.state.foreground() == front and front.app == name.lower()
    desk.act("right_click", x=640, y=360)
    assert becomes(lambda: not np.array_equal(desk.backend.screenshot(), screen))


@as_root
@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (None, r"there is no program /.*/criu; install CRIU 4.2 or newer, or name its program in CRAB_CRIU"),
        ("echo Version: 3.17.1", r"is of version 3.17.1, expected 4.\d or newer"),
        (
            "[ $1 = check ] && echo Error: no PID namespaces || echo Version: 9.9",
            "check says: Error: no PID namespaces",
        ),
    ],
)
def test_without_a_criu_that_works_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str | None, sentence: str
) -> None:
    program = tmp_path / "criu"
    if script is not None:
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))
    backend = DesktopBackend(snapshots="criu")
    with pytest.raises(DeviceError, match=rf"snapshots='criu' doesn't work here: .*{sentence}.*snapshots='replay'"):
        backend.reset(0)
    row = next(row for row in requirements() if row.only == "snapshots='criu'")
    assert not row.present and row.how == why_unavailable()


def test_the_option_is_explained() -> None:
    with pytest.raises(ValueError, match=r"got snapshots 'vm' .* expected one of: replay, criu"):
        DesktopBackend(snapshots="vm")
