"""Secrets in records, which agents' notes and models' errors may quote.

* `Redactor` - removes them from JSON data.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["HIDDEN", "Redactor"]

HIDDEN = "[removed]"
"""What stands in place of a secret."""
_FORMS = re.compile(
    r"""
    (?<![A-Za-z0-9])(?:
        sk-[A-Za-z0-9_-]{16,} | AIza[A-Za-z0-9_-]{30,} | gh[pousr]_[A-Za-z0-9]{30,} | github_pat_[A-Za-z0-9_]{30,}
      | hf_[A-Za-z0-9]{20,} | xox[a-z]-[A-Za-z0-9-]{16,} | AKIA[A-Z0-9]{16} | glpat-[A-Za-z0-9_-]{16,}
      | eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}
    )
  | -----BEGIN\ [A-Z ]*PRIVATE\ KEY-----.*?(?:-----END\ [A-Z ]*PRIVATE\ KEY-----|\Z)
    """,
    re.VERBOSE | re.DOTALL,
)
"""The forms of vendors' keys."""
_INTRODUCED = re.compile(
    r"""
    (\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{16,}
  | (://)[^/\s@,;()]+(?=@)
  | ([?&](?:api[_-]?key|key|token|access_token|password)=)[^&\s,;)"']+
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Secrets by what stands before them: in headers, and in addresses."""
_NAMES = {
    "apikey", "accesstoken", "authtoken", "token", "secret", "clientsecret", "password", "authorization",
    "proxyauthorization", "cookie", "setcookie", "cookies", "credentials", "headers", "extraheaders",
    "defaultheaders", "requestheaders", "xapikey", "xgoogapikey",
}  # fmt: skip
"""Keys whose values are secrets, or have some, in lower case and without dashes."""
_VARIABLES = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$")
_SHORTEST = 12
"""Length from which the value of an environment variable is unlikely to be an ordinary word."""


class Redactor:
    """Removes secrets from JSON data: keys of vendors, passwords in addresses, values of the environment's secrets.

    Args:
        environment: The environment variables; those whose names end in ``_KEY``, ``_TOKEN`` and so on are secrets.

    Attributes:
        removed: Number of secrets that were removed so far.

    >>> redactor = Redactor({})
    >>> redactor.clean({"url": "http://me:pass@host/v1", "headers": {"x": "y"}, "n": 3}, named=True)
    {'url': 'http://[removed]@host/v1', 'headers': '[removed]', 'n': 3}
    >>> redactor.removed
    2
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.removed = 0
        variables = os.environ if environment is None else environment
        values = {value for name, value in variables.items() if _VARIABLES.search(name) and len(value) >= _SHORTEST}
        longest_first = sorted(values, key=lambda value: (-len(value), value))
        self._values = re.compile("|".join(map(re.escape, longest_first))) if values else None

    def clean(self, value: Any, *, named: bool = False) -> Any:
        """Returns a copy of JSON data without secrets.

        Args:
            value: The data.
            named: Whether values are removed because of their keys, too. Tasks may be about passwords, so it is for
                data that isn't theirs: configurations and notes.
        """
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self.clean(item, named=named) for item in value]
        if isinstance(value, dict):
            return {self._text(key): self._item(key, item, named) for key, item in value.items()}
        return value

    def _item(self, key: str, value: Any, named: bool) -> Any:
        # Numbers are counts of tokens, or settings.
        if named and re.sub(r"[-_ ]", "", key.lower()) in _NAMES and value and not isinstance(value, (int, float)):
            self.removed += 1
            return HIDDEN
        return self.clean(value, named=named)

    def _text(self, text: str) -> str:
        text, forms = _FORMS.subn(HIDDEN, text)
        text, introduced = _INTRODUCED.subn(lambda match: next(filter(None, match.groups())) + HIDDEN, text)
        values = 0
        if self._values is not None:
            text, values = self._values.subn(HIDDEN, text)
        self.removed += forms + introduced + values
        return text
