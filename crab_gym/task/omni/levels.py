"""Levels of complexity, and OmniEval's ten capabilities (OmniBench Tables 2 and 11).

* `Level` - bounds on the five dimensions.
* `CAPABILITIES` - the capabilities by name, as the paper's table has them.
* `DISAMBIGUATED` - the same, where the paper's table gives two capabilities the same bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crab_gym.evaluation.complexity import DIMENSIONS, LEVELS, Complexity
from crab_sim.suggestions import unknown

__all__ = ["CAPABILITIES", "DISAMBIGUATED", "TITLES", "Level", "level_code"]


def level_code(complexity: Complexity) -> str:
    """Returns the levels as a digit per dimension, 0 for easy to 2 for hard, in the order of `DIMENSIONS`."""
    levels = complexity.levels
    return "".join(str(LEVELS.index(levels[name])) for name in DIMENSIONS)


@dataclass(frozen=True, slots=True)
class Level:
    """The levels that tasks must have.

    Attributes:
        bounds: Dimension to ``"easy"``, ``"medium"`` or ``"hard"``; dimensions that aren't named are free.

    Raises:
        ValueError: A dimension or a level is unknown.

    Example:
        >>> Level({"dependency": "hard"}).accepts("22100"), Level().accepts("00000")
        (True, True)
    """

    bounds: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Checks the names."""
        for dimension, level in self.bounds.items():
            if dimension not in DIMENSIONS:
                unknown("dimension of complexity", dimension, DIMENSIONS)
            if level not in LEVELS:
                unknown(f"level of {dimension}", level, LEVELS)

    def accepts(self, code: str) -> bool:
        """Returns whether a task with these levels is meant; see `level_code`."""
        places = tuple(DIMENSIONS)
        return all(code[places.index(name)] == str(LEVELS.index(level)) for name, level in self.bounds.items())


def _hard(*dimensions: str) -> Level:
    return Level(dict.fromkeys(dimensions, "hard"))


CAPABILITIES: Mapping[str, Level] = {
    "parallel_planning": _hard("dependency", "branch"),
    "long_range_planning": _hard("dependency", "hierarchy"),
    "long_sequence_reasoning": _hard("instruction", "hierarchy"),
    "long_instruction_following": _hard("hierarchy", "branch"),
    "sequential_decision_making": _hard("hierarchy", "branch"),
    "cross_domain_decision_making": _hard("branch", "knowledge"),
    "subtask_identification": _hard("dependency", "instruction"),
    "dependency_identification": _hard("dependency", "instruction"),
    "cross_domain_knowledge": _hard("instruction", "knowledge"),
    "domain_specific_knowledge": _hard("instruction", "knowledge"),
}
"""The bounds of each capability (Table 11). Capabilities with the same bounds have different samples of tasks."""

DISAMBIGUATED: Mapping[str, Level] = {
    **CAPABILITIES,
    "long_instruction_following": _hard("instruction", "branch"),
    "domain_specific_knowledge": Level({"instruction": "hard", "knowledge": "easy"}),
}
"""The same, with bounds of their own for two of those that share theirs in the paper's table."""

TITLES: Mapping[str, str] = {
    "parallel_planning": "parallel planning",
    "long_range_planning": "long-range planning",
    "long_sequence_reasoning": "long-sequence reasoning",
    "long_instruction_following": "long instruction following",
    "sequential_decision_making": "sequential decision-making",
    "cross_domain_decision_making": "cross-domain decision-making",
    "subtask_identification": "subtask identification",
    "dependency_identification": "dependency identification",
    "cross_domain_knowledge": "cross-domain knowledge",
    "domain_specific_knowledge": "domain-specific knowledge",
}
"""The capabilities' names as tables show them."""
