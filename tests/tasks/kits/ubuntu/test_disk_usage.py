"""Evaluators of folders in the trash."""

from __future__ import annotations

from crab_gym.backends.base import State
from crab_tasks.kits.ubuntu.disk_usage import folder_trashed
from tests.tasks._desk import Desk

TRASH = "/home/user/.local/share/Trash"
PATH = "/home/user/Documents/oak_12/17"


def test_a_folder_in_the_trash_whose_parent_is_there() -> None:
    note = f"[Trash Info]\nPath={PATH}\nDeletionDate=2026-11-02T09:00:00\n".encode()
    gone = {f"{TRASH}/info/17.trashinfo": note, f"{TRASH}/files/17/pages.txt": b"1"}
    beside = {"/home/user/Documents/oak_12/18/pages.txt": b"2"}
    for files, accepted in (
        ({**gone, **beside}, True), (gone, False), (beside, False),
        ({**gone, **beside, f"{PATH}/pages.txt": b"1"}, False),
    ):  # fmt: skip
        assert folder_trashed(State(ubuntu=Desk(files)), PATH) is accepted
