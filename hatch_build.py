"""Compiles what every step runs with mypyc where ``CRAB_COMPILE=1`` is set, as in ``CRAB_COMPILE=1 pip install .``.

The compiled modules do the same as the Python files that they are made of, which are installed beside them. Nothing is
left in the source tree.
"""

from __future__ import annotations

import os
import sys
from typing import Any
from unittest.mock import patch

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILERS = ["hatch-mypyc==0.16.0", "mypy==2.4.1", "setuptools"]
TYPED = ["gymnasium>=1.2,<2", "numpy>=1.26"]  # whose types make the compiled code fast

# setuptools compiles an extension's files one after the other: all cores share them.
PARALLEL = """\
import os
from concurrent.futures import ThreadPoolExecutor

import setuptools
from distutils.ccompiler import CCompiler


def compile(
    self, sources, output_dir=None, macros=None, include_dirs=None, debug=False, extra_preargs=None,
    extra_postargs=None, depends=None,
):
    macros, objects, extra_postargs, options, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    arguments = self._get_cc_args(options, debug, extra_preargs)

    def compile_one(item):
        self._compile(item[0], *item[1], arguments, extra_postargs, options)

    with ThreadPoolExecutor(min(16, os.cpu_count() or 1)) as pool:
        list(pool.map(compile_one, build.items()))
    return objects


CCompiler.compile = compile
"""


# Calls within the library don't go by way of its table of symbols: a step with both screens takes 4 % less.
LINKING = "-Wl,-Bsymbolic" if sys.platform == "linux" else ""


PLACES = {"": ".", "crab_sim": "simulator/crab_sim"}
"""Folders of the packages that are compiled."""


class CompileHook(BuildHookInterface[Any]):
    """Hands over to hatch-mypyc where compiling is asked for."""

    PLUGIN_NAME = "custom"

    def _compiler(self) -> Any:
        from hatch_mypyc.plugin import MypycBuildHook

        class Compiler(MypycBuildHook):
            """Compiles parts of two packages, of which one lies at the project's root."""

            package_source = ""

        return Compiler(
            self.root, self.config, self.build_config, self.metadata, self.directory, self.target_name, self.app
        )

    @property
    def _wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("CRAB_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """Returns the packages that a build needs besides hatchling."""
        return COMPILERS + TYPED if self._wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles before the files of the wheel are gathered."""
        if self._wanted and version == "standard":
            from hatch_mypyc import plugin

            def setup(*args: Any, **options: Any) -> str:
                return PARALLEL + written(*args, **options).replace("setup(", f"setup(package_dir={PLACES!r},", 1)

            written = plugin.construct_setup_file
            flags = {"LDFLAGS": f"{os.environ.get('LDFLAGS', '')} {LINKING}".strip()}
            with patch.object(plugin, "construct_setup_file", setup), patch.dict(os.environ, flags):
                self._compiler().initialize(version, build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes the compiled modules from the source tree."""
        if self._wanted and version == "standard":
            self._compiler().clean([version])
