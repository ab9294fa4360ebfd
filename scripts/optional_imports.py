"""Makes each import of an optional package by crab-gym an error that no fallback hides; see scripts/test_base.sh.

It is copied into an environment with the base install only, where all that can't be imported is optional. Libraries may
look for packages that they can do without; crab-gym may not while a simulated task is played.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

OWN = ("crab_gym", "crab_sim", "crab_tasks")


class OptionalImport(BaseException):
    """crab-gym imports a package that isn't part of the base install; not an error that ``except`` clauses expect."""


class Refuser:
    """The last finder of modules, which is asked for those that no other finds."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Finds nothing, and raises an error where crab-gym asks.

        Args:
            name: The module.
            path: Folders of its package.
            target: Not used.

        Raises:
            OptionalImport: A module of crab-gym imports another package.
        """
        package = name.partition(".")[0]
        frame = sys._getframe(1)
        while frame.f_back is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        asking = str(frame.f_globals.get("__name__", ""))
        if asking.partition(".")[0] in OWN and package not in OWN:
            raise OptionalImport(f"{asking} imports {name}, which the base install lacks")
        return None


def refuse() -> None:
    """Refuses such imports in this process from now on."""
    sys.meta_path.append(Refuser())
