"""README.md and docs/ say what is so: their code runs, their tables are complete, their links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import fields
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym
import pytest
import typer.main
from PIL import Image

from crab_gym.backends.adb import backend as adb_backend
from crab_gym.backends.desktop import requirements
from crab_gym.backends.sim.backend import tools_of_device
from crab_gym.cli import app
from crab_gym.envs import tools
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.rewards import DEFAULT_WEIGHTS
from crab_gym.envs.verbs import UBUNTU_KEYS, VERBS, markdown_table
from crab_gym.evaluation import END_REASONS
from crab_gym.experiments.quality import MOST_REPLAYED
from crab_gym.experiments.unearned import CONSTANT
from crab_gym.experiments.verify import CHECKS, verify_task
from crab_gym.records import EpisodeRecord, StepRecord
from crab_gym.task import read_index
from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.devices.apps import app_of
from crab_sim.phone.android.system_databases import SYSTEM_DATABASES
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps import INSTALLED
from tests.adb import adb_server
from tests.extras import lacking

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "simulator" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"(?:<!-- (?P<note>[^>]*) -->\n)?```(?P<language>\w+)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)
SUITES = ("crab", "android_world", "miniwob", "long", "safety")
REAL_DESKTOP = "needs the real desktop"
NEEDS = re.compile(r"needs (\w+)")
MODULE = "a module"
EXCERPT = "from "


class Block(NamedTuple):
    """A code block of a page, with the comment above it."""

    note: str
    language: str
    code: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found["note"] or "", found["language"], found["code"], text[: found.start("code")].count("\n"))
        for found in FENCE.finditer(text)
    ]


def pages(test: Any) -> Any:
    return pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])(test)


def table(page: str, heading: str) -> list[list[str]]:
    """Returns the rows of the first table below a heading, without its head."""
    text = (ROOT / page).read_text(encoding="utf-8")
    after = text[text.index(f"\n## {heading}\n") :]
    found = re.search(r"^\|.*\n\|[-:| ]+\|\n((?:\|.*\n)+)", after, re.MULTILINE)
    assert found, f"{page} has no table below {heading!r}"
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in found[1].splitlines()]


def names(rows: list[list[str]]) -> list[str]:
    """Returns the code words of the first column."""
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row[0])]


def lacks_desktop() -> str:
    return ", ".join(row.what for row in requirements() if not row.present)


@pages
def test_python_runs_as_it_stands_there(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(verbose=False)
    skip_real = bool(lacks_desktop()) and os.environ.get("CI") != "true"
    for block in blocks(page):
        if block.note.startswith(EXCERPT) or (block.note == REAL_DESKTOP and skip_real):
            continue
        module = NEEDS.fullmatch(block.note)
        if module is not None and lacking(module[1]):
            continue
        if block.language == "python":
            exec(compile("\n" * block.line + block.code, str(page), "exec"), scope)
        elif block.language == "pycon":
            examples = doctest.DocTestParser().get_doctest(block.code, scope, page.name, str(page), block.line)
            said: list[str] = []
            result = runner.run(examples, out=said.append, clear_globs=False)
            scope.update(examples.globs)
            assert not result.failed, "".join(said)


@pages
def test_excerpts_are_in_the_files_that_they_name(page: Path) -> None:
    for block in blocks(page):
        if block.note.startswith(EXCERPT):
            source = ROOT / block.note.removeprefix(EXCERPT)
            assert block.code in source.read_text(encoding="utf-8"), f"{page.name}:{block.line} isn't in {source}"


@pages
def test_commands_have_the_options_that_they_are_shown_with(page: Path) -> None:
    group = typer.main.get_command(app)
    for block in blocks(page):
        lines = block.code.splitlines() if block.language == "sh" else []
        for line in lines:
            program, name, *args = shlex.split(line)
            assert program == "crab-gym"
            group.commands[name].make_context(name, args)  # type: ignore[attr-defined]


@pages
def test_links_and_paths_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which isn't there"
    folders = "benchmarks|crab_gym|docs|scripts|simulator|tasks|tests|training"
    for path in re.findall(rf"(?<![\w./])(?:{folders})/[\w/]+\.\w+", text):
        assert (ROOT / path).exists(), f"{page.name} names {path}, which isn't there"


def test_every_page_is_found_from_the_readme() -> None:
    found, left = set[Path](), [PAGES[0]]
    while left:
        page = left.pop()
        found.add(page)
        links = re.findall(r"\]\(([^)#\s]+\.md)[^)]*\)", page.read_text(encoding="utf-8"))
        left += {path for target in links if (path := (page.parent / target).resolve()) in PAGES} - found
    assert [str(page) for page in PAGES if page not in found] == []


def test_the_task_of_your_own_passes_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = (block for block in blocks(ROOT / "docs" / "tasks.md") if block.note == MODULE)
    (tmp_path / "task_of_the_docs.py").write_text(block.code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    findings = list(verify_task("task_of_the_docs:TASK"))
    assert [finding.check for finding in findings] == list(CHECKS)
    assert [finding for finding in findings if not finding.ok] == []


def test_every_task_by_hand_is_listed() -> None:
    rows = {row[0].strip("`"): row for row in table("docs/task_list.md", "List")}
    index = {name: info for name, info in read_index().items() if info.platform not in SUITES}
    assert list(rows) == list(index)
    for name, row in rows.items():
        assert row[1] == ", ".join(index[name].devices) and row[2] == str(index[name].checkpoints)
        assert 0 <= int(row[4].removesuffix(" %")) <= 100 * MOST_REPLAYED or name in CONSTANT


def test_tasks_and_verbs_are_counted_right() -> None:
    index = read_index()
    by_hand = [info for info in index.values() if info.platform not in SUITES]
    counts = {name: sum(info.platform == name for info in index.values()) for name in SUITES}
    numbers = [row[1] for row in table("README.md", "Tasks")]
    assert numbers[:-1] == [str(len(by_hand)), *(str(counts[name]) for name in SUITES)]
    assert f"one of {len(VERBS)} verbs" in (ROOT / "README.md").read_text(encoding="utf-8")
    held_out = sum(info.split == "test" for info in by_hand)
    assert f"{held_out} of these tasks" in (ROOT / "docs" / "task_list.md").read_text(encoding="utf-8")
    described = (
        f"{len(by_hand)} by hand, 116 of AndroidWorld's, {counts['crab']} composed, {counts['miniwob']} small pages, "
        f"{counts['long']} long, {counts['safety']} on safety"
    )
    assert f"| tasks | {described} |" in (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")


def test_the_tables_of_the_suites_are_the_generated_ones() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        from suite_page import TABLES
    finally:
        sys.path.pop(0)
    for page, generated in TABLES.values():
        assert page.read_text(encoding="utf-8").endswith(f"\n\n{generated()}"), page


def test_the_first_loop_of_the_readme_has_twelve_lines() -> None:
    code = next(block.code for block in blocks(ROOT / "README.md") if block.language == "python")
    assert len([line for line in code.splitlines() if line]) == 12


def test_the_citation_has_the_project_s_version_and_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert {f"version: {project['version']}", f"license: {project['license']}"} <= set(lines)
    assert f'  - name: "{project["authors"][0]["name"]}"' in lines
    assert lines[lines.index("keywords:") + 1 :] == [f"  - {word}" for word in project["keywords"]]


def test_the_verb_table_is_the_generated_one() -> None:
    text = (ROOT / "docs" / "verbs.md").read_text(encoding="utf-8")
    assert markdown_table() in text
    keys = re.split(r",\s+", text.partition("and\n\n")[2].strip())
    assert keys == [key for key in UBUNTU_KEYS if len(key) > 1]


@pytest.mark.parametrize("device", ["android", "ubuntu"])
def test_the_tables_of_tools_are_the_generated_ones(device: str) -> None:
    text = (ROOT / "docs" / "tools.md").read_text(encoding="utf-8")
    assert tools.markdown_table(tools_of_device(device)) in text


def test_the_arguments_are_all_there_with_their_defaults() -> None:
    rows = table("docs/environment.md", "Arguments")
    parameters = list(inspect.signature(CrabEnv).parameters.values())
    assert names(rows) == [parameter.name for parameter in parameters]
    for row, parameter in zip(rows[1:], parameters[1:], strict=True):
        assert row[1] == f"`{str(parameter.default) if parameter.default is None else _literal(parameter.default)}`"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def test_the_info_is_described_key_by_key() -> None:
    env = gym.make("Crab-v0/android.add_contact", screens=False)
    _, info = env.reset(seed=0)
    rows = table("docs/environment.md", "Info")
    assert [(row[0].strip("`"), row[1].strip("`")) for row in rows] == [
        (key, type(value).__name__) for key, value in info.items()
    ]
    env.close()


def test_the_reward_terms_are_described_with_their_weights() -> None:
    rows = table("docs/environment.md", "Reward")
    assert {row[0].strip("`"): float(row[1]) for row in rows} == DEFAULT_WEIGHTS


def test_every_end_reason_is_described() -> None:
    assert sorted(names(table("docs/environment.md", "How episodes end"))) == sorted(END_REASONS)


def test_every_check_of_verify_is_described() -> None:
    text = (ROOT / "docs" / "tasks.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]*`) \|", text.partition("## What `verify` checks")[2], re.MULTILINE)
    assert [name for row in rows for name in re.findall(r"`([^`]+)`", row)] == list(CHECKS)


def test_every_field_of_a_record_is_described() -> None:
    assert sorted(names(table("docs/records.md", "An episode"))) == sorted(
        field.name for field in fields(EpisodeRecord) if field.name != "steps"
    )
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    steps = re.search(r"`steps` are in.*?\n\n\|.*\n\|.*\n((?:\|.*\n)+)", text)
    assert steps
    rows = [row.strip("|").split(" | ") for row in steps[1].splitlines()]
    assert sorted(names(rows)) == sorted(field.name for field in fields(StepRecord))


def _app_cells(app: PhoneApp) -> list[str]:
    """Returns what the code says of an app of the phone: its name, packages, databases, and the intents it takes."""
    row = app_of("android", app.spec.id)
    own = [base.path for base in (*app.databases, *SYSTEM_DATABASES) if set(base.slices) <= {*app.seeders}]
    actions = [word.rpartition(".")[2] for rule in app.intents for word in rule.actions.split()]
    if row.id == "settings":
        actions = ["android.settings.*"]
    return [
        row.name,
        " ".join([f"`{row.package}`", *(f"(`{alias}`)" for alias in row.aliases)]),
        ", ".join(f"`{path.removeprefix('/data/data/')}`" for path in own),
        ", ".join(f"`{action}`" for action in dict.fromkeys(actions)) or "–",
    ]


def test_the_apps_of_the_phone_are_described_as_they_are() -> None:
    for described, installed in zip_longest(table("docs/phone.md", "Apps"), INSTALLED):
        name, after, package, data, intents = described or [""] * 5
        expected = _app_cells(installed)
        assert [name, package, data[: len(expected[2])], intents] == expected
        assert after and data


def test_the_options_of_the_adb_backend_are_described() -> None:
    rows = table("docs/adb.md", "The backend")
    assert [(row[0].strip("`"), row[1].strip("`")) for row in rows] == [
        (name, str(default) if default is None else _literal(default)) for name, default in adb_backend.OPTIONS.items()
    ]


def test_what_adb_prints_is_what_the_page_shows(tmp_path: Path) -> None:
    page = ROOT / "docs" / "adb.md"
    consoles = [block for block in blocks(page) if block.language == "console"]
    (tmp_path / "home").mkdir()
    with adb_server(tmp_path / "home") as adb, PhoneServer(phones(seed=7)) as server:
        serial = adb.register(server.ports[0])
        for block in consoles:
            for step in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
                command, _, shown = step.partition("\n")
                program, *args = shlex.split(command)
                assert program == "adb"
                options = {"env": {**adb.environment, "ANDROID_SERIAL": serial}, "cwd": tmp_path, "timeout": 60}
                done = subprocess.run([adb.program, *args], capture_output=True, **options)
                said = (done.stdout + done.stderr).decode().replace("\r\n", "\n").replace(serial, "emulator-5554")
                said, shown = (re.sub(" +", " ", text.strip()) for text in (said, shown))  # columns are padded
                pattern = ".*".join(map(re.escape, shown.split("…")))
                assert re.fullmatch(pattern, said, re.DOTALL), f"{page.name}:{block.line}: {command}: {said}"


def test_pictures_are_small_and_used() -> None:
    used = {
        name for page in PAGES for name in re.findall(r"images/(\w+\.(?:png|gif))", page.read_text(encoding="utf-8"))
    }
    there = {path.name: path for path in (ROOT / "docs" / "images").iterdir()}
    assert set(there) == used
    for name, path in there.items():
        with Image.open(path) as picture:
            assert picture.format == path.suffix[1:].upper()
        if path.suffix == ".gif":
            assert path.stat().st_size < 1_500_000
            continue
        on_first_page = name in (ROOT / "README.md").read_text(encoding="utf-8")
        assert path.stat().st_size < (300_000 if on_first_page else 500_000)
