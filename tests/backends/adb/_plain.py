"""A phone that hides that it is simulated, for testing the backend's way with real phones."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.phone.android import Device, Output
from crab_sim.shell import ShellState


class PlainDevice(Device):
    """A phone without crab-gym's services, perhaps without a Unicode keyboard, and with a flickering screen."""

    unicode = True
    flicker = 0

    def run(self, line: str, stdin: bytes = b"", state: ShellState | None = None) -> Output:
        if "crab_gym" in line:
            line = "echo" if line.startswith("getprop") else "nothing"
        if line.startswith("ime list") and not self.unicode:
            line = "echo com.android.inputmethod.latin/.LatinIME"
        output = super().run(line, stdin, state)
        if line == "screencap" and self.flicker:
            self.flicker -= 1
            noise = bytes([self.flicker % 251]) * 4
            output = output._replace(stdout=output.stdout[:-4] + noise)
        return output


def plain(seed: int = 0, screen_size: tuple[int, int] = (360, 800)) -> PlainDevice:
    [device] = phones(seed=seed, screen_size=screen_size)
    return PlainDevice(device.phone)


def served(devices: Sequence[Device]) -> PhoneServer:
    return PhoneServer(devices)
