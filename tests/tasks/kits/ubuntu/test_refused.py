"""Sub-tasks of the desktop: their oracles succeed, and what only looks like them is refused."""

from __future__ import annotations

import pytest

from crab_gym.experiments.verify import verify_task
from crab_gym.task import compose
from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition.parts import changes

CHANGES = (
    "appointments.put_off", "calculator.copy_sum", "clocks.add_city", "clocks.delete_alarm",
    "errands.note_number", "errands.set_due", "errands.tick_off", "invitations.export",
    "invitations.fill_in_name", "lectures.delete_slide", "lectures.export", "lectures.retitle", "members.add",
    "packing.extract", "packing.pack_folder", "retouching.grey", "screens.area", "settings.turn_off",
    "songs.set_artist", "sums.total", "trash.restore",
)  # fmt: skip
LOOKUPS = (
    "appointments.address", "characters.code", "directories.bookings", "directories.office_number",
    "disk_usage.count_items", "drafts.newest", "films.longest", "invitations.place", "lectures.count",
    "members.phone_of", "songs.album", "system_monitor.count_programs", "viewing.meter",
)  # fmt: skip
CHECKS = ("oracle", "near misses", "harm")


@pytest.mark.parametrize("name", CHANGES)
def test_what_changes_something(name: str) -> None:
    task = compose([(name, {})], [])
    assert changes(find_subtask(name)) and find_subtask(name).near_misses
    for finding in verify_task(task.to_json(), "sim", (), 1, CHECKS):
        assert finding.ok, finding


@pytest.mark.parametrize("name", LOOKUPS)
def test_what_is_only_looked_up(name: str) -> None:
    """What was read is typed into a file, and nothing else that the setup put there is accepted."""
    task = compose([(name, {}), ("text_editor.write", {})], [(0, 1, "text")])
    assert not changes(find_subtask(name))
    for finding in verify_task(task.to_json(), "sim", (), 1, CHECKS):
        assert finding.ok, finding
