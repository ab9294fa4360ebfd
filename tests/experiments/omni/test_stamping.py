"""Stamping the digests of a list anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_gym.experiments.certify import certify
from crab_gym.experiments.omni.making import digests
from crab_gym.experiments.omni.stamping import stamp
from crab_gym.task.omni import read_list
from crab_gym.task.omni.listing import write_list

ROWS = [read_list().row(place) for place in range(2)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A list of two tasks that was made of other sources."""
    header = {**read_list().header, "digests": dict.fromkeys(read_list().header["digests"], "00000000"), "pairs": []}
    write_list(tmp_path / "list.gz", header, ROWS)
    return tmp_path / "list.gz"


def test_what_was_played_and_stayed_equal_is_stamped(path: Path) -> None:
    before = list(certify([ROWS[0].id], screens=0))
    found = stamp(path, before, 0)
    listed = read_list(path)
    assert set(found.new) == set(ROWS[0].plan.parts) and set(found.left) == set(listed.header["digests"]) - set(
        found.new
    )
    for name, digest in listed.header["digests"].items():
        assert digest == (digests()[name] if name in found.new else "00000000")
    assert [listed.row(place) for place in range(len(listed))] == ROWS


def test_nothing_is_stamped_where_an_episode_is_another_one(path: Path) -> None:
    (before,) = certify([ROWS[0].id], screens=0)
    content = path.read_bytes()
    with pytest.raises(ValueError, match="other verdicts"):
        stamp(path, [before._replace(verdicts="")], 0)
    with pytest.raises(ValueError, match="no task of the list"):
        stamp(path, [], 0)
    assert path.read_bytes() == content
