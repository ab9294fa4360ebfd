"""Papers with legible text."""

# ruff: noqa: D103 - the names of the drawings say what they show
from __future__ import annotations

from collections.abc import Sequence

from photo import INK, PAPER, Photo, blend, table


def _receipt(p: Photo, title: str, place: str, rows: Sequence[tuple[str, str]], foot: Sequence[str]) -> None:
    table(p, (112, 116, 124), (88, 92, 100))
    p.box(66, 26, 426, 620, (66, 68, 76))
    p.box(58, 18, 418, 612, PAPER)
    p.text(238, 40, title, 30, anchor="ma")
    p.text(238, 82, place, 19, (96, 94, 100), "ma")
    p.line([(80, 120), (396, 120)], (150, 148, 150), 2)
    y = 134
    for name, price in rows:
        big = 27 if name == "TOTAL" else 21
        if name == "TOTAL":
            p.line([(80, y + 4), (396, y + 4)], (150, 148, 150), 2)
            y += 14
        p.text(80, y, name, big)
        p.text(396, y, price, big, anchor="ra")
        y += 40
    y += 8
    for line in foot:
        p.text(238, y, line, 18, (96, 94, 100), "ma")
        y += 28


def receipt_grocery(p: Photo) -> None:
    rows = (("Bread", "3.20"), ("Milk 2x", "2.58"), ("Apples 1 kg", "2.99"), ("Cheese", "5.45"), ("Tomatoes", "2.10"),
            ("Olive oil", "8.90"), ("TOTAL", "25.22"), ("Card", "25.22"))  # fmt: skip
    _receipt(p, "CORNER GROCERY", "12 Market Street", rows, ("5 October 2026  17:42", "Thank you!"))


def receipt_cafe(p: Photo) -> None:
    rows = (("Cappuccino 2x", "7.60"), ("Croissant", "2.90"), ("Orange juice", "4.20"), ("Cheesecake", "5.10"),
            ("TOTAL", "19.80"), ("Cash", "20.00"), ("Change", "0.20"))  # fmt: skip
    _receipt(p, "STATION CAFE", "Platform 3", rows, ("Table 7", "2 October 2026  09:15", "See you again!"))


def receipt_hardware(p: Photo) -> None:
    rows = (("Paint white 5 l", "34.50"), ("Brush set", "12.90"), ("Screws 4x40", "6.25"), ("Masking tape", "3.80"),
            ("TOTAL", "57.45"), ("Card", "57.45"))  # fmt: skip
    _receipt(p, "HARDWARE BARN", "80 Mill Road", rows, ("28 September 2026", "Returns within 30 days"))


def train_ticket(p: Photo) -> None:
    table(p, (150, 116, 88), (122, 92, 68))
    p.box(48, 88, 608, 408, (92, 68, 50))
    p.box(40, 78, 600, 398, (252, 246, 230), 14)
    p.box(40, 78, 600, 138, (34, 92, 140), 14)
    p.text(64, 92, "TRAIN TICKET", 26, (255, 255, 255))
    p.text(576, 92, "2nd class", 24, (230, 240, 250), "ra")
    p.text(64, 158, "Northgate", 36)
    p.text(64, 204, "dep. 08:35   platform 4", 23, (92, 90, 96))
    p.text(64, 254, "Harbour Quay", 36)
    p.text(64, 300, "arr. 11:10", 23, (92, 90, 96))
    p.text(64, 350, "Seat 52   Coach 7", 25)
    for i in range(7):
        for j in range(7):
            if p.random.random() < 0.55 or (i in (0, 6) and j in (0, 6)):
                p.box(440 + i * 18, 200 + j * 18, 458 + i * 18, 218 + j * 18, INK)


def whiteboard(p: Photo) -> None:
    p.gradient((196, 200, 204), (180, 184, 190))
    p.box(24, 24, 616, 440, (150, 154, 160), 6)
    p.box(34, 34, 606, 430, (250, 251, 252), 4)
    p.text(60, 50, "Sprint plan", 40, (34, 80, 160))
    for i, line in enumerate(("1. Fix the login page", "2. Test on Tuesday", "3. Write the manual")):
        p.text(76, 122 + i * 62, line, 34)
    p.text(76, 308, "Release: 30 October!", 34, (190, 40, 44))
    p.arc(530, 222, 52, 200, 520, (40, 140, 84), 5)
    p.line([(506, 222), (526, 244), (560, 198)], (40, 140, 84), 8)
    p.box(180, 440, 330, 452, (90, 94, 100))
    for x, color in ((200, (34, 80, 160)), (244, (190, 40, 44)), (288, (40, 140, 84))):
        p.box(x, 428, x + 34, 440, color, 4)


def cafe_menu(p: Photo) -> None:
    p.gradient((40, 52, 48), (30, 40, 38))
    p.box(20, 20, 460, 620, (150, 110, 76), 8)
    p.box(34, 34, 446, 606, (42, 50, 50), 4)
    chalk = (238, 236, 226)
    p.text(240, 52, "Today's menu", 38, (250, 214, 120), "ma")
    rows = (("Tomato soup", "5.50"), ("Green salad", "6.00"), ("Mushroom risotto", "11.90"),
            ("Fish and chips", "13.50"), ("Veggie burger", "12.00"), ("Apple pie", "4.80"),
            ("Lemonade", "3.60"))  # fmt: skip
    for i, (name, price) in enumerate(rows):
        p.text(58, 130 + i * 60, name, 26, chalk)
        p.text(424, 130 + i * 60, price, 26, chalk, "ra")
    p.text(240, 556, "Open until 21:00", 24, (250, 214, 120), "ma")


def concert_poster(p: Photo) -> None:
    p.gradient((158, 150, 142), (136, 128, 122))
    p.box(46, 30, 446, 620, (98, 92, 88))
    p.box(38, 22, 438, 612, (34, 34, 78))
    for i in range(4):
        p.disc(238, 270, 150 - i * 38, blend((196, 60, 110), (250, 196, 90), i / 3))
    p.text(238, 44, "SUMMER NIGHT", 40, (255, 240, 214), "ma")
    p.text(238, 452, "Open air concert", 33, (255, 240, 214), "ma")
    p.text(238, 500, "Saturday, 24 October, 19:30", 26, (250, 196, 110), "ma")
    p.text(238, 546, "River Park - free entry", 26, (255, 240, 214), "ma")


def shopping_list(p: Photo) -> None:
    table(p, (204, 176, 140), (180, 150, 114))
    p.polygon([(70, 44), (424, 24), (440, 610), (86, 624)], (150, 120, 90))
    p.polygon([(60, 34), (414, 16), (428, 600), (74, 614)], (255, 244, 170))
    p.text(100, 60, "Shopping", 40, (40, 60, 130))
    for i, line in enumerate(("eggs (10)", "flour", "butter", "2 lemons", "washing powder", "batteries AA", "tea")):
        p.line([(84, 168 + i * 62), (408, 162 + i * 62)], (214, 204, 150), 2)
        p.text(104, 124 + i * 62, f"- {line}", 31, (40, 60, 130))
