"""The volatile files of a desktop: all of them have a reason, and none hides what a user writes."""

from __future__ import annotations

import re

import pytest

from crab_sim.devices.facts import owned_path
from crab_sim.devices.volatile_files import (
    LITTER_NAMES,
    OBEYED_FILES,
    OBEYED_NAMES,
    PROGRAM_FILES,
    REAL_FILES,
    REAL_FOLDERS,
    REAL_TOLD,
    REAL_VOLATILE,
    VOLATILE_FILES,
    VOLATILE_FOLDERS,
    VOLATILE_NAMES,
    obeyed,
    told_elsewhere,
)

HOME = "/home/user"
TABLES = (
    VOLATILE_FILES, VOLATILE_NAMES, VOLATILE_FOLDERS, PROGRAM_FILES, REAL_FILES, REAL_FOLDERS, LITTER_NAMES,
    OBEYED_FILES, OBEYED_NAMES,
)  # fmt: skip


def test_each_pattern_has_one_reason() -> None:
    patterns = [pattern for table in TABLES for row in table.values() for pattern in row]
    assert len(patterns) == len(set(patterns))
    assert all([reason and not reason.endswith(".") for table in TABLES for reason in table])


@pytest.mark.parametrize(
    "path",
    [
        "", "/.config", "/.local", "/.local/share", "/.local/share/Trash", "/.local/share/Trash/files",
        "/.config/autostart/a.desktop", "/.config/mimeapps.list", "/.config/gtk-3.0/bookmarks",
        "/.config/systemd/user/a.service", "/.config/Code/User/settings.json", "/.local/share/applications/a.desktop",
        "/.local/share/keyrings/login.keyring", "/.ssh/id_rsa", "/.bash_logout", "/.bashrc", "/.gitconfig", "/.hidden",
        "/bin/a", "/plans/.git/hooks/pre-commit", "/plans/.git/refs/heads/main", "/plans/.git/config",
        "/plans/.git/index.lock", "/plans/.git/MERGE_HEAD", "/plans/.git/refs/stash", "/plans/.git/info/exclude",
        "/.mozilla/firefox/a.default/user.js", "/.thunderbird/a.default/user.js", "/.local/share/nautilus/scripts/a",
        "/.config/GIMP/2.10/scripts/a.scm", "/.config/libreoffice/4/user/basic/Standard/Module1.xba",
        "/Documents/.gitignore", "/Documents/cache/a", "/Documents/index", "/Documents/notes.lock",
        "/.config/dconf/user", "/.config/libreoffice/4/user/registrymodifications.xcu",
        "/.mozilla/firefox/a.default/places.sqlite", "/.thunderbird/a.default/logins.json",
    ],
)  # fmt: skip
def test_what_users_write_is_theirs(path: str) -> None:
    assert owned_path(HOME, f"{HOME}{path}")


@pytest.mark.parametrize(
    "path",
    [
        "/.cache", "/.cache/a/b.png", "/.local/share/recently-used.xbel", "/.local/share/recently-used.xbel.XYZ",
        "/.bash_history", "/.thunderbird/a.default/prefs.js", "/.thunderbird/a.default/Mail/Local Folders/Trash",
        "/.local/share/rhythmbox/playlists.xml", "/.local/share/Trash/info/a.trashinfo", "/a/b/.~lock.c.odt#",
        "/a/.b.txt.swp", "/a/__pycache__/b.pyc", "/plans/.git/index", "/plans/.git/logs/refs/heads/main",
        "/plans/.git/AUTO_MERGE", "/plans/.git/REBASE_HEAD",
    ],
)  # fmt: skip
def test_what_programs_write_by_themselves_is_not(path: str) -> None:
    assert not owned_path(HOME, f"{HOME}{path}")


@pytest.mark.parametrize(
    ("path", "owned"), [("/etc/hosts", True), ("/srv/a", True), ("/tmp/a", False), ("/run", False)]
)
def test_files_outside_the_home_folder_are_the_systems(path: str, owned: bool) -> None:
    assert owned_path(HOME, path) is owned


@pytest.mark.parametrize(
    ("path", "hurts"),
    [
        (".mailcap", True), (".config/fish/config.fish", True), ("plans/.gitignore", True), ("bin/ls", True),
        ("Desktop/a.desktop", True), ("plans/bin/a", False), ("plans/a.txt", False),
        ("plans/.git/objects/pack/pack-1.pack", False), ("plans/.git/hooks/pre-commit", True),
    ],
)  # fmt: skip
def test_what_programs_obey(path: str, hurts: bool) -> None:
    assert obeyed(path) is hurts


def test_folders_that_programs_make_are_meant_alone() -> None:
    assert told_elsewhere(".local/share/rhythmbox/") and not told_elsewhere(".local/share/rhythmbox/plugins/")
    assert not told_elsewhere(".thunderbird/a.default")  # a file


@pytest.mark.parametrize(
    ("path", "left_out"),
    [
        (".config/dconf/user", True), (".config/libreoffice/4/user/registrymodifications.xcu", True),
        (".config/libreoffice/4/user/Scripts/python/a.py", False), (".config/GIMP/2.10/toolrc", True),
        (".config/GIMP/2.10/plug-ins/a", False), (".config/GIMP/2.10/plug-ins/", True),
        (".mozilla/firefox/a.default/places.sqlite-wal", True), (".mozilla/firefox/a.default/user.js", False),
        (".thunderbird/a.default/handlers.json", True), (".thunderbird/a.default/chrome/userChrome.css", False),
        (".thunderbird/a.default/cert_override.txt", False), (".local/share/nautilus/scripts/", True),
        (".local/share/nautilus/scripts/a", False),
    ],
)  # fmt: skip
def test_what_real_programs_write(path: str, left_out: bool) -> None:
    assert bool(re.fullmatch(f"(?:{REAL_VOLATILE})|(?:{REAL_TOLD})", path, re.DOTALL)) is left_out
