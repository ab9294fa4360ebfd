from __future__ import annotations

from typing import Any

from crab_gym.backends.base import Devices
from crab_tasks.kits.account import DRIVE, add_drive_file
from crab_tasks.kits.android.drive import state as drive
from crab_tasks.kits.state import State

PATH = "/storage/emulated/0/Download/songs_72.txt"


def test_an_upload_is_the_file_among_the_downloads(phone: Any) -> None:
    state = State(android=phone.state)
    phone.setup.write_file(PATH, "one\n")
    assert not drive.put_there(state, "songs_72.txt")
    add_drive_file(Devices(android=phone.setup), "songs_72.txt", "two\n")
    assert not drive.put_there(state, "songs_72.txt")
    add_drive_file(Devices(android=phone.setup), "songs_72.txt", "one\n")
    assert drive.put_there(state, "songs_72.txt")


def test_one_file_has_the_star(phone: Any) -> None:
    state = State(android=phone.state)
    add_drive_file(Devices(android=phone.setup), "songs_72.txt", "one\n")
    assert not drive.starred(state, "songs_72.txt")
    *others, row = phone.state.table(DRIVE, "entry")
    for change, right in (({"is_starred": 1}, True), ({"is_starred": 1, "is_trashed": 1}, False)):
        phone.setup.set_table(DRIVE, "entry", [*others, {**row, **change}])
        assert drive.starred(state, "songs_72.txt") is right
