"""The services of adbd by name, and those that neither run commands nor carry files."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from typing import Final

from crab_sim.adbd.automation import Automation
from crab_sim.adbd.shells import RawCommand, Shell, Terminal
from crab_sim.adbd.stream import Host, Listener, Listeners, Port, Service
from crab_sim.adbd.sync import Sync
from crab_sim.phone.android import Device

__all__ = ["ANSWERS", "find", "framebuffer", "reverse"]

_CHUNK: Final = 64 * 1024
_MAX_LISTENERS: Final = 256
ANSWERS: Final[Mapping[str, bytes]] = {
    "root:": b"adbd is already running as root\n",
    "unroot:": b"adbd of this phone runs as root only\n",
    "remount:": b"remount succeeded\n",
    "usb:": b"restarting in USB mode\n",
    "disable-verity:": b"verity is already disabled\n",
    "enable-verity:": b"verity can't be enabled on this phone\n",
    "jdwp": b"",  # no process waits for a debugger
}
"""What the services say that only say something."""


class Once(Service):
    """A service that sends one text."""

    def __init__(self, port: Port, text: bytes) -> None:
        super().__init__(port)
        self._text = text

    def start(self) -> None:
        """Sends it."""
        self.port.send(self._text)
        self.port.finish()


def _reboot(port: Port) -> Service:
    port.device.reboot()  # it is back at its home screen at once, and its connections stay
    return Once(port, b"")


class _Processes(Service):
    """``track-jdwp``: the list of processes that can be debugged, which stays empty."""

    def start(self) -> None:
        self.port.send(b"0000")


class _Source(Service):
    """``source:SIZE``: that many zero bytes."""

    def __init__(self, port: Port, size: int) -> None:
        super().__init__(port)
        self._left = size

    def start(self) -> None:
        self.drained()

    def drained(self) -> None:
        size = min(self._left, _CHUNK)
        self._left -= size
        self.port.send(bytes(size))
        if not self._left:
            self.port.finish()


class _Pipe(Service):
    """One of two streams that are joined, so that each sends the bytes that the other receives.

    Attributes:
        other: The other stream.
    """

    other: Port | None = None

    def receive(self, data: bytes) -> None:
        """Hands bytes over, and takes more once the other stream has sent them."""
        if self.other is not None:
            self.port.pause()
            self.other.send(data)

    def drained(self) -> None:
        """Lets the other stream take more bytes."""
        if self.other is not None:
            self.other.resume()

    def closed(self) -> None:
        """Closes the other stream too."""
        if self.other is not None:
            self.other.finish()


def _dial(port: Port, listener: Listener) -> Service:
    """Returns the service of a listener: a pipe to its service on the host."""
    pipe = _Pipe(port)

    def join(far_port: Port) -> Service:
        far_pipe = _Pipe(far_port)
        pipe.other, far_pipe.other = far_port, port
        return far_pipe

    return pipe if listener.host.dial(listener.destination, join) else Once(port, b"")


def find(name: str, listeners: Listeners, device: Device) -> Callable[[Port], Service] | None:
    """Returns the maker of a service, such as ``shell,v2,raw:id``; None if there is no such service.

    Args:
        name: The service's name in the host's request.
        listeners: The phone's listeners.
        device: The phone.
    """
    kind, colon, rest = name.partition(":")
    options = kind.split(",")
    if options[0] == "shell" and colon:
        if "v2" in options:
            return lambda port: Shell(port, rest, "pty" in options or ("raw" not in options and not rest))
        return (lambda port: RawCommand(port, rest)) if rest else Terminal
    if kind == "exec" and rest:
        return lambda port: RawCommand(port, rest)
    if kind == "reverse":
        return lambda port: Once(port, reverse(rest, port.listeners, port.host))
    if kind == "tcpip" and _is_number(rest):
        return lambda port: Once(port, f"restarting in TCP mode port: {rest}\n".encode())
    if kind == "source" and _is_number(rest):
        return lambda port: _Source(port, int(rest))
    if kind == "tcp" and _is_number(rest) and int(rest) in device.automation:
        return Automation
    if name in listeners:
        listener = listeners[name]
        return lambda port: _dial(port, listener)
    if name in ANSWERS:
        return lambda port: Once(port, ANSWERS[name])
    return _PLAIN.get(kind) if not rest or kind in ("sink", "reboot") else None


_PLAIN: Final[Mapping[str, Callable[[Port], Service]]] = {
    "sync": Sync, "framebuffer": lambda port: Once(port, framebuffer(port.device)), "sink": Service,
    "track-jdwp": _Processes, "reboot": _reboot,
}  # fmt: skip


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 10


def framebuffer(device: Device) -> bytes:
    """Returns the answer to ``framebuffer:``: a header of 13 numbers (version 1), then ``RGBA`` pixels."""
    import numpy as np  # needed only here

    screen = device.screenshot()
    height, width, _ = screen.shape
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, :3] = screen
    header = struct.pack("<13I", 1, 32, width * height * 4, width, height, 0, 8, 16, 8, 8, 8, 24, 8)
    return header + pixels.tobytes()


# reverse: ---------------------------------------------------------------------------------------------------------


def _text(data: str) -> bytes:
    return b"%04x" % len(data.encode()) + data.encode()


_HERE: Final = re.compile(r"tcp:\d{1,5}|local(abstract|reserved|filesystem)?:[!-:<-~]{1,108}", re.ASCII)
_THERE: Final = re.compile(rf"{_HERE.pattern}|(jdwp|dev|vsock|acceptfd):[!-:<-~]{{1,108}}", re.ASCII)


def reverse(request: str, listeners: Listeners, host: Host) -> bytes:
    """Returns the answer to ``reverse:REQUEST``.

    Args:
        request: Such as ``forward:tcp:5000;tcp:6000``.
        listeners: The phone's listeners, which it changes.
        host: The host that asks.
    """
    name, _, rest = request.partition(":")
    if name == "list-forward":
        return _text("".join(f"(reverse) {here} {listener.destination}\n" for here, listener in listeners.items()))
    if name == "killforward-all":
        listeners.clear()
        return b"OKAY"
    if name == "killforward":
        if listeners.pop(rest, None) is None:
            return b"FAIL" + _text(f"listener '{rest[:200]}' not found")
        return b"OKAY"
    if name != "forward":
        return b"FAIL" + _text(f"unknown reverse request {request[:80]!r}")
    rebind = not rest.startswith("norebind:")
    here, _, there = rest.removeprefix("norebind:").partition(";")
    if not _HERE.fullmatch(here) or not _THERE.fullmatch(there):
        return b"FAIL" + _text(f"bad forward: {rest[:80]}")
    port = ""
    if here == "tcp:0":
        port = str(next(number for number in range(40_000, 60_000) if f"tcp:{number}" not in listeners))
        here = f"tcp:{port}"
    if here in listeners and not rebind:
        return b"FAIL" + _text(f"cannot rebind existing socket '{here}'")
    if here not in listeners and len(listeners) >= _MAX_LISTENERS:
        return b"FAIL" + _text("too many listeners")
    listeners[here] = Listener(host, there)
    return b"OKAY" + (_text(port) if port else b"")
