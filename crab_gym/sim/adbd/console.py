"""The emulator's console: a line protocol on the port below adbd's, which ``adb emu`` speaks.

* `Console` - one connection to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from crab_gym.sim.phone.android import Device
from crab_gym.sim.phone.apps import messages

__all__ = ["Console"]

_MOST_LINE = 16 * 1024
_BANNER = "Android Console: simulated phone; type 'help' for a list of commands\r\nOK\r\n"


class _Refused(Exception):
    """The console answers KO; the message says why."""


def _words(words: Sequence[str], count: int, usage: str) -> Sequence[str]:
    if len(words) < count:
        raise _Refused(f"missing argument, try '{usage}'")
    return words


def _sms(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 3, "sms send <phonenumber> <text message>")
    if words[0] != "send":
        raise _Refused("bad sub-command")
    number, text = words[1], line.split(None, 3)[3]
    messages.receive(device.phone, number, text.replace("\\n", "\n"))
    return ""


def _gsm(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 1, "gsm call|accept|cancel|list <phonenumber>")
    phone = device.phone
    call = phone.get("call")
    if words[0] == "list":
        return "" if call is None else f"inbound from {call.number} : {call.state}\r\n"
    _words(words, 2, f"gsm {words[0]} <phonenumber>")
    if words[0] == "call":
        phone.launch("phone", ("incoming", words[1]))
        return ""
    if words[0] not in ("accept", "cancel"):
        raise _Refused("bad sub-command")
    if call is None:
        raise _Refused(f"no call from {words[1]}")
    phone.key("call" if words[0] == "accept" else "endcall")
    return ""


def _geo(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 3, "geo fix <longitude> <latitude>")
    try:
        longitude, latitude = float(words[1]), float(words[2])
    except ValueError:
        raise _Refused("not a valid position") from None
    if words[0] != "fix" or not (abs(latitude) <= 90 and abs(longitude) <= 180):
        raise _Refused("not a valid position")
    device.phone.put("location", (latitude, longitude))
    return ""


def _power(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 1, "power display|capacity|ac|status")
    level, charging = device.phone.get("battery")
    if words[0] == "display":
        state = "Charging" if charging else "Not charging"
        return f"AC: {'online' if charging else 'offline'}\r\nstatus: {state}\r\ncapacity: {level}\r\n"
    value = _words(words, 2, f"power {words[0]} <value>")[1]
    if words[0] == "capacity" and value.isdecimal() and int(value) <= 100:
        level = int(value)
    elif words[0] == "ac" and value in ("on", "off"):
        charging = value == "on"
    elif words[0] == "status" and value in ("charging", "discharging", "not-charging", "full"):
        charging = value in ("charging", "full")
    else:
        raise _Refused(f"bad argument {value[:40]!r}")
    device.phone.put("battery", (level, charging))
    return ""


def _event(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 2, "event text <textMessage>")
    if words[0] != "text":
        raise _Refused("bad sub-command")
    device.phone.type_text(line.split(None, 2)[2])
    return ""


def _avd(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 1, "avd name|status|snapshot")
    if words[0] == "name":
        return "crab_phone\r\n"
    if words[0] == "status":
        return "virtual device is running\r\n"
    if words[0] != "snapshot":
        raise _Refused("bad sub-command")
    _words(words, 2, "avd snapshot list|save|load|del <name>")
    if words[1] == "list":
        return "".join(f"{name}\r\n" for name in device.snapshots) or "There is no snapshot available.\r\n"
    name = _words(words, 3, f"avd snapshot {words[1]} <name>")[2]
    if words[1] == "save":
        device.save(name)
    elif name not in device.snapshots:
        raise _Refused(f"there is no snapshot {name[:40]!r}")
    elif words[1] == "load":
        device.load(name)
    elif words[1] in ("del", "delete"):
        del device.snapshots[name]
    else:
        raise _Refused("bad sub-command")
    return ""


def _ping(device: Device, words: Sequence[str], line: str) -> str:
    return "I am alive!\r\n"


def _nothing(device: Device, words: Sequence[str], line: str) -> str:
    return ""


def _help(device: Device, words: Sequence[str], line: str) -> str:
    return "Android console commands:\r\n" + "".join(f"    {name}\r\n" for name in (*_COMMANDS, "quit"))


_COMMANDS: Mapping[str, Callable[[Device, Sequence[str], str], str]] = {
    "help": _help, "auth": _nothing, "ping": _ping, "sms": _sms, "gsm": _gsm, "geo": _geo, "power": _power,
    "event": _event, "avd": _avd,
}  # fmt: skip


class Console(asyncio.Protocol):
    """One connection to a phone's console. It asks for no token, and answers on loopback only."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greets."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(_BANNER.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """Forgets the connection."""
        self._transport = None

    def data_received(self, data: bytes) -> None:
        """Takes lines, however they are cut."""
        self._buffer += data
        while self._transport is not None and (end := self._buffer.find(b"\n")) >= 0:
            line = self._buffer[:end].decode("utf-8", "replace").strip()
            del self._buffer[: end + 1]
            self._line(self._transport, line)
        if len(self._buffer) > _MOST_LINE and self._transport is not None:
            self._transport.abort()

    def _line(self, transport: asyncio.Transport, line: str) -> None:
        words = line.split()
        if not words:
            return
        if words[0] in ("quit", "exit"):
            transport.close()
            return
        command = _COMMANDS.get(words[0])
        try:
            if command is None:
                raise _Refused("unknown command, try 'help'")
            self._device.tick()
            answer = command(self._device, words[1:], line) + "OK\r\n"
        except _Refused as refusal:
            answer = f"KO: {refusal}\r\n"
        transport.write(answer.encode())
