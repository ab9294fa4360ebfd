"""The Document Viewer: pages, zoom, finding, the side pane, copying, saving, printing."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen import canvas

from crab_sim.desktop import Desktop
from crab_sim.documents import pdf
from crab_sim.draw.raster import draw
from crab_sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from tests.simulator.desktop._drive import (
    HOME,
    center,
    click,
    desktop,
    front_app,
    node,
    nodes,
    press,
    start,
    title,
    write,
)

PATH = f"{HOME}/Documents/guide.pdf"


def guide() -> bytes:
    stream = io.BytesIO()
    paper = canvas.Canvas(stream, pagesize=(595, 842), invariant=1)
    paper.setTitle("Guide")
    for number in range(1, 6):
        paper.bookmarkPage(str(number))
        paper.addOutlineEntry(f"Chapter {number}", str(number))
        paper.setFont("Helvetica", 14)
        paper.drawString(72, 760, f"This is page {number}")
        paper.drawString(72, 740, "Bring boots" if number % 2 else "Bring a hat")
        paper.showPage()
    paper.save()
    return stream.getvalue()


@pytest.fixture
def machine() -> Desktop:
    machine = desktop()
    machine.put(FILES, machine.files.write(PATH, guide(), machine.now))
    machine.launch("document_viewer", (PATH,))
    return machine


def page_number(machine: Desktop) -> str:
    return node(machine, description="Page", role="text_field").text


def test_opening_shows_the_first_page(machine: Desktop) -> None:
    assert title(machine) == "guide.pdf — Guide"
    assert node(machine, description="Page 1").text == "This is page 1\nBring boots"
    assert nodes(machine, "of 5")
    left, top, right, bottom = node(machine, description="Page 1").bounds
    pixels = draw(machine.scene.ops, 1280, 720)[top:bottom, left:right]
    assert pixels[5, 5].tolist() == [255, 255, 255]
    assert (pixels < 60).all(axis=2).sum() > 100, "the text is drawn"


def test_files_and_commands_open_it(machine: Desktop) -> None:
    machine.put(WINDOWS, ())
    start(machine, "Terminal")
    write(machine, f"xdg-open {PATH}\n")
    assert front_app(machine) == "document_viewer"
    machine.put(WINDOWS, ())
    start(machine, "Terminal")
    write(machine, "evince Documents/guide.pdf\n")
    assert title(machine) == "guide.pdf — Guide"


def test_going_to_pages(machine: Desktop) -> None:
    click(machine, description="Next Page")
    assert page_number(machine) == "2"
    click(machine, description="Page", role="text_field")
    write(machine, "5\n")
    assert page_number(machine) == "5"
    assert node(machine, description="Page 5").text.startswith("This is page 5")
    press(machine, "p")
    assert page_number(machine) == "4"
    press(machine, "home")
    assert page_number(machine) == "1"
    press(machine, "ctrl+l")
    write(machine, "99\n")
    assert page_number(machine) == "5"
    click(machine, description="Page", role="text_field")
    write(machine, "x\n")
    assert page_number(machine) == "5"


def test_scrolling_changes_the_number(machine: Desktop) -> None:
    at = center(node(machine, rid="pages"))
    for _ in range(12):
        machine.execute("scroll", {**at, "direction": "down", "amount": 3})
    assert page_number(machine) == "2"
    press(machine, "space", "space", "space")
    assert int(page_number(machine)) >= 3


def test_one_page_at_a_time(machine: Desktop) -> None:
    press(machine, "c")
    press(machine, "n", "n")
    assert page_number(machine) == "3"
    shown = [found.description for found in nodes(machine, role="text") if found.description.startswith("Page ")]
    assert shown == ["Page 3"]


def width(machine: Desktop) -> int:
    left, _, right, _ = node(machine, description=f"Page {page_number(machine)}").bounds
    return right - left


def test_zoom(machine: Desktop) -> None:
    click(machine, description="Zoom Level")
    click(machine, "50%", role="menu_item")
    assert width(machine) == round(595 * 96 / 72 / 2)
    press(machine, "+")
    assert node(machine, description="Zoom Level").text == "70%"
    press(machine, "-")
    assert node(machine, description="Zoom Level").text == "50%"
    press(machine, "n", "n", "w")
    assert page_number(machine) == "3"
    assert width(machine) > 600
    press(machine, "f")
    left, top, right, bottom = node(machine, description="Page 3").bounds
    pages = node(machine, rid="pages").bounds
    assert pages[1] < top and bottom < pages[3] + 20
    assert (right - left) * 842 == pytest.approx((bottom - top) * 595, rel=0.01)


def test_finding(machine: Desktop) -> None:
    press(machine, "ctrl+f")
    write(machine, "a HAT")
    assert nodes(machine, "2 found")
    write(machine, "\n")
    assert nodes(machine, "1 of 2") and page_number(machine) == "2"
    press(machine, "enter")
    assert page_number(machine) == "4"
    press(machine, "enter")
    assert page_number(machine) == "2"
    press(machine, "shift+enter")
    assert page_number(machine) == "4"
    click(machine, description="Case Sensitive")
    assert nodes(machine, "Not found")
    before = node(machine, description="Page 4").bounds[0]
    press(machine, "escape")
    assert not nodes(machine, description="Find text")
    assert page_number(machine) == "4" and node(machine, description="Page 4").bounds[0] == before


def test_the_outline_leads_to_pages(machine: Desktop) -> None:
    click(machine, "Outline", role="radio")
    click(machine, "Chapter 4", role="list_item")
    assert page_number(machine) == "4"
    press(machine, "f9")
    assert not nodes(machine, "Chapter 4")
    press(machine, "f9")
    click(machine, "3", role="list_item")
    assert page_number(machine) == "3"


def test_text_is_selected_and_copied(machine: Desktop) -> None:
    left, top, right, _ = node(machine, description="Page 1").bounds
    machine.execute("drag", {"x1": left + 4, "y1": top + 4, "x2": right - 4, "y2": top + 100})
    press(machine, "ctrl+c")
    assert machine.get(CLIPBOARD) == "This is page 1"
    press(machine, "n", "ctrl+a", "ctrl+c")
    assert machine.get(CLIPBOARD) == "This is page 2\nBring a hat"
    before = machine.get(CLIPBOARD)
    machine.execute("click", {"x": left + 40, "y": top + 200})
    press(machine, "ctrl+c")
    assert machine.get(CLIPBOARD) == before


@pytest.mark.parametrize("turns", range(4))
def test_a_word_is_selected_in_turned_pages(machine: Desktop, turns: int) -> None:
    press(machine, "f", *["ctrl+right"] * turns)
    left, top, right, bottom = node(machine, description="Page 1").bounds
    x, y = 85 / 595, 78 / 842  # in the middle of "This", 85 points from the left and 78 from the top of a page
    across, down = [(x, y), (1 - y, x), (1 - x, 1 - y), (y, 1 - x)][turns]
    point = {"x": left + round(across * (right - left)), "y": top + round(down * (bottom - top))}
    machine.execute("double_click", point)
    press(machine, "ctrl+c")
    assert machine.get(CLIPBOARD) == "This"
    assert draw(machine.scene.ops, 1280, 720)[point["y"], point["x"]].tolist() != [255, 255, 255]


def test_a_copy_is_saved(machine: Desktop) -> None:
    press(machine, "ctrl+s", "ctrl+a")
    write(machine, f"{HOME}/Downloads/copy.pdf\n")
    assert machine.files.read(f"{HOME}/Downloads/copy.pdf") == guide()
    assert title(machine) == "guide.pdf — Guide"
    press(machine, "ctrl+s", "ctrl+a")
    write(machine, f"{HOME}/Documents/expenses.csv\n")
    assert nodes(machine, "Replace")
    press(machine, "escape", "escape")
    assert b"month" in machine.files.read(f"{HOME}/Documents/expenses.csv")
    press(machine, "ctrl+s")
    write(machine, "/etc/copy.pdf\n")
    assert any("permissions" in found.text for found in nodes(machine, role="text"))


def test_pages_are_printed_to_a_file(machine: Desktop) -> None:
    press(machine, "n", "ctrl+p", "ctrl+a")
    write(machine, "some.pdf")
    click(machine, description="Pages")
    click(machine, description="Pages, for example 1-3, 5")
    write(machine, "2-3, 5")
    click(machine, "Print", role="button")
    document = pdf(machine.files.read(f"{HOME}/Documents/some.pdf"))
    assert document is not None
    assert [page.text.split("\n")[0] for page in document] == [f"This is page {i}" for i in (2, 3, 5)]
    press(machine, "ctrl+p")
    click(machine, description="Current Page")
    press(machine, "enter")
    document = pdf(machine.files.read(f"{HOME}/Documents/output.pdf"))
    assert document is not None and len(document) == 1
    press(machine, "ctrl+p")
    click(machine, description="Pages")
    click(machine, "Print", role="button")
    assert nodes(machine, "No pages are selected.")


@pytest.mark.parametrize(("text", "numbers"), [("3,2", [3, 2]), ("2, 2-3", [2, 2, 3]), ("3-2, 1", [1])])
def test_pages_are_printed_in_the_order_of_the_range(machine: Desktop, text: str, numbers: list[int]) -> None:
    press(machine, "ctrl+p")
    click(machine, description="Pages")
    click(machine, description="Pages, for example 1-3, 5")
    write(machine, f"{text}\n")
    document = pdf(machine.files.read(f"{HOME}/Documents/output.pdf"))
    assert document is not None
    assert [page.text.split("\n")[0] for page in document] == [f"This is page {i}" for i in numbers]


def test_properties(machine: Desktop) -> None:
    press(machine, "alt+enter")
    for text in ("Guide", "~/Documents/guide.pdf", "5", "A4, Portrait (210 × 297 mm)"):
        assert nodes(machine, text, role="text"), text


def test_what_cannot_be_shown_is_told(machine: Desktop) -> None:
    files = machine.files.write(f"{HOME}/broken.pdf", b"%PDF-1.4\n%%EOF\n", machine.now)
    machine.put(FILES, files.write(f"{HOME}/words.txt", b"words", machine.now))
    for name, text in (
        ("broken.pdf", "PDF document is damaged"),
        ("words.txt", "File type “txt” is not supported"),
        ("none.pdf", f"Error opening file {HOME}/none.pdf: No such file or directory"),
    ):
        press(machine, "ctrl+o")
        write(machine, f"{HOME}/{name}\n")
        assert nodes(machine, text), text
        press(machine, "n", "ctrl+f", "ctrl+p", "ctrl+a", "ctrl+c", "f9", "+", "w", "ctrl+right")
    press(machine, "ctrl+o")
    write(machine, f"{PATH}\n")
    assert node(machine, description="Page 1").text.startswith("This")


def test_the_menu_and_the_context_menu(machine: Desktop) -> None:
    click(machine, description="File options")
    click(machine, "Night Mode", role="checkbox")
    left, top, _, _ = node(machine, description="Page 1").bounds
    assert draw(machine.scene.ops, 1280, 720)[top + 5, left + 5].tolist() == [0, 0, 0]
    click(machine, description="Page 1", verb="right_click")
    click(machine, "Select All", role="menu_item")
    click(machine, description="Page 1", verb="right_click")
    click(machine, "Copy", role="menu_item")
    assert machine.get(CLIPBOARD).startswith("This is page 1")
    press(machine, "ctrl+n")
    assert len(machine.get(WINDOWS)) == 2
    press(machine, "ctrl+w")
    assert len(machine.get(WINDOWS)) == 1
