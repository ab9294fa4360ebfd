"""The functions of formulas, by theme.

* `SCALARS`, `RANGED` - all of them by name, but for those that the evaluator computes itself, since they leave
  arguments out: IF, IFERROR, IFNA, IFS, CHOOSE, SWITCH.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from crab_sim.documents.formulas.functions.dates import DATES, DATES_OF_NOW
from crab_sim.documents.formulas.functions.information import INFORMATION, INFORMATION_OF_RANGES
from crab_sim.documents.formulas.functions.kinds import Ranged, Scalar
from crab_sim.documents.formulas.functions.lookup import LOOKUP
from crab_sim.documents.formulas.functions.mathematics import MATHEMATICS, MATHEMATICS_OF_RANGES
from crab_sim.documents.formulas.functions.statistics import STATISTICS
from crab_sim.documents.formulas.functions.texts import TEXTS, TEXTS_OF_RANGES

__all__ = ["LAZY", "NAMES", "RANGED", "SCALARS", "VOLATILE"]

SCALARS: Mapping[str, Scalar] = {**MATHEMATICS, **TEXTS, **DATES, **INFORMATION}
RANGED: Mapping[str, Ranged] = {
    **MATHEMATICS_OF_RANGES, **STATISTICS, **LOOKUP, **TEXTS_OF_RANGES, **DATES_OF_NOW, **INFORMATION_OF_RANGES,
}  # fmt: skip
LAZY: Final = ("CHOOSE", "IF", "IFERROR", "IFNA", "IFS", "SWITCH")
"""The functions that compute only some of their arguments."""
NAMES: Final = tuple(sorted([*SCALARS, *RANGED, *LAZY]))
"""The names of all functions."""
VOLATILE: Final = frozenset({"NOW", "OFFSET", "RAND", "RANDBETWEEN", "SUBTOTAL", "TODAY"})
"""Functions whose value may change without a change of their arguments."""
