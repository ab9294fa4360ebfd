"""Connecting to the device that a serial number names; a failure says what to do about it.

* `connect` - directly to a device that listens on TCP, otherwise through an adb server. `needs_server` - which it is.
* `devices` - the devices of an adb server.
"""

from __future__ import annotations

import re

from crab_gym.backends.adb.adb_server import server_port
from crab_gym.backends.adb.shell import Shell
from crab_gym.backends.adb.transport import DirectTransport, KeyRequired, Lost, ServerTransport, Unanswered, ask_server
from crab_sim.suggestions import did_you_mean

__all__ = ["connect", "devices", "needs_server"]

_ADDRESS = re.compile(r"(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):(?P<port>\d{1,5})")
_HELP = {
    "unauthorized": "accept this computer's key on the phone's screen",
    "authorizing": "accept this computer's key on the phone's screen",
    "offline": "unplug it and plug it in again, or restart the emulator",
    "no permissions": "give your user access to the USB device (udev rules)",
}


_START = (
    "Start an emulator (emulator -avd NAME), plug a phone in, or take a simulated one: --backend android=adb:simulated"
)


def devices(port: int, timeout: float) -> dict[str, str]:
    """Returns the state of each device of an adb server, by serial number."""
    rows = (line.partition("\t") for line in ask_server(port, "host:devices", timeout).splitlines())
    return {serial: state for serial, tab, state in rows if tab}


def _names_and_states(known: dict[str, str]) -> str:
    return ", ".join(f"{serial} ({state})" for serial, state in known.items()) or "none"


def _choose(known: dict[str, str], serial: str) -> str:
    """Returns the serial number of the device to use."""
    if serial:
        state = known.get(serial)
        if state is None:
            hint = did_you_mean(serial, ["simulated", *known])
            if re.fullmatch(r"[\d.]+|localhost", serial):
                hint = f" An address needs a port, as in {serial}:5555."
            raise Lost(f"there is no device {serial!r}.{hint} Connected: {_names_and_states(known)}. {_START}")
        if state != "device":
            hint = next((text for start, text in _HELP.items() if state.startswith(start)), "wait until it is ready")
            raise Lost(f"the device {serial!r} is {state}: {hint}")
        return serial
    ready = [name for name, state in known.items() if state == "device"]
    if len(ready) != 1:
        problem = "no device is ready" if not ready else "several devices are ready: say which, as in adb:SERIAL"
        raise Lost(f"{problem}; connected: {_names_and_states(known)}" + ("" if ready else f". {_START}"))
    return ready[0]


def needs_server(serial: str) -> bool:
    """Returns whether a serial number is no address, so that only an adb server reaches the device."""
    return _ADDRESS.fullmatch(serial) is None


def connect(serial: str, server: int | None, timeout: float) -> tuple[Shell, str]:
    """Connects to a device.

    Args:
        serial: ``HOST:PORT``, or a serial number that an adb server knows; ``""`` for the only device.
        server: Port of the adb server; None for the running one, or else a private one.
        timeout: Seconds without an answer after which the device counts as lost.

    Returns:
        The device's shell, and its serial number.

    Raises:
        Lost: There is no connection; the message says why and what to do.
    """
    address = _ADDRESS.fullmatch(serial)
    if address is not None:
        if not 0 < int(address["port"]) < 65_536:
            raise Lost(f"there is no port {address['port']}; expected one from 1 to 65535")
        try:
            where = address["host"].strip("[]"), int(address["port"])
            return Shell(DirectTransport(where, timeout)), serial
        except KeyRequired:
            pass  # an adb server has one
        except Unanswered as error:
            port = address["port"]
            raise Lost(
                f"{error}; let the phone listen there (adb tcpip {port}) or start a simulated one "
                f"(crab-gym phone --port {port})"
            ) from None
    port = server_port(server)
    if address is not None:
        ask_server(port, f"host:connect:{serial}", timeout)
    device = _choose(devices(port, timeout), serial)
    return Shell(ServerTransport(port, device, timeout)), device
