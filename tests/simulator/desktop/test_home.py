"""The seeded file system of the desktop."""

from __future__ import annotations

import io

from PIL import Image

from crab_sim.devices.media import read_tags
from tests.simulator.desktop._drive import HOME, desktop


def test_the_home_folder_is_lived_in() -> None:
    for seed in range(20):
        machine = desktop(seed=seed)
        rows = [(path, entry) for path, entry in machine.files.walk(HOME)]
        assert 40 <= len(rows) <= 80
        assert all(entry.mtime < machine.now and entry.owner == "user" for _, entry in rows)
        log = machine.files.read(f"{HOME}/projects/weather/station.log").decode()
        assert " INFO " in log and log.count("\n") == 24
        assert machine.files.list("/")[:4] == ("bin", "boot", "dev", "etc")


def test_pictures_and_songs_are_real_files() -> None:
    files = desktop().files
    pictures = [f"{HOME}/Pictures/{name}" for name in files.list(f"{HOME}/Pictures") if name != "trip"]
    assert {path[-4:] for path in pictures} == {".jpg", ".png"}
    for path in (*pictures, "/usr/share/backgrounds/lake.png"):
        with Image.open(io.BytesIO(files.read(path))) as image:
            image.load()
            assert min(image.size) > 30
    for name in files.list(f"{HOME}/Music"):
        assert read_tags(files.read(f"{HOME}/Music/{name}")).title == name.removesuffix(".mp3")
