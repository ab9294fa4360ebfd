"""Maps: the same place looks the same on every map."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

from crab_sim.draw import cartography
from crab_sim.draw.cartography import picture
from crab_sim.draw.projection import enlarged, key, to_degrees, to_pixels

LISBON = (38.7223, -9.1393)


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """Forgets the blocks that other tests drew."""
    cartography._blocks.young, cartography._blocks.old = {}, {}
    yield


@pytest.mark.parametrize("zoom", [2, 5, 7, 9, 11, 12, 14, 16])
def test_a_map_looks_the_same_in_parts(zoom: int) -> None:
    """A map equals maps of its parts, drawn alone or beside others that are kept, whatever the blocks' company."""
    x, y = to_pixels(*LISBON, zoom)
    towns = f"{LISBON[0]},{LISBON[1]}"
    for kept in (False, True):
        for across, down in ((-50, 30), (20, -40), (60, 70)):
            if not kept:
                cartography._blocks.young, cartography._blocks.old = {}, {}
            middle = to_degrees(int(x) + across + 0.5, int(y) + down + 0.5, zoom)
            part = picture(f"map:light:{middle[0]!r}:{middle[1]!r}:{zoom}:{towns}", 70, 90)
            whole = picture(f"map:light:{LISBON[0]}:{LISBON[1]}:{zoom}:{towns}", 200, 260)
            assert len(np.unique(whole.reshape(-1, 3), axis=0)) > 1
            top, left = 130 + down - 45, 100 + across - 35
            assert np.array_equal(part, whole[top : top + 90, left : left + 70])


@pytest.mark.parametrize("zoom", [3, 8, 13, 16])
@pytest.mark.parametrize("factor", [0.5, 2.0, 2.625, 3.0])
def test_an_enlarged_map_shows_the_same(zoom: int, factor: float) -> None:
    name = key(False, *LISBON, zoom, (LISBON,))
    plain = picture(name, 160, 240)
    larger = picture(enlarged(name, 160, 240), round(160 * factor), round(240 * factor))
    fitted = Image.fromarray(larger).resize((160, 240), Image.Resampling.BOX)
    squares = [np.asarray(each, float).reshape(30, 8, 20, 8, 3).mean((1, 3)) for each in (plain, fitted)]
    assert np.abs(squares[0] - squares[1]).mean(2).max() < 20
    assert np.array_equal(picture(enlarged(name, 160, 240), 160, 240), plain)


def test_a_map_goes_on_around_the_world() -> None:
    """The world is repeated where a map is wider than it, with its towns."""
    shown = picture(key(True, 10.0, 0.0, 1, ((0.0, -170.0), (5.0, 60.0))), 1200, 100)
    assert np.array_equal(shown[:, :600], shown[:, 512:1112])


def test_land_lies_around_towns_and_inland() -> None:
    """Far inland a map has no sea, in the ocean only around a town."""
    water = (156, 202, 232)

    def share(lat: float, lon: float, towns: tuple[tuple[float, float], ...] = ()) -> float:
        return float((picture(key(False, lat, lon, 6, towns), 200, 200) == water).all(axis=2).mean())

    assert share(48.0, 80.0) < 0.1
    assert share(-30.0, -120.0) == 1.0
    assert 0.5 < share(-30.0, -120.0, ((-30.0, -120.0),)) < 1.0
