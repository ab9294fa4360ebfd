"""The files of the simple sites, with their pages put together from their parts.

The folder ``pages/HOST`` has a site's pages (``NAME.html``: the title on the first line, then the content), its other
files, and its name and links (``header.html``). ``pages/frame.html`` is the document around title, header and content.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

__all__ = ["page_files", "style_sheet"]

_FOLDER: Final = Path(__file__).with_name("pages")


@lru_cache(maxsize=1)
def style_sheet() -> bytes:
    """Returns the style sheet of the pages."""
    return (_FOLDER / "style.css").read_bytes()


@lru_cache(maxsize=1)
def page_files() -> dict[str, bytes]:
    """Returns the files by host and name, such as ``"shop.example/lamp.html"``; pages are whole documents."""
    frame = (_FOLDER / "frame.html").read_text(encoding="utf-8")
    files = {}
    for folder in sorted(path for path in _FOLDER.iterdir() if path.is_dir()):
        header = (folder / "header.html").read_text(encoding="utf-8")
        site = frame.replace("<!-- header -->\n", header)
        for path in sorted(folder.iterdir()):
            data = path.read_bytes()
            if path.name == "header.html":
                continue
            if path.suffix == ".html":
                title, _, content = data.decode().partition("\n")
                data = site.replace("<!-- title -->", title).replace("<!-- content -->\n", content).encode()
            files[f"{folder.name}/{path.name}"] = data
    return files
