"""Writer's menus: looks, spaces, links, breaks, conversions, as a user chooses them, and in the saved file."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.writer.state import Writer
from crab_sim.documents import text_document
from crab_sim.engines.writing.model import NO_LOOK, NO_SPACE, Look, Space, text_of
from crab_sim.machine.slices import FILES
from tests.simulator.desktop._drive import HOME, center, click, desktop, node, nodes, press, write


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


def choose(machine: Desktop, *path: str) -> None:
    """Chooses an entry of the menu bar by the titles that lead to it."""
    click(machine, path[0], role="menu")
    for text in path[1:]:
        click(machine, text, role="menu_item")


def field(machine: Desktop, name: str, text: str) -> None:
    click(machine, description=name, role="text_field")
    press(machine, "ctrl+a", "delete")
    write(machine, text)


def saved(machine: Desktop, name: str) -> bytes:
    """Saves the text under a name, and returns the file."""
    press(machine, "ctrl+shift+s", "ctrl+a")
    write(machine, name)
    press(machine, "enter")
    for button in nodes(machine, "Use Word 2007–365 Format!", role="button"):
        machine.execute("click", center(button))
    data: bytes = machine.get(FILES).read(f"{HOME}/Documents/{name}")
    return data


LOOKS = [
    ("Overline", Look(overline=True), "text-overline-style solid"),
    ("Superscript", Look(script="super"), "text-position super 58%"),
    ("Subscript", Look(script="sub"), "text-position sub 58%"),
    ("Shadow", Look(shadow=True), "text-shadow 1pt 1pt"),
    ("Outline", Look(outline=True), "text-outline true"),
    ("Small Capitals", Look(caps="small"), "font-variant small-caps"),
]


@pytest.mark.parametrize(("entry", "look", "read"), LOOKS)
def test_a_look_is_switched_undone_saved_and_read(entry: str, look: Look, read: str) -> None:
    machine = writer("Tea")
    press(machine, "ctrl+a")
    choose(machine, "Format", "Text", entry)
    assert state(machine).text[0].runs[0].look == look
    document = text_document(saved(machine, "Tea.odt"))
    assert document is not None and document.paragraphs[0].runs[0].other == (read,)
    choose(machine, "Format", "Text", entry)
    assert not any(state(machine).text[0].runs[0].look)
    press(machine, "ctrl+z")
    assert state(machine).text[0].runs[0].look == look


@pytest.mark.parametrize(
    ("entry", "result"),
    [
        ("UPPERCASE", "TWO CUPS. OF Tea"), ("lowercase", "two cups. of Tea"), ("Sentence case", "Two cups. Of Tea"),
        ("Capitalize Every Word", "Two Cups. Of Tea"), ("tOGGLE cASE", "TWO cUPS. OF Tea"),
    ],
)  # fmt: skip
def test_letters_become_large_or_small(entry: str, result: str) -> None:
    machine = writer("two Cups. of Tea")
    press(machine, "ctrl+home", *["ctrl+shift+right"] * 3)
    choose(machine, "Format", "Text", entry)
    assert text_of(state(machine).text) == result
    press(machine, "ctrl+z")
    assert text_of(state(machine).text) == "two Cups. of Tea"


def test_spacing_and_indents_grow_and_are_saved() -> None:
    machine = writer("first", "second")
    choose(machine, "Format", "Spacing", "Line Spacing: 1.5")
    choose(machine, "Format", "Spacing", "Increase Paragraph Spacing")
    click(machine, "Increase", role="button")
    first, second = (paragraph.space for paragraph in state(machine).text)
    assert (first, second) == (NO_SPACE, Space(35.46, above=2.85, below=2.85, line=1.5))
    document = text_document(saved(machine, "spaces.odt"))
    looks = ("line-height 150%", "margin-bottom 2.85pt", "margin-left 35.46pt", "margin-top 2.85pt")
    assert document is not None and document.paragraphs[1].other == looks
    click(machine, "Decrease", role="button")
    choose(machine, "Format", "Spacing", "Decrease Paragraph Spacing")
    assert state(machine).text[1].space == Space(above=0, below=0, line=1.5)
    press(machine, "ctrl+m")
    assert state(machine).text[1].space == NO_SPACE


def test_the_dialog_for_characters_sets_only_what_is_changed() -> None:
    machine = writer("Big news")
    press(machine, "ctrl+a", "ctrl+u")
    choose(machine, "Format", "Character…")
    click(machine, "Bold Italic", role="radio")
    click(machine, "Font Effects", role="tab")
    click(machine, "Red", role="radio")
    click(machine, "Strikethrough", role="checkbox")
    click(machine, "Position", role="tab")
    click(machine, "Superscript", role="radio")
    press(machine, "enter")
    look = Look(bold=True, italic=True, underline=True, strike=True, color="#ff0000", script="super")
    assert state(machine).text[0].runs[0].look == look
    choose(machine, "Format", "Character…")
    click(machine, "Font Effects", role="tab")
    click(machine, "Green", role="radio")
    press(machine, "escape")
    assert state(machine).text[0].runs[0].look == look


def test_the_dialog_for_paragraphs_reads_units() -> None:
    machine = writer("one", "two")
    choose(machine, "Format", "Paragraph…")
    assert node(machine, description="Before text:", role="text_field").text == '0.00"'
    field(machine, "Before text:", "1 cm")
    field(machine, "First line:", '-0.25"')
    field(machine, "Below paragraph:", "wide")
    click(machine, "Double", role="radio")
    click(machine, "Alignment", role="tab")
    click(machine, "Center", role="radio")
    click(machine, "Text Flow", role="tab")
    click(machine, "Insert break before the paragraph", role="checkbox")
    click(machine, "OK", role="button")
    paragraph = state(machine).text[1]
    assert (paragraph.space, paragraph.align) == (Space(28.35, first=-18.0, line=2.0), "center")
    assert paragraph.page_break and state(machine).text[0].space == NO_SPACE
    assert nodes(machine, "Page 2 of 2")


@pytest.mark.parametrize("kind", ["odt", "docx"])
def test_a_link_is_inserted_changed_and_removed(kind: str) -> None:
    machine = writer("See ")
    press(machine, "ctrl+k")
    field(machine, "URL:", "example.org/tea")
    field(machine, "Text:", "this page")
    press(machine, "enter")
    assert [run.text for run in state(machine).text[0].runs] == ["See ", "this page"]
    assert state(machine).text[0].runs[1].look == Look(link="https://example.org/tea")
    document = text_document(saved(machine, f"link.{kind}"))
    assert document is not None
    assert "link https://example.org/tea" in document.paragraphs[0].runs[1].other
    write(machine, "!")
    assert state(machine).text[0].runs[2] == ("!", NO_LOOK)
    press(machine, "backspace", "left", "left")
    choose(machine, "Insert", "Hyperlink…")
    assert node(machine, description="Text:", role="text_field").text == "this page"
    field(machine, "URL:", "")
    press(machine, "enter")
    assert state(machine).text[0].runs[0] == ("See this page", NO_LOOK)


def test_special_characters_and_marks_are_inserted() -> None:
    machine = writer("10 ")
    choose(machine, "Insert", "Special Character…")
    assert not node(machine, "Insert", role="button").message
    click(machine, "€", role="radio")
    click(machine, "Insert", role="button")
    choose(machine, "Insert", "Formatting Mark", "No-break Space")
    choose(machine, "Insert", "More Breaks", "Manual Row Break")
    write(machine, "a day")
    assert text_of(state(machine).text) == "10 €\u00a0\na day" and len(state(machine).text) == 1


def test_a_format_is_cloned_once() -> None:
    machine = writer("model", "other words")
    press(machine, "ctrl+home", "ctrl+shift+end")
    press(machine, "ctrl+home", "shift+end", "ctrl+b", "home")
    choose(machine, "Format", "Clone Formatting")
    left, top, _, bottom = node(machine, "other words", role="text").bounds
    for _ in range(2):
        machine.execute("click", {"x": left + 12, "y": (top + bottom) // 2})
    runs = state(machine).text[1].runs
    assert [(run.text, run.look.bold) for run in runs] == [("other", True), (" words", None)]
    assert state(machine).held is None


def test_pages_parts_of_tables_and_conversions() -> None:
    machine = writer("pens,3", "ink,5")
    press(machine, "ctrl+enter")
    write(machine, "last")
    choose(machine, "Edit", "Go to Page…")
    field(machine, "Page:", "1")
    press(machine, "enter")
    assert state(machine).caret == (0, 0)
    press(machine, "shift+down", "shift+end")
    choose(machine, "Table", "Convert", "Text to Table…")
    click(machine, "Commas", role="radio")
    click(machine, "OK", role="button")
    assert text_of(state(machine).text) == "pens\t3\nink\t5\nlast"
    choose(machine, "Table", "Select", "Row")
    press(machine, "ctrl+b")
    bold = [text_of([each]) for each in state(machine).text if each.runs and each.runs[0].look.bold]
    assert bold == ["pens", "3"]
    choose(machine, "Table", "Convert", "Table to Text…")
    click(machine, "Semicolons", role="radio")
    click(machine, "OK", role="button")
    assert text_of(state(machine).text) == "pens;3\nink;5\nlast"
    press(machine, "ctrl+z")
    assert text_of(state(machine).text) == "pens\t3\nink\t5\nlast"


def test_paragraphs_are_sorted_by_letters_and_by_numbers() -> None:
    machine = writer("10 pens", "9 inks", "apples")
    press(machine, "ctrl+a")
    choose(machine, "Tools", "Sort…")
    press(machine, "enter")
    assert text_of(state(machine).text) == "10 pens\n9 inks\napples"
    press(machine, "ctrl+a")
    choose(machine, "Tools", "Sort…")
    click(machine, "Numeric", role="radio")
    click(machine, "Descending", role="radio")
    press(machine, "enter")
    assert text_of(state(machine).text) == "10 pens\n9 inks\napples"
    press(machine, "ctrl+a")
    choose(machine, "Tools", "Sort…")
    click(machine, "Descending", role="radio")
    press(machine, "enter")
    assert text_of(state(machine).text) == "apples\n9 inks\n10 pens"


def test_files_are_copied_inserted_and_read_anew() -> None:
    machine = writer("alpha")
    saved(machine, "a.odt")
    write(machine, " beta")
    choose(machine, "File", "Save a Copy…")
    press(machine, "ctrl+a")
    write(machine, "b.odt")
    press(machine, "enter")
    assert nodes(machine, "a.odt - LibreOffice Writer") and machine.get(FILES).exists(f"{HOME}/Documents/b.odt")
    choose(machine, "File", "Reload")
    click(machine, "Reload", role="button")
    assert text_of(state(machine).text) == "alpha"
    press(machine, "ctrl+end")
    choose(machine, "Insert", "Text from File…")
    write(machine, "b.odt")
    press(machine, "enter")
    assert text_of(state(machine).text) == "alphaalpha beta"
    press(machine, "ctrl+z")
    assert text_of(state(machine).text) == "alpha"


def test_bars_are_hidden_and_the_program_is_told() -> None:
    machine = writer("words")
    assert nodes(machine, "Page 1 of 1") and nodes(machine, "Paragraph Style") == []
    choose(machine, "View", "Status Bar")
    choose(machine, "View", "Toolbars", "Formatting")
    assert not nodes(machine, "Page 1 of 1") and not nodes(machine, description="Paragraph Style")
    choose(machine, "View", "Status Bar")
    assert nodes(machine, "Page 1 of 1")
    choose(machine, "Help", "About LibreOffice")
    assert nodes(machine, "LibreOffice", role="dialog")
