from __future__ import annotations

from typing import Any

from crab_gym.backends.base import State
from crab_sim.devices.media import photo
from crab_tasks.kits.android.files.state import STORAGE, deleted, folder_holds, folder_is
from crab_tasks.kits.compare import digest


def test_pictures_are_told_by_their_contents(phone: Any) -> None:
    state, folder = State(android=phone.state), f"{STORAGE}/Pictures/New"
    first, second = photo("cat", 86_400.0), photo("cat", 90_000.0)
    phone.setup.write_file(f"{folder}/a.jpg", second)
    assert not folder_holds(state, folder, (digest(first),))
    phone.setup.write_file(f"{folder}/b.jpg", first)
    assert folder_holds(state, folder, (digest(first),))
    assert not folder_is(state, folder, (digest(first),), (), ())
    phone.setup.remove(f"{folder}/a.jpg")
    assert folder_is(state, folder, (digest(first),), (f"{folder}/a.jpg",), (f"{folder}/b.jpg",))


def test_what_was_moved_is_not_deleted(phone: Any) -> None:
    state, picture = State(android=phone.state), photo("cat", 86_400.0)
    path, kept = f"{STORAGE}/Pictures/a.jpg", f"{STORAGE}/Pictures/b.jpg"
    phone.setup.write_file(kept, photo("tiles", 86_400.0))
    phone.setup.write_file(f"{STORAGE}/Download/c.jpg", picture)
    assert not deleted(state, path, len(picture), digest(picture), kept)
    phone.setup.remove(f"{STORAGE}/Download/c.jpg")
    assert deleted(state, path, len(picture), digest(picture), kept)


def test_what_lies_in_the_gallerys_bin_is_deleted(phone: Any) -> None:
    state, picture = State(android=phone.state), photo("cat", 86_400.0)
    path, kept = f"{STORAGE}/Pictures/a.jpg", f"{STORAGE}/Pictures/b.jpg"
    phone.setup.write_file(kept, photo("tiles", 86_400.0))
    phone.setup.write_file(f"{STORAGE}/DCIM/.trash/a.jpg", picture)
    assert deleted(state, path, len(picture), digest(picture), kept)
    phone.setup.write_file(f"{STORAGE}/DCIM/a.jpg", picture)
    assert not deleted(state, path, len(picture), digest(picture), kept)
