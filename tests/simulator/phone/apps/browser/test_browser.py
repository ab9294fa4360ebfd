from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.engines.pages import forms as browser_forms
from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.html import parse
from crab_sim.machine import canonical
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.browser import data as browser_data
from crab_sim.phone.apps.browser.data import FORMS_SENT, FormRow
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, scroll_to, tap, write

DOWNLOADS = f"{SDCARD}/Download"


@pytest.fixture
def machine() -> Phone:
    machine = phone(0, "Browser")
    machine.put(browser_data.HISTORY, ())
    machine.put(browser_data.BOOKMARKS, ())
    return machine


def go(machine: Phone, address: str) -> None:
    tap(machine, rid="url_bar")
    write(machine, f"{address}\n")


def url(machine: Phone) -> str:
    return node(machine, rid="url_bar").text


def shown(machine: Phone, text: str) -> bool:
    return bool(nodes(machine, text))


def put_file(machine: Phone, name: str, text: str) -> None:
    machine.put(FILES, machine.files.write(f"{DOWNLOADS}/{name}", text.encode(), machine.now))


# Going about


def test_type_an_address_follow_links_go_back_and_forward(machine: Phone) -> None:
    go(machine, "shop.example")
    assert shown(machine, "Useful things, sent by post")
    tap(machine, "Desk lamp")
    assert url(machine) == "shop.example/lamp"
    press(machine, "back")
    assert url(machine) == "shop.example"
    tap(machine, description="More options")
    tap(machine, "Forward")
    assert url(machine) == "shop.example/lamp"
    press(machine, "back")
    press(machine, "back")
    assert node(machine, rid="search_box_text")


def test_typing_replaces_the_address_and_back_leaves_it(machine: Phone) -> None:
    go(machine, "shop.example/lamp")
    tap(machine, rid="url_bar")
    press(machine, "back")
    assert url(machine) == "shop.example/lamp"
    go(machine, "news.example")
    assert url(machine) == "news.example"


def test_search_from_the_address_bar(machine: Phone) -> None:
    go(machine, "cider press")
    assert url(machine) == "search.example/?q=cider+press"
    tap(machine, "Library lends out tools")
    assert url(machine) == "news.example/library"


def test_suggestions_come_from_history(machine: Phone) -> None:
    go(machine, "wiki.example/tide")
    go(machine, "news.example")
    tap(machine, rid="url_bar")
    write(machine, "tid")
    tap(machine, "Tide")
    assert url(machine) == "wiki.example/tide"


def test_unknown_addresses(machine: Phone) -> None:
    go(machine, "nowhere.example")
    assert shown(machine, "This site can’t be reached") and shown(machine, "ERR_NAME_NOT_RESOLVED")
    go(machine, "shop.example/nothing")
    assert shown(machine, "Page not found")


def test_offline_in_airplane_mode(machine: Phone) -> None:
    machine.put(SETTINGS, settings_store.set_airplane(machine.get(SETTINGS), True))
    go(machine, "shop.example")
    assert shown(machine, "ERR_INTERNET_DISCONNECTED")
    assert machine.get(browser_data.HISTORY) == ()


def test_anchors_scroll(machine: Phone) -> None:
    go(machine, "wiki.example/bread")
    assert not shown(machine, "Soda bread")
    tap(machine, "Kinds", role="link")
    assert shown(machine, "Soda bread")
    assert machine.window("browser").page.scroll["page"] > 300


def test_intent_opens_a_page(machine: Phone) -> None:
    machine.launch("browser", ("open", "forms.example/contact"))
    assert shown(machine, "Contact us")
    assert [row.url for row in machine.get(browser_data.HISTORY)] == ["https://forms.example/contact"]


# Tabs, bookmarks, history


def test_tabs(machine: Phone) -> None:
    go(machine, "shop.example")
    tap(machine, rid="tab_switcher_button")
    tap(machine, "New tab", role="button")
    go(machine, "news.example")
    tap(machine, rid="tab_switcher_button")
    assert [n.text for n in nodes(machine, rid="tab_title")] == ["Harbour Goods: useful things", "The Daily Lantern"]
    tap(machine, "Harbour Goods: useful things")
    assert url(machine) == "shop.example"
    assert node(machine, rid="tab_switcher_button").description == "2 open tabs, tap to switch tabs"
    tap(machine, rid="tab_switcher_button")
    tap(machine, description="Close Harbour Goods: useful things tab")
    press(machine, "back")
    assert url(machine) == "news.example"
    tap(machine, rid="tab_switcher_button")
    tap(machine, description="More options")
    tap(machine, "Close all tabs")
    assert [n.text for n in nodes(machine, rid="tab_title")] == ["New tab"]


def test_open_in_new_tab_and_copy_address(machine: Phone) -> None:
    go(machine, "shop.example")
    long_tap(machine, "Desk lamp")
    tap(machine, "Copy link address")
    assert machine.get(CLIPBOARD) == "https://shop.example/lamp"
    long_tap(machine, "Desk lamp")
    tap(machine, "Open in new tab")
    assert url(machine) == "shop.example/lamp"
    assert len(machine.get(browser_data.TABS).rows) == 2


def test_bookmarks(machine: Phone) -> None:
    go(machine, "recipes.example/pancakes")
    tap(machine, description="More options")
    tap(machine, "Add bookmark")
    assert [(row.url, row.title) for row in machine.get(browser_data.BOOKMARKS)] == [
        ("https://recipes.example/pancakes", "Pancakes")
    ]
    tap(machine, description="More options")
    tap(machine, "Bookmarks")
    tap(machine, "Pancakes")
    assert url(machine) == "recipes.example/pancakes"
    tap(machine, description="More options")
    tap(machine, "Remove bookmark")
    assert machine.get(browser_data.BOOKMARKS) == ()


def test_history(machine: Phone) -> None:
    go(machine, "shop.example")
    go(machine, "news.example")
    go(machine, "shop.example")
    rows = machine.get(browser_data.HISTORY)
    assert [(row.url, len(row.visits)) for row in rows] == [("https://shop.example/", 2), ("https://news.example/", 1)]
    assert all(visit.typed for row in rows for visit in row.visits)
    tap(machine, description="More options")
    tap(machine, "History")
    tap(machine, description="Remove The Daily Lantern")
    assert len(machine.get(browser_data.HISTORY)) == 1
    tap(machine, "Clear browsing data…")
    tap(machine, "Clear")
    assert machine.get(browser_data.HISTORY) == () and shown(machine, "No history yet")


# Finding and downloads


def test_find_in_page(machine: Phone) -> None:
    go(machine, "wiki.example/honey-bee")
    tap(machine, description="More options")
    tap(machine, "Find in page")
    write(machine, "honey")
    assert shown(machine, "1/4")
    tap(machine, description="Next")
    assert shown(machine, "2/4")
    tap(machine, description="Previous")
    tap(machine, description="Previous")
    assert shown(machine, "4/4")
    replace(machine, "Find in page", "xyzzy")
    assert shown(machine, "0/0")
    press(machine, "back")
    assert not nodes(machine, rid="find_query") and url(machine) == "wiki.example/honey-bee"


def test_download(machine: Phone) -> None:
    go(machine, "wiki.example/tide")
    tap(machine, "Tide table as a file")
    tap(machine, "Tide table as a file")
    names = [row.path.rpartition("/")[2] for row in machine.get(browser_data.DOWNLOADS)]
    assert names == ["tides.csv", "tides (1).csv"]
    assert machine.files.read(f"{DOWNLOADS}/tides.csv").startswith(b"day,")
    assert machine.get(NOTIFICATIONS)[0].text == "tides (1).csv"
    tap(machine, description="More options")
    tap(machine, "Downloads")
    tap(machine, description="Delete tides (1).csv")
    assert not machine.files.exists(f"{DOWNLOADS}/tides (1).csv")
    tap(machine, "tides.csv")
    assert url(machine) == f"file://{DOWNLOADS}/tides.csv"


def test_pictures_can_be_downloaded(machine: Phone) -> None:
    go(machine, "wiki.example/bicycle")
    long_tap(machine, description="A bicycle at a wall")
    tap(machine, "Download image")
    assert machine.files.read(f"{DOWNLOADS}/bicycle.jpg")[:2] == b"\xff\xd8"


def test_files_of_the_phone(machine: Phone) -> None:
    put_file(machine, "page.html", "<title>Mine</title><h1>My own page</h1><a href='note.txt'>note</a>")
    put_file(machine, "note.txt", "plain <b>text</b>")
    go(machine, "file:///sdcard/Download/page.html")
    assert shown(machine, "My own page")
    tap(machine, "note")
    assert shown(machine, "plain <b>text</b>")
    go(machine, "file:///sdcard/Download")
    assert shown(machine, "page.html")
    go(machine, "file:///sdcard/Download/none.html")
    assert shown(machine, "ERR_FILE_NOT_FOUND")
    go(machine, "file:///sdcard/../../../data/data")
    assert shown(machine, "ERR_ACCESS_DENIED")


# Forms


def test_a_form_is_checked_then_sent(machine: Phone) -> None:
    go(machine, "forms.example/signup")
    tap(machine, "Create account")
    assert shown(machine, "Please fill out this field.")
    tap(machine, description="User name")
    write(machine, "ad")
    tap(machine, description="Email")
    write(machine, "ada")
    tap(machine, description="Password")
    write(machine, "longenough")
    tap(machine, "Create account")
    assert nodes(machine, "Please lengthen this text to 3 characters or more (you are currently using 2 characters).")
    tap(machine, description="User name")
    press(machine, "end")
    write(machine, "a")
    tap(machine, "Create account")
    assert shown(machine, "Please include an '@' in the email address. 'ada' is missing an '@'.")
    tap(machine, description="Email")
    press(machine, "end")
    write(machine, "@example.org")
    tap(machine, description="Country")
    tap(machine, "Kenya")
    tap(machine, "Create account")
    assert shown(machine, "Please check this box if you want to proceed.")
    tap(machine, "I accept the terms")
    assert machine.get(FORMS_SENT) == ()
    tap(machine, "Create account")
    assert shown(machine, "Welcome, ada!")
    sent = (
        ("user", "ada"),
        ("email", "ada@example.org"),
        ("password", "longenough"),
        ("country", "Kenya"),
        ("terms", "accepted"),
    )
    assert machine.get(FORMS_SENT) == (FormRow(1, "https://forms.example/welcome", sent, machine.now),)
    assert url(machine) == "forms.example/welcome"


def test_a_form_may_go_to_the_address(machine: Phone) -> None:
    go(machine, "travel.example/booking")
    tap(machine, description="To")
    tap(machine, "Stonegate")
    tap(machine, description="Date")
    tap(machine, "OK")
    tap(machine, "First class")
    tap(machine, "With a bicycle")
    scroll_to(machine, "Book")
    tap(machine, "Book", role="button")
    row = machine.get(FORMS_SENT)[0]
    assert row.url == "https://travel.example/booked"
    assert dict(row.fields) == {
        "from": "Alder", "to": "Stonegate", "date": "2026-10-12", "time": "09:10", "passengers": "1",
        "class": "first", "bicycle": "yes",
    }  # fmt: skip
    assert shown(machine, "2026-10-12, 09:10")
    assert url(machine).startswith("travel.example/booked?from=Alder&to=Stonegate")


def test_reset_and_boxes(machine: Phone) -> None:
    go(machine, "forms.example/contact")
    tap(machine, description="Name")
    write(machine, "Ada")
    tap(machine, "Send me a copy")
    assert node(machine, "Ada", "Name")
    scroll_to(machine, "Clear")
    tap(machine, "Clear")
    assert not node(machine, description="Name").text
    go(machine, "forms.example/survey")
    tap(machine, "Read a book")
    tap(machine, "Read a book")
    tap(machine, "Well")
    tap(machine, "Badly")
    fields = machine.window("browser").page.fields
    assert fields["radio:0:sleep"] == "badly" and "on" not in fields.values()


def test_numbers_are_checked() -> None:
    page = parse("<form><input type=number name=n min=1 max=5 step=1></form>", "https://a.example/")
    key = next(block.key for block in page.blocks if isinstance(block, Control))

    def problem(text: str) -> str:
        found = browser_forms.find_problem(page.controls, 0, {key: text})
        return found.text if found else ""

    assert problem("3") == problem("") == ""
    assert problem("0") == "Value must be greater than or equal to 1."
    assert problem("6") == "Value must be less than or equal to 5."
    assert problem("abc") == problem("nan") == problem("1_0") == "Please enter a number."


PIECES = [
    "<", ">", "<a href=", "<table>", "<tr>", "<td>", "<p>", "</p>", "<ul>", "<li>", "<form>", "<input ", "type=",
    "<select>", "<option>", "<textarea>", "<label>", "</label>", "<button>", "<!--", "-->", "<script>", "&amp", "'",
    '"', "x y ", "\n", "<h1>", "<pre>", "<img src=x>", "{{a}}", "checkbox", "number", "</table>", "<th>",
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=60), st.integers(0, 2**32))
def test_wild_pages_are_shown_and_touched(pieces: list[str], seed: int) -> None:
    machine = phone(0, "Browser")
    put_file(machine, "wild.html", "".join(pieces).encode("utf-8", "replace").decode())
    machine.launch("browser", ("open", "file:///sdcard/Download/wild.html"))
    for i in range(4):
        found = [n for n in machine.scene.nodes if n.owner == "browser"]
        left, top, right, bottom = found[(seed + i) % len(found)].bounds
        machine.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})
    canonical.encode(list(machine.slices.values()))


@pytest.mark.parametrize("size", [(280, 600), (600, 800)])
def test_nothing_is_cut_off_on_other_screens(size: tuple[int, int]) -> None:
    machine = phone(0, "Browser", *size)
    go(machine, "travel.example/timetable")
    inside = [n for n in machine.scene.nodes if n.owner == "browser"]
    assert all(0 <= n.bounds[0] and n.bounds[2] <= size[0] for n in inside)
    assert shown(machine, "Pinehaven") and shown(machine, "20:06")
