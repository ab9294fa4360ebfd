from __future__ import annotations

import pytest

from crab_sim.engines.pages.blocks import Table, Text
from crab_sim.engines.pages.html import MAX_BLOCKS, parse


def test_blocks() -> None:
    page = parse(
        "<title>A &amp; B</title><ul><li>one<li>two<ol start=3><li>three</ol></ul><pre> x\n  y</pre>"
        "<table><tr><th>H</th><td>a <a href='/x'>b</a></td></tr></table><p>c<br>d<script>alert(1)</script>",
        "https://a.example/dir/",
    )
    texts = [(b.kind, b.mark, b.indent, "".join(r.text for r in b.runs)) for b in page.blocks if isinstance(b, Text)]
    assert page.title == "A & B"
    assert texts == [
        ("li", "•", 1, "one"), ("li", "•", 1, "two"), ("li", "3.", 2, "three"), ("pre", "", 0, " x\n  y"),
        ("p", "", 0, "c\nd"),
    ]  # fmt: skip
    table = next(b for b in page.blocks if isinstance(b, Table))
    assert [head for _, head in table.rows[0]] == [True, False]
    assert table.rows[0][1][0][1].href == "https://a.example/x"


@pytest.mark.parametrize("text", ["<a " * 30_000, "<p>" * 30_000, "<" * 99_999, "<td>x" * 20_000, "<!--" * 20_000])
def test_long_wild_pages_are_bounded(text: str) -> None:
    assert len(parse(text, "").blocks) <= MAX_BLOCKS
