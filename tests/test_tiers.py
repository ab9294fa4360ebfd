"""Which tests are skipped, and for which reasons that is a failure where every extra is installed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest

@pytest.mark.extra("json", "no_such_module")
def test_lacking(): assert False

@pytest.mark.extra("json")
def test_there(): pass

@pytest.mark.skip(reason="slow tier: run with --slow")
def test_named(): assert False

@pytest.mark.skip(reason="it rains")
def test_unnamed(): assert False

@pytest.mark.xfail(strict=True)
def test_expected_failure(): assert False
"""
MODULE = """
import pytest

pytest.importorskip("no_such_module", reason="needs a module")
"""


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    (tmp_path / "test_tests.py").write_text(TESTS)
    (tmp_path / "test_module.py").write_text(MODULE)

    def run(*options: str) -> str:
        command = [sys.executable, "-m", "pytest", "-c", "/dev/null", "-p", "tests.conftest", "-p", "no:cacheprovider"]
        command += ["--rootdir", str(tmp_path), "-q", "-rA", "-W", "ignore", "--continue-on-collection-errors"]
        return subprocess.run([*command, *options, str(tmp_path)], cwd=ROOT, capture_output=True, text=True).stdout

    return run


def test_without_extras_tests_that_need_one_are_skipped(run: Callable[..., str]) -> None:
    said = run()
    assert "needs no_such_module: scripts/test.sh --extras" in said
    assert "1 passed, 4 skipped, 1 xfailed" in said


def test_with_extras_only_named_reasons_are_accepted(run: Callable[..., str]) -> None:
    said = run("--extras")
    # Where CI is set, pytest gives the reasons behind the names.
    ended = set(re.findall(r"^ERROR \S*?(test_\w+\.py(?:::\w+)?)", said, re.MULTILINE))
    assert ended == {"test_module.py", "test_tests.py::test_lacking", "test_tests.py::test_unnamed"}
    assert "1 passed, 1 skipped, 1 xfailed, 3 errors" in said
