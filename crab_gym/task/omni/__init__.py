"""Tasks that are synthesised from sub-tasks within an intent, in the manner of OmniBench (§3.2).

* `Scenario`, `scenarios` - the intents, and the sub-tasks that belong to each.
* `synthesize` - one composition from a seed.
* `Level`, `CAPABILITIES` - which tasks count for a level of complexity and for a capability.
* `OmniRow`, `read_list` - the published list.
"""

from crab_gym.task.omni.levels import CAPABILITIES, Level
from crab_gym.task.omni.listing import OmniRow, read_list
from crab_gym.task.omni.scenarios import Scenario, scenarios
from crab_gym.task.omni.synthesis import synthesize

__all__ = ["CAPABILITIES", "Level", "OmniRow", "Scenario", "read_list", "scenarios", "synthesize"]
