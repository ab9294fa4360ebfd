"""A finger and a keyboard, for clients that send input as it happens: touches, lifts, keys down and up.

* `Finger` - on the screen, from touching down to lifting off.
* `Keyboard` - with the modifiers that are held.
"""

from __future__ import annotations

from crab_sim.devices.gestures import LONG_PRESS
from crab_sim.devices.keys import combo
from crab_sim.phone.android import Device
from crab_sim.phone.android.commands.input import press, type_text

__all__ = ["Finger", "Keyboard"]

_SLOP = 8  # pixels that a finger may move while it stays in place
_MODIFIERS = frozenset({"alt", "ctrl", "shift", "super"})
_SHIFTED = str.maketrans("1234567890-=[];'`\\,./", '!@#$%^&*()_+{}:"~|<>?')


class Finger:
    """A finger on a phone's screen. Swipes and drags happen when it lifts off, a long tap while it stays.

    Args:
        device: The phone.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._start: tuple[int, int] | None = None
        self._at = (0, 0)
        self._since = 0.0
        self._held = False  # whether it has stayed so long that it was a long tap

    def touch(self, x: int, y: int) -> None:
        """Touches down at a point in pixels, or moves there."""
        self.wait()
        if self._start is None:
            self._start, self._since, self._held = (x, y), self._device.phone.now, False
        self._at = x, y

    def wait(self) -> None:
        """Does what the finger does by staying where it is."""
        if self._start is None or self._held or self._moved():
            return
        seconds = self._device.phone.now - self._since
        if seconds >= LONG_PRESS:
            self._held = True
            self._device.phone.finger(*self._start, *self._start, seconds)

    def lift(self) -> None:
        """Lifts off where it is; a finger that isn't down stays off."""
        self.wait()
        start, self._start = self._start, None
        if start is None or (self._held and not self._moved(start)):
            return
        if self._held:
            self._device.phone.drag_and_drop(*start, *self._at)
        else:
            self._device.phone.finger(*start, *self._at, self._device.phone.now - self._since)

    def forget(self) -> None:
        """Takes the finger off without effect."""
        self._start = None

    def _moved(self, start: tuple[int, int] | None = None) -> bool:
        x, y = start or self._start or self._at
        return max(abs(self._at[0] - x), abs(self._at[1] - y)) >= _SLOP


class Keyboard:
    """A keyboard of the United States at a phone.

    Args:
        device: The phone.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._held: set[str] = set()

    def down(self, key: str) -> None:
        """Presses a key down, by pyautogui's name; one that isn't a modifier does at once what it does."""
        if key in _MODIFIERS:
            self._held.add(key)
            return
        if len(key) == 1 and self._held <= {"shift"}:
            type_text(self._device, key.upper().translate(_SHIFTED) if self._held else key)
        else:
            press(self._device, combo([*self._held, *(key.split("+") if len(key) > 1 else [key])]))

    def up(self, key: str) -> None:
        """Lets a key go."""
        self._held.discard(key)

    def press(self, key: str) -> None:
        """Presses a key and lets it go."""
        self.down(key)
        self.up(key)

    def forget(self) -> None:
        """Lets all keys go."""
        self._held.clear()
