"""Apps from outside: rows that entry points declare, in an order of their own; what doesn't fit is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from crab_sim.devices.app_rows import App
from crab_sim.devices.apps import APPS
from crab_sim.devices.outside import GROUP, Misfit, load, rows
from tests.distributions import declare, python

ROW = 'App("tally", "android", "Tally", "Utility Tools", "org.example.tally", module="tally.phone")'


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "modules", sys.modules.copy())  # what a test imports from there is forgotten
    return tmp_path


def package(target: Path, value: str, name: str = "tally") -> None:
    """Installs a package that has rows of apps."""
    (target / name).mkdir()
    text = f"from crab_sim.devices.app_rows import App\nAPPS = {value}\n"
    (target / name / "__init__.py").write_text(text, encoding="utf-8")
    declare(target, f"my-{name}", {GROUP: {name: f"{name}:APPS"}}, "2.3")


def test_without_apps_from_outside_the_table_is_ours() -> None:
    assert rows(APPS) == () and not [row for row in APPS if row.module or row.source]


def test_without_apps_from_outside_nothing_reads_metadata(tmp_path: Path) -> None:
    """The import of its reader would take longer than that of the table."""
    done = python(tmp_path, "-c", "import sys, crab_sim.devices.apps; print('importlib.metadata' in sys.modules)")
    assert done.stdout == "False\n", done.stderr


def test_metadata_that_cannot_be_read_is_passed_over(target: Path) -> None:
    package(target, ROW)
    broken = target / "another-1.0.dist-info"
    broken.mkdir()
    (broken / "entry_points.txt").symlink_to(target / "nowhere")
    assert [row.id for row in rows(APPS)] == ["tally"]


def test_rows_are_completed_from_the_metadata(target: Path) -> None:
    package(target, ROW)
    (row,) = rows(APPS)
    assert row == App(
        "tally", "android", "Tally", "Utility Tools", "org.example.tally", ("tally",), ".MainActivity", version="2.3",
        module="tally.phone", source="my-tally 2.3",
    )  # fmt: skip


def test_rows_are_ordered_by_their_ids_wherever_they_are(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(target, ROW)
    for name, folder in (("zebra", "first"), ("abacus", "last")):
        (target / folder).mkdir()
        package(target / folder, ROW.replace("tally", name).replace("Tally", name), name)
    for places in (["first", "last"], ["last", "first"]):
        with monkeypatch.context() as patch:
            for place in places:
                patch.syspath_prepend(target / place)
            assert [row.id for row in rows(APPS)] == ["abacus", "tally", "zebra"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("1 / 0", "can't be loaded (ZeroDivisionError: division by zero); correct it, or uninstall my-tally"),
        ("'tally'", "names 'tally'; expected an App of crab_sim.devices.app_rows, or a tuple of them"),
        (ROW.replace('"android"', '"iphone"'), "the app 'tally' is for the device 'iphone'; expected 'android' or"),
        (ROW.replace('"tally"', '"Tally App"'), "the app 'Tally App' has an id that can't be used"),
        (ROW.replace('"tally"', '"system"'), "the app 'system' has an id that can't be used"),
        (ROW.replace("Utility Tools", "Utilities"), "category 'Utilities'; did you mean 'Utility Tools'?"),
        (ROW.replace("org.example.tally", "../x"), "has the package '../x'; expected a name such as"),
        (ROW.replace('"Tally"', '"Tal\\nly"'), "has the name 'Tal\\nly'; expected what a person reads"),
        (ROW.replace('"tally"', "7"), "the app 7 has id=7; expected text"),
        (ROW.replace('"android"', "[]"), "the app 'tally' has device=[]; expected text"),
        (ROW.replace('"org.example.tally"', "None"), "has package=None; expected text"),
        (ROW.replace("module=", "aliases='org.tally', module="), "has aliases='org.tally'; expected a tuple of"),
        (ROW.replace("module=", "aliases=(1,), module="), "has aliases=(1,); expected a tuple of texts"),
        (ROW.replace("module=", "processes=['tally'], module="), "has processes=['tally']; expected a tuple of"),
        (ROW.replace("module=", "hidden='no', module="), "has hidden='no'; expected True or False"),
        (ROW.replace('"tally.phone"', "len"), "has module=<built-in function len>; expected text"),
        (ROW.replace(', module="tally.phone"', ""), "has no module; expected the name of the one that defines APP"),
    ],
)
def test_a_broken_entry_point_says_which_distribution_it_is_from(target: Path, value: str, message: str) -> None:
    package(target, value)
    with pytest.raises(Misfit) as refused:
        rows(APPS)
    start = "the entry point tally = 'tally:APPS' of my-tally 2.3 in the group 'crab_sim.apps'"
    assert str(refused.value).startswith(start) and message in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"tally"', '"clock"', "id 'clock'"),
        ('"Tally"', '"clock"', "name 'clock'"),
        ("org.example.tally", "org.tasks", "package 'org.tasks'"),
        ('"tally", "android"', '"gimp_2", "ubuntu"', ""),
        (", module=", ', ("gimp",), module=', ""),
        ('"android", "Tally"', '"ubuntu", "Tally"', ""),
    ],
)
def test_a_clash_with_ours_is_refused(target: Path, old: str, new: str, what: str) -> None:
    package(target, ROW.replace(old, new))
    if not what:  # another device's names are free
        assert len(rows(APPS)) == 1
        return
    with pytest.raises(Misfit) as refused:
        rows(APPS)
    assert str(refused.value) == (
        f"crab-gym and my-tally 2.3 both have an app with the {what} on 'android'; choose another in my-tally 2.3, "
        "or uninstall it"
    )


def test_a_clash_of_two_packages_is_refused(target: Path) -> None:
    package(target, ROW)
    package(target, ROW.replace('"tally"', '"score"').replace("org.example.tally", "org.example.score"), "score")
    with pytest.raises(Misfit, match=r"my-score 2\.3 and my-tally 2\.3 both have an app with the name 'tally'"):
        rows(APPS)


def test_processes_of_a_desktop_are_told_apart(target: Path) -> None:
    package(target, ROW.replace("android", "ubuntu").replace(", module=", ', ("gimp",), module='))
    with pytest.raises(Misfit, match="both have an app with the process 'gimp' on 'ubuntu'"):
        rows(APPS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "can't be imported (ModuleNotFoundError: No module named 'tally.phone')"),
        ("APP = 3", "has no APP that is a str; it is 3"),
        ("", "has no APP that is a str; it is None"),
    ],
)
def test_a_module_without_an_app_is_refused(target: Path, text: str | None, message: str) -> None:
    package(target, ROW)
    if text is not None:
        (target / "tally" / "phone.py").write_text(text, encoding="utf-8")
    (row,) = rows(APPS)
    with pytest.raises(Misfit) as refused:
        load(row, str)
    assert str(refused.value) == f"the module 'tally.phone' of the app 'tally' from my-tally 2.3 {message}"


def test_a_module_gives_its_app_and_all_that_it_defines(target: Path) -> None:
    package(target, ROW)
    (target / "tally" / "phone.py").write_text("APP = 'x'\nSEEDERS = {}\n", encoding="utf-8")
    app, module = load(rows(APPS)[0], str)
    assert app == "x" and module["SEEDERS"] == {}
