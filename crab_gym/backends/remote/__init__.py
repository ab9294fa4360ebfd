"""Any backend, on another host: served there by ``crab-gym serve``, played here by `RemoteBackend`.

* `wire` - frames: their form and their limits.
* `operations` - the possible requests and their types, derived from `crab_gym.backends.base`.
* `screens` - transfer of screens, of which only the changed part is sent.
* `handshake` - versions and proofs; the token itself is never sent.
* `server`, `session` - the server: one process per client.
* `client`, `backend` - the client.
"""

from __future__ import annotations

from crab_gym.backends.remote.backend import RemoteBackend, hosted_kind
from crab_gym.backends.remote.client import ServerBusy

__all__ = ["RemoteBackend", "ServerBusy", "hosted_kind"]
