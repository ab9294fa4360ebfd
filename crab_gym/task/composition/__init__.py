"""Tasks composed of sub-tasks: a DAG whose edges carry an output of one part into an input of another.

* `compose` - makes a `ComposedTask` of names, inputs and edges.
* `from_json` - the task that `ComposedTask.to_json` described.
* `ComposedTask`, `Composition`, `Part`, `Edge` - what they make.
* `Plan` - a walk through the parts, of which its alternatives and near misses are some.
"""

from crab_gym.task.composition.compose import compose, from_json
from crab_gym.task.composition.composed import ComposedTask
from crab_gym.task.composition.derived import Plan
from crab_gym.task.composition.parts import Composition, Edge, Part

__all__ = ["ComposedTask", "Composition", "Edge", "Part", "Plan", "compose", "from_json"]
