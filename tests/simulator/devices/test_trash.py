from __future__ import annotations

from crab_sim.devices.trash import trashed_facts

FOLDER = "/home/user/.local/share/Trash/files"


def test_each_file_in_the_trash_tells_where_it_came_from() -> None:
    places = ("a.2.txt", "old", "old/deep/b.txt", "unknown")
    files = [{"path": f"{FOLDER}/{place}", "kind": "file", "content": place} for place in places]
    notes = {
        "a.2.txt": "[Trash Info]\nPath=/home/user/a%20%C3%A4.txt\nDeletionDate=2026-11-02T09:00:00\n",
        "old": "[Trash Info]\nPath=/home/user/old\n",
        "unknown": "Path=elsewhere\n",
    }
    facts = trashed_facts(FOLDER, files, notes)
    assert list(facts) == list(places)
    assert [fields["path"] for fields in facts.values()] == [
        "/home/user/a ä.txt", "/home/user/old", "/home/user/old/deep/b.txt", "",
    ]  # fmt: skip
    assert [fields["content"] for fields in facts.values()] == list(places)
