"""One account on both devices: what the phone's apps and the desktop's sites show of it.

* `Cloud` - the account of an environment: plain rows, which the devices see and change.
* `SERVICES`, `Service` - the parts of an account, and how each device keeps them.
"""

from __future__ import annotations

from crab_gym.backends.cloud.account import Cloud, CloudHandle
from crab_gym.backends.cloud.services import SERVICES, Service

__all__ = ["SERVICES", "Cloud", "CloudHandle", "Service"]
