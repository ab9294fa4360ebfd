"""What is said where an adapter's package isn't installed."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app

ADAPTERS = {
    "cube": "cube", "inspect_ai": "inspect_ai", "mcp": "mcp", "minari": "minari", "openenv": "openenv",
    "skyrl": "skyrl_gym", "verifiers": "verifiers",
}  # fmt: skip
"""Modules of `crab_gym.integrations` to the package that each adapts."""


def forget(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes an adapter as if it had never been imported, and its package as if it weren't installed."""
    for name in [name for name in sys.modules if name.startswith(f"crab_gym.integrations.{adapter}")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(f"crab_gym.integrations.{adapter}", raising=False)
    package = ADAPTERS[adapter]
    for name in [name for name in sys.modules if name.startswith(f"{package}.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_the_extra_is_named(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(adapter, monkeypatch)
    with pytest.raises(ImportError) as caught:
        import_module(f"crab_gym.integrations.{adapter}")
    assert 'pip install ".[' in str(caught.value)


def test_commands_name_it_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (["mcp", "learn.open_app"], ["openenv", "learn.*"], ["minari", "learn.*"]):
        forget(command[0], monkeypatch)
        result = CliRunner().invoke(app, command)
        assert result.exit_code == 2 and f'pip install ".[{command[0]}]"' in result.output
        assert "Traceback" not in result.output
