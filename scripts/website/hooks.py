"""What MkDocs calls while it builds the pages, see mkdocs.yml.

* `on_post_page` - lets long names in code break where their parts end, so that no narrow screen breaks them in a word.
"""

from __future__ import annotations

import re

__all__ = ["on_post_page", "with_breaks"]

_CODE = re.compile(r"<pre\b.*?</pre>|(?P<start><code\b[^>]*>)(?P<text>[^<]+)(?=</code>)", re.DOTALL)
_PARTS = re.compile(r"(?<=\w\w[._/=,])(?=[\w*])|(?<=&#95;)(?=\w)|(?<=\w)(?=\()")
"""Where a name may break; `website.text.plain` writes an underscore as a number."""
_SHORT = 12
"""Letters of a name that has room everywhere."""


def on_post_page(output: str, **event: object) -> str:
    """Returns a page's HTML as it is written; the search has read it before."""
    return with_breaks(output)


def with_breaks(html: str) -> str:
    """Returns HTML in which long names, where they stand as code within text, may break between their parts.

    >>> with_breaks("<code>cross.contact_from_file</code> <code>env.step</code> <pre><code>very_long_name</code></pre>")
    '<code>cross.<wbr>contact_<wbr>from_<wbr>file</code> <code>env.step</code> <pre><code>very_long_name</code></pre>'
    """

    def change(found: re.Match[str]) -> str:
        text = found["text"]
        if text is None or len(text) <= _SHORT:
            return found[0]
        return f"{found['start']}{_PARTS.sub('<wbr>', text)}"

    return _CODE.sub(change, html)
