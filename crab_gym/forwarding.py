"""Import paths of the last release that its documents showed: they work for one more, with a DeprecationWarning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

__all__ = ["MOVED", "forward_old_paths"]

MOVED: Final = {
    "crab_gym.devices": "crab_sim.devices",
    "crab_gym.documents": "crab_sim.documents",
    "crab_gym.evaluation.recorded": "crab_gym.records.graph",
    "crab_gym.results.records": "crab_gym.records",
    "crab_gym.rollout.record": "crab_gym.records.record",
    "crab_gym.rollout.recorder": "crab_gym.records.writer",
    "crab_gym.sim": "crab_sim",
    "crab_gym.web": "crab_sim.web",
    "crab_gym.wrappers.recording": "crab_gym.wrappers.film",
}
"""Old path of a module, or of a package with all below it, to the new one."""


def forward_old_paths() -> None:
    """Lets `MOVED` be imported by their old paths."""
    if not any(isinstance(finder, _Forwarder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Forwarder())  # before the finder of files, which would load a module twice


class _Forwarder:
    """Finds modules by their old paths; it has no base class, since `importlib.abc` is slow to import."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns a spec whose module is that of the new path; None for modules that haven't moved."""
        if not fullname.startswith("crab_gym."):
            return None
        new = _new_path(fullname)
        if not new:
            return None
        from importlib.util import find_spec  # slow to import, and few programs have an old path

        if find_spec(new) is None:
            return None
        return ModuleSpec(fullname, self)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leaves it to Python to make a module, which the real one then replaces."""

    def exec_module(self, module: ModuleType) -> None:
        """Puts the module of the new path in the place of the old one."""
        old = module.__name__
        new = _new_path(old)
        warnings.warn(f"{old} has moved; import {new}", DeprecationWarning, stacklevel=2)
        sys.modules[old] = import_module(new)


def _new_path(old: str) -> str:
    for place, new in MOVED.items():
        if old == place or old.startswith(f"{place}."):
            return new + old[len(place) :]
    return ""
