"""Archives of documents with nothing in them that changes from one writing to the next."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

__all__ = ["settled"]

_TIMES = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</)")


def settled(data: bytes, when: str, changed: Callable[[str, bytes], bytes]) -> bytes:
    """Returns an archive, packed, with fixed times, so that the same document always has the same bytes.

    Args:
        data: The archive; as it is packed here, it needn't be before.
        when: The time for its properties, in ISO 8601.
        changed: Returns the content that a file gets, from its name and the content that it has.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for row in old.infolist():
            content = changed(row.filename, old.read(row))
            if row.filename == "docProps/core.xml":
                content = _TIMES.sub(rb"\g<1>" + when.encode() + rb"\g<2>", content)
            stored = row.filename == "mimetype"
            entry = zipfile.ZipInfo(row.filename)  # of 1980, as every other
            entry.external_attr = 0o600 << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            new.writestr(entry, content)
    return stream.getvalue()
