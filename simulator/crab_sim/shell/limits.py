"""Limits on the output of one line; `crab_sim.machine.work` limits its work."""

from __future__ import annotations

from typing import Final

MAX_OUTPUT: Final = 1 << 20
"""Maximum bytes of one substitution or variable, and on most machines of one stream or pipe."""
MAX_FIELDS: Final = 20_000
"""Maximum arguments of one command."""
MAX_HISTORY: Final = 500
"""Number of lines in the history."""
