"""Task graphs, their evaluation, and the metrics of episodes."""

from __future__ import annotations

from crab_gym.evaluation.checks import Check, Evaluator, check, check_answer
from crab_gym.evaluation.coherence import (
    LogicalConsistency,
    app_key,
    coherency_score,
    logical_consistency,
    max_coherency_score,
    min_runs,
)
from crab_gym.evaluation.complexity import DIMENSIONS, LEVELS, Complexity, max_antichain, measure_complexity
from crab_gym.evaluation.evaluator import EvaluatorError, GraphEvaluator, Snapshot
from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.evaluation.metrics import (
    END_REASONS,
    EpisodeScore,
    Estimate,
    ScoreRow,
    aggregate,
    completion_ratio,
    cost_efficiency,
    coverage,
    estimate,
    execution_efficiency,
    success,
)

__all__ = [
    "DIMENSIONS",
    "END_REASONS",
    "LEVELS",
    "Check",
    "Checkpoint",
    "Complexity",
    "EpisodeScore",
    "Estimate",
    "Evaluator",
    "EvaluatorError",
    "GraphEvaluator",
    "LogicalConsistency",
    "ScoreRow",
    "Snapshot",
    "TaskGraph",
    "aggregate",
    "app_key",
    "check",
    "check_answer",
    "coherency_score",
    "completion_ratio",
    "cost_efficiency",
    "coverage",
    "estimate",
    "execution_efficiency",
    "logical_consistency",
    "max_antichain",
    "max_coherency_score",
    "measure_complexity",
    "min_runs",
    "success",
]
