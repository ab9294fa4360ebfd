"""LibreOffice converts documents from the command line, with the real one's words."""

from __future__ import annotations

import pytest

from crab_sim.desktop.host import DesktopHost
from crab_sim.desktop.settings_store import SETTINGS
from crab_sim.documents import pdf, text_document
from crab_sim.engines.slides.formats import read_deck
from crab_sim.shell import Result, login_state, run
from crab_sim.shell.testing import example_files
from crab_tasks.kits.ubuntu.libreoffice import slides_file
from tests.simulator.desktop._drive import desktop

HOME = "/home/user"


def converted(line: str) -> Result:
    """Returns the result of a line at home, where there are a text, slides and a table."""
    host = DesktopHost(desktop().get(SETTINGS), 1_715_000_000.0)
    files = example_files().write(f"{HOME}/talk.odp", slides_file([("Bees", ["They dance"])]), 0.0)
    files = files.write(f"{HOME}/table.csv", b"a,b\n", 0.0).write(f"{HOME}/bad.docx", b"PK\3\4 no", 0.0)
    return run(line, files, login_state(host), host)


def test_a_text_and_slides_become_pdf_files() -> None:
    result = converted("soffice --headless --convert-to pdf notes.txt talk.odp; echo $?")
    assert result.terminal.decode().splitlines() == [
        "convert /home/user/notes.txt -> /home/user/notes.pdf using filter : writer_pdf_Export",
        "convert /home/user/talk.odp -> /home/user/talk.pdf using filter : impress_pdf_Export",
        "0",
    ]
    assert "two" in pdf(result.files.read(f"{HOME}/notes.pdf"))[0].text
    assert "They dance" in pdf(result.files.read(f"{HOME}/talk.pdf"))[0].text
    assert result.files.stat(f"{HOME}/talk.pdf").owner == "user" and result.effects == ()


def test_the_folder_is_made_and_an_older_file_is_replaced() -> None:
    line = "libreoffice --convert-to pdf:impress_pdf_Export --outdir new/x talk.odp"
    result = converted(f"{line}; {line}")
    told = "convert /home/user/talk.odp -> /home/user/new/x/talk.pdf using filter : impress_pdf_Export"
    assert result.stdout.decode().splitlines() == [told, told, "Overwriting: /home/user/new/x/talk.pdf"]
    assert result.files.is_file(f"{HOME}/new/x/talk.pdf")


def test_other_formats_of_the_same_program() -> None:
    result = converted("lowriter --headless --convert-to docx notes.txt; soffice --convert-to pptx talk.odp")
    assert [line.rpartition(" : ")[2] for line in result.stdout.decode().splitlines()] == [
        "MS Word 2007 XML", "Impress MS PowerPoint 2007 XML",
    ]  # fmt: skip
    assert "one" in text_document(result.files.read(f"{HOME}/notes.docx")).text
    assert len(read_deck(result.files.read(f"{HOME}/talk.pptx")).slides) == 1


NO_FILTER = "Error: no export filter for /home/user/{} found, aborting.\nError: no export filter\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("soffice --headless --convert-to nope notes.txt", NO_FILTER.format("notes.nope")),
        ("soffice --headless --convert-to odp notes.txt", NO_FILTER.format("notes.odp")),
        ("soffice --headless --convert-to pdf table.csv", NO_FILTER.format("table.pdf")),
        ("soffice --headless --convert-to pdf nope.odt", "Error: source file could not be loaded\n"),
        ("soffice --headless --convert-to pdf bad.docx", "Error: source file could not be loaded\n"),
        ("soffice --headless --convert-to pdf docs", "Error: source file could not be loaded\n"),
        ("soffice --headless --convert-to pdf", ""),
        (
            "soffice --convert-to pdf --outdir /etc notes.txt",
            "convert /home/user/notes.txt -> /etc/notes.pdf using filter : writer_pdf_Export\n"
            "Error: Please verify input parameters...\n",
        ),
    ],
)
def test_what_cannot_be_converted_is_told(line: str, told: str) -> None:
    result = converted(line)
    assert (result.terminal.decode(), result.status) == (told, 0)
    assert result.files == converted("true").files


def test_a_missing_value_is_told() -> None:
    result = converted("soffice --headless --convert-to")
    assert result.status == 1
    assert "Error in option: --convert-to must be followed by output_file_extension" in result.stdout.decode()


def test_large_documents_are_charged_for() -> None:
    result = converted("yes | head -n 4900 > long.txt; for i in 1 2 3; do soffice --convert-to docx long.txt; done")
    assert "too much work" in result.stderr.decode()
