"""Lists the licences of the packages that crab-gym installs, in docs/licences.md.

python scripts/licences.py            # prints the table
python scripts/licences.py --write    # puts it into docs/licences.md

The direct requirements come from pyproject.toml; versions and licences from the metadata of the packages that are
installed. Those that aren't keep the row that the page has.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "licences.md"
HEAD = "| package | needed by | version looked at | licence |"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_PREFIX = "License :: OSI Approved :: "
_LONGEST = 120
"""Number of characters of a licence's name that are shown; some packages have the licence itself in its place."""


class Row(NamedTuple):
    """A line of the table."""

    package: str
    parts: str
    version: str
    licence: str

    def __str__(self) -> str:
        return f"| `{self.package}` | {self.parts} | {self.version} | {self.licence} |"


def direct_requirements() -> dict[str, list[str]]:
    """Returns the packages in pyproject.toml, each with the extras that need it; ``"crab-gym"`` for itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = {"crab-gym": project["dependencies"], **project["optional-dependencies"]}
    found: dict[str, list[str]] = {}
    for part, lines in groups.items():
        for line in lines:
            match = _NAME.match(line)
            if match and match[0] != "crab-gym":
                found.setdefault(match[0].lower(), []).append(part)
    return dict(sorted(found.items()))


def licence_of(package: str) -> tuple[str, str] | None:
    """Returns an installed package's version and licence; None if it isn't installed."""
    try:
        known = metadata(package)
    except PackageNotFoundError:
        return None
    classified = [line.removeprefix(_PREFIX) for line in known.get_all("Classifier") or () if line.startswith(_PREFIX)]
    written = [*(known.get_all("License-Expression") or ()), *(known.get_all("License") or ()), ""]
    named = written[0].strip().partition("\n")[0]
    return known["Version"].partition("+")[0], named[:_LONGEST] or ", ".join(classified) or "its metadata states none"


def listed() -> dict[str, Row]:
    """Returns the rows of the page, by package."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    rows = [line.strip("| \n").split(" | ") for line in text.partition(HEAD)[2].splitlines() if line.startswith("| `")]
    return {
        cells[0].strip("`"): Row(cells[0].strip("`"), *cells[1:]) for cells in rows if len(cells) == len(Row._fields)
    }


def table() -> str:
    """Returns the table."""
    known, rows = listed(), []
    for package, parts in direct_requirements().items():
        found, before = licence_of(package), known.get(package)
        version, licence = found or ((before.version, before.licence) if before else ("–", "not looked at"))
        names = ", ".join("always" if part == "crab-gym" else f"`{part}`" for part in parts)
        rows.append(Row(package, names, version, licence.replace("|", "/")))
    return "\n".join([HEAD, "|---|---|---|---|", *map(str, rows)]) + "\n"


def main() -> None:
    """Prints the table, or writes it."""
    if "--write" in sys.argv[1:]:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text.partition(HEAD)[0] + table(), encoding="utf-8")
    else:
        print(table(), end="")


if __name__ == "__main__":
    main()
