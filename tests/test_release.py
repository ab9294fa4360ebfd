"""What is released: one version everywhere, all that belongs in the archives, true words on how to install it."""

from __future__ import annotations

import re
import runpy
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

import crab_gym
from crab_gym.cli.doctor import CONFLICTS

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_one_version_everywhere() -> None:
    version = PROJECT["project"]["version"]
    assert crab_gym.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "openenv.yaml").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0].split(" – ")[0] == version


def test_the_changelog_tells_users_what_they_look_for() -> None:
    newest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    sections = re.findall(r"^### (.+)$", newest, re.MULTILINE)
    assert sections == ["Added", "Changed", "Fixed", "Moved", "Affects scores"]


def test_the_source_distribution_has_all_that_belongs_to_it() -> None:
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [name for name in included if not (ROOT / name.strip("/")).exists()] == []
    for name in ("crab_gym", "simulator", "tasks", "tests", "training", "scripts", "benchmarks", "docs", "LICENSE"):
        assert f"/{name}" in included


def test_nothing_says_that_pypi_has_it() -> None:
    pages = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "simulator/README.md"))]
    pages += (ROOT / "docs").rglob("*.md")
    folders = ("crab_gym", "simulator", "training", "scripts")
    sources = [path for name in folders for path in (ROOT / name).rglob("*.py")]
    sources += [*(ROOT / "docs" / "notebooks").glob("*.ipynb")]
    # Not with an extra, either: where crab-gym isn't installed yet, that would ask PyPI for somebody else's package.
    wrong = re.compile(r"""install (-\S+ )*["']?crab[-_]gym(?![\w.*/-])""")
    assert wrong.search("pip install crab-gym") and wrong.search('pip install "crab-gym[rl]"')
    texts = {path: path.read_text(encoding="utf-8") for path in (*pages, *sources)}
    assert {str(path.relative_to(ROOT)) for path, text in texts.items() if wrong.search(text)} == set()


def test_the_list_of_licences_has_every_requirement() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "licences.py"))
    wanted, rows = script["direct_requirements"](), script["listed"]()
    assert list(rows) == list(wanted)
    for package, parts in wanted.items():
        assert rows[package].parts == ", ".join("always" if part == "crab-gym" else f"`{part}`" for part in parts)
        assert rows[package].licence and rows[package].licence != "not looked at", package


def test_the_page_about_installing_has_every_extra() -> None:
    text = (ROOT / "docs" / "site" / "install.md").read_text(encoding="utf-8")
    new, old = text.partition("These names of earlier sources")[::2]
    rows = dict(re.findall(r"^\| (`.+) \| `([a-z-]+)`", old, re.MULTILINE))
    replaced = {name: now for names, now in rows.items() for name in re.findall(r"`([\w-]+)`", names)}
    (frameworks,) = re.findall(r"extra of its own.*?:\n(.*?)\n\(", new, re.DOTALL)
    named = re.findall(r"`([\w-]+)`", "".join(re.findall(r"^\| (`.+?) \|", new, re.MULTILINE)) + frameworks)
    extras = PROJECT["project"]["optional-dependencies"]
    assert sorted([*named, *replaced]) == sorted(extras)
    for name, now in replaced.items():
        assert extras[name][0] == f"crab-gym[{now}]" and now in named
        (row,) = [line for line in old.splitlines() if line.startswith("| `") and f"`{name}`" in line]
        assert all(re.split("[<>=]", package)[0] in row for package in extras[name][1:])


def test_the_page_about_installing_has_every_conflict_of_extras() -> None:
    text = (ROOT / "docs" / "site" / "install.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"can't be installed together:\n\n(.*?)\n\n", text, re.DOTALL)
    pairs = [frozenset(re.findall(r"`([\w-]+)`", line.partition(":")[0])) for line in listed.split("\n- ")]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, CONFLICTS))


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_wheel_and_source_distribution_work_in_a_clean_environment(tmp_path: Path) -> None:
    made = subprocess.run([ROOT / "scripts" / "try_release.sh", tmp_path], capture_output=True, text=True, timeout=1200)
    assert made.returncode == 0, made.stderr
    name = f"crab_gym-{PROJECT['project']['version']}"
    assert made.stdout.splitlines() == [f"works: {name}-py3-none-any.whl", f"works: {name}.tar.gz"]
