"""Finds the extras that can't be installed together: resolves all pairs with uv, which installs nothing.

python scripts/extra_pairs.py    # exit code 1 where they aren't those of crab_gym.cli.doctor.CONFLICTS

It needs uv (pip install uv) and an index of packages. Many extras are resolved at once: what fits together as a whole
fits in pairs. Python 3.12 is meant, since some frameworks don't run on 3.11.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from crab_gym.cli.doctor import CONFLICTS

ROOT = Path(__file__).parent.parent


def extras() -> list[str]:
    """Returns the extras, without those that only include others."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return [name for name, lines in found.items() if len(lines) > 1 or not lines[0].startswith("crab-gym[")]


def resolves(names: Sequence[str]) -> bool:
    """Returns whether versions of all packages that some extras need fit together."""
    options = [word for name in names for word in ("--extra", name)]
    command = ["uv", "pip", "compile", "--quiet", "--python-version", "3.12", str(ROOT / "pyproject.toml"), *options]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def conflicts(these: Sequence[str], those: Sequence[str]) -> list[tuple[str, str]]:
    """Returns the pairs of an extra of these and one of those that don't resolve."""
    if not these or not those or resolves([*these, *those]):
        return []
    if len(these) == len(those) == 1:
        return [(these[0], those[0])]
    longer, other = sorted((these, those), key=len, reverse=True)
    half = len(longer) // 2
    return conflicts(longer[:half], other) + conflicts(longer[half:], other)


def all_conflicts(names: Sequence[str]) -> list[tuple[str, str]]:
    """Returns the pairs that don't resolve."""
    if len(names) < 2 or resolves(names):
        return []
    half = len(names) // 2
    return all_conflicts(names[:half]) + all_conflicts(names[half:]) + conflicts(names[:half], names[half:])


def main() -> int:
    """Prints the pairs and where the list differs; returns the exit code."""
    names = extras()
    alone = [name for name in names if not resolves([name])]
    found = {frozenset(pair) for pair in all_conflicts([name for name in names if name not in alone])}
    for name in alone:
        print(f"{name}: doesn't resolve by itself")
    for pair in sorted(map(sorted, found)):
        print(f"{pair[0]}, {pair[1]}: can't be installed together")
    for pair in sorted(map(sorted, found ^ set(CONFLICTS))):
        print(f"{pair[0]}, {pair[1]}: {'not yet' if frozenset(pair) in found else 'wrongly'} in CONFLICTS")
    print(f"{len(names)} extras, {len(found)} conflicts")
    return int(bool(alone) or found != set(CONFLICTS))


if __name__ == "__main__":
    sys.exit(main())
