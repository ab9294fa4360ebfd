"""Shared test configuration: the tiers, what tests need, and a deterministic hypothesis profile."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from crab_sim.machine import crashes
from tests import extras

settings.register_profile("crab", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crab")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows of render_mode="human" are shown to nobody


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spares the collector what is loaded to find the tests, and stays: walking through it took a fifth of the time."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "crashes: lets simulated apps crash, which fails other tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the slow tier")
    parser.addoption("--extras", action="store_true", help="fail where a test is skipped for want of anything")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = pytest.mark.skip(reason="slow tier: run with --slow")
    for item in items:
        if "slow" in item.keywords and not config.getoption("--slow"):
            item.add_marker(slow)
        lacking = extras.lacking(*(name for mark in item.iter_markers("extra") for name in mark.args))
        if lacking:
            item.add_marker(pytest.mark.skip(reason=extras.reason(*lacking)))


def _refuse(report: pytest.TestReport | pytest.CollectReport, config: pytest.Config) -> None:
    """Turns a skip into a failure where everything is installed, unless its reason is named."""
    if not (report.skipped and config.getoption("--extras")) or hasattr(report, "wasxfail"):
        return
    why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not extras.is_named(why):
        report.outcome = "failed"
        report.longrepr = f"{why}\nWith --extras no test is skipped but for the reasons that tests/extras.py names."


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse(report, item.config)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.skipped and collector.path.name.startswith("test_") and "unable to import" in str(report.longrepr):
        report.outcome = "failed"  # otherwise its doctests are skipped, and no tests are found in what was imported
        report.longrepr = f"{collector.path} can't be imported; python -c 'import …' says why"
    _refuse(report, collector.config)
    return report


@pytest.fixture(autouse=True)
def _no_app_crashes(request: pytest.FixtureRequest) -> Generator[None]:
    """Fails a test in which a simulated app crashed, unless it has the mark ``crashes``."""
    with crashes.watching() as seen:
        yield
    if seen and request.node.get_closest_marker("crashes") is None:
        pytest.fail("\n".join(f"{crash.app} crashed:\n{crash.traceback}" for crash in seen[:3]))


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
