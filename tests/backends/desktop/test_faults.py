from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop import DesktopBackend, requirements
from crab_gym.backends.desktop.rootfs import packages
from crab_gym.backends.errors import BrokenInside


def _all_calls_fail(desk: Any, match: str) -> None:
    backend = desk.backend
    for call in (
        backend.screenshot,
        backend.elements,
        backend.settle,
        desk.state.foreground,
        lambda: desk.state.exists("/home"),
        lambda: desk.setup.write_file("/home/user/x", "x"),
        lambda: backend.execute("click", {"x": 5, "y": 5}),
    ):
        with pytest.raises(DeviceError, match=match):
            call()


def _until_noticed(desk: Any) -> None:
    """Repeats a call until it fails, since a killed process is gone a moment later only."""
    for _ in range(500):
        desk.backend.screenshot()
        time.sleep(0.01)


def _heals(desk: Any) -> None:
    desk.backend.reset(1)
    desk.open("Terminal")
    assert desk.state.foreground().app == "terminal"


@pytest.mark.desktop
@pytest.mark.parametrize("service", ["Xvfb", "openbox", "dbus-daemon"])
def test_a_part_of_the_desktop_dies(desk: Any, service: str) -> None:
    with pytest.raises(BrokenInside, match=f"{service} ended with SIGKILL"):
        desk.kill(service)
        _until_noticed(desk)
    _all_calls_fail(desk, "reset\\(\\) starts a new box")
    _heals(desk)


@pytest.mark.desktop
@pytest.mark.parametrize("victim", ["unshare", "python3"])
def test_the_box_dies(host_processes: Any, desk: Any, victim: str) -> None:
    number = next(number for number, name in host_processes().items() if name == victim)
    os.kill(number, signal.SIGKILL)
    with pytest.raises(DeviceError, match="the box is gone") as caught:
        _until_noticed(desk)
    assert not isinstance(caught.value, BrokenInside), "only the host can do that"
    _all_calls_fail(desk, "the box is gone")
    _heals(desk)


@pytest.mark.desktop
def test_a_desktop_that_does_not_come_up_is_started_again(desk_class: Any, host_processes: Any) -> None:
    known, killed = set(host_processes()), []

    def watch() -> None:
        while not killed:
            for number, name in host_processes().items():
                if name == "Xvfb" and number not in known:
                    os.kill(number, signal.SIGKILL)
                    killed.append(number)
                    return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    desk = desk_class()
    watcher.join()
    assert killed
    desk.open("Terminal")
    assert desk.state.foreground().app == "terminal"
    desk.backend.close()


@pytest.mark.desktop
def test_everything_that_the_agent_may_kill_is_killed(desk: Any) -> None:
    with pytest.raises(BrokenInside):
        desk.state.run(["kill", "-9", "-1"])
        _until_noticed(desk)
    _heals(desk)


@pytest.mark.desktop
def test_a_host_without_namespaces_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = tmp_path / "unshare"
    refusing.write_text("#!/bin/sh\necho 'unshare: Operation not permitted' >&2\nexit 1\n")
    refusing.chmod(0o755)
    real = shutil.which
    monkeypatch.setattr(
        shutil, "which", lambda name, **more: str(refusing) if name == "unshare" else real(name, **more)
    )
    backend = DesktopBackend("ubuntu", (1280, 720), root="host")
    with pytest.raises(DeviceError, match=r"(?s)user namespaces.*Operation not permitted"):
        backend.reset(0)
    assert not next(row for row in requirements() if row.what.startswith("namespaces")).present
    backend.close()
    monkeypatch.undo()
    backend.reset(0)
    backend.close()


@pytest.mark.parametrize(
    "program, package", [("Xvfb", "xvfb"), ("gedit", "gedit"), ("tint2", "tint2"), ("xkbcomp", "x11-xkb-utils")]
)
def test_a_missing_program_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, program: str, package: str
) -> None:
    real = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name, **more: None if name == program else real(name, **more))
    backend = DesktopBackend("ubuntu", (1280, 720), root="host")
    with pytest.raises(DeviceError) as caught:
        backend.reset(0)
    message = str(caught.value)
    assert message.startswith("ubuntu: the desktop can't start")
    assert f"program {program} (apt-get install --no-install-recommends {package})" in message
    assert "scripts/test.sh --system-deps" in message
    backend.close()


def test_the_package_lists_have_every_package_that_messages_name() -> None:
    prefix = "apt-get install --no-install-recommends "
    for only, profile in (("", "light"), ("gnome", "gnome"), ("full", "full")):
        rows = [row for row in requirements() if row.only == only and row.how.startswith(prefix)]
        named = {row.how.removeprefix(prefix) for row in rows}
        assert len(named) > 2 and named <= {name.split()[0] for name in packages(profile)}
