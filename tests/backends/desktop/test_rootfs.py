"""Root file systems: finding them, choosing one for a box, and building them with a stand-in for the tool."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop import DesktopBackend, requirements, rootfs
from crab_gym.backends.desktop.rootfs import PROFILES, build, digest, home, packages, read, resolve
from crab_gym.backends.desktop.rootfs.build import build as build_rootfs
from crab_gym.backends.desktop.rootfs.sources import Release, host_release, sources

STAND_IN = """#!/bin/sh
# Makes a tree with one program, as an archive or as a folder, and notes that it was called.
echo called >>"$(dirname "$0")/calls"
for last; do case "$last" in *.new/root) tree=$last ;; --format=tar) archive=1 ;; esac; done
[ "$archive" ] && tree=$(mktemp -d)
echo "I: installing packages" >&2
[ ! -e "$(dirname "$0")/broken" ] || { echo "E: no such archive" >&2; exit 3; }
mkdir -p "$tree/usr/bin" "$tree/dev/pts" "$tree/etc"
echo shape >"$tree/usr/bin/python3"
echo secret >"$tree/etc/shadow"
: >"$tree/dev/null"
[ ! "$archive" ] || { tar -C "$tree" -cf - . && rm -r "$tree"; }
"""


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Puts the stand-in into the search path of the real tool, and returns its folder."""
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "mmdebstrap").write_text(STAND_IN)
    (folder / "mmdebstrap").chmod(0o755)
    monkeypatch.setattr(build, "SEARCH_PATH", f"{folder}:{build.SEARCH_PATH}")
    return folder


def _calls(tool: Path) -> int:
    return len((tool / "calls").read_text().splitlines()) if (tool / "calls").exists() else 0


def test_each_profile_has_the_packages_of_the_one_before() -> None:
    sets = [set(packages(profile)) for profile in PROFILES]
    assert all(low < high for low, high in pairwise(sets))
    assert {"xvfb", "openbox", "rofi", "gedit", "nautilus"} <= sets[0]
    assert "gnome-shell" in sets[1] - sets[0] and "gimp" in sets[2] - sets[1]
    assert len({digest(profile) for profile in PROFILES}) == 3
    assert all(name.partition(" ")[2] in ("", "[debian]", "[ubuntu]") for name in sets[2])


def test_building_is_done_once_and_again_when_asked(tool: Path, tmp_path: Path) -> None:
    place, reports = tmp_path / "roots" / "light", list[str]()
    made = build_rootfs("light", "bookworm", place=place, report=reports.append)
    assert read(place) == made and (made.suite, made.profile) == ("bookworm", "light")
    assert (made.tree / "usr/bin/python3").read_text() == "shape\n"
    assert os.listdir(made.tree / "dev") == [] and not (made.tree / "etc/shadow").exists()
    assert any("installing packages" in line for line in reports) and "complete" in reports[-1]
    assert _calls(tool) == 1

    assert build_rootfs("light", "bookworm", place=place, report=reports.append) == made
    assert "up to date" in reports[-1] and _calls(tool) == 1
    (made.tree / "mark").touch()
    build_rootfs("light", "bookworm", place=place, force=True, report=reports.append)
    assert _calls(tool) == 2 and not (made.tree / "mark").exists()
    build_rootfs("light", "trixie", place=place, report=reports.append)
    found = read(place)
    assert found is not None and found.suite == "trixie" and _calls(tool) == 3
    assert sorted(os.listdir(place.parent)) == [".light.lock", "light"]


def test_what_was_interrupted_is_no_root_file_system(tool: Path, tmp_path: Path) -> None:
    place = tmp_path / "light"

    def interrupt(line: str) -> None:
        if "installing" in line:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_rootfs("light", "bookworm", place=place, report=interrupt)
    assert not place.exists() and read(place) is None
    # Nor what a process left that was killed.
    (tmp_path / ".light.new" / "root" / "usr").mkdir(parents=True)
    assert read(tmp_path / ".light.new") is None
    assert build_rootfs("light", "bookworm", place=place, report=lambda line: None) == read(place)
    assert not (tmp_path / ".light.new").exists()


def test_a_failure_names_the_cause_and_keeps_what_was_there(tool: Path, tmp_path: Path) -> None:
    place = tmp_path / "light"
    made = build_rootfs("light", "bookworm", place=place, report=lambda line: None)
    (tool / "broken").touch()
    with pytest.raises(OSError, match=r"(?s)exit code 3.*light\.log:.*E: no such archive"):
        build_rootfs("light", "bookworm", place=place, force=True, report=lambda line: None)
    assert read(place) == made and "E: no such archive" in (tmp_path / "light.log").read_text()


def test_a_folder_with_something_else_in_it_is_left_alone(tool: Path, tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "thesis.txt").touch()
    for force in (False, True):
        with pytest.raises(FileExistsError, match="holds something else"):
            build_rootfs("light", "bookworm", place=tmp_path / "papers", force=force)
    assert os.listdir(tmp_path / "papers") == ["thesis.txt"] and _calls(tool) == 0


@pytest.mark.desktop
def test_what_is_mounted_in_a_leftover_is_not_emptied(tool: Path, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from crab_gym.backends.desktop.rootfs.build import build\n"
        "try: build('light', 'bookworm', place=Path(sys.argv[1]))\n"
        "except OSError as problem: print(problem)\n"
        "print(sorted(path.name for path in Path(sys.argv[2]).iterdir()))"
    )
    leftover = tmp_path / ".light.new" / "a b"
    leftover.mkdir(parents=True)
    script = 'mount -t tmpfs test "$1" && touch "$1/precious" && exec "$2" -c "$3" "$4" "$1"'
    argv = ["unshare", "-Urm", "sh", "-c", script, "-", str(leftover), sys.executable, code, str(tmp_path / "light")]
    found = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert f"{leftover} is mounted in what is to be removed" in found.stdout
    assert found.stdout.endswith("['precious']\n")


def test_two_at_once_are_one_too_many(tool: Path, tmp_path: Path) -> None:
    place = tmp_path / "light"

    def meddle(line: str) -> None:
        if "installing" in line:
            build_rootfs("light", "bookworm", place=place, report=lambda line: None)

    with pytest.raises(BlockingIOError, match="being built by another process"):
        build_rootfs("light", "bookworm", place=place, report=meddle)


def test_without_a_tool_it_says_which(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(build, "SEARCH_PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match=r"apt-get install .* mmdebstrap"):
        build_rootfs("light", "bookworm", place=tmp_path / "light", report=lambda line: None)
    with pytest.raises(ValueError, match="got profile 'huge', expected one of: light, gnome, full"):
        build_rootfs("huge")
    with pytest.raises(ValueError, match="got suite '--force', expected the name of a release"):
        build_rootfs("light", "--force")


def _fake(folder: Path, profile: str) -> None:
    (folder / profile / "root" / "usr" / "bin").mkdir(parents=True)
    (folder / profile / "root" / "usr" / "bin" / "python3").touch()
    manifest = {"profile": profile, "suite": "bookworm", "packages": digest(profile)}
    (folder / profile / "manifest.json").write_text(json.dumps(manifest))


def test_a_box_takes_the_fullest_root_that_serves_its_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, everybodys = tmp_path / "own", tmp_path / "lib"
    monkeypatch.setattr(rootfs, "places", lambda: [own, everybodys])
    assert resolve("auto", "light") == "" and resolve("host", "light") == ""
    _fake(everybodys, "light")
    assert resolve("auto", "light") == str(everybodys / "light" / "root")
    assert resolve("auto", "gnome") == "" and resolve("host", "light") == ""
    _fake(own, "full")
    assert resolve("auto", "light") == resolve("auto", "gnome") == str(own / "full" / "root")
    (own / "full" / "manifest.json").write_text("{")
    assert resolve("auto", "gnome") == ""
    # By its folder, with or without a manifest.
    assert resolve(str(everybodys / "light"), "light") == resolve(str(everybodys / "light" / "root"), "light")
    rows = [row.what for row in requirements() if row.what.startswith("root file system ")]
    assert rows == [f"root file system {everybodys / 'light'} (light, bookworm)"]


def test_a_root_that_is_none_or_lacks_programs_is_named(tmp_path: Path) -> None:
    backend = DesktopBackend("ubuntu", (640, 480), root=str(tmp_path))
    with pytest.raises(DeviceError, match=r"got root=.* expected 'auto', 'host' or the folder of a root file system"):
        backend.reset(0)
    _fake(tmp_path, "light")
    backend = DesktopBackend("ubuntu", (640, 480), root=str(tmp_path / "light"))
    with pytest.raises(DeviceError, match=r"program Xvfb in .*/light/root \(crab-gym setup desktop --force\)"):
        backend.reset(0)
    with pytest.raises(ValueError, match="got root 3"):
        DesktopBackend("ubuntu", (640, 480), root=3)


@pytest.mark.desktop
def test_without_overlays_boxes_show_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fake(tmp_path, "light")
    monkeypatch.setattr(rootfs, "places", lambda: [tmp_path])
    backend = DesktopBackend("ubuntu", (640, 480), spare=False)
    with pytest.raises(DeviceError, match="program Xvfb in"):  # so far it is taken
        backend.reset(0)
    monkeypatch.setattr("crab_gym.backends.desktop.launch.overlay_works", lambda: False)
    backend.reset(0)
    assert "overlay" not in str(backend.state.read_text("/proc/self/mounts"))
    backend.close()


def test_places_are_roots_own_or_this_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert [str(place) for place in rootfs.places()] == ["/var/lib/crab-gym/desktop"]
    monkeypatch.setattr(os, "geteuid", lambda: 1234)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert home() == tmp_path / "crab-gym" / "desktop"
    assert [str(place) for place in rootfs.places()] == [str(home()), "/var/lib/crab-gym/desktop"]
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home() == tmp_path / ".local/share/crab-gym/desktop"


def test_releases_have_their_own_packages_and_archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Release("trixie").distribution == "debian" and Release("noble").distribution == "ubuntu"
    assert Release("noble").components == ("main", "universe")
    assert "firefox-esr" in Release("bookworm").names(packages("full"))
    assert not {"firefox-esr", "firefox-esr [debian]"} & set(Release("noble").names(packages("full")))

    for text, suite in (
        ({"ID": "debian", "VERSION_CODENAME": "trixie"}, "trixie"),
        ({"ID": "ubuntu", "VERSION_CODENAME": "noble", "UBUNTU_CODENAME": "noble"}, "noble"),
        ({"ID": "linuxmint", "VERSION_CODENAME": "xia", "UBUNTU_CODENAME": "noble", "ID_LIKE": "ubuntu"}, "noble"),
        ({"ID": "debian"}, "sid"),
        ({"ID": "fedora"}, "bookworm"),
    ):
        monkeypatch.setattr("platform.freedesktop_os_release", lambda text=text: text)
        assert host_release().suite == suite

    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / "sources.list").write_text(
        "# deb http://old.example/debian trixie main\n"
        "deb [arch=amd64] http://one.example/debian trixie main contrib # mine\n"
        "deb-src http://one.example/debian trixie main\ndeb http://one.example/debian bookworm main\n"
    )
    (tmp_path / "sources.list.d" / "security.sources").write_text(
        "# kept by hand\nTypes: deb deb-src\nURIs: http://two.example/security\n"
        "Suites: trixie-security trixie-proposed\n"
        "Components: main\nSigned-By: /usr/share/keyrings/a.gpg\n\n"
        "Enabled: no\nTypes: deb\nURIs: http://three.example\nSuites: trixie\nComponents: main\n"
    )
    (tmp_path / "sources.list.d" / "tool.list").write_text("deb http://tool.example/apt trixie stable\n")
    assert sources(Release("trixie"), tmp_path) == [
        "deb [arch=amd64] http://one.example/debian trixie main contrib",
        "deb [signed-by=/usr/share/keyrings/a.gpg] http://two.example/security trixie-security main",
    ]
    assert sources(Release("noble"), tmp_path) == []
