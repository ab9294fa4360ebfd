"""Archives of documents with nothing in them that changes from one writing to the next."""

from __future__ import annotations

import io
import re
import zipfile

__all__ = ["settled"]

_TIMES = re.compile(rb"(<(?:dcterms:(?:created|modified)|meta:creation-date|dc:date)[^>]*>)[^<]*(</)")
_ROOT = re.compile(rb"<office:document[^>]*>")
_NAMESPACE = re.compile(rb' xmlns:([^=]*)="[^"]*"')
_FORMULAS = b' xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"'


def _with_used_namespaces(content: bytes) -> bytes:
    """Returns an OpenDocument's part, declaring only the namespaces that it uses, in order.

    The library writes them in the order of a set, and more of them the more of its modules are loaded.
    """
    match = _ROOT.search(content)
    if match is None:
        return content
    tag, rest = match[0], content[match.end() :]
    plain = _NAMESPACE.sub(b"", tag)[:-1]
    rows = {found[1]: found[0] for found in _NAMESPACE.finditer(tag)} | {b"of": _FORMULAS}
    used = [row for prefix, row in sorted(rows.items()) if prefix + b":" in plain or prefix + b":" in rest]
    return content[: match.start()] + plain + b"".join(used) + b">" + rest


def settled(data: bytes, when: str) -> bytes:
    """Returns an archive with fixed times, so that the same document always has the same bytes.

    Args:
        data: The archive.
        when: The time for its properties, in ISO 8601.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for row in old.infolist():
            content = old.read(row)
            if row.filename in ("docProps/core.xml", "meta.xml"):
                content = _TIMES.sub(rb"\g<1>" + when.encode() + rb"\g<2>", content)
            content = _with_used_namespaces(content)
            stored = row.filename == "mimetype"
            entry = zipfile.ZipInfo(row.filename)  # of 1980, as every other
            entry.external_attr = 0o600 << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            new.writestr(entry, content)
    return stream.getvalue()
