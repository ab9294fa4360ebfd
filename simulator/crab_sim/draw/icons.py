"""The icons of the simulated screens: small line drawings, kept as strokes and rendered as masks.

A drawing is a string of commands on a grid of 24 by 24 units, y downwards, separated by semicolons. Lower case strokes
an outline with round ends, upper case fills; a minus before a command erases.

=========================  ===================================================================
`l x y x y …`              a line through points
`z x y …` / `Z x y …`      a closed outline / a filled polygon
`r l t r b radius` / `R`   a rectangle with rounded corners
`e x y rx ry` / `E`        an ellipse
`o x y radius` / `O`       a circle
`a x y radius from to`     an arc; degrees clockwise from three o'clock
`C x y radius from to`     a filled circular segment
`t x y near far count`     rays around a centre
`s x y far near` / `S`     a star with five points
`w width`                  the width of the strokes that follow (2 at first)
`i percent`                how much of the colour the shapes have that follow (100 at first)
`#rrggbb`                  the colour of the shapes that follow, in the icons of apps
=========================  ===================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING, Final

from crab_sim.draw.illustrations import ILLUSTRATIONS
from crab_sim.draw.logos import LOGOS
from crab_sim.draw.tools import TOOLS
from crab_sim.suggestions import did_you_mean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image, ImageDraw

__all__ = ["DRAWINGS", "ICONS", "THINNEST", "icon", "logo"]

_ARROW = "3 2 3 19 7.2 15.2 10 21.5 12.9 20.2 10.1 14.1 15.5 13.6"  # of the mouse pointer

_DRAWINGS = {
    "add": "l 12 4 12 20; l 4 12 20 12",
    "airplane": "Z 12 1.5 13.8 4 13.8 9 22.5 14.8 22.5 17 13.8 14.4 13.8 19 16.5 20.8 16.5 22.6 12 21.4 7.5 22.6"
    " 7.5 20.8 10.2 19 10.2 14.4 1.5 17 1.5 14.8 10.2 9 10.2 4",
    "alarm": "o 12 13 8; l 12 8.5 12 13 15 15; l 2.5 6.5 6.5 3; l 21.5 6.5 17.5 3; l 6 19.5 4.5 21.5; l 18 19.5"
    " 19.5 21.5",
    "album": "o 12 12 9.5; o 12 12 3; O 12 12 1.2",
    "align_center": "l 3 5 21 5; l 7 10 17 10; l 3 15 21 15; l 7 20 17 20",
    "align_justify": "l 3 5 21 5; l 3 10 21 10; l 3 15 21 15; l 3 20 21 20",
    "align_left": "l 3 5 21 5; l 3 10 14 10; l 3 15 21 15; l 3 20 14 20",
    "align_right": "l 3 5 21 5; l 10 10 21 10; l 3 15 21 15; l 10 20 21 20",
    "apps": "O 5 5 2.1; O 12 5 2.1; O 19 5 2.1; O 5 12 2.1; O 12 12 2.1; O 19 12 2.1; O 5 19 2.1;"
    " O 12 19 2.1; O 19 19 2.1",
    "archive": "r 3 3.5 21 8.5 1; l 4.5 9 4.5 20.5 19.5 20.5 19.5 9; l 9.5 13 14.5 13",
    "arrow_down": "l 12 4 12 20; l 5.5 13.5 12 20 18.5 13.5",
    "arrow_left": "l 4 12 20 12; l 10.5 5.5 4 12 10.5 18.5",
    "arrow_right": "l 4 12 20 12; l 13.5 5.5 20 12 13.5 18.5",
    "arrow_up": "l 12 4 12 20; l 5.5 10.5 12 4 18.5 10.5",
    "attach": "l 18 6 18 16; a 12 16 6 0 180; l 6 16 6 6.5; a 10 6.5 4 180 360; l 14 6.5 14 15.5; a 12 15.5 2 0 180;"
    " l 10 15.5 10 8",
    "back": "l 3.5 12 20.5 12; l 11 4.5 3.5 12 11 19.5",
    "backspace": "z 8 5 22 5 22 19 8 19 2 12; l 11.5 9 17.5 15; l 17.5 9 11.5 15",
    "battery": "r 6.5 4 17.5 22 2; R 9.5 1 14.5 4 0.5; R 9 9 15 19.5 0.5",
    "bike": "w 1.6; o 5.5 16 4; o 18.5 16 4; l 5.5 16 9.5 9 15.5 9 18.5 16; l 12 16 9 9; l 12 16 15.5 9 14.5 5.5 17.5"
    " 5.5; l 7.5 7 10.5 7",
    "bluetooth": "l 6 7 18 17 12 22 12 2 18 7 6 17",
    "bold": "w 3.2; l 7 4 7 20; l 7 4 12.5 4; a 12.5 7.8 3.8 270 450; l 7 11.6 13.5 11.6;"
    " a 13.5 15.8 4.2 270 450; l 7 20 13.5 20",
    "book": "z 12 5.5 9 4 2.5 4 2.5 19 9 19 12 20.5 15 19 21.5 19 21.5 4 15 4; l 12 5.5 12 20.5",
    "borders": "r 3 3 21 21 0.5; w 1.4; l 12 3 12 21; l 3 12 21 12",
    "branch": "o 6 5 2.4; o 6 19 2.4; o 18 8 2.4; l 6 7.5 6 16.5; l 18 10.5 18 12.5 6 15.5",
    "brightness": "o 12 12 5; C 12 12 5 270 450; t 12 12 9 11 8",
    "brush": "z 20.5 3.5 12 14.5 9.5 12; Z 8.5 13 11 15.5 9.5 19.5 3 21 5 18.5 5.5 15.5",
    "bucket": "z 4 11.5 12 3.5 19.5 11 11.5 19; l 12 3.5 9 1.5; Z 20.5 14.5 22.5 18.5 20.5 21 18.5 18.5",
    "bus": "r 4 3 20 18 2.5; l 4 11 20 11; O 8 14.6 1.3; O 16 14.6 1.3; l 7 18.5 7 21; l 17 18.5 17 21",
    "calculator": "r 4 2.5 20 21.5 2; R 7.3 5.8 16.7 9.2 0.5; O 8.3 13 1.3; O 12 13 1.3; O 15.7 13 1.3; O 8.3 17.5 1.3;"
    " O 12 17.5 1.3; O 15.7 17.5 1.3",
    "calendar": "r 3 4.5 21 21 2; l 3 9.5 21 9.5; l 8 2 8 6; l 16 2 16 6; R 7 13 10 16 0.5; R 14 13 17 16 0.5",
    "call_end": "w 4.6; a 12 22 11.5 228 312; w 2; R 1.5 12.2 7.6 17.2 1.4; R 16.4 12.2 22.5 17.2 1.4",
    "call_made": "l 5 19 19 5; l 8.5 5 19 5 19 15.5",
    "call_missed": "l 3.5 7.5 11.5 15.5 20.5 6.5; l 3.5 14 3.5 7.5 10 7.5",
    "call_received": "l 19 5 5 19; l 5 8.5 5 19 15.5 19",
    "camera": "r 2 6.5 22 20.5 2.5; Z 8 6.5 9.5 3.5 14.5 3.5 16 6.5; o 12 13.5 4.2",
    "camera_flip": "r 2 6.5 22 20.5 2.5; Z 8 6.5 9.5 3.5 14.5 3.5 16 6.5; a 12 13.5 4.2 200 340;"
    " a 12 13.5 4.2 20 160; l 16 9.5 16 12.3 13.3 12.3; l 8 17.5 8 14.7 10.7 14.7",
    "chart": "l 3 21 21.5 21; R 5 12 8.5 19 0.5; R 10.5 5 14 19 0.5; R 16 9 19.5 19 0.5",
    "check": "l 4 12.5 9.5 18 20.5 6",
    "checkbox_off": "r 3.5 3.5 20.5 20.5 2.5",
    "checkbox_on": "R 2.5 2.5 21.5 21.5 3; -w 2.4; -l 6.5 12.5 10.5 16.5 17.5 8",
    "chevron_down": "l 5 9 12 16 19 9",
    "chevron_left": "l 15 5 8 12 15 19",
    "chevron_right": "l 9 5 16 12 9 19",
    "chevron_up": "l 5 15 12 8 19 15",
    "circle": "o 12 12 9",
    "circle_filled": "O 12 12 10",
    "clock": "o 12 12 9.5; l 12 6 12 12 16 14.5",
    "close": "l 5 5 19 19; l 19 5 5 19",
    "code": "l 8 6 2 12 8 18; l 16 6 22 12 16 18; l 14 4 10 20",
    "collapse": "r 3 7 17 21 1; l 7 3 21 3 21 17; l 7 14 13 14",
    "contacts": "r 4 2.5 20 21.5 2; O 12 9.3 2.8; C 12 18 5 180 360",
    "cooking": "r 4 9 20 20.5 3; l 2.5 9 21.5 9; l 1.5 13 4 13; l 20 13 22.5 13; l 8 3 8 5.5; l 12 2 12 5.5;"
    " l 16 3 16 5.5",
    "copy": "r 8.5 8.5 21 21.5 1.5; l 4.5 15.5 3 15.5 3 2.5 15.5 2.5 15.5 4.5",
    "crop": "l 6.5 1.5 6.5 17.5 22.5 17.5; l 1.5 6.5 17.5 6.5 17.5 22.5",
    "cut": "o 5.8 18 3; o 5.8 6 3; l 8.4 7.5 21 18; l 8.4 16.5 21 6",
    "delete": "l 3 6 21 6; l 9 6 9 2.5 15 2.5 15 6; l 5.5 6 6.5 21.5 17.5 21.5 18.5 6; l 10 10.5 10 17;"
    " l 14 10.5 14 17",
    "dialpad": "O 5 3.5 1.9; O 12 3.5 1.9; O 19 3.5 1.9; O 5 9.3 1.9; O 12 9.3 1.9; O 19 9.3 1.9; O 5 15.1 1.9;"
    " O 12 15.1 1.9; O 19 15.1 1.9; O 12 20.9 1.9",
    "directions": "z 12 1.8 22.2 12 12 22.2 1.8 12; l 8.5 15.5 8.5 11 15.5 11; l 12.8 8 15.8 11 12.8 14",
    "display": "r 2 3.5 22 17 2; l 12 17 12 21; l 7.5 21 16.5 21",
    "do_not_disturb": "o 12 12 9.5; l 7 12 17 12",
    "document": "z 5 2.5 14 2.5 19 7.5 19 21.5 5 21.5; l 13.5 3 13.5 8 18.5 8; l 8.5 12.5 15.5 12.5; l 8.5 17 15.5 17",
    "download": "l 12 3 12 15.5; l 6.5 10 12 15.5 17.5 10; l 3.5 17 3.5 21 20.5 21 20.5 17",
    "drive": "a 7.5 14.5 4.5 90 265; a 12.5 10.5 5.5 183 356; a 17.5 14.7 4.3 262 450; l 7.5 19 17.5 19;"
    " l 12 12 12 16.5; l 9.8 13.8 12 11.6 14.2 13.8",
    "edit": "z 3.5 20.5 4.8 15.5 16.5 3.8 20.2 7.5 8.5 19.2; l 13.5 6.8 17.2 10.5",
    "ellipse_select": "w 1.5; a 12 12 9 0 25; a 12 12 9 45 70; a 12 12 9 90 115; a 12 12 9 135 160; a 12 12 9 180 205;"
    " a 12 12 9 225 250; a 12 12 9 270 295; a 12 12 9 315 340",
    "endnote": "l 3 4 15 4; l 3 9 15 9; l 18 5 20 3.5 20 11; w 1.4; l 3 15 21 15; w 2; l 3 20 13 20",
    "eraser": "z 3 15 13 5 19.5 11.5 11.5 19.5 7.5 19.5; l 8 10 14.5 16.5; l 11.5 19.5 21 19.5",
    "eye": "a 12 18.3 12 217 323; a 12 5.7 12 37 143; O 12 12 3.2",
    "file": "z 5 2.5 14 2.5 19 7.5 19 21.5 5 21.5; l 13.5 3 13.5 8 18.5 8",
    "files": "r 4 2.5 20 21.5 2; l 4 12 20 12; l 10 7.3 14 7.3; l 10 16.8 14 16.8",
    "filter": "z 3 4 21 4 14 12.5 14 20.5 10 18 10 12.5",
    "flag": "l 5 2.5 5 21.5; z 5 3.5 19.5 3.5 16.5 8.5 19.5 13.5 5 13.5",
    "flash": "Z 13.5 1.5 4.5 13.5 11 13.5 9.5 22.5 19.5 9.5 12.8 9.5",
    "flash_off": "Z 13.5 1.5 4.5 13.5 11 13.5 9.5 22.5 19.5 9.5 12.8 9.5; -w 5.5; -l 3 3 21 21; w 2; l 3 3 21 21",
    "flashlight": "z 7 2.5 17 2.5 17 6.5 14.5 10.5 14.5 21.5 9.5 21.5 9.5 10.5 7 6.5; l 7 6.5 17 6.5; l 12 13 12 15",
    "folder": "z 2.5 5 9 5 11.5 8 21.5 8 21.5 19.5 2.5 19.5",
    "folder_add": "z 2.5 5 9 5 11.5 8 21.5 8 21.5 19.5 2.5 19.5; l 12 10.5 12 17; l 8.8 13.7 15.2 13.7",
    "folder_move": "z 2.5 5 9 5 11.5 8 21.5 8 21.5 19.5 2.5 19.5; l 7.5 13.7 16 13.7; l 13 10.7 16 13.7 13 16.7",
    "food": "l 7 2.5 7 21.5; l 3.8 2.5 3.8 7.5; a 7 7.5 3.2 0 180; l 10.2 2.5 10.2 7.5; l 17 21.5 17 2.5;"
    " a 14.5 8 6 295 425; l 17 13.5 19 12.5",
    "footnote": "l 3 5 15 5; l 3 11 15 11; l 18 6 20 4.5 20 12; w 1.4; l 3 18 13 18; l 3 21 10 21",
    "formatting_marks": "C 10.5 8 5 90 270; l 10.5 3 20 3; l 12 3 12 21; l 17 3 17 21; R 10 3.5 12 13 0",
    "forward": "l 15 4.5 21 10.5 15 16.5; l 20 10.5 9.5 10.5; a 9.5 16.5 6 180 270; l 3.5 16.5 3.5 20",
    "freeze": "r 3 3 21 21 1; w 2.6; l 3 9.5 21 9.5; l 9.5 3 9.5 21",
    "gift": "r 3 8 21 12 1; r 4.5 12 19.5 21 1; l 12 8 12 21; o 9 5.3 2.5; o 15 5.3 2.5",
    "grid": "r 3.5 3.5 10 10 1; r 14 3.5 20.5 10 1; r 3.5 14 10 20.5 1; r 14 14 20.5 20.5 1",
    "heart": "z 12 20.5 4 12.5 3 9.5 3.6 6.6 6 4.6 9 4.6 12 7.4 15 4.6 18 4.6 20.4 6.6 21 9.5 20 12.5",
    "heart_filled": "Z 12 21.5 3.2 12.8 2 9.5 2.7 6 5.6 3.6 9.2 3.6 12 6 14.8 3.6 18.4 3.6 21.3 6 22 9.5 20.8 12.8",
    "hill": "z 2 20 9 6.5 13.5 14.5 16 11 22 20; l 6.9 10.5 9 12.5 11.2 10.5",
    "home": "z 12 3 20.5 10.5 20.5 21 14.8 21 14.8 14.5 9.2 14.5 9.2 21 3.5 21 3.5 10.5",
    "hotspot": "a 12 13 9.6 145 395; a 12 13 5.4 145 395; O 12 13 1.9",
    "house": "Z 12 2 23 12 20 12 20 21.5 4 21.5 4 12 1 12; -R 9.7 14 14.3 22 0.3",
    "image": "r 2.5 4 21.5 20 2; O 8 9.5 2; l 3.5 18.5 9.5 13 12.5 16 16.5 11 21 16",
    "image_broken": "r 2.5 4 21.5 20 2; O 8 9.5 2; l 3.5 18.5 9.5 13 12.5 16 16.5 11 21 16; -w 5.5; -l 3 2 21 22;"
    " w 2; l 3 2 21 22",
    "inbox": "r 3 3.5 21 20.5 2; l 3 14 8 14 9.5 17 14.5 17 16 14 21 14",
    "indent_less": "l 3 4 21 4; l 12 9.5 21 9.5; l 12 14.5 21 14.5; l 3 20 21 20; l 8 8 4 12 8 16",
    "indent_more": "l 3 4 21 4; l 12 9.5 21 9.5; l 12 14.5 21 14.5; l 3 20 21 20; l 4 8 8 12 4 16",
    "info": "o 12 12 9.5; O 12 7.5 1.4; l 12 11.5 12 17",
    "italic": "l 10 4 18 4; l 6 20 14 20; l 14 4 10 20",
    "keyboard": "r 1.5 5 22.5 19 2; O 6 9.3 1.2; O 10 9.3 1.2; O 14 9.3 1.2; O 18 9.3 1.2; l 8 15 16 15",
    "label": "z 2.5 6 15.5 6 21.5 12 15.5 18 2.5 18",
    "language": "o 12 12 9.5; l 2.5 12 21.5 12; e 12 12 4.5 9.5",
    "layer_duplicate": "r 3 3 16 13 1; l 8 17 8 20.5 21 20.5 21 8 19.5 8",
    "layers": "z 12 3 22 8.5 12 14 2 8.5; l 2 12.5 12 18 22 12.5; l 2 16.5 12 22 22 16.5",
    "line": "l 4 20 20 4",
    "line_spacing": "l 11 5 21 5; l 11 12 21 12; l 11 19 21 19; l 5 4 5 20; l 2.5 7 5 4 7.5 7; l 2.5 17 5 20 7.5 17",
    "link_chain": "r 7 2 17 11 4; r 7 13 17 22 4; l 12 8 12 16",
    "list": "O 4.2 5.5 1.5; l 9 5.5 21 5.5; O 4.2 12 1.5; l 9 12 21 12; O 4.2 18.5 1.5; l 9 18.5 21 18.5",
    "list_bullet": "O 4.5 5.5 1.8; O 4.5 12 1.8; O 4.5 18.5 1.8; l 9.5 5.5 21 5.5; l 9.5 12 21 12; l 9.5 18.5 21 18.5",
    "list_number": "w 1.6; l 3.5 4 5 3 5 8; l 3.2 10.5 6 10.5 6 11.5 3.2 14 6.3 14;"
    " l 3.2 16.5 6 16.5 4.8 18.5 6 19.5 5.5 21 3.2 21; w 2; l 10 5.5 21 5.5; l 10 12 21 12; l 10 18.5 21 18.5",
    "location": "a 12 9.5 7 150 390; l 6 13 12 21.5 18 13; o 12 9.5 2.3",
    "lock": "R 4 10 20 22 2; a 12 7.5 4.5 180 360; l 7.5 7.5 7.5 10; l 16.5 7.5 16.5 10; -O 12 15.8 2",
    "mail": "r 2 4.5 22 19.5 2; l 3 6.5 12 13.5 21 6.5",
    "markdown": "r 1.5 5 22.5 19 2; l 5 15.5 5 8.5 8 12 11 8.5 11 15.5; l 17 8.5 17 15; l 14.5 12.8 17 15.3 19.5 12.8",
    "maximize": "r 4.5 4.5 19.5 19.5 1",
    "medical": "z 9 3 15 3 15 9 21 9 21 15 15 15 15 21 9 21 9 15 3 15 3 9 9 9",
    "menu": "l 3.5 6 20.5 6; l 3.5 12 20.5 12; l 3.5 18 20.5 18",
    "merge_cells": "r 3 5 21 19 1; l 5.5 12 18.5 12; l 8.5 9 5.5 12 8.5 15; l 15.5 9 18.5 12 15.5 15",
    "merge_down": "r 4 14 20 21 1; l 12 2.5 12 10.5; l 7.5 6.5 12 11 16.5 6.5",
    "messages": "z 2.5 3.5 21.5 3.5 21.5 17 11 17 6.5 21.5 6.5 17 2.5 17; l 7 8.3 17 8.3; l 7 12.3 14 12.3",
    "mic": "R 8.5 2 15.5 14 3.5; a 12 11 6.8 0 180; l 12 18 12 22",
    "mic_off": "R 8.5 2 15.5 14 3.5; a 12 11 6.8 0 180; l 12 18 12 22; -w 5.5; -l 3 3 21 21; w 2; l 3 3 21 21",
    "minimize": "l 4.5 17.5 19.5 17.5",
    "money": "r 1.5 6 22.5 18 1.5; o 12 12 3; O 5.5 12 1; O 18.5 12 1",
    "moon": "O 11 12.5 9.5; -O 16 8 8.2",
    "more": "O 12 4.5 2.1; O 12 12 2.1; O 12 19.5 2.1",
    "move_tool": "l 12 2 12 22; l 2 12 22 12; l 9 5 12 2 15 5; l 9 19 12 22 15 19; l 5 9 2 12 5 15; l 19 9 22 12 19 15",
    "music": "O 6.2 18 3.3; O 17.2 16 3.3; l 8.5 18 8.5 6 19.5 3.5 19.5 16; l 8.5 9 19.5 6.5",
    "my_location": "o 12 12 6.5; O 12 12 2.8; l 12 1.5 12 5; l 12 19 12 22.5; l 1.5 12 5 12; l 19 12 22.5 12",
    "nav_back": "Z 18 5 18 19 5.5 12; z 18 5 18 19 5.5 12",
    "nav_home": "O 12 12 8",
    "network": "r 8.8 2.5 15.2 7.5 1; r 2.5 16.5 8.5 21.5 1; r 15.5 16.5 21.5 21.5 1; l 12 8 12 12;"
    " l 5.5 16 5.5 12 18.5 12 18.5 16",
    "next": "Z 4 4 15 12 4 20; R 16.5 4 20 20 0.8",
    "notebook": "r 5 2.5 20 21.5 2; l 9.5 2.5 9.5 21.5; l 2.5 7 6.5 7; l 2.5 12 6.5 12; l 2.5 17 6.5 17",
    "notes": "a 12 9 6.5 125 415; l 8.3 14.3 9.2 17.5 14.8 17.5 15.7 14.3; l 9.8 21 14.2 21",
    "notifications": "a 12 9.5 6.5 180 360; l 5.5 9.5 5.5 14.5 3.5 18 20.5 18 18.5 14.5 18.5 9.5; C 12 19.8 2.8 0 180;"
    " l 12 2 12 3",
    "omega": "a 12 10.5 6.8 125 415; l 8.2 16 8.2 20 4 20; l 15.8 16 15.8 20 20 20",
    "open": "z 2.5 19.5 6.5 11.5 22.5 11.5 18.5 19.5; l 2.5 19 2.5 4.5 8.5 4.5 11 7.5 18.5 7.5 18.5 11",
    "page_break": "l 5 2.5 5 9 19 9 19 2.5; l 5 21.5 5 15 19 15 19 21.5; w 1.6; l 2 12 5.5 12; l 8 12 11 12;"
    " l 13.5 12 16.5 12; l 19 12 22 12",
    "palette": "o 12 12 9.5; O 7.5 12 1.6; O 10 7.5 1.6; O 15 7.8 1.6; O 16.8 12.8 1.6; C 12.5 20.8 4 180 360",
    "paste": "r 4 4 20 21.5 2; R 8 1.5 16 6.5 1; l 8 11.5 16 11.5; l 8 16 13.5 16",
    "pause": "R 5.5 4 10 20 1; R 14 4 18.5 20 1",
    "pdf": "z 5 2.5 14.5 2.5 19.5 7.5 19.5 21.5 5 21.5; l 14 3 14 8 19 8; w 1.6;"
    " l 8.5 18.5 8.5 12.5 10.5 12.5 11.3 13.5 11.3 14.5 10.5 15.5 8.5 15.5;"
    " l 14 18.5 14 12.5 17 12.5; l 14 15.3 16.3 15.3",
    "people": "o 8.5 8 3.5; a 8.5 21 7 197 343; l 1.8 19.2 15.2 19.2; a 16 8 3.5 260 460; a 15.5 21 7 290 343;"
    " l 19 19.2 22.2 19.2",
    "person": "o 12 7.5 4.5; a 12 22 8.5 190 350; l 3.7 20.9 20.3 20.9",
    "person_add": "o 9.5 7.5 4.2; a 9.5 22 8 195 345; l 1.8 21 17.2 21; l 19 5 19 12; l 15.5 8.5 22.5 8.5",
    "phone": "z 5.2 2.8 8.6 2.8 10.2 7.8 7.8 9.8 10.2 13.8 14.2 16.2 16.2 13.8 21.2 15.4 21.2 18.8 19 21.2 14 20.2 9 17"
    " 5.4 12.6 3.4 8 2.8 5",
    "pin": "l 8 3 16 3; l 9.5 3 9.5 10 6 14.5 18 14.5 14.5 10 14.5 3; l 12 14.5 12 21.5",
    "pin_filled": "l 8 3 16 3; Z 9.5 3 9.5 10 6 14.5 18 14.5 14.5 10 14.5 3;"
    " l 9.5 4 9.5 10 6 14.5 18 14.5 14.5 10 14.5 4; l 12 14.5 12 21.5",
    "play": "Z 6 3 21 12 6 21",
    "playlist": "l 3 5.5 15 5.5; l 3 11 15 11; l 3 16.5 10 16.5; Z 14.5 13 22 17.3 14.5 21.6",
    "playlist_add": "l 3 5.5 17 5.5; l 3 11 17 11; l 3 16.5 10 16.5; l 17.5 13.5 17.5 21.5; l 13.5 17.5 21.5 17.5",
    "pointer": f"Z {_ARROW}",
    "pointer_edge": f"Z {_ARROW}; w 2.6; z {_ARROW}",
    "power": "a 12 13 8.5 308 592; l 12 2.5 12 11.5",
    "preview": "l 11 21.5 5 21.5 5 2.5 14 2.5 19 7.5 19 10; l 13.5 3 13.5 8 18.5 8; o 15.5 15.5 4; l 18.5 18.5 22 22",
    "previous": "Z 20 4 9 12 20 20; R 4 4 7.5 20 0.8",
    "print": "r 3 9 21 17 1.5; l 7 9 7 3 17 3 17 9; R 7 13.5 17 21 0.5",
    "radio_on": "o 12 12 9; O 12 12 5",
    "rectangle_select": "w 1.5; l 3 5 6 5; l 9 5 12 5; l 15 5 18 5; l 21 5 21 8; l 21 11 21 14; l 21 17 21 19 19 19; l "
    "16 19 13 19; l 10 19 7 19; l 4 19 3 19 3 17; l 3 14 3 11; l 3 8 3 5",
    "redo": "l 16 4 21 9 16 14; l 20 9 9 9; a 9 14.5 5.5 90 270; l 9 20 15 20",
    "refresh": "a 12 12 8.5 30 330; l 20.5 2.5 20.5 8.5 14.5 8.5",
    "remove": "l 4 12 20 12",
    "repeat": "l 17 1.8 20.5 5.3 17 8.8; l 3.5 11.5 3.5 5.3 20 5.3; l 7 15.2 3.5 18.7 7 22.2;"
    " l 20.5 12.5 20.5 18.7 4 18.7",
    "repeat_one": "l 17 1.8 20.5 5.3 17 8.8; l 3.5 11.5 3.5 5.3 20 5.3; l 7 15.2 3.5 18.7 7 22.2;"
    " l 20.5 12.5 20.5 18.7 4 18.7; l 10.5 10 12.3 9 12.3 15",
    "reply": "l 9 4.5 3 10.5 9 16.5; l 4 10.5 14.5 10.5; a 14.5 16.5 6 270 360; l 20.5 16.5 20.5 20",
    "reply_all": "l 7 4.5 1.5 10.5 7 16.5; l 12.5 4.5 7 10.5 12.5 16.5; l 8 10.5 16 10.5; a 16 16.5 6 270 360;"
    " l 22 16.5 22 20",
    "restore": "r 3.5 8.5 15.5 20.5 1; l 8.5 6 8.5 3.5 20.5 3.5 20.5 15.5 18 15.5",
    "rotate": "z 9.5 3 21 14.5 14.5 21 3 9.5; a 12 12 10.5 190 235; a 12 12 10.5 10 55",
    "rotate_left": "a 12 13 8 315 600; l 6.5 1.8 6.5 7 11.7 7",
    "rotate_right": "a 12 13 8 300 585; l 17.5 1.8 17.5 7 12.3 7",
    "run": "O 14.5 4 2.2; l 7 9 10.5 6.8 14.5 8.3 12 13.2 15 16 14 21.5; l 12 13.2 9.5 17.5 4 18.5; l 14.5 8.3"
    " 16.5 11.2 20 11.2",
    "save": "z 3.5 3.5 16.5 3.5 20.5 7.5 20.5 20.5 3.5 20.5; l 7.5 20 7.5 13.5 16.5 13.5 16.5 20; l 8 4 8 8.3 14.5 8.3",
    "search": "o 10 10 6.8; l 15 15 21 21",
    "send": "Z 2 2.5 22.5 12 2 21.5 4.5 13.3 14 12 4.5 10.7",
    "settings": "w 4.4; t 12 12 6.5 8.8 8; O 12 12 7.4; -O 12 12 3.3",
    "shapes": "o 8.5 8.5 5.5; r 10.5 10.5 21 21 1",
    "share": "O 18 5 3; O 6 12 3; O 18 19 3; l 6 12 18 5; l 6 12 18 19",
    "sheet": "r 3 4 21 20 2; l 3 9.5 21 9.5; l 3 14.8 21 14.8; l 10 9.5 10 20",
    "shirt": "z 8 3 10 5 14 5 16 3 22 7 19.5 11 17.5 10 17.5 21 6.5 21 6.5 10 4.5 11 2 7",
    "shuffle": "l 2.5 6.5 6.5 6.5 16 17.5 21 17.5; l 2.5 17.5 6.5 17.5 9.5 14; l 13 10 16 6.5 21 6.5;"
    " l 18 3.2 21.3 6.5 18 9.8; l 18 14.2 21.3 17.5 18 20.8",
    "signal": "R 2 16.5 5.5 21.5 0.6; R 7.5 12 11 21.5 0.6; R 13 7.5 16.5 21.5 0.6; R 18.5 2.5 22 21.5 0.6",
    "slides": "r 2.5 4 21.5 15.5 1; l 12 15.5 12 19; l 7 20.5 12 18 17 20.5; l 6.5 8 13 8; l 6.5 11.5 17.5 11.5",
    "sort": "l 3 6 21 6; l 3 12 15 12; l 3 18 9 18",
    "spelling": "l 2.5 13 6 3.5 9.5 13; l 3.8 10 8.2 10; l 10 16.5 14 20.5 21.5 9.5",
    "star": "s 12 12.8 9.8 4.3",
    "star_filled": "S 12 12.8 11 4.7",
    "stop": "R 5 5 19 19 2",
    "stopwatch": "o 12 14 8; l 12 9.5 12 14; l 9 2.5 15 2.5; l 12 2.5 12 5.5; l 18.3 7.7 20 6",
    "storage": "r 5.5 2.5 18.5 21.5 2; l 10 18 14 18",
    "strikethrough": "l 3 12 21 12; a 12 8 4.2 150 330; a 12 16 4.2 -30 150",
    "subscript": "l 3 4 13 17; l 13 4 3 17; w 1.6; l 16.5 16.5 18.5 14.5 20.5 16.5 16.5 21 21 21",
    "sun": "O 12 12 5; t 12 12 8.8 11 8",
    "superscript": "l 3 7 13 20; l 13 7 3 20; w 1.6; l 16.5 5 18.5 3 20.5 5 16.5 9.5 21 9.5",
    "swap_colors": "l 6 8 17 8 17 19; l 9 5 6 8 9 11; l 14 16 17 19 20 16",
    "swap_vertical": "l 8 20 8 4.5; l 3.8 8.7 8 4.5 12.2 8.7; l 16 4 16 19.5; l 11.8 15.3 16 19.5 20.2 15.3",
    "table": "r 3 4 21 20 1; l 3 9.3 21 9.3; l 3 14.7 21 14.7; l 12 4 12 20",
    "tasks": "l 2.5 5.5 4.5 7.5 8 3.5; l 12 5.8 21.5 5.8; l 2.5 12 4.5 14 8 10; l 12 12.3 21.5 12.3;"
    " l 2.5 18.5 4.5 20.5 8 16.5; l 12 18.8 21.5 18.8",
    "terminal": "r 2 3.5 22 20.5 2; l 6 8.5 9.8 12 6 15.5; l 12 16 17.5 16",
    "text_color": "l 6.5 15 12 3 17.5 15; l 8.5 11 15.5 11; R 4 18.5 20 22 0.5",
    "text_editor": "l 18.5 6.5 18.5 2.5 3.5 2.5 3.5 21.5 9 21.5; l 7.5 7.5 14.5 7.5; l 7.5 12 11 12;"
    " z 12.5 21 13.3 17.8 19.8 11.3 22.2 13.7 15.7 20.2",
    "text_tool": "l 4 7 4 4 20 4 20 7; l 12 4 12 20.5; l 8.5 20.5 15.5 20.5",
    "ticket": "z 2.5 6 21.5 6 21.5 10 19.8 12 21.5 14 21.5 18 2.5 18 2.5 14 4.2 12 2.5 10; l 14.5 9 14.5 10;"
    " l 14.5 14 14.5 15",
    "timer": "l 5 2.5 19 2.5; l 5 21.5 19 21.5; l 7 2.5 7 6.5 12 12 7 17.5 7 21.5; l 17 2.5 17 6.5 12 12 17 17.5"
    " 17 21.5; Z 9 20.5 12 16.5 15 20.5",
    "today": "r 3 4.5 21 21 2; l 3 9.5 21 9.5; l 8 2 8 6; l 16 2 16 6; O 12 15.3 2.6",
    "unarchive": "r 3 3.5 21 8.5 1; l 4.5 9 4.5 20.5 19.5 20.5 19.5 9; l 12 18 12 12.2; l 9 14.7 12 11.9 15 14.7",
    "underline": "l 6.5 3 6.5 10.5; l 17.5 3 17.5 10.5; a 12 10.5 5.5 0 180; l 5 21 19 21",
    "undo": "l 8 4 3 9 8 14; l 4 9 15 9; a 15 14.5 5.5 270 450; l 15 20 9 20",
    "upload": "l 12 15.5 12 3; l 6.5 8.5 12 3 17.5 8.5; l 3.5 17 3.5 21 20.5 21 20.5 17",
    "user": "o 12 12 9.8; O 12 9.3 3.4; C 12 19.8 6.3 195 345",
    "video": "r 2 5.5 16 18.5 2.5; Z 17 10.3 22.5 6.5 22.5 17.5 17 13.7",
    "voicemail": "o 6.5 12 4.2; o 17.5 12 4.2; l 6.5 16.2 17.5 16.2",
    "volume": "Z 2 8.5 6.5 8.5 12.5 3.5 12.5 20.5 6.5 15.5 2 15.5; a 12.5 12 4.3 305 415; a 12.5 12 8.8 305 415",
    "walk": "O 13 4 2.2; l 8 12 9 8.5 12.5 7.5 13 13 15.5 16 16.5 21.5; l 12.8 13 11.3 16.5 8.5 21.5; l 12.5 8"
    " 15 11 18 11.8",
    "wallet": "r 2.5 6.5 21.5 20.5 2; l 3.2 6.5 17.5 3 17.5 6; r 15 11 21.5 16 1",
    "wand": "l 4 20 15.5 8.5; l 17 3 17 6; l 15.5 4.5 18.5 4.5; l 21 9.5 21 12.5; l 19.5 11 22.5 11;"
    " l 9 3.5 9 6.5; l 7.5 5 10.5 5",
    "warning": "z 12 3 22 20.5 2 20.5; l 12 9.5 12 14; O 12 17.4 1.3",
    "wifi": "a 12 19.5 15.5 225 315; a 12 19.5 10.3 225 315; a 12 19.5 5.2 225 315; O 12 19.3 1.8",
    "wrap": "l 3 5 21 5; l 3 12 17 12; a 17 15.5 3.5 270 450; l 17 19 11.5 19; l 14 16.5 11.5 19 14 21.5; l 3 19 7 19",
}

ICONS: tuple[str, ...] = tuple(sorted(_DRAWINGS))
"""Names of all icons."""

DRAWINGS: Mapping[str, str] = {**_DRAWINGS, **ILLUSTRATIONS, **TOOLS}
"""The drawings of all icons of one colour, by name."""

_GRID = 24
_SAMPLES, _COARSE = 8, 4  # each pixel is the mean of 8 by 8, in large icons of 4 by 4
_LARGE = 96
_STROKE = 2.0
THINNEST: Final = 1.45
"""Pixels: the width of the thinnest strokes, as thinner ones look grey."""

_Points = Sequence[tuple[float, float]]
_Ink = int | tuple[int, ...]


@lru_cache(maxsize=512)
def icon(name: str, size: int) -> NDArray[np.uint8]:
    """Returns the mask of an icon: how much of each pixel it covers.

    Args:
        name: one of `ICONS`, of `ILLUSTRATIONS`, or of `TOOLS`.
        size: width and height in pixels.

    Returns:
        (size, size) uint8, read-only; 0 is nothing, 255 is full.

    Raises:
        ValueError: no such icon, or a size below 1.

    >>> icon("check", 24).shape
    (24, 24)
    """
    drawing = DRAWINGS.get(name)
    if drawing is None:
        hint = did_you_mean(name, ICONS)
        raise ValueError(f"unknown icon {name!r}: expected one of the {len(ICONS)} names in icons.ICONS.{hint}")
    if size < 1:
        raise ValueError(f"icon size {size}: expected at least 1 pixel")
    import numpy as np

    mask = np.asarray(_drawn(drawing, size, "L").reduce(_samples(size))).copy()
    mask.flags.writeable = False
    return mask


@lru_cache(maxsize=64)
def logo(name: str, size: int) -> NDArray[np.uint8]:
    """Returns the coloured icon of an app.

    Args:
        name: one of `LOGOS`.
        size: width and height in pixels.

    Returns:
        (size, size, 4) uint8 RGBA, read-only, of which the colours are multiplied by the alpha.
    """
    import numpy as np

    samples = _samples(size)
    parts = np.asarray(_drawn(LOGOS[name], size, "RGBA")).reshape(size, samples, size, samples, 4)
    pixels = np.asarray(parts.sum((1, 3), np.uint32) // samples**2, np.uint8)
    pixels.flags.writeable = False
    return pixels


def _samples(size: int) -> int:
    return _SAMPLES if size < _LARGE else _COARSE


def _drawn(drawing: str, size: int, mode: str) -> Image.Image:
    """Returns a drawing, enlarged."""
    from PIL import Image, ImageDraw

    side = size * _samples(size)
    image = Image.new(mode, (side, side))
    pen = _Pen(ImageDraw.Draw(image), side / _GRID, THINNEST * _GRID / size)
    for command in drawing.split(";"):
        letter, *numbers = command.split()
        pen.draw(letter, [float(number) for number in numbers])
    return image


class _Pen:
    """Draws commands of the module's notation into an enlarged image."""

    ink: _Ink

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float, thinnest: float) -> None:
        self.to = draw
        self.scale = scale
        self.thinnest = thinnest
        self.width = max(_STROKE, thinnest)
        self.ink = 255

    def draw(self, command: str, v: list[float]) -> None:
        """Carries out one command with its numbers."""
        ink = 0 if command.startswith("-") else self.ink
        letter = command.lstrip("-")
        if letter.startswith("#"):
            self.ink = (*bytes.fromhex(letter[1:]), 255)
            return
        filled = letter.isupper()
        match letter.lower():
            case "w":
                self.width = max(v[0], self.thinnest)
            case "i":
                self.ink = round(v[0] * 2.55)
            case "l":
                self.stroke(_pairs(v), ink)
            case "z":
                self.outline(_pairs(v), ink, filled)
            case "r":
                self.outline(_rounded(*v), ink, filled)
            case "e":
                self.outline(_curve(v[0], v[1], v[2], v[3], 0, 360), ink, filled)
            case "o":
                self.outline(_curve(v[0], v[1], v[2], v[2], 0, 360), ink, filled)
            case "a":
                self.stroke(_curve(v[0], v[1], v[2], v[2], v[3], v[4]), ink)
            case "c":
                self.outline(_curve(v[0], v[1], v[2], v[2], v[3], v[4]), ink, True)
            case "t":
                for ray in range(int(v[4])):
                    x, y = cos(2 * pi * ray / v[4]), sin(2 * pi * ray / v[4])
                    self.stroke([(v[0] + x * r, v[1] + y * r) for r in v[2:4]], ink)
            case "s":
                turns = [pi * (corner / 5 - 0.5) for corner in range(10)]
                star = [
                    (v[0] + v[2 + i % 2] * cos(turn), v[1] + v[2 + i % 2] * sin(turn)) for i, turn in enumerate(turns)
                ]
                self.outline(star, ink, filled)
            case _:
                raise ValueError(f"unknown drawing command {command!r}")

    def outline(self, points: _Points, ink: _Ink, filled: bool) -> None:
        """Draws a closed shape: its inside, or a stroke along its edge."""
        if filled:
            self.to.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=ink)
        else:
            self.stroke([*points, points[0]], ink)

    def stroke(self, points: _Points, ink: _Ink) -> None:
        """Draws a line with round ends and joints."""
        half = self.width / 2 * self.scale
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        for x, y in scaled:
            self.to.ellipse((x - half, y - half, x + half, y + half), fill=ink)
        for (x0, y0), (x1, y1) in pairwise(scaled):
            length = hypot(x1 - x0, y1 - y0)
            if length:
                dx, dy = (y1 - y0) / length * half, (x0 - x1) / length * half
                corners = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
                self.to.polygon(corners, fill=ink)


def _pairs(values: list[float]) -> _Points:
    return list(zip(values[::2], values[1::2], strict=True))


def _curve(x: float, y: float, rx: float, ry: float, first: float, last: float) -> _Points:
    """Returns points along an arc, five degrees apart or less; degrees clockwise from three o'clock."""
    steps = max(2, round(abs(last - first) / 5))
    turns = [radians(first + (last - first) * step / steps) for step in range(steps + 1)]
    return [(x + rx * cos(turn), y + ry * sin(turn)) for turn in turns]


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> _Points:
    """Returns points along a rectangle with rounded corners."""
    corners = (
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
        (right - radius, top + radius, 270),
    )
    return [point for x, y, start in corners for point in _curve(x, y, radius, radius, start, start + 90)]
