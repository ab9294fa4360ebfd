"""The emulator's console: a line protocol on the port below adbd's, which ``adb emu`` speaks.

* `Console` - a connection to it.
* `answer` - what it says to a line.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence

from crab_sim.machine import keyboard
from crab_sim.phone import battery
from crab_sim.phone.android import Device
from crab_sim.phone.apps.contacts.data import digits
from crab_sim.phone.apps.maps import data as maps_data
from crab_sim.phone.apps.messages import data as messages_data
from crab_sim.phone.apps.phone import data as phone_data
from crab_sim.phone.apps.phone.data import CALL
from crab_sim.phone.system import battery_saver, network
from crab_sim.web.sites.lobby import Lobby

__all__ = ["Console", "answer"]

_MAX_LINE = 16 * 1024
_MAX_CONNECTIONS = 16  # those that have sent a line
_log = logging.getLogger(__name__)
_BANNER = "Android Console: simulated phone; type 'help' for a list of commands\r\nOK\r\n"


class _Refused(Exception):
    """A command is answered with KO; the message says why."""


def _words(words: Sequence[str], count: int, usage: str) -> Sequence[str]:
    if len(words) < count:
        raise _Refused(f"missing argument, try '{usage}'")
    return words


def _sms(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 3, "sms send <phonenumber> <text message>")
    if words[0] != "send":
        raise _Refused("bad sub-command")
    messages_data.receive(device.phone, _number(words[1]), line.split(None, 3)[3].replace("\\n", "\n"))
    return ""


def _number(text: str) -> str:
    if len(text) > 40 or not any(char.isdigit() for char in text):
        raise _Refused(f"bad phone number format {text[:40]!r}")
    return text


_STATES = {"ringing": "incoming", "dialing": "dialing", "active": "active"}


def _gsm(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 1, "gsm call|accept|cancel|list <phonenumber>")
    phone = device.phone
    call: phone_data.Call | None = phone.get(CALL)
    if words[0] == "list":
        if call is None:
            return ""
        lines = [
            f"  {'inbound from' if one.incoming else 'outbound to'} {one.number} : "
            f"{'held' if one.held else _STATES[one.state]}\r\n"
            for one in call.all_calls
        ]
        return "".join(lines)
    if words[0] not in ("call", "accept", "cancel"):
        raise _Refused("bad sub-command")
    number = _number(_words(words, 2, f"gsm {words[0]} <phonenumber>")[1])
    if words[0] == "call":
        if network.has_signal(phone):
            phone.launch("phone", ("incoming", number))
    elif call is None or digits(call.number) != digits(number):
        raise _Refused("no call from " + number)
    elif words[0] == "accept":
        phone_data.answer(phone)
    else:
        phone_data.end_call(phone)
    return ""


def _geo(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 3, "geo fix <longitude> <latitude>")
    try:
        longitude, latitude = float(words[1]), float(words[2])
    except ValueError:
        raise _Refused("not a valid position") from None
    if words[0] != "fix" or not (abs(latitude) <= 90 and abs(longitude) <= 180):
        raise _Refused("not a valid position")
    device.phone.put(maps_data.LOCATION, (latitude, longitude))
    return ""


_CHARGING = {"unknown": "1", "charging": "2", "discharging": "3", "not-charging": "4", "full": "5"}
_HEALTH = {"unknown": "1", "good": "2", "overheat": "3", "dead": "4", "overvoltage": "5", "failure": "6"}


def _power(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 1, "power display|capacity|ac|status|health|present")
    now = battery.values(device.phone)
    if words[0] == "display":
        status = next(name for name, code in _CHARGING.items() if code == now["status"])
        ac = "online" if now["AC powered"] == "true" else "offline"
        return f"AC: {ac}\r\nstatus: {status}\r\npresent: {now['present']}\r\ncapacity: {now['level']}\r\n"
    value = _words(words, 2, f"power {words[0]} <value>")[1]
    match words[0]:
        case "capacity" if value.isascii() and value.isdigit() and int(value[:9]) <= 100:
            given = {"level": str(int(value))}
        case "ac" if value in ("on", "off"):
            given = {"AC powered": str(value == "on").lower()}
        case "status" if value in _CHARGING:
            given = {"status": _CHARGING[value]}
        case "health" if value in _HEALTH:
            given = {"health": _HEALTH[value]}
        case "present" if value in ("true", "false"):
            given = {"present": value}
        case _:
            raise _Refused(f"bad argument {words[0][:40]} {value[:40]}")
    battery_saver.change(device.phone, given)
    return ""


def _network(device: Device, words: Sequence[str], line: str) -> str:
    if words[:1] == ["status"]:
        return "Current network status:\r\n  download speed: 0 bits/s\r\n  upload speed: 0 bits/s\r\n"
    if words[:1] not in (["speed"], ["delay"]):
        raise _Refused("bad sub-command, try 'network status|speed|delay'")
    return ""  # the phone has no network that could be slower


def _rotate(device: Device, words: Sequence[str], line: str) -> str:
    try:
        device.resize(*device.screen_size[::-1])
    except ValueError as error:
        raise _Refused(str(error)) from None
    return ""


def _event(device: Device, words: Sequence[str], line: str) -> str:
    _words(words, 2, "event text <textMessage>")
    if words[0] != "text":
        raise _Refused("bad sub-command")
    keyboard.type_text(device.phone, line.split(None, 2)[2])
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
        raise _Refused(f"there is no snapshot {name[:40]}")
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
    "network": _network, "rotate": _rotate, "event": _event, "avd": _avd,
}  # fmt: skip


def answer(device: Device, line: str) -> str:
    """Carries out a command and returns what the console says: its output and OK, or KO with the reason.

    Args:
        device: The phone.
        line: The command with its arguments.
    """
    words = line.split()
    command = _COMMANDS.get(words[0]) if words else None
    try:
        if command is None:
            raise _Refused("unknown command, try 'help'")
        device.tick()
        return command(device, words[1:], line) + "OK\r\n"
    except _Refused as refusal:
        return f"KO: {refusal}\r\n"
    except Exception:
        _log.exception("the console of a simulated phone failed")
        return "KO: internal error\r\n"


class Console(asyncio.Protocol):
    """One connection to a phone's console. It needs no token, since it is served on loopback only.

    Args:
        device: The phone.
        connections: The set of open connections; it adds and removes itself.
        lobby: Those of them that haven't sent a line yet.
    """

    def __init__(self, device: Device, connections: set[Console], lobby: Lobby[Console]) -> None:
        self._device, self._connections, self._lobby = device, connections, lobby
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the banner."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._connections.add(self)
        self._lobby.enter(self)
        asyncio.get_running_loop().call_later(self._lobby.seconds + 0.01, self._lobby.expire)
        transport.write(_BANNER.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """Forgets the connection."""
        self._transport = None
        self._lobby.leave(self)
        self._connections.discard(self)

    def pause_writing(self) -> None:
        """Closes the connection to a client that doesn't read its answers."""
        self.abort()

    def data_received(self, data: bytes) -> None:
        """Handles the lines that are complete."""
        self._buffer += data
        while self._transport is not None and (end := self._buffer.find(b"\n")) >= 0:
            line = self._buffer[:end].decode("utf-8", "replace").strip()
            del self._buffer[: end + 1]
            self._line(self._transport, line)
        if len(self._buffer) > _MAX_LINE:
            self.abort()

    def abort(self) -> None:
        """Closes the connection at once."""
        if self._transport is not None:
            self._transport.abort()
            self.connection_lost(None)

    def _line(self, transport: asyncio.Transport, line: str) -> None:
        inside = len(self._connections) - len(self._lobby)
        if self._lobby.leave(self) and inside >= _MAX_CONNECTIONS:
            self.abort()
            return
        words = line.split()
        if not words:
            return
        if "HTTP/" in words[-1]:  # a page in a browser may send requests here, and could command the phone
            self.abort()
            return
        if words[0] in ("quit", "exit", "kill"):
            self._transport = None
            transport.close()
            return
        transport.write(answer(self._device, line).encode())
