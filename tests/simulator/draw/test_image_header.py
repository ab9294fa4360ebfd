"""The kind of a picture, by the first bytes of its file."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from crab_sim.draw.image_header import image_size, is_svg
from crab_sim.draw.wire import Wire
from tests.simulator.draw._ops import picture


def photo(comment: bytes) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (8, 6), (90, 120, 30)).save(stream, "JPEG", comment=comment)
    return stream.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"<svg/>",
        b'\n <svg width="9">',
        b'\xef\xbb\xbf<?xml version="1.0"?>\n<svg>',
        b"<!-- " + b"made by hand " * 90 + b"--><svg>",
        b"<!-- of <html> --><?style of='<a>'?><!-- and --><svg:svg xmlns:svg='http://www.w3.org/2000/svg'>",
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a>b.dtd">\n<svg>',
        b'<!DOCTYPE svg [<!ELEMENT a (#PCDATA)> <!ENTITY b "]">] >\n<svg>',
    ],
)
def test_drawings(data: bytes) -> None:
    assert is_svg(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"svg",
        b"<svg",
        b"<svgs>",
        b"<html><svg>",
        b"<!-- <svg> -->",
        b"<!-- <svg>",
        b"<?xml <svg>",
        b"a <svg>",
        b"<!DOCTYPE html><body><svg>",
        photo(b"<svg>"),
        b"<!-- -->" * 100_000,
        b"<!DOCTYPE [" + b"] " * 100_000,
        b"<!--" * 100_000,
    ],
    ids=lambda data: repr(data[:30]),
)
def test_other_files_are_none(data: bytes) -> None:
    assert not is_svg(data)


def test_a_photo_that_names_a_drawing_is_shown_as_a_photo() -> None:
    data = photo(b"<svg>")
    assert b"<svg" in data[:300] and image_size(data) == (8, 6)
    wire = Wire()
    [row] = wire.screen([picture(0, 0, 20, 10, data)], 20, 10)["ops"]
    assert row[7] == "cover" and wire.picture(row[6].removeprefix("pictures/")) == data
