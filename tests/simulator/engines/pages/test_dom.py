"""The tree of a page: forgiving nesting, labels, controls, and limits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crab_sim.engines.pages.dom import MAX_DEPTH, MAX_NODES, Node, parse_tree, text_in

BASE = "http://a.example/folder/page"


def outline(node: Node) -> str:
    """Returns the names of the elements, with brackets around those inside another."""
    inner = " ".join([outline(child) for child in node.children if isinstance(child, Node)])
    return f"{node.tag}({inner})" if inner else node.tag


def test_end_tags_may_be_left_out() -> None:
    tree = parse_tree("<title>T</title><p>a<p>b<ul><li>c<li>d</ul><table><tr><td>e<td>f<tr><td>g</table>", BASE)
    assert outline(tree.root) == "html(title body(p p ul(li li) table(tr(td td) tr(td))))"
    assert tree.title == "T"


def test_a_body_begins_with_its_first_content() -> None:
    assert outline(parse_tree("<style>p{}</style>text <b>bold</b>", BASE).root) == "html(style body(b))"
    page = "<html><head><title>x</title></head><body class=a><p>y</body></html>"
    assert outline(parse_tree(page, BASE).root) == "html(head(title) body(p))"


def test_controls_have_labels_and_first_values() -> None:
    tree = parse_tree(
        "<form action=/go method=POST><label for=n>Name</label><input id=n name=n value=Ada>"
        "<label>Colour <select name=c><option>red<option value=g selected>green</select></label>"
        "<label><input type=radio name=r value=1 checked> One</label><textarea name=t>\n a\n</textarea>"
        "<button name=act value=x aria-label='Do it'>Go</button></form><input type=checkbox name=k>",
        BASE,
    )
    assert tree.forms == (("http://a.example/go", "post"),)
    found = [(c.kind, c.form, c.name, c.value, c.label) for c in tree.controls]
    assert found == [
        ("text", 0, "n", "Ada", "Name"),
        ("select", 0, "c", "g", "Colour"),
        ("radio", 0, "r", "1", "One"),
        ("textarea", 0, "t", " a\n", ""),
        ("submit", 0, "act", "x", "Do it"),
        ("checkbox", -1, "k", "on", ""),
    ]
    assert tree.controls[1].options == (("red", "red"), ("g", "green"))


def test_style_sheets_are_found() -> None:
    tree = parse_tree("<link rel=stylesheet href=a.css><link rel=icon href=b><style>p{color:red}</style>", BASE)
    assert tree.sheets == ("http://a.example/folder/a.css",)
    assert tree.styles == ("p{color:red}",)


def test_wild_pages_stay_within_bounds() -> None:
    deep = parse_tree("<div>" * 3000, BASE).root
    depth, at = 0, deep
    while at.children and isinstance(at.children[0], Node):
        at, depth = at.children[0], depth + 1
    assert depth <= MAX_DEPTH
    assert sum(1 for _ in parse_tree("<b></b>" * 9000, BASE).root.walk()) <= MAX_NODES + 2


@given(st.text(alphabet="<>/abdhlprtuio =\"'!-& \n", max_size=200))
def test_any_text_is_a_page(text: str) -> None:
    tree = parse_tree(text, BASE)
    assert isinstance(text_in(tree.root), str)
    assert all(child.parent is node for node in tree.root.walk() for child in node.children if isinstance(child, Node))
