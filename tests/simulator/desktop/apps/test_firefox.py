"""Firefox: addresses, tabs, history, bookmarks, forms, downloads, finding, zoom, menus, and the sites' state."""

from __future__ import annotations

import random

import pytest

from crab_gym.backends.sim.backend import SimBackend
from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.firefox.state import BOOKMARKS, DOWNLOADS, HISTORY
from crab_sim.engines.pages.sites import WEB
from crab_sim.machine.slices import CLIPBOARD, EFFECTS, FILES, WINDOWS
from crab_sim.web.bundle import assets
from tests.simulator.desktop._drive import (
    HOME,
    center,
    click,
    desktop,
    front_app,
    node,
    nodes,
    press,
    right_click,
    start,
    title,
    write,
)

ISSUES = "git.example/harbour/tide-tables/issues"


@pytest.fixture
def machine() -> Desktop:
    return desktop("Firefox", 3)


def go(machine: Desktop, address: str) -> None:
    press(machine, "ctrl+l")
    write(machine, f"{address}\n")


def tabs(machine: Desktop) -> list[str]:
    return [found.text for found in nodes(machine, role="tab")]


def shown(machine: Desktop) -> str:
    """Returns the page's title, as the page itself has it."""
    return node(machine, role="web").text


def rows(machine: Desktop, site: str, table: str) -> list[dict[str, object]]:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.machine.restore(machine.snapshot())
    return [dict(row) for row in backend.state.web(site, table)]


# Addresses and tabs ---------------------------------------------------------------------------------------------------


def test_it_starts_with_the_home_page(machine: Desktop) -> None:
    assert title(machine) == "Start — Mozilla Firefox"
    assert shown(machine) == "Start"
    assert node(machine, "Gitbarn Source code and issues", role="link")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("shop.example/lamp", "Desk lamp - Harbour Goods"),
        ("http://wiki.example/", "Open Almanac"),
        ("www.news.example", "The Daily Lantern"),
        ("desk lamp", "desk lamp - Search"),
        ("git.example/no/such", "Page not found - Gitbarn"),
        ("nowhere.example", "Server Not Found"),
        ("https://shop.example/", "Problem loading page"),
        ("about:nothing", "Problem loading page"),
        (f"{HOME}/Documents", f"Index of file://{HOME}/Documents/"),
        ("/no/such/file", "Problem loading page"),
    ],
)
def test_typed_addresses(machine: Desktop, typed: str, expected: str) -> None:
    go(machine, typed)
    assert title(machine) == f"{expected} — Mozilla Firefox"


def test_back_and_forward_keep_what_was_typed(machine: Desktop) -> None:
    go(machine, f"{ISSUES}/new")
    click(machine, rid="title")
    write(machine, "Half a title")
    click(machine, "Explore", role="link")
    assert shown(machine) == "Explore - Gitbarn"
    press(machine, "alt+left")
    assert node(machine, rid="title").text == "Half a title"
    click(machine, "Forward", role="button")
    assert shown(machine) == "Explore - Gitbarn"
    press(machine, "alt+left")
    press(machine, "f5")
    assert node(machine, rid="title").text == ""


def test_tabs_open_close_and_come_back(machine: Desktop) -> None:
    press(machine, "ctrl+t")
    assert title(machine) == "Mozilla Firefox"
    write(machine, "shop.example\n")
    assert tabs(machine) == ["Start", "Articles - Harbour Goods"]
    press(machine, "ctrl+tab")
    assert shown(machine) == "Start"
    press(machine, "ctrl+shift+tab", "ctrl+w")
    assert tabs(machine) == ["Start"]
    press(machine, "ctrl+shift+t")
    assert tabs(machine) == ["Start", "Articles - Harbour Goods"]
    assert shown(machine) == "Articles - Harbour Goods"
    press(machine, "alt+1")
    assert shown(machine) == "Start"
    right_click(machine, "Articles - Harbour Goods")
    click(machine, "Close Other Tabs", role="menu_item")
    assert tabs(machine) == ["Articles - Harbour Goods"]
    press(machine, "ctrl+w")
    assert front_app(machine) == ""


def test_a_program_and_a_file_open_in_a_tab_of_the_open_window(machine: Desktop) -> None:
    machine.put(FILES, machine.files.write(f"{HOME}/a.html", b"<title>Mine</title><p>Hello <b>you</b>", machine.now))
    start(machine, "Terminal")
    write(machine, "xdg-open ~/a.html\n")
    assert title(machine) == "Mine — Mozilla Firefox"
    assert node(machine, "Hello you", role="text")
    start(machine, "Terminal")
    write(machine, "xdg-open http://wiki.example/oak; firefox --new-window shop.example\n")
    assert [window.app for window in machine.get(WINDOWS)].count("firefox") == 2
    assert title(machine) == "Articles - Harbour Goods — Mozilla Firefox"


def test_a_link_opens_in_a_tab_behind(machine: Desktop) -> None:
    right_click(machine, "Harbour Goods Useful things, sent by post")
    click(machine, "Open Link in New Tab", role="menu_item")
    assert tabs(machine) == ["Start", "Articles - Harbour Goods"]
    assert shown(machine) == "Start"
    right_click(machine, "Gitbarn Source code and issues")
    click(machine, "Copy Link", role="menu_item")
    assert machine.get(CLIPBOARD) == "http://git.example/"
    right_click(machine, "Gitbarn Source code and issues")
    click(machine, "Search Search for “Gitbarn Source code and issues”", role="menu_item")
    assert tabs(machine)[1].startswith("Gitbarn Source code and issues - Search")


# History, bookmarks, downloads ----------------------------------------------------------------------------------------


def test_history_sidebar(machine: Desktop) -> None:
    go(machine, "wiki.example/oak")
    go(machine, "nowhere.example")
    assert [row.url for row in machine.get(HISTORY)] == ["http://start.example/", "http://wiki.example/oak"]
    press(machine, "ctrl+h")
    click(machine, "Oak - Open Almanac", role="list_item")
    assert shown(machine) == "Oak - Open Almanac"
    click(machine, description="Delete Oak - Open Almanac")
    assert [row.url for row in machine.get(HISTORY)] == ["http://start.example/"]
    press(machine, "ctrl+h")
    assert not nodes(machine, description="Close sidebar")


def test_bookmarks(machine: Desktop) -> None:
    go(machine, "wiki.example/oak")
    press(machine, "ctrl+d", "ctrl+a")
    write(machine, "Trees\n")
    assert [(row.url, row.title) for row in machine.get(BOOKMARKS)] == [("http://wiki.example/oak", "Trees")]
    assert node(machine, "Edit this bookmark (Ctrl+D)")
    go(machine, "start.example")
    click(machine, "Firefox", role="button")
    click(machine, "Bookmarks", role="menu_item")
    click(machine, "Trees", role="menu_item")
    assert shown(machine) == "Oak - Open Almanac"
    click(machine, "Edit this bookmark (Ctrl+D)", role="button")
    click(machine, "Remove Bookmark", role="button")
    assert machine.get(BOOKMARKS) == ()


def test_downloads_have_free_names_and_a_list(machine: Desktop) -> None:
    for _ in range(2):
        go(machine, "wiki.example/tides.csv")
    assert title(machine) == "Start — Mozilla Firefox"
    names = [name for name in machine.files.list(f"{HOME}/Downloads") if name.startswith("tides")]
    assert names == ["tides(1).csv", "tides.csv"]
    assert len(machine.get(DOWNLOADS)) == 2
    click(machine, "Downloads", role="button")
    click(machine, description="Remove tides(1).csv from the list")
    assert machine.files.is_file(f"{HOME}/Downloads/tides(1).csv")
    click(machine, "tides.csv", role="list_item")
    assert front_app(machine) == "calc"


def test_a_picture_is_saved_under_a_name(machine: Desktop) -> None:
    go(machine, "images.example/picture/hills_dusk")
    click(machine, "Hills at dusk", role="image", verb="right_click")
    click(machine, "Save Image As…", role="menu_item")
    assert node(machine, rid="name_entry").text == "hills_dusk.jpg"
    press(machine, "ctrl+a")
    write(machine, "~/Pictures/mine.jpg\n")
    assert machine.files.read(f"{HOME}/Pictures/mine.jpg") == assets()["photos/hills_dusk.jpg"]


def test_a_page_is_saved_and_shown_again(machine: Desktop) -> None:
    go(machine, "wiki.example/oak")
    press(machine, "ctrl+s")
    assert node(machine, rid="name_entry").text == "Oak - Open Almanac.html"
    press(machine, "enter")
    path = f"{HOME}/Downloads/Oak - Open Almanac.html"
    assert b"<title>Oak - Open Almanac</title>" in machine.files.read(path)
    press(machine, "ctrl+s", "enter")
    assert node(machine, "Replace", role="button")
    press(machine, "escape", "escape", "ctrl+o")
    write(machine, f"{path}\n")
    assert title(machine) == "Oak - Open Almanac — Mozilla Firefox"


# Pages ----------------------------------------------------------------------------------------------------------------


def test_find_marks_and_goes_round(machine: Desktop) -> None:
    go(machine, "wiki.example/lighthouse")
    press(machine, "ctrl+f")
    write(machine, "LIGHT")
    first = next(found.text for found in nodes(machine, role="text") if found.text.startswith("1 of "))
    count = int(first.split()[2])
    assert count > 3
    press(machine, "enter")
    assert node(machine, f"2 of {count} matches")
    press(machine, "shift+enter", "shift+enter")
    assert node(machine, f"{count} of {count} matches")
    assert machine.window(machine.front.id).page.scroll["page"] > 0  # type: ignore[union-attr]
    click(machine, "Whole Words", role="checkbox")
    assert int(next(t.text for t in nodes(machine, role="text") if t.text.startswith("1 of ")).split()[2]) < count
    click(machine, "Match Case", role="checkbox")
    assert node(machine, "Phrase not found")
    click(machine, "Match Case", role="checkbox")
    press(machine, "ctrl+a")
    write(machine, "nothing of that")
    assert node(machine, "Phrase not found")
    press(machine, "escape")
    assert not nodes(machine, description="Find in page")


def test_zoom_makes_the_page_larger(machine: Desktop) -> None:
    def width() -> int:
        left, _, right, _ = node(machine, "Search", role="button").bounds
        return right - left

    before = width()
    press(machine, "ctrl+=", "ctrl+=")
    assert width() > before
    assert node(machine, "Reset zoom level (120%)")
    press(machine, "ctrl+0")
    assert width() == before


def test_all_of_a_page_is_copied(machine: Desktop) -> None:
    go(machine, "wiki.example/oak")
    press(machine, "ctrl+a", "ctrl+c")
    assert machine.get(CLIPBOARD).startswith("O\nOpen Almanac\n")
    assert "\nOak\n" in machine.get(CLIPBOARD)
    go(machine, "git.example/ada/dotfiles/raw/install.sh")
    press(machine, "ctrl+a", "ctrl+c")
    assert machine.get(CLIPBOARD).startswith("#!/bin/sh\nset -eu\nfor name in")
    assert '; do\n    ln -sf "$PWD/$name"' in machine.get(CLIPBOARD)


def test_text_that_the_mouse_is_dragged_over_is_copied(machine: Desktop) -> None:
    go(machine, "reference.example/arrays/transpose")
    left, top, right, bottom = next(
        found.bounds for found in nodes(machine, role="text") if found.text.startswith("from osier")
    )

    def drag(x1: int, y1: int, x2: int, y2: int) -> None:
        machine.execute("drag", {"x1": x1, "y1": y1, "x2": x2, "y2": y2})

    drag(left + 1, top + 4, right - 2, bottom - 3)
    press(machine, "ctrl+c")
    assert machine.get(CLIPBOARD) == (
        "from osier import arrays\na = arrays.grid([[1, 2, 3], [4, 5, 6]])\nprint(arrays.transpose(a).rows[0])"
    )
    drag(right - 2, top + 4, left + 1, top + 4)  # to the left
    machine.execute("right_click", {"x": right - 2, "y": bottom + 60})
    click(machine, "Copy", role="menu_item")
    assert machine.get(CLIPBOARD) == "from osier import arrays"
    machine.put(CLIPBOARD, "")
    click(machine, "Example")
    press(machine, "ctrl+c")
    assert machine.get(CLIPBOARD) == ""


def test_the_source_is_shown_in_a_tab(machine: Desktop) -> None:
    press(machine, "ctrl+u")
    assert tabs(machine)[1].startswith("view-source:") or title(machine).startswith("view-source:")
    assert "<!DOCTYPE html>" in node(machine, role="text").text or nodes(machine, role="text")


# Forms and the sites' state -------------------------------------------------------------------------------------------


def open_issue(machine: Desktop, name: str) -> None:
    go(machine, f"{ISSUES}/new")
    click(machine, rid="title")
    write(machine, name)
    press(machine, "tab")
    write(machine, "First line\nsecond")
    press(machine, "tab")
    write(machine, "bug")
    press(machine, "tab", "space")


def test_the_keyboard_fills_in_a_form(machine: Desktop) -> None:
    open_issue(machine, "It leaks")
    assert shown(machine).startswith("It leaks, issue ")
    issue = next(row for row in rows(machine, "git.example", "issues") if row["author"] == "user")
    assert (issue["title"], issue["body"], issue["label"]) == ("It leaks", "First line\nsecond", "bug")
    (effect,) = machine.peek(EFFECTS, ())
    assert (effect.kind, effect.to) == ("post", "git.example/harbour/tide-tables")


def test_the_state_of_the_sites_is_part_of_snapshots(machine: Desktop) -> None:
    before, fingerprint = machine.snapshot(), machine.fingerprint()
    twin = machine.fork()
    open_issue(machine, "Mine")
    open_issue(twin, "Mine")
    assert machine.fingerprint() == twin.fingerprint() != fingerprint
    machine.restore(before)
    assert machine.get(WEB) == {}
    assert not any(row["author"] == "user" for row in rows(machine, "git.example", "issues"))
    assert any(row["author"] == "user" for row in rows(twin, "git.example", "issues"))
    assert machine.fingerprint() == fingerprint


def test_an_invalid_form_is_not_sent(machine: Desktop) -> None:
    go(machine, f"{ISSUES}/new")
    click(machine, rid="title")
    press(machine, "enter")
    assert node(machine, "Please fill out this field.")
    assert machine.peek(EFFECTS, ()) == ()
    write(machine, "Now it has one\n")
    assert shown(machine).startswith("Now it has one, issue ")


def test_lists_boxes_and_radio_buttons(machine: Desktop) -> None:
    go(machine, "forms.example/survey")
    click(machine, "So-so", role="radio")
    click(machine, "Sport", role="checkbox")
    click(machine, "Cooked for others", role="checkbox")
    click(machine, "Sport", role="checkbox")
    click(machine, rid="day")
    click(machine, "Friday", role="menu_item")
    click(machine, rid="cups")
    write(machine, "100\n")
    assert node(machine, "Value must be less than or equal to 99.")
    press(machine, "ctrl+a")
    write(machine, "2\n")
    (row,) = rows(machine, "forms.example", "sent")
    assert row["values"] == {"sleep": "so-so", "did": "cook", "day": "Friday", "cups": "2", "else": ""}


def test_a_file_is_uploaded(machine: Desktop) -> None:
    machine.put(FILES, machine.files.write(f"{HOME}/list.csv", b"a,b\n1,2\n", machine.now))
    go(machine, "docs.example/upload")
    click(machine, rid="file")
    write(machine, "list.csv\n")
    click(machine, "Upload", role="button")
    sheet = next(row for row in rows(machine, "docs.example", "documents") if row["title"] == "list")
    assert sheet["cells"] == {"A1": "a", "B1": "b", "A2": "1", "B2": "2"}


def test_setups_and_facts_see_the_sites() -> None:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(5)
    fingerprint = backend.fingerprint()
    first = dict(backend.state.facts()["site"].rows)
    assert backend.state.web("shop.example", "cart") == ()
    assert backend.fingerprint() == fingerprint
    backend.setup.set_web("shop.example", "cart", [{"article": "lamp", "quantity": 2}])
    assert backend.state.web("shop.example", "cart")[0]["quantity"] == 2
    added = set(backend.state.facts()["site"].rows) - set(first)
    assert added == {"shop.example/cart 1"}
    with pytest.raises(LookupError, match=r"mail\.example"):
        backend.state.web("mail.example", "nothing")


def test_clicks_reach_what_is_drawn(machine: Desktop) -> None:
    go(machine, "shop.example")
    last = "Storm umbrella Storm umbrella"
    before = len(nodes(machine, last, role="link"))
    machine.execute("scroll", {**center(node(machine, role="web")), "direction": "down", "amount": 40})
    assert (before, len(nodes(machine, last, role="link"))) == (0, 1)
    press(machine, "home")
    machine.execute("scroll", {**center(node(machine, role="web")), "direction": "down", "amount": 6})
    click(machine, "Hand torch Hand torch", role="link")
    assert shown(machine) == "Hand torch - Harbour Goods"
    click(machine, rid="quantity")
    press(machine, "ctrl+a")
    write(machine, "3")
    click(machine, "Add to cart", role="button")
    assert shown(machine) == "Cart - Harbour Goods"
    assert [(row["article"], row["quantity"]) for row in rows(machine, "shop.example", "cart")] == [("torch", 3)]


ADDRESSES = (
    "shop.example", "shop.example/lamp", "git.example", ISSUES, f"{ISSUES}/new", "mail.example", "mail.example/compose",
    "docs.example", "docs.example/text/1", "docs.example/sheet/1", "docs.example/upload", "wiki.example",
    "wiki.example/oak/edit", "images.example", "maps.example", "maps.example/directions?from=Paris&to=Rome",
    "forms.example/survey", "travel.example/booking", "news.example", "recipes.example", "search.example/?q=lamp",
    "view-source:http://wiki.example/", "/home/user", "about:blank", "x y z",
)  # fmt: skip
KEYS = (
    "enter", "escape", "tab", "shift+tab", "space", "up", "down", "left", "right", "pagedown", "end", "ctrl+t",
    "ctrl+w", "ctrl+shift+t", "ctrl+tab", "alt+left", "alt+right", "f5", "ctrl+h", "ctrl+b", "ctrl+d", "ctrl+f", "f3",
    "ctrl+s", "ctrl+u", "ctrl+shift+y", "ctrl+=", "ctrl+-", "ctrl+a", "ctrl+c", "ctrl+v", "backspace", "f6", "alt+2",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_random_actions_raise_nothing(seed: int) -> None:
    rng = random.Random(seed)
    machine = desktop("Firefox", seed, *[(640, 480), (1280, 720), (800, 600)][seed % 3])
    for number in range(150):
        if "firefox" not in [window.app for window in machine.get(WINDOWS)]:
            start(machine, "Firefox")
        if number % 10 == 0:
            go(machine, rng.choice(ADDRESSES))
        before = dict(machine.slices)
        mine = [found for found in machine.scene.nodes if found.app == "firefox"] or machine.scene.nodes
        assert machine.slices == before, "laying out the screen changed the state"
        at = center(rng.choice(mine))
        match rng.randrange(8):
            case 0 | 1 | 2:
                machine.execute("click", at)
            case 3:
                machine.execute("right_click", at)
            case 4:
                machine.execute(
                    "scroll", {**at, "direction": rng.choice(("up", "down")), "amount": rng.randrange(1, 9)}
                )
            case 5:
                write(machine, rng.choice(("a", "red lamp", "bug", " ", "/x", "12\n", "a\tb\n", "\ud800", "ünï ★")))
            case _:
                press(machine, rng.choice(KEYS))
        machine.advance(1)
        for found in machine.scene.nodes:
            left, top, right, bottom = found.bounds
            assert 0 <= left < right <= machine.width and 0 <= top < bottom <= machine.height
