"""What is said where an adapter's package isn't installed."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app

ADAPTERS = {"mcp": "mcp"}
"""Modules of `crab_gym.integrations` to the package that each adapts."""


def forget(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes an adapter as if it had never been imported, and its package as if it weren't installed."""
    for name in [name for name in sys.modules if name.startswith(f"crab_gym.integrations.{adapter}")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("crab_gym.integrations." + adapter, raising=False)
    monkeypatch.setitem(sys.modules, ADAPTERS[adapter], None)


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_the_extra_is_named(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(adapter, monkeypatch)
    with pytest.raises(ImportError) as caught:
        import_module(f"crab_gym.integrations.{adapter}")
    assert 'pip install "crab-gym[' in str(caught.value)


def test_commands_name_it_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    forget("mcp", monkeypatch)
    result = CliRunner().invoke(app, ["mcp", "--task", "learn.open_app"])
    assert result.exit_code == 2 and 'pip install "crab-gym[mcp]"' in result.output and "Traceback" not in result.output
