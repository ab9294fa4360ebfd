"""`DesktopBackend`: a real Linux desktop, a fresh box for every episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar

from crab_gym.backends.base import Backend, DeviceError, Element, Image
from crab_gym.backends.desktop.box import Box, NotStarted
from crab_gym.backends.desktop.criu import BoxImage, NotBroughtBack, require
from crab_gym.backends.desktop.elements import elements_of
from crab_gym.backends.desktop.keys import keysym_of_name, keysyms_of_names, keysyms_of_text
from crab_gym.backends.desktop.options import BoxOptions
from crab_gym.backends.desktop.pool import Spare
from crab_gym.backends.desktop.replay import REST, TOLERANCE, Deed, Recording, ReplayDiffers, difference
from crab_gym.backends.desktop.settle import Rest
from crab_gym.backends.desktop.state import DesktopSetup, DesktopState
from crab_gym.devices.boot_time import boot_time

__all__ = ["DesktopBackend"]

_CALM = frozenset(["write_file", "make_dir", "remove", "clock", "web_replace"])
"""What changes nothing on a screen without windows."""


@dataclass(frozen=True, slots=True, eq=False)
class Saved:
    """A desktop at one moment, as CRIU saved it; good in this process only.

    Attributes:
        image: The box.
        seed: Of its reset.
        clock: Its time of day, in seconds since 1970, where that stands still.
        rest: What was known of its coming to rest.
        deeds: What was done since its reset.
        restless: Whether anything was done since it last came to rest.
    """

    image: BoxImage
    seed: int
    clock: float
    rest: Rest
    deeds: tuple[Deed, ...]
    restless: bool


class DesktopBackend(Backend):
    """A desktop of Debian packages in its own namespaces on this host, a fresh one for every episode.

    Args:
        device: ``"ubuntu"``.
        screen_size: Width and height in pixels.
        options: Those of `BoxOptions`, such as ``profile="light"`` and ``clock="frozen"``.

    Raises:
        ValueError: An unknown option, or one with a value that it doesn't take.
    """

    kind: ClassVar[str] = "desktop"
    devices: ClassVar[tuple[str, ...]] = ("ubuntu",)
    deterministic: ClassVar[bool] = False

    def __init__(self, device: str = "ubuntu", screen_size: tuple[int, int] = (1280, 720), **options: Any) -> None:
        super().__init__(device, screen_size, **options)
        self._box_options = BoxOptions.read(screen_size, options)
        self._box: Box | None = None
        self._spare = Spare(self._make)
        self._rest = Rest(self._box_options.profile)
        self._seed = 0
        self._clock = 0.0  # the box's time of day, where it stands still
        self._deeds: list[Deed] = []  # what was done since the reset
        self._restless = True
        self._state = DesktopState(self._running)
        self._setup = DesktopSetup(self._running, self._change)
        self._verbs: dict[str, Callable[..., tuple[str, dict[str, Any]]]] = {
            "click": lambda x, y: ("click", {"x": x, "y": y}),
            "right_click": lambda x, y: ("click", {"x": x, "y": y, "button": "right"}),
            "double_click": lambda x, y: ("click", {"x": x, "y": y, "count": 2}),
            "drag": lambda x1, y1, x2, y2: ("drag", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}),
            "scroll": _scroll,
            "write_text": lambda text: ("write", {"keysyms": keysyms_of_text(text)}),
            "press": lambda key: ("chord", {"keysyms": [keysym_of_name(key)]}),
            "hotkey": lambda keys: ("chord", {"keysyms": keysyms_of_names(keys)}),
            "search_app": _search,
        }

    def reset(self, seed: int) -> None:
        """Throws the box away and takes a fresh one; the seed determines its time of day."""
        self._stop()
        if self._box_options.snapshots == "criu":
            require(self.device)
        self._box = self._spare.take()
        if self._box_options.spare:
            self._spare.prepare()
        self._seed, self._clock, self._deeds = seed, boot_time(seed), []
        self._rest = Rest(self._box_options.profile)
        self._box.call("web_begin", seed=seed, now=self._clock)
        self._set_clock()
        self._restless = False

    def _make(self) -> Box:
        """Starts a box and returns it once its screen is at rest."""
        try:
            box = Box(self.device, self._box_options)
        except NotStarted:  # once in some hundred times GNOME Shell waits for ever while it starts
            box = Box(self.device, self._box_options)
        try:
            Rest(self._box_options.profile).wait(box)
        except BaseException:
            box.stop()
            raise
        return box

    @property
    def state(self) -> DesktopState:
        """The read-only view for evaluators."""
        return self._state

    @property
    def setup(self) -> DesktopSetup:
        """The writing view for a task's setup."""
        return self._setup

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out one action by X input events; text and key names are checked before anything is touched."""
        operation, values = self._verbs[name](**args)
        self._rest.expect(self._running(), operation, values)
        self._change(operation, **values)

    def advance(self, seconds: float) -> None:
        """Moves a frozen clock on."""
        if self._box_options.clock == "frozen":
            self._clock += seconds
            self._set_clock()

    def settle(self) -> None:
        """Returns once the box is at rest (see `Rest`); at once where nothing was done that could show.

        Raises:
            DeviceError: The box, its screen or its agent is gone.
        """
        box = self._running()
        if not self._restless:
            box.call("ping")
            box.look()
            return
        self._rest.wait(box)
        self._restless = False
        self._deeds.append(REST)

    def _set_clock(self) -> None:
        self._change("clock", now=self._clock, running=self._box_options.clock == "running")

    def _change(self, operation: str, **values: Any) -> Any:
        """Asks the box for something that changes it, and notes it for a replay."""
        answer = self._running().call(operation, **values)
        self._deeds.append(Deed(operation, values))
        self._restless = self._restless or operation not in _CALM
        return answer

    def screenshot(self) -> Image:
        """Returns the screen, the mouse pointer included."""
        box = self._running()
        box.call("ping")  # the pixels stay readable after the box is gone
        if self._box_options.freeze:
            box.freeze()  # before the look: what is drawn in between would come as a surprise
        box.look()
        return box.rgb()

    def elements(self) -> tuple[Element, ...]:
        """Returns the windows and what their programs tell of them over AT-SPI, back to front, parents before children.

        Of each the part that is to be seen: what lies outside its window or the screen, or is hidden by the windows
        above, is left out, and the bounds are those of the largest part that is left. A program that doesn't answer
        within 2.5 s is its window only.
        """
        found = self._running().call("elements")
        return elements_of(found["windows"], found["trees"], self.screen_size, found["shell"])

    def snapshot(self) -> Recording | Saved:
        """Returns what was done since the reset, and the screen as it is now; with ``snapshots="criu"`` an image.

        Raises:
            NotSaved: CRIU could not take an image.
        """
        if self._box_options.snapshots == "criu":
            image = self._running().save()
            return Saved(image, self._seed, self._clock, copy(self._rest), tuple(self._deeds), self._restless)
        return Recording(self._seed, tuple(self._deeds), self.screenshot())

    def restore(self, handle: Recording | Saved) -> None:
        """Does all that again in a fresh box, and compares the screens; that takes as long as it did then.

        An image just goes on, in a box of its own.

        Raises:
            ReplayDiffers: The screens differ, twice.
            DeviceError: The box broke.
        """
        if isinstance(handle, Saved):
            self._stop()
            try:
                self._box = Box(self.device, self._box_options, handle.image)
            except NotBroughtBack:  # CRIU's processes have been seen to wait for each other for ever
                self._box = Box(self.device, self._box_options, handle.image)
            self._seed, self._clock, self._deeds = handle.seed, handle.clock, list(handle.deeds)
            self._rest, self._restless = copy(handle.rest), handle.restless
            return
        apart = 0.0
        for _ in range(2):
            self._replay(handle)
            apart = difference(self.screenshot(), handle.screen)
            if apart <= TOLERANCE:
                return
        raise ReplayDiffers(
            self.device,
            f"after a replay of {len(handle.deeds)} deeds {apart:.1%} of the pixels differ from the snapshot's, "
            f"expected at most {TOLERANCE:.1%}: something on this desktop moves by itself; reset() starts a new box",
        )

    def _replay(self, handle: Recording) -> None:
        self.reset(handle.seed)
        self._deeds = []  # the reset's own are in the handle
        for deed in handle.deeds:
            if deed is REST:
                self._restless = True
                self.settle()
            else:
                if deed.operation == "clock":
                    self._clock = deed.args["now"]
                self._rest.expect(self._running(), deed.operation, deed.args)
                self._change(deed.operation, **deed.args)

    def fork(self) -> DesktopBackend:
        """Returns another desktop that was brought to the same state by doing the same.

        Raises:
            ReplayDiffers: Its screen came out differently, twice.
        """
        other = DesktopBackend(self.device, self.screen_size, **self.options)
        try:
            other.restore(self.snapshot())
        except BaseException:
            other.close()
            raise
        return other

    def close(self) -> None:
        """Ends the box with everything in it, and the one kept ready."""
        self._stop()
        self._spare.close()

    def _stop(self) -> None:
        box, self._box = self._box, None
        if box is not None:
            box.stop()

    def _running(self) -> Box:
        if self._box is None:
            raise DeviceError(self.device, "no box is running; reset() starts one")
        return self._box


def _scroll(x: int, y: int, direction: str, amount: int = 3) -> tuple[str, dict[str, Any]]:
    button = direction if direction in ("up", "down") else f"scroll_{direction}"
    return "click", {"x": x, "y": y, "button": button, "count": amount}


def _search(name: str) -> tuple[str, dict[str, Any]]:
    keys = keysyms_of_names(["win", "a"])
    return "search", {"escape": keysym_of_name("esc"), "keys": keys, "text": keysyms_of_text(name)}
