from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from crab_gym.task import Task
from crab_gym.task.definition_source import SourceName, definition_source

PAGE = "    yield from ()\n"
KIT = {
    "compare.py": "def digits(text):\n    return text\n",
    "app.py": (
        "from functools import lru_cache\nfrom PACKAGE.compare import digits\nLIMIT = 3\nOTHER = 4\n"
        "def holds(state):\n    '''Holds.'''\n    return LIMIT == digits(3)\n"
        "@lru_cache\ndef plant(phone):\n    OTHER = 5\n    return OTHER\n"
        f"def open_page(look):\n{PAGE}"
    ),
    "task.py": (
        "from crab_gym.evaluation import Checkpoint, check\nfrom crab_gym.task import Task\nfrom PACKAGE import app\n"
        "from PACKAGE.app import holds, open_page\n"
        "def checkpoints(params):\n    return [\n"
        "        Checkpoint(id='one', device='android', app='', evaluator=check(holds)),\n    ]\n"
        "def setup(devices, params, rng):\n    app.plant(devices)\n"
        f"def solve(params, look):\n{PAGE}"
        "TASK = Task(name='learn.one', description='Do it.', devices=('android',), checkpoints=checkpoints,\n"
        "    setup=setup, oracle={'one': solve}, near_misses={'other': open_page})\n"
    ),
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a new package's folder, which can be imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    definition_source.cache_clear()
    yield str(tmp_path)
    for name in [name for name in sys.modules if name.startswith("made_")]:
        del sys.modules[name]


def made(folder: str, name: str, files: Mapping[str, str] = KIT) -> Task:
    """Returns the task of a new package."""
    root = Path(folder) / name
    root.mkdir()
    (root / "__init__.py").touch()
    for path, text in files.items():
        (root / path).write_text(text.replace("PACKAGE", name))
    importlib.invalidate_caches()
    task = importlib.import_module(f"{name}.task").TASK
    assert isinstance(task, Task)
    return task


def changed(path: str, old: str, new: str) -> dict[str, str]:
    assert old in KIT[path]
    return {**KIT, path: KIT[path].replace(old, new)}


def test_the_source_has_all_that_the_task_uses_and_no_oracle(package: str) -> None:
    made(package, "made_source")
    source = definition_source(frozenset({SourceName("made_source.task", "TASK")}))
    for part in (
        "def checkpoints",
        "def setup",
        "def holds",
        "lru_cache\ndef plant",
        "LIMIT = 3",
        "def digits",
        "Do it",
    ):
        assert part in source
    for part in ("def solve", "def open_page", "OTHER = 4", "import", "near_misses"):
        assert part not in source


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("compare.py", "return text", "return str(text)"), ("app.py", "LIMIT = 3", "LIMIT = 4"),
        ("app.py", "OTHER = 5", "OTHER = 6"), ("task.py", "Do it.", "Do that."),
        ("task.py", "id='one'", "id='two'"),
    ],
)  # fmt: skip
def test_the_hash_changes_with_what_the_task_uses(package: str, path: str, old: str, new: str) -> None:
    before, after = made(package, "made_a"), made(package, "made_b", changed(path, old, new))
    assert before.definition_hash() != after.definition_hash()


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("app.py", PAGE, "    return\n"), ("app.py", "OTHER = 4", "OTHER = 7"), ("task.py", PAGE, "    return\n"),
        ("task.py", "{'other': open_page}", "{}"), ("app.py", "Holds.", "Is there."),
        ("compare.py", "def", "UNUSED = 1\ndef"),
    ],
)  # fmt: skip
def test_the_hash_stays_with_other_changes(package: str, path: str, old: str, new: str) -> None:
    before, after = made(package, "made_a"), made(package, "made_b", changed(path, old, new))
    assert before.definition_hash() == after.definition_hash()
