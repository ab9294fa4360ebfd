"""Reading of the ``backend=`` argument, which chooses the backend of each device.

* `parse_backends` - parses ``"sim"``, ``"adb:127.0.0.1:5555"`` or a mapping into one `BackendSpec` per device.
* `parse_cli` - parses the command line's ``android=adb:emulator-5554,ubuntu=desktop`` into a ``backend=`` value.
* `parse_offer` - parses the same into the specs of a server's devices.
* `played_kind` - the kind of device that a spec leads to, for which tasks are made.
* `make_backend` - makes the backend of a spec, whose module is imported only then.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from crab_gym.backends.base import Backend
from crab_sim.fast.collector import uncollected
from crab_sim.suggestions import did_you_mean

__all__ = [
    "KINDS",
    "BackendSpec",
    "make_backend",
    "parse_backends",
    "parse_cli",
    "parse_offer",
    "played_kind",
    "without_secrets",
]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of backend.

    Attributes:
        devices: The devices that it can play.
        path: Its class or a function that makes it, as ``module:name``.
        main_option: The option that the text after a colon sets; None where there is none.
        linux: Whether it needs Linux.
    """

    devices: tuple[str, ...]
    path: str
    main_option: str | None = None
    linux: bool = False

    @property
    def runs_here(self) -> bool:
        """Whether this system can run it."""
        return not self.linux or sys.platform == "linux"


KINDS: Mapping[str, Kind] = {
    "sim": Kind(("ubuntu", "android"), "crab_gym.backends.sim:SimBackend"),
    "desktop": Kind(("ubuntu",), "crab_gym.backends.desktop:desktop_backend", "profile", linux=True),
    "adb": Kind(("android",), "crab_gym.backends.adb:AdbBackend", "serial"),
    "remote": Kind(("ubuntu", "android"), "crab_gym.backends.remote:RemoteBackend", "address"),
}

SECRETS = ("token",)
"""Options that are never shown or recorded."""


@dataclass(frozen=True, slots=True)
class BackendSpec:
    """A kind of backend and its options."""

    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Returns the specification without secrets."""
        return f"BackendSpec({self.kind!r}, {without_secrets(self.options)!r})"


def without_secrets(value: Any) -> Any:
    """Returns a ``backend=`` value, or a part of it, without secrets, for records and messages.

    >>> without_secrets({"ubuntu": {"kind": "remote", "address": "192.0.2.7:8765", "token": "s3cret"}})
    {'ubuntu': {'kind': 'remote', 'address': '192.0.2.7:8765'}}
    """
    if isinstance(value, Mapping):
        return {key: without_secrets(item) for key, item in value.items() if key not in SECRETS}
    return value


def _kind(name: str) -> Kind:
    if name not in KINDS:
        hint = did_you_mean(name, KINDS)
        raise ValueError(f"unknown backend {name!r}.{hint} There are: {', '.join(KINDS)}.")
    return KINDS[name]


def _from_text(text: str) -> BackendSpec:
    """Reads ``kind`` or ``kind:option``; the text splits at the first colon."""
    name, colon, rest = text.partition(":")
    kind = _kind(name)
    if not colon:
        return BackendSpec(name)
    if kind.main_option is None:
        raise ValueError(f"backend {name!r} takes nothing after a colon; got {text!r}, expected {name!r}")
    return BackendSpec(name, {kind.main_option: rest})


def _from_value(device: str, value: object) -> BackendSpec:
    if isinstance(value, str):
        spec = _from_text(value)
    elif isinstance(value, Mapping) and isinstance(value.get("kind"), str):
        _kind(value["kind"])
        spec = BackendSpec(value["kind"], {key: option for key, option in value.items() if key != "kind"})
    else:
        raise ValueError(
            f"backend of {device!r} is {without_secrets(value)!r}; expected a name such as 'sim', or a mapping with "
            'a \'kind\', such as {"kind": "desktop", "profile": "light"}'
        )
    kind = KINDS[spec.kind]
    if device not in kind.devices:
        raise ValueError(f"backend {spec.kind!r} can't play {device!r}; it plays: {', '.join(kind.devices)}")
    return spec


def parse_backends(
    value: object, devices: Sequence[str], defaults: Mapping[str, str] = MappingProxyType({})
) -> dict[str, BackendSpec]:
    """Returns the spec of each device.

    Args:
        value: Text, which applies to the devices that its kind can play; a mapping from device to text or to
            ``{"kind": ..., **options}``; or None.
        devices: The devices of the environment.
        defaults: Kinds of the devices that the value leaves open; ``"sim"`` for those without one.

    Raises:
        ValueError: The value has another form, or names a backend that doesn't exist or can't play the device.

    >>> parse_backends("desktop", ("ubuntu", "android"))["android"].kind
    'sim'
    """
    others = {device: BackendSpec(defaults.get(device, "sim")) for device in devices}
    if value is None:
        return others
    if isinstance(value, str):
        spec = _from_text(value)
        plays = KINDS[spec.kind].devices
        return {device: spec if device in plays else others[device] for device in devices}
    if isinstance(value, Mapping):
        unknown = [name for name in value if name not in ("ubuntu", "android")]
        if unknown:
            raise ValueError(f"backend names the device {unknown[0]!r}; expected 'ubuntu' or 'android'")
        specs = {device: _from_value(device, spec) for device, spec in value.items()}
        return {device: specs.get(device, others[device]) for device in devices}
    raise ValueError(
        f"backend is {value!r}; expected a name such as 'sim' or 'desktop', or a mapping from device to such a name"
    )


def parse_offer(value: str | Mapping[str, str]) -> dict[str, BackendSpec]:
    """Returns the specs of a server's devices: those named in a mapping, or all that a single kind can play.

    Raises:
        ValueError: As for `parse_backends`.

    >>> list(parse_offer("desktop"))
    ['ubuntu']
    """
    named = _kind(value.partition(":")[0]).devices if isinstance(value, str) else tuple(value)
    return parse_backends(value, named)


def parse_cli(text: str) -> str | dict[str, str]:
    """Parses the command line's form of a ``backend=`` value.

    >>> parse_cli("desktop")
    'desktop'
    >>> parse_cli("android=sim,ubuntu=desktop:light")
    {'android': 'sim', 'ubuntu': 'desktop:light'}
    """
    if "=" not in text:
        return text
    pairs = {}
    for part in text.split(","):
        device, equals, spec = part.partition("=")
        if not equals or device in pairs:
            raise ValueError(
                f"--backend {text!r}: expected one NAME, or DEVICE=NAME for each device with commas between"
            )
        pairs[device] = spec
    return pairs


def played_kind(spec: BackendSpec, device: str) -> str:
    """Returns the kind of device that a specification leads to: its own, or for a remote one the server's.

    Raises:
        DeviceError: The server can't be asked.
    """
    if spec.kind != "remote":
        return spec.kind
    from crab_gym.backends.remote import hosted_kind

    return hosted_kind(device, spec.options)


def make_backend(spec: BackendSpec, device: str, screen_size: tuple[int, int]) -> Backend:
    """Makes a device's backend; nothing is touched before its first reset.

    Raises:
        ValueError: The options don't fit the kind, or the kind this system.
    """
    kind = KINDS[spec.kind]
    if not kind.runs_here:
        raise ValueError(
            f"backend {spec.kind!r} needs Linux; this is {sys.platform}. Expected 'sim', or 'remote:HOST:PORT' for a "
            "device that a Linux host serves (crab-gym serve)"
        )
    module, _, name = kind.path.partition(":")
    with uncollected():  # it loads the device's code
        backend: Backend = getattr(importlib.import_module(module), name)(device, screen_size, **spec.options)
    return backend
