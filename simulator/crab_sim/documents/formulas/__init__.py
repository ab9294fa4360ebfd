"""Formulas as LibreOffice Calc has them: their values, also after other cells have changed.

* `recomputed` - a cell's value after others have changed: whether a formula is what it was to be shows by that.
"""

from __future__ import annotations

from crab_sim.documents.formulas.recomputation import recomputed

__all__ = ["recomputed"]
