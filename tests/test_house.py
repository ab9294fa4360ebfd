"""The shape of the source tree: sizes of files and folders, the direction of imports, the rooms that the docs name."""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Iterator, Set
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {
    "crab_sim": ROOT / "simulator" / "crab_sim",
    "crab_gym": ROOT / "crab_gym",
    "crab_tasks": ROOT / "tasks" / "crab_tasks",
}
FOLDERS = [ROOT / name for name in ("crab_gym", "simulator", "tasks", "tests", "training", "benchmarks", "scripts")]
CODE = {".py", ".js", ".css", ".c", ".sh"}
LAYERS = {
    "crab_sim": (
        ("extras", "fast", "suggestions", "devices"),
        ("web", "documents"),
        ("content", "draw", "files", "language", "machine", "ui"),
        ("engines",),
        ("shell",),
        ("desktop", "phone"),
        ("adbd",),
    ),
    "crab_gym": (
        ("forwarding",),
        ("backends",),
        ("evaluation", "task", "vision"),
        ("envs",),
        ("wrappers", "agents", "policies"),
        ("records",),
        ("rollout",),
        ("results",),
        ("experiments", "integrations", "play"),
        ("cli",),
    ),
}
"""Rows of subpackages; each may import from its own row and those above it."""
MAY_IMPORT = {"crab_sim": set(), "crab_gym": {"crab_sim", "crab_tasks"}, "crab_tasks": {"crab_gym", "crab_sim"}}
GROUND = ("devices", "documents", "extras", "fast", "suggestions", "web")
"""Subpackages of crab_sim that real devices and tasks share."""

CIRCLES = {
    # An app's handlers change the machine that has the app; a command of a host asks the host.
    ("crab_sim.machine.app", "crab_sim.machine.machine"),
    ("crab_sim.desktop.gsettings", "crab_sim.desktop.host"),
    ("crab_sim.phone.android.host", "crab_sim.phone.android.device"),
}
"""Imports for types only, of modules that import the importing one."""


Function = ast.FunctionDef | ast.AsyncFunctionDef


def files(suffixes: set[str]) -> list[Path]:
    """Returns the files of code, without those that tools and tests have made."""
    found = [path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in suffixes]
    return sorted(path for path in found if "__pycache__" not in path.parts)


@cache
def parsed(path: Path) -> ast.Module:
    """Returns the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def _few_collections() -> Iterator[None]:
    """Keeps the collector of garbage from walking through the trees: millions of objects, and most of the time.

    At the end they are forgotten, for the sake of the tests that follow.
    """
    gc.disable()
    yield
    parsed.cache_clear()
    gc.enable()


def modules(package: str) -> Iterator[tuple[str, ast.Module]]:
    """Yields the names of a package's modules and their trees."""
    for path in sorted(SOURCES[package].rglob("*.py")):
        parts = path.relative_to(SOURCES[package].parent).with_suffix("").parts
        yield ".".join(parts).removesuffix(".__init__"), parsed(path)


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields the statements of a tree, at every depth, without their expressions, which are nearly all of its nodes."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        found = getattr(tree, name, None)
        if isinstance(found, list):
            for node in found:
                yield node
                yield from statements(node)


def imports(tree: ast.Module) -> Iterator[str]:
    """Yields the modules that a module imports, wherever in it."""
    for node in statements(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_no_file_is_long_and_most_are_short() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files(CODE)}
    assert {str(path.relative_to(ROOT)): length for path, length in lengths.items() if length > 500} == {}
    ours = [length for path, length in lengths.items() if path.suffix == ".py" and path.parts[-2] != "tests"]
    assert median(ours) <= 180


def test_no_function_is_long() -> None:
    long = []
    for path in files({".py"}):
        for node in statements(parsed(path)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno is not None:
                if node.end_lineno - node.lineno + 1 > 80:
                    long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    assert long == []


@pytest.mark.parametrize("package", LAYERS)
def test_imports_run_one_way(package: str) -> None:
    row = {name: index for index, names in enumerate(LAYERS[package]) for name in names}
    names = {path.stem for path in SOURCES[package].iterdir() if list(path.glob("*.py")) or path.suffix == ".py"}
    assert names - {"__init__", "__main__"} == set(row)
    upward = set()
    for name, tree in modules(package):
        own = name.split(".")[1] if "." in name else ""
        for imported in imports(tree):
            root, _, rest = imported.partition(".")
            other = rest.partition(".")[0]
            if root == package and own in row and other in row and row[other] > row[own]:
                upward.add(f"{name} imports {imported}")
    assert upward == set()


@pytest.mark.parametrize("package", SOURCES)
def test_packages_import_those_below_them(package: str) -> None:
    for name, tree in modules(package):
        others = {imported.partition(".")[0] for imported in imports(tree)} & SOURCES.keys() - {package}
        assert others <= MAY_IMPORT[package], name
        if package == "crab_gym":  # it loads tasks when it makes environments, or lists and verifies them
            assert "crab_tasks" not in others or name.startswith(("crab_gym.task", "crab_gym.experiments")), name


def test_no_modules_import_each_other() -> None:
    trees = {**dict(modules("crab_sim")), **dict(modules("crab_gym"))}
    graph: dict[str, set[str]] = {name: set() for name in trees}
    for name, tree in trees.items():
        folder = SOURCES[name.partition(".")[0]].parent / name.replace(".", "/")
        outer = name.split(".") if folder.is_dir() else name.split(".")[:-1]
        for statement in tree.body:
            for node in statement.body if isinstance(statement, ast.If) else [statement]:
                if isinstance(node, ast.ImportFrom):
                    package = outer[: len(outer) - node.level + 1] if node.level else []
                    source = ".".join([*package, *([node.module] if node.module else [])])
                    found = {f"{source}.{alias.name}" for alias in node.names}
                    graph[name] |= {one if one in trees else source for one in found} & trees.keys()
    for importing, imported in CIRCLES:
        graph[importing].remove(imported)
    order = TopologicalSorter({name: others - {name} for name, others in graph.items()})
    order.prepare()  # CycleError names the modules


@pytest.mark.parametrize(
    "package", ["crab_gym.backends.adb", "crab_gym.backends.desktop", "crab_gym.backends.remote", "crab_tasks"]
)
def test_real_devices_and_tasks_know_nothing_of_the_simulator(package: str) -> None:
    seen = {
        f"{name} imports {imported}"
        for name, tree in modules(package.partition(".")[0])
        if f"{name}.".startswith(f"{package}.")
        for imported in imports(tree)
        if imported.startswith("crab_sim") and imported.split(".")[1] not in GROUND
    }
    assert seen == set()


def test_the_facts_that_devices_share_import_nothing_but_suggestions() -> None:
    allowed = ("crab_sim.devices", "crab_sim.suggestions")
    for name, tree in modules("crab_sim"):
        if name.startswith("crab_sim.devices"):
            outside = [one for one in imports(tree) if one.startswith("crab_sim.") and not one.startswith(allowed)]
            assert outside == [], name


def test_docstrings_of_modules_open_with_a_noun_or_a_sentence() -> None:
    opening = re.compile(r"(What|Where|How|From|When|Which|Who|Why)\b")
    trees = [one for package in SOURCES for one in modules(package)]
    assert [name for name, tree in trees if not ast.get_docstring(tree)] == []
    assert [name for name, tree in trees if opening.match(ast.get_docstring(tree) or "")] == []


def parameters(function: Function) -> list[str]:
    """Returns the names of a function's parameters that its docstring has to explain."""
    found = function.args
    positional = [one.arg for one in (*found.posonlyargs, *found.args)]
    given = (("self",), ("cls",), ("state", "answer"), ("state",))  # the latter two by the protocol of evaluators
    own = next((positional[len(names) :] for names in given if positional[: len(names)] == list(names)), positional)
    starred = [one.arg for one in (found.vararg, found.kwarg) if one is not None]
    return [*own, *[one.arg for one in found.kwonlyargs], *starred]


def classes(tree: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef]:
    """Yields the classes of a module, and those inside them."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node
            yield from classes(node)


def unexplained(node: ast.Module | ast.ClassDef, inherited: Set[str]) -> list[Function]:
    """Returns the public functions of a module or class whose docstring should have arguments."""
    return [
        one
        for one in node.body
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))
        and one.name[0] != "_"
        and len(parameters(one)) > 3
        and "Args:" not in (ast.get_docstring(one, clean=False) or "Args:")
        and one.name not in inherited
        and not any(".command(" in ast.unparse(decorator) for decorator in one.decorator_list)
    ]


def test_docstrings_explain_more_than_three_parameters() -> None:
    trees = {path: parsed(path) for path in files({".py"}) if "tests" not in path.relative_to(ROOT).parts}
    found = [(path, node) for path, tree in trees.items() for node in classes(tree)]
    explained: dict[str, set[str]] = {}  # by class: the methods whose docstring has arguments
    bases: dict[str, set[str]] = {}  # classes of the same name count as one
    for _, node in found:
        methods = [one for one in node.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
        own = {one.name for one in methods if "Args:" in (ast.get_docstring(one, clean=False) or "")}
        explained.setdefault(node.name, set()).update(own)
        above = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
        bases.setdefault(node.name, set()).update(above - {node.name})

    @cache
    def inherited(name: str) -> frozenset[str]:
        return frozenset().union(*[explained.get(base, set()) | inherited(base) for base in bases.get(name, ())])

    missing = [(path, one) for path, tree in trees.items() for one in unexplained(tree, set())]
    missing += [(path, one) for path, node in found for one in unexplained(node, inherited(node.name))]
    assert [f"{path.relative_to(ROOT)}:{one.lineno} {one.name}" for path, one in missing] == []


def test_what_a_module_lists_first_is_exported() -> None:
    missing = []
    for package in SOURCES:
        for name, tree in modules(package):
            listed = re.findall(r"^\* ((?:`\w+`(?:, | and )?)+) -", ast.get_docstring(tree) or "", re.MULTILINE)
            values = {ast.unparse(one.targets[0]): one.value for one in tree.body if isinstance(one, ast.Assign)}
            exported = values.get("__all__")
            if isinstance(exported, (ast.List, ast.Tuple)):
                known = {one.value for one in exported.elts if isinstance(one, ast.Constant)}
                defined = {one.name for one in tree.body if isinstance(one, (ast.FunctionDef, ast.ClassDef))}
                defined |= {ast.unparse(one.target) for one in tree.body if isinstance(one, ast.AnnAssign)}
                defined |= values.keys()
                missing += [(name, one) for one in defined & set(re.findall(r"\w+", " ".join(listed))) - known]
    assert missing == []


def test_the_architecture_names_files_that_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:crab_gym|simulator|tasks|tests|docs|training|benchmarks|scripts)/[\w./-]+)`", text))
    assert len(named) >= 40
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    answers = re.findall(r"^\d+\. .*[.?] `([\w./-]+)`$", text.partition("## Where is …?")[2], re.MULTILINE)
    assert len(set(answers)) == 40 and all((ROOT / name).is_file() for name in answers)


@pytest.mark.parametrize(
    ("package", "page"), [("crab_sim", "simulator/README.md"), ("crab_gym", "docs/architecture.md")]
)
def test_the_maps_have_every_room(package: str, page: str) -> None:
    cells = re.findall(r"^\| (`[^|]+) \|", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    named = {name.rstrip("/").removesuffix(".py") for cell in cells for name in re.findall(r"`([\w./]+)`", cell)}
    rooms = {name for row in LAYERS[package] for name in row}
    assert named - SOURCES.keys() == rooms - {"forwarding"}  # which goes with the next release
