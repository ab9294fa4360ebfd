"""Shared test configuration: the slow tier and a deterministic hypothesis profile."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from crab_gym.sim.machine import machine

settings.register_profile("crab", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crab")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the slow tier")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = pytest.mark.skip(reason="slow tier: run with --slow")
    interpreted = pytest.mark.skip(reason="patches a module, which compiled code doesn't see")
    compiled = not str(machine.__file__).endswith(".py")
    for item in items:
        if "slow" in item.keywords and not config.getoption("--slow"):
            item.add_marker(slow)
        if "interpreted" in item.keywords and compiled:
            item.add_marker(interpreted)


@pytest.fixture(autouse=True)
def _needs_desktop(request: pytest.FixtureRequest) -> None:
    """Skips a test of the real desktop, with the reason, where the host lacks something; under CI it fails."""
    if request.node.get_closest_marker("desktop") is None:
        return
    from crab_gym.backends.desktop import requirements

    lacking = [f"{row.what} ({row.how})" for row in requirements() if not (row.present or row.only)]
    if lacking:
        message = "the real desktop needs " + "; ".join(lacking)
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
