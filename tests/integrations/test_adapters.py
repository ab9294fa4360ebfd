"""The adapters' own tests, each against the real package in a virtual environment of its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.extras import ADAPTERS

SCRIPT = Path(__file__).parents[2] / "scripts" / "test_adapters.sh"


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", sorted({*ADAPTERS.values(), "trl"}))
def test_an_adapter_works_with_the_real_package(name: str) -> None:
    done = subprocess.run([SCRIPT, name, "--slow"], capture_output=True, text=True)
    if done.returncode == 75:
        pytest.skip(f"scripts/test_adapters.sh can't install {name} here: {done.stderr.strip()[-500:]}")
    # What the tests say comes last: pip's warnings about a mirror may be longer than all that is shown.
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-5000:]
    assert " passed" in done.stdout
