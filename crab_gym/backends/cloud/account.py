"""`Cloud`: the account that an environment's devices share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.backends.base import Backend, devices_of, state_of
from crab_gym.backends.cloud.rows import Rows, merged
from crab_gym.backends.cloud.services import SERVICES
from crab_sim.devices.footprints import Allowance, judged_elsewhere

__all__ = ["Cloud", "CloudHandle"]

_PHONE, _DESKTOP = "android", "ubuntu"
_SHARING: Final = frozenset(("sim", "desktop"))
"""The kinds of backend whose devices have the services' apps or sites."""


class CloudHandle(NamedTuple):
    """A saved state of an account.

    Attributes:
        records: The rows by service.
        seen: Values by which changes of the devices' stores are noticed, by service.
    """

    records: Mapping[str, Rows]
    seen: Mapping[str, tuple[object, ...]]


class Cloud:
    """An account that a phone and a desktop share; without both of them, or without services, it does nothing.

    It belongs to the environment. A device sees what the other one did after the other one has settled. A phone without
    an internet connection gets and gives nothing until it has one.

    Args:
        services: The names of the services that they share, keys of `SERVICES`.
        backends: Device to its backend.

    Attributes:
        records: The account: rows of plain data by service.
    """

    def __init__(self, services: Sequence[str], backends: Mapping[str, Backend]) -> None:
        both = {_PHONE, _DESKTOP} <= backends.keys()
        self._services = {name: SERVICES[name] for name in services} if both else {}
        self._backends = backends
        self.records: dict[str, Rows] = {}
        self._last_revisions: dict[str, tuple[object, ...]] = {}

    def begin(self) -> None:
        """Makes the account of a new episode: that of the phone, as it is after a reset."""
        if any([backend.plays not in _SHARING for backend in self._backends.values()]):
            self._services = {}
        self.records, self._last_revisions = {}, {}
        for name, service in self._services.items():
            self.records[name] = rows = service.read(state_of(self._backends).android, {})
            for table, content in {**service.owner, service.table: rows}.items():
                devices_of(self._backends).ubuntu.set_web(service.site, table, content)
            self._last_revisions[name] = self._revisions(name)

    def follow(self) -> None:
        """Gives each device the changes of the other one; cheap where there are none."""
        for name in self._services:
            if self._revisions(name) != self._last_revisions[name]:
                if not state_of(self._backends).android.is_online():
                    return
                self._exchange(name)
                self._last_revisions[name] = self._revisions(name)

    def _revisions(self, name: str) -> tuple[object, ...]:
        service = self._services[name]
        phone, desktop = self._backends[_PHONE], self._backends[_DESKTOP]
        return (*phone.revision(service.database), *desktop.revision(service.site))

    def _exchange(self, name: str) -> None:
        service = self._services[name]
        devices = devices_of(self._backends)
        phone, desktop = devices.android, devices.ubuntu
        known = {row["id"]: row for row in self.records[name]}
        here, there = service.read(phone, known), tuple(desktop.web(service.site, service.table))
        rows = merged(self.records[name], here, there)
        if rows != here:
            service.write(phone, rows)
            rows = service.read(phone, {row["id"]: row for row in rows})  # as the phone's tables keep them
        if rows != there:
            desktop.set_web(service.site, service.table, rows)
        self.records[name] = rows

    def counted_once(self) -> tuple[Allowance, ...]:
        """Returns allowances for the rows of the sites, since the phone's facts are those of the account."""
        allowances: list[Allowance] = []
        for service in self._services.values():
            table = f"{service.site}/{service.table}"
            allowances += judged_elsewhere(_DESKTOP, "site", table=table)
        return tuple(allowances)

    def snapshot(self) -> CloudHandle:
        """Returns a handle of the present state."""
        return CloudHandle(dict(self.records), dict(self._last_revisions))

    def restore(self, handle: CloudHandle) -> None:
        """Brings the account back to a handle; the devices are restored by themselves."""
        self.records, self._last_revisions = dict(handle.records), dict(handle.seen)

    def fork(self, backends: Mapping[str, Backend]) -> Cloud:
        """Returns an independent account in the same state.

        Args:
            backends: Device to its backend, as they were forked.
        """
        copy = Cloud((), backends)
        copy._services = dict(self._services)
        copy.restore(self.snapshot())
        return copy

    def texts(self) -> tuple[str, ...]:
        """Returns the account as text, for a fingerprint; nothing where the devices share none."""
        return tuple([f"{name} {json.dumps(rows, sort_keys=True)}" for name, rows in sorted(self.records.items())])
