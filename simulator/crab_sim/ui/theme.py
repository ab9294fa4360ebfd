"""Colours, measures and language of the two devices, light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from crab_sim.draw.ops import Color
from crab_sim.draw.text import ANDROID, Font
from crab_sim.language.words import Words, words_of

__all__ = [
    "AVATAR_COLORS", "DESKTOP", "DESKTOP_ACCENTS", "PHONE", "WHITE", "Color", "Theme", "desktop_theme", "scaled",
    "speaking", "theme",
]  # fmt: skip

WHITE: Color = (255, 255, 255)
_BLACK: Color = (0, 0, 0)


class Theme(NamedTuple):
    """Colours as RGB, and measures in pixels.

    Widgets name colours by their attributes here: ``Label(..., tone="muted")`` is drawn in the colour `muted`.
    """

    dark: bool
    background: Color
    surface: Color
    raised: Color
    text: Color
    muted: Color
    faint: Color
    accent: Color
    on_accent: Color
    tonal: Color
    on_tonal: Color
    danger: Color
    outline: Color
    selection: Color
    bar: Color
    font: int
    small: int
    title: int
    pad: int
    row: int
    row2: int
    button: int
    field: int
    icon: int
    radius: int
    android: bool
    words: Words | None = None
    """The texts of the app that is placed; None in English, in which views are written."""

    def say(self, text: str) -> str:
        """Returns a text of a view in the language in which it is shown."""
        return text if self.words is None else self.words.say(text)

    def face(self, font: Font) -> Font:
        """Returns the font in which the device shows texts of a font."""
        return ANDROID[font] if self.android else font


_PHONE_SIZES = (15, 13, 20, 16, 56, 68, 40, 52, 24, 20, True)
_DESKTOP_SIZES = (14, 12, 16, 12, 40, 52, 34, 36, 18, 8, False)

_PHONE_LIGHT = Theme(
    False, (250, 249, 253), (238, 238, 245), (255, 255, 255), (27, 27, 31), (92, 94, 103), (196, 198, 208),
    (59, 95, 171), (255, 255, 255), (217, 226, 255), (20, 44, 99), (186, 26, 26), (197, 198, 208), (187, 209, 255),
    (243, 243, 250), *_PHONE_SIZES,
)  # fmt: skip
_PHONE_DARK = Theme(
    True, (18, 19, 24), (32, 33, 40), (43, 44, 52), (228, 226, 233), (170, 171, 182), (78, 80, 91),
    (173, 198, 255), (8, 42, 98), (47, 70, 121), (217, 226, 255), (255, 180, 171), (82, 84, 94), (46, 78, 140),
    (26, 27, 33), *_PHONE_SIZES,
)  # fmt: skip
_DESKTOP_LIGHT = Theme(
    False, (250, 250, 250), (241, 241, 241), (255, 255, 255), (36, 36, 40), (98, 98, 106), (170, 170, 176),
    (28, 103, 196), (255, 255, 255), (224, 234, 248), (18, 66, 128), (192, 28, 40), (205, 205, 208), (176, 208, 247),
    (235, 235, 237), *_DESKTOP_SIZES,
)  # fmt: skip
_DESKTOP_DARK = Theme(
    True, (36, 36, 40), (48, 48, 53), (58, 58, 64), (240, 240, 242), (172, 172, 180), (110, 110, 118),
    (98, 160, 234), (14, 22, 34), (49, 68, 94), (196, 220, 250), (255, 123, 99), (80, 80, 88), (44, 84, 138),
    (44, 44, 49), *_DESKTOP_SIZES,
)  # fmt: skip

PHONE = (_PHONE_LIGHT, _PHONE_DARK)
DESKTOP = (_DESKTOP_LIGHT, _DESKTOP_DARK)

AVATAR_COLORS: tuple[Color, ...] = (
    (63, 81, 181), (0, 121, 107), (194, 24, 91), (204, 72, 0), (106, 27, 154), (46, 125, 50), (2, 119, 189),
    (109, 76, 65),
)  # fmt: skip
"""Backgrounds of initials; white text is legible on each."""

DESKTOP_ACCENTS: Mapping[str, tuple[Color, Color]] = {
    "blue": ((28, 103, 196), (98, 160, 234)), "teal": ((20, 122, 136), (74, 184, 196)),
    "green": ((38, 128, 60), (92, 190, 112)), "yellow": ((150, 104, 0), (222, 178, 64)),
    "orange": ((186, 84, 10), (240, 148, 76)), "red": ((190, 34, 48), (240, 112, 112)),
    "pink": ((178, 52, 118), (226, 128, 178)), "purple": ((122, 54, 164), (184, 130, 222)),
    "slate": ((86, 102, 122), (142, 158, 178)),
}  # fmt: skip
"""Accent colours by GNOME's names, light and dark; the theme's own ink is legible on each."""


@lru_cache(maxsize=64)
def desktop_theme(dark: bool, accent: str = "blue", scale: float = 1.0, contrast: bool = False) -> Theme:
    """Returns the desktop's theme.

    Args:
        dark: Whether it is dark.
        accent: The accent colour, one of `DESKTOP_ACCENTS`.
        scale: By how much texts and controls are larger, kept within 0.75 to 1.3.
        contrast: Whether texts and outlines stand out as much as they can.
    """
    base = DESKTOP[dark]
    if contrast:
        ground, ink = (_BLACK, WHITE) if dark else (WHITE, _BLACK)
        base = base._replace(background=ground, raised=ground, text=ink, muted=ink, outline=ink)
    if accent != "blue":
        color = DESKTOP_ACCENTS[accent][dark]
        ground, share = base.background, 0.45 if dark else 0.35
        mixed = [round(g + (c - g) * share) for g, c in zip(ground, color, strict=True)]
        base = base._replace(accent=color, selection=(mixed[0], mixed[1], mixed[2]))
    return scaled(base, max(0.75, min(1.3, scale)))


@lru_cache(maxsize=32)
def scaled(base: Theme, scale: float) -> Theme:
    """Returns a theme with larger or smaller text and controls."""
    names = ("font", "small", "title", "row", "row2", "button", "field", "icon")
    return base if scale == 1 else base._replace(**{name: round(getattr(base, name) * scale) for name in names})


@lru_cache(maxsize=512)
def speaking(base: Theme, language: str, device: str, app: str = "system") -> Theme:
    """Returns a theme with an app's texts in a language.

    Args:
        base: The theme.
        language: The language's code, see `crab_sim.language`.
        device: The device.
        app: The app's id.
    """
    return base._replace(words=words_of(language, device, app))


def theme(family: tuple[Theme, Theme], dark: bool) -> Theme:
    """Returns the family's light or dark theme."""
    return family[1] if dark else family[0]
