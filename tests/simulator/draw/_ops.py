"""Builders of drawing operations, with defaults."""

from __future__ import annotations

from crab_sim.draw.ops import Align, Clip, Color, Op
from crab_sim.draw.text import Font


def fill(left: int, top: int, right: int, bottom: int, color: Color, clip: Clip = None) -> Op:
    return ("fill", left, top, right, bottom, clip, color)


def rounded(left: int, top: int, right: int, bottom: int, color: Color, radius: int, clip: Clip = None) -> Op:
    return ("round", left, top, right, bottom, clip, color, radius)


def frame(
    left: int, top: int, right: int, bottom: int, color: Color, radius: int = 0, width: int = 1, clip: Clip = None
) -> Op:
    return ("frame", left, top, right, bottom, clip, color, radius, width)


def text(
    left: int,
    top: int,
    right: int,
    bottom: int,
    color: Color,
    line: str,
    font: Font = "regular",
    size: int = 14,
    align: Align = "left",
    clip: Clip = None,
) -> Op:
    return ("text", left, top, right, bottom, clip, color, line, font, size, align)


def icon(left: int, top: int, right: int, bottom: int, color: Color, name: str, clip: Clip = None) -> Op:
    return ("icon", left, top, right, bottom, clip, color, name)


def picture(left: int, top: int, right: int, bottom: int, key: str | bytes, clip: Clip = None) -> Op:
    return ("picture", left, top, right, bottom, clip, key)


def layer(left: int, top: int, right: int, bottom: int, ops: tuple[Op, ...], clip: Clip = None) -> Op:
    return ("layer", left, top, right, bottom, clip, ops)


def shade(left: int, top: int, right: int, bottom: int, color: Color, alpha: int, clip: Clip = None) -> Op:
    return ("shade", left, top, right, bottom, clip, color, alpha)


def shadow(left: int, top: int, right: int, bottom: int, radius: int, clip: Clip = None) -> Op:
    return ("shadow", left, top, right, bottom, clip, radius)
