"""Style sheets: which rules apply, what they compute to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.engines.pages.css.styles import ROOT, Length, Viewport, computed
from crab_sim.engines.pages.css.stylesheets import cascade, declarations, parse_sheet
from crab_sim.engines.pages.dom import Node, parse_tree

VIEW = Viewport(1000, 500)
PAGE = (
    '<div class="card wide"><p id=first>a</p><p lang=en>b</p><input type=checkbox><input type=text></div>'
    "<ul><li>x</li><li class=last>y</li></ul>"
)


def element(tag: str, number: int = 0) -> Node:
    return [node for node in parse_tree(PAGE, "http://a.example/").root.walk() if node.tag == tag][number]


@pytest.mark.parametrize(
    ("selector", "node", "matches"),
    [
        ("p", element("p"), True),
        ("*", element("p"), True),
        (".card p", element("p"), True),
        (".card.wide > p", element("p"), True),
        ("body > p", element("p"), False),
        ("#first", element("p"), True),
        ("#first", element("p", 1), False),
        ("p + p", element("p", 1), True),
        ("p + p", element("p"), False),
        ("p ~ input", element("input"), True),
        ("[lang]", element("p", 1), True),
        ('[lang="de"]', element("p", 1), False),
        ("p:first-child", element("p"), True),
        ("li:last-child", element("li", 1), True),
        ("li:last-child", element("li"), False),
        ('input:not([type="checkbox"], [type="radio"])', element("input"), False),
        ('input:not([type="checkbox"], [type="radio"])', element("input", 1), True),
        ("p:hover", element("p"), False),
        ("li::marker", element("li"), False),
        (":root", element("p"), False),
    ],
)
def test_selectors(selector: str, node: Node, matches: bool) -> None:
    sheet = parse_sheet((f"{selector} {{ color: red }}",))
    assert ("color" in cascade(sheet, node)) == matches


def test_the_heavier_rule_wins_then_the_later_then_the_style_attribute() -> None:
    sheet = parse_sheet(
        (".card p { color: a } p { color: b } /* p { color: c } */", "p { width: 1px } p { width: 2px }")
    )
    assert dict(cascade(sheet, element("p"))) == {"color": "a", "width": "2px"}
    styled = parse_tree('<p style="color: d; margin: 1px">', "http://a.example/").root.children[0]
    assert isinstance(styled, Node)
    (paragraph,) = styled.children
    assert isinstance(paragraph, Node)
    assert cascade(sheet, paragraph)["color"] == "d"
    assert parse_sheet(("@media print { p { color: red } } b { color: red }",)).rules.keys() == {"b"}


def test_computed_values() -> None:
    style = computed(
        declarations(
            "font: bold 20px/1.5 monospace; padding: 1em 10%; margin: 0 auto; width: calc(50% - 10px); "
            "border: 2px solid #f00; background: rgb(0 0 0 / 50%); --x: #010203; color: var(--x)"
        ),
        ROOT,
        VIEW,
    )
    assert (style.font, style.size, style.line_height) == ("mono", 20, 30)
    assert style.padding.top == Length(20.0) and style.padding.left == Length(0.0, 0.1)
    assert style.margin.left is None and style.margin.top == Length(0.0)
    assert style.width is not None and style.width.of(400) == 190
    assert style.borders[:4] == (2, 2, 2, 2) and style.borders.colors[0] == (255, 0, 0)
    assert style.background == (128, 128, 128) == style.ground
    assert style.color == (1, 2, 3)


def test_inheritance_and_zoom() -> None:
    above = computed(declarations("color: blue; font-size: 20px; text-align: center; margin: 5px"), ROOT, VIEW)
    inner = computed(declarations("font-size: 50%; display: block"), above, VIEW)
    assert (inner.color, inner.size, inner.align, inner.margin.top) == ((0, 0, 255), 10, "center", Length(0.0))
    assert computed(declarations("width: 10px"), ROOT, VIEW._replace(zoom=2.0)).width == Length(20.0)
    assert computed(declarations("min-height: calc(100vh - 54px)"), ROOT, VIEW).min_height == Length(446.0)


@given(st.text(alphabet="abp.#[]:>+~{}();,%/*\"'= -1", max_size=120))
def test_any_text_is_a_style_sheet(text: str) -> None:
    sheet = parse_sheet((text,))
    computed(cascade(sheet, element("p")), ROOT, VIEW)
