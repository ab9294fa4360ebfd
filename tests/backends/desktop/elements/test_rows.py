"""Elements of made-up rows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from crab_gym.backends.base import ROLES, Element
from crab_gym.backends.desktop.elements import elements_of
from crab_gym.backends.desktop.placement import largest_visible

SCREEN = (800, 600)
FRAME, PANEL, BUTTON, LABEL, TEXT, PASSWORD, MENU, MENU_ITEM, PANE, CELL = 23, 39, 43, 29, 61, 40, 33, 35, 49, 56
ACTIVE, CHECKED, EDITABLE, FOCUSED, MODAL, SELECTED, SENSITIVE, SHOWING = (
    1 << bit for bit in (1, 4, 7, 12, 16, 23, 24, 25)
)
CHECKABLE = 1 << 41
KEYS = ("text", "value", "action", "id")


def window(left: int, top: int, right: int, bottom: int, **more: Any) -> dict[str, Any]:
    bounds = [left, top, right, bottom]
    row = {
        "title": "Title", "class": "Gedit", "process": "gedit", "pid": 7, "bounds": bounds, "inner": bounds,
        "buttons": [], "focused": False, "minimized": False, "kind": "window",
    }  # fmt: skip
    return row | more


def node(parent: int, role: int, box: Sequence[int] | None, name: str = "", **more: Any) -> list[Any]:
    row = {"states": SENSITIVE, "description": "", "text": None, "value": None, "action": False, "id": ""} | more
    return [parent, role, row["states"], name, row["description"], box, *(row[key] for key in KEYS)]


def tree(*nodes: list[Any], pid: int = 7, toolkit: str = "gtk") -> dict[str, Any]:
    return {"pid": pid, "toolkit": toolkit, "nodes": nodes}


def read(windows: Sequence[Mapping[str, Any]], *trees: Mapping[str, Any]) -> tuple[Element, ...]:
    return elements_of(windows, trees, SCREEN)


def test_a_window_with_a_button() -> None:
    found = read(
        [window(10, 20, 210, 220, focused=True)],
        tree(
            node(-1, FRAME, [10, 20, 200, 200], "Title"),
            node(0, PANEL, [10, 20, 200, 200]),
            node(1, BUTTON, [20, 30, 50, 20], " Save\n", description="Save the file", states=SENSITIVE | FOCUSED),
            node(2, LABEL, [22, 32, 40, 16], "Save"),
            node(1, BUTTON, [80, 30, 50, 20], "Undo", states=0),
        ),
    )
    assert found == (
        Element("window", "Title", app="text_editor", bounds=(10, 20, 210, 220), focused=True),
        Element(
            "button", "Save", "Save the file", app="text_editor", bounds=(20, 30, 70, 50), clickable=True, focused=True
        ),
        Element("button", "Undo", app="text_editor", bounds=(80, 30, 130, 50), enabled=False),
    )  # fmt: skip


def test_a_menu_belongs_to_the_window_of_its_process_that_is_on_top() -> None:
    office = {"class": "Soffice", "process": "soffice.bin", "pid": 9}
    rows = read(
        [
            window(0, 0, 400, 400, **(office | {"class": "libreoffice-writer"})),
            window(300, 0, 700, 400, **(office | {"class": "libreoffice-calc"})),
            window(500, 0, 800, 200),
            window(300, 20, 400, 200, kind="menu", **office),
            window(0, 400, 100, 500, kind="menu", process="rofi", pid=3),
        ],
    )
    assert [row.app for row in rows if row.role == "menu"] == ["calc", "system"]


def test_what_a_thing_is_made_of_becomes_its_text() -> None:
    rows = read(
        [window(0, 0, 400, 400)],
        tree(
            node(-1, FRAME, [0, 0, 400, 400]),
            node(0, 32, [0, 0, 300, 40]),
            node(1, 27, [0, 0, 20, 40], "folder-symbolic"),
            node(1, LABEL, [20, 0, 80, 40], "Dark Mode"),
            node(1, LABEL, [20, 20, 80, 20], "\u200eOff"),
            node(1, 62, [250, 0, 50, 40], "GtkSwitch", states=SENSITIVE | CHECKED),
            node(0, BUTTON, [0, 50, 40, 40]),
            node(6, 27, [0, 50, 40, 40], "edit-copy"),
            node(0, 56, [0, 100, 40, 40]),
        ),
    )
    assert [(row.role, row.text, row.description) for row in rows[1:]] == [
        ("list_item", "Dark Mode, Off", "folder-symbolic"), ("switch", "GtkSwitch", ""), ("button", "", "edit-copy"),
    ]  # fmt: skip
    assert rows[2].checkable and rows[2].checked


def test_the_box_of_a_row_of_gtk_3_is_a_check_box_that_the_row_names() -> None:
    listed = tree(
        node(-1, FRAME, [0, 0, 400, 400]),
        node(0, 55, [0, 0, 400, 400]),
        node(1, CELL, [0, 0, 300, 20]),
        node(2, CELL, [0, 0, 20, 20], states=SENSITIVE | CHECKABLE | CHECKED),
        node(2, CELL, [20, 0, 20, 20]),
        node(2, CELL, [40, 0, 260, 20], text="agenda.txt"),
    )
    rows = read([window(0, 0, 400, 400)], listed)[2:]
    assert [(row.role, row.text, row.description, row.checkable, row.checked) for row in rows] == [
        ("cell", "agenda.txt", "", False, False), ("checkbox", "", "agenda.txt", True, True),
    ]  # fmt: skip
    assert rows[1].bounds == (0, 0, 20, 20) and rows[1].clickable
    assert "checkbox" not in [row.role for row in read([window(0, 0, 400, 400)], listed | {"toolkit": "VCL"})]


def test_fields_tell_their_content_but_no_password() -> None:
    rows = read(
        [window(0, 0, 400, 400)],
        tree(
            node(-1, FRAME, [0, 0, 400, 400]),
            node(0, TEXT, [0, 0, 300, 40], "Name", text="a\nb\n", states=SENSITIVE | EDITABLE),
            node(0, PASSWORD, [0, 50, 300, 40], "Secret", text="hunter2", states=SENSITIVE | EDITABLE),
            node(0, TEXT, [0, 100, 300, 40], text="for reading", states=SENSITIVE),
            node(0, 51, [0, 150, 300, 40], "Volume", value=12.5),
            node(0, 52, [0, 200, 300, 40], "Size", value=float("nan")),
        ),
    )
    assert [(row.role, row.text, row.description, row.editable, row.password) for row in rows[1:]] == [
        ("text_field", "a\nb", "Name", True, False),
        ("text_field", "•••••••", "Secret", True, True),
        ("text", "for reading", "", False, False),
        ("slider", "Volume", "12.5", False, False),
        ("text_field", "", "Size", True, False),
    ]


def test_of_what_windows_cover_the_largest_part_is_left() -> None:
    below, above = (
        window(0, 0, 400, 400, title="Below"),
        window(200, 0, 600, 300, title="Above", pid=8, process="nautilus"),
    )
    rows = read(
        [below, above],
        tree(
            node(-1, FRAME, [0, 0, 400, 400], "Below"),
            node(0, BUTTON, [100, 100, 200, 50], "half"),
            node(0, BUTTON, [250, 100, 50, 50], "hidden"),
            node(0, BUTTON, [350, 350, 100, 100], "beyond the edge"),
        ),
    )
    assert [(row.text, row.bounds) for row in rows] == [
        ("Below", (0, 0, 400, 400)), ("half", (100, 100, 200, 150)), ("beyond the edge", (350, 350, 400, 400)),
        ("Above", (200, 0, 600, 300)),
    ]  # fmt: skip
    assert [row.text for row in read([below, window(-10, -10, 900, 700, title="All")])] == ["All"]
    assert read([window(0, 0, 50, 50, minimized=True)], tree(node(-1, FRAME, [0, 0, 50, 50]))) == ()


def test_scrolled_content_is_cut_at_its_pane() -> None:
    rows = read(
        [window(0, 0, 400, 400)],
        tree(
            node(-1, FRAME, [0, 0, 400, 400]),
            node(0, PANE, [0, 100, 200, 100]),
            node(1, 31, [0, 50, 200, 900], "Rows"),
            node(2, 32, [0, 50, 200, 40], "above"),
            node(2, 32, [0, 90, 200, 40], "cut"),
            node(2, 32, [0, 210, 200, 40], "below"),
        ),
    )
    assert [(row.text, row.bounds, row.scrollable) for row in rows[1:]] == [
        ("Rows", (0, 100, 200, 200), True), ("cut", (0, 100, 200, 130), False),
    ]  # fmt: skip


def test_menus_in_windows_of_their_own_and_popovers_come_last() -> None:
    popup = window(50, 50, 150, 250, kind="menu", title="")
    rows = read(
        [window(0, 0, 100, 100), popup],
        tree(
            node(-1, FRAME, [0, 0, 100, 100], "Title"),
            node(0, 34, [0, 0, 100, 20]),
            node(1, MENU, [0, 0, 40, 20], "File"),
            node(2, MENU_ITEM, [50, 60, 100, 20], "Open"),
            node(0, BUTTON, [50, 0, 20, 20], "its button"),
            node(4, PANEL, [0, 20, 60, 60], states=SENSITIVE | MODAL),
            node(5, BUTTON, [5, 25, 30, 20], "in the popover"),
            node(0, BUTTON, [5, 25, 30, 20], "below it"),
            node(0, BUTTON, [70, 25, 20, 20], "beside it"),
        ),
    )
    assert [row.text for row in rows] == ["Title", "File", "its button", "beside it", "in the popover", "Gedit", "Open"]


def test_a_menu_opened_from_an_entry_of_another_lies_in_its_own_window() -> None:
    rows = read(
        [
            window(0, 0, 400, 300),
            window(50, 50, 150, 150, kind="menu", title=""),
            window(148, 60, 250, 120, kind="menu", title=""),
        ],
        tree(
            node(-1, FRAME, [0, 0, 400, 300], "Title"),
            node(-1, FRAME, [50, 50, 100, 100], ""),
            node(1, MENU, [50, 50, 100, 100], ""),
            node(2, MENU_ITEM, [50, 60, 100, 20], "Remove"),
            node(2, MENU, [50, 80, 100, 20], "Add to Playlist"),
            node(4, MENU_ITEM, [148, 64, 102, 20], "Party"),
        ),
    )
    shown = {row.text: row.bounds for row in rows if row.role != "window"}
    assert shown["Remove"] == (50, 60, 148, 80)  # the other menu covers its end
    assert shown["Party"] == (148, 64, 250, 84)


def test_gtk4_is_placed_by_its_windows() -> None:
    main, popup = window(95, 45, 505, 455), window(300, 100, 420, 300, kind="menu", title="")
    rows = read(
        [main, popup],
        tree(
            node(-1, FRAME, [0, 0, 400, 400], "Title"),
            node(0, BUTTON, [10, 20, 30, 40], "GtkMenuButton", description="Main Menu"),
            node(1, MENU, [10, 20, 120, 200], "GtkPopoverMenu"),
            node(2, MENU_ITEM, [20, 30, 100, 20], "Quit"),
            node(0, BUTTON, [10, 20, 0, 0], "unmapped"),
            toolkit="GTK",
        ),
    )
    assert [(row.role, row.text, row.description, row.bounds) for row in rows] == [
        ("window", "Title", "", (95, 45, 505, 455)),
        ("button", "", "Main Menu", (110, 70, 140, 110)),
        ("menu", "Gedit", "", (300, 100, 420, 300)),
        ("menu_item", "Quit", "", (310, 110, 410, 130)),
    ]


@pytest.mark.parametrize("swapped", [False, True])
def test_libreoffice_forgets_its_menu_bar(swapped: bool) -> None:
    office = (
        node(-1, FRAME, [0, 0, 800, 575], "Title"),
        node(0, 46, [0, 20, 800, 555]),
        node(1, BUTTON, [10, 30, 20, 20], "Bold"),
        node(1, PANE, [50, 55, 90, 20]),
        node(3, 68, [50, 55, 90, 20]),
        node(4, BUTTON, [50, 55, 90, 20], "its own"),
    )
    toolkit = (
        node(-1, FRAME, [0, 0, 800, 600], "Title"),
        node(0, 34, [0, 20, 800, 25]),
        node(1, MENU, [0, 20, 40, 25], "File"),
    )
    first, second = (toolkit, office) if swapped else (office, toolkit)
    moved = [[row[0] + len(first) if row[0] >= 0 else -1, *row[1:]] for row in second]
    rows = read([window(0, 0, 800, 600, inner=[0, 20, 800, 600])], tree(*first, *moved))
    places = {row.text: row.bounds for row in rows}
    assert places["Bold"] == (10, 55, 30, 75) and places["its own"] == (50, 55, 140, 75)
    assert places["File"] == (0, 20, 40, 45)


def test_entries_of_gtk2_menus_show_in_their_popup_only() -> None:
    nodes = (
        node(-1, FRAME, [0, 0, 400, 400], "Title", states=SENSITIVE | SHOWING),
        node(0, MENU, [0, 0, 40, 20], "File", states=SENSITIVE | SHOWING),
        node(1, MENU_ITEM, [0, 20, 90, 20], "New..."),
        node(1, MENU_ITEM, [300, 300, 90, 20], "where it was before"),
    )
    windows = [window(0, 0, 400, 400), window(0, 20, 100, 200, kind="menu", title="")]
    assert [row.text for row in read(windows, tree(*nodes, toolkit="GAIL"))] == ["Title", "File", "Gedit", "New..."]


def test_entries_of_submenus_show_in_the_popup_that_they_span() -> None:
    nodes = (
        node(-1, FRAME, [0, 0, 400, 400], "Title"),
        node(0, 34, [0, 0, 400, 20]),
        node(1, MENU, [0, 0, 40, 20], "File"),
        node(2, MENU, [5, 25, 90, 20], "New"),
        node(3, MENU_ITEM, [105, 25, 190, 20], "Folder"),
        node(2, MENU, [5, 45, 90, 20], "Open"),
        node(5, MENU_ITEM, [140, 45, 40, 20], "that was open before"),
    )
    popups = [window(0, 20, 100, 200, kind="menu", title="first"), window(100, 20, 300, 80, kind="menu", title="next")]
    rows = [row.text for row in read([window(0, 0, 400, 400), *popups], tree(*nodes, toolkit="Gecko"))]
    assert rows == ["Title", "File", "first", "New", "Open", "next", "Folder"]


def test_title_bars_of_the_window_manager() -> None:
    rows = read([window(100, 100, 400, 300, buttons=["minimize", "close"], inner=[101, 124, 399, 299])])
    assert [(row.text, row.center) for row in rows[1:]] == [("Close", (387, 112)), ("Minimize", (367, 112))]


def test_the_shell_is_above_all_windows() -> None:
    shell = (
        node(-1, 69, [0, 0, 800, 600]),
        node(0, PANEL, [0, 0, 800, 30]),
        node(1, MENU, [700, 0, 100, 30]),
        node(2, LABEL, [710, 5, 40, 20], "12:00", states=0),
        node(0, BUTTON, [500, 30, 100, 100], "Dark Mode"),
        node(0, BUTTON, [0, 590, 800, 8]),
    )
    windows = [window(400, 30, 800, 600, buttons=["close"], inner=[400, 66, 800, 600])]
    stage = tree(*shell, pid=9, toolkit="clutter")
    program = tree(node(-1, FRAME, [400, 30, 400, 570], "Title"), node(0, BUTTON, [520, 50, 30, 30], "under it"))
    rows = elements_of(windows, [stage, program], SCREEN, shell=9)
    assert [(row.role, row.text, row.app) for row in rows] == [
        ("window", "Title", "text_editor"), ("button", "Close", "text_editor"), ("button", "12:00", "system"),
        ("button", "Dark Mode", "system"),
    ]  # fmt: skip
    assert rows[1].center == (782, 48)
    overview = tree(*shell, node(0, PANEL, [0, 0, 800, 600], "Overview"), pid=9, toolkit="clutter")
    assert [row.text for row in elements_of(windows, [overview, program], SCREEN, shell=9)] == ["12:00", "Dark Mode"]


def test_the_search_window_and_programs_of_nobody() -> None:
    rows = read(
        [
            window(0, 0, 9, 9, kind="launcher", process="rofi", **{"class": "Rofi"}),
            window(20, 20, 90, 90, process="xeyes", **{"class": "XEyes"}, title=""),
        ]
    )
    assert [(row.role, row.text, row.app) for row in rows] == [
        ("dialog", "Search", "system"),
        ("window", "XEyes", "system"),
    ]


def test_largest_visible() -> None:
    whole = (0, 0, 100, 100)
    assert largest_visible(whole, []) == whole
    assert largest_visible(whole, [(-5, -5, 200, 200)]) is None
    assert largest_visible(whole, [(0, 0, 98, 200)]) is None  # a sliver
    assert largest_visible(whole, [(40, 0, 60, 100), (0, 0, 40, 50)]) == (60, 0, 100, 100)
    assert largest_visible(whole, [(10 * n, 0, 10 * n + 5, 100) for n in range(10)]) == (5, 0, 10, 100)


BIG = 2**31 - 1


@pytest.mark.parametrize(
    "box",
    [[-BIG - 1, -BIG - 1, 1, 1], [0, 0, -5, 10], [0, 0, 0, 0], [BIG, BIG, BIG, BIG], [-BIG, -BIG, BIG, BIG], None],
)
def test_absurd_places_are_nowhere(box: list[int] | None) -> None:
    rows = read(
        [window(0, 0, 400, 400)],
        tree(node(-1, FRAME, [0, 0, 400, 400]), node(0, BUTTON, box, "x"), node(-1, FRAME, box)),
    )
    assert [row.role for row in rows] == ["window"]


def test_a_button_that_claims_everything_has_its_window() -> None:
    rows = read(
        [window(50, 50, 900, 300)],
        tree(
            node(-1, FRAME, [50, 50, 850, 250]), node(0, BUTTON, [-BIG, -BIG, BIG + 99999, BIG + 99999], "x" * 100_000)
        ),
    )
    assert rows[1].bounds == (50, 50, 800, 300)


@pytest.mark.parametrize("toolkit", ["gtk", "GTK", ""])
def test_whatever_trees_claim_elements_are_on_the_screen(toolkit: str) -> None:
    draw = random.Random(3)
    numbers = [-BIG - 1, -1, 0, 1, 5, 50, 300, 799, 800, BIG]
    for _ in range(60):
        nodes = [
            node(
                draw.randrange(-1, max(1, at)) if at else -1,
                draw.choice([FRAME, 69, 11, 33, 35, 39, 49, 56, 61, 999, -4, draw.randrange(140)]),
                None if draw.random() < 0.1 else [draw.choice(numbers) for _ in range(4)],
                draw.choice(["", "Title", "\u202e\ufffc", "x\0y", "GtkSwitch"]), states=draw.getrandbits(64),
                text=draw.choice([None, "", "\ufffc", "words"]),
                value=draw.choice([None, float("inf"), float("nan"), -3.0]),
                action=draw.random() < 0.5,
            )
            for at in range(80)
        ]  # fmt: skip
        windows = [
            window(
                draw.randrange(-300, 700),
                draw.randrange(-300, 500),
                draw.randrange(0, 900),
                draw.randrange(0, 700),
                kind=kind,
            )
            for kind in draw.choices(["window", "dialog", "menu"], k=3)
        ]
        for row in read(windows, tree(*nodes, toolkit=toolkit)):
            left, top, right, bottom = row.bounds
            assert 0 <= left < right <= 800 and 0 <= top < bottom <= 600
            assert row.role in ROLES and len(row.text) <= 400


def test_there_are_only_so_many() -> None:
    nodes = [node(-1, FRAME, [0, 0, 400, 400]), *(node(0, BUTTON, [0, 0, 9, 9], str(at)) for at in range(9000))]
    assert len(read([window(0, 0, 400, 400)], tree(*nodes))) == 3000


def test_of_twins_the_window_with_the_focus_has_what_its_top_says() -> None:
    active = node(-1, FRAME, [0, 0, 400, 400], "Title", states=SENSITIVE | ACTIVE)
    other = node(-1, FRAME, [0, 0, 400, 400], "Title")
    button = [20, 30, 50, 20]
    for focused in (False, True):
        windows = [window(0, 0, 400, 400, focused=focused), window(0, 0, 400, 400, focused=not focused)]
        for nodes in (
            [active, node(0, BUTTON, button, "Here"), other],
            [other, active, node(1, BUTTON, button, "Here")],
        ):
            shown = [row.text for row in read(windows, tree(*nodes)) if row.role == "button"]
            assert shown == ([] if focused else ["Here"]), "the lower one is covered"


def test_a_dialog_that_gtk4_has_closed_takes_no_window() -> None:
    main, dialog = window(0, 0, 400, 400, title="Main"), window(100, 100, 300, 300, kind="dialog", title="Add")
    rows = read(
        [main, dialog],
        tree(
            node(-1, FRAME, [0, 0, 0, 0], "Add"),
            node(0, BUTTON, [20, 20, 50, 20], "old"),
            node(-1, FRAME, [0, 0, 400, 400], "Main"),
            node(-1, FRAME, [0, 0, 200, 200], "Add"),
            node(3, BUTTON, [20, 20, 50, 20], "new"),
            toolkit="GTK",
        ),
    )
    assert [(row.text, row.bounds) for row in rows if row.role == "button"] == [("new", (120, 120, 170, 140))]


def test_entries_of_a_menu_that_gtk4_has_closed_are_gone() -> None:
    def shown(popup: Sequence[dict[str, Any]], size: Sequence[int]) -> list[tuple[str, tuple[int, int, int, int]]]:
        nodes = [
            node(-1, FRAME, [0, 0, 400, 400], "Title"),
            node(0, MENU, [41, 61, *size], "GtkPopoverMenu" if any(size) else ""),
            node(1, PANEL, [42, 62, 96, 196]),
            node(2, MENU_ITEM, [50, 70, 80, 20], "Cut"),
        ]
        rows = read([window(0, 0, 400, 400), *popup], tree(*nodes, toolkit="GTK"))
        return [(row.text, row.bounds) for row in rows if row.role == "menu_item"]

    border = window(300, 100, 402, 302, kind="menu", title="")
    assert shown([border], (100, 200)) == [("Cut", (310, 110, 390, 130))]
    assert shown([], (0, 0)) == []
