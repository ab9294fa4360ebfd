from __future__ import annotations

from crab_sim.files import File, Files
from crab_sim.phone.media import storage


def test_scan_leaves_out_what_is_hidden_or_an_apps_own() -> None:
    top = "/storage/emulated/0"
    places = ("a.jpg", "DCIM/b.PNG", ".hidden.jpg", ".trash/c.jpg", "Android/data/x/d.jpg", "Music/e.mp3", "f.txt")
    files = Files((f"{top}/{place}", File(b"", float(i))) for i, place in enumerate(places))
    assert [found.name for found in storage.scan(files, "image")] == ["b.PNG", "a.jpg"]
    assert [found.name for found in storage.scan(files, "audio")] == ["e.mp3"]
    assert storage.scan(files.remove(f"{top}/a.jpg"), "image") == storage.scan(files, "image")[:1]
