"""The coloured icons of apps, in the notation of `crab_sim.draw.icons`; a command such as ``#1c99e0`` sets the colour.

They are named after the apps' ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["LOGOS"]

_PAPER: Final = "#{0}; R 3.6 0.8 20.4 23.2 1.8; #{1}; R 3.6 15 20.4 23.2 1.8; R 3.6 14 20.4 20 0; -Z 14 0 21 0 21 7;"
_FOLD: Final = " #{2}; Z 14.2 0.8 14.2 7 20.4 7; #ffffff; "
_WIDE: Final = "#{0}; R 0.8 3.4 23.2 20.6 1.8; #{1}; R 0.8 14 23.2 20.6 1.8; R 0.8 13 23.2 17 0; -Z 17 3 24 3 24 10;"
_WIDE_FOLD: Final = " #{2}; Z 17 3.4 17 9.6 23.2 9.6; #ffffff; "

LOGOS: Final[Mapping[str, str]] = {
    "logo:calc": (_PAPER + _FOLD).format("43c330", "18a303", "ccf4c6") + "R 6.6 9.6 17.4 20.4 0.6; #43c330;"
    " R 6.6 11.6 17.4 12.4 0; #18a303; R 6.6 14.4 17.4 15.2 0; R 6.6 17.3 17.4 18.1 0; R 9.8 9.6 10.6 20.4 0;"
    " R 13.4 9.6 14.2 20.4 0; #92e285; R 6.6 9.6 9.8 11.6 0.4",
    "logo:code": "#0065a9; Z 16.6 1 18.2 6.6 4.2 17.8 1.2 15.6 1.2 14.6; #007acc; Z 16.6 23 18.2 17.4 4.2 6.2 1.2 8.4"
    " 1.2 9.4; #1f9cf0; Z 16.6 1 17.6 0.8 22.8 3.3 22.8 20.7 17.6 23.2 16.6 23 17.2 22 17.2 2",
    "logo:impress": (_WIDE + _WIDE_FOLD).format("f0743e", "c8441b", "f9cfb5") + "w 1.4; l 4 8 12.6 8; w 1.1;"
    " l 4 11.6 8.6 11.6; l 4 14.4 8.6 14.4; l 4 17.2 8.6 17.2; O 15.4 14.2 4.1; #c8441b; C 15.4 14.2 4.1 -90 0;"
    " Z 15.4 14.2 15.4 10.1 19.5 14.2; #f9cfb5; C 16.2 13.4 4.1 -90 0; Z 16.2 13.4 16.2 9.3 20.3 13.4",
    "logo:writer": (_PAPER + _FOLD).format("1c99e0", "0369a3", "aadcf7") + "w 1.3; l 7 6 11.4 6; l 7 9.4 17 9.4;"
    " l 7 12.4 17 12.4; R 6.4 15 11.6 19.8 0.4; l 14 15.6 17 15.6; l 14 18.8 17 18.8; #1c99e0; Z 6.9 19.2 8.6 16.8 10"
    " 18.2 10.6 17.6 11.2 19.2",
}  # fmt: skip
"""The drawings."""
