from __future__ import annotations

from crab_tasks.kits.ubuntu.documents import slide_contains, slide_titles_are
from crab_tasks.kits.ubuntu.office import slides_file

from tests.tasks._desk import with_file

PATH = "/home/user/file"


def test_slides_are_read_back_and_always_the_same_bytes() -> None:
    slides = [("Salt & pepper", ["one", "two"]), ("<End>", [])]
    data = slides_file(slides)
    assert data == slides_file(slides)
    assert slide_titles_are(with_file(data), None, PATH, ["Salt & pepper", "<End>"])
    assert slide_contains(with_file(data), None, PATH, 1, "one two")
