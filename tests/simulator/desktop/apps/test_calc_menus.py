"""Calc's menus: looks, hidden and frozen parts, shifted cells, as a user chooses them, and in the saved file."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.calc.state import Desk, sheet_of
from crab_sim.documents import Sheet, spreadsheet
from crab_sim.engines.sheets.book import Style, cell_at
from crab_sim.machine.slices import FILES
from tests.simulator.desktop._drive import HOME, center, click, desktop, node, nodes, press, write

TABLE = "Item\tCost\nRent\t1200\nPower\t85.5\nInk\t12.25\n"


def calc(text: str = TABLE) -> Desktop:
    machine = desktop("LibreOffice Calc")
    write(machine, text)
    press(machine, "ctrl+home")
    return machine


def desk(machine: Desktop) -> Desk:
    front = machine.front
    assert front is not None
    data: Desk = front.pages[0].data
    return data


def style(machine: Desktop, row: int, column: int) -> Style:
    return cell_at(sheet_of(desk(machine)), row, column).style


def column(machine: Desktop, letter: str, count: int) -> list[str]:
    return [node(machine, description=f"{letter}{row}", role="cell").text for row in range(1, count + 1)]


def menu(machine: Desktop, *path: str) -> None:
    click(machine, path[0], role="menu")
    for name in path[1:]:
        click(machine, name, role="menu_item")


def drag(machine: Desktop, first: str, last: str) -> None:
    a, b = (center(node(machine, description=name, role="cell")) for name in (first, last))
    machine.execute("drag", {"x1": a["x"], "y1": a["y"], "x2": b["x"], "y2": b["y"]})


def saved(machine: Desktop, kind: str) -> tuple[Sheet, ...]:
    """Saves the workbook, and returns the sheets as an evaluator reads them."""
    press(machine, "ctrl+shift+s", "ctrl+a")
    write(machine, f"{HOME}/table.{kind}")
    press(machine, "enter")
    if kind == "xlsx":
        press(machine, "enter")
    sheets = spreadsheet(machine.get(FILES).read(f"{HOME}/table.{kind}"))
    assert sheets is not None
    return sheets


def test_the_dialog_for_cells_sets_looks_that_are_saved_and_undone() -> None:
    machine = calc()
    drag(machine, "A1", "B1")
    press(machine, "ctrl+1")
    click(machine, "Font", role="tab")
    click(machine, "Bold", role="radio")
    click(machine, "Font Effects", role="tab")
    click(machine, "Strikethrough", role="checkbox")
    click(machine, "Borders", role="tab")
    click(machine, "All Four Borders", role="radio")
    click(machine, "Background", role="tab")
    click(machine, "Yellow", role="radio")
    press(machine, "enter")
    look = Style(bold=True, strike=True, border=True, fill="FFFF00")
    assert (style(machine, 0, 0), style(machine, 0, 1), style(machine, 1, 0)) == (look, look, Style())
    cell = saved(machine, "ods")[0].cells["B1"]
    assert cell.bold and "border 0.74pt solid #000000" in cell.other and "text-line-through-style solid" in cell.other
    assert {"strike", "border left thin"} <= set(saved(machine, "xlsx")[0].cells["B1"].other)
    press(machine, "ctrl+z")
    assert style(machine, 0, 0) == Style()


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("Good", Style(fill="CCFFCC", ink="006600")), ("Bad", Style(fill="FFCCCC", ink="CC0000")),
        ("Accent 1", Style(bold=True, fill="000000", ink="FFFFFF")), ("Footnote", Style(italic=True, ink="808080")),
    ],
)  # fmt: skip
def test_named_looks_keep_the_format_of_numbers(name: str, look: Style) -> None:
    machine = calc()
    drag(machine, "B2", "B3")
    press(machine, "ctrl+shift+4")
    code = style(machine, 1, 1).format
    menu(machine, "Styles", name)
    assert style(machine, 2, 1) == look._replace(format=code)
    menu(machine, "Styles", "Default")
    assert style(machine, 2, 1) == Style(format=code)


@pytest.mark.parametrize("kind", ["ods", "xlsx"])
def test_frozen_rows_stay_in_view_and_are_saved(kind: str) -> None:
    machine = calc("\n".join([f"{i}\t{i * i}" for i in range(1, 90)]))
    menu(machine, "View", "Freeze Cells", "Freeze First Row")
    press(machine, "ctrl+end")
    rows = [n.description for n in nodes(machine, role="cell") if n.description.startswith("A")]
    assert rows[0] == "A1" and rows[1] != "A2" and "A89" in rows
    assert node(machine, description="B89", role="cell").text == str(89 * 89)
    assert saved(machine, kind)[0].others == ("frozen 1x0",)
    menu(machine, "File", "Reload")
    assert sheet_of(desk(machine)).frozen == (1, 0)
    menu(machine, "View", "Freeze Rows and Columns")
    assert sheet_of(desk(machine)).frozen == (0, 0)
    press(machine, "right", "down", "down")
    menu(machine, "View", "Freeze Rows and Columns")
    assert sheet_of(desk(machine)).frozen == (2, 1)


@pytest.mark.parametrize("kind", ["ods", "xlsx"])
def test_rows_and_columns_are_hidden_and_shown(kind: str) -> None:
    machine = calc()
    press(machine, "down")
    menu(machine, "Format", "Rows", "Hide")
    assert not nodes(machine, description="A2", role="cell")
    click(machine, "B", role="button")
    menu(machine, "Format", "Columns", "Hide")
    assert not nodes(machine, description="B1", role="cell")
    cells = saved(machine, kind)[0].cells
    assert [place for place in sorted(cells) if "hidden" in cells[place].other] == ["A2", "B1", "B2", "B3", "B4"]
    menu(machine, "File", "Reload")
    assert not nodes(machine, description="B1", role="cell") and not nodes(machine, description="A2", role="cell")
    press(machine, "ctrl+a")
    menu(machine, "Format", "Rows", "Show")
    menu(machine, "Format", "Columns", "Show")
    assert column(machine, "B", 3) == ["Cost", "1200", "85.5"]


def test_cells_are_inserted_and_deleted_and_formulas_follow() -> None:
    machine = calc()
    press(machine, "right", "right")
    write(machine, "=B4\n")
    click(machine, description="B2", role="cell")
    menu(machine, "Sheet", "Insert Cells…")
    press(machine, "enter")
    assert column(machine, "A", 4) == ["Item", "Rent", "Power", "Ink"]
    assert column(machine, "B", 5) == ["Cost", "", "1200", "85.5", "12.25"]
    assert cell_at(sheet_of(desk(machine)), 0, 2).formula == "=B5"
    press(machine, "ctrl+-", "enter")
    assert column(machine, "B", 4) == ["Cost", "1200", "85.5", "12.25"]
    assert cell_at(sheet_of(desk(machine)), 0, 2).formula == "=B4"
    menu(machine, "Sheet", "Insert Cells…")
    click(machine, "Shift cells right", role="radio")
    press(machine, "enter")
    assert [node(machine, description=f"{c}2", role="cell").text for c in "ABC"] == ["Rent", "", "1200"]
    press(machine, "ctrl+z")
    assert column(machine, "B", 2) == ["Cost", "1200"]


def test_sheets_are_hidden_and_shown_and_passed() -> None:
    machine = calc()
    menu(machine, "Sheet", "Insert Sheet at End…")
    menu(machine, "Sheet", "Insert Sheet at End…")
    menu(machine, "Sheet", "Navigate", "To Previous Sheet")
    assert desk(machine).sheet == 1
    menu(machine, "Sheet", "Hide Sheet")
    assert [n.text for n in nodes(machine, role="tab")] == ["Sheet1", "Sheet3"]
    press(machine, "ctrl+pageup")
    assert desk(machine).sheet == 0
    assert [sheet.others for sheet in saved(machine, "ods")] == [(), ("hidden",), ()]
    menu(machine, "Sheet", "Show Sheet…")
    click(machine, "Sheet2", role="radio")
    press(machine, "enter")
    assert desk(machine).sheet == 1 and len(nodes(machine, role="tab")) == 3


def test_formats_are_cloned_and_texts_split_and_formulas_become_values() -> None:
    machine = calc("a,b\nc,d,e\n=1+1\n")
    press(machine, "ctrl+b")
    menu(machine, "Format", "Clone Formatting")
    drag(machine, "B2", "B3")
    assert style(machine, 1, 1).bold and style(machine, 2, 1).bold and desk(machine).held is None
    drag(machine, "A1", "A2")
    menu(machine, "Data", "Text to Columns…")
    click(machine, "Comma", role="radio")
    press(machine, "enter")
    assert column(machine, "A", 3) == ["a", "c", "2"] and column(machine, "B", 2) == ["b", "d"]
    click(machine, description="A3", role="cell")
    menu(machine, "Data", "Calculate", "Formula to Value")
    cell = cell_at(sheet_of(desk(machine)), 2, 0)
    assert (cell.value, cell.formula) == (2.0, "")


def test_selections_characters_and_colours_of_the_view() -> None:
    machine = calc()
    menu(machine, "Edit", "Select", "Select Data Area")
    assert node(machine, description="Name Box").text == "A1:B4"
    menu(machine, "Edit", "Select", "Select Row")
    assert desk(machine).whole == "rows"
    click(machine, description="D1", role="cell")
    menu(machine, "Insert", "Special Character…")
    click(machine, "€", role="radio")
    click(machine, "Insert", role="button")
    menu(machine, "Insert", "Formatting Mark", "No-break Space")
    write(machine, "5\n")
    assert node(machine, description="D1", role="cell").text == "€\u00a05"
    menu(machine, "View", "Value Highlighting")
    menu(machine, "View", "View Grid Lines")
    assert desk(machine).highlighted and "lines" in desk(machine).hidden_bars
    menu(machine, "View", "View Grid Lines")
    assert "lines" not in desk(machine).hidden_bars


def test_a_copy_is_saved_and_changes_are_given_up() -> None:
    machine = calc()
    saved(machine, "ods")
    write(machine, "Thing\n")
    menu(machine, "File", "Save a Copy…")
    press(machine, "ctrl+a")
    write(machine, f"{HOME}/copy.csv")
    press(machine, "enter")
    assert machine.get(FILES).read(f"{HOME}/copy.csv").decode().startswith("Thing,Cost\nRent,1200\n")
    assert nodes(machine, "table.ods - LibreOffice Calc")
    menu(machine, "File", "Reload")
    click(machine, "Reload", role="button")
    assert column(machine, "A", 2) == ["Item", "Rent"]
    menu(machine, "Help", "About LibreOffice")
    assert nodes(machine, "LibreOffice", role="dialog")
