"""What adbd offers besides files: shells, raw commands, the framebuffer, answers to ``root:`` and the like.

A service gets what the host writes and sends what the host reads through its `Port`; it never waits.
"""

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np

from crab_gym.sim.adbd import wire
from crab_gym.sim.phone.android import Device, Output
from crab_gym.sim.shell import ShellState

__all__ = ["Once", "Port", "RawCommand", "Service", "Shell", "answer_to", "framebuffer", "reverse"]

MAX_STDIN = 64 * 1024 * 1024
_POLL = 0.2  # seconds between two looks at the log
_PROMPT = b"generic:/ # "
_INSTALL_SIZE = re.compile(r"package '?install'? .*?-S '?(\d+)'?")


class Port(Protocol):
    """A service's end of its stream."""

    device: Device

    def send(self, data: bytes) -> None:
        """Sends bytes to the host, once it is ready for them."""

    def finish(self) -> None:
        """Closes the stream once everything has been sent."""

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Calls something after a while."""


class Service(Protocol):
    """A service of an open stream."""

    def receive(self, data: bytes) -> None:
        """Takes what the host wrote."""

    def closed(self) -> None:
        """Told that the host closed the stream."""


class Once:
    """A service that says one thing."""

    def __init__(self, port: Port, text: bytes) -> None:
        port.send(text)
        port.finish()

    def receive(self, data: bytes) -> None:
        """Drops what the host says."""

    def closed(self) -> None:
        """Does nothing."""


class _Follower:
    """Sends the log as it grows, until it is stopped."""

    def __init__(self, port: Port, command: str, send: Callable[[bytes], None]) -> None:
        self._port, self._command, self._send = port, command, send
        self._next, _ = port.device.log_since(-1, command)
        self._timer = port.later(_POLL, self._look)

    def _look(self) -> None:
        self._next, lines = self._port.device.log_since(self._next, self._command)
        if lines:
            self._send(lines)
        self._timer = self._port.later(_POLL, self._look)

    def stop(self) -> None:
        """Stops."""
        self._timer.cancel()


class _Command:
    """One command that runs as soon as what it reads has come.

    A command is run at once; where it reads its input to the end before the host has closed it, its changes are taken
    back, and it is run again when more is there.
    """

    def __init__(self, port: Port, line: str) -> None:
        self.port, self.line = port, line
        self.stdin = bytearray()
        self.follower: _Follower | None = None
        self.over = False

    def attempt(self, closed: bool) -> Output | None:
        """Runs the command; None where it waits for input."""
        device = self.port.device
        before = None if closed else device.phone.snapshot()
        output = device.run(self.line, bytes(self.stdin))
        if before is not None and output.ended:
            device.phone.restore(before)
            return None
        self.over = True
        return output

    def take(self, data: bytes) -> bool:
        """Keeps input; False where there is too much of it."""
        if len(self.stdin) + len(data) > MAX_STDIN:
            self.over = True
            self.port.finish()
            return False
        self.stdin += data
        return True

    def stop(self) -> None:
        """Stops what goes on printing."""
        self.over = True
        if self.follower is not None:
            self.follower.stop()


class RawCommand:
    """``exec:`` and ``shell:`` with a command: its output as it is, standard error in it, no exit code."""

    def __init__(self, port: Port, line: str) -> None:
        self._port = port
        self._command = _Command(port, line)
        size = _INSTALL_SIZE.search(line)
        self._wanted = int(size[1]) if size is not None else 0
        if not self._wanted:
            self._try(False)

    def _try(self, closed: bool) -> None:
        output = self._command.attempt(closed)
        if output is None:
            return
        self._port.send(output.stdout + output.stderr)
        if output.follow:
            self._command.follower = _Follower(self._port, output.follow, self._port.send)
        else:
            self._port.finish()

    def receive(self, data: bytes) -> None:
        """Takes the command's input."""
        if self._command.over or not self._command.take(data):
            return
        if self._wanted:
            if len(self._command.stdin) >= self._wanted:
                self._try(True)
        elif self._command.stdin.endswith(b"\n"):
            self._try(False)

    def closed(self) -> None:
        """The host wants no more; a command that waited for the end of its input runs now."""
        if not self._command.over:
            self._command.attempt(True)
        self._command.stop()


class Shell:
    """``shell,v2:`` with or without a command: frames for input, output, errors and the exit code."""

    def __init__(self, port: Port, line: str, terminal: bool) -> None:
        self._port = port
        self._parser = wire.ShellParser()
        self._command = _Command(port, line) if line else None
        self._session = None if line else _Session(port.device, terminal)
        if self._command is not None:
            self._try(False)
        elif self._session is not None:
            self._frame(wire.SHELL_STDOUT, self._session.greeting)

    def _frame(self, kind: int, data: bytes) -> None:
        for start in range(0, len(data), 65_536):
            self._port.send(wire.shell_frame(kind, data[start : start + 65_536]))

    def _exit(self, status: int) -> None:
        self._port.send(wire.shell_frame(wire.SHELL_EXIT, bytes([status])))
        self._port.finish()

    def _try(self, closed: bool) -> None:
        command = self._command
        output = command.attempt(closed) if command is not None else None
        if command is None or output is None:
            return
        self._frame(wire.SHELL_STDOUT, output.stdout)
        self._frame(wire.SHELL_STDERR, output.stderr)
        if output.follow:
            command.follower = _Follower(self._port, output.follow, lambda data: self._frame(wire.SHELL_STDOUT, data))
        else:
            self._exit(output.status)

    def receive(self, data: bytes) -> None:
        """Takes frames of the host."""
        for kind, part in self._parser.feed(data):
            if kind not in (wire.SHELL_STDIN, wire.SHELL_CLOSE_STDIN):
                continue
            closing = kind == wire.SHELL_CLOSE_STDIN
            if self._command is not None:
                if not self._command.over and self._command.take(part):
                    self._try(closing)
            elif self._session is not None and not self._session.over:
                self._frame(wire.SHELL_STDOUT, self._session.type(part, closing))
                if self._session.over:
                    self._exit(self._session.status)

    def closed(self) -> None:
        """Stops what goes on printing."""
        if self._command is not None:
            self._command.stop()


class Terminal:
    """``shell:`` without a command: an interactive shell, as old clients ask for it."""

    def __init__(self, port: Port) -> None:
        self._port, self._session = port, _Session(port.device, terminal=True)
        port.send(self._session.greeting)

    def receive(self, data: bytes) -> None:
        """Takes what is typed."""
        if not self._session.over:
            self._port.send(self._session.type(data, False))
            if self._session.over:
                self._port.finish()

    def closed(self) -> None:
        """Does nothing: nothing runs between two lines."""


class _Session:
    """An interactive shell: lines are run as they are complete; on a terminal they are echoed, after a prompt."""

    def __init__(self, device: Device, terminal: bool) -> None:
        self._device, self._terminal = device, terminal
        self._line = bytearray()
        self._state: ShellState | None = None
        self.status = 0
        self.over = False
        self.greeting = _PROMPT if terminal else b""

    def type(self, data: bytes, closing: bool) -> bytes:
        """Takes what is typed, and whether no more comes; returns what is shown."""
        shown = bytearray()
        for byte in data:
            if self.over:
                break
            if byte in b"\r\n":
                shown += self._enter()
            elif self._terminal and byte in b"\x03\x04\x7f\x08":
                shown += self._control(byte)
            elif len(self._line) < wire.MAX_PAYLOAD:
                self._line.append(byte)
                if self._terminal:
                    shown.append(byte)
        if closing and not self.over:
            if self._line:
                shown += self._enter()
            self.over = True
        return bytes(shown)

    def _control(self, byte: int) -> bytes:
        if byte == 3:  # ctrl+c drops the line
            self._line.clear()
            return b"^C\r\n" + _PROMPT
        if byte == 4:  # ctrl+d on an empty line ends the shell
            self.over = not self._line
            return b"\r\n" if self.over else b""
        if not self._line:
            return b""
        while self._line and self._line[-1] & 0xC0 == 0x80:
            self._line.pop()
        del self._line[-1:]
        return b"\b \b"

    def _enter(self) -> bytes:
        line = self._line.decode("utf-8", "replace")
        self._line.clear()
        output = self._device.run(line, b"", self._state)
        self._state, self.status, self.over = output.state, output.status, output.exited
        shown = output.stdout + output.stderr
        if not self._terminal:
            return shown
        return b"\r\n" + shown.replace(b"\n", b"\r\n") + (b"" if self.over else _PROMPT)


_ANSWERS: Mapping[str, bytes] = {
    "root": b"adbd is already running as root\n",
    "unroot": b"restarting adbd as non root is not supported by this phone\n",
    "remount": b"remount succeeded\n",
    "usb": b"restarting in USB mode\n",
    "disable-verity": b"verity is already disabled\n",
    "enable-verity": b"verity can't be enabled on this phone\n",
}


def answer_to(service: str) -> bytes | None:
    """Returns the answer to a service that only says something, None for other services."""
    name, _, rest = service.partition(":")
    if name == "tcpip" and rest.isdecimal():
        return f"restarting in TCP mode port: {rest}\n".encode()
    return _ANSWERS.get(name) if not rest else None


def framebuffer(device: Device) -> bytes:
    """Returns what ``framebuffer:`` sends: a header of 13 numbers (version 1), then pixels ``RGBA``."""
    screen = device.screenshot()
    height, width, _ = screen.shape
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, :3] = screen
    header = struct.pack("<13I", 1, 32, width * height * 4, width, height, 0, 8, 16, 8, 8, 8, 24, 8)
    return header + pixels.tobytes()


def _text(data: str) -> bytes:
    return b"%04x" % len(data.encode()) + data.encode()


_ENDPOINT = re.compile(r"(tcp:\d{1,5}|local(abstract|reserved|filesystem)?:[^;]{1,108}|jdwp:\d+|dev:[^;]+)")
_MOST_REVERSE = 256


def reverse(request: str, table: dict[str, str]) -> bytes:
    r"""Returns the answer to ``reverse:REQUEST``; nothing on the phone connects to what is listened on.

    Args:
        request: Such as ``forward:tcp:5000;tcp:6000``.
        table: What is listened on -> where it leads on the host; changed.

    >>> table: dict[str, str] = {}
    >>> reverse("forward:tcp:5000;tcp:6000", table), reverse("list-forward", table)
    (b'OKAY', b'0019(reverse) tcp:5000 tcp:6000\n')
    """
    name, _, rest = request.partition(":")
    if name == "list-forward":
        return _text("".join(f"(reverse) {here} {there}\n" for here, there in table.items()))
    if name == "killforward-all":
        table.clear()
        return b"OKAY"
    if name == "killforward":
        if table.pop(rest, None) is None:
            return b"FAIL" + _text(f"listener '{rest}' not found")
        return b"OKAY"
    if name != "forward":
        return b"FAIL" + _text(f"unknown reverse request {request[:80]!r}")
    rebind = not rest.startswith("norebind:")
    here, _, there = rest.removeprefix("norebind:").partition(";")
    if not _ENDPOINT.fullmatch(here) or not _ENDPOINT.fullmatch(there):
        return b"FAIL" + _text(f"bad forward: {rest[:80]}")
    if len(table) >= _MOST_REVERSE:
        return b"FAIL" + _text("too many listeners")
    port = ""
    if here == "tcp:0":
        port = str(next(number for number in range(40_000, 60_000) if f"tcp:{number}" not in table))
        here = f"tcp:{port}"
    if here in table and not rebind:
        return b"FAIL" + _text(f"cannot rebind existing socket '{here}'")
    table[here] = there
    return b"OKAY" + (_text(port) if port else b"")
