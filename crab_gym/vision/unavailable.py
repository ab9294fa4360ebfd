"""The error for missing packages, and the import that raises it."""

from __future__ import annotations

import importlib
from typing import Any

from crab_sim.extras import install_hint

__all__ = ["VisionUnavailable", "need"]


class VisionUnavailable(RuntimeError):
    """A library, a program or a file of weights is missing; the message names it and says how to get it."""


def need(module: str, package: str, extra: str = "") -> Any:
    """Imports a module.

    Args:
        module: Name to import.
        package: Name to install.
        extra: The extra of crab-gym that includes it, if any.

    Raises:
            VisionUnavailable: It isn't installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        how = install_hint(extra) if extra else f"pip install {package}"
        raise VisionUnavailable(f"this needs the package {package} ({error}); {how}") from None
