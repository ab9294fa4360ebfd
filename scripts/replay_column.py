"""The column of docs/task_list.md that has the share of blind replays between seeds.

crab-gym verify "ubuntu.*" "android.*" "cross.*" "learn.*" --check replay --out findings.jsonl
python scripts/replay_column.py findings.jsonl
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "task_list.md"


def with_column(page: str, shares: Mapping[str, float]) -> str:
    """Returns the page with the shares of some tasks, in %; the other rows stay as they are.

    Args:
        page: The page.
        shares: Task to the share of the replays between its seeds that succeed.
    """
    lines = page.split("\n")
    for i, line in enumerate(lines):
        cells = line.split(" | ")
        name = cells[0].strip("|` ")
        if name in shares:
            lines[i] = " | ".join([*cells[:-1], f"{100 * shares[name]:.0f} % |"])
    return "\n".join(lines)


def main() -> None:
    """Writes the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("findings", type=Path, help="what `crab-gym verify --check replay --out` wrote")
    findings = map(json.loads, parser.parse_args().findings.read_text(encoding="utf-8").splitlines())
    shares = {found["task"]: found["shares"]["replay"] for found in findings if "replay" in found["shares"]}
    PAGE.write_text(with_column(PAGE.read_text(encoding="utf-8"), shares), encoding="utf-8")


if __name__ == "__main__":
    main()
