"""The virtual file system: a value that never changes, with POSIX rules and words."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.files import (
    DirectoryNotEmpty,
    File,
    FileError,
    FileExists,
    FileNotFound,
    Files,
    FileSystemFull,
    InvalidName,
    IsADirectory,
    NameTooLong,
    NotADirectory,
    TooManyLinks,
    normalise,
)
from crab_sim.files import tree as module


def test_a_write_leaves_the_old_value_alone(files: Files) -> None:
    new = files.write("/home/user/a.txt", b"changed", 9.0)
    assert (files.read("/home/user/a.txt"), new.read("/home/user/a.txt")) == (b"one", b"changed")
    assert new.stat("/home/user/a.txt").mtime == 9.0
    assert new.size == files.size + 4
    assert new.write("/home/user/a.txt", b"one", 2.0) == files
    assert new != files


def test_new_files_belong_to_the_owner_of_their_directory(files: Files) -> None:
    new = files.write("/home/user/n", b"", 7.0).write("/etc/n", b"", 7.0)
    assert (new.stat("/home/user/n").owner, new.stat("/etc/n").owner) == ("user", "root")
    assert new.stat("/home/user").mtime == 7.0
    assert new.count == files.count + 2


def test_append_mode_owner_and_chmod(files: Files) -> None:
    new = files.write("/home/user/docs/b.md", b"!", 8.0, append=True)
    assert (new.read("/home/user/docs/b.md"), new.stat("/home/user/docs/b.md").mode) == (b"two!", 0o600)
    assert new.chmod("/home/user/a.txt", 0o755).stat("/home/user/a.txt").mode == 0o755
    assert new.chown("/home/user/a.txt", "root").stat("/home/user/a.txt").owner == "root"
    assert new.touch("/home/user/a.txt", 50.0).stat("/home/user/a.txt").mtime == 50.0
    assert new.touch("/home/user/new", 50.0).read("/home/user/new") == b""


@pytest.mark.parametrize(
    ("action", "kind", "words"),
    [
        (lambda f: f.read("/nope"), FileNotFound, "/nope: No such file or directory"),
        (lambda f: f.read("/home"), IsADirectory, "/home: Is a directory"),
        (lambda f: f.read("/etc/passwd/x"), NotADirectory, "/etc/passwd/x: Not a directory"),
        (lambda f: f.read("/etc/passwd/"), NotADirectory, "Not a directory"),
        (lambda f: f.write("/nope/x", b"", 0.0), FileNotFound, "No such file"),
        (lambda f: f.write("/home", b"", 0.0), IsADirectory, "Is a directory"),
        (lambda f: f.write("/new/", b"", 0.0), IsADirectory, "Is a directory"),
        (lambda f: f.write("/etc/passwd/x", b"", 0.0), NotADirectory, "Not a directory"),
        (lambda f: f.mkdir("/home", 0.0), FileExists, "File exists"),
        (lambda f: f.mkdir("/x/y", 0.0), FileNotFound, "No such file"),
        (lambda f: f.mkdir("/etc/passwd", 0.0, parents=True), FileExists, "File exists"),
        (lambda f: f.mkdir("/etc/passwd/x", 0.0, parents=True), NotADirectory, "Not a directory"),
        (lambda f: f.remove("/nope"), FileNotFound, "No such file"),
        (lambda f: f.remove("/home"), DirectoryNotEmpty, "Directory not empty"),
        (lambda f: f.remove("/", recursive=True), FileError, "Permission denied"),
        (lambda f: f.list("/etc/passwd"), NotADirectory, "Not a directory"),
        (lambda f: f.list("/nope"), FileNotFound, "No such file"),
        (lambda f: f.move("/nope", "/x"), FileNotFound, "No such file"),
        (lambda f: f.move("/home", "/home/user/x"), InvalidName, "Invalid argument"),
        (lambda f: f.move("/etc/passwd", "/home"), IsADirectory, "Is a directory"),
        (lambda f: f.move("/home", "/etc/passwd"), NotADirectory, "Not a directory"),
        (lambda f: f.move("/etc", "/home"), DirectoryNotEmpty, "Directory not empty"),
        (lambda f: f.copy("/home", "/x"), IsADirectory, "Is a directory"),
        (lambda f: f.copy("/home", "/home/user/x", recursive=True), InvalidName, "Invalid argument"),
        (lambda f: f.write("/" + "x" * 300, b"", 0.0), NameTooLong, "File name too long"),
        (lambda f: f.write("/" + "é" * 128, b"", 0.0), NameTooLong, "File name too long"),
        (lambda f: f.read("/" + "a/" * 2048), NameTooLong, "File name too long"),
        (lambda f: f.resolve("/" + "./" * 2048), NameTooLong, "File name too long"),
        (lambda f: f.mkdir("/a" * 257, 0.0, parents=True), NameTooLong, "File name too long"),
        (lambda f: f.link("/l", "a" * 4097, 0.0), NameTooLong, "File name too long"),
        (
            lambda f: (
                f.mkdir("/a" * 200, 0.0, parents=True).mkdir("/b" * 99, 0.0, parents=True).move("/a", "/b" * 99 + "/a")
            ),
            NameTooLong,
            "File name too long",
        ),
        (lambda f: f.write("/a\0b", b"", 0.0), InvalidName, "Invalid argument"),
        (lambda f: f.write("/\ud800", b"", 0.0), InvalidName, "Invalid argument"),
        (lambda f: f.link("/loop", "/loop", 0.0).read("/loop"), TooManyLinks, "symbolic links"),
    ],
)
def test_errors_have_posix_words(files: Files, action: Any, kind: type[FileError], words: str) -> None:
    with pytest.raises(kind, match=words):
        action(files)


def test_size_limits(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 20)
    monkeypatch.setattr(module, "MAX_ENTRIES", files.count)
    assert files.write("/home/user/a.txt", bytes(10), 0.0).size <= 20
    with pytest.raises(FileSystemFull, match="No space left on device"):
        files.write("/home/user/a.txt", bytes(30), 0.0)
    with pytest.raises(FileSystemFull):
        files.write("/one-more", b"", 0.0)


def test_move_and_copy(files: Files) -> None:
    moved = files.move("/home/user/docs", "/etc/docs", mtime=9.0)
    assert moved.read("/etc/docs/b.md") == b"two"
    assert not moved.exists("/home/user/docs/b.md")
    assert (moved.size, moved.count) == (files.size, files.count)
    assert moved.move("/etc/docs", "/home/user/docs").read("/home/user/docs/b.md") == b"two"
    copied = files.copy("/home/user", "/home/other", recursive=True, mtime=9.0, owner="other")
    assert copied.read("/home/other/docs/b.md") == b"two"
    assert copied.stat("/home/other/docs/b.md") == File(b"two", 9.0, 0o600, "other")
    assert copied.size == files.size + 6
    replaced = files.move("/etc/passwd", "/home/user/a.txt")
    assert replaced.read("/home/user/a.txt") == b"root"
    assert replaced.size == files.size - 3


def test_pickle(files: Files) -> None:
    again = pickle.loads(pickle.dumps(files))
    assert again == files
    assert (again.size, again.count) == (files.size, files.count)


def test_a_deep_tree_is_no_trouble() -> None:
    deep = Files().mkdir("/d" * 256, 0.0, parents=True)
    assert deep.count == 256
    assert pickle.loads(pickle.dumps(deep)) == deep
    assert deep.remove("/d", recursive=True) == Files()


PATHS = st.lists(st.sampled_from(["a", "b", "c", "ü", "..", "."]), min_size=1, max_size=4).map(
    lambda p: "/" + "/".join(p)
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "append", "mkdir", "makedirs", "remove", "rmtree", "move", "copy"]), PATHS, PATHS
    ),
    max_size=25,
)


class Model:
    """The plainest file system: path to content, None for a directory."""

    def __init__(self) -> None:
        self.paths: dict[str, bytes | None] = {"/": None}

    def parent_is_directory(self, path: str) -> bool:
        parent = path.rpartition("/")[0] or "/"
        return parent in self.paths and self.paths[parent] is None

    def below(self, path: str) -> list[str]:
        return [p for p in self.paths if p == path or p.startswith(path.rstrip("/") + "/")]

    def apply(self, step: str, path: str, other: str) -> bool:
        """Change the model; False when the step is not allowed, and then nothing changes."""
        paths = self.paths
        known = path in paths
        directory = known and paths[path] is None
        if step in ("write", "append"):
            if directory or not self.parent_is_directory(path):
                return False
            paths[path] = (paths.get(path) or b"" if step == "append" else b"") + other.encode()
        elif step == "mkdir":
            if known or not self.parent_is_directory(path):
                return False
            paths[path] = None
        elif step == "makedirs":
            steps = ["/".join(path.split("/")[: i + 1]) or "/" for i in range(1, path.count("/") + 1)]
            if any(paths.get(p, None) is not None for p in steps):
                return False
            paths.update(dict.fromkeys(steps))
        elif step in ("remove", "rmtree"):
            if not known or path == "/" or (directory and step == "remove" and len(self.below(path)) > 1):
                return False
            for gone in self.below(path):
                del paths[gone]
        else:
            return self.transfer(step, path, other)
        return True

    def transfer(self, step: str, path: str, other: str) -> bool:
        paths = self.paths
        if path not in paths or path == "/" or other == "/" or not self.parent_is_directory(other):
            return False
        directory = paths[path] is None
        inside = other == path or other.startswith(path + "/")
        target_directory = other in paths and paths[other] is None
        if step == "copy":
            if directory or other == path or target_directory:
                return other == path and not directory
            paths[other] = paths[path]
            return True
        if other == path:
            return True
        if (directory and inside) or (other in paths and target_directory != directory):
            return False
        if target_directory and len(self.below(other)) > 1:
            return False
        for old in self.below(path):
            paths[other + old[len(path) :]] = paths.pop(old)
        return True


def perform(files: Files, step: str, path: str, other: str, clock: float) -> Files:
    if step in ("write", "append"):
        return files.write(path, normalise(other).encode(), clock, append=step == "append")
    if step in ("mkdir", "makedirs"):
        return files.mkdir(path, clock, parents=step == "makedirs")
    if step in ("remove", "rmtree"):
        return files.remove(path, recursive=step == "rmtree")
    return files.move(path, other) if step == "move" else files.copy(path, other)


@given(STEPS)
@settings(max_examples=150)
def test_against_a_dictionary(steps: list[tuple[str, str, str]]) -> None:
    model, files = Model(), Files()
    for clock, (step, path, other) in enumerate(steps):
        expected = model.apply(step, normalise(path), normalise(other))
        before = list(files.items())
        try:
            new = perform(files, step, path, other, clock)
        except FileError:
            assert not expected, (step, path, other)
            continue
        assert expected, (step, path, other)
        assert list(files.items()) == before
        files = new
        found = {p: entry.data if type(entry) is File else None for p, entry in files.items()}
        assert found == model.paths
        assert files.size == sum(len(data or b"") for data in model.paths.values())
        assert files.count == len(model.paths) - 1
        assert Files(files.items()) == files
