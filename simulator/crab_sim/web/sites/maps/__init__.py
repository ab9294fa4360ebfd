"""maps.example, Wayfinder Maps: places, ways between them, and shops and sights in some towns.

* `handle`, `begin`, `COLUMNS` - the site.
* `way`, `Way`, `length`, `spell` - ways, and how they are told.
* `atlas`, `spots` - the places and their maps; the shops and sights.
"""

from .atlas import length
from .site import COLUMNS, LISTS, Way, begin, handle, spell, way

__all__ = ["COLUMNS", "LISTS", "Way", "begin", "handle", "length", "spell", "way"]
