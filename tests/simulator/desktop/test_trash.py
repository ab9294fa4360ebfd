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
    run(backend, "gio open x 2> ~/e; gio 2>> ~/e; gio trash --list 2>> ~/e; gio trash 2>> ~/e\n")
    said = backend.state.read_text("/home/user/e").splitlines()
    assert said[:4] == [
        "gio open: only 'gio trash' is simulated on this desktop",
        "gio: only 'gio trash' is simulated on this desktop",
        "gio trash: the option --list isn't simulated on this desktop",
        "gio: No locations given",
    ]
    backend.close()


def test_names_that_are_taken_get_a_number() -> None:
    backend = booted("sim")
    run(backend, f"cd {FOLDER}; gio trash a.txt; echo new > a.txt; gio trash -f a.txt none\n")
    names = backend.state.list_dir("/home/user/.local/share/Trash/files")
    assert {"a.txt", "a.2.txt"} <= set(names)
    backend.close()
