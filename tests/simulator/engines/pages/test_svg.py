"""Drawings: their sizes, shapes and colours, and files that are none."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from crab_sim.engines.pages.svg import drawn, svg_size

WHITE = (255, 255, 255)


def pixel(inner: str, at: tuple[int, int] = (10, 10)) -> tuple[int, ...]:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20">{inner}</svg>'
    data = drawn(text.encode(), 20, 20, WHITE)
    assert data is not None
    with Image.open(io.BytesIO(data)) as image:
        color = image.convert("RGB").getpixel(at)
    assert isinstance(color, tuple)
    return color


@pytest.mark.parametrize(
    "shape",
    [
        '<rect x="5" y="5" width="10" height="10" fill="#f00"/>',
        '<rect x="5" y="5" width="10" height="10" rx="3" fill="#f00"/>',
        '<circle cx="10" cy="10" r="6" fill="#f00"/>',
        '<ellipse cx="10" cy="10" rx="6" ry="5" fill="#f00"/>',
        '<path d="M5 5h10v10H5z" fill="#f00"/>',
        '<path d="M10 4a6 6 0 1 1 0 12a6 6 0 0 1 0-12z" fill="#f00"/>',
        '<path d="M4 10C4 2 16 2 16 10S4 18 4 10Z" fill="red"/>',
        '<g transform="translate(4 4)" fill="#f00"><path d="M0 0L12 0 12 12 0 12Z"/></g>',
        '<polygon points="5,5 15,5 15,15 5,15" fill="#f00"/>',
        '<path d="M2 10L18 10" stroke="#f00" stroke-width="8" fill="none"/>',
    ],
)
def test_shapes(shape: str) -> None:
    assert pixel(shape) == (255, 0, 0)
    assert pixel(shape, (0, 0)) == WHITE


def test_sizes() -> None:
    assert svg_size(b'<svg xmlns="http://www.w3.org/2000/svg" width="820" height="490"/>') == (820, 490)
    assert svg_size(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 16"/>') == (32, 16)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no drawing",
        b"<svg",
        b"<html></html>",
        b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        b"<svg>" + b" " * 2_000_001 + b"</svg>",
    ],
)
def test_other_files_are_no_drawings(data: bytes) -> None:
    assert svg_size(data) is None
    assert drawn(data, 20, 20, WHITE) is None


def test_wild_paths_end() -> None:
    for d in ("M", "L 1", "z 5", "M0 0A0 0 0 0 0 0 0", "M1e9 1e9L-1e9 5 Q 1 2", "5 5 5", "M0 0C1 1"):
        assert len(pixel(f'<path d="{d}" fill="#f00"/>')) == 3


def test_where_a_browser_draws_it_gets_a_file_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a page, a drawing needs no namespace; as a file, browsers refuse it without."""
    monkeypatch.setattr("crab_sim.engines.pages.svg.find_spec", lambda name: None)
    named = b'<svg xmlns="http://www.w3.org/2000/svg" class="icon" width="9" height="9"></svg>'
    assert drawn(b'<svg class="icon" width="9" height="9"></svg>', 9, 9, WHITE) == named == drawn(named, 9, 9, WHITE)
