"""The pages of the API reference, which mkdocstrings fills from docstrings.

* `MODULES` - the public modules by page. `reference_pages` - the pages' Markdown by path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["MODULES", "Chapter", "reference_pages"]


class Chapter(NamedTuple):
    """A page of the reference.

    Attributes:
        title: Its heading.
        modules: Its modules, from top to bottom.
    """

    title: str
    modules: Sequence[str]


MODULES: Mapping[str, Chapter] = {
    "environment": Chapter(
        "Environment",
        (
            "crab_gym", "crab_gym.envs.crab_env", "crab_gym.envs.vector", "crab_gym.envs.vector.sb3",
            "crab_gym.envs.verbs", "crab_gym.envs.spaces", "crab_gym.envs.rewards", "crab_gym.envs.variation",
            "crab_gym.envs.curriculum",
        ),
    ),
    "wrappers": Chapter(
        "Wrappers",
        (
            "crab_gym.wrappers", "crab_gym.wrappers.discrete", "crab_gym.wrappers.features",
            "crab_gym.wrappers.history", "crab_gym.wrappers.pixels", "crab_gym.wrappers.marks",
            "crab_gym.wrappers.text", "crab_gym.wrappers.film",
            "crab_gym.wrappers.numbering",
        ),
    ),
    "tasks": Chapter(
        "Tasks",
        (
            "crab_gym.task.task", "crab_gym.task.parameters", "crab_gym.task.index", "crab_gym.task.subtask",
            "crab_gym.task.composition", "crab_sim.devices.footprints", "crab_sim.devices.facts",
        ),
    ),
    "evaluation": Chapter("Graphs and metrics", ("crab_gym.evaluation", "crab_gym.evaluation.graph_drawing")),
    "policies": Chapter("Policies and agents", ("crab_gym.policies", "crab_gym.agents", "crab_gym.agents.formats")),
    "rollout": Chapter("Rollouts", ("crab_gym.rollout",)),
    "results": Chapter(
        "Experiments and results",
        (
            "crab_gym.experiments.evaluate", "crab_gym.experiments.verify", "crab_gym.records",
            "crab_gym.results.table", "crab_gym.results.comparison", "crab_gym.results.sharing",
        ),
    ),
    "backends": Chapter(
        "Backends", ("crab_gym.backends.base", "crab_gym.backends.specs", "crab_gym.backends.elements")
    ),
    "integrations": Chapter(
        "Integrations",
        (
            "crab_gym.integrations.episodes", "crab_gym.integrations.finetune", "crab_gym.integrations.mcp",
            "crab_gym.integrations.openenv", "crab_gym.integrations.inspect_ai", "crab_gym.integrations.skyrl",
            "crab_gym.integrations.nemo_gym", "crab_gym.integrations.verl",
        ),
    ),
    "documents": Chapter(
        "Documents and pictures", ("crab_sim.documents", "crab_gym.vision.match", "crab_gym.vision.ocr")
    ),
}  # fmt: skip
"""Name of a page below ``reference/`` to its title and modules."""


def reference_pages() -> dict[str, str]:
    """Returns the pages' Markdown by their paths."""
    return {
        f"reference/{name}.md": f"# {chapter.title}\n\n" + "\n".join(f"::: {module}\n" for module in chapter.modules)
        for name, chapter in MODULES.items()
    }
