"""The options of ``backend={"kind": "desktop", ...}``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

__all__ = ["CLOCKS", "PROFILES", "SNAPSHOTS", "BoxOptions"]

PROFILES = ("light", "gnome")
"""Kinds of desktop; the first is the default."""
CLOCKS = ("frozen", "running")
"""Progress of the box's time of day: with the agent's actions only, or by itself."""

SNAPSHOTS = ("replay", "criu")
"""Kinds of snapshot: the operations since the reset, or an image of all processes, taken by CRIU."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxOptions:
    """The options of a box.

    Attributes:
        width: Screen width in pixels.
        height: Screen height in pixels.
        profile: One of `PROFILES`.
        root: Source of its programs: ``"host"`` (the packages of this host), the folder of a root file system, or
            ``"auto"`` for one that ``crab-gym setup desktop`` built, if one has this profile, else the host.
        clock: One of `CLOCKS`.
        spare: Whether the next box is started while one is in use, so that a reset needn't wait for it.
        freeze: Whether all of the box's processes are frozen from a screenshot to the next request, if this host allows
            control groups; then nothing happens on the desktop while the agent thinks.
        snapshots: One of `SNAPSHOTS`; ``"criu"`` needs root and isolates less.
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
    def read(cls, screen_size: tuple[int, int], values: Mapping[str, Any]) -> BoxOptions:
        """Returns the options of a user, checked.

        Args:
            screen_size: Width and height in pixels.
            values: The user's options.

        Raises:
            ValueError: An option is unknown or has an invalid value.
        """
        known = {field.name: field for field in fields(cls) if field.name not in ("width", "height")}
        unknown = sorted(set(values) - set(known))
        if unknown:
            raise ValueError(f"backend 'desktop' has no option {', '.join(unknown)}; it has: {', '.join(known)}")
        for name, allowed in (("profile", PROFILES), ("clock", CLOCKS), ("snapshots", SNAPSHOTS)):
            if values.get(name, allowed[0]) not in allowed:
                raise ValueError(
                    f"got {name} {values[name]!r} for backend 'desktop', expected one of: {', '.join(allowed)}"
                )
        for name, field in known.items():
            if field.type == "bool" and not isinstance(values.get(name, False), bool):
                raise ValueError(f"got {name} {values[name]!r} for backend 'desktop', expected True or False")
        if not isinstance(values.get("root", "auto"), str) or not values.get("root", "auto"):
            raise ValueError(f"got root {values['root']!r} for backend 'desktop', expected 'auto', 'host' or a folder")
        return cls(width=screen_size[0], height=screen_size[1], **values)
