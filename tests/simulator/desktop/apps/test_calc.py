"""LibreOffice Calc, driven by mouse and keys as a person does."""

from __future__ import annotations

import random

import pytest

from crab_sim.desktop import Desktop
from crab_sim.documents import cells
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from tests.simulator.desktop._drive import (
    center,
    click,
    desktop,
    double_click,
    front_app,
    node,
    nodes,
    press,
    right_click,
    start,
    title,
    write,
)  # fmt: skip

TABLE = "Item\tCost\nRent\t1200\nPower\t85.5\nInk\t12.25\n"


def calc(text: str = "", width: int = 1280, height: int = 720) -> Desktop:
    machine = desktop("LibreOffice Calc", width=width, height=height)
    write(machine, text)
    return machine


def cell(machine: Desktop, name: str) -> str:
    return node(machine, description=name, role="cell").text


def column(machine: Desktop, letter: str, count: int) -> list[str]:
    return [cell(machine, f"{letter}{row}") for row in range(1, count + 1)]


def at(machine: Desktop, name: str) -> None:
    machine.execute("click", center(node(machine, description=name, role="cell")))


def drag(machine: Desktop, first: str, last: str) -> None:
    a, b = (center(node(machine, description=name, role="cell")) for name in (first, last))
    machine.execute("drag", {"x1": a["x"], "y1": a["y"], "x2": b["x"], "y2": b["y"]})


def menu(machine: Desktop, *path: str) -> None:
    click(machine, path[0], role="menu")
    for name in path[1:]:
        click(machine, name, role="menu_item")


def line(machine: Desktop) -> str:
    return node(machine, rid="input_line").text


def place(machine: Desktop) -> str:
    return node(machine, rid="name_box").text


def put(machine: Desktop, path: str, data: bytes) -> None:
    machine.put(FILES, machine.files.write(path, data, machine.now))


def test_typing_goes_down_and_right_and_back() -> None:
    machine = calc(TABLE + "Total\t=sum(b2:b4)\n")
    assert column(machine, "A", 5) == ["Item", "Rent", "Power", "Ink", "Total"]
    assert column(machine, "B", 5) == ["Cost", "1200", "85.5", "12.25", "1297.75"]
    assert place(machine) == "A6"
    at(machine, "B5")
    assert line(machine) == "=SUM(B2:B4)"
    assert title(machine) == "Untitled 1 - LibreOffice Calc"


def test_editing_a_cell() -> None:
    machine = calc("abc\n")
    press(machine, "up", "f2", "left")
    write(machine, "X")
    press(machine, "enter")
    assert cell(machine, "A1") == "abXc"
    double_click(machine, "abXc", "cell")
    press(machine, "end", "backspace", "escape")
    assert cell(machine, "A1") == "abXc"
    write(machine, "new")
    press(machine, "down")
    assert (cell(machine, "A1"), place(machine)) == ("new", "A2")
    press(machine, "up", "delete")
    assert cell(machine, "A1") == ""
    press(machine, "ctrl+z")
    assert cell(machine, "A1") == "new"
    press(machine, "ctrl+y")
    assert cell(machine, "A1") == ""


def test_the_formula_bar_edits_and_accepts() -> None:
    machine = calc("5\n")
    press(machine, "up")
    click(machine, rid="input_line")
    press(machine, "end")
    write(machine, "0")
    click(machine, "Accept")
    assert cell(machine, "A1") == "50"
    click(machine, rid="input_line")
    write(machine, "9")
    press(machine, "escape")
    assert cell(machine, "A1") == "50"


def test_clicks_put_references_into_a_formula() -> None:
    machine = calc("4\n6\n")
    write(machine, "=SUM(")
    drag(machine, "A1", "A2")
    write(machine, ")*")
    at(machine, "A1")
    assert line(machine) == "=SUM(A1:A2)*A1"
    press(machine, "enter")
    assert cell(machine, "A3") == "40"


def test_keys_move_and_select() -> None:
    machine = calc("1\t2\t3\n4\t5\t6\n")
    press(machine, "ctrl+home", "ctrl+right")
    assert place(machine) == "C1"
    press(machine, "ctrl+down")
    assert place(machine) == "C2"
    press(machine, "ctrl+home", "shift+right", "shift+down")
    assert place(machine) == "A1:B2"
    assert nodes(machine, "Average: 3; Sum: 12")
    press(machine, "ctrl+end", "home", "end")
    assert place(machine) == "C2"
    press(machine, "pagedown")
    assert place(machine) != "C2"
    press(machine, "ctrl+a", "ctrl+shift+t")
    write(machine, "B40:C41\n")
    assert place(machine) == "B40:C41"
    assert nodes(machine, description="C41", role="cell"), "the view follows the cursor"


def test_copies_shift_and_cuts_move() -> None:
    machine = calc("1\t10\n2\t20\n=A1+A2\n")
    at(machine, "A3")
    press(machine, "ctrl+c", "right", "ctrl+v")
    assert cell(machine, "B3") == "30"
    assert machine.get(CLIPBOARD) == "3"
    at(machine, "A1")
    press(machine, "ctrl+x")
    at(machine, "D5")
    press(machine, "ctrl+v")
    assert (cell(machine, "A1"), cell(machine, "D5"), cell(machine, "A3")) == ("", "1", "3")
    at(machine, "A3")
    assert line(machine) == "=D5+A2"


def test_text_from_elsewhere_is_pasted_into_cells() -> None:
    machine = calc()
    machine.put(CLIPBOARD, "a\t1\nb\t2")
    press(machine, "ctrl+v")
    assert column(machine, "A", 2) + column(machine, "B", 2) == ["a", "b", "1", "2"]
    menu(machine, "Edit", "Undo: Paste")
    assert column(machine, "A", 2) == ["", ""]


def test_fill_down_and_the_fill_handle() -> None:
    machine = calc("1\t=A1*2\n2\n")
    drag(machine, "B1", "B4")
    press(machine, "ctrl+d")
    assert column(machine, "B", 4) == ["2", "4", "0", "0"]
    drag(machine, "A1", "A2")
    _, _, right, bottom = node(machine, description="A2", role="cell").bounds
    end = center(node(machine, description="A5", role="cell"))
    machine.execute("drag", {"x1": right - 1, "y1": bottom - 1, "x2": end["x"], "y2": end["y"]})
    assert column(machine, "A", 5) == ["1", "2", "3", "4", "5"]


def test_looks_and_number_formats() -> None:
    machine = calc("1234.5\n0.25\n")
    at(machine, "A1")
    click(machine, "Currency")
    assert cell(machine, "A1") == "$1,234.50"
    menu(machine, "Format", "Number Format", "Scientific")
    assert cell(machine, "A1") == "1.23E+03"
    at(machine, "A2")
    press(machine, "ctrl+shift+5")
    assert cell(machine, "A2") == "25.00%"
    click(machine, "Delete Decimal Place")
    assert cell(machine, "A2") == "25.0%"
    press(machine, "ctrl+b")
    assert node(machine, "Bold").flags
    write(machine, "40\n")
    assert cell(machine, "A2") == "40.0%"


def test_rows_columns_and_widths() -> None:
    machine = calc("1\t2\n3\t=A2+B1\n")
    click(machine, "1", "Row header")
    right_click(machine, "1", "Row header")
    click(machine, "Insert Rows Above")
    assert (column(machine, "A", 3), cell(machine, "B3")) == (["", "1", "3"], "5")
    click(machine, "A", "Column header")
    menu(machine, "Sheet", "Delete Columns")
    assert column(machine, "A", 3) == ["", "2", "#REF!"]
    left, top, right, bottom = node(machine, "A", "Column header").bounds
    machine.execute("drag", {"x1": right - 1, "y1": (top + bottom) // 2, "x2": right + 59, "y2": top + 3})
    assert node(machine, "A", "Column header").bounds[2] == right + 60
    press(machine, "ctrl+home")
    menu(machine, "Format", "Columns", "Column Width…")
    press(machine, "ctrl+a")
    write(machine, '1"\n')
    left, _, right, _ = node(machine, "A", "Column header").bounds
    assert right - left == 96


def test_sorting_by_button_and_dialog() -> None:
    machine = calc(TABLE)
    at(machine, "B2")
    click(machine, "Sort Ascending")
    assert column(machine, "A", 4) == ["Item", "Ink", "Power", "Rent"]
    menu(machine, "Data", "Sort…")
    click(machine, "Cost", role="button")  # the key is now the next column, which is the first
    click(machine, "Descending", role="radio")
    click(machine, "OK")
    assert column(machine, "A", 4) == ["Item", "Rent", "Power", "Ink"]


def test_autofilter() -> None:
    machine = calc("Kind\tCost\na\t1\nb\t2\na\t4\n")
    at(machine, "A1")
    press(machine, "ctrl+shift+l")
    click(machine, description="AutoFilter A")
    click(machine, "b", role="checkbox")
    click(machine, "OK")
    assert not nodes(machine, description="A3", role="cell")
    assert (cell(machine, "A2"), cell(machine, "A4")) == ("a", "a")
    assert nodes(machine, "2 of 3 records found")
    at(machine, "A2")
    press(machine, "down")
    assert place(machine) == "A4"
    press(machine, "ctrl+shift+l")
    assert cell(machine, "A3") == "b"


def test_find_and_replace() -> None:
    machine = calc("red car\nblue car\nCAR\n")
    press(machine, "ctrl+home", "ctrl+h")
    write(machine, "car")
    click(machine, "Find Next")
    assert place(machine) == "A2"
    press(machine, "tab")
    write(machine, "bus")
    click(machine, "Match case", role="checkbox")
    click(machine, "Replace All")
    assert nodes(machine, "2 results replaced")
    click(machine, "Close", role="button")
    assert column(machine, "A", 3) == ["red bus", "blue bus", "CAR"]


def test_sheets() -> None:
    machine = calc("5\n")
    click(machine, description="Add")
    assert [n.text for n in nodes(machine, role="tab")] == ["Sheet1", "Sheet2"]
    write(machine, "=Sheet1.A1*2\n")
    assert cell(machine, "A1") == "10"
    double_click(machine, "Sheet1", "tab")
    press(machine, "ctrl+a")
    write(machine, "My data\n")
    click(machine, "Sheet2", role="tab")
    press(machine, "ctrl+home")
    assert line(machine) == "='My data'.A1*2"
    right_click(machine, "My data")
    click(machine, "Delete Sheet…")
    click(machine, "Delete", role="button")
    assert [n.text for n in nodes(machine, role="tab")] == ["Sheet2"]
    assert cell(machine, "A1") == "#REF!"
    menu(machine, "Sheet", "Rename Sheet…")
    press(machine, "ctrl+a")
    write(machine, "a/b\n")
    assert nodes(machine, role="dialog"), "such a name is refused"


@pytest.mark.parametrize("ending", ["ods", "xlsx"])
def test_saving_and_opening(ending: str) -> None:
    machine = calc(TABLE + "Sum\t=SUM(B2:B4)\n")
    press(machine, "ctrl+s", "ctrl+a")
    write(machine, f"/home/user/Documents/costs.{ending}\n")
    if ending == "xlsx":
        assert nodes(machine, "Keep Current Format?", role="dialog")
        click(machine, "Use Excel 2007-365 Format!")
    assert title(machine) == f"costs.{ending} - LibreOffice Calc"
    found = cells(machine.files.read(f"/home/user/Documents/costs.{ending}"))
    assert found is not None
    assert (found["B5"].value, found["B5"].formula, found["A2"].value) == (1297.75, "=SUM(B2:B4)", "Rent")
    press(machine, "alt+f4")
    assert machine.get(WINDOWS) == ()
    start(machine, "Terminal")
    write(machine, f"xdg-open Documents/costs.{ending}\n")
    assert front_app(machine) == "calc"
    at(machine, "B5")
    assert (cell(machine, "B5"), line(machine)) == ("1297.75", "=SUM(B2:B4)")


def test_text_import_and_export() -> None:
    machine = desktop("Terminal")
    put(machine, "/home/user/a.csv", b"x;y\n1;2.50\n")
    write(machine, "libreoffice --calc a.csv\n")
    assert nodes(machine, "Text Import - [a.csv]", role="dialog")
    assert node(machine, description="Preview").text == "x | y\n1 | 2.50"
    click(machine, "Semicolon", role="checkbox")
    assert node(machine, description="Preview").text == "x;y\n1;2.50"
    click(machine, "Semicolon", role="checkbox")
    click(machine, "OK")
    assert (title(machine), cell(machine, "B2")) == ("a.csv - LibreOffice Calc", "2.5")
    at(machine, "B3")
    write(machine, "=B2*2\n")
    press(machine, "ctrl+s")
    click(machine, "Use Text CSV Format!")
    click(machine, "OK")
    assert machine.files.read("/home/user/a.csv") == b"x,y\n1,2.5\n,5\n"


def test_an_unsaved_document_asks_before_it_closes() -> None:
    machine = calc("1\n")
    press(machine, "ctrl+q")
    assert nodes(machine, role="dialog")
    press(machine, "escape")
    assert front_app(machine) == "calc"
    press(machine, "ctrl+w")
    click(machine, "Save")
    press(machine, "ctrl+a")
    write(machine, "/home/user/b.ods\n")
    assert machine.get(WINDOWS) == ()
    assert machine.files.is_file("/home/user/b.ods")


def test_broken_and_missing_files_are_reported() -> None:
    machine = calc()
    put(machine, "/home/user/bad.ods", b"PK no archive")
    put(machine, "/home/user/bad.xlsx", b"")
    for name in ("bad.ods", "bad.xlsx", "none.ods"):
        press(machine, "ctrl+o")
        write(machine, f"/home/user/{name}\n")
        assert nodes(machine, role="dialog"), name
        press(machine, "escape", "escape")
        assert not nodes(machine, role="dialog")


def test_a_window_that_is_raised_keeps_its_changes() -> None:
    machine = calc("1\n")
    press(machine, "ctrl+s", "ctrl+a")
    write(machine, "/home/user/c.ods\n")
    write(machine, "2\n")
    machine.launch("calc", ("/home/user/c.ods",))
    assert len(machine.get(WINDOWS)) == 1
    assert cell(machine, "A2") == "2"


def test_charts() -> None:
    machine = calc(TABLE)
    drag(machine, "A1", "B4")
    for kind in ("Column", "Line", "Pie"):
        menu(machine, "Insert", "Chart…")
        write(machine, f"{kind}s")
        click(machine, kind, role="radio")
        click(machine, "Finish")
        assert node(machine, f"{kind}s", f"{kind} chart")
        click(machine, f"{kind}s", role="image")
        press(machine, "delete")
        assert not nodes(machine, f"{kind}s", role="image")
    assert cell(machine, "B4") == "12.25"


def test_auto_sum_and_functions() -> None:
    machine = calc("1\n2\n")
    click(machine, "Select Function")
    press(machine, "enter")
    assert cell(machine, "A3") == "3"
    click(machine, "Function Wizard")
    write(machine, "TEXTJOIN")
    click(machine, "TEXTJOIN", role="list_item")
    write(machine, '"-",1,A1:A2\n')
    assert cell(machine, "A4") == "1-2"


def test_large_sheets_stay_cheap() -> None:
    """Only the cells in view are laid out, however many rows there are."""
    machine = desktop()
    rows = "\n".join([f"{i},{i * 2}" for i in range(5000)]) + "\n"
    put(machine, "/home/user/big.csv", rows.encode())
    machine.launch("calc", ("/home/user/big.csv",))
    press(machine, "enter")
    few = len(nodes(calc("1\n"), role="cell"))
    assert len(nodes(machine, role="cell")) == few
    press(machine, "ctrl+down")
    assert (place(machine), len(nodes(machine, role="cell"))) == ("A5000", few)


def test_scrolling() -> None:
    machine = calc("1\n")
    grid = center(node(machine, rid="grid"))
    machine.execute("scroll", {**grid, "direction": "down", "amount": 5})
    assert not nodes(machine, description="A1", role="cell")
    menu(machine, "Edit", "Find and Replace…")
    write(machine, "1\n")
    assert (place(machine), cell(machine, "A1")) == ("A1", "1")
    press(machine, "escape")
    machine.execute("scroll", {**grid, "direction": "down", "amount": 5})
    machine.execute("scroll", {**grid, "direction": "up", "amount": 9})
    assert nodes(machine, description="A1", role="cell")


KEYS = (
    "enter", "escape", "tab", "delete", "backspace", "up", "down", "left", "right", "f2", "f4", "f9", "f10", "home",
    "end", "pagedown", "pageup", "shift+down", "shift+right", "ctrl+down", "ctrl+right", "ctrl+home", "ctrl+end",
    "ctrl+a", "ctrl+c", "ctrl+x", "ctrl+v", "ctrl+z", "ctrl+y", "ctrl+d", "ctrl+b", "ctrl+s", "ctrl+shift+s", "ctrl+o",
    "ctrl+h", "ctrl+n", "ctrl+shift+l", "ctrl+shift+4", "ctrl+shift+t", "ctrl+;", "ctrl+space", "shift+space",
    "ctrl+pagedown", "alt+f", "alt+d", "ctrl+m", "ctrl+`", "ctrl+f2",
)  # fmt: skip
TEXTS = (
    "12", "=A1+1", "=SUM(A1:B9)", "=A1:A", "text\t", "\n", "50%", "2024-02-29\n", "=Sheet2.A1\n", "'x\n", "=(((\n",
    "/home/user/z.ods\n", "/home/user/z.xlsx\n", "/home/user/z.csv\n", "A1:C3\n", "\x00\x1b", "ünï ★ 漢\n", "=RAND()\n",
    "=\ud800\n", "B:B\n",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_random_actions_raise_nothing(seed: int) -> None:
    rng = random.Random(seed)
    size = [(1280, 720), (640, 480), (800, 600)][seed % 3]
    machine = calc(TABLE, *size)
    twin = machine.fork()
    for _ in range(250):
        found = rng.choice(machine.scene.nodes)
        point = center(found)
        other = center(rng.choice(machine.scene.nodes))
        if front_app(machine) != "calc":
            machine.launch("calc", ("new",))
            twin.launch("calc", ("new",))
        match rng.randrange(6):
            case 0 | 1:
                verb, args = "click", point
            case 2:
                verb, args = rng.choice(("double_click", "right_click")), point
            case 3:
                verb = "drag"
                args = {"x1": point["x"], "y1": point["y"], "x2": other["x"], "y2": other["y"]}
            case 4:
                verb, args = "write_text", {"text": rng.choice(TEXTS)}  # type: ignore[dict-item]
            case _:
                verb, args = "hotkey", {"keys": rng.choice(KEYS).split("+")}  # type: ignore[dict-item]
        machine.execute(verb, args)
        twin.execute(verb, args)
        for shown in machine.scene.nodes:
            left, top, right, bottom = shown.bounds
            assert 0 <= left < right <= size[0]
            assert 0 <= top < bottom <= size[1]
    assert machine.fingerprint() == twin.fingerprint()
    assert Context(machine, "x").machine is machine


def test_a_text_that_is_doubled_in_every_row_ends_as_an_error() -> None:
    machine = calc("x\n" + "".join([f"=A{row}&A{row}\n" for row in range(1, 60)]))
    press(machine, "ctrl+home")
    assert cell(machine, "A2") == "xx" and cell(machine, "A17") == "Err:502"
