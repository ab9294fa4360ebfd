"""The panel of the light desktop: its start, and its clock."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from crab_gym.backends.desktop.guest import clock, session
from crab_gym.backends.desktop.guest.profiles import openbox

HANGS_AT_FIRST = "#!/bin/sh\n[ -e first ] && : >second\n: >first\nexec sleep 60\n"
ENDS_AT_FIRST = "#!/bin/sh\n[ -e first ] && : >second && exec sleep 60\n: >first\n"


class Screen:
    """A screen with a panel once a file exists, whose clock shows a time's minute some looks after it has changed."""

    def __init__(self, up: Path | None = None, times: list[float] | None = None) -> None:
        self._up, self._times, self._looks = up, times or [], 0

    def has_panel(self) -> bool:
        return self._up is None or self._up.exists()

    def size(self) -> tuple[int, int]:
        return (1280, 720)

    def pixels(self, left: float, right: float, height: int) -> bytes:
        self._looks += 1
        if self._times:
            return str(self._times[-1] if self._looks > 4 else 0).encode()
        return b"\1\2\3\0\4\5\6\0" if self.has_panel() else b"\0" * 8


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[session.Session]:
    started: list[int] = []

    def start(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        process = popen(*args, **options)
        started.append(process.pid)
        return process

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(session, "_collect", dict)  # else it would reap other children of this process
    monkeypatch.setattr(session, "PRIVATE_DIR", str(tmp_path))
    monkeypatch.setattr(session, "HOME", str(tmp_path))
    monkeypatch.setattr(session, "ENVIRONMENT", {"PATH": f"{tmp_path}:/usr/bin:/bin"})
    monkeypatch.setattr(session, "START_SECONDS", 3.0)
    yield session.Session(1280, 720)
    for pid in started:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _program(folder: Path, text: str) -> None:
    (folder / "tint2").write_text(text)
    (folder / "tint2").chmod(0o755)


def _runs(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


@pytest.mark.parametrize("program", [HANGS_AT_FIRST, ENDS_AT_FIRST])
def test_it_is_started_once_more(desktop: session.Session, tmp_path: Path, program: str) -> None:
    _program(tmp_path, program)
    desktop._start_panel(cast(Any, Screen(tmp_path / "second")))
    assert desktop.set_time != clock.set_time
    # The first one's end isn't taken for the panel's.
    assert list(desktop._services.values()) == ["tint2"] and _runs(desktop.process_of("tint2"))


def test_one_that_never_comes_up_is_told(desktop: session.Session, tmp_path: Path) -> None:
    _program(tmp_path, "#!/bin/sh\necho 'no display' >&2\n")
    with pytest.raises(session.ServiceDied, match="tint2 did not come up"):
        desktop._start_panel(cast(Any, Screen(tmp_path / "never")))
    assert desktop.diagnosis() == "no display\nno display"


def test_a_missing_program_is_named_with_its_package(
    desktop: session.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "ENVIRONMENT", {"PATH": str(tmp_path)})
    with pytest.raises(session.ServiceDied, match="install the package tint2"):
        desktop._start_panel(cast(Any, Screen(tmp_path / "never")))


def test_the_time_stands_at_the_minute_until_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[float, bool]] = []
    times: list[float] = [1]
    monkeypatch.setattr(clock, "set_time", lambda now, running: calls.append((now, running)))
    monkeypatch.setattr(clock, "pace", lambda: clock.PACE)
    panel = openbox.Panel(cast(Any, Screen(times=times)))
    panel.set_time(130.0, True)
    assert calls == [(120.0, False), (130.0, True)]
    panel.set_time(150.0, False)  # the same minute
    assert calls[2:] == [(150.0, False)]
    monkeypatch.setattr(clock, "pace", lambda: 1)  # without libfaketime the panel shows the real time
    panel.set_time(200.0, False)
    assert calls[3:] == [(200.0, False)]
