"""`DesktopBackend`: a real Linux desktop, in a new box for each episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar

from crab_gym.backends.base import Backend, DeviceError, Element, Image
from crab_gym.backends.desktop.box import Box, NotStarted
from crab_gym.backends.desktop.criu import BoxImage, RestoreFailed, require
from crab_gym.backends.desktop.elements import elements_of
from crab_gym.backends.desktop.guest.wire import ScreenReport
from crab_gym.backends.desktop.keys import keysym_of_name, keysyms_of_names, keysyms_of_text
from crab_gym.backends.desktop.late import LateElements
from crab_gym.backends.desktop.launch import find_root
from crab_gym.backends.desktop.namespaces import NAMESPACE_HELP, may_isolate
from crab_gym.backends.desktop.options import BoxOptions
from crab_gym.backends.desktop.replay import SETTLE, TOLERANCE, Operation, ReplayDiffers, ReplaySnapshot, difference
from crab_gym.backends.desktop.requirements import missing_apps
from crab_gym.backends.desktop.settle import Settler
from crab_gym.backends.desktop.spare import Spare
from crab_gym.backends.desktop.state import BoxSetup, BoxState
from crab_sim.devices.boot_time import boot_time

__all__ = ["DesktopBackend"]

_INVISIBLE = frozenset(["write_file", "make_dir", "remove", "clock", "web_replace"])
"""Operations that don't change a screen without windows."""


@dataclass(frozen=True, slots=True, eq=False)
class CriuSnapshot:
    """A desktop's state as CRIU saved it, usable in this process only.

    Attributes:
        image: The image of the box.
        seed: The seed of its reset.
        clock: Its time of day, in seconds since 1970, if that is frozen.
        settler: The state of waiting for its screen.
        operations: The operations since its reset.
        unsettled: Whether any operation may have changed the screen since it last settled.
    """

    image: BoxImage
    seed: int
    clock: float
    settler: Settler
    operations: tuple[Operation, ...]
    unsettled: bool


class DesktopBackend(Backend):
    """A desktop of Debian packages in namespaces of its own on this host, a new one for each episode.

    Args:
        device: ``"ubuntu"``.
        screen_size: Width and height in pixels.
        options: Those of `BoxOptions`, such as ``profile="light"`` and ``clock="frozen"``.

    Raises:
        ValueError: An option is unknown or has an invalid value.
    """

    kind: ClassVar[str] = "desktop"
    devices: ClassVar[tuple[str, ...]] = ("ubuntu",)
    deterministic: ClassVar[bool] = False

    def __init__(self, device: str = "ubuntu", screen_size: tuple[int, int] = (1280, 720), **options: Any) -> None:
        super().__init__(device, screen_size, **options)
        self._box_options = BoxOptions.read(screen_size, options)
        self._box: Box | None = None
        self._spare = Spare(self._make)
        self._settler = Settler(self._box_options.profile)
        self._late = LateElements()
        self._seed = 0
        self._clock = 0.0  # the box's time of day, if that is frozen
        self._operations: list[Operation] = []  # since the reset
        self._unsettled = True
        self._state = BoxState(self._running)
        self._setup = BoxSetup(self._running, self._change, lambda: self._clock)
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

    def unplayable(self, apps: Sequence[str]) -> str:
        """Returns why a task that needs some apps can't be played here, with the commands that help."""
        try:
            root = find_root(self.device, self._box_options)
        except DeviceError as error:
            return error.reason
        if not may_isolate():
            return f"no box can be started; {NAMESPACE_HELP}"
        return "; ".join([f"{row.what} is missing: {row.how}" for row in missing_apps(apps, root)])

    def reset(self, seed: int) -> None:
        """Throws the box away and takes a new one; the seed determines its time of day."""
        self._stop()
        if self._box_options.snapshots == "criu":
            require(self.device)
        self._box = self._spare.take()
        if self._box_options.spare:
            self._spare.prepare()
        self._seed, self._clock, self._operations = seed, boot_time(seed), []
        self._settler, self._late = Settler(self._box_options.profile), LateElements()
        self._box.call("web_begin", seed=seed, now=self._clock)
        self._set_clock()
        self._unsettled = False

    def _make(self) -> Box:
        """Starts a box and returns it once its screen has settled."""
        try:
            box = Box(self.device, self._box_options)
        except NotStarted:  # about once in a hundred starts GNOME Shell hangs
            box = Box(self.device, self._box_options)
        try:
            Settler(self._box_options.profile).wait(box)
        except BaseException:
            box.stop()
            raise
        return box

    @property
    def state(self) -> BoxState:
        """The read-only view for evaluators."""
        return self._state

    @property
    def setup(self) -> BoxSetup:
        """The writing view for a task's setup."""
        return self._setup

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out one action by X input events; texts and key names are checked before anything is touched."""
        operation, values = self._verbs[name](**args)
        self._settler.expect(self._running(), operation, values)
        self._change(operation, **values)

    def advance(self, seconds: float) -> None:
        """Advances a frozen clock."""
        if self._box_options.clock == "frozen":
            self._clock += seconds
            self._set_clock()

    def settle(self) -> None:
        """Waits until the screen has settled (see `Settler`); returns at once where no operation could have changed it.

        Raises:
            DeviceError: The box, its screen or its service is gone.
        """
        box = self._running()
        if not self._unsettled:
            box.call("ping")
            box.look()
            return
        self._settler.wait(box)
        self._unsettled = False
        self._operations.append(SETTLE)

    def _set_clock(self) -> None:
        self._change("clock", now=self._clock, running=self._box_options.clock == "running")

    def _change(self, operation: str, **values: Any) -> Any:
        """Carries out an operation that changes the box, and records it for a replay."""
        answer = self._running().call(operation, **values)
        self._operations.append(Operation(operation, values))
        self._unsettled = self._unsettled or operation not in _INVISIBLE
        return answer

    def screenshot(self) -> Image:
        """Returns the screen, the mouse pointer included."""
        box = self._running()
        box.call("ping")  # raises if the box is gone: its pixels would still be readable
        if self._box_options.freeze:
            box.freeze()  # before reading the screen, which else could change afterwards
        box.look()
        return box.rgb()

    def elements(self) -> tuple[Element, ...]:
        """Returns the windows and the widgets that their programs report over AT-SPI, back to front, parents first.

        Only the visible part of each counts: its bounds are the largest rectangle of it that is inside its window and
        the screen, and not covered by the windows above. A program that doesn't answer within 2.5 s is represented by
        its windows only. A window in front that has no elements yet is waited for, for up to 4 s and one reading more.
        """
        return self._late.read(self._elements)

    def _elements(self) -> tuple[Element, ...]:
        screen: ScreenReport = self._running().call("elements")
        return elements_of(screen["windows"], screen["trees"], self.screen_size, screen["shell"])

    def revision(self, store: str) -> tuple[object, ...]:
        """Returns how often a bundled site was used."""
        return (self._running().call("web_uses", site=store),)

    def snapshot(self) -> ReplaySnapshot | CriuSnapshot:
        """Returns the operations since the reset and the present screen; with ``snapshots="criu"`` an image of the box.

        Raises:
            NotSaved: CRIU could not take an image.
        """
        if self._box_options.snapshots == "criu":
            image = self._running().save()
            return CriuSnapshot(
                image, self._seed, self._clock, copy(self._settler), tuple(self._operations), self._unsettled
            )
        return ReplaySnapshot(self._seed, tuple(self._operations), self.screenshot())

    def restore(self, handle: ReplaySnapshot | CriuSnapshot) -> None:
        """Brings the desktop back to a snapshot.

        Recorded operations are repeated in a new box, which takes as long as before, and the screens are compared. An
        image just goes on, in a box of its own.

        Raises:
            ReplayDiffers: The screens differ, twice.
            DeviceError: The box broke.
        """
        if isinstance(handle, CriuSnapshot):
            self._stop()
            try:
                self._box = Box(self.device, self._box_options, handle.image)
            except RestoreFailed:  # sometimes CRIU's processes deadlock
                self._box = Box(self.device, self._box_options, handle.image)
            self._seed, self._clock, self._operations = handle.seed, handle.clock, list(handle.operations)
            self._settler, self._unsettled = copy(handle.settler), handle.unsettled
            return
        apart = 0.0
        for _ in range(2):
            self._replay(handle)
            apart = difference(self.screenshot(), handle.screen)
            if apart <= TOLERANCE:
                return
        raise ReplayDiffers(
            self.device,
            f"after a replay of {len(handle.operations)} operations {apart:.1%} of the pixels differ from the "
            f"snapshot's, expected at most {TOLERANCE:.1%}: something on this desktop moves by itself; "
            "reset() starts a new box",
        )

    def _replay(self, handle: ReplaySnapshot) -> None:
        self.reset(handle.seed)
        self._operations = []  # those of the reset are in the handle
        for operation in handle.operations:
            if operation is SETTLE:
                self._unsettled = True
                self.settle()
            else:
                if operation.name == "clock":
                    self._clock = operation.args["now"]
                self._settler.expect(self._running(), operation.name, operation.args)
                self._change(operation.name, **operation.args)

    def fork(self) -> DesktopBackend:
        """Returns another desktop in the same state, restored from a snapshot of this one.

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
        """Ends the box with everything in it, and the spare one."""
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
