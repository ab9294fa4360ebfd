"""Fine-tuning of language models on tasks: prompts, tools, rewards, demonstrations, rollouts.

* `CrabSpec` - tasks, seeds and the view of the devices; its properties are the arguments of TRL's ``GRPOTrainer``.
* `ToolEnvironment` - an episode whose actions are methods that a model calls as tools.
* `ToolSession` - its base, for devices that are elsewhere.
* `Outcome` - the result of an episode: its reward terms, summed.
* `Chat` - conversations as tokens, by a chat template; tries whether the template can be trained on.
* `play`, `rollout_function` - a model's episodes over a `RolloutPool`, as tokens.

Only reading a model's replies needs torch (extra ``llm``).
"""

from crab_gym.integrations.finetune.chat import Chat, Example
from crab_gym.integrations.finetune.demonstrations import marked
from crab_gym.integrations.finetune.environment import ToolEnvironment
from crab_gym.integrations.finetune.rewards import Outcome
from crab_gym.integrations.finetune.rollouts import Generate, Rollout, play, rollout_function
from crab_gym.integrations.finetune.session import ToolSession
from crab_gym.integrations.finetune.spec import CrabSpec

__all__ = [
    "Chat",
    "CrabSpec",
    "Example",
    "Generate",
    "Outcome",
    "Rollout",
    "ToolEnvironment",
    "ToolSession",
    "marked",
    "play",
    "rollout_function",
]
