"""The pad on which formats write the actions that they read, in the words of mice, fingers and keyboards."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.agents.formats.base import FormatError, Points, Screen, as_number, quote
from crab_gym.agents.formats.keys import keys_of
from crab_gym.envs.verbs import DIRECTIONS, DISTANCES, MAX_WAIT
from crab_gym.task import Action, action

__all__ = ["NOTCH", "Pad"]

NOTCH = 100
"""Pixels that count as one notch of the wheel, where a format tells how far to scroll in pixels."""
_MOST_NOTCHES = 50
_SWIPES = ((3, "short"), (8, "medium"))
_MOST_ACTIONS = 40


class Pad:
    """Collects the environment's actions for what a model wants to do on one device.

    Clicks are taps on the phone, notches of the wheel are swipes there, and the keys of a browser become what has the
    same effect. All methods raise `FormatError` where the device can't do it.

    Args:
        screen: The device's screen.
        points: The unit of the coordinates.
    """

    def __init__(self, screen: Screen, points: Points) -> None:
        self.screen, self.points = screen, points
        self.actions: list[Action] = []

    @property
    def phone(self) -> bool:
        """Whether the device is the phone."""
        return self.screen.device == "android"

    def _add(self, name: str, /, **args: object) -> None:
        self._root(self.screen.device, name, **args)

    def _root(self, device: str, name: str, /, **args: object) -> None:
        if len(self.actions) >= _MOST_ACTIONS:
            raise FormatError(f"the answer has more than {_MOST_ACTIONS} actions; expected fewer")
        self.actions.append(action(device, name, **args))

    # Pointing ------------------------------------------------------------------------------------------------------

    def click(self, x: object, y: object, button: object = "left", count: object = 1) -> None:
        """Clicks, or taps. A third click selects the line: it is pressed Home, then Shift and End.

        Args:
            x: The point's distance from the left edge.
            y: Its distance from the upper edge.
            button: ``"left"``, or ``"right"``, which is a long touch on the phone.
            count: Number of clicks, 1 to 3.
        """
        at = dict(zip("xy", self.points.read(self.screen, x, y), strict=True))
        if button not in ("left", "right", "primary", "secondary"):
            raise FormatError(f"the button is {quote(button)}; expected left or right")
        if count not in (1, 2, 3) or isinstance(count, bool):
            raise FormatError(f"the number of clicks is {quote(count)}; expected 1, 2 or 3")
        right = button in ("right", "secondary")
        if self.phone:
            for _ in range(1 if right else int(str(count))):
                self._add("long_tap" if right else "tap", **at)
        elif right:
            self._add("right_click", **at)
        elif count == 3:
            self._add("click", **at)
            self._add("press", key="home")
            self._add("hotkey", keys=["shift", "end"])
        else:
            self._add("click" if count == 1 else "double_click", **at)

    def hold(self, x: object, y: object) -> None:
        """Touches a point for a second; the right button on the desktop."""
        self.click(x, y, "right")

    def drag(self, start: Sequence[object], end: Sequence[object]) -> None:
        """Drags from a point to another one.

        Args:
            start: The first point, x and y.
            end: The last one.
        """
        x1, y1 = self._point(start)
        x2, y2 = self._point(end)
        self._add("drag", x1=x1, y1=y1, x2=x2, y2=y2)

    def _point(self, pair: Sequence[object]) -> tuple[int, int]:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise FormatError(f"a point is {quote(pair)}; expected two numbers")
        return self.points.read(self.screen, pair[0], pair[1])

    def scroll(self, at: Sequence[object] | None, direction: object, notches: object = 3) -> None:
        """Turns the wheel, or swipes.

        Args:
            at: The point, x and y; None for the middle of the screen.
            direction: Where the view of the content moves.
            notches: Number of notches; on the phone up to 3 are a short swipe, up to 8 a medium one.
        """
        x, y = self._point(at) if at is not None else (self.screen.width // 2, self.screen.height // 2)
        if direction not in DIRECTIONS:
            raise FormatError(f"the direction is {quote(direction)}; expected one of: {', '.join(DIRECTIONS)}")
        number = as_number(notches)
        if number is None or number <= 0:
            raise FormatError(f"the distance is {quote(notches)}; expected a number above 0")
        amount = max(1, min(_MOST_NOTCHES, round(number)))
        if self.phone:
            far = next((word for most, word in _SWIPES if amount <= most), DISTANCES[-1])
            self._add("swipe", x=x, y=y, direction=direction, distance=far)
        else:
            self._add("scroll", x=x, y=y, direction=direction, amount=amount)

    def scroll_by(self, at: Sequence[object] | None, right: object, down: object) -> None:
        """Scrolls by pixels.

        Args:
            at: As in `scroll`.
            right: Pixels to the right.
            down: Pixels downwards.
        """
        moves = ((as_number(down), "down", "up"), (as_number(right), "right", "left"))
        if any(way is None for way, _, _ in moves) or not any(way for way, _, _ in moves):
            raise FormatError("the distance is missing; expected pixels other than 0")
        for way, ahead, back in moves:
            if way:
                self.scroll(at, ahead if way > 0 else back, max(1.0, abs(way) / NOTCH))

    def flick(self, start: Sequence[object], end: Sequence[object]) -> None:
        """Swipes from a point to another one; on the desktop the wheel moves the content as far.

        Args:
            start: The first point, x and y.
            end: The last one.
        """
        if self.phone:
            self.drag(start, end)
            return
        (x1, y1), (x2, y2) = self._point(start), self._point(end)
        self.scroll_by(start, x1 - x2, y1 - y2)

    # Writing and keys ----------------------------------------------------------------------------------------------

    def write(self, text: object) -> None:
        """Types text; a newline presses Enter."""
        if not isinstance(text, str):
            raise FormatError(f"the text is {quote(text)}; expected text")
        self._add("write_text", text=text.replace("\r\n", "\n"))

    def keys(self, names: Sequence[object]) -> None:
        """Presses keys together."""
        keys = keys_of(names, self.screen.device)
        if len(keys) == 1:
            self._add("press", key=keys[0])
        elif self.phone:
            raise FormatError("the phone's keys are pressed one by one; expected one key")
        elif len(keys) > 5:
            raise FormatError(f"{len(keys)} keys are pressed together; expected at most 5")
        else:
            self._add("hotkey", keys=keys)

    def clear(self) -> None:
        """Empties the field that has the focus; on the phone it stays as it is, since no key does that there."""
        if not self.phone:
            self.keys(["ctrl", "a"])
            self.keys(["delete"])

    # Apps and the end ----------------------------------------------------------------------------------------------

    def open_app(self, name: object) -> None:
        """Starts an app by its name."""
        if not isinstance(name, str) or not name.strip():
            raise FormatError(f"the app is {quote(name)}; expected its name")
        if self.phone:
            self._add("open_app", name=name.strip())
        else:
            self._add("search_app", name=name.strip())
            self._add("press", key="enter")

    def back(self) -> None:
        """Goes back."""
        self.keys(["back"] if self.phone else ["alt", "left"])

    def wait(self, seconds: object = 1.0) -> None:
        """Waits; at most as long as the environment allows."""
        number = as_number(seconds)
        if number is None or number <= 0:
            raise FormatError(f"the time is {quote(seconds)}; expected seconds above 0")
        self._root("root", "wait", seconds=min(number, float(MAX_WAIT)))

    def answer(self, text: object) -> None:
        """Submits an answer."""
        if not isinstance(text, str) or not text.strip():
            raise FormatError(f"the answer is {quote(text)}; expected text")
        self._root("root", "submit", answer=text)

    def finish(self, answer: object = "") -> None:
        """Ends the episode; what the model says at the end is submitted before."""
        if isinstance(answer, str) and answer.strip():
            self.answer(answer)
        self._root("root", "complete")
