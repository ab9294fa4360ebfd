"""The designs of landscapes: skies above four ridges, which `crab_sim.draw.pictures` draws for any number.

* `BACKGROUNDS` - those that a desktop has among its backgrounds, so that a page can draw them, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["BACKGROUNDS", "LANDS", "NIGHT", "NIGHT_SHARE", "SKIES", "Landscape"]

Color = tuple[int, int, int]

SKIES: tuple[tuple[Color, Color], ...] = (
    ((92, 152, 214), (216, 234, 246)),
    ((58, 72, 134), (246, 176, 132)),
    ((120, 170, 200), (250, 226, 186)),
    ((30, 38, 74), (122, 116, 166)),
)
NIGHT: Final = 3
"""The sky of the night."""
NIGHT_SHARE: Final = 0.45
"""How much of its colours a land has at night."""
LANDS: tuple[tuple[Color, Color], ...] = (
    ((126, 166, 132), (38, 92, 60)),
    ((142, 128, 156), (52, 48, 84)),
    ((206, 168, 120), (122, 78, 50)),
    ((120, 160, 180), (30, 70, 100)),
)


class Landscape(NamedTuple):
    """A landscape.

    Attributes:
        number: Its number, which seeds the noise of its ridges.
        sky: The place of its sky among `SKIES`: the colours at the top and at the bottom.
        land: The place of its land among `LANDS`: the colours far away and close.
        x: Where its sun is, from the left, as a share of the width.
        y: Where it is, from the top, as a share of the height.
        radius: The sun's radius, as a share of the height.
    """

    number: int
    sky: int
    land: int
    x: float
    y: float
    radius: float


BACKGROUNDS: Final[Mapping[str, Landscape]] = {
    "photo:11": Landscape(11, 0, 0, 0.49956671746406905, 0.3003745894058394, 0.05143445041859723),
    "photo:27": Landscape(27, 0, 2, 0.388288563333459, 0.18029927471540683, 0.06617957608070639),
    "photo:35": Landscape(35, 0, 1, 0.4750973336620118, 0.3837517127124532, 0.0973412847873446),
    "photo:42": Landscape(42, 0, 3, 0.46332706385123146, 0.3646494799778456, 0.0848684014529682),
    "photo:58": Landscape(58, 2, 1, 0.7279001655384627, 0.21077286303930295, 0.060421023280767955),
}
"""Landscapes by the names of their pictures, as numpy's generator draws them."""
