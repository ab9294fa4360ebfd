"""Markup: what models set one answer in.

* `unmarked` - the answer without tags, code, bullets, headings and JSON.
"""

from __future__ import annotations

import re

__all__ = ["unmarked"]

_MARKUP = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"<(?P<tag>answer|final_answer|result)>\s*(?P<body>[^<>]*?)\s*</(?P=tag)>",
        r"```\w*\n(?P<body>[^`]*?)\s*```",
        r"\$?\\boxed\{(?P<body>[^{}]*)\}\$?",
        r"[-*•] +(?P<body>[^\n]+)",
        r"#{1,6} +(?P<body>[^\n]+)",
        r"_(?P<body>[^_\n]+)_",
        r"#{1,6} +(?P<label>[^\n:]+):?\s*\n\s*(?P<body>[^\n]+)",
        r"\*\*(?P<label>[^*\n:]+):?\*\*:?\s+(?P<body>[^\n]+)",
        r"\{\s*\"(?P<label>[\w -]+)\"\s*:\s*(?:\"(?P<body>[^\"\\]*)\"|(?P<number>-?[\d.]+))\s*\}",
    )
)
_MOST = 3
"""Most marks around one another."""


def unmarked(text: str) -> str:
    r"""Returns a text without markup around it; what is called the answer there stays, with a colon behind it.

    >>> unmarked('```\n{"length": "5 km"}\n```'), unmarked("- 5 km"), unmarked("- 5 km\n- 6 km")
    ('length: 5 km', '5 km', '- 5 km\n- 6 km')
    """
    for _ in range(_MOST):
        match = next((match for pattern in _MARKUP if (match := pattern.fullmatch(text))), None)
        if match is None:
            break
        parts = match.groupdict()
        label = (parts.get("label") or "").replace("_", " ")
        text = f"{label}: {parts['body'] or parts.get('number')}" if label else match["body"].strip()
    return text
