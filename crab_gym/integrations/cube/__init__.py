"""Tasks as a benchmark of CUBE (extra ``cube``; Python 3.12 or later).

* `CrabBenchmarkConfig` - the benchmark, which CUBE finds by the name ``crab-gym``.
* `CrabTaskConfig`, `CrabTask` - an episode.
* `CrabToolConfig`, `CrabTool` - its devices, with an action for each verb.

``crab_gym.integrations.cube.debug`` has the agents that CUBE checks a benchmark with.
"""

from crab_gym.integrations.cube.benchmark import CrabBenchmarkConfig, CrabTask, CrabTaskConfig, CrabTool, CrabToolConfig

__all__ = ["CrabBenchmarkConfig", "CrabTask", "CrabTaskConfig", "CrabTool", "CrabToolConfig"]
