"""The layout of pages: where texts, boxes, rows, grids, tables and controls are."""

from __future__ import annotations

from crab_sim.engines.pages.boxes import Boxes
from crab_sim.engines.pages.css.styles import ROOT, Viewport
from crab_sim.engines.pages.dom import parse_tree
from crab_sim.engines.pages.fragments import Ground, Image, Place, Spot, Words
from crab_sim.engines.pages.layout import Layout, anchor_top, find_matches, lay_out, match_top
from crab_sim.engines.pages.render_tree import Box

PLAIN = "* { box-sizing: border-box } body, p, ul, table { margin: 0; padding: 0 } html { font: 16px/1.5 sans-serif } "


def page(text: str, style: str = "", width: int = 600, zoom: float = 1.0) -> Layout:
    sizes = (("http://a.example/p.png", (200, 100)),)
    return lay_out(parse_tree(text, "http://a.example/"), (PLAIN + style,), Viewport(width, 400, zoom), sizes)


def words(layout: Layout, text: str) -> Words:
    return next(item for item in layout.items if isinstance(item, Words) and text in item.text)


def spots(layout: Layout, role: str) -> list[Spot]:
    return [item for item in layout.items if isinstance(item, Spot) and item.role == role]


def test_text_wraps_between_words() -> None:
    layout = page("<p>" + "word " * 60)
    lines = [item for item in layout.items if isinstance(item, Words)]
    assert len(lines) > 2
    assert all(item.x >= 0 and item.x + item.w <= 600 for item in lines)
    assert [item.y for item in lines] == [24 * i for i in range(len(lines))]
    assert " ".join([item.text for item in lines]).split() == ["word"] * 60


def test_a_word_that_is_too_long_is_broken_unless_preformatted() -> None:
    assert len([i for i in page("<p>" + "x" * 300).items if isinstance(i, Words)]) > 3
    assert len([i for i in page("<pre>" + "x" * 300 + "\n  y").items if isinstance(i, Words)]) == 2


def test_links_are_spots_with_their_whole_text() -> None:
    layout = page("<p>See <a href=/b id=go>the <b>other</b> page</a>, please.")
    (link,) = spots(layout, "link")
    assert (link.text, link.rid, link.link.href) == ("the other page", "go", "http://a.example/b")
    (text,) = spots(layout, "text")
    assert text.text == "See the other page, please."
    whole = page("<a href=/b style='display:block; padding: 10px'><b>A</b><small>B</small></a>")
    (link,) = spots(whole, "link")
    assert (link.w, link.text, spots(whole, "text")) == (600, "A B", [])


def test_flexible_rows_grow_shrink_and_push() -> None:
    style = ".r { display: flex; gap: 10px } .f { flex: 1 } .m { margin-left: auto; width: 50px; background: red }"
    layout = page("<div class=r><div style='width:100px'>a</div><div class=f>b</div><div class=m>c</div></div>", style)
    assert words(layout, "b").x == 110
    assert [(item.x, item.w) for item in layout.items if isinstance(item, Ground)] == [(550, 50)]
    column = page("<div class=c><p>a<p>b</div>", ".c { display: flex; flex-direction: column; gap: 6px }")
    assert words(column, "b").y - words(column, "a").y == 30


def test_a_box_has_its_own_width_though_it_lies_where_another_one_was() -> None:
    def measure() -> Boxes:
        return Boxes("http://a.example/", Viewport(600, 400, 1.0), lambda src: None)

    kept = measure()
    for words in range(1, 30):
        text = "word " * words + "end"
        assert kept.widths(Box(None, ROOT, [text])) == measure().widths(Box(None, ROOT, [text]))


def test_grids_share_the_width() -> None:
    cells = "<div class=g>" + "".join(f"<div>c{i}</div>" for i in range(5)) + "</div>"
    three = page(cells, ".g { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px }")
    assert [words(three, f"c{i}").x for i in range(5)] == [0, 204, 408, 0, 204]
    fill = page(cells, ".g { display: grid; grid-template-columns: repeat(auto-fill, minmax(190px, 1fr)); gap: 10px }")
    assert [words(fill, f"c{i}").x for i in range(3)] == [0, 203, 406]
    side = page("<div class=g><p>a<p>b</div>", ".g { display: grid; grid-template-columns: 170px 1fr; gap: 20px }")
    assert words(side, "b").x == 190


def test_tables_have_aligned_columns_and_cells() -> None:
    layout = page("<table><tr><th>Name<th>N<tr><td>Something longer<td><a href=/x>7</a></table>", "table{width:100%}")
    assert words(layout, "N").x >= words(layout, "Something").x
    assert [spot.text for spot in spots(layout, "cell")] == ["Name", "N", "Something longer", "7"]
    (table,) = spots(layout, "table")
    assert table.w == 600
    assert spots(layout, "link")[0].text == "7"


def test_columns_floats_and_clear() -> None:
    columns = page("<ul class=c>" + "<li>x</li>" * 6 + "</ul>", ".c { columns: 3; column-gap: 0; list-style: none }")
    assert sorted({item.x for item in columns.items if isinstance(item, Words)}) == [0, 200, 400]
    style = "img { float: right } .foot { clear: both }"
    beside = page("<img src=p.png><p>" + "word " * 30 + "<p class=foot>end", style)
    image = next(item for item in beside.items if isinstance(item, Image))
    assert (image.x, image.w, image.h) == (400, 200, 100)
    assert all(item.x + item.w <= 400 for item in beside.items if isinstance(item, Words) and item.y < 90)
    assert words(beside, "end").y >= 100


def test_pictures_have_the_size_that_the_page_gives_them() -> None:
    def size(attributes: str, style: str = "") -> tuple[int, int]:
        item = next(i for i in page(f"<img src=p.png {attributes}>", style).items if isinstance(i, Image))
        return item.w, item.h

    assert size("") == (200, 100)
    assert size("width=50") == (50, 25)
    assert size("width=50 height=60") == (50, 60)
    assert size("", "img { width: 100% }") == (600, 300)
    assert size("", "img { max-width: 120px; height: auto }") == (120, 60)


def test_controls_have_places() -> None:
    layout = page("<p><input name=a><select name=b><option>one</select><textarea rows=4></textarea><button>Go</button>")
    places = [item for item in layout.items if isinstance(item, Place)]
    assert [item.control.kind for item in places] == ["text", "select", "textarea", "submit"]
    assert places[2].h > 3 * places[0].h // 2
    assert all(item.w > 20 and item.h > 12 for item in places)
    assert layout.place("control:3") == places[3]


def test_margins_that_are_auto_center() -> None:
    layout = page("<div id=m>x</div>", "#m { width: 200px; margin: 10px auto; background: red }")
    assert [(item.x, item.y, item.w) for item in layout.items if isinstance(item, Ground)] == [(200, 10, 200)]


def test_zoom_makes_everything_larger() -> None:
    one, two = page("<p><b>Word</b>", width=1000), page("<p><b>Word</b>", width=1000, zoom=2.0)
    assert words(two, "Word").size == 2 * words(one, "Word").size
    assert two.height >= 2 * one.height - 2


def test_search_and_anchors() -> None:
    layout = page("<p>One word.</p><div style='height:900px'></div><h2 id=far>Far <i>away</i></h2><p>Another WORD")
    matches = find_matches(layout, "word")
    assert len(matches) == 2
    assert match_top(layout, matches[0]) < 10 < 900 < match_top(layout, matches[1])
    assert find_matches(layout, "") == find_matches(layout, "absent") == ()
    tree = parse_tree("<p>One</p><div style='height:900px'></div><h2 id=far>Far</h2>", "http://a.example/")
    top = anchor_top(lay_out(tree, (), Viewport(600, 400), ()), tree, "far")
    assert top is not None and top > 900
    assert anchor_top(layout, tree, "absent") is None


def test_the_ground_is_that_of_the_body() -> None:
    assert page("<body style='background:#123456'>x").ground == (18, 52, 86)
    assert page("x").ground == (255, 255, 255)
