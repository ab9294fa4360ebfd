"""The bench machine as a fixture."""

from __future__ import annotations

import pytest

from tests.simulator.machine._bench import Bench


@pytest.fixture
def bench() -> Bench:
    """A bench machine that has just booted."""
    return Bench(400, 600)
