"""Evaluators of commits: the whole structure is what was asked for."""

from __future__ import annotations

import pytest

from crab_gym.backends.base import State
from crab_gym.backends.sim import SimBackend
from crab_tasks.kits.ubuntu.git import Revision, committed_as, revision_ids, write_repository

ROOT = "/home/user/plans"
BASE = Revision({"a.txt": "one\n"}, "Begin")
RIGHT = Revision({"a.txt": "one\ntwo\n"}, "+1 555 0142", (0,))


@pytest.mark.parametrize(
    ("later", "right"),
    [
        ([RIGHT], True),
        ([RIGHT._replace(message="+15550142\n")], True),
        ([RIGHT._replace(message="Call +1 555 0142")], False),
        ([RIGHT._replace(message="+1 555 0142 or +1 555 0143")], False),
        ([RIGHT._replace(files={"a.txt": "one\n"})], False),
        ([RIGHT._replace(files={"a.txt": "one\ntwo\n", "b.txt": "no\n"})], False),
        ([RIGHT._replace(parents=())], False),
        ([RIGHT, RIGHT._replace(parents=(1,), time=RIGHT.time + 1)], False),
        ([], False),
        ([RIGHT._replace(author="Somebody Else <else@example.com>")], False),
        ([RIGHT._replace(author="Robin Vale <robin@elsewhere.example>")], False),
    ],
)
def test_the_file_is_committed_with_the_message(later: list[Revision], right: bool) -> None:
    desktop = SimBackend("ubuntu", (1280, 720))
    desktop.reset(3)
    write_repository(desktop.setup, ROOT, [BASE, *later], {"main": len(later)})
    state = State(ubuntu=desktop.state)
    base, files = revision_ids([BASE])[0], {"a.txt": ["one", "two"]}
    assert committed_as(state, ROOT, base, "phone_number", "+1 555 0142", files) is right
