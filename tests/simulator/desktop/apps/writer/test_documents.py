"""Writer: files of all formats, the questions around saving, PDF, and several windows, as a user does it."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.documents import pdf, text_document
from crab_sim.engines.writing.formats import text_bytes
from crab_sim.engines.writing.model import Paragraph, Run
from crab_sim.machine.slices import FILES, WINDOWS
from tests.simulator.desktop._drive import (
    HOME,
    click,
    desktop,
    double_click,
    front_app,
    node,
    nodes,
    press,
    start,
    title,
    write,
)

DOCUMENTS = f"{HOME}/Documents"


def writer(text: str = "") -> Desktop:
    machine = desktop("LibreOffice Writer")
    if text:
        write(machine, text)
    return machine


def saved(machine: Desktop, name: str) -> None:
    """Saves the document in front under a name in ~/Documents."""
    press(machine, "ctrl+shift+s", "ctrl+a")
    write(machine, f"{DOCUMENTS}/{name}\n")


def lines(machine: Desktop, name: str) -> list[str]:
    document = text_document(machine.files.read(f"{DOCUMENTS}/{name}"))
    assert document is not None
    return [paragraph.text for paragraph in document.paragraphs]


def test_a_new_text_is_saved_as_odt_by_default() -> None:
    machine = writer("Chess evening\nWe meet.")
    assert title(machine) == "Untitled 1 - LibreOffice Writer"
    press(machine, "ctrl+s")
    assert node(machine, role="dialog").text == "Save"
    write(machine, "letter")
    press(machine, "enter")
    assert title(machine) == "letter.odt - LibreOffice Writer"
    assert lines(machine, "letter.odt") == ["Chess evening", "We meet."]
    write(machine, " Bye.")
    click(machine, "Save", role="button")
    assert lines(machine, "letter.odt")[1] == "We meet. Bye."
    press(machine, "ctrl+w")
    assert front_app(machine) == ""


def test_a_name_without_a_known_ending_gets_one() -> None:
    machine = writer("x")
    saved(machine, "version.2")
    assert lines(machine, "version.2.odt") == ["x"]


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [("a.docx", "“Word 2007–365”", "Use Word 2007–365 Format!"), ("a.txt", "“Text”", "Use Text Format!")],
)
def test_another_format_is_asked_about_at_each_saving(name: str, question: str, answer: str) -> None:
    machine = writer("one")
    saved(machine, name)
    assert node(machine, role="dialog").text == "Keep Current Format?"
    assert any(question in n.text for n in machine.scene.nodes)
    click(machine, answer, role="button")
    assert title(machine) == f"{name} - LibreOffice Writer"
    data = machine.files.read(f"{DOCUMENTS}/{name}")
    assert data == b"one\n" if name == "a.txt" else lines(machine, name) == ["one"]
    write(machine, " two")
    press(machine, "ctrl+s")
    click(machine, description="Ask when not saving in ODF or default format")
    press(machine, "enter")
    write(machine, " three")
    press(machine, "ctrl+s")
    assert not nodes(machine, role="dialog")
    data = machine.files.read(f"{DOCUMENTS}/{name}")
    assert data == b"one two three\n" if name == "a.txt" else lines(machine, name) == ["one two three"]


def test_the_question_offers_odf_under_another_name() -> None:
    machine = writer("one")
    saved(machine, "a.docx")
    press(machine, "enter")
    write(machine, "!")
    press(machine, "ctrl+s")
    click(machine, "Use ODF Format!", role="button")
    press(machine, "enter")
    assert title(machine) == "a.odt - LibreOffice Writer"
    assert (lines(machine, "a.odt"), lines(machine, "a.docx")) == (["one!"], ["one"])


def test_a_file_that_exists_is_replaced_only_after_a_question() -> None:
    machine = writer("one")
    saved(machine, "letter.odt")
    press(machine, "ctrl+n")
    assert title(machine) == "Untitled 1 - LibreOffice Writer"
    write(machine, "two")
    saved(machine, "letter.odt")
    press(machine, "escape")
    assert lines(machine, "letter.odt") == ["one"]
    press(machine, "enter")
    click(machine, "Replace", role="button")
    assert lines(machine, "letter.odt") == ["two"] and not nodes(machine, role="dialog")


def test_closing_asks_about_changes() -> None:
    machine = writer("one")
    press(machine, "alt+f4")
    assert node(machine, role="dialog").text == "Save Document?"
    assert nodes(machine, "Save changes to document “Untitled 1” before closing?")
    click(machine, "Cancel", role="button")
    assert front_app(machine) == "writer"
    press(machine, "ctrl+q")
    click(machine, "Save", role="button")
    assert node(machine, role="dialog").text == "Save"
    write(machine, "kept\n")
    assert front_app(machine) == "" and lines(machine, "kept.odt") == ["one"]
    start(machine, "LibreOffice Writer")
    write(machine, "lost")
    click(machine, description="Close")
    click(machine, "Don’t Save", role="button")
    assert front_app(machine) == "" and "lost.odt" not in machine.files.list(DOCUMENTS)


def test_undoing_all_changes_leaves_nothing_to_save() -> None:
    machine = writer("one")
    saved(machine, "a.odt")
    write(machine, "x")
    press(machine, "ctrl+z", "ctrl+w")
    assert front_app(machine) == ""


@pytest.mark.parametrize("kind", ["odt", "docx"])
def test_documents_open_from_files_by_a_double_click(kind: str) -> None:
    machine = desktop()
    text = (Paragraph((Run("Agenda"),), "Heading 1"), Paragraph((Run("coffee"),), marker="bullet"))
    path = f"{DOCUMENTS}/agenda.{kind}"
    machine.put(FILES, machine.files.write(path, text_bytes(text, kind), machine.now))
    start(machine, "Files")
    double_click(machine, "Documents")
    double_click(machine, f"agenda.{kind}")
    assert title(machine) == f"agenda.{kind} - LibreOffice Writer"
    assert nodes(machine, "Agenda", "Heading 1", role="text") and nodes(machine, "coffee", role="text")


def test_programs_of_the_shell_start_writer() -> None:
    machine = writer("x")
    saved(machine, "a.odt")
    start(machine, "Terminal")
    for command in (
        "lowriter ~/Documents/a.odt",
        "libreoffice --writer ~/Documents/a.odt",
        "xdg-open ~/Documents/a.odt",
    ):
        press(machine, "ctrl+alt+t")
        write(machine, f"{command}\n")
        assert title(machine) == "a.odt - LibreOffice Writer"
    assert len([window for window in machine.get(WINDOWS) if window.app == "writer"]) == 1
    press(machine, "ctrl+alt+t")
    write(machine, "soffice --writer\n")
    assert title(machine) == "Untitled 1 - LibreOffice Writer"
    start(machine, "LibreOffice Writer")
    assert title(machine) == "Untitled 2 - LibreOffice Writer"


def test_opening_uses_an_untouched_window_and_else_another() -> None:
    machine = writer("x")
    saved(machine, "a.odt")
    press(machine, "ctrl+n", "ctrl+o")
    assert node(machine, role="dialog").text == "Open"
    write(machine, f"{DOCUMENTS}/report.txt\n")
    assert title(machine) == "report.txt - LibreOffice Writer"
    assert len(machine.get(WINDOWS)) == 2
    press(machine, "ctrl+o")
    write(machine, f"{DOCUMENTS}/invoice.txt\n")
    assert title(machine) == "invoice.txt - LibreOffice Writer" and len(machine.get(WINDOWS)) == 3


@pytest.mark.parametrize("data", [b"PK\3\4 broken", b"\x00binary"])
def test_files_that_are_no_documents_show_an_error(data: bytes) -> None:
    machine = desktop("LibreOffice Writer")
    machine.put(FILES, machine.files.write(f"{DOCUMENTS}/bad.odt", data, machine.now))
    press(machine, "ctrl+o")
    write(machine, f"{DOCUMENTS}/bad.odt\n")
    assert any("General input/output error" in n.text for n in machine.scene.nodes)
    press(machine, "enter")
    assert title(machine) == "Untitled 1 - LibreOffice Writer"
    press(machine, "ctrl+o")
    write(machine, f"{DOCUMENTS}/none.odt\n")
    assert any("does not exist" in n.text for n in machine.scene.nodes)


def test_a_folder_that_may_not_be_written_shows_an_error_and_the_window_stays() -> None:
    machine = writer("x")
    press(machine, "ctrl+w")
    click(machine, "Save", role="button")
    press(machine, "ctrl+a")
    write(machine, "/etc/x.odt\n")
    assert any("Access to the file was denied." in n.text for n in machine.scene.nodes)
    press(machine, "enter")
    assert front_app(machine) == "writer"
    saved(machine, "x.odt")
    assert front_app(machine) == "writer" and lines(machine, "x.odt") == ["x"]


def test_the_tool_bar_exports_a_pdf_with_all_text() -> None:
    machine = writer("Zoë’s garden\nWe meet.")
    saved(machine, "garden.odt")
    click(machine, "Export Directly as PDF", role="button")
    assert node(machine, role="dialog").text == "Export"
    press(machine, "enter")
    pages = pdf(machine.files.read(f"{DOCUMENTS}/garden.pdf"))
    assert pages is not None and [page.text.split() for page in pages] == ["Zoë’s garden We meet.".split()]
    assert title(machine) == "garden.odt - LibreOffice Writer"


def test_the_menu_exports_some_pages() -> None:
    machine = writer("one")
    for word in ("two", "three"):
        press(machine, "ctrl+enter")
        write(machine, word)
    click(machine, "File", role="menu")
    click(machine, "Export As", role="menu_item")
    click(machine, "Export as PDF…", role="menu_item")
    click(machine, description="Pages", role="radio")
    click(machine, description="Pages", role="text_field")
    press(machine, "ctrl+a")
    write(machine, "2-3\n")
    press(machine, "ctrl+a")
    write(machine, f"{DOCUMENTS}/part\n")
    pages = pdf(machine.files.read(f"{DOCUMENTS}/part.pdf"))
    assert pages is not None and [page.text.strip() for page in pages] == ["two", "three"]
