"""What every structure asks is what a person has read: the files of this folder."""

from __future__ import annotations

import pytest

from tests.agents.golden.write import GOLDEN, STRUCTURES, requests_of


@pytest.mark.parametrize("name", STRUCTURES)
def test_requests_are_as_they_were_read(name: str) -> None:
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert requests_of(name) == kept, "write them by `python -m tests.agents.golden.write`, and read the difference"


def test_there_is_a_file_for_every_structure() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == STRUCTURES
