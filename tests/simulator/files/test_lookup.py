"""Looking at virtual files: links, permissions, walks and globs."""

from __future__ import annotations

import pytest

from crab_sim.files import Files, Link


def test_links(files: Files) -> None:
    assert files.read("/sdcard/a.txt") == b"one"
    assert files.resolve("/sdcard/../x") == "/home/x"
    through = files.write("/sdcard/new", b"n", 0.0)
    assert through.list("/home/user") == ("a.txt", "docs", "new")
    assert through.list("/sdcard") == ("a.txt", "docs", "new")
    without = files.remove("/sdcard")
    assert without.exists("/home/user/a.txt") and not without.exists("/sdcard")
    assert files.lstat("/sdcard") == Link("/home/user", 5.0)
    relative = files.link("/home/user/docs/up", "../a.txt", 0.0)
    assert relative.read("/home/user/docs/up") == b"one"
    assert not files.link("/dangling", "/nope", 0.0).exists("/dangling")


def test_permissions(files: Files) -> None:
    assert files.allows("/home/user/docs/b.md", "user", "w")
    assert not files.allows("/home/user/docs/b.md", "guest", "r")
    assert files.allows("/etc/passwd", "guest", "r") and not files.allows("/etc/passwd", "guest", "w")
    closed = files.chmod("/home/user", 0o700)
    assert not closed.allows("/home/user/a.txt", "guest", "r")
    assert closed.allows("/home/user/a.txt", "root", "w")


def test_walk_and_items(files: Files) -> None:
    assert [path for path, _ in files.walk("/home")] == [
        "/home", "/home/user", "/home/user/a.txt", "/home/user/docs", "/home/user/docs/b.md",
    ]  # fmt: skip
    shuffled = Files(list(files.items())[::-1])
    assert list(shuffled.items()) == list(files.items())
    assert shuffled == files and (shuffled.size, shuffled.count) == (files.size, files.count)


def test_what_differs_between_two_trees_is_all_but_the_entries_that_they_share(files: Files) -> None:
    def paths(old: Files, new: Files) -> tuple[list[str], list[str]]:
        found = old.differing(new, "/home/user")
        assert found is not None
        return sorted(path for path, _ in found.before), sorted(path for path, _ in found.after)

    docs = "/home/user/docs"
    assert paths(files, files) == ([], [])
    later = files.write(f"{docs}/c.md", b"three", 9.0).write("/etc/passwd", b"changed", 9.0)
    assert paths(files, later) == ([docs], [docs, f"{docs}/c.md"])  # its time of modification
    assert paths(later, later.remove(docs, recursive=True)) == ([docs, f"{docs}/b.md", f"{docs}/c.md"], [])
    assert files.differing(files, "/sdcard") is None
    assert files.differing(files.remove("/home/user", recursive=True), "/home/user") is None


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.txt", ("a.txt",)),
        ("*/*.md", ("docs/b.md",)),
        ("/e*/p?sswd", ("/etc/passwd",)),
        ("./[a-c].txt", ("./a.txt",)),
        ("[!a]*", ("docs",)),
        ("*/", ("docs/",)),
        (".*", (".hidden",)),
        ("\\*", ()),
        ("../user/a*", ("../user/a.txt",)),
        ("nope/*", ()),
    ],
)
def test_glob(files: Files, pattern: str, found: tuple[str, ...]) -> None:
    assert files.write("/home/user/.hidden", b"", 0.0).glob(pattern, "/home/user") == found


def test_the_nearest_that_exists(files: Files) -> None:
    linked = files.link("/way", "/home/user", 0.0)
    paths = ["/", "/home", "/home/no/such", "/way/x/y", "/etc/passwd", "/etc/passwd/x", "/homes"]
    found = ["/", "/home", "/home", "/home/user", "/etc/passwd", "/etc/passwd", "/"]
    assert [linked.nearest(path) for path in paths] == found
    deep = files.mkdir("/a" * 256, 0.0, parents=True)
    assert deep.nearest("/a" * 300) == "/a" * 256
