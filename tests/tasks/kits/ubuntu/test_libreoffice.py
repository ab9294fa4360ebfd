from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from odf import table, text
from odf.opendocument import OpenDocumentSpreadsheet

from crab_sim.documents import presentation
from crab_tasks.cross.total_to_expense import order_totalled
from crab_tasks.kits.ubuntu.impress.state import slides_are
from crab_tasks.kits.ubuntu.libreoffice import slides_file
from tests.simulator.documents._make import saved_by
from tests.tasks._desk import with_file

PATH = "/home/user/file"


def test_slides_are_read_back_and_always_the_same_bytes() -> None:
    slides = [("Salt & pepper", ["one", "two"]), ("<End>", [])]
    data = slides_file(slides)
    assert data == slides_file(slides)
    found = presentation(data) or ()
    assert [(slide.title, slide.text) for slide in found] == [
        ("Salt & pepper", "Salt & pepper\none\ntwo"),
        ("<End>", "<End>"),
    ]


def test_slides_are_these_with_all_their_texts() -> None:
    slides = [("Salt & pepper", ["one", "two"]), ("<End>", [])]
    state = with_file(slides_file(slides))
    assert slides_are(state, PATH, slides)
    assert not slides_are(state, PATH, [("Salt & pepper", ["one", "too"]), ("<End>", [])])
    assert not slides_are(state, PATH, slides[:1])
    assert not slides_are(with_file(b""), PATH, [])


def sheet(cells: Mapping[str, tuple[object, object]]) -> bytes:
    """An .ods of the rows, with other cells: each a value or a formula, and the formula's result."""
    written = {f"{chr(65 + c)}{r}": (value, None) for r, row in enumerate(ROWS, 1) for c, value in enumerate(row)}
    document = OpenDocumentSpreadsheet()
    page = table.Table(name="Sheet1")
    for number in range(1, 6):
        line = table.TableRow()
        for letter in "ABCDE":
            value, result = {**written, **cells}.get(f"{letter}{number}", ("", None))
            if isinstance(value, str) and value.startswith("="):
                named = re.sub(r"([A-E]\d):([A-E]\d)|([A-E]\d)", _reference, value).replace(",", ";")
                line.addElement(table.TableCell(valuetype="float", value=result, formula=f"of:{named}"))
            elif isinstance(value, str):
                cell = table.TableCell(valuetype="string")
                cell.addElement(text.P(text=value))
                line.addElement(cell)
            else:
                line.addElement(table.TableCell(valuetype="float", value=value))
        page.addElement(line)
    document.spreadsheet.addElement(page)
    return saved_by(document)


def _reference(found: re.Match[str]) -> str:
    return f"[.{found[1]}:.{found[2]}]" if found[1] else f"[.{found[3]}]"


ROWS: list[list[str | float]] = [["Category", "Social"], ["Goods", "Pieces", "Price"], ["Tape", 2, 3.5], ["Glue", 3, 1]]


@pytest.mark.parametrize(
    ("cells", "right"),
    [
        ({"E1": ("=B3*C3+B4*C4", 10)}, True),
        ({"D3": ("=B3*C3", 7), "D4": ("=B4*C4", 3), "E1": ("=SUM(D3:D4)", 10)}, True),
        ({"D1": ("Total", None), "E1": ("=SUMPRODUCT(B3:B4,C3:C4)", 10)}, True),
        ({"E1": ("=10", 10)}, False),
        ({"E1": ("10", 10)}, False),
        ({"E1": ("=E2", 10), "E2": (10, None)}, False),
        ({"E1": ("=B3*C3", 7)}, False),
        ({"B3": (3, None), "C3": (2, None), "E1": ("=B3*C3+B4*C4", 10)}, False),
        ({"E1": ("=B3*C3*0+10", 10)}, False),
        ({"E1": ("=IF(B3=2,10,B3*C3+B4*C4)", 10)}, False),
        ({"E1": ("=B3*C3+3", 10)}, False),
        ({"D3": ("PAID", None), "E1": ("=B3*C3+B4*C4", 10)}, False),
    ],
)
def test_a_total_is_computed_from_the_given_cells(cells: Mapping[str, tuple[object, object]], right: bool) -> None:
    assert order_totalled(with_file(sheet(cells)), PATH, ROWS, 10) is right
