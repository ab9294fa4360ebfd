from __future__ import annotations

import base64

from crab_gym.backends.base import DesktopSetup, Devices
from crab_gym.backends.sim import SimBackend
from crab_sim.devices.footprints import matches
from crab_tasks.kits.account import add_drive_file, content_in_drive, may_add_to_drive, remove_from_drive
from crab_tasks.kits.state import State
from crab_tasks.kits.web import drive_site

HOME = "/home/user"


def desk() -> DesktopSetup:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(3)
    return backend.setup


def test_a_download_is_the_file_in_drive() -> None:
    desktop = desk()
    state = State(ubuntu=desktop)
    add_drive_file(State(ubuntu=desktop), "songs_72.txt", "one\ntwo\n")
    path = f"{HOME}/songs.txt"
    assert not drive_site.fetched(state, "songs_72.txt", path)
    for text, right in (("one\r\ntwo\r\n\r\n", True), ("one two\n", False), ("one\ntwo\nthree\n", False)):
        desktop.write_file(path, text)
        assert drive_site.fetched(state, "songs_72.txt", path) is right
    desktop.write_file(path, "one\ntwo\n")
    rows = desktop.web("drive.example", "files")
    desktop.set_web("drive.example", "files", [*rows, {**rows[-1], "id": 99}])  # two of this name
    assert not drive_site.fetched(state, "songs_72.txt", path)


def test_an_upload_is_the_file_of_the_desktop() -> None:
    desktop = desk()
    state = State(ubuntu=desktop)
    path = f"{HOME}/songs_72.md"
    desktop.write_file(path, "one\n")
    assert not drive_site.put_there(state, path)
    add_drive_file(State(ubuntu=desktop), "songs_72.md", "two\n")
    assert not drive_site.put_there(state, path)
    add_drive_file(State(ubuntu=desktop), "songs_72.md", "one\n")
    assert drive_site.put_there(state, path)
    rows = desktop.web("drive.example", "files")
    desktop.set_web("drive.example", "files", [*rows[:-1], {**rows[-1], "trashed": True}])
    assert not drive_site.put_there(state, path)


def test_files_are_put_and_removed_on_the_phone_where_there_is_one() -> None:
    phone = SimBackend("android", (360, 800))
    phone.reset(3)
    devices = Devices(ubuntu=desk(), android=phone.setup)
    before = devices.ubuntu.web("drive.example", "files")
    add_drive_file(devices, "songs_72.txt", "one\n")
    add_drive_file(devices, "songs_72.txt", "two\n")
    assert content_in_drive(devices, "songs_72.txt") == b"two\n"
    assert devices.ubuntu.web("drive.example", "files") == before
    remove_from_drive(devices, ["songs_72.txt"])
    assert content_in_drive(devices, "songs_72.txt") is None


def test_one_file_may_be_added_on_either_device() -> None:
    phone, site = may_add_to_drive("songs_72.txt")
    assert matches({"title": "songs_72.txt", "is_folder": False}, phone.where)
    assert not matches({"title": "songs_72.txt", "is_folder": True}, phone.where)
    facts = [{"table": "drive.example/files", "folder": False, "name": name} for name in ("songs_72.txt", "a")]
    assert [matches(fact, site.where) for fact in facts] == [True, False]


def test_contents_are_bytes() -> None:
    desktop = desk()
    add_drive_file(State(ubuntu=desktop), "songs_72.txt", "één\n")
    row = desktop.web("drive.example", "files")[-1]
    assert (
        base64.b64decode(row["content"]) == content_in_drive(State(ubuntu=desktop), "songs_72.txt") == "één\n".encode()
    )
