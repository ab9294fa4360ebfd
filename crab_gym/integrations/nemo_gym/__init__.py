"""Tasks for NeMo-Gym: a server of resources that plays episodes, and the files that NeMo-Gym starts it by.

* `write_project` - writes the files, with a row of data for each episode; needs no NeMo-Gym.
* `rows` - the rows of data.

``crab_gym.integrations.nemo_gym.server`` has the server (extra ``nemo-gym``; Python 3.12 or later).
"""

from crab_gym.integrations.nemo_gym.project import AGENT, rows, write_project

__all__ = ["AGENT", "rows", "write_project"]
