"""The simulated Android phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crab_sim.phone.machine import Phone

__all__ = ["Phone"]

if not TYPE_CHECKING:  # for a type checker, what isn't there is an error

    def __getattr__(name: str) -> Any:
        """Imports the machine when it is asked for: it imports all apps, and those from outside import what is here."""
        if name == "Phone":
            from crab_sim.phone.machine import Phone

            return Phone
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
