"""What a desktop can be asked to be: the options of ``backend={"kind": "desktop", ...}``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

__all__ = ["CLOCKS", "PROFILES", "SNAPSHOTS", "BoxOptions"]

PROFILES = ("light", "gnome")
"""The desktops there are; the first is the default."""
CLOCKS = ("frozen", "running")
"""How the box's time of day goes on: only with the agent's actions, or by itself."""

SNAPSHOTS = ("replay", "criu")
"""What a snapshot is: what was done since the reset, or an image of all processes, taken by CRIU."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxOptions:
    """How a box is made.

    Attributes:
        width: Screen width in pixels.
        height: Screen height in pixels.
        profile: One of `PROFILES`.
        root: Where its programs come from: ``"host"`` (the packages of this host), the folder of a root file system,
            or ``"auto"``: one that ``crab-gym setup desktop`` built, if there is one with this profile, else the host.
        clock: One of `CLOCKS`.
        spare: Whether the next box is started while one is in use, so that a reset waits for nothing.
        freeze: Whether all of the box's processes stand still from a screenshot to the next request, where this host
            lets control groups be made; nothing happens on the desktop while an agent thinks.
        snapshots: One of `SNAPSHOTS`; ``"criu"`` takes root and isolates less.
    """

    width: int
    height: int
    profile: str = PROFILES[0]
    root: str = "auto"
    clock: str = CLOCKS[0]
    spare: bool = True
    freeze: bool = False
    snapshots: str = SNAPSHOTS[0]

    @classmethod
    def read(cls, screen_size: tuple[int, int], given: Mapping[str, Any]) -> BoxOptions:
        """Returns the options for a screen size and what the user gave.

        Raises:
            ValueError: There is no such option, or it doesn't take that value.
        """
        known = {field.name: field for field in fields(cls) if field.name not in ("width", "height")}
        unknown = sorted(set(given) - set(known))
        if unknown:
            raise ValueError(f"backend 'desktop' has no option {', '.join(unknown)}; it has: {', '.join(known)}")
        for name, allowed in (("profile", PROFILES), ("clock", CLOCKS), ("snapshots", SNAPSHOTS)):
            if given.get(name, allowed[0]) not in allowed:
                raise ValueError(
                    f"got {name} {given[name]!r} for backend 'desktop', expected one of: {', '.join(allowed)}"
                )
        for name, field in known.items():
            if field.type == "bool" and not isinstance(given.get(name, False), bool):
                raise ValueError(f"got {name} {given[name]!r} for backend 'desktop', expected True or False")
        if not isinstance(given.get("root", "auto"), str) or not given.get("root", "auto"):
            raise ValueError(f"got root {given['root']!r} for backend 'desktop', expected 'auto', 'host' or a folder")
        return cls(width=screen_size[0], height=screen_size[1], **given)
