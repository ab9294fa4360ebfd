"""Comparison of the phone's shell with ``sh``, for the constructs that ADB clients send.

Exit statuses are only compared as success or failure, since the number of a failure differs between shells.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.files.entries import File
from crab_sim.phone import Phone
from crab_sim.phone.android import Device

SH = shutil.which("sh")
pytestmark = pytest.mark.skipif(SH is None, reason="there is no sh")

TREE = {"a.txt": b"one\ntwo\n", "b c.txt": b"three 3\n", "it's.md": b"", "d/x.txt": b"x\n", "d/e/y": b"y"}


def in_sh(line: str, folder: Path) -> tuple[str, bool, dict[str, bytes]]:
    """Runs in the real sh, in a fresh folder."""
    for name, data in TREE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    done = subprocess.run(
        [str(SH), "-c", line],
        cwd=folder, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=10, check=False,
    )  # fmt: skip
    left = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return done.stdout.decode("utf-8", "replace"), done.returncode != 0, left


def on_the_phone(line: str, folder: Path) -> tuple[str, bool, dict[str, bytes]]:
    """Runs on the phone, in a folder of the same name."""
    device = Device(Phone())
    files = device.files
    for name, data in TREE.items():
        path = f"{folder}/{name}"
        files = files.mkdir(path.rpartition("/")[0], 0.0, parents=True).write(path, data, 0.0)
    device.write_files(files)
    state = device.run(f"cd {shlex.quote(str(folder))}").state
    output = device.run(line, state=state)
    left = {
        path.removeprefix(f"{folder}/"): entry.data
        for path, entry in device.files.walk(str(folder))
        if isinstance(entry, File)
    }
    return output.stdout.decode("utf-8", "replace"), output.status != 0, left


NAMES = st.sampled_from(["a.txt", "b c.txt", "it's.md", "d", "d/x.txt", "nope", "d/e/y", "new"])
FILES = st.sampled_from(["a.txt", "it's.md", "d/x.txt"])
FOLDERS = st.sampled_from(["d", "d/e"])
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\\"), max_size=8)
WORD = st.one_of(
    NAMES.map(shlex.quote),
    TEXT.map(shlex.quote),
    st.sampled_from(
        ["*.txt", "d/*", "?.txt", "[ab]*", "*", "x", '"a  b"', "a\\ b", '"$?"', "$?", "'it'\"'\"'s'", '"$x"']
    ),
)
SIMPLE = st.one_of(
    st.lists(WORD, max_size=3).map(lambda words: f"echo {' '.join(words)}"),
    NAMES.map(lambda name: f"cat {shlex.quote(name)}"),
    NAMES.map(lambda name: f"ls -1 {shlex.quote(name)} || false"),
    NAMES.map(lambda name: f"rm -r {shlex.quote(name)}"),
    NAMES.map(lambda name: f"rm -rf {shlex.quote(name)}"),
    NAMES.map(lambda name: f"mkdir -p {shlex.quote(name)}"),
    st.tuples(FILES, NAMES).map(lambda names: f"cp -a {shlex.join(names)}"),
    st.tuples(FOLDERS, st.sampled_from(["new", "nope"])).map(lambda names: f"cp -a {names[0]}/. {names[1]}/"),
    NAMES.map(lambda name: f"find {shlex.quote(name)} -type f | sort"),
    NAMES.map(lambda name: f"chmod 777 {shlex.quote(name)}"),
    st.tuples(TEXT, NAMES).map(lambda pair: f"echo {shlex.quote('x' + pair[0])} > {shlex.quote(pair[1])}"),
    st.sampled_from(["grep -E 'o+' a.txt", "cat a.txt | grep two", "x=1", "true", "false", "wc -l < a.txt", ":"]),
)
TESTS = st.tuples(st.sampled_from("dfe"), NAMES).map(lambda pair: f"[ -{pair[0]} {shlex.quote(pair[1])} ]")
LINES = st.one_of(
    SIMPLE,
    st.tuples(SIMPLE, st.sampled_from([" ; ", " && ", " || ", "\n"]), SIMPLE).map("".join),
    st.tuples(TESTS, SIMPLE, SIMPLE).map(lambda parts: f"if {parts[0]}; then\n  {parts[1]};\nelse\n  {parts[2]};\nfi"),
    SIMPLE.map(lambda line: f"{line} && echo done || echo failed"),
)


@settings(max_examples=60, deadline=None)
@given(LINES)
def test_lines_do_what_they_do_in_sh(line: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "home"
        assert on_the_phone(line, folder) == in_sh(line, folder), line


def test_echo_interprets_escapes_as_mksh_does() -> None:
    device = Device(Phone())
    assert device.run(r"echo 'a\tb\nc'; echo -E 'a\tb'; echo -n x").stdout == b"a\tb\nc\na\\tb\nx"
