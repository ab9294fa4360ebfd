"""The icons of the bundled sites: a square in the site's colour with its first letter."""

from __future__ import annotations

from urllib.parse import urlsplit

from crab_sim.engines.pages.css.colors import color_of
from crab_sim.ui import Scene
from crab_sim.web.sites.app import HOSTS

__all__ = ["site_icon"]


def site_icon(scene: Scene, x: int, y: int, side: int, url: str) -> bool:
    """Draws the icon of the site of an address; returns whether it has one.

    Args:
        scene: The scene to draw on.
        x: Left edge in pixels.
        y: Top edge.
        side: The icon's side.
        url: The address.
    """
    try:
        host = HOSTS.get(urlsplit(url).netloc.removeprefix("www."))
    except ValueError:
        return False
    color = color_of(host.color) if host is not None else None
    if host is None or color is None:
        return False
    scene.round(x, y, side, side, color, max(2, side // 5))
    scene.text(x, y, side, side, host.title[:1], (255, 255, 255), side * 2 // 3, "bold", "center")
    return True
