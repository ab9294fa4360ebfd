"""The service that answers the host's requests: length-prefixed JSON over an inherited socket, one reply to each.

A request is ``{"op": name, "args": {...}}``, a reply ``{"ok": value}`` or ``{"error": kind, "message": text}`` with
kind ``"device"`` (a part of the desktop is gone) or ``"failed"`` (the request could not be carried out). Bytes travel
as base64.
"""

from __future__ import annotations

import base64
import errno
import json
import os
import select
import shutil
import signal
import socket
import stat
import struct
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import clock, wire
from .paths import HOME
from .processes import CROWD, Process, background_programs, processes
from .servers.mail import Letters
from .session import ENVIRONMENT, ServiceDied, Session
from .user_files import owned_files
from .web import Web
from .x11 import XScreen

if TYPE_CHECKING:
    from .atspi import Accessibility

_MAX_OUTPUT = 4 << 20
_PIPE_READS = 16  # of 64 KiB: the capacity of a pipe, which writers may raise to 1 MiB
_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
_LAUNCHER_PROCESS = "rofi"
_LAUNCHER_SECONDS = 15.0
_LAUNCHER_CROWD_SECONDS = 5.0  # where there is hardly room for another program
_LAUNCHER_RETRY_SECONDS = 1.5
_CLEAR = (0xFFE3, 0x75)  # Ctrl+U, which clears its line


class Service:
    """The box's side of the connection.

    Args:
        connection: The socket to the host.
        session: The services to watch over.
        screen: Input and window queries.
        web: The bundled sites.
        letters: The mail server.
    """

    def __init__(
        self, connection: socket.socket, session: Session, screen: XScreen, web: Web, letters: Letters
    ) -> None:
        self._connection = connection
        self._session = session
        self._screen = screen
        self._accessibility: Accessibility | None = None
        self._operations: dict[str, Callable[..., Any]] = {
            "ping": lambda: None,
            "click": screen.click,
            "drag": screen.drag,
            "chord": screen.chord,
            "write": screen.write,
            "search": self._search,
            "windows": screen.windows,
            "front": self._front,
            "elements": self._elements,
            "processes": lambda: [row.name for row in processes().values() if row.state != "Z"],
            "background_programs": background_programs,
            "wait_until_idle": screen.wait_until_idle,
            "close_process_files": screen.close_process_files,
            "stat": _stat,
            "read_file": _read_file,
            "list_dir": _list_dir,
            "write_file": _write_file,
            "make_dir": _make_dir,
            "remove": _remove,
            "clipboard": _clipboard,
            "set_clipboard": _set_clipboard,
            "run": run,
            "clock": session.set_time,
            "web_begin": web.begin,
            "web_read": web.read,
            "web_facts": web.facts,
            "web_uses": web.uses,
            "web_first_facts": web.first_facts,
            "letters": letters.sent,
            "owned_files": owned_files,
            "web_replace": web.replace,
        }

    def serve(self) -> None:
        """Answers requests until the host hangs up."""
        while True:
            request = self._receive()
            if request is None:
                return
            try:
                self._session.check()
                answer = {"ok": self._operations[request["op"]](**request["args"])}
                self._session.check()
            except ServiceDied as problem:
                answer = {"error": "device", "message": str(problem)}
            except Exception as problem:
                # A lost X connection is noticed before the end of the X server.
                dead = type(problem).__name__ in ("ConnectionClosedError", "DisplayConnectionError")
                answer = {"error": "device" if dead else "failed", "message": f"{type(problem).__name__}: {problem}"}
            self.send(answer)

    def send(self, message: dict[str, Any]) -> None:
        """Sends one message to the host."""
        wire.send(self._connection, message)

    def _search(self, escape: int, keys: list[int], text: list[int]) -> bool:
        """Opens a new search window and types into it; False where it doesn't open."""
        start = time.monotonic()
        deadline = start + _LAUNCHER_SECONDS
        if self._session.overview is not None:
            return self._session.overview.search(escape, keys, text, deadline)
        pressed = 0
        visible, others = self._screen.launcher()
        if visible or any(row["kind"] == "menu" for row in self._screen.windows()):
            # Only what holds the keyboard is closed: some programs, such as the Image Viewer, end with this key.
            self._screen.chord([escape])
            visible, others = self._screen.launcher()
        while visible and time.monotonic() < deadline:
            time.sleep(0.005)
            visible, others = self._screen.launcher()
        while time.monotonic() < deadline:
            # A closing menu or window may still hold the keyboard: then the keys are pressed again, unless the search
            # window is about to open. If it was, but too slowly, it has taken the keys for text, which is cleared.
            if pressed:
                self._screen.chord([escape])  # something without a window of its own may hold the keyboard
            self._screen.chord(keys)
            pressed += 1
            retry = time.monotonic() + _LAUNCHER_RETRY_SECONDS
            while (now := time.monotonic()) < retry or (now < deadline and _launcher_runs(processes())):
                if self._screen.launcher(others)[0]:
                    if pressed > 1:
                        self._screen.chord(_CLEAR)
                    self._screen.write(text)
                    return True
                time.sleep(0.005)
            if len(processes()) > CROWD:
                deadline = min(deadline, start + _LAUNCHER_CROWD_SECONDS)
        return False

    def _front(self) -> dict[str, str] | None:
        """Returns the kind and process of the window that takes keys (the search window if it is open), or None."""
        if self._session.overview is None and _launcher_runs(processes()):
            return {"kind": "launcher", "process": _LAUNCHER_PROCESS}
        return self._screen.front()

    def _elements(self) -> wire.ScreenReport:
        """Returns the windows and the accessibility trees of the programs that they belong to."""
        if self._accessibility is None:
            from .atspi import Accessibility  # only on demand, so that a box starts sooner

            self._accessibility = Accessibility(ENVIRONMENT["DBUS_SESSION_BUS_ADDRESS"], self._screen.size())
        windows = self._screen.windows()
        shell = self._session.process_of("gnome-shell")
        pids = {row["pid"] for row in windows if not row["minimized"]} | {shell}
        return {"windows": windows, "trees": self._accessibility.read(pids), "shell": shell}

    def _receive(self) -> Any:
        head = wire.read_exactly(self._connection, 4)
        body = None if head is None else wire.read_exactly(self._connection, struct.unpack(">I", head)[0])
        return None if body is None else json.loads(body)


def _launcher_runs(rows: dict[int, Process]) -> bool:
    return len(rows) <= CROWD and any(row.name == _LAUNCHER_PROCESS and row.state != "Z" for row in rows.values())


def _stat(path: str) -> str:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as problem:
        _raise_if_exhausted(problem)
        return ""
    return "dir" if stat.S_ISDIR(mode) else "file"


def _read_file(path: str, limit: int) -> str | None:
    # Without blocking, and regular files only: a program in the box may have put a pipe or a device there.
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            return None
        with open(descriptor, "rb") as file:
            return base64.b64encode(file.read(limit)).decode()
    except (OSError, ValueError) as problem:
        _raise_if_exhausted(problem)
        return None


def _list_dir(path: str) -> list[str]:
    try:
        return sorted(os.listdir(path))
    except (OSError, ValueError) as problem:
        _raise_if_exhausted(problem)
        return []


def _write_file(path: str, data: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(base64.b64decode(data))
    clock.stamp(path)


def _make_dir(path: str) -> None:
    os.makedirs(path, exist_ok=True)
    clock.stamp(path)


def _remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)


def _clipboard() -> str:
    result = run(["xclip", "-selection", "clipboard", "-o", "-t", "UTF8_STRING"], seconds=3.0)
    return result["stdout"] if result["returncode"] == 0 else ""


def _set_clipboard(text: str) -> None:
    # xclip keeps running to serve the text; since its output is redirected, nothing waits for it.
    data = text.encode("utf-8", "replace")
    subprocess.run(
        ["xclip", "-selection", "clipboard", "-i", "-t", "UTF8_STRING"], input=data,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, cwd=HOME, timeout=10.0, check=True,
    )  # fmt: skip
    # The process that serves it is a fork, which may claim the selection only after this one has ended.
    deadline = time.monotonic() + 3.0
    while _clipboard() != data.decode() and time.monotonic() < deadline:
        time.sleep(0.01)


def run(argv: Sequence[str], seconds: float = 10.0) -> wire.Output:
    """Runs a command until it ends or the time is up (then the exit code is 124, as with timeout(1)).

    The first 4 MiB of each stream are kept. They come through pipes, since the box's disk may be full.
    """
    try:
        process = subprocess.Popen(
            list(argv), env=ENVIRONMENT, cwd=HOME, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
    except BlockingIOError:  # too many processes
        raise
    except OSError as problem:
        _raise_if_exhausted(problem)
        code = 127 if isinstance(problem, FileNotFoundError) else 126
        return {"returncode": code, "stdout": "", "stderr": str(problem)}
    assert process.stdout is not None and process.stderr is not None
    with process.stdout, process.stderr:
        ended = os.pidfd_open(process.pid)
        try:
            streams = {process.stdout.fileno(): bytearray(), process.stderr.fileno(): bytearray()}
            in_time = _collect(streams, ended, time.monotonic() + seconds)
        finally:
            os.close(ended)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
    output, errors = (data.decode("utf-8", "replace") for data in streams.values())
    return {"returncode": code if in_time else 124, "stdout": output, "stderr": errors}


def _collect(streams: dict[int, bytearray], ended: int, deadline: float) -> bool:
    """Reads pipes until the process has ended, even if others still hold them; False where the time is up first."""
    waiting = select.poll()
    for descriptor in (ended, *streams):
        os.set_blocking(descriptor, False)
        waiting.register(descriptor, select.POLLIN)
    while (left := deadline - time.monotonic()) > 0:
        ready = {descriptor for descriptor, _ in waiting.poll(left * 1000)}
        # When it has ended, the pipes hold the rest of its output: as much as fits into them, even if others write on.
        for descriptor in streams if ended in ready else ready:
            for _ in range(_PIPE_READS):
                try:
                    part = os.read(descriptor, 1 << 16)
                except BlockingIOError:
                    break
                if not part:
                    if descriptor in ready:
                        waiting.unregister(descriptor)
                    break
                data = streams[descriptor]
                data += part[: _MAX_OUTPUT - len(data)]
        if ended in ready:
            return True
    return False


def _raise_if_exhausted(problem: Exception) -> None:
    """Raises an error of exhausted resources, which says nothing about the file or program in question."""
    if isinstance(problem, OSError) and problem.errno in _EXHAUSTED:
        raise problem
