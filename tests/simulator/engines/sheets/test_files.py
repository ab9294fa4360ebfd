"""Files of spreadsheets: what is written is read back, here and by `crab_sim.documents`."""

from __future__ import annotations

import io
import zipfile

import pytest

from crab_sim.documents import cells, spreadsheet
from crab_sim.engines.sheets.book import PLAIN, Book, Box, Filter, cell_at, put_cells
from crab_sim.engines.sheets.files.ods_file import read_ods, write_ods
from crab_sim.engines.sheets.files.text_file import ImportOptions, guessed, read_text, split_text, write_text
from crab_sim.engines.sheets.files.xlsx_file import read_xlsx
from crab_sim.engines.sheets.files.xlsx_writer import write_xlsx
from crab_sim.engines.sheets.recalculation import computed
from tests.simulator.engines.sheets._sheets import NOON, book, shown, value

WHEN = "2024-01-15T12:00:00Z"
ROWS = [
    ["Item", "Amount", "When"],
    ["a & <b>", "12.5", "2024-01-15"],
    ["c", "$3.50", "50%"],
    ["", "=SUM(B2:B3)", "=C2+1"],
    ["TRUE", "=1/0", '=IF(B2>1,"x;y",A1)'],
    ["  two  blanks", "10:30", "'12"],
    ["=CONCAT(A1:B1)", "=$Sheet2.A1", "01/31/24"],
]


def sample() -> Book:
    of = book(ROWS, [["7"]])
    sheet = of.sheets[0]
    look = PLAIN._replace(bold=True, align="center", fill="FFFF00", ink="C9211E")
    sheet = put_cells(sheet, {(0, 0): cell_at(sheet, 0, 0)._replace(style=look)})
    sheet = sheet._replace(widths={0: 120}, hidden=frozenset({2}), filter=Filter(Box(0, 0, 3, 2), {}))
    return of._replace(sheets=(sheet, of.sheets[1]))


@pytest.mark.parametrize(("write", "read"), [(write_ods, read_ods), (write_xlsx, read_xlsx)], ids=["ods", "xlsx"])
def test_books_come_back(write: object, read: object) -> None:
    assert callable(write)
    assert callable(read)
    of = sample()
    data = write(of, WHEN)
    back = computed(read(data), NOON)
    for row in range(len(ROWS)):
        for column in range(3):
            one, two = cell_at(of.sheets[0], row, column), cell_at(back.sheets[0], row, column)
            assert two.value == one.value
            assert two.formula.replace("$Sheet2", "Sheet2") == one.formula.replace("$Sheet2", "Sheet2")
            assert shown(back, f"{'ABC'[column]}{row + 1}") == shown(of, f"{'ABC'[column]}{row + 1}")
    first = back.sheets[0]
    assert cell_at(first, 0, 0).style == cell_at(of.sheets[0], 0, 0).style
    assert (first.widths, first.hidden, first.filter) == ({0: 120}, {2}, Filter(Box(0, 0, 3, 2), {}))
    assert [sheet.name for sheet in back.sheets] == ["Sheet1", "Sheet2"]
    assert write(of, WHEN) == data, "the same book has the same bytes"


@pytest.mark.parametrize("write", [write_ods, write_xlsx], ids=["ods", "xlsx"])
def test_others_read_values_formulas_and_looks(write: object) -> None:
    assert callable(write)
    sheets = spreadsheet(write(sample(), WHEN))
    assert sheets is not None
    found = sheets[0].cells
    assert (found["B4"].value, found["B4"].formula) == (16.0, "=SUM(B2:B3)")
    assert found["A1"].bold
    assert not found["B1"].bold
    assert (found["C2"].value, found["C4"].value, found["B6"].value) == ("2024-01-15", "2024-01-16", "10:30:00")
    assert (found["C5"].value, found["B7"].value, found["A7"].value) == ("x;y", 7.0, "ItemAmount")
    assert found["A5"].value is True


def test_hostile_archives_are_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    with pytest.raises(ValueError, match="document type"):
        read_ods(stream.getvalue())
    for read in (read_ods, read_xlsx):
        with pytest.raises(zipfile.BadZipFile):
            read(b"no archive")


def test_a_million_repeated_cells_are_refused() -> None:
    data = write_ods(book([["1"]]), WHEN)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for row in old.infolist():
            content = old.read(row)
            if row.filename == "content.xml":
                wide = b'<table:table-cell table:number-columns-repeated="16000" '
                content = content.replace(b"<table:table-cell ", wide)
                content = content.replace(
                    b"<table:table-row>", b'<table:table-row table:number-rows-repeated="900000">'
                )
            new.writestr(row, content)
    with pytest.raises(ValueError, match="more than"):
        read_ods(stream.getvalue())


def test_text_with_quotes_and_separators() -> None:
    text = 'Name;"Say ""hi""";12,5\n"a;b";"two\nlines";\n\nlast'
    options = guessed(text)
    assert options.separators == ";"
    rows = [[field.text for field in row] for row in split_text(text, options)]
    assert rows == [["Name", 'Say "hi"', "12,5"], ["a;b", "two\nlines", ""], [""], ["last"]]


def test_import_choices() -> None:
    text = 'n,d,p\n"5",01/31/2024,50%\n6,2024-01-31,x\n'
    plain = read_text(text, ImportOptions(), "t")
    assert [value(plain, at) for at in ("A2", "B2", "C2", "A3")] == [5.0, "01/31/2024", "50%", 6.0]
    assert shown(plain, "B3") == "2024-01-31"
    special = read_text(text, ImportOptions(special=True, quoted_is_text=True, first=2), "t")
    assert [value(special, at) for at in ("A1", "B1", "C1")] == ["5", 45322.0, 0.5]
    merged = read_text("a,,b\n", ImportOptions(merge=True), "t")
    assert [value(merged, at) for at in ("A1", "B1")] == ["a", "b"]


def test_formulas_in_text_files_stay_text() -> None:
    assert value(read_text("=1+1\n", ImportOptions(), "t"), "A1") == "=1+1"


def test_text_is_written_as_shown_or_whole() -> None:
    of = book([["a,b", "=1/3", "TRUE"], ["", "$5", 'q"']])
    assert write_text(of.sheets[0]).decode() == '"a,b",0.3333333333,TRUE\n,$5.00,"q"""\n'
    assert write_text(of.sheets[0], ";", as_shown=False, quote_all=True).decode() == (
        '"a,b";0.333333333333333;TRUE\n"";5;"q"""\n'.replace('"";5', ";5")
    )


def test_written_text_is_read_back() -> None:
    of = book([["x", "1.5", "two words"], ["", "a,b", '"'], ["5", "", "e"]])
    data = write_text(of.sheets[0])
    back = read_text(data.decode(), ImportOptions(), "Sheet1")
    assert back.sheets[0].rows == of.sheets[0].rows
    found = cells(data)
    assert found is None or found["B1"].value == 1.5
