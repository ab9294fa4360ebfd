"""Evaluators on files that an agent made to harm: a checkpoint that fails, never an error, and nothing of the host."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from crab_gym.backends.base import Backend, State
from crab_gym.backends.sim import SimBackend
from crab_sim.documents import encode_image
from crab_tasks.kits.compare import MAX_FILES, digest
from crab_tasks.kits.ubuntu import documents, picture_tones, pictures
from crab_tasks.kits.ubuntu.files import state as files
from crab_tasks.kits.ubuntu.impress.state import slides_are
from crab_tasks.kits.ubuntu.settings import background_shows
from crab_tasks.ubuntu.web.save_picture import picture_moved, picture_saved
from tests.backends.desktop.conftest import Desk, becomes
from tests.simulator.documents import _make as make

HOME = "/home/user"
SECRET = "the secret of the host"
PICTURE = encode_image(np.full((200, 300, 3), 90, np.uint8))
BACKGROUND = "org.gnome.desktop.background"

Judge = Callable[[State, str], bool]

JUDGES: dict[str, Judge] = {
    "file_is": lambda state, path: files.file_is(state, path, [SECRET]),
    "file_lines_are": lambda state, path: files.file_lines_are(state, path, [SECRET]),
    "file_holds": lambda state, path: files.file_holds(state, path, [SECRET]),
    "file_states": lambda state, path: files.file_states(state, path, "total", 7),
    "numbers_in_file": lambda state, path: files.numbers_in_file(state, path, ["555"]),
    "file_has_digest": lambda state, path: files.file_has_digest(state, path, digest(f"{SECRET}\n".encode())),
    "files_copied": lambda state, path: files.files_copied(state, path, path, ["a", "b"]),
    "folder_names_are": lambda state, path: files.folder_names_are(state, path, ["a", "b"]),
    "trashed": lambda state, path: files.trashed(state, f"{path}-before"),
    "text_document_is": lambda state, path: documents.text_document_is(state, path, [SECRET]),
    "cells_are": lambda state, path: documents.cells_are(state, path, [("A1", SECRET)]),
    "rows_are": lambda state, path: documents.rows_are(state, path, [[SECRET]]),
    "computes": lambda state, path: documents.computes(state, path, "A1", [["A2"]], 7),
    "slides_are": lambda state, path: slides_are(state, path, [(SECRET, [])]),
    "pdf_is": lambda state, path: documents.pdf_is(state, path, [SECRET]),
    "image_has_pixels": lambda state, path: pictures.image_has_pixels(state, path, PICTURE),
    "image_is_between": lambda state, path: pictures.image_is_between(state, path, PICTURE, PICTURE),
    "image_is_lighter": lambda state, path: picture_tones.image_is_lighter(state, path, PICTURE, 5.0),
    "pictures_combined": lambda state, path: pictures.pictures_combined(state, path, PICTURE, PICTURE, "right"),
}
FOR_LARGE_FILES = ("file_is", "file_has_digest", "rows_are", "image_has_pixels")
"""One evaluator of each way of reading: a file of 64 MiB, of which most others read as much, takes its time."""


class Machine(NamedTuple):
    """A simulated or real desktop with a terminal."""

    backend: Backend

    @property
    def state(self) -> State:
        return State(ubuntu=self.backend.state)

    def type(self, line: str) -> None:
        self.backend.execute("write_text", {"text": f"{line}\n"})
        self.backend.settle()

    def loses(self, path: str) -> bool:
        """Returns whether a file is gone after a while: a busy host may take long to remove thousands."""
        return becomes(lambda: not self.backend.state.exists(path))

    def judged(self, path: str, names: Iterable[str] = JUDGES) -> set[str]:
        """Returns the names of those of the evaluators that accept a file."""
        return {name for name in names if JUDGES[name](self.state, path)}


@pytest.fixture(scope="module")
def started() -> Iterator[dict[str, Machine]]:
    """The machines that are running, by kind."""
    machines: dict[str, Machine] = {}
    yield machines
    for machine in machines.values():
        machine.backend.close()


@pytest.fixture(params=["sim", pytest.param("desktop", marks=[pytest.mark.desktop, pytest.mark.slow])])
def machine(request: pytest.FixtureRequest, _needs_desktop: None, started: dict[str, Machine]) -> Machine:
    if request.param not in started:
        backend: Backend = SimBackend("ubuntu", (1280, 720)) if request.param == "sim" else Desk().backend
        started[request.param] = Machine(backend)
        backend.reset(0)
        for verb, args in (("search_app", {"name": "Terminal"}), ("press", {"key": "enter"})):
            backend.execute(verb, args)
            backend.settle()
    return started[request.param]


def png(width: int, height: int, rest: bytes = b"") -> bytes:
    """Returns a PNG file that claims a size, with nearly no pixels in it."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1 << 20))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + rest + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    body = b"Comment\0\0" + zlib.compress(bytes(100 << 20))
    return struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))


def nested(depth: int) -> bytes:
    data = bytes(1 << 20)
    for _ in range(depth):
        data = make.archive({f"{number}.zip": data for number in range(4)})
    return data


LAUGHS = "<!DOCTYPE l [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)
ODT = {"mimetype": f"{make.OPEN_DOCUMENT}text", "META-INF/manifest.xml": make.MANIFEST}
MADE: dict[str, Callable[[], bytes]] = {
    "picture_of_1e9_pixels": lambda: png(40_000, 25_000),
    "picture_of_4e18_pixels": lambda: png(2**31 - 1, 2**31 - 1),
    "picture_with_a_text_bomb": lambda: png(300, 200, text_bomb()),
    "gif_of_4e9_pixels": lambda: (
        b"GIF89a" + struct.pack("<HH", 65535, 65535) + b"\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x02\0;"
    ),
    "bmp_of_1e9_pixels": lambda: b"BM" + struct.pack("<IIIIiiHHIIiiII", 54, 0, 54, 40, 40_000, 25_000, 1, 24, *[0] * 6),
    "archive_of_40_mb_xml": lambda: make.archive({**ODT, "content.xml": b" " * (40 << 20)}),
    "archive_of_200_mb": lambda: make.archive({**ODT, "content.xml": "<a/>", "Pictures/a.png": bytes(200 << 20)}),
    "archives_in_archives": lambda: nested(4),
    "entities": lambda: make.open_document("text", "<text:p>&i;</text:p>", f"{LAUGHS}]>"),
    "entity_of_a_file": lambda: make.open_document(
        "text", "<text:p>&i;</text:p>", f'<!DOCTYPE l [<!ENTITY i SYSTEM "file://{HOME}/secret">]>'
    ),
    "lines_without_end": lambda: b"x\n" * (8 << 20),
    "lines_of_numbers": lambda: b"total 7 " * (2 << 20),
    "commas": lambda: b"," * (3 << 20),
    "zeros": lambda: bytes(70 << 20),
    "not_utf_8": lambda: b"\xff\xfe" * 1000 + SECRET.encode(),
}


@pytest.mark.parametrize("kind", MADE)
def test_content_that_an_agent_made(machine: Machine, kind: str) -> None:
    path = f"{HOME}/{kind}"
    try:
        machine.backend.setup.write_file(path, MADE[kind]())
    except ValueError as refused:  # the simulator takes no files of that size
        assert "No space left on device" in str(refused)
    accepted = machine.judged(path, FOR_LARGE_FILES if kind == "zeros" else JUDGES)
    assert accepted == set()
    machine.backend.setup.remove(path)


KINDS = {
    "link_to_the_host": "ln -s {secret} {path}",
    "link_up_and_out": "ln -s ../../../../../../..{secret} {path}",
    "link_by_the_root_of_process_1": "ln -s /proc/1/root{secret} {path}",
    "link_to_itself": "ln -s {path} {path}",
    "links_in_a_ring": "ln -s {path}-1 {path}; ln -s {path} {path}-1",
    "link_to_zeros": "ln -s /dev/zero {path}",
    "link_to_the_terminal": "ln -s /dev/tty {path}",
    "link_to_memory": "ln -s /proc/self/mem {path}",
    "link_to_a_connection": "ln -s /proc/self/fd/3 {path}",
    "pipe": "mkfifo {path}",
    "socket": "python3 -c \"import socket; socket.socket(1).bind('{path}')\"",
    "file_of_a_terabyte": "truncate -s 1T {path}",
    "file_of_no_rights": "echo of no use > {path}; chmod 000 {path}",
    "folder_of_many": "mkdir {path}; cd {path}; touch $(seq 4000); cd",
    "folder_of_odd_names": "mkdir {path}; touch {path}/$'a\\nb' {path}/$'\\xff\\xfe' {path}/-rf {path}/'* ?'",
    "folder_of_large_files": "mkdir {path}; for i in $(seq 40); do truncate -s 1G {path}/$i; done",
    "folder_without_end": "mkdir {path}; ln -s . {path}/a; ln -s .. {path}/b",
    "folder_of_no_rights": "mkdir {path}; chmod 000 {path}",
}


@pytest.mark.parametrize("kind", KINDS)
def test_entries_that_an_agent_made(machine: Machine, tmp_path: Path, kind: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text(f"{SECRET}\n")
    path = f"{HOME}/{kind}"
    machine.type(KINDS[kind].format(path=path, secret=secret))
    accepted = machine.judged(path, FOR_LARGE_FILES if kind == "file_of_a_terabyte" else JUDGES)
    assert accepted == ({"folder_names_are"} if kind == "folder_without_end" else set())
    for around in (f"{path}/a/a/a/../b", f"{path}/../secret", f"{path}/{'a' * 5000}", path + "/a" * 5000):
        assert not files.file_is(machine.state, around, [SECRET])
    assert machine.backend.state.facts()["file"] is not None
    assert machine.backend.state.run(["echo", "on"]).stdout == "on\n"
    machine.type(f"chmod 700 {path}; rm -rf {path} {path}-1")
    assert machine.loses(path)


def test_a_plain_file_is_accepted(machine: Machine) -> None:
    path = f"{HOME}/plain"
    machine.type(f"echo {SECRET} > {path}; ln -s {path} {path}-link")
    expected = {"file_is", "file_lines_are", "file_holds", "file_has_digest", "cells_are", "rows_are"}
    assert expected <= machine.judged(path)
    assert machine.judged(path) == machine.judged(f"{path}-link")  # a link inside is followed


def test_a_crowded_folder_of_downloads(machine: Machine) -> None:
    content = digest(PICTURE)
    setup = machine.backend.setup
    setup.write_file(f"{HOME}/Pictures/kept.png", PICTURE)
    setup.write_file(f"{HOME}/Downloads/zzz.png", PICTURE)
    assert picture_saved(machine.state, content)
    moved = f"{HOME}/Pictures/kept.png"
    assert not picture_moved(machine.state, moved, content)
    machine.type(f"cd {HOME}/Downloads; for i in $(seq {MAX_FILES}); do echo $i > $i; done; cd")
    assert not picture_moved(machine.state, moved, content)
    setup.remove(f"{HOME}/Downloads")
    assert picture_moved(machine.state, moved, content)


@pytest.mark.parametrize(
    "address", ["file:///a%00b", "file://[", "file:relative", "file:///dev/zero", "http://host.example/a", "x" * 5000]
)
def test_a_background_that_is_no_files_address(machine: Machine, address: str) -> None:
    machine.backend.setup.set_setting(BACKGROUND, "picture-uri", address)
    assert not background_shows(machine.state, "picture-uri", digest(PICTURE))
