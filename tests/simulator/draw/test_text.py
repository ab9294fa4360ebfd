"""Text metrics: widths add up, nothing overflows, and carets are found where they are drawn."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.draw import ink, lines
from crab_sim.draw import text as texts

FONT = st.sampled_from(texts.FONTS)
SIZE = st.integers(8, 32)
WILD = st.text(max_size=40)
PLAIN = st.text(alphabet="abcdefgh ij\nWM.é", max_size=60)


@given(WILD, FONT, SIZE)
def test_mask_has_the_size_that_the_metrics_tell(line: str, font: texts.Font, size: int) -> None:
    mask = ink.mask(line, font, size)
    assert mask.shape == (texts.line_height(font, size), texts.width(line, font, size))
    assert mask.dtype == "uint8" and not mask.flags.writeable


@given(WILD, WILD, FONT, SIZE)
def test_widths_add_up(first: str, second: str, font: texts.Font, size: int) -> None:
    assert texts.width(first + second, font, size) == texts.width(first, font, size) + texts.width(second, font, size)


@given(st.one_of(WILD, st.text(alphabet="fjAJVfyx.i (e\u0301é", max_size=20)), FONT, SIZE)
def test_the_pieces_of_a_line_are_drawn_as_the_line_is(line: str, font: texts.Font, size: int) -> None:
    pieces = ink.pieces(line, font, size)
    if pieces:
        assert "".join(pieces) == line
        masks = [ink.mask(piece, font, size) for piece in pieces]
        np.testing.assert_array_equal(np.concatenate(masks, axis=1), ink.mask(line, font, size))


@given(st.one_of(WILD, st.from_regex(r"[A-Z][a-z]{2} \d\d?  \d\d?:\d\d( [AP]M)?", fullmatch=True)), FONT, SIZE)
def test_the_parts_of_a_time_are_drawn_as_its_characters_are(time: str, font: texts.Font, size: int) -> None:
    parts = [part for part, _ in texts.clock_parts(time, font, size)]
    assert "".join(parts) == time
    assert [width for _, width in texts.clock_parts(time, font, size)] == [texts.width(p, font, size) for p in parts]
    empty = np.zeros((texts.line_height(font, size), 0), np.uint8)
    whole, single = ([empty, *[ink.mask(part, font, size) for part in split]] for split in (parts, time))
    assert np.array_equal(np.concatenate(whole, axis=1), np.concatenate(single, axis=1))


def test_every_visible_character_of_a_terminal_fills_one_cell() -> None:
    width, height = texts.cell(14)
    for line in ("iiii", "WWWW", "─┼│█", "Ωяé→", "日本語字", "😀a😀b", "\ud800xyz"):
        assert texts.width(line, "mono", 14) == 4 * width, line
    assert height == texts.line_height("mono", 14)


def test_control_and_combining_characters_have_no_width() -> None:
    for font in texts.FONTS:
        assert texts.width("a\x00\x1b\r\nb\u200b\u0301", font, 14) == texts.width("ab", font, 14)
        assert texts.width("\t", font, 14) == texts.width("    ", font, 14)
        assert not ink.mask("\t\x07 \u00a0", font, 14).any()


def test_characters_that_no_font_has_are_boxes() -> None:
    box = ink.mask("日", "regular", 20)
    assert box.shape[1] == 20
    assert (box == ink.mask("語", "regular", 20)).all()
    shape = box[box.any(axis=1)][:, box.any(axis=0)]
    assert shape[0].all() and shape[-1].all() and shape[:, 0].all() and not shape[1:-1, 1:-1].any()


def test_a_combining_accent_lies_above_its_letter() -> None:
    for font in texts.FONTS:
        composed, plain = ink.mask("xa\u0301x", font, 24), ink.mask("xax", font, 24)
        accent = np.flatnonzero((composed != plain).any(axis=0))
        start, end = texts.offset("xax", font, 24, 1), texts.offset("xax", font, 24, 2)
        assert accent.size and start <= accent[0] and accent[-1] < end


def test_a_proportional_font_borrows_symbols() -> None:
    arrow = ink.mask("→", "regular", 20)
    assert arrow.shape[1] == texts.cell(20)[0] and arrow.any()


def test_fonts_differ_and_bold_is_bolder() -> None:
    masks = {font: ink.mask("Hamburg", font, 18) for font in texts.FONTS}
    assert masks["bold"].sum() > 1.2 * masks["regular"].sum()
    assert texts.width("il", "regular", 18) < texts.width("il", "mono", 18)


@given(PLAIN, FONT, SIZE, st.integers(0, 400))
def test_ellipsis_fits(line: str, font: texts.Font, size: int, room: int) -> None:
    short = texts.ellipsize(line, font, size, room)
    assert texts.width(short, font, size) <= room
    if texts.width(line, font, size) <= room:
        assert short == line
    elif short:
        assert short.endswith("…") and line.startswith(short[:-1])


@given(PLAIN, FONT, SIZE, st.integers(40, 400))
def test_wrapped_lines_fit_and_lose_nothing_but_breaks(line: str, font: texts.Font, size: int, room: int) -> None:
    spans = texts.wrap_spans(line, font, size, room)
    assert texts.wrap(line, font, size, room) == tuple(line[start:end] for start, end in spans)
    at = 0
    for start, end in spans:
        assert at <= start <= end <= len(line)
        assert set(line[at:start]) <= {" ", "\n"}
        assert texts.width(line[start:end].rstrip(" "), font, size) <= room
        at = end
    assert not line[at:]
    assert len(spans) >= line.count("\n") + 1


def test_wrap_breaks_at_words_then_within_long_ones() -> None:
    cell = texts.cell(14)[0]
    assert texts.wrap("the quick brown fox", "mono", 14, 10 * cell) == ("the quick", "brown fox")
    assert texts.wrap("abcdefghij klm", "mono", 14, 4 * cell) == ("abcd", "efgh", "ij", "klm")
    assert texts.wrap("a\n\nb", "mono", 14, 4 * cell) == ("a", "", "b")
    assert texts.wrap("", "mono", 14, 4 * cell) == ("",)
    assert texts.wrap("abc", "mono", 14, 1) == ("a", "b", "c")


@given(WILD, FONT, SIZE)
def test_a_caret_is_found_where_it_is_drawn(line: str, font: texts.Font, size: int) -> None:
    for index in range(len(line) + 1):
        x = texts.offset(line, font, size, index)
        found = texts.index_at(line, font, size, x)
        assert texts.offset(line, font, size, found) == x
    assert texts.index_at(line, font, size, -5) == 0
    assert texts.index_at(line, font, size, 10**6) == len(line)


def test_the_nearer_side_of_a_character_is_taken() -> None:
    width = texts.cell(20)[0]
    assert texts.index_at("abc", "mono", 20, width + width // 2 - 1) == 1
    assert texts.index_at("abc", "mono", 20, width + width // 2 + 1) == 2


def test_wrong_fonts_and_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'regular'"):
        texts.width("a", "reguler", 14)
    with pytest.raises(ValueError, match="6 to 400"):
        texts.width("a", "mono", 0)


@pytest.mark.parametrize("font", texts.FONTS)
def test_a_line_of_words_is_that_of_its_characters(font: texts.Font) -> None:
    """Words that were drawn before are put together; an f or a j reaches beyond its own width."""
    words = ["of", "fjord", "join", "off", "", "it", "Jazz", "é", "12", "waffle."]
    for line in (" ".join(pair) for pair in itertools.product(words, words, words)):
        found = lines._pieces_of(line, font, 14, (9, 9, 9), (255, 255, 255))
        reference = lines._characters_of(line, font, 14, (9, 9, 9), (255, 255, 255))
        assert (found is None) == (reference is None)
        if found is not None and reference is not None:
            drawn, expected = (np.concatenate([one.pixels for one in part], axis=1) for part in (found, reference))
            np.testing.assert_array_equal(drawn, expected)
