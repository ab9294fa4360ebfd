"""The simulated zip and unzip print and do what Info-ZIP's do."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from crab_sim.files import Directory, File, Files
from crab_sim.shell import Result, login_state, run
from crab_sim.shell.programs.commands import PROGRAMS
from crab_sim.shell.testing import ExampleHost

HOST = ExampleHost(home="/home/user", commands=PROGRAMS)
WHEN = 1_714_000_000
TREE = {
    "a.txt": b"hello\n", "b.txt": b"x" * 500, "d/c.md": b"deep\n" * 40, "d/e/f.png": bytes(range(200)), "empty": b"",
}  # fmt: skip
LINES = {
    "pack": "zip -r out.zip a.txt b.txt d/e/f.png empty; zip out.zip a.txt; unzip -l out.zip",
    "flat": "zip -q -j flat d/e/f.png a.txt; unzip -l flat.zip; unzip -l flat",
    "folder": "zip dir.zip d; zip -rq dir.zip d/e; unzip -l dir.zip",
    "excluded": "zip -r x.zip d a.txt b.txt -x '*.png' 'd/e/*'; zip -r y.zip d a.txt -i '*.md'; unzip -l y.zip",
    "excluded first": "zip -x '*.png' @ -r x.zip d; unzip -l x.zip",
    "moved": "zip -m m.zip empty a.txt; ls",
    "moved folder": "zip -rm m.zip d; ls",
    "deleted": "zip -q o.zip a.txt b.txt; zip -d o.zip a.txt; zip -d o.zip nothere; echo $?; unzip -l o.zip",
    "updated": "zip -q o.zip a.txt; zip -u o.zip a.txt; echo $?; zip -u o.zip a.txt b.txt",
    "missing": "zip o.zip nothere a.txt; echo $?; zip n.zip nothere; echo $?; zip o.zip; echo $?",
    "unknown": "zip -Q o.zip a.txt; echo $?; zip --no-such-option o.zip a.txt; echo $?",
    "unknown of unzip": "zip -q o.zip a.txt; unzip -Q o.zip 2> /dev/null; echo $?",
    "unpack": "zip -qr o.zip a.txt b.txt d/c.md empty; rm -r *.txt d empty; unzip o.zip; echo $?; cat a.txt d/c.md",
    "into": "zip -q o.zip a.txt d/c.md b.txt; unzip o.zip -d new/; unzip -n o.zip -d new; unzip -o o.zip -d new a.txt",
    "quiet": "zip -q o.zip a.txt b.txt; unzip -q -o o.zip; unzip -qo o.zip -d p; ls p; unzip -p o.zip a.txt",
    "asked": "zip -q o.zip a.txt b.txt; echo n | unzip o.zip a.txt; printf 'y\\nN\\n' | unzip o.zip; echo $?",
    "nobody answers": "zip -q o.zip a.txt; unzip o.zip < /dev/null; echo $?",
    "renamed": "zip -q o.zip a.txt; printf 'r\\nother\\n' | unzip o.zip; cat other",
    "some": "zip -q o.zip a.txt b.txt d/c.md; unzip -o o.zip '*.txt' -x b.txt -d q; unzip -o o.zip nothere; echo $?",
    "junked": "zip -qr o.zip d/c.md d/e/f.png; unzip -j o.zip -d j; ls j",
    "tested": "zip -q o.zip a.txt d/c.md; unzip -t o.zip; unzip -t o.zip a.txt; unzip -l o.zip nothere; echo $?",
    "no archive": "unzip nothere; echo $?; unzip nothere.zip; echo $?; unzip a.txt 2> /dev/null; echo $?",
    "above": "cd d; zip -q ../o.zip ../a.txt ./c.md; unzip -l ../o.zip c.md",
}


def simulated(line: str) -> Result:
    entries = [("/home/user", Directory(WHEN, 0o755, "user"))]
    folders = {"/".join(name.split("/")[:depth]) for name in TREE for depth in range(1, name.count("/") + 1)}
    entries += [(f"/home/user/{name}", Directory(WHEN, 0o755, "user")) for name in sorted(folders)]
    files = [(f"/home/user/{name}", File(data, WHEN, 0o644, "user")) for name, data in TREE.items()]
    return run(line, Files([*entries, *files]), login_state(HOST), HOST)


def files_of(files: Files) -> dict[str, bytes]:
    return {path[len("/home/user/") :]: e.data for path, e in files.walk("/home/user") if isinstance(e, File)}


@pytest.mark.skipif(None in (shutil.which("zip"), shutil.which("unzip")), reason="this host has no zip and unzip")
@pytest.mark.parametrize("name", LINES)
def test_they_do_what_the_real_ones_do(name: str, tmp_path: Path) -> None:
    for file, data in TREE.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes(data)
    for path in tmp_path.rglob("*"):
        os.utime(path, (WHEN, WHEN))
    done = subprocess.run(
        ["bash", "--norc", "-c", LINES[name]],
        cwd=tmp_path, env={"PATH": os.environ["PATH"], "TZ": "UTC", "LC_ALL": "C"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    ours = simulated(LINES[name])
    told, real = ours.terminal.decode().splitlines(), done.stdout.decode().splitlines()
    if name in ("excluded first", "moved folder"):  # zip takes a folder's files as the disk lists them
        told, real = sorted(told), sorted(real)
    assert told == real
    there = {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    here = files_of(ours.files)
    assert sorted(here) == sorted(there)
    assert {file for file in here if here[file] != there[file] and not file.endswith(".zip")} == set()


def test_other_programs_read_what_zip_packs() -> None:
    result = simulated("zip -r out.zip a.txt d")
    assert result.terminal.decode().splitlines()[0] == "  adding: a.txt (stored 0%)"
    with zipfile.ZipFile(io.BytesIO(files_of(result.files)["out.zip"])) as archive:
        assert archive.testzip() is None and archive.read("d/c.md") == TREE["d/c.md"]
        assert archive.getinfo("a.txt").compress_type == zipfile.ZIP_STORED


def test_what_leads_out_of_the_folder_is_not_unpacked() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("../out.txt", "x")
        archive.writestr("/etc/in.txt", "y")
    files = Files([("/home/user/d", Directory(WHEN, 0o755, "user")),
                   ("/home/user/d/x.zip", File(stream.getvalue(), WHEN, 0o644, "user"))])  # fmt: skip
    result = run("cd d; unzip x.zip; echo $?", files, login_state(HOST), HOST)
    assert sorted(files_of(result.files)) == ["d/etc/in.txt", "d/x.zip"]


@pytest.mark.parametrize("line", ["unzip a.txt", "unzip b", "zip a.txt b.txt", "zip -d a.txt b.txt", "unzip -p a.txt"])
def test_what_is_no_archive_is_refused(line: str) -> None:
    result = simulated(line)
    assert result.status in (3, 9) and result.stderr and files_of(result.files) == TREE


def test_both_print_their_usage() -> None:
    assert b"Usage:" in simulated("unzip").stdout and b"Usage:" in simulated("zip").stdout
    assert simulated("unzip -d").status == 10
