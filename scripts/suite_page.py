"""Table of the composed suite, as in docs/crab_suite.md.

python scripts/suite_page.py            # prints it
python scripts/suite_page.py --write    # puts it into the page
"""

from __future__ import annotations

import argparse
from pathlib import Path

from crab_gym.task import ComposedTask, load, read_index

PAGE = Path(__file__).parent.parent / "docs" / "crab_suite.md"


def table() -> str:
    """Returns a Markdown table with one row per task of the suite."""
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


def main() -> None:
    """Prints the table or writes it into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="put it into docs/crab_suite.md")
    if parser.parse_args().write:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text[: text.index("| id |")] + table(), encoding="utf-8")
    else:
        print(table(), end="")


if __name__ == "__main__":
    main()
