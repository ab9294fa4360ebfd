"""The seeded file system of the desktop."""

from __future__ import annotations

from tests.sim.desktop._drive import HOME, desktop


def test_the_home_folder_is_lived_in() -> None:
    for seed in range(20):
        machine = desktop(seed=seed)
        rows = [(path, entry) for path, entry in machine.files.walk(HOME)]
        assert 40 <= len(rows) <= 80
        assert all(entry.mtime < machine.now and entry.owner == "user" for _, entry in rows)
        log = machine.files.read(f"{HOME}/projects/weather/station.log").decode()
        assert " INFO " in log and log.count("\n") == 24
        assert machine.files.list("/")[:4] == ("bin", "boot", "dev", "etc")
