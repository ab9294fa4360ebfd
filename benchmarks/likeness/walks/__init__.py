"""The walks, chosen from a user's everyday actions before the simulated apps were tuned to them.

* `steps` - keys, clicks on labels, waiting. `basic`, `office`, `media`, `tools` - the walks by theme.
"""

from __future__ import annotations

from typing import Final

from walks import basic, media, office, tools
from walks.steps import Walk

__all__ = ["WALKS", "Walk"]

WALKS: Final = (*basic.WALKS, *office.WALKS, *media.WALKS, *tools.WALKS)
"""All walks; each app has one that is held out."""
