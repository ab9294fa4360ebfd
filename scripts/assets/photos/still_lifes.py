"""Still lifes, and a cat."""

# ruff: noqa: D103 - the names of the drawings say what they show
from __future__ import annotations

import math

from photo import Photo, blend, table


def coffee(p: Photo) -> None:
    table(p, (186, 140, 100), (148, 104, 70))
    p.disc(246, 326, 176, (110, 76, 52))
    p.disc(236, 314, 172, (236, 234, 228))
    p.disc(236, 314, 132, (220, 218, 212))
    p.ring(236 + 118, 314, 46, (250, 250, 246), 18)
    p.disc(236, 314, 112, (250, 250, 246))
    p.disc(236, 314, 98, (112, 68, 40))
    for i in range(4):
        p.disc(236, 340 - i * 26, 44 - i * 9, (240, 220, 190), 19 - i * 3)
        p.disc(236, 330 - i * 26, 40 - i * 9, (146, 92, 56), 10)
    p.line([(70, 150), (150, 90)], (206, 206, 210), 12)
    p.disc(60, 160, 22, (206, 206, 210), 16)


def fruit_bowl(p: Photo) -> None:
    p.gradient((214, 222, 226), (188, 198, 206), 0, 300)
    p.gradient((168, 126, 90), (138, 98, 66), 300)
    for x, y, size, color in ((250, 210, 62, (206, 52, 48)), (390, 206, 60, (242, 150, 40)),
                              (320, 160, 60, (126, 178, 66)), (180, 240, 44, (242, 150, 40)),
                              (466, 240, 44, (206, 52, 48))):  # fmt: skip
        p.disc(x, y, size, blend(color, (0, 0, 0), 0.12))
        p.disc(x - 5, y - 5, size - 7, color)
        p.disc(x - size * 0.35, y - size * 0.35, size * 0.2, blend(color, (255, 255, 255), 0.5))
    p.arc(320, 120, 150, 20, 80, (250, 214, 70), 34)
    p.disc(320, 420, 190, (120, 84, 58), 22)
    p.polygon([(120, 252), (520, 252), (450, 400), (390, 420), (250, 420), (190, 400)], (70, 112, 150))
    p.polygon([(120, 252), (520, 252), (512, 272), (128, 272)], (98, 142, 180))


def breakfast(p: Photo) -> None:
    table(p, (226, 220, 208), (206, 198, 184))
    p.disc(306, 252, 206, (184, 176, 162), 200)
    p.disc(300, 244, 204, (252, 252, 250), 198)
    p.disc(300, 244, 156, (240, 240, 238), 150)
    for x, y in ((250, 200), (330, 260)):
        p.disc(x, y, 66, (255, 255, 255), 58)
        p.disc(x + 4, y, 26, (250, 184, 46))
    for i in range(3):
        p.line([(190 + i * 26, 320), (240 + i * 40, 350), (300 + i * 40, 340)], (170, 74, 56), 13)
    p.box(380, 150, 440, 240, (206, 152, 92), 14)
    p.box(388, 158, 432, 232, (232, 190, 130), 10)
    p.line([(556, 130), (556, 380)], (150, 152, 158), 12)
    p.line([(60, 130), (60, 380)], (150, 152, 158), 10)
    for x in (46, 60, 74):
        p.line([(x, 90), (x, 160)], (150, 152, 158), 5)


def bookshelf(p: Photo) -> None:
    p.gradient((118, 80, 54), (94, 62, 42))
    colors = ((176, 58, 52), (50, 92, 138), (222, 186, 92), (70, 120, 88), (232, 226, 210), (98, 70, 120), (40, 44, 56))
    for shelf in range(4):
        bottom = 150 + shelf * 156
        p.box(20, bottom - 136, 460, bottom, (66, 42, 30))
        x = 28
        while x < 430:
            width = p.random.randrange(20, 42)
            if p.random.random() < 0.12:
                p.disc(x + 22, bottom - 26, 20, (208, 128, 82), 24)
                p.disc(x + 22, bottom - 66, 24, (90, 150, 92), 28)
                x += 50
                continue
            top = bottom - p.random.randrange(88, 128)
            color = p.random.choice(colors)
            p.box(x, top, min(454, x + width), bottom, color)
            p.box(x, top + 14, min(454, x + width), top + 20, blend(color, (255, 255, 255), 0.5))
            x += width + 2
        p.box(10, bottom, 470, bottom + 12, (150, 106, 72))


def plant(p: Photo) -> None:
    p.gradient((230, 236, 238), (204, 216, 222))
    p.box(60, 30, 420, 470, (188, 216, 236))
    p.disc(330, 130, 70, (226, 240, 250))
    p.soft(6)
    for x in (60, 236, 410):
        p.box(x - 6, 20, x + 8, 476, (250, 250, 250))
    p.box(40, 466, 440, 486, (250, 250, 250))
    p.gradient((196, 160, 122), (168, 130, 96), 520)
    for turn in range(-70, 71, 20):
        angle = math.radians(turn - 90)
        length = 230 + p.random.uniform(-30, 30)
        end = 240 + length * math.cos(angle), 430 + length * math.sin(angle)
        side = 24 * math.cos(angle + 1.57), 24 * math.sin(angle + 1.57)
        middle = (240 + end[0]) / 2, (430 + end[1]) / 2
        green = blend((50, 110, 62), (110, 170, 84), p.random.random())
        leaf = [(240, 450), (middle[0] + side[0], middle[1] + side[1]), end, (middle[0] - side[0], middle[1] - side[1])]
        p.polygon(leaf, green)
        p.line([(240, 450), end], blend(green, (255, 255, 255), 0.3), 2)
    p.polygon([(160, 430), (320, 430), (296, 570), (184, 570)], (198, 108, 72))
    p.box(150, 412, 330, 440, (214, 124, 86), 4)


def bicycle(p: Photo) -> None:
    p.gradient((224, 196, 160), (212, 178, 140), 0, 370)
    for row in range(0, 360, 40):
        for x in range(-40 * (row // 40 % 2), 640, 80):
            p.box(x + 2, row + 2, x + 78, row + 38, (204, 150, 116))
    p.gradient((140, 140, 144), (112, 112, 118), 370)
    for x in (190, 450):
        p.ring(x, 316, 92, (36, 36, 40), 9)
        for turn in range(0, 180, 20):
            dx, dy = 86 * math.cos(math.radians(turn)), 86 * math.sin(math.radians(turn))
            p.line([(x - dx, 316 - dy), (x + dx, 316 + dy)], (170, 170, 174), 1)
    teal = (24, 116, 124)
    p.line([(190, 316), (260, 190), (410, 190), (310, 316), (190, 316)], teal, 9)
    p.line([(310, 316), (246, 160)], teal, 9)
    p.line([(450, 316), (400, 150), (436, 134)], teal, 9)
    p.line([(214, 156), (282, 156)], (50, 36, 32), 14)
    p.disc(310, 316, 18, (60, 60, 64))


def cat(p: Photo) -> None:
    p.gradient((208, 220, 206), (186, 200, 186), 0, 330)
    p.gradient((176, 94, 86), (150, 74, 70), 330)
    p.disc(330, 424, 200, (128, 62, 60), 30)
    fur, dark = (226, 152, 82), (196, 118, 54)
    p.arc(500, 380, 90, 200, 60, fur, 30)
    p.disc(330, 330, 120, fur, 112)
    p.disc(330, 360, 64, (248, 232, 212), 78)
    p.polygon([(254, 130), (262, 40), (330, 100)], fur)
    p.polygon([(406, 130), (398, 40), (330, 100)], fur)
    p.disc(330, 164, 96, fur, 84)
    for x in (296, 330, 364):
        p.line([(x, 88), (x, 120)], dark, 9)
    for x in (292, 368):
        p.disc(x, 158, 18, (244, 232, 150))
        p.disc(x, 158, 7, (30, 30, 30), 16)
    p.disc(330, 204, 40, (248, 232, 212), 28)
    p.polygon([(320, 186), (340, 186), (330, 198)], (214, 120, 120))
    for side in (-1, 1):
        for rise in (-8, 4, 16):
            p.line([(330 + side * 30, 206), (330 + side * 120, 200 + rise)], (250, 250, 250), 2)
        p.disc(330 + side * 50, 430, 36, (248, 232, 212), 20)


def cake(p: Photo) -> None:
    p.gradient((84, 62, 96), (58, 42, 70))
    for _ in range(24):
        p.disc(p.random.uniform(0, 640), p.random.uniform(0, 280), p.random.uniform(8, 26), (150, 116, 120))
    p.soft(5)
    p.disc(320, 420, 250, (226, 226, 230), 40)
    p.box(130, 270, 510, 410, (250, 232, 214), 16)
    p.box(130, 330, 510, 356, (226, 130, 140))
    p.disc(320, 274, 190, (255, 246, 240), 38)
    for x in range(150, 500, 44):
        p.disc(x, 288, 24, (255, 246, 240), 30)
    for i, x in enumerate((200, 260, 320, 380, 440)):
        p.box(x - 6, 176, x + 6, 268, ((120, 180, 220), (240, 180, 90), (150, 200, 130))[i % 3])
        p.disc(x, 156, 17, (250, 190, 80), 24)
        p.disc(x, 160, 8, (255, 248, 214), 14)
