"""What tests need beyond the default tier, and the only reasons for which `scripts/test.sh --extras` skips a test.

A test that needs a library of an extra, or a program that no box needs, has the mark `extra` with their names. It is
skipped where one is missing. Under `--extras` everything is installed, so that a skip for any other reason than those
of `NAMED` is a failure.
"""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec

__all__ = ["ADAPTERS", "NAMED", "is_named", "lacking", "reason"]

PROGRAMS = {
    "chromedriver": ("chromedriver",),
    "chromium": ("chromium", "google-chrome"),
    "npm": ("npm",),
    "soffice": ("soffice",),
    "tesseract": ("tesseract",),
}
"""Names that stand for programs rather than modules, and the commands of which one must be there."""

ADAPTERS = {
    "cube": "cube",
    "mcp_types": "mcp",
    "openenv": "openenv",
    "inspect_ai": "inspect-ai",
    "skyrl_gym": "skyrl",
    "moviepy": "render",
    "nemo_gym": "nemo-gym",
    "verifiers": "verifiers",
    "verl": "verl",
}
"""Modules of the adapters' packages, and that of Gymnasium's videos, to the names that `scripts/test_adapters.sh`
takes: since their needs don't fit together in one virtual environment, it runs the tests of each in one of its own."""

NAMED = {
    r"scripts/test_adapters\.sh|unable to import module \S*/crab_gym/integrations/": (
        "packages whose needs don't fit together have virtual environments of their own"
    ),
    r"slow tier:": "it takes hours; scripts/test.sh --slow runs it",
    r"snapshots='criu':": "CRIU has no package in Debian 12",
    r"this host|ordinary user|without root": "a limit of the host or the user, which no package lifts",
}
"""Patterns of the reasons for which a test may be skipped even with every extra, and why."""


def lacking(*names: str) -> list[str]:
    """Returns those of some modules and programs that are missing."""
    return [
        name for name in names if not (any(map(shutil.which, PROGRAMS[name])) if name in PROGRAMS else find_spec(name))
    ]


def reason(*names: str) -> str:
    """Returns why a test that needs these modules and programs is skipped."""
    script = "test_adapters.sh" if any(name in ADAPTERS for name in names) else "test.sh --extras"
    return f"needs {', '.join(names)}: scripts/{script}"


def is_named(why: str) -> bool:
    """Returns whether a test may be skipped for a reason even where everything is installed."""
    return any(re.search(pattern, why) for pattern in NAMED)
