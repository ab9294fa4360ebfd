"""Icons and pictures: complete, distinct, legible, read-only."""

from __future__ import annotations

import numpy as np
import pytest

from crab_sim.draw.icons import ICONS, icon, logo
from crab_sim.draw.illustrations import ILLUSTRATIONS, illustration
from crab_sim.draw.logos import LOGOS
from crab_sim.draw.pictures import picture
from crab_sim.draw.tools import TOOLS
from crab_sim.draw.wallpapers import WALLPAPERS

WANTED = """
settings contacts messages tasks terminal files text_editor back home nav_back nav_home close minimize maximize restore
menu more search add delete edit send check star star_filled phone mail person wifi bluetooth battery airplane signal
brightness
moon sun folder file image document archive music arrow_left arrow_right arrow_up arrow_down chevron_left chevron_right
chevron_up chevron_down copy cut paste save open undo redo info warning clock calendar volume display keyboard network
download house apps circle circle_filled radio_on checkbox_off checkbox_on lock power notifications share attach refresh
list grid user palette language
""".split()


def test_every_name_that_apps_rely_on_exists() -> None:
    assert set(WANTED) <= set(ICONS)
    assert list(ICONS) == sorted(ICONS)


@pytest.mark.parametrize("size", [16, 24, 48])
def test_icons_are_legible_and_stay_inside(size: int) -> None:
    for name in (*ICONS, *TOOLS):
        mask = icon(name, size)
        assert mask.shape == (size, size) and mask.dtype == np.uint8 and not mask.flags.writeable
        assert mask.max() >= 150, f"{name} is faint at {size} pixels"
        ink = mask.astype(float).mean() / 255
        assert 0.02 < ink < 0.85, f"{name} inks {ink:.2f} of its box"
        rim = np.concatenate([mask[0], mask[-1], mask[:, 0], mask[:, -1]])
        assert (rim > 128).mean() < 0.4, f"{name} is cut off at {size} pixels"


def test_icons_differ_from_each_other() -> None:
    alike = {frozenset({"back", "arrow_left"})}
    names = (*ICONS, *TOOLS)
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            if frozenset({first, second}) not in alike:
                difference = np.abs(icon(first, 24).astype(int) - icon(second, 24)).mean()
                assert difference > 3, (first, second)


@pytest.mark.parametrize("name", ILLUSTRATIONS)
def test_illustrations_have_several_tints_and_stay_inside(name: str) -> None:
    mask = icon(name, 124)
    shares = np.bincount(mask.ravel(), minlength=256) / mask.size
    assert (shares > 0.01).sum() >= 4 and shares[255] > 0.02
    assert max(edge.max() for edge in (mask[0], mask[-1], mask[:, 0], mask[:, -1])) == 0


def test_illustrations_stand_for_any_icon() -> None:
    assert illustration("search") == "empty:search"
    assert illustration("person_add") == illustration("contacts")
    assert {illustration(name) for name in ICONS} == set(ILLUSTRATIONS)


@pytest.mark.parametrize("name", LOGOS)
def test_logos_are_colourful_and_clear_around(name: str) -> None:
    for size in (20, 44, 128):
        pixels = logo(name, size)
        assert pixels.shape == (size, size, 4) and not pixels.flags.writeable
        assert (pixels[..., :3] <= pixels[..., 3:]).all() and (pixels[..., 3] == 0).mean() > 0.1
        full = pixels[pixels[..., 3] == 255]
        assert (full.max(axis=1).astype(int) - full.min(axis=1) > 100).mean() > 0.4


def test_unknown_icons_are_refused() -> None:
    with pytest.raises(ValueError, match="Did you mean 'settings'"):
        icon("setting", 24)
    with pytest.raises(ValueError, match="at least 1"):
        icon("settings", 0)


def test_pictures_are_stable_opaque_and_distinct() -> None:
    pictures = [picture(name, 60, 40) for name in (*WALLPAPERS, "photo:0", "photo:1", "photo:12345")]
    for pixels in pictures:
        assert pixels.shape == (40, 60, 3) and pixels.dtype == np.uint8 and not pixels.flags.writeable
        assert pixels.std() > 3
    assert len({pixels.tobytes() for pixels in pictures}) == len(pictures)
    assert (picture("photo:7", 33, 21) == picture("photo:7", 33, 21)).all()


def test_dark_wallpapers_are_dark() -> None:
    for device in ("ubuntu", "android"):
        dark, light = (picture(f"wallpaper:{device}:{mode}", 80, 60).mean() for mode in ("dark", "light"))
        assert dark < 80 < 140 < light


@pytest.mark.parametrize("name", ["photo:", "photo:x", "photo:-1", "photo:²", "wallpaper:ubuntu", ""])
def test_unknown_pictures_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="unknown picture"):
        picture(name, 8, 8)
