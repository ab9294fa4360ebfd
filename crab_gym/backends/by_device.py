"""The views of all devices of a task together.

* `State` - the devices as evaluators see them: ``state.android.contacts()``, ``state.ubuntu.windows()``.
* `Devices` - the devices as a setup sees them, which also writes: ``devices.android.add_contact(...)``.
* `ByDevice` - what both are: a view of each device.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload

from crab_gym.backends.views import DesktopSetup, DesktopState, PhoneSetup, PhoneState

__all__ = ["ByDevice", "Devices", "State"]

_P = TypeVar("_P", bound=PhoneState)
_D = TypeVar("_D", bound=DesktopState)


_ROLES = ("android", "ubuntu")


class ByDevice(Mapping[str, _P | _D], Generic[_P, _D]):
    """A view of each device of a task: as an attribute, or by key where the device is a variable.

    Args:
        android: The phone's view; None in a task without one, whose view then has no such attribute.
        ubuntu: The desktop's view; likewise.
        goal: What the agent was asked, by whose words its answer is read, with what `Task.read_with` adds; ``""`` where
            nothing was.
        told: Ids of what the person has told when asked, see `crab_gym.task.user`.
    """

    __slots__ = ("android", "goal", "told", "ubuntu")
    android: _P
    ubuntu: _D

    def __init__(
        self,
        *,
        android: _P | None = None,
        ubuntu: _D | None = None,
        goal: str = "",
        told: Sequence[str] = (),
    ) -> None:
        self.goal, self.told = goal, told
        if android is not None:
            self.android = android
        if ubuntu is not None:
            self.ubuntu = ubuntu

    @overload
    def __getitem__(self, device: Literal["android"]) -> _P: ...
    @overload
    def __getitem__(self, device: Literal["ubuntu"]) -> _D: ...
    @overload
    def __getitem__(self, device: str) -> _P | _D: ...
    def __getitem__(self, device: str) -> Any:
        if device not in self:
            raise KeyError(device)
        return getattr(self, device)

    def __contains__(self, device: object) -> bool:
        return device in _ROLES and hasattr(self, str(device))

    def __iter__(self) -> Iterator[str]:
        return (device for device in _ROLES if hasattr(self, device))

    def __len__(self) -> int:
        return len(list(iter(self)))


State: TypeAlias = ByDevice[PhoneState, DesktopState]
"""The devices as evaluators see them: ``state.android.contacts()``."""
Devices: TypeAlias = ByDevice[PhoneSetup, DesktopSetup]
"""The devices as a setup sees them: ``devices.ubuntu.write_file(...)``."""
