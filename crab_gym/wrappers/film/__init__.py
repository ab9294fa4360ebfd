"""Films of episodes, as GIF or MP4 files.

* `RecordEpisode` - the wrapper.
* `FORMATS` - the formats that it writes.
"""

from __future__ import annotations

from crab_gym.wrappers.film.formats import FORMATS
from crab_gym.wrappers.film.wrapper import RecordEpisode

__all__ = ["FORMATS", "RecordEpisode"]
