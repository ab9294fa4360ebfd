"""Names that somebody may have meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_sim.suggestions import closest, did_you_mean, unknown


@pytest.mark.parametrize(
    "name", [None, 3, ["file"], 10**5000, "x" * 100_000], ids=["none", "number", "list", "huge number", "long text"]
)
def test_what_is_like_no_name_gets_no_suggestion(name: object) -> None:
    assert closest(name, ("file", "folder")) == did_you_mean(name, ("file", "folder")) == ""


def test_an_unknown_name_is_refused_with_the_closest_or_with_all() -> None:
    with pytest.raises(ValueError, match=r"^unknown kind 'fle'; did you mean 'file'\?$"):
        unknown("kind", "fle", {"folder", "file"})
    with pytest.raises(ValueError, match=r"^look\('x'\): unknown kind 'x'; known: file, folder$"):
        unknown("kind", "x", {"folder", "file"}, "look('x')")


def test_they_are_found_in_one_place() -> None:
    root = Path(__file__).parents[2]
    files = [path for package in ("crab_gym", "simulator", "tasks") for path in (root / package).rglob("*.py")]
    found = [path.name for path in files if "get_close_matches" in path.read_text("utf-8")]
    assert found == ["suggestions.py"]
