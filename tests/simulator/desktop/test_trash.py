"""The command ``gio trash``: files go where the Files app puts them, with the note of where they came from."""

from __future__ import annotations

import pytest

from crab_gym.backends.base import Backend, State
from crab_gym.backends.specs import make_backend, parse_backends
from crab_tasks.kits.ubuntu.files.state import trashed
from tests.backends.desktop.conftest import becomes

FOLDER = "/home/user/Documents/old"


def booted(kind: str) -> Backend:
    spec = parse_backends({"ubuntu": kind if kind == "sim" else {"kind": kind, "spare": False}}, ("ubuntu",))["ubuntu"]
    backend = make_backend(spec, "ubuntu", (1280, 720))
    backend.reset(3)
    for name in ("a.txt", "b c.txt", "sub/d.txt"):
        backend.setup.write_file(f"{FOLDER}/{name}", name)
    return backend


def run(backend: Backend, line: str) -> None:
    """Types a line into a terminal."""
    for name, args in (
        ("search_app", {"name": "Terminal"}),
        ("press", {"key": "enter"}),
        ("write_text", {"text": line}),
    ):
        backend.execute(name, args)
        backend.settle()


SCRIPT = f"cd {FOLDER} && gio trash a.txt 'b c.txt' sub && ls | wc -l > left; gio trash no-such || echo $? >> left\n"
LINKS = f"cd {FOLDER} && mkdir links && ln -s ../a.txt '../b c.txt' ../sub links/ && ls links | wc -l > left\n"


@pytest.mark.parametrize("kind", ["sim", pytest.param("desktop", marks=pytest.mark.desktop)])
def test_the_same_script_on_both_desktops(kind: str) -> None:
    backend = booted(kind)
    try:
        run(backend, LINKS)
        assert becomes(lambda: backend.state.read_file(f"{FOLDER}/left") == b"3\n")
        run(backend, SCRIPT)
        assert becomes(lambda: backend.state.read_file(f"{FOLDER}/left") == b"2\n1\n")
        for name in ("a.txt", "b c.txt"):
            assert trashed(State(ubuntu=backend.state), f"{FOLDER}/{name}")
        assert not backend.state.exists(f"{FOLDER}/sub")
    finally:
        backend.close()


def test_what_is_not_simulated_is_told() -> None:
    backend = booted("sim")
    run(backend, "gio open x 2> ~/e; gio 2>> ~/e; gio trash --all 2>> ~/e; gio trash 2>> ~/e\n")
    said = backend.state.read_text("/home/user/e").splitlines()
    assert [line for line in said if line[:3] == "gio"] == [
        "gio open: only 'gio trash' is simulated on this desktop",
        "gio: only 'gio trash' is simulated on this desktop",
        "gio: Unknown option --all",
        "gio: No locations given",
    ]
    backend.close()


def test_names_that_are_taken_get_a_number() -> None:
    backend = booted("sim")
    run(backend, f"cd {FOLDER}; gio trash a.txt; echo new > a.txt; gio trash -f a.txt none\n")
    names = backend.state.list_dir("/home/user/.local/share/Trash/files")
    assert {"a.txt", "a.2.txt"} <= set(names)
    backend.close()


def test_what_was_thrown_away_is_listed_put_back_and_deleted() -> None:
    backend = booted("sim")
    run(
        backend,
        f"cd {FOLDER}; gio trash a.txt 'b c.txt' sub; gio trash --list > ~/l; gio trash --restore trash:///sub\n",
    )
    listed = backend.state.read_text("/home/user/l").splitlines()
    assert f"trash:///b%20c.txt\t{FOLDER}/b c.txt" in listed and f"trash:///sub\t{FOLDER}/sub" in listed
    assert backend.state.read_file(f"{FOLDER}/sub/d.txt") == b"sub/d.txt"
    run(backend, "echo new > a.txt; gio trash --restore trash:///a.txt none trash:///none 2> ~/e; echo $? >> ~/e\n")
    assert backend.state.read_text("/home/user/e").splitlines() == [
        "gio: trash:///a.txt: Unable to move file to its original location: Target file exists",
        "gio: none: Location given doesn't start with trash:///",
        "gio: trash:///none: Unable to find original path",
        "1",
    ]
    run(backend, "gio trash --restore -f trash:///a.txt; gio trash --empty; gio trash --list > ~/l\n")
    assert backend.state.read_file(f"{FOLDER}/a.txt") == b"a.txt" and backend.state.read_text("/home/user/l") == ""
    assert not trashed(State(ubuntu=backend.state), f"{FOLDER}/b c.txt")
    backend.close()
