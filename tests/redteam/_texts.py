"""Texts, numbers and values that hostile input is made of."""

from __future__ import annotations

import random
from typing import Any

TEXTS = (
    "",
    " ",
    "\n",
    "\n" * 500,
    "\t",
    "\0",
    "\x1b[2J\x1b]0;owned\x07",
    "\x7f",
    "\r\n",
    "\x85\u2028\u2029",
    "\ufeff",
    "\ud800",
    "\udfff\ud800",
    "a\ud83d",
    "\uffff",
    "\U0010ffff",
    "\u202e\u2066drow",
    "e" + "\u0301" * 300,
    "\u200d" * 200,
    "👩‍👩‍👧‍👦" * 40,
    "漢字" * 500,
    "ﷺ" * 200,
    "İıſK",
    "٣",
    "-0",
    "0x10",
    "1e999",
    "NaN",
    "' OR 1=1 --",
    "%s%n%x%99999d",
    "{0.__class__}",
    "${HOME}",
    "$(reboot)",
    "`id`",
    "; rm -rf /",
    "&& shutdown",
    "| cat /etc/passwd",
    "> /dev/sda",
    "../../../../etc/passwd",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://[::1",
    "//evil.example/",
    "\\\\host\\c",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&amp;&#0;",
    "]]>",
    "<!--",
    "\"'><",
    "CON",
    ".",
    "..",
    "a" * 10_000,
    "a" * 10_001,
    "ab " * 3_000,
    "\\" * 3_000,
    "(" * 2_000,
    "[" * 5_000,
    "a\n" * 4_000,
    "{a,b}" * 60,
    "=1/0",
    "=A1:ZZ99999",
    "@everyone",
    "+1" * 300,
    "9" * 400,
    "12:99",
    "2024-02-30",
    "31/31/9999",
    ":(){ :|:& };:",
    "while :; do :; done\n",
    "yes | head -c 999999999\n",
    "cat /proc/self/environ\n",
    "sed ':a;ba' *\n",
    "[[ a =~ (a*)*b ]]\n",
)
"""Texts that an agent may type, name or answer."""

NUMBERS = (
    0,
    -1,
    1,
    2**31 - 1,
    2**31,
    2**63,
    2**64,
    -(2**63),
    10**40,
    0.0,
    -0.0,
    0.5,
    1e308,
    1e-308,
    float("inf"),
    float("-inf"),
    float("nan"),
    True,
    False,
)
"""Numbers that a coordinate, a count or a time may be."""


def text(rng: random.Random) -> str:
    """Returns a hostile text: a known one, a cut or doubled one, or random code points."""
    kind = rng.randrange(4)
    if kind < 2:
        return rng.choice(TEXTS)
    if kind == 2:
        known = rng.choice(TEXTS) + rng.choice(TEXTS)
        return known[rng.randrange(len(known) + 1) :][: rng.choice((3, 50, 9_000))]
    high = rng.choice((0x80, 0x800, 0x10000, 0x110000))
    return "".join(chr(rng.randrange(high)) for _ in range(rng.randrange(40)))


def value(rng: random.Random, depth: int = 3) -> Any:
    """Returns any value that JSON could hold, and some that it could not."""
    kind = rng.randrange(9 if depth else 6)
    if kind < 2:
        return text(rng)
    if kind < 4:
        return rng.choice(NUMBERS)
    if kind < 6:
        return rng.choice((None, b"\xff\0", (), object, 1j, ["ctrl"], {"x": 1}))
    if kind == 6:
        return [value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 7:
        return {text(rng): value(rng, depth - 1) for _ in range(rng.randrange(4))}
    nested: Any = "deep"
    for _ in range(rng.choice((3, 50, 3_000))):
        nested = [nested] if rng.random() < 0.5 else {"args": nested}
    return nested
