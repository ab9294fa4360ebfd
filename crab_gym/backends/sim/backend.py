"""The simulated backend: a machine of `crab_gym.sim`, in-process, exact and fast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.backends.base import Backend, Element, Image, InvalidAction, Setup
from crab_gym.backends.sim.phone_state import SimPhoneState
from crab_gym.backends.sim.state import SimDesktopState
from crab_gym.sim.desktop import Desktop
from crab_gym.sim.machine.machine import Machine, Refused
from crab_gym.sim.phone import Phone
from crab_gym.sim.ui.accessibility import Reader

__all__ = ["SimBackend", "SimDesktopState", "SimPhoneState"]


class SimBackend(Backend):
    """A simulated phone or desktop; see `Backend`. Its clock is virtual."""

    kind = "sim"
    devices = ("ubuntu", "android")
    deterministic = True
    real_time = False
    in_process = True

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        if options:
            raise ValueError(f"backend 'sim' of {device!r} has no options; got {sorted(options)}")
        super().__init__(device, screen_size)
        self.machine: Machine = (Desktop if device == "ubuntu" else Phone)(*screen_size)
        self.machine.look(False)  # until the first screenshot
        self._state: SimDesktopState | SimPhoneState = _STATES[device](self.machine)
        self._canvas: Any = None
        self._reader = Reader(Element)

    def reset(self, seed: int) -> None:
        """Boots the machine that the seed determines."""
        self.machine.boot(seed)

    @property
    def state(self) -> SimDesktopState | SimPhoneState:
        """The machine's state."""
        return self._state

    @property
    def setup(self) -> Setup:
        """The machine's state, for writing."""
        return self._state

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out a verb."""
        machine: Any = self.machine
        try:
            machine.execute(name, args)
        except Refused as refusal:
            raise InvalidAction(str(refusal)) from None

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass."""
        self.machine.advance(seconds)

    def settle(self) -> None:
        """Returns at once: nothing on the machine moves by itself."""

    def screenshot(self) -> Image:
        """Draws what has changed since the last frame."""
        if self._canvas is None:
            from crab_gym.sim.draw.raster import Canvas

            self._canvas = Canvas(*self.screen_size)
            self.machine.look(True)
        image: Image = self._canvas.frame(self.machine.scene.ops)
        return image

    def differences(self, screen: Image, since: Any) -> tuple[Any, Sequence[tuple[int, int, int, int]] | None]:
        """Tells where a screenshot may differ from an earlier one, from what was drawn; see `Backend.differences`."""
        if self._canvas is None:
            return None, None
        found: tuple[Any, Sequence[tuple[int, int, int, int]] | None] = self._canvas.differences(screen, since)
        return found

    def elements(self) -> tuple[Element, ...]:
        """Returns what is on the screen, back to front, without what other windows hide."""
        front = self.machine.front
        return self._reader.read(self.machine.scene.nodes, front.id if front is not None else "shell")

    def snapshot(self) -> Mapping[str, Any]:
        """Returns a handle that shares the machine's immutable state."""
        return self.machine.snapshot()

    def restore(self, handle: Mapping[str, Any]) -> None:
        """Brings the machine back to a handle."""
        self.machine.restore(handle)

    def fork(self) -> SimBackend:
        """Returns an independent copy."""
        copy = object.__new__(SimBackend)
        Backend.__init__(copy, self.device, self.screen_size)
        copy.machine = self.machine.fork()
        copy._state = _STATES[self.device](copy.machine)
        copy._canvas, copy._reader = None, Reader(Element)
        return copy

    def fingerprint(self) -> str:
        """Returns a digest of the machine's state."""
        return self.machine.fingerprint()

    def close(self) -> None:
        """Drops the frames."""
        self._canvas, self._reader = None, Reader(Element)


_STATES: dict[str, type[SimDesktopState] | type[SimPhoneState]] = {"ubuntu": SimDesktopState, "android": SimPhoneState}
