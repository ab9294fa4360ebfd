"""Tables of the suites, as at the end of docs/crab_suite.md and docs/long.md.

python scripts/suite_page.py crab              # prints the table of a suite
python scripts/suite_page.py crab --write      # puts it at the end of the suite's page
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path

from crab_gym.task import ComposedTask, load, read_index

DOCS = Path(__file__).parent.parent / "docs"


def crab_table() -> str:
    """Returns a Markdown table with one row per task of the composed suite."""
    rows = ["| id | split | sub-tasks, and which feeds which | goal with the default parameters |", "|---|---|---|---|"]
    for name, info in read_index().items():
        if info.platform == "crab":
            task = load(name)
            assert isinstance(task, ComposedTask)
            rows.append(f"| `{name}` | {info.split} | {_parts(task)} | {task.description} |")
    return "\n".join(rows) + "\n"


def _parts(task: ComposedTask) -> str:
    parts = "; ".join(f"{index} `{part.subtask.name}`" for index, part in enumerate(task.composition.parts))
    edges = ", ".join(f"{edge.producer}→{edge.consumer}" for edge in task.composition.edges)
    return f"{parts}: {edges}" if edges else parts


def android_world_table() -> str:
    """Returns a Markdown table with one row per task of AndroidWorld: ours, and how it differs."""
    from crab_tasks.android_world.published import published_tasks

    rows = ["| id | AndroidWorld's task | steps | goal | changed |", "|---|---|---|---|---|"]
    changes, index = _changes(), read_index()
    for published in published_tasks().values():
        name = f"android_world.{published.id}"
        if name in index:
            steps = f"{index[name].oracle_steps} of {index[name].step_limit}"
            goal = load(name).description.replace("|", "\\|").replace("\n", " ")
            rows.append(f"| `{published.id}` | {published.published} | {steps} | {goal} | {changes[name]} |")
    return "\n".join(rows) + "\n"


def _changes() -> Mapping[str, str]:
    """Returns a sentence per task of the suite android_world: how it differs from the published one."""
    import crab_tasks.android_world as suite

    changes: dict[str, str] = {}
    for found in pkgutil.walk_packages(suite.__path__, f"{suite.__name__}."):
        changes |= getattr(importlib.import_module(found.name), "CHANGES", {})
    return changes


def miniwob_table() -> str:
    """Returns a Markdown table with one row per family of small pages."""
    rows = ["| id | goal with the default parameters | checkpoints | oracle's steps | |", "|---|---|---:|---:|---|"]
    for name, info in read_index().items():
        if info.platform == "miniwob":
            task = load(name)
            goal = task.goal(task.defaults())
            marks = [mark for mark, tag in (("62", "miniwob_subset"), ("ours", "ours")) if tag in info.tags]
            rows.append(f"| `{name}` | {goal} | {info.checkpoints} | {info.oracle_steps} | {', '.join(marks)} |")
    return "\n".join(rows) + "\n"


def long_table() -> str:
    """Returns a Markdown table with one row per long task."""
    rows = ["| id | checkpoints | apps | oracle's steps | words of the goal |", "|---|---:|---:|---:|---:|"]
    for name, info in read_index().items():
        if info.platform == "long":
            task = load(name)
            apps = {(node.device, node.app) for node in task.graph(task.defaults()) if node.device != "root"}
            words = len(task.description.split())
            rows.append(f"| `{name}` | {info.checkpoints} | {len(apps)} | {info.oracle_steps} | {words} |")
    return "\n".join(rows) + "\n"


TABLES: Mapping[str, tuple[Path, Callable[[], str]]] = {
    "crab": (DOCS / "crab_suite.md", crab_table),
    "android_world": (DOCS / "androidworld.md", android_world_table),
    "miniwob": (DOCS / "miniwob.md", miniwob_table),
    "long": (DOCS / "long.md", long_table),
}
"""The page and the table of each suite. A page ends with its table, which begins with ``| id |``."""


def main() -> None:
    """Prints a table or writes it into its page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("suite", choices=TABLES)
    parser.add_argument("--write", action="store_true", help="put it at the end of the suite's page")
    options = parser.parse_args()
    page, table = TABLES[options.suite]
    if options.write:
        text = page.read_text(encoding="utf-8")
        page.write_text(text[: text.index("| id |")] + table(), encoding="utf-8")
    else:
        print(table(), end="")


if __name__ == "__main__":
    main()
