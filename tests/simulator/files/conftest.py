"""A small tree for the tests of virtual files."""

from __future__ import annotations

import pytest

from crab_sim.files import Directory, File, Files, Link


@pytest.fixture
def files() -> Files:
    return Files(
        [
            ("/home/user", Directory(1.0, 0o755, "user")),
            ("/home/user/a.txt", File(b"one", 2.0, 0o644, "user")),
            ("/home/user/docs/b.md", File(b"two", 3.0, 0o600, "user")),
            ("/etc/passwd", File(b"root", 4.0)),
            ("/sdcard", Link("/home/user", 5.0)),
        ]
    )
