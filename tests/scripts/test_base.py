"""The base install plays every simulated task: what is imported for them, and what scripts/test_base.sh makes of it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from crab_gym.task import read_index

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SIMULATED = (
    "crab_gym/backends/cloud", "crab_gym/backends/sim", "crab_gym/envs", "crab_gym/evaluation", "crab_gym/task",
    "simulator/crab_sim", "tasks/crab_tasks",
)  # fmt: skip
"""What plays simulated tasks."""
OWN = {"crab_gym", "crab_sim", "crab_tasks"}
OPTIONAL = {
    "simulator/crab_sim/engines/movie_frames.py": {"imageio_ffmpeg"},  # of users' files, not taken without it
    "simulator/crab_sim/shell/python/sandbox.py": {"pydantic_monty"},  # of pydantic-monty-client, which it requires
    "crab_gym/envs/vector/sb3.py": {"stable_baselines3", "sb3_contrib"},  # a trainer's own class
    "crab_gym/envs/window.py": {"pygame"},  # a window for a person
}
"""Files that import other packages, and why no device needs them."""


def distribution(requirement: str) -> str:
    """Returns the normalised name in a requirement."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None
    return re.sub(r"[-_.]+", "-", match[0]).lower()


BASE = {distribution(line) for line in PROJECT["dependencies"]}


def imported(path: Path) -> Iterator[str]:
    """Yields the packages that a file imports at run time."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)]
    skipped = {id(child) for node in typing for part in node.body for child in ast.walk(part)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("folder", SIMULATED)
def test_simulated_tasks_import_what_the_base_install_has(folder: str) -> None:
    known, wrong = packages_distributions(), []
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = str(path.relative_to(ROOT))
        for package in set(imported(path)) - OPTIONAL.get(name, set()):
            if package in OWN | sys.stdlib_module_names:
                continue
            if not {distribution(each) for each in known.get(package, ())} & BASE:
                wrong.append(f"{name} imports {package}")
    assert wrong == []


def test_no_extra_repeats_what_is_always_installed() -> None:
    extras = PROJECT["optional-dependencies"]
    repeated = {name: {distribution(line) for line in lines} & BASE for name, lines in extras.items()}
    assert {name: packages for name, packages in repeated.items() if packages} == {}


def test_benchmarks_say_which_extra_they_need() -> None:
    folder, unsaid, known = ROOT / "benchmarks", [], packages_distributions()
    beside = {path.stem for name in ("benchmarks", "training") for path in (ROOT / name).rglob("*")}
    for path in sorted(folder.rglob("*.py")):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        named = re.findall(r"extra ``([a-z-]+)``", text)
        extras = {distribution(line) for name in named for line in PROJECT["optional-dependencies"][name]}
        said = {package.replace("-", "_") for package in extras | set(re.findall(r"pip install (\w+)", text))}
        if "rl" in named:
            said.add("torch")  # which stable-baselines3 requires
        if "inside the box" in text:
            said.add("gi")  # Debian's
        for package in set(imported(path)) - said - beside - OWN - sys.stdlib_module_names:
            if not {distribution(each) for each in known.get(package, ())} & BASE:
                unsaid.append(f"{path.name} imports {package}")
    assert unsaid == []


def test_the_demo_plays_six_tasks_on_both_devices() -> None:
    index, text = read_index(), (ROOT / "scripts" / "demo.sh").read_text(encoding="utf-8")
    names = [word for word in text.split() if word in index]
    assert len(names) == 6 and {device for name in names for device in index[name].devices} >= {"android", "ubuntu"}
    assert text.count("crab-gym evaluate") == 1 and "--policy oracle --policy random" in text


def test_an_import_of_an_optional_package_is_no_fallback(tmp_path: Path) -> None:
    """The hook of scripts/test_base.sh: an ``except ImportError`` of our own doesn't hide that a package is missing."""
    (tmp_path / "library.py").write_text("try:\n    import no_such_module\nexcept ImportError:\n    print('without')\n")
    for package in ("crab_gym", "crab_sim"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("")
        (tmp_path / package / "sly.py").write_text((tmp_path / "library.py").read_text())
    (tmp_path / "crab_gym" / "slier.py").write_text(
        "from importlib import import_module\ntry:\n    import_module('no_such_module')\n"
        "except ImportError:\n    pass\n"
    )
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); from optional_imports import refuse; refuse();"

    def run(module: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", f"{code} import {module}"]
        return subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, check=False)

    assert run("library").stdout == "without\n"
    for module in ("crab_gym.sly", "crab_sim.sly", "crab_gym.slier"):
        done = run(module)
        assert done.returncode == 1
        assert f"OptionalImport: {module} imports no_such_module, which the base install lacks" in done.stderr
