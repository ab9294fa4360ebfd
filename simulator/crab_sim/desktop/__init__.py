"""The simulated Linux desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crab_sim.desktop.machine import Desktop

__all__ = ["Desktop"]

if not TYPE_CHECKING:  # for a type checker, what isn't there is an error

    def __getattr__(name: str) -> Any:
        """Imports the machine when it is asked for: it imports all apps, and those from outside import what is here."""
        if name == "Desktop":
            from crab_sim.desktop.machine import Desktop

            return Desktop
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
