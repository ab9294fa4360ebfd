"""The bundled sites, served inside the box on its own loopback device at ``http://NAME.example/``.

Their code and content are a piece of memory that all boxes share, behind a descriptor. Nothing of it is loaded before
somebody connects or asks for a site's tables. These lie in the memory of process 1: programs in the box can change them
only as a browser does.
"""

from __future__ import annotations

import importlib
import json
import marshal
import mmap
import os
import select
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from types import CodeType, ModuleType
from typing import Any

from .paths import HOST_NAME

__all__ = ["Web", "hosts_file"]


def hosts_file(names: Iterable[str], others: Iterable[str]) -> str:
    """Returns the text of ``/etc/hosts``: the box's own name, those of the sites, and those of other servers."""
    sites = "".join([f"127.0.0.1 {name} www.{name}\n" for name in names])
    return f"127.0.0.1 localhost {HOST_NAME}\n{sites}" + "".join([f"127.0.0.1 {name}\n" for name in others])


class Web:
    """The sites of one box.

    Args:
        listener: Descriptor of a socket that takes connections.
        bundle: Descriptor of the memory.
    """

    def __init__(self, listener: int, bundle: int) -> None:
        self._listener = socket.socket(fileno=listener)
        self._listener.set_inheritable(False)
        self._bundle = mmap.mmap(bundle, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
        os.close(bundle)
        self._lock = threading.Lock()
        self._start = 0, 0.0
        self._server: Any = None  # sites.server.Server
        threading.Thread(target=self._serve, name="web", daemon=True).start()

    def begin(self, seed: int, now: float) -> None:
        """Resets the sites to their initial state.

        Args:
            seed: The seed of their content.
            now: The time, in seconds since 1970.
        """
        with self._lock:
            self._start = seed, now
            if self._server is not None:
                self._server.web = self._new()

    def read(self, site: str, table: str) -> dict[str, Any]:
        """Returns ``{"rows": ...}`` of a table, or an error: ``{"wrong": "value" or "lookup", "message": text}``."""
        return self._answer(lambda web: {"rows": web.read(site, table)})

    def replace(self, site: str, table: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
        """Replaces the rows of a table; returns ``{}``, or an error like that of `read`."""
        return self._answer(lambda web: web.replace(site, table, rows) or {})

    def uses(self, site: str) -> int:
        """Returns how often a site was used; see `sites.app.Web.uses`."""
        with self._lock:
            server = self._server
        return 0 if server is None else int(server.web.uses(site))

    def facts(self) -> dict[str, Any]:
        """Returns the user's rows on the sites that were used, by site, and the effects that left there."""
        with self._lock:
            server = self._server
        if server is None:
            return {"used": {}, "effects": []}
        return {"used": server.web.facts(), "effects": server.web.effects()}

    def first_facts(self) -> dict[str, Any]:
        """Returns the user's rows on all sites, as they were before anybody changed them, by site."""
        rows: dict[str, Any] = self._loaded().web.first_facts()
        return rows

    def _answer(self, ask: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        try:
            return ask(self._loaded().web)
        except (LookupError, ValueError) as problem:
            return {"wrong": "value" if isinstance(problem, ValueError) else "lookup", "message": problem.args[0]}

    def _new(self) -> Any:
        seed, now = self._start
        files = importlib.import_module("sites.files").Files(self._bundle)
        return importlib.import_module("sites.app").Web(files, seed, now)

    def _loaded(self) -> Any:
        with self._lock:
            if self._server is None:
                if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
                    sys.meta_path.append(_Finder(self._bundle))
                self._server = importlib.import_module("sites.server").Server(self._new(), self._listener)
            return self._server

    def _serve(self) -> None:
        waiting = select.poll()
        waiting.register(self._listener, select.POLLIN)
        while not waiting.poll():
            pass
        self._loaded().serve_forever(poll_interval=3600.0)


class _Finder:
    """Imports the package ``sites`` from the bundle; code compiled by another Python is compiled again."""

    def __init__(self, bundle: mmap.mmap) -> None:
        start = 8 + int.from_bytes(bundle[:8], "big")  # as sites.files says, which is in there
        places = json.loads(bundle[8:start]).items()
        self._files = {
            name: bundle[start + at : start + at + size] for name, (at, size) in places if name.startswith("sites/")
        }

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Returns the spec of a module of the package; None for other modules."""
        from importlib.machinery import ModuleSpec

        if name != "sites" and not name.startswith("sites."):
            return None
        place = self._place(name)
        if f"{place}.py" not in self._files:
            return None
        return ModuleSpec(name, self, is_package=place.endswith("/__init__"))  # type: ignore[arg-type]

    def _place(self, name: str) -> str:
        """Returns where a module's files lie in the bundle, without their endings."""
        place = name.replace(".", "/")
        return f"{place}/__init__" if f"{place}/__init__.py" in self._files else place

    def create_module(self, spec: Any) -> None:
        """Leaves it to Python to make the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Runs the module."""
        from importlib.util import MAGIC_NUMBER  # slow to import, and most boxes never get here

        place = self._place(module.__name__)
        compiled = self._files[f"{place}.code"]
        if compiled.startswith(MAGIC_NUMBER):
            code: CodeType = marshal.loads(compiled[len(MAGIC_NUMBER) :])
        else:
            code = compile(self._files[f"{place}.py"], f"{place}.py", "exec", dont_inherit=True)
        exec(code, module.__dict__)
