"""Writer: typing, moving and selecting, looks, styles, lists, tables, searching, undo, as a user does it."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.writer.state import Writer
from crab_sim.engines.writing.model import Look, text_of
from crab_sim.machine.slices import CLIPBOARD
from tests.simulator.desktop._drive import center, click, desktop, double_click, node, nodes, press, write


def writer(*lines: str) -> Desktop:
    machine = desktop("LibreOffice Writer")
    if lines:
        write(machine, "\n".join(lines))
    return machine


def state(machine: Desktop) -> Writer:
    front = machine.front
    assert front is not None
    data: Writer = front.pages[0].data
    return data


def said(machine: Desktop) -> str:
    return text_of(state(machine).text)


def chosen(machine: Desktop) -> str:
    """Returns the selection, by way of the clipboard."""
    press(machine, "ctrl+c")
    return machine.get(CLIPBOARD)


def test_typing_shows_paragraphs_and_counts_them() -> None:
    machine = writer("Chess evening", "We meet at 15:30.")
    assert [n.text for n in nodes(machine, role="text") if n.message] == ["Chess evening", "We meet at 15:30."]
    assert nodes(machine, "6 words, 30 characters")
    assert nodes(machine, "Page 1 of 1")
    document = node(machine, role="text_field")
    assert (document.description, bool(document.message)) == ("Untitled 1 - LibreOffice Document", True)


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        ("backspace", "one tw\nthree"), ("home delete", "ne two\nthree"), ("ctrl+backspace", "one \nthree"),
        ("ctrl+home ctrl+right ctrl+delete", "one \nthree"), ("ctrl+home ctrl+shift+end x", "x"),
        ("end delete", "one twothree"), ("up home right x", "oxne two\nthree"), ("shift+home delete", "\nthree"),
        ("ctrl+left shift+left x", "onextwo\nthree"), ("shift+up x", "xthree"), ("ctrl+a delete", ""),
    ],
)  # fmt: skip
def test_keys_move_select_and_erase(keys: str, left: str) -> None:
    machine = writer("one two", "three")
    press(machine, "up", "end")
    if keys == "shift+up x":  # from the second line to the first one's start
        press(machine, "ctrl+end", "home")
    press(machine, *keys.split())
    assert said(machine) == left


def test_up_and_down_go_by_lines_and_keep_their_place() -> None:
    machine = writer("word " * 60, "x", "y")
    press(machine, "ctrl+home", "end", "down", "down")
    lines = [n for n in nodes(machine, role="text") if n.text.startswith("word")]
    assert len(lines) == 1 and state(machine).caret.paragraph == 0
    while state(machine).caret.paragraph == 0:
        press(machine, "down")
    assert state(machine).caret == (1, 1)
    press(machine, "up", "home", "ctrl+shift+home", "delete")
    assert 0 < said(machine).count("word") < 30 and said(machine).endswith("\nx\ny")


def test_a_click_places_the_caret_a_double_click_selects_a_word_a_drag_a_range() -> None:
    machine = writer("first paragraph", "second one")
    left, top, _, bottom = node(machine, "first paragraph", role="text").bounds
    machine.execute("click", {"x": left + 1, "y": (top + bottom) // 2})
    write(machine, ">")
    assert said(machine).startswith(">first")
    machine.execute("double_click", {"x": left + 30, "y": (top + bottom) // 2})
    assert chosen(machine) == "first"
    _, low, _, high = node(machine, "second one", role="text").bounds
    ends = {"x1": left, "y1": (top + bottom) // 2, "x2": left + 700, "y2": (low + high) // 2}
    machine.execute("drag", ends)
    assert chosen(machine) == ">first paragraph\nsecond one"
    double_click(machine, "second one", role="text")


def test_cut_copy_and_paste_go_through_the_clipboard() -> None:
    machine = writer("one two")
    press(machine, "ctrl+shift+left", "ctrl+x")
    assert machine.get(CLIPBOARD) == "two" and said(machine) == "one "
    press(machine, "home", "ctrl+v", "ctrl+v")
    assert said(machine) == "twotwoone "
    machine.put(CLIPBOARD, "a\nb")
    press(machine, "end", "ctrl+v")
    assert said(machine) == "twotwoone a\nb"
    click(machine, "Edit", role="menu")
    assert not nodes(machine, "Cut", role="menu_item")[0].message == ("menu_choose", ("cut",))
    click(machine, "Select All", role="menu_item")
    assert chosen(machine) == "twotwoone a\nb"


def test_undo_and_redo_go_by_words_typed_and_commands() -> None:
    machine = writer("one", "two")
    press(machine, "x", "y", "z", "ctrl+a", "ctrl+b")
    press(machine, "ctrl+z")
    assert state(machine).text[0].runs[0].look == Look() and said(machine) == "one\ntwoxyz"
    press(machine, "ctrl+z")
    assert said(machine) == "one\ntwo"
    press(machine, "ctrl+y", "ctrl+y")
    assert said(machine) == "one\ntwoxyz" and state(machine).text[1].runs[0].look == Look(bold=True)
    click(machine, "Undo", role="button")
    click(machine, "Undo", role="button")
    click(machine, "Undo", role="button")
    assert said(machine) == "" and not nodes(machine, "Undo", role="button")[0].message


@pytest.mark.parametrize(
    ("how", "look"),
    [
        ("ctrl+b", Look(bold=True)), ("ctrl+i", Look(italic=True)), ("ctrl+u", Look(underline=True)),
        ("Bold", Look(bold=True)), ("Strikethrough", Look(strike=True)), ("ctrl+]", Look(size=14.0)),
        ("ctrl+[", Look(size=11.0)),
    ],
)  # fmt: skip
def test_looks_of_a_selection_are_turned_on_and_off(how: str, look: Look) -> None:
    machine = writer("one two")

    def toggle() -> None:
        if "+" in how:
            press(machine, how)
        else:
            click(machine, how, role="button")

    press(machine, "ctrl+shift+left")
    toggle()
    assert [run.look for run in state(machine).text[0].runs] == [Look(), look]
    if not look.size:
        toggle()
        assert not any([run.look.bold or run.look.strike or run.look.italic for run in state(machine).text[0].runs])
    press(machine, "ctrl+m")
    assert [run.look for run in state(machine).text[0].runs] == [Look()]


def test_a_look_chosen_without_a_selection_is_that_of_the_text_typed_next() -> None:
    machine = writer("one ")
    press(machine, "ctrl+b")
    write(machine, "two")
    press(machine, "ctrl+b")
    write(machine, " three")
    assert [(run.text, bool(run.look.bold)) for run in state(machine).text[0].runs] == [
        ("one ", False), ("two", True), (" three", False),
    ]  # fmt: skip


def test_lists_of_the_tool_bar_choose_style_font_size_and_colours() -> None:
    machine = writer("one")
    press(machine, "ctrl+a")
    for box, entry in (("Font Name", "Liberation Mono"), ("Font Size", "18 pt")):
        click(machine, description=box)
        click(machine, entry, role="menu_item")
    for button, entry in (("Font Color", "Red"), ("Character Highlighting Color", "Gold")):
        click(machine, button, role="button")
        click(machine, entry, role="menu_item")
    (run,) = state(machine).text[0].runs
    assert run.look == Look(size=18.0, font="Liberation Mono", color="#ff0000", highlight="#ffbf00")
    assert nodes(machine, "18 pt", role="list") and nodes(machine, "Liberation Mono", role="list")
    click(machine, description="Paragraph Style")
    click(machine, "Title", role="menu_item")
    assert state(machine).text[0].style == "Title" and nodes(machine, "Title", role="list")


@pytest.mark.parametrize(
    ("key", "style"),
    [("ctrl+1", "Heading 1"), ("ctrl+2", "Heading 2"), ("ctrl+3", "Heading 3"), ("ctrl+0", "Text Body")],
)
def test_keys_give_paragraphs_a_style(key: str, style: str) -> None:
    machine = writer("one", "two")
    press(machine, key)
    assert [paragraph.style for paragraph in state(machine).text] == ["Default Paragraph Style", style]


@pytest.mark.parametrize(
    ("how", "align"),
    [("ctrl+e", "center"), ("ctrl+r", "right"), ("ctrl+j", "justify"), ("Center", "center"), ("Right", "right")],
)
def test_paragraphs_are_aligned(how: str, align: str) -> None:
    machine = writer("one", "two")
    if "+" in how:
        press(machine, how)
    else:
        click(machine, how, role="button")
    assert [paragraph.align for paragraph in state(machine).text] == ["", align]
    press(machine, "ctrl+l")
    assert state(machine).text[1].align == "left"


def test_lists_have_bullets_or_numbers_and_levels() -> None:
    machine = writer("one", "two", "three")
    press(machine, "ctrl+a", "f12")
    assert [paragraph.marker for paragraph in state(machine).text] == ["number"] * 3
    press(machine, "shift+f12")
    assert [paragraph.marker for paragraph in state(machine).text] == ["bullet"] * 3
    press(machine, "ctrl+end", "home", "tab")
    assert [paragraph.level for paragraph in state(machine).text] == [0, 0, 1]
    press(machine, "shift+tab", "end", "enter", "enter")
    assert [paragraph.marker for paragraph in state(machine).text] == ["bullet"] * 3 + [""]
    press(machine, "up", "home", "backspace")
    assert state(machine).text[2].marker == "" and said(machine) == "one\ntwo\nthree\n"


def test_a_table_is_inserted_filled_by_tab_and_changed_by_its_menu() -> None:
    machine = writer("Fees:")
    press(machine, "ctrl+f12")
    write(machine, "0")
    assert nodes(machine, "A table has at least one row and one column.")
    press(machine, "enter")
    press(machine, "ctrl+a")
    write(machine, "3\t2\n")
    write(machine, "Name\tDay\tFee\tChess\tMonday\t3.50")
    assert said(machine) == "Fees:\nName\tDay\tFee\nChess\tMonday\t3.50\n"
    assert [n.text for n in nodes(machine, role="cell")] == ["Name", "Day", "Fee", "Chess", "Monday", "3.50"]
    press(machine, "tab")
    write(machine, "Choir")
    press(machine, "shift+tab", "up")
    for group, entry in (("Insert", "Columns Before"), ("Delete", "Rows")):
        click(machine, "Table", role="menu")
        click(machine, group, role="menu_item")
        click(machine, entry, role="menu_item")
    rows = said(machine).split("\n")
    assert rows[0] == "Fees:" and [row.count("\t") for row in rows[1:3]] == [3, 3] and len(rows) == 4
    press(machine, "ctrl+f10")
    assert nodes(machine, "Table", role="button")[0].message is None  # no table in a table
    click(machine, "Table", role="menu")
    click(machine, "Delete", role="menu_item")
    click(machine, "Table", role="menu_item")
    assert said(machine) == "Fees:\n"


def test_the_arrows_go_through_a_table_by_rows() -> None:
    machine = writer("above")
    press(machine, "ctrl+f12", "enter")
    write(machine, "a\tb\tc\td")
    press(machine, "up")
    write(machine, "!")
    assert said(machine) == "above\na\tb!\nc\td\n"
    press(machine, "down", "down", "x")
    assert said(machine) == "above\na\tb!\nc\td\nx"


def test_a_page_break_begins_a_page() -> None:
    machine = writer("one")
    press(machine, "ctrl+enter")
    write(machine, "two")
    assert said(machine) == "one\ntwo" and nodes(machine, "Page 2 of 2")
    press(machine, "home", "backspace")
    assert said(machine) == "onetwo" and nodes(machine, "Page 1 of 1")


def test_the_find_bar_selects_matches_one_after_the_other() -> None:
    machine = writer("The cat and the dog", "The end")
    press(machine, "ctrl+f")
    write(machine, "the\n")
    assert nodes(machine, "Reached the end of the document")
    press(machine, "enter")
    assert state(machine).session.anchor == (0, 12) and state(machine).caret == (0, 15)
    click(machine, "Find Next", role="button")
    assert state(machine).caret == (1, 3)
    click(machine, "Find Previous", role="button")
    assert state(machine).caret == (0, 15)
    write(machine, "m")
    press(machine, "enter")
    assert nodes(machine, "Search key not found")
    press(machine, "escape")
    write(machine, "a")
    assert said(machine) == "The cat and a dog\nThe end" and not nodes(machine, "Find Next", role="button")


def test_find_and_replace_minds_case_and_whole_words_and_keeps_looks() -> None:
    machine = writer("Cat, cat, concat")
    press(machine, "home", "ctrl+shift+right", "ctrl+b", "ctrl+h", "ctrl+a")
    write(machine, "cat\tdog")
    click(machine, description="Whole words only")
    click(machine, description="Match case")
    click(machine, "Replace All", role="button")
    assert said(machine) == "Cat, dog, concat" and nodes(machine, "Search key replaced 1 times")
    click(machine, description="Match case")
    click(machine, "Replace", role="button")
    click(machine, "Replace", role="button")
    assert said(machine) == "dog, dog, concat"
    press(machine, "escape")
    assert state(machine).text[0].runs[0].text.startswith("dog") and state(machine).text[0].runs[0].look.bold
    press(machine, "ctrl+z")
    assert said(machine) == "Cat, dog, concat"


def test_words_are_counted_in_the_selection_and_the_document() -> None:
    machine = writer("one two", "three")
    press(machine, "ctrl+shift+left")
    assert nodes(machine, "Selected: 1 words, 5 characters")
    click(machine, "Tools", role="menu")
    click(machine, "Word Count…", role="menu_item")
    shown = [n.text for n in machine.scene.nodes if n.role == "text" and n.text.isdigit()]
    assert shown == ["1", "3", "5", "12", "5", "11"]
    press(machine, "enter")
    assert not nodes(machine, role="dialog")


def test_a_right_click_opens_a_menu_and_keeps_the_selection_under_it() -> None:
    machine = writer("one two")
    press(machine, "ctrl+a")
    left, top, _, bottom = node(machine, "one two", role="text").bounds
    machine.execute("right_click", {"x": left + 20, "y": (top + bottom) // 2})
    click(machine, "Copy", role="menu_item")
    assert machine.get(CLIPBOARD) == "one two"


def test_the_view_follows_the_caret_and_the_wheel_scrolls_away_from_it() -> None:
    machine = writer(*[f"line {i}" for i in range(120)])
    assert nodes(machine, "line 119") and not nodes(machine, "line 0")
    at = center(node(machine, rid="pages"))
    machine.execute("scroll", {**at, "direction": "up", "amount": 99})
    assert nodes(machine, "line 0") and not nodes(machine, "line 119")
    press(machine, "x")
    assert nodes(machine, "line 119x")
    press(machine, "ctrl+home")
    assert nodes(machine, "line 0")


def test_the_page_shrinks_to_a_narrow_window_and_by_its_zoom() -> None:
    machine = writer("Wide page")
    wide = node(machine, "Wide page", role="text").bounds
    click(machine, "View", role="menu")
    click(machine, "Zoom", role="menu_item")
    click(machine, "50%", role="menu_item")
    small = node(machine, "Wide page", role="text").bounds
    assert small[2] - small[0] == (wide[2] - wide[0]) // 2 and nodes(machine, "50%")
    machine.execute("click", {"x": small[0] + 1, "y": (small[1] + small[3]) // 2})
    write(machine, ">")
    assert said(machine) == ">Wide page"
