"""Attacks by records that come from elsewhere, on their reader, the tables and the report.

`tests/records/test_reader.py` and `tests/results/report/` have the refusals of odd names, and a browser's view.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.records import RecordError, read_config, read_run
from crab_gym.results import table
from crab_gym.results.report import write_report
from tests.redteam._texts import value
from tests.results.report._runs import make_run

pytestmark = pytest.mark.slow

ESCAPE = "\x1b]52;c;b3duZWQ=\x07\x1b[2J\x9b31m\u202e[/x]"
"""Writes to a terminal's clipboard, clears it, turns the direction of writing, and is no markup of rich."""


@pytest.fixture
def run(tmp_path: Path) -> Path:
    make_run(tmp_path / "run")
    return tmp_path / "run"


@contextmanager
def no_waiting() -> Iterator[None]:
    """Ends what waits for ever, such as the reader of a pipe to which nobody writes."""

    def end(number: int, frame: Any) -> None:
        raise AssertionError("it waited")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(60)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def taken(run: Path) -> bool:
    """Reads a run in all ways; returns whether it was taken. If it was refused, then with a sentence."""
    with no_waiting():
        try:
            read_config(run)
            read_run(run)
            written = write_report(run, run.parent / "report.html")
        except RecordError as error:
            str(error).encode()
            fine = False
        else:
            fine = written.size > 0
        for args in (["table", str(run)], ["table", str(run), "--by", "app"], ["table", str(run), "--format", "json"]):
            result = CliRunner().invoke(app, args)
            assert result.exit_code in (0, 2) and (result.exit_code == 0 or result.output.startswith("crab-gym: "))
            assert fine or result.exception is None or isinstance(result.exception, SystemExit)
    return fine


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Returns an attack that changes a text of a file."""

    def attack(run: Path) -> None:
        file = run / name
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new, 1))

    return attack


def write(name: str, data: bytes) -> Callable[[Path], None]:
    """Returns an attack that writes a file."""
    return lambda run: (run / name).write_bytes(data) and None


def instead(name: str, make: Callable[[Path, Path], object]) -> Callable[[Path], None]:
    """Returns an attack that puts something else at the place of a file or folder."""

    def attack(run: Path) -> None:
        aside = run.parent / "outside"
        (run / name).rename(aside)
        make(run / name, aside)

    return attack


FIRST = "episodes/cross.one_s0_a0_single"
LINK: Callable[[Path, Path], object] = lambda path, aside: path.symlink_to(aside)  # noqa: E731
PIPE: Callable[[Path, Path], object] = lambda path, aside: os.mkfifo(path)  # noqa: E731
FOLDER: Callable[[Path, Path], object] = lambda path, aside: path.mkdir()  # noqa: E731
ZERO: Callable[[Path, Path], object] = lambda path, aside: path.symlink_to("/dev/zero")  # noqa: E731
LINES = "episodes.jsonl"
REFUSED: dict[str, Callable[[Path], None]] = {
    **{
        f"{what} for {name}": instead(name, make)
        for name in ("run.json", LINES, FIRST, f"{FIRST}/steps.jsonl", "episodes")
        for what, make in (("a link", LINK), ("a pipe", PIPE), ("a folder", FOLDER), ("a device", ZERO))
        if not (what == "a folder" and name in (FIRST, "episodes"))
    },
    "a deep configuration": write("run.json", b"[" * 200_000),
    "a configuration that is none": write("run.json", b'{"config": [1]}'),
    "no configuration": write("run.json", b'{"config": NaN}'),
    "noise for a configuration": write("run.json", bytes(range(256))),
    "a deep line": write(LINES, b"[" * 200_000 + b"\n"),
    "a line of zeros": write(LINES, bytes(1 << 20) + b"\n"),
    "a line that is no object": write(LINES, b'"episode"\n'),
    "a step that is no object": write(f"{FIRST}/steps.jsonl", b"[]\n"),
    "deep steps": write(f"{FIRST}/steps.jsonl", b'{"index":' * 90_000 + b"\n"),
    **{
        f"completion {text}": replace(LINES, '"completion": 1.0', f'"completion": {text}')
        for text in ("NaN", "Infinity", "-1e999", '"1"', "[1]", "null", "true", "9" * 5_000, "2")
    },
    **{f"coverage {text}": replace(LINES, '"coverage": 1.0', f'"coverage": {text}') for text in ("NaN", "null", "{}")},
    **{
        f"seed {text}": replace(LINES, '"seed": 0', f'"seed": {text}')
        for text in ("1e999", '"0/../.."', "null", "[0]", "-1", "9" * 5_000, "0.0", "true")
    },
    **{
        f"policy id {text}": replace(LINES, '"policy_id": "single"', f'"policy_id": {text}')
        for text in ('"../single"', '"/etc"', '"."', '"\\u0000"', '"a/b"', "[]", "null", '"' + "a" * 999 + '"')
    },
    **{
        f"task {text}": replace(LINES, '"task": "cross.one"', f'"task": {text}')
        for text in (
            '"../../etc"',
            '"os:system"',
            '"cross.one/.."',
            '"cross.\\u0000"',
            "null",
            "{}",
            '"crab_tasks:TASK"',
        )
    },
    **{f"error {text}": replace(LINES, '"error": ""', f'"error": {text}') for text in ("[]", "null", "5", "{}")},
    "a reward that is no number": replace(f"{FIRST}/steps.jsonl", '"reward": ', '"reward": NaN, "x": '),
    "a field that nobody knows": replace(LINES, '"task"', '"__class__": "os.system", "task"'),
}


@pytest.mark.parametrize("attack", REFUSED)
def test_what_is_no_record_is_refused(run: Path, attack: str) -> None:
    assert taken(run)
    REFUSED[attack](run)
    assert not taken(run)


def png(width: int, height: int, data: bytes = b"") -> bytes:
    """Returns a PNG file of any size, whose pixels may be missing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", data or zlib.compress(bytes(9)))
        + chunk(b"IEND", b"")
    )


PICTURE = f"{FIRST}/step_000_ubuntu.png"


def sparse(run: Path) -> None:
    """Makes a picture of terabytes that takes no room."""
    with open(run / PICTURE, "r+b") as file:
        file.truncate(1 << 40)


PICTURES: dict[str, Callable[[Path], None]] = {
    "a billion pixels": write(PICTURE, png(1_000_000, 1_000)),
    "pixels beyond counting": write(PICTURE, png(2**31 - 1, 2**31 - 1)),
    "no pixels": write(PICTURE, png(0, 0)),
    "a bomb": write(PICTURE, png(60_000, 60_000, zlib.compress(bytes(64 << 20), 9))),
    "text that unpacks": write(PICTURE, png(9, 9) + b"zTXt" + zlib.compress(bytes(64 << 20))),
    "another kind": write(PICTURE, b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
    "postscript": write(PICTURE, b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n/etc/passwd (r) file"),
    "a picture of terabytes": sparse,
    "a link": instead(PICTURE, LINK),
    "a pipe": instead(PICTURE, PIPE),
    "a device": instead(PICTURE, ZERO),
    "a folder": instead(PICTURE, FOLDER),
    "a path above": replace(LINES, "step_000_ubuntu.png", "../../../outside.png"),
    "a path from the root": replace(LINES, "step_000_ubuntu.png", "/etc/passwd"),
    "a path with a null": replace(LINES, "step_000_ubuntu.png", "x\\u0000.png"),
    "an address": replace(LINES, "step_000_ubuntu.png", "http://attacker.example/x.png"),
    "no name": replace(LINES, '"step_000_ubuntu.png"', '{"a": 1}'),
}


@pytest.mark.parametrize("attack", PICTURES)
def test_pictures_that_are_none_are_left_out(run: Path, attack: str) -> None:
    (run.parent / "outside.png").write_bytes((run / PICTURE).read_bytes())
    before = write_report(run, run.parent / "before.html").pictures
    PICTURES[attack](run)
    with no_waiting():
        assert write_report(run, run.parent / "after.html").pictures <= before
    assert taken(run)
    assert "attacker.example" not in page_without_data((run.parent / "after.html").read_text(encoding="utf-8"))


class Scripts(HTMLParser):
    """Collects the elements of a page, and the data that lies in scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, str]] = []
        self.data: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs).get("type") or ""))
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        if self.get_starttag_text() and self.cdata_elem and self.tags[-1] == ("script", "application/json"):
            self.data.append(data)


def page_without_data(page: str) -> str:
    """Returns a page without the JSON in it."""
    return re.sub(r'(<script type="application/json"[^>]*>)[^<]*', r"\1", page)


def test_random_values_in_any_field_make_no_elements(run: Path, tmp_path: Path) -> None:
    """Puts three hundred random values into random fields of records; the page keeps its form, and shows JSON."""
    rng = random.Random(0)
    lines = [json.loads(line) for line in (run / LINES).read_text().splitlines()]
    steps = [json.loads(line) for line in (run / FIRST / "steps.jsonl").read_text().splitlines()]
    plain = Scripts()
    write_report(run, tmp_path / "page.html")
    plain.feed((tmp_path / "page.html").read_text(encoding="utf-8"))
    shown = 0
    for _ in range(300):
        episode, step = rng.choice(lines), rng.choice(steps)
        for record, name in ((episode, rng.choice(list(episode))), (step, rng.choice(list(step)))):
            kept = record[name]
            record[name] = value(rng)
            try:
                (run / LINES).write_text(
                    "".join(json.dumps(line, default=repr, skipkeys=True) + "\n" for line in lines)
                )
                text = "".join(json.dumps(line, default=repr, skipkeys=True) + "\n" for line in steps)
            except RecursionError:
                continue
            finally:
                record[name] = kept
            (run / FIRST / "steps.jsonl").write_text(text)
            try:
                write_report(run, tmp_path / "page.html")
            except RecordError:
                continue
            parsed = Scripts()
            parsed.feed((tmp_path / "page.html").read_text(encoding="utf-8"))
            assert {tag for tag, _ in parsed.tags} <= {tag for tag, _ in plain.tags}
            for data in parsed.data:
                json.loads(data, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
            shown += 1
    assert shown > 50


@pytest.mark.parametrize(
    "args", [(), ("--by", "app"), ("--format", "csv"), ("--format", "markdown"), ("--format", "json")]
)
def test_terminals_are_not_commanded(run: Path, args: tuple[str, ...]) -> None:
    hostile = []
    for text in (run / LINES).read_text().splitlines():
        line = json.loads(text)
        line |= {
            "policy": ESCAPE + line["policy"],
            "error": line["error"] and ESCAPE,
            "goal": ESCAPE,
            "error_kind": ESCAPE,
        }
        for checkpoint in line["graph"].get("checkpoints", ()):
            checkpoint["app"] = ESCAPE
        hostile.append(json.dumps(line))
    (run / LINES).write_text("\n".join(hostile) + "\n")
    for command in (
        ["table", str(run), *args],
        ["table", str(run), "--policy", "nobody"],
        ["compare", str(run), str(run)],
    ):
        result = CliRunner().invoke(app, command, color=True)
        assert result.exit_code in (0, 2) and not set(result.output) & set("\x1b\x07\x9b\u202e")
    shown = io.StringIO()
    Console(file=shown, force_terminal=True, width=200).print(table.rich_table(table.summarize(read_run(run), ["app"])))
    assert not re.search(r"\x1b(?!\[[0-9;]*m)|\x07|\x9b|\u202e", shown.getvalue())


def test_a_report_is_never_written_through_a_link(run: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("precious")
    (run / "report.html").symlink_to(target)
    (run / ".report.html.part").symlink_to(target)
    write_report(run)
    assert target.read_text() == "precious"
