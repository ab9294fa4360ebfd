"""Any backend, on another host: served there by ``crab-gym serve``, played here by `RemoteBackend`.

* `wire` - frames: how much is taken, and in what form.
* `operations` - what can be asked, read off the base, with its types.
* `screens` - only the part of a screen that changed travels.
* `handshake` - versions and proofs; the token itself never travels.
* `server`, `session` - the serving side: a process for each client.
* `client`, `backend` - the asking side.
"""

from __future__ import annotations

from crab_gym.backends.remote.backend import RemoteBackend, hosted_kind
from crab_gym.backends.remote.client import ServerBusy

__all__ = ["RemoteBackend", "ServerBusy", "hosted_kind"]
