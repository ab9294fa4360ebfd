"""The record of widths: it has what FreeType says, and screens are laid out alike with and without FreeType."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable

import pytest
from PIL import ImageFont

from crab_sim.draw import metrics
from crab_sim.draw.ink import reaches_beyond
from crab_sim.draw.typefaces import FONTS, NOTO, Font, codes, font_file

USUAL = (*range(11, 21), 24, 56)

# Lays out screens of both devices, and prints what they show: elements, operations, and what a page gets of them. The
# apps may load numpy and Pillow for pictures, but neither can be loaded while screens are laid out and measured.
SCREENS = """
import hashlib, json, sys

def block():
    for name in list(sys.modules):
        if name.partition(".")[0] in ("numpy", "PIL"):
            del sys.modules[name]
    sys.modules["numpy"] = sys.modules["PIL"] = None

if "blocked" in sys.argv:
    block()
from crab_sim.draw.wire import Wire
if "blocked" in sys.argv:
    del sys.modules["numpy"], sys.modules["PIL"]
from crab_sim.desktop import Desktop
from crab_sim.phone import Phone

machines = [(Phone(360, 800), ("settings", "calendar", "clock", "mail", "calculator")),
            (Desktop(1280, 720), ("files", "terminal", "text_editor", "calc", "writer", "firefox"))]
for machine, _ in machines:
    machine.boot(3)
if "blocked" in sys.argv:
    block()
shown = []
for machine, apps in machines:
    for app in apps:
        if type(machine) is Phone:
            machine.execute("open_app", {"name": app})
        else:
            machine.execute("search_app", {"name": app})
            machine.execute("press", {"key": "enter"})
        machine.execute("write_text", {"text": "Öl für 5 € ☂"}) if app in ("text_editor", "writer") else None
        nodes = [(node.bounds, node.role, node.text, node.resource_id) for node in machine.scene.nodes]
        ops = machine.display_list()
        # A page's SVG is drawn by whoever draws the screen where Pillow is missing.
        ops = [(*op[:6], "picture") if op[0] == "picture" and type(op[6]) is bytes else op for op in ops]
        page = json.dumps(Wire().screen([op for op in ops if op[0] != 'picture'], machine.width, machine.height))
        hashes = [hashlib.sha256(repr(it).encode()).hexdigest() for it in (nodes, ops, page)]
        shown.append([app, len(ops), machine.fingerprint(), *hashes])
print(json.dumps(shown))
"""


def _differing(font: Font, sizes: Iterable[int]) -> list[tuple[int, str]]:
    """Returns the sizes and characters of which the record says something else than FreeType."""
    found: list[tuple[int, str]] = []
    for size in sizes:
        opened = ImageFont.truetype(font_file(font), size, layout_engine=ImageFont.Layout.BASIC)
        found += [
            (size, chr(code))
            for code in sorted(codes(font))
            if metrics.advance(font, size, chr(code)) != opened.getlength(chr(code))
        ]
    return found


@pytest.mark.parametrize("font", FONTS)
def test_widths_are_those_of_freetype(font: Font) -> None:
    assert _differing(font, USUAL) == []


@pytest.mark.slow
@pytest.mark.parametrize("font", FONTS)
def test_widths_are_those_of_freetype_at_every_size(font: Font) -> None:
    assert _differing(font, range(metrics.SMALLEST, metrics.LARGEST + 1)) == []


@pytest.mark.parametrize("font", FONTS)
def test_lines_are_those_of_freetype(font: Font) -> None:
    for size in range(metrics.SMALLEST, metrics.LARGEST + 1):
        opened = ImageFont.truetype(font_file(NOTO.get(font, font)), size)
        ascent, descent = opened.getmetrics()
        assert metrics.line(font, size) == (ascent, ascent + descent), size


@pytest.mark.parametrize("font", FONTS)
def test_it_is_known_where_ink_leaves_its_width(font: Font) -> None:
    letters = [chr(code) for code in range(32, 127)]
    for size in (13, 14, 64):
        outside = [one for one in letters if not metrics.stays_inside(one, font, size)]
        assert outside == [one for one in letters if reaches_beyond(font, size, one)]
    assert not metrics.stays_inside("é", font, 14) and not metrics.stays_inside("1", font, 300)


def test_screens_are_the_same_without_numpy_and_pillow() -> None:
    plain, blocked = (
        json.loads(subprocess.run([sys.executable, "-c", SCREENS, word], capture_output=True, check=True).stdout)
        for word in ("usual", "blocked")
    )
    assert plain == blocked
    assert all(count > 10 for _, count, *_ in plain), plain
