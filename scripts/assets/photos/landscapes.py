"""Landscapes and streets."""

# ruff: noqa: D103 - the names of the drawings say what they show
from __future__ import annotations

import math

import numpy as np
from photo import Photo, blend
from scenery import Scenery, smooth


def mountain_lake(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (74, 130, 196)), (150, (150, 192, 226)), (270, (222, 232, 238)))
    s.clouds(10, 150, (252, 252, 253), (186, 198, 214), 0.42)
    s.land(s.peaks(((-20, 150), (150, 176), (300, 150), (430, 172), (580, 150)), 0.5, 14), (166, 174, 192),
           (124, 138, 168), 36, 1.2, ((200, 214, 228), 0.3, 0.7), 60)  # fmt: skip
    s.land(s.peaks(((86, 128), (226, 66), (366, 128), (500, 52), (630, 146)), 0.86, 16), (168, 156, 142), (58, 64, 84),
           52, 1.3, ((186, 202, 218), 0.0, 0.42), 58, 4.0)  # fmt: skip
    s.land(s.outline(274, 8, 120), (66, 90, 62), (34, 58, 46), 30, 0.6, ((150, 174, 180), 0.25, 0.1))
    for row, color in enumerate(((74, 104, 96), (52, 82, 70), (30, 56, 46))):
        s.conifers([(x + p.random.uniform(-3, 3), 280 + 4 * row + p.random.uniform(-2, 2)) for x in range(-4, 650, 11)],
                   26 + 8 * row, color)  # fmt: skip
    s.water(288, (26, 58, 76), 0.86)
    s.land(s.outline(470, 26, 150), (108, 116, 84), (42, 46, 40), 16, 0.6)
    s.conifers([(24, 476), (58, 484), (86, 470), (612, 480)], 190, (20, 36, 32))
    s.finish()


def beach_sunset(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (52, 52, 110)), (120, (150, 88, 130)), (210, (240, 140, 100)), (262, (255, 206, 130)),
          (270, (255, 214, 140)))  # fmt: skip
    s.clouds(20, 210, (255, 176, 130), (98, 64, 112), 0.5, 230)
    s.light(330, 246, 60, (255, 226, 160), 0.9)
    s.mix((255, 246, 214), smooth(1.06, 0.94, np.hypot((s.across - 330)[None, :], (s.down - 244)[:, None]) / 34))
    s.water(270, (62, 56, 96), 0.95, 1.4)
    path = np.clip(1 - abs(s.across - 330)[None, :] / (26 + (s.down[:, None] - 262) * 0.7), 0, 1)
    sparkle = smooth(0.5, 0.66, s.fractal(34, 3.4, 4)) * path * ((s.down > 271) & (s.down < 404))[:, None]
    s.mix((255, 232, 178), 0.9 * sparkle)
    for height, swing in ((366, 7), (392, 9)):
        line = s.outline(height, swing, 150)
        depth = s.down[:, None] - line[None, :]
        s.mix((250, 226, 214), 0.75 * smooth(0, 1.5, depth) * smooth(9, 2, depth) * smooth(0.3, 0.6, s.fractal(22, 6)))
    shore = s.outline(406, 10, 190)
    s.land(shore, (196, 152, 122), (150, 106, 92), 7, 0.5, ((120, 84, 92), 0.55, -0.9), contrast=1.2)
    s.light(330, 404, 70, (255, 198, 140), 0.22)
    trunk, leaf = (26, 20, 26), (22, 22, 26)
    p.line([(82, 480), (92, 360), (112, 270), (128, 196)], trunk, 10)
    for turn in range(0, 360, 30):
        out = 70 + 26 * math.sin(turn * 7)
        rise = math.sin(math.radians(turn))
        stem = [(128 + out * t * math.cos(math.radians(turn)), 192 + out * 0.6 * rise * t + 46 * t * t - 22 * t)
                for t in (i / 12 for i in range(13))]  # fmt: skip
        p.line(stem, leaf, 3)
        for i, (x, y) in enumerate(stem[2:], 2):
            for side in (-9, 4):
                p.line([(x, y), (x + side, y + 17 * math.sin(i * 0.24))], leaf, 1.6)
    s.finish((255, 206, 160))


def forest_path(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (196, 208, 150)), (300, (238, 240, 206)), (420, (150, 164, 96)))
    s.light(240, 250, 120, (255, 255, 232), 0.8)
    s.ground(330, (176, 178, 112), (52, 60, 30), 0.5)
    depth = s.down[:, None] - 330
    bend = 236 + 14 * np.sin(depth / 60)
    edge = abs(s.across[None, :] - bend) - (9 + 0.52 * depth) + 20 * (s.fractal(16, 9) - 0.5)
    lights = smooth(0.5, 0.62, s.fractal(60, 20))[..., None]
    earth = np.array((146, 120, 84)) * (0.72 + 0.5 * lights) * (0.85 + 0.3 * s.fractal(5, 3)[..., None])
    s.mix(earth, smooth(6, -6, edge) * (depth > 0))
    for step in range(6):
        near = step / 5
        color = blend((168, 178, 124), (30, 34, 22), near**0.7)
        for side in (-1, 1):
            for _ in range(5 - step // 2):
                x = 236 + side * (26 + step * 30 + p.random.uniform(0, 70 + 34 * step))
                wide, foot = 3 + step * 5.5, 338 + step * step * 11
                p.polygon([(x - wide / 2, -5), (x + wide / 2, -5), (x + wide * 0.62, foot), (x - wide * 0.7, foot + 3)],
                          blend(color, (84, 66, 46), 0.4))  # fmt: skip
        leaves = s.fractal(34 + step * 16, 26 + step * 12, 6)
        low = 0.47 + 0.16 * smooth(20, 250, s.down)[:, None] + 0.1 * smooth(170, 30, abs(s.across - 240.0))[None, :]
        shade = 0.62 + 0.76 * s.fractal(11, 9, 4)[..., None]
        s.mix(np.array(blend((182, 196, 118), (40, 66, 26), near)) * shade, smooth(low, low + 0.05, leaves) * 0.95)
    s.light(240, 290, 70, (255, 252, 220), 0.42)
    s.finish()


def city_night(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (10, 14, 40)), (330, (64, 48, 92)), (520, (176, 104, 96)))
    s.clouds(20, 330, (96, 76, 120), (30, 28, 62), 0.45, 240)
    s.light(360, 96, 26, (226, 224, 214), 0.5)
    s.mix((250, 246, 226), smooth(1.05, 0.95, np.hypot((s.across - 360)[None, :], (s.down - 96)[:, None]) / 24))
    for layer, (tone, lit) in enumerate((((58, 46, 82), 0.16), ((34, 30, 56), 0.3), ((16, 16, 32), 0.34))):
        x = -20
        while x < 480:
            width = p.random.randrange(44, 88)
            top = p.random.randrange(170, 340) + layer * 62
            p.box(x, top, x + width, 540, tone)
            p.box(x + width * 0.7, top, x + width, 540, blend(tone, (0, 0, 0), 0.25))
            for row in range(top + 12, 520, 12 + 3 * layer):
                for column in range(x + 6, x + width - 8, 9 + 2 * layer):
                    if p.random.random() < lit:
                        warm = p.random.choice(((255, 214, 132), (250, 190, 106), (214, 224, 240)))
                        p.box(column, row, column + 4 + layer, row + 6 + layer, blend(tone, warm, 0.45 + 0.2 * layer))
            x += width + 3
    for x in range(24, 480, 52):
        s.light(x, 528, 7, (255, 206, 138), 0.85)
    s.water(536, (10, 14, 34), 0.82, 1.7)
    s.finish((255, 190, 140))


def desert(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (58, 122, 188)), (170, (158, 192, 212)), (250, (240, 222, 186)))
    s.light(520, 84, 46, (255, 246, 214), 0.9)
    s.mix((255, 252, 236), smooth(1.05, 0.95, np.hypot((s.across - 520)[None, :], (s.down - 84)[:, None]) / 24))
    s.land(s.outline(226, 30, 200), (206, 172, 146), (176, 140, 128), 40, 0.5, ((236, 214, 184), 0.55, 0.7))
    for i, (lit, shaded) in enumerate((((236, 190, 130), (172, 116, 76)), ((230, 172, 106), (146, 88, 54)))):
        crest = s.outline(262 + 84 * i, 44, 330 + 90 * i, 2)
        turn = np.gradient(crest, s.across)
        depth = s.down[:, None] - crest[None, :]
        bent = s.across[None, :] + depth * 0.55
        shade = smooth(-0.5, 0.45, np.interp(bent, s.across, turn)) * smooth(130, 20, depth)
        waves = 0.5 + 0.5 * np.sin((bent * 0.25 + depth * 0.9 + 26 * s.fractal(90, 50)) / (1.1 + depth / 150))
        color = np.array(lit) + (np.array(shaded) - np.array(lit)) * (0.16 + 0.72 * shade + 0.1 * waves)[..., None]
        s.mix(color, np.clip(depth * 2 + 0.5, 0, 1))
    for x, y, size in ((150, 372, 1.0), (448, 318, 0.62)):
        p.polygon([(x, y), (x + 12 * size, y - 2), (x + 150 * size, y + 26 * size), (x + 120 * size, y + 30 * size)],
                  (126, 76, 48))  # fmt: skip
        arms = (
            (25, ((0, 0), (0, -132))), (17, ((0, -52), (-42, -56), (-42, -98))), (17, ((0, -36), (40, -40), (40, -86))),
        )  # fmt: skip
        for wide, corners in arms:
            part = [(x + right * size, y + below * size) for right, below in corners]
            for inset, green in ((0, (40, 72, 48)), (0.28, (62, 100, 62)), (0.62, (96, 132, 82))):
                shift = wide * size * inset * 0.3
                for px, py in part[1:]:
                    p.disc(px + shift, py, wide * size * (1 - inset) / 2, green)
                p.line([(px + shift, py) for px, py in part], green, wide * size * (1 - inset))
    s.finish((255, 226, 180))


def snow_cabin(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (104, 140, 190)), (180, (190, 206, 226)), (290, (240, 226, 220)))
    s.clouds(0, 140, (246, 242, 244), (176, 188, 210), 0.4)
    s.land(s.peaks(((60, 150), (230, 92), (330, 130), (560, 104)), 0.62, 14), (166, 168, 180), (84, 98, 130), 60, 1.3,
           ((208, 216, 230), 0.1, 0.6), 130)  # fmt: skip
    s.conifers([(x + p.random.uniform(-9, 9), 306 + p.random.uniform(-8, 8)) for x in range(0, 650, 20)],
               82, (74, 98, 112))  # fmt: skip
    s.conifers([(x + p.random.uniform(-16, 16), 330 + p.random.uniform(-10, 12)) for x in range(-8, 660, 36)
                if not 330 < x < 540], 118, (34, 60, 62), (214, 224, 238))  # fmt: skip
    s.ground(322, (226, 232, 244), (206, 216, 236), 0.09, 70)
    s.land(s.outline(344, 14, 260, 4), (250, 250, 252), (196, 208, 232), 80, 0.4, contrast=1.6)
    p.box(360, 256, 520, 368, (92, 58, 40))
    for row in range(258, 366, 11):
        p.box(360, row, 520, row + 3, (134, 90, 60))
        p.box(360, row + 8, 520, row + 11, (64, 40, 30))
    p.box(470, 182, 492, 232, (92, 80, 76))
    p.box(467, 178, 495, 186, (244, 246, 250), 3)
    p.polygon([(334, 268), (440, 178), (546, 268), (536, 280), (440, 200), (344, 280)], (196, 210, 232))
    p.polygon([(334, 266), (440, 172), (546, 266), (532, 268), (440, 190), (348, 268)], (250, 251, 254))
    p.polygon([(364, 258), (440, 196), (516, 258)], (84, 54, 38))
    p.box(418, 300, 458, 368, (58, 36, 28))
    for x in (376, 474):
        p.box(x - 3, 285, x + 31, 319, (70, 44, 32))
        p.box(x, 288, x + 28, 316, (255, 214, 126))
        p.box(x + 13, 288, x + 15, 316, (70, 44, 32))
        s.light(x + 14, 302, 14, (255, 206, 120), 0.5)
    depth = s.down[:, None] - 366
    edge = abs(s.across[None, :] - 438 + 0.28 * depth) - (16 + depth * 0.34) + 8 * (s.fractal(20, 9) - 0.5)
    s.mix((184, 198, 224), smooth(5, -5, edge) * (depth > 0) * 0.8)
    s.conifers([(30, 470), (92, 440), (606, 452)], 210, (26, 50, 50), (222, 230, 242))
    s.finish((255, 236, 224))


def meadow(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (66, 136, 206)), (240, (206, 226, 240)))
    s.clouds(0, 200, (254, 254, 255), (176, 194, 216), 0.52, 200)
    s.land(s.outline(206, 24, 240), (132, 166, 150), (98, 136, 136), 30, 0.6, ((190, 210, 220), 0.35, 0.5))
    s.land(s.outline(226, 12, 60, 8), (88, 126, 66), (34, 66, 40), 10, 1.4, ((150, 180, 170), 0.1, 0.1))
    s.ground(246, (152, 188, 92), (70, 124, 38), 0.42, 20)
    colors = ((232, 66, 58), (250, 212, 74), (252, 250, 244), (172, 104, 196))
    for row in range(34):
        depth = (row / 33) ** 1.7
        y = 256 + depth * 224
        for _ in range(15 - row // 3):
            x, size, color = p.random.uniform(0, 640), 0.9 + 6.2 * depth, p.random.choice(colors)
            stalk = blend((92, 140, 52), (40, 84, 30), depth)
            p.line([(x, y + size), (x + size * 0.3, y + size * 3.4)], stalk, 0.7 + depth)
            p.disc(x, y, size, blend(color, (40, 40, 60), 0.22), size * 0.75)
            p.disc(x - size * 0.15, y - size * 0.2, size * 0.72, color, size * 0.5)
    s.finish()


def lighthouse(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (64, 124, 188)), (300, (182, 208, 226)), (450, (238, 234, 224)))
    s.clouds(60, 420, (254, 252, 250), (164, 180, 204), 0.5, 190)
    s.water(452, (26, 78, 104), 0.55, 1.3)
    foam = smooth(0.6, 0.72, s.fractal(40, 5, 5)) * smooth(452, 600, s.down)[:, None]
    s.mix((232, 240, 244), 0.6 * foam)
    rock = 450 + 0.0035 * (s.across - 230) ** 2 + s.outline(0, 16, 60, 7)
    s.land(rock, (158, 146, 132), (48, 46, 48), 40, 0.9, contrast=6)
    shift = s.across[None, :] - 240
    height = s.down[:, None]
    half = 42 + (height - 170) * 0.115
    for top, bottom, color in [(170 + 49 * i, 219 + 49 * i, ((250, 248, 242), (190, 44, 42))[i % 2]) for i in range(6)]:
        round_ = np.clip(1.06 - 0.62 * np.clip(shift / half + 0.35, 0, 2) ** 2, 0.3, 1)[..., None]
        inside = np.clip((half - abs(shift)) * 2, 0, 1) * ((height >= top) & (height < bottom))
        s.mix(np.array(color) * round_, inside)
    p.box(186, 156, 294, 170, (52, 56, 64), 2)
    p.box(210, 106, 270, 157, (250, 222, 150))
    for x in (210, 229, 249, 268):
        p.box(x, 106, x + 3, 157, (60, 60, 66))
    s.light(240, 130, 20, (255, 244, 204), 0.7)
    p.polygon([(200, 108), (240, 62), (280, 108)], (150, 36, 36))
    p.polygon([(200, 108), (240, 62), (246, 108)], (196, 54, 50))
    p.line([(240, 64), (240, 44)], (60, 60, 66), 3)
    for x, y in ((70, 130), (386, 206), (356, 96)):
        p.arc(x - 11, y, 11, 210, 335, (64, 74, 88), 2.5)
        p.arc(x + 11, y, 11, 205, 330, (64, 74, 88), 2.5)
    s.finish()


def bridge(p: Photo) -> None:
    s = Scenery(p)
    s.sky((0, (110, 132, 176)), (150, (232, 178, 150)), (290, (255, 224, 182)))
    s.clouds(10, 200, (255, 206, 170), (148, 128, 158), 0.46, 240)
    s.light(520, 262, 80, (255, 236, 190), 0.7)
    s.land(s.outline(250, 44, 210), (150, 140, 160), (112, 108, 140), 40, 0.8, ((240, 208, 184), 0.3, 0.75))
    s.land(s.outline(278, 28, 160), (112, 100, 110), (66, 64, 84), 26, 0.8, ((226, 190, 170), 0.15, 0.7))
    red, dark = (178, 62, 44), (112, 40, 36)
    for left, right in ((-100, 180), (180, 460), (460, 740)):
        cable = [(left + (right - left) * i / 18, 96 + 160 * (1 - (i / 9 - 1) ** 2)) for i in range(19)]
        p.line(cable, dark, 3)
        for x, y in cable[1:-1]:
            p.line([(x, y), (x, 270)], dark, 1)
    for x in (180, 460):
        for left, tone in ((x - 15, red), (x - 7, dark), (x + 4, red), (x + 12, dark)):
            p.box(left, 84, left + 9, 322, tone)
        for y in (100, 150, 204):
            p.box(x - 14, y, x + 20, y + 12, red)
    p.box(0, 266, 640, 276, red)
    p.box(0, 276, 640, 282, dark)
    s.water(312, (74, 84, 116), 0.8, 0.55)
    mist = smooth(0.42, 0.7, s.fractal(260, 40)) * smooth(60, 0, abs(s.down - 306))[:, None]
    s.mix((250, 222, 196), 0.75 * mist)
    s.finish((255, 214, 170))
