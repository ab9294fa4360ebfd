"""The simulated backend: evaluators' queries and setups' changes, which agree with the screen."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import (
    CommandResult,
    Contact,
    DesktopSetup,
    DesktopState,
    Foreground,
    InvalidAction,
    Message,
    PhoneSetup,
    PhoneState,
    StateReader,
    Todo,
    UnsupportedQuery,
)
from crab_gym.backends.sim import SimBackend
from crab_gym.backends.sim.desktop_state import SimDesktopState
from crab_gym.backends.specs import KINDS
from crab_gym.task import load, read_index
from crab_sim.machine.slices import FILES

HOME = "/home/user"


@pytest.fixture
def desktop() -> SimBackend:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(1)
    return backend


@pytest.fixture
def phone() -> SimBackend:
    backend = SimBackend("android", (360, 800))
    backend.reset(1)
    return backend


def open_on_desktop(backend: SimBackend, name: str) -> None:
    backend.execute("search_app", {"name": name})
    backend.execute("press", {"key": "enter"})


def type_on_desktop(backend: SimBackend, text: str) -> None:
    backend.execute("write_text", {"text": text})


# The desktop -----------------------------------------------------------------------------------------------------


def test_files_written_and_read(desktop: SimBackend) -> None:
    setup = desktop.setup
    setup.write_file(f"{HOME}/a/b/note.txt", "Grüße\n")
    setup.write_file(f"{HOME}/a/raw", b"\xff!")
    state = desktop.state
    assert state.read_text(f"{HOME}/a/b/note.txt") == "Grüße\n"
    assert state.read_file(f"{HOME}/a/raw") == b"\xff!" and state.read_text(f"{HOME}/a/raw") == "\ufffd!"
    assert state.list_dir(f"{HOME}/a") == ("b", "raw")
    assert (state.is_dir(f"{HOME}/a"), state.is_dir(f"{HOME}/a/raw"), state.exists(f"{HOME}/a/raw")) == (
        True,
        False,
        True,
    )
    setup.make_dir(f"{HOME}/a/b")
    setup.remove(f"{HOME}/a")
    setup.remove(f"{HOME}/a")
    assert not state.exists(f"{HOME}/a")
    assert (state.read_file(f"{HOME}/a/raw"), state.read_text(HOME), state.list_dir(f"{HOME}/a")) == (None, None, ())


def test_a_setup_that_cannot_write_says_why(desktop: SimBackend) -> None:
    desktop.setup.write_file(f"{HOME}/plain", "x")
    before = desktop.fingerprint()
    with pytest.raises(ValueError, match=r"setup of 'ubuntu' can't change its files: .*plain"):
        desktop.setup.write_file(f"{HOME}/plain/below", "x")
    with pytest.raises(ValueError, match="setup of 'ubuntu' can't change its files"):
        desktop.setup.make_dir(f"{HOME}/plain")
    assert desktop.fingerprint() == before


def test_settings_of_the_desktop(desktop: SimBackend) -> None:
    schema = "org.gnome.desktop.interface"
    desktop.setup.set_setting(schema, "color-scheme", "prefer-dark")
    assert desktop.state.setting(schema, "color-scheme") == "prefer-dark"
    assert desktop.state.setting(schema, "colour") is None
    with pytest.raises(ValueError, match=r"'ubuntu' has no setting .*'colour'; near it: .*color-scheme"):
        desktop.setup.set_setting(schema, "colour", "blue")
    open_on_desktop(desktop, "Terminal")
    type_on_desktop(desktop, f"gsettings set {schema} color-scheme default\n")
    assert desktop.state.setting(schema, "color-scheme") == "default"


def test_windows_processes_and_foreground(desktop: SimBackend) -> None:
    state = desktop.state
    assert (state.foreground(), state.windows(), state.processes()) == (Foreground("", ""), (), ())
    open_on_desktop(desktop, "Files")
    open_on_desktop(desktop, "Terminal")
    assert state.foreground().app == "terminal" and state.foreground().title
    below, above = state.windows()
    assert (below.app, below.focused, above.app, above.focused) == ("files", False, "terminal", True)
    assert state.processes() == ("gnome-terminal-", "nautilus")
    left, top, right, bottom = above.bounds
    assert any(e.role == "window" and e.bounds == (left, top, right, bottom) for e in desktop.elements())
    desktop.execute("hotkey", {"keys": ["super", "h"]})
    assert {window.app: window.minimized for window in state.windows()} == {"terminal": True, "files": False}
    assert state.foreground().app == "files"


def test_commands_read_and_what_they_write_is_dropped(desktop: SimBackend) -> None:
    desktop.setup.write_file(f"{HOME}/list.txt", "b\na\n")
    before = desktop.fingerprint()
    run = desktop.state.run
    assert run(["sort", f"{HOME}/list.txt"]) == CommandResult(0, "a\nb\n", "")
    assert run(["cat", f"{HOME}/none"]).returncode != 0 and "none" in run(["cat", f"{HOME}/none"]).stderr
    run(["rm", f"{HOME}/list.txt"])
    run(["gsettings", "set", "org.gnome.desktop.interface", "color-scheme", "prefer-dark"])
    assert run(["echo", "$(rm -r /); `x` > y"]).stdout == "$(rm -r /); `x` > y\n"
    assert run(["nonesuch"]).returncode == 127
    assert desktop.fingerprint() == before


def test_the_terminal_and_the_readers_see_the_same_files(desktop: SimBackend) -> None:
    open_on_desktop(desktop, "Terminal")
    type_on_desktop(desktop, "mkdir -p x/y && echo one two > x/y/z.txt\n")
    assert desktop.state.read_text(f"{HOME}/x/y/z.txt") == "one two\n"
    desktop.setup.write_file(f"{HOME}/x/y/new.txt", "hello from outside\n")
    type_on_desktop(desktop, "cat x/y/new.txt\n")
    shown = " ".join(element.text for element in desktop.elements())
    assert "hello from outside" in shown


def test_the_clipboard_is_that_of_the_apps(desktop: SimBackend) -> None:
    desktop.setup.set_clipboard("pasted")
    open_on_desktop(desktop, "Text Editor")
    desktop.execute("hotkey", {"keys": ["ctrl", "v"]})
    assert any(element.text == "pasted" and element.editable for element in desktop.elements())
    type_on_desktop(desktop, " text")
    desktop.execute("hotkey", {"keys": ["ctrl", "a"]})
    desktop.execute("hotkey", {"keys": ["ctrl", "c"]})
    assert desktop.state.clipboard() == "pasted text"


def test_files_are_found_by_size_and_text_as_by_commands(desktop: SimBackend, phone: SimBackend) -> None:
    setup = desktop.setup
    assert isinstance(setup, SimDesktopState)
    for path in (f"{HOME}/.cache/copy", f"{HOME}/a/b", "/tmp/c", "/etc/d"):
        setup.write_file(path, b"first\nsecond: the needle \xff\nlast\n")
    setup.write_file(f"{HOME}/locked", "the needle")
    setup.machine.put(FILES, setup.machine.get(FILES).chmod(f"{HOME}/locked", 0))
    folders = (HOME, "/tmp", "/nowhere")
    found = setup.files_with("the needle", folders)
    assert sorted(found) == ["/home/user/.cache/copy", "/home/user/a/b", "/tmp/c"]
    assert sorted(found) == sorted(StateReader.files_with(setup, "the needle", folders))
    storage = "/storage/emulated/0"
    phone.setup.write_file(f"{storage}/DCIM/new.bin", bytes(4321))
    phone.setup.write_file(f"{storage}/.hidden/new.bin", bytes(4321))
    found = phone.setup.sized_files(storage, 4321)
    assert sorted(found) == [f"{storage}/.hidden/new.bin", f"{storage}/DCIM/new.bin"]
    assert sorted(found) == sorted(StateReader.sized_files(phone.setup, storage, 4321))


def test_commands_are_run_again_once_files_settings_or_the_time_have_changed(desktop: SimBackend) -> None:
    setup = desktop.setup
    show = ["cat", f"{HOME}/a.txt"]
    assert setup.run(show).returncode == 1
    setup.write_file(f"{HOME}/a.txt", "one\n")
    start = desktop.snapshot()
    assert setup.run(show).stdout == setup.run(show).stdout == "one\n"
    setup.write_file(f"{HOME}/a.txt", "two\n")
    assert setup.run(show).stdout == "two\n"
    desktop.restore(start)
    assert setup.run(show).stdout == "one\n"
    asked = ["gsettings", "get", "org.gnome.desktop.interface", "clock-format"]
    assert setup.run(asked).stdout == "'24h'\n"
    setup.set_setting("org.gnome.desktop.interface", "clock-format", "12h")
    assert setup.run(asked).stdout == "'12h'\n"
    times = []
    for command in (
        ["date", "+%s"],
        ["sh", "-c", "echo $EPOCHSECONDS"],
        ["python3", "-c", "import time; print(time.time())"],
    ):
        times.append(float(setup.run(command).stdout))
        desktop.advance(5)
        assert float(setup.run(command).stdout) - times[-1] == 5
    assert setup.run(["sh", "-c", "echo x > b.txt; cat b.txt"]).stdout == "x\n"
    assert not setup.exists(f"{HOME}/b.txt")


# The phone -------------------------------------------------------------------------------------------------------


def test_contacts_messages_and_todos(phone: SimBackend) -> None:
    setup, state = phone.setup, phone.state
    new = setup.add_contact("Ada Albers", "+1 555 0100", "ada@example.org")
    assert Contact(new, "Ada Albers", "+1 555 0100", "ada@example.org") in state.contacts()
    assert len({contact.id for contact in state.contacts()}) == len(state.contacts())
    setup.remove_contact(new)
    assert new not in [contact.id for contact in state.contacts()]
    sent = setup.add_message("+1 555 0100", "Hello", "sent", age=30)
    got = setup.add_message("+1 555 0100", "Hi")
    rows = {message.id: message for message in state.messages()}
    now = phone.machine.now
    assert rows[sent] == Message(sent, "+1 555 0100", "Hello", now - 30, "sent", True)
    assert rows[got] == Message(got, "+1 555 0100", "Hi", now - 60, "inbox", False)
    setup.clear_todos()
    first, second = setup.add_todo("Milk"), setup.add_todo("Bread", "brown", done=True)
    third = setup.add_todo("Salt", first=True)
    assert state.todos() == (Todo(third, "Salt"), Todo(first, "Milk"), Todo(second, "Bread", "brown", True))


def test_the_phone_shows_what_was_written(phone: SimBackend) -> None:
    phone.setup.clear_todos()
    phone.setup.add_todo("Water the plants")
    phone.execute("open_app", {"name": "tasks"})
    assert phone.state.foreground().app == "tasks"
    assert any(element.text == "Water the plants" for element in phone.elements())
    assert phone.state.processes() == ("com.google.android.apps.tasks",)
    phone.setup.set_setting("secure", "ui_night_mode", "2")
    light = phone.screenshot()
    phone.setup.set_setting("secure", "ui_night_mode", "1")
    assert abs(float(light.mean()) - float(phone.screenshot().mean())) > 20


def test_packages_and_foreground_of_the_phone(phone: SimBackend) -> None:
    assert phone.state.foreground() == Foreground("launcher", "")
    assert {"com.android.settings", "com.google.android.apps.tasks"} <= set(phone.state.packages())
    assert phone.state.packages() == tuple(sorted(phone.state.packages()))
    with pytest.raises(ValueError, match="'android' has no setting 'global' 'wifi'"):
        phone.setup.set_setting("global", "wifi", "1")


# Both ------------------------------------------------------------------------------------------------------------


def queries(reader: PhoneState) -> dict[str, Callable[[], Any]]:
    """Returns every query of a reader, with arguments."""
    arguments: dict[str, tuple[Any, ...]] = {
        "exists": ("/",), "is_dir": ("/nowhere",), "read_file": ("/",), "read_text": ("\x00",), "list_dir": ("",),
        "setting": ("a", "b"), "run": (["ls"],), "table": ("/data/x.db", "t"),
        "default_application": ("text/plain",), "web": ("mail.example", "mails"), "sized_files": ("/", 1),
        "files_with": ("a", ("/",)), "permissions": ("org.crab.maps",),
    }  # fmt: skip
    view = PhoneState if reader.device == "android" else DesktopState
    names = [name for name, _ in inspect.getmembers(view, inspect.isfunction) if not name.startswith("_")]
    return {name: partial(getattr(reader, name), *arguments.get(name, ())) for name in names}


@pytest.mark.parametrize("device", ["ubuntu", "android"])
def test_every_query_answers_or_says_that_it_does_not_exist(device: str) -> None:
    backend = SimBackend(device, (1280, 720))
    backend.reset(2)
    before = backend.fingerprint()
    missing = set()
    for name, query in queries(backend.state).items():
        try:
            query()
        except UnsupportedQuery as error:
            missing.add(name)
            assert f"of {device!r} has no {name}()" in str(error)
    assert missing == ({"default_application"} if device == "ubuntu" else set())
    assert backend.fingerprint() == before


def test_a_device_has_no_queries_of_the_other_one(desktop: SimBackend, phone: SimBackend) -> None:
    phones, desktops = {*dir(PhoneSetup)}, {*dir(DesktopSetup)}
    assert not (phones - desktops) & {*dir(desktop.setup)}
    assert not (desktops - phones) & {*dir(phone.setup)}
    assert {"contacts", "table", "set_table"} <= phones - desktops


@pytest.mark.parametrize("device", ["ubuntu", "android"])
def test_a_reset_depends_on_its_seed_alone(device: str) -> None:
    first, second = SimBackend(device, (1280, 720)), SimBackend(device, (1280, 720))
    first.reset(5)
    first.execute("write_text", {"text": "x"})
    first.advance(1000)
    first.setup.set_clipboard("left over")
    prints = []
    for seed in (5, 6):
        for backend in (first, second):
            backend.reset(seed)
            backend.settle()
        assert first.fingerprint() == second.fingerprint()
        assert first.elements() == second.elements()
        assert np.array_equal(first.screenshot(), second.screenshot())
        prints.append(first.fingerprint())
    assert len(set(prints)) == 2


@pytest.mark.parametrize("device", ["ubuntu", "android"])
def test_readers_follow_restores_and_forks(device: str) -> None:
    backend = SimBackend(device, (1280, 720))
    backend.reset(5)
    state, handle = backend.state, backend.snapshot()
    backend.setup.set_clipboard("one")
    fork = backend.fork()
    fork.setup.set_clipboard("two")
    assert (state.clipboard(), fork.state.clipboard()) == ("one", "two")
    backend.restore(handle)
    assert (state.clipboard(), fork.state.clipboard()) == ("", "two")
    fork.restore(handle)
    assert fork.fingerprint() == backend.fingerprint()
    assert not np.shares_memory(fork.screenshot(), backend.screenshot())
    backend.close()
    backend.close()
    assert backend.screenshot().shape == (720, 1280, 3)


def test_refusals_come_before_any_change(phone: SimBackend) -> None:
    before = phone.fingerprint()
    with pytest.raises(InvalidAction, match="no app named 'Nonesuch' is installed"):
        phone.execute("open_app", {"name": "Nonesuch"})
    assert phone.fingerprint() == before


@pytest.mark.parametrize(("device", "size"), [("android", (279, 480)), ("ubuntu", (640, 479))])
def test_screens_that_are_too_small_are_refused(device: str, size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"{size[0]}×{size[1]}; it needs at least"):
        SimBackend(device, size)


def test_backends_of_tasks_exist() -> None:
    for name in read_index():
        task = load(name)
        assert set(task.backends) == set(task.devices)
        for device, kinds in task.backends.items():
            assert all(device in KINDS[kind].devices for kind in kinds)
