"""`SimBackend`: a machine of `crab_gym.sim` in this process, exact and fast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from crab_gym.backends.base import Backend, Element, Image, InvalidAction, Setup
from crab_gym.backends.sim.desktop_state import SimDesktopState
from crab_gym.backends.sim.phone_state import SimPhoneState
from crab_gym.sim.desktop import Desktop
from crab_gym.sim.machine.machine import ActionRefused, Machine
from crab_gym.sim.phone import Phone
from crab_gym.sim.ui.accessibility import ScreenReader

if TYPE_CHECKING:
    from crab_gym.sim.draw.raster import Canvas

__all__ = ["SimBackend"]

_STATES: Mapping[str, type[SimDesktopState] | type[SimPhoneState]] = {
    "ubuntu": SimDesktopState,
    "android": SimPhoneState,
}


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
        self._take((Desktop if device == "ubuntu" else Phone)(*screen_size))
        self.machine.set_drawn(False)  # until the first screenshot

    def _take(self, machine: Machine) -> None:
        self.machine = machine
        self._state: SimDesktopState | SimPhoneState = _STATES[self.device](machine)
        self._drop_frames()

    def _drop_frames(self) -> None:
        self._canvas: Canvas | None = None
        self._reader = ScreenReader(Element)

    def reset(self, seed: int) -> None:
        """Boots the machine that the seed determines."""
        self.machine.boot(seed)

    @property
    def state(self) -> SimDesktopState | SimPhoneState:
        """The machine's state, for evaluators."""
        return self._state

    @property
    def setup(self) -> Setup:
        """The same, since it also writes."""
        return self._state

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out a verb."""
        machine: Any = self.machine
        try:
            machine.execute(name, args)
        except ActionRefused as refusal:
            raise InvalidAction(str(refusal)) from None

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass."""
        self.machine.advance(seconds)

    def settle(self) -> None:
        """Returns at once: nothing on the machine moves by itself."""

    def screenshot(self) -> Image:
        """Returns the screen; only the changes since the last frame are drawn."""
        if self._canvas is None:
            from crab_gym.sim.draw.raster import Canvas  # not before the first screenshot: many episodes need none

            self._canvas = Canvas(*self.screen_size)
            self.machine.set_drawn(True)
        return self._canvas.frame(self.machine.scene.ops)

    def differences(self, screen: Image, since: Any) -> tuple[Any, Sequence[tuple[int, int, int, int]] | None]:
        """Returns the parts of a screenshot that were drawn since an earlier one; see `Backend.differences`."""
        if self._canvas is None:
            return None, None
        return self._canvas.differences(screen, since)

    def elements(self) -> tuple[Element, ...]:
        """Returns the elements on the screen, back to front, without those that other windows hide."""
        front = self.machine.front
        return self._reader.read(self.machine.scene.nodes, front.id if front is not None else "shell")

    def snapshot(self) -> Mapping[str, Any]:
        """Returns a handle that shares the machine's immutable state."""
        return self.machine.snapshot()

    def restore(self, handle: Mapping[str, Any]) -> None:
        """Brings the machine back to a snapshot."""
        self.machine.restore(handle)

    def fork(self) -> SimBackend:
        """Returns an independent copy."""
        copy = object.__new__(SimBackend)
        Backend.__init__(copy, self.device, self.screen_size)
        copy._take(self.machine.fork())
        return copy

    def fingerprint(self) -> str:
        """Returns a digest of the machine's state."""
        return self.machine.fingerprint()

    def close(self) -> None:
        """Drops the frames."""
        self._drop_frames()
