"""The narrow waist between environments and devices.

* `Backend` - the environment's view: reset, execute, settle, screenshot, elements, snapshot.
* `PhoneState`, `DesktopState` - the evaluators' view (`views`): read-only queries, whose results are in `state_types`.
* `PhoneSetup`, `DesktopSetup` - the same, and changes; tasks use them before the first observation.
* `State`, `Devices` - all devices of a task as evaluators and as setups see them; made by `state_of`, `devices_of`.
* `Element` - a node of a device's accessibility tree.
* `DeviceError`, `InvalidAction`, `UnsupportedQuery` - a broken device, a refused action, a query that isn't there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from crab_gym.backends.by_device import Devices, State
from crab_gym.backends.conditions import Conditions
from crab_gym.backends.elements import ROLES, Element
from crab_gym.backends.errors import DeviceError, InvalidAction, SnapshotUnsupported, UnsupportedQuery, lacking
from crab_gym.backends.reads import Reads
from crab_gym.backends.state_types import (
    Alarm,
    Call,
    CommandResult,
    Contact,
    Event,
    Foreground,
    Mail,
    MailAttachment,
    Media,
    Message,
    Todo,
    Voicemail,
    Window,
)
from crab_gym.backends.views import (
    MAX_TEXT,
    DesktopSetup,
    DesktopState,
    Device,
    PhoneSetup,
    PhoneState,
    Setup,
    StateReader,
)
from crab_sim.devices.facts import Crash
from crab_sim.devices.image import Image
from crab_sim.devices.tools import ToolFacts

__all__ = [
    "MAX_TEXT", "ROLES", "Alarm", "Backend", "Call", "CommandResult", "Contact", "DesktopSetup", "DesktopState",
    "Device", "DeviceError", "Devices", "Element", "Event", "Foreground", "Image", "InvalidAction", "Mail",
    "MailAttachment", "Media", "Message", "PhoneSetup", "PhoneState", "Setup", "SnapshotUnsupported", "State",
    "StateReader", "Todo", "UnsupportedQuery", "Voicemail", "Window", "devices_of", "lacking", "state_of",
]  # fmt: skip


class Backend(ABC):
    """A player of a device's role. Nothing is touched before the first `reset`; `close` may be called twice.

    Args:
        device: The role to play, ``"ubuntu"`` or ``"android"``.
        screen_size: Configured screen as (width, height) in pixels; all coordinates, bounds and screenshots use it.
        options: The rest of the backend's specification.

    Attributes:
        kind: Name in ``backend=`` specifications.
        devices: The roles that this kind can play.
        deterministic: Whether equal seeds and actions give equal bytes.
        real_time: Whether its clock runs by itself, so that waiting takes real time.
        in_process: Whether the device lives in this process, so that it can't be lost.
    """

    kind: ClassVar[str]
    devices: ClassVar[tuple[str, ...]]
    deterministic: ClassVar[bool] = False
    real_time: ClassVar[bool] = True
    in_process: ClassVar[bool] = False

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        self.device = device
        self.screen_size = screen_size
        self.options: Mapping[str, Any] = options

    @property
    def plays(self) -> str:
        """The kind of backend that plays the device: this one's, or that of the backend behind a remote one."""
        return self.kind

    @property
    def label(self) -> str:
        """The name in info and records: the kind; of a remote backend also the kind behind it: ``"remote:desktop"``."""
        return self.kind if self.plays == self.kind else f"{self.kind}:{self.plays}"

    def unplayable(self, apps: Sequence[str]) -> str:
        """Returns why a task that needs some apps can't be played here, with the commands that help; ``""`` if it can.

        Args:
            apps: Ids of apps, see `crab_sim.devices.apps`.
        """
        return ""

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Brings the device to a known state, healing it if it was broken.

        Raises:
            DeviceError: The device can't be brought up; the message says why.
        """

    def impose(self, conditions: Conditions) -> tuple[str, ...]:
        """Applies conditions to the episode that a reset has begun.

        Returns:
            The names of the conditions that the device can fulfil; the others are left out.
        """
        return ()

    def in_english(self, elements: Sequence[Element]) -> Sequence[Element]:
        """Returns elements with the texts that they have in English, where the interface speaks another language."""
        return elements

    def usual_elements(self) -> tuple[Element, ...]:
        """Returns the elements as they are reported without any conditions, for scripts that were written for these."""
        return self.elements()

    @property
    def uncovered(self) -> bool:
        """Whether it is known without a look at the screen that nothing has come up by itself that lies over the apps.

        A notification that has popped up is such a thing, and so is a lock screen. Devices that can't know say False.
        """
        return False

    @property
    @abstractmethod
    def state(self) -> PhoneState | DesktopState:
        """The read-only view for evaluators."""

    @property
    @abstractmethod
    def setup(self) -> PhoneSetup | DesktopSetup:
        """The writing view for a task's setup."""

    @abstractmethod
    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out one valid action of the verb table.

        Raises:
            InvalidAction: The device refuses it and was not touched.
            DeviceError: The device broke.
        """

    def act(self, name: str, args: Mapping[str, Any], seconds: float) -> str:
        """Carries out a whole step: executes an action, waits until the screen has settled, and lets virtual time pass.

        Returns a sentence about what was left out of the action; ``""`` where all of it was done. Raises as `execute`.

        Args:
            name: The verb.
            args: Its arguments.
            seconds: Virtual time that passes after the action.
        """
        self.execute(name, args)
        self.settle()
        self.advance(seconds)
        return ""

    def tools(self) -> Sequence[ToolFacts]:
        """Returns the tools of the device's apps; real devices have none."""
        return ()

    def call(self, name: str, args: Mapping[str, Any], seconds: float) -> Any:
        """Carries out a whole step that calls a tool; returns plain JSON data. Raises as `execute`.

        Args:
            name: The tool.
            args: Its arguments.
            seconds: Virtual time that passes afterwards.
        """
        raise UnsupportedQuery(f"{self.kind!r} of {self.device!r} has no tools; use 'sim'")

    def advance(self, seconds: float) -> None:  # noqa: B027 - only virtual clocks need it
        """Lets virtual time pass; does nothing on a real device, whose clock runs by itself."""

    @abstractmethod
    def settle(self) -> None:
        """Waits until the screen no longer changes."""

    @abstractmethod
    def screenshot(self) -> Image:
        """Returns the screen, ``(H, W, 3) uint8 RGB``; the array never changes afterwards."""

    def display_list(self) -> Sequence[tuple[Any, ...]] | None:
        """Returns what the screen shows as drawing operations (`crab_sim.draw.ops`), back to front.

        None where there are only pixels, as on all but simulated devices.
        """
        return None

    def differences(self, screen: Image, since: Any) -> tuple[Any, Sequence[tuple[int, ...]] | None]:
        """Returns the parts of a screenshot that may differ from an earlier one, so that only these are compared.

        Args:
            screen: The result of the last `screenshot`.
            since: The token of the earlier screenshot, as this method returned it; None where there is none.

        Returns:
            A token of this screenshot for later calls, and rectangles ``(left, top, right, bottom)`` outside of which
            both screenshots are equal. Both are None where the backend doesn't know, as most don't.
        """
        return None, None

    @abstractmethod
    def elements(self) -> tuple[Element, ...]:
        """Returns the elements on the screen, back to front."""

    def reads(self) -> Reads | None:
        """Returns what notes the reads of the state; None where the backend can't, as all but the simulator."""
        return None

    def crashes(self) -> Sequence[Crash]:
        """Returns the crashes of simulated apps since the last call; real and remote devices report none."""
        return ()

    def revision(self, store: str) -> tuple[object, ...]:
        """Returns values that stay equal while the content of a store stays the same; unequal ones where that isn't
        known.

        Args:
            store: The path of an app's SQLite file or of the shared storage, or a bundled site's host name.
        """
        return (object(),)

    def snapshot(self) -> Any:
        """Returns a handle of the device's whole state.

        Raises:
            SnapshotUnsupported: This backend can't save its device's state.
        """
        raise SnapshotUnsupported(f"{self.kind!r} of {self.device!r} can't take snapshots; use 'sim', or replay")

    def restore(self, handle: Any) -> None:
        """Brings the device back to the state of a snapshot, any number of times.

        Args:
            handle: The result of `snapshot`.

        Raises:
            SnapshotUnsupported: This backend can't restore its device's state.
        """
        raise SnapshotUnsupported(f"{self.kind!r} of {self.device!r} can't restore snapshots; use 'sim', or replay")

    def fork(self) -> Backend:
        """Returns an independent copy of the device in its present state.

        Raises:
            SnapshotUnsupported: This backend can't copy its device.
        """
        raise SnapshotUnsupported(f"backend {self.kind!r} of {self.device!r} can't be forked; use backend='sim'")

    def fingerprint(self) -> str:
        """Returns a hexadecimal digest of the whole state; equal states have equal digests.

        Raises:
            SnapshotUnsupported: This backend can't read the whole state.
        """
        raise SnapshotUnsupported(f"backend {self.kind!r} of {self.device!r} has no fingerprint; use backend='sim'")

    @abstractmethod
    def close(self) -> None:
        """Releases everything that the backend holds."""


def state_of(backends: Mapping[str, Backend], goal: str = "", told: Sequence[str] = ()) -> State:
    """Returns devices as evaluators see them.

    Args:
        backends: Device to its backend.
        goal: What the agent was asked.
        told: Ids of what the person has told when asked.
    """
    views: dict[str, Any] = {name: backend.state for name, backend in backends.items()}
    return State(**views, goal=goal, told=told)


def devices_of(backends: Mapping[str, Backend]) -> Devices:
    """Returns devices as a setup sees them.

    Args:
        backends: Device to its backend.
    """
    views: dict[str, Any] = {name: backend.setup for name, backend in backends.items()}
    return Devices(**views)
