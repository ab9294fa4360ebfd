"""`SimBackend`: a machine of `crab_sim` in this process, exact and fast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from crab_gym.backends.base import Backend, Element, Image, InvalidAction
from crab_gym.backends.conditions import Conditions
from crab_gym.backends.elements import is_raw
from crab_gym.backends.letterbox import Letterbox
from crab_gym.backends.reads import Reads
from crab_gym.backends.sim.conditions import impose
from crab_gym.backends.sim.english import in_english
from crab_gym.backends.sim.recorder import Recorder
from crab_gym.backends.sim.world import World
from crab_sim.devices.density import BASE, layout_size
from crab_sim.devices.facts import Crash
from crab_sim.devices.tools import ToolFacts
from crab_sim.machine import crashes
from crab_sim.machine.conditions import language_of
from crab_sim.machine.machine import ActionRefused, Machine
from crab_sim.machine.slices import COVERING
from crab_sim.machine.tools import Tool, call
from crab_sim.ui.accessibility import ScreenReader

if TYPE_CHECKING:
    from crab_gym.backends.sim.desktop_state import SimDesktopState
    from crab_gym.backends.sim.phone_state import SimPhoneState
    from crab_sim.draw.ops import Op
    from crab_sim.draw.raster import Canvas
    from crab_sim.phone import Phone

__all__ = ["SimBackend", "tools_of_device"]


def _stretched(layout: tuple[int, int], screen_size: tuple[int, int]) -> Letterbox | None:
    """Returns the place of a layout that fills a screen; None where their pixels are the same."""
    return None if layout == screen_size else Letterbox(*layout, *screen_size, *screen_size, 0, 0)


def _machine(device: str, width: int, height: int) -> Machine:
    """Returns a new machine; the code of the other device, which a task may not have, isn't loaded."""
    if device == "ubuntu":
        from crab_sim.desktop import Desktop

        return Desktop(width, height)
    from crab_sim.phone import Phone

    return Phone(width, height)


def _tools(device: str) -> Mapping[str, Tool]:
    """Returns a device's tools by name; their code is loaded once somebody may use them."""
    if device == "ubuntu":
        from crab_sim.desktop.tools import TOOLS as of_desktop

        return of_desktop
    from crab_sim.phone.tools import TOOLS as of_phone

    return of_phone


def tools_of_device(device: str) -> Sequence[ToolFacts]:
    """Returns the tools of a simulated device's apps."""
    return [tool.facts for tool in _tools(device).values()]


def _state(device: str, machine: Machine) -> SimDesktopState | SimPhoneState:
    if device == "ubuntu":
        from crab_gym.backends.sim.desktop_state import SimDesktopState

        return SimDesktopState(machine)
    from crab_gym.backends.sim.phone_state import SimPhoneState

    return SimPhoneState(machine)


class SimBackend(Backend):
    """A simulated phone or desktop; see `Backend`. Its clock is virtual.

    Args:
        device: The device.
        screen_size: Width and height of its screen in pixels.
        **options: Of a phone, ``dpi``: its screen's density in pixels per inch. At 160, the default, a pixel is one of
            the layout; on a screen of 1080×2400 at 420, texts and icons have the size that they have on such phones.
            ``elements``: ``"flat"``, or ``"raw"`` for one element of each view that ``uiautomator dump`` tells of.
    """

    kind = "sim"
    devices = ("ubuntu", "android")
    deterministic = True
    real_time = False
    in_process = True

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        dpi = options.pop("dpi", BASE) if device == "android" else BASE
        self._raw = device == "android" and is_raw(options.pop("elements", "flat"))
        if options:
            raise ValueError(f"backend 'sim' of {device!r} has no options; got {sorted(options)}")
        super().__init__(device, screen_size)
        self._layout = layout_size(screen_size, dpi)
        self._place = self._usual = _stretched(self._layout, screen_size)
        self._varied = False
        self._world: World | None = None
        self._take(_machine(device, *self._layout))
        self.machine.set_drawn(False)  # until the first screenshot

    def _take(self, machine: Machine) -> None:
        self.machine = machine
        self._state: SimDesktopState | SimPhoneState = _state(self.device, machine)
        self._drop_frames()

    def _drop_frames(self) -> None:
        self._canvas: Canvas | None = None
        self._reader = ScreenReader(Element, modal=self.device == "android")

    def reset(self, seed: int) -> None:
        """Boots the machine that the seed determines."""
        if self._varied:
            self._varied, self._place, self._world = False, self._usual, None
            self.machine.resize(*self._layout)
            self._drop_frames()
        if self._canvas is not None:
            self._canvas.drop_spare()  # else each of many machines keeps one for good
        self.machine.boot(seed)

    def impose(self, conditions: Conditions) -> tuple[str, ...]:
        """Applies conditions to the episode; see `Backend.impose`."""
        fulfilled = impose(self.machine, conditions)
        if fulfilled:
            self._varied = True
            self._drop_frames()
            if (self.machine.width, self.machine.height) != self._layout:
                self._place = Letterbox.fit((self.machine.width, self.machine.height), self.screen_size)
        if "world" in fulfilled:
            self._world = World(conditions.number, conditions.world, *self.screen_size)
        return fulfilled

    def in_english(self, elements: Sequence[Element]) -> Sequence[Element]:
        """Returns elements with the texts that they have in English; the content of fields stays."""
        language = language_of(self.machine.slices)
        return elements if language == "en" else [in_english(row, language, self.device) for row in elements]

    @property
    def state(self) -> SimDesktopState | SimPhoneState:
        """The machine's state, for evaluators."""
        return self._state

    @property
    def setup(self) -> SimDesktopState | SimPhoneState:
        """The same object, since it also writes."""
        return self._state

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out a verb; an app whose code raises is closed, as one that crashes."""
        machine: Any = self.machine
        if self._place is not None:
            args = _placed(args, self._place)
        try:
            crashes.guarded(self.machine, partial(machine.execute, name, args))
        except ActionRefused as refusal:
            raise InvalidAction(str(refusal)) from None

    def act(self, name: str, args: Mapping[str, Any], seconds: float) -> str:
        """Carries out a whole step; what is too much work for one is left out."""
        with self.machine.work:
            super().act(name, args, seconds)
        return self.machine.work.cut_short

    def tools(self) -> Sequence[ToolFacts]:
        """Returns the tools of the device's apps."""
        return tools_of_device(self.device)

    def call(self, name: str, args: Mapping[str, Any], seconds: float) -> Any:
        """Carries out a whole step that calls a tool; an app whose code raises is closed, and there is no result."""
        results: list[Any] = []
        tool = _tools(self.device)[name]
        with self.machine.work:
            try:
                crashes.guarded(self.machine, lambda: results.append(call(self.machine, tool, args)), tool.facts.app)
            except ActionRefused as refusal:
                raise InvalidAction(str(refusal)) from None
            self.advance(seconds)
        return results[0] if results else None

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass."""
        self.machine.advance(seconds)

    def settle(self) -> None:
        """Returns at once: nothing on the machine moves by itself."""

    def reads(self) -> Reads | None:
        """Returns what notes the reads of the machine's slices."""
        return Recorder(self.machine)

    def crashes(self) -> Sequence[Crash]:
        """Returns the crashes of apps since this was last asked; each is a fault of the simulator."""
        known, self.machine.crashes = self.machine.crashes, []
        return known

    def screenshot(self) -> Image:
        """Returns the screen; only the changes since the last frame are drawn."""
        while True:
            try:
                return self._frame()
            except Exception as error:
                self._drop_frames()  # what the frame shows isn't known any more
                if not crashes.closed_front(self.machine, error):
                    raise

    def display_list(self) -> Sequence[tuple[Any, ...]] | None:
        """Returns what the screen shows; None on a varied device whose screen lies within another."""
        if self._place is not self._usual or self._world is not None:
            return None
        self.machine.set_drawn(True)
        while True:
            try:
                crashes.screen(self.machine)
                return self._scaled(self.machine.display_list())
            except Exception as error:
                if not crashes.closed_front(self.machine, error):
                    raise

    def _scaled(self, ops: Sequence[Op]) -> Sequence[Op]:
        """Returns operations of the layout in the screen's pixels."""
        place = self._usual
        if place is None:
            return ops
        from crab_sim.draw.scaling import scaled  # only screens of another density need it

        return scaled(ops, place.inner_width / place.width, place.inner_height / place.height)

    def _frame(self) -> Image:
        if self._canvas is None:
            from crab_sim.draw.raster import Canvas  # not before the first screenshot: many episodes need none

            sharp = self._place is not None and self._place is self._usual
            self._canvas = Canvas(*self.screen_size) if sharp else Canvas(self.machine.width, self.machine.height)
            self.machine.set_drawn(True)
        crashes.screen(self.machine)
        ops, place = self.machine.display_list(), self._place
        if place is not self._usual and place is not None:
            return place.draw(self._canvas.frame(ops))
        return self._canvas.frame(self._scaled(ops) if place is not None else ops)

    def differences(self, screen: Image, since: Any) -> tuple[Any, Sequence[tuple[int, ...]] | None]:
        """Returns the parts of a screenshot that were drawn since an earlier one; see `Backend.differences`."""
        if self._canvas is None or self._place is not self._usual:
            return None, None
        return self._canvas.differences(screen, since)

    def elements(self) -> tuple[Element, ...]:
        """Returns the elements on the screen, back to front, without those that other windows hide."""
        elements = self.usual_elements()
        return elements if self._world is None else self._world.shown(elements)

    def usual_elements(self) -> tuple[Element, ...]:
        """Returns the elements as they are in the usual world; see `Backend.usual_elements`."""
        if self._raw:
            return self._views()
        nodes, front = crashes.screen(self.machine).nodes, self.machine.front
        read = self._reader.read(nodes, front.id if front is not None else "shell")
        place = self._place
        if place is None:
            return read
        return tuple([element._replace(bounds=place.to_screen(element.bounds)) for element in read])

    @property
    def uncovered(self) -> bool:
        """Whether nothing lies over the apps that has come up by itself; see `Backend.uncovered`."""
        return COVERING.isdisjoint(self.machine.slices)

    def _views(self) -> tuple[Element, ...]:
        """Returns an element for each view of the window in front, as they are told over ADB."""
        from crab_gym.backends.adb.elements import parse_dump
        from crab_sim.phone.android import catalog, hierarchy
        from crab_sim.phone.android.display import Display

        self.machine.set_drawn(True)
        crashes.screen(self.machine)
        phone, place = cast("Phone", self.machine), self._place
        xml = hierarchy.xml(phone, catalog.package_of, Display(phone.width, phone.height)).encode()
        return parse_dump(xml, raw=True) if place is None else parse_dump(xml, place.to_screen, raw=True)

    def revision(self, store: str) -> tuple[object, ...]:
        """Returns the immutable values that a store is made from; None for those that are as the seed makes them."""
        return self._state.revision(store)

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
        copy._place, copy._usual, copy._layout = self._place, self._usual, self._layout
        copy._varied, copy._raw, copy._world = self._varied, self._raw, self._world
        copy._take(self.machine.fork())
        return copy

    def fingerprint(self) -> str:
        """Returns a digest of the machine's state."""
        return self.machine.fingerprint()

    def close(self) -> None:
        """Drops the frames."""
        self._drop_frames()


def _placed(args: Mapping[str, Any], place: Letterbox) -> Mapping[str, Any]:
    """Returns a verb's arguments with its points in the machine's own pixels."""
    moved = dict(args)
    for across, down in (("x", "y"), ("x1", "y1"), ("x2", "y2")):
        if across in args:
            moved[across], moved[down] = place.to_device(args[across], args[down])
    return moved
