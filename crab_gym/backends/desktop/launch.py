"""The launch of a box: the command, the environment and the input of its first stage, which is `guest.boot`.

A box that is restored from an image has another first stage, `guest.restore`.
"""

from __future__ import annotations

import compileall
import fcntl
import functools
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop.cgroups import PROCESSES, usable
from crab_gym.backends.desktop.criu import BoxImage
from crab_gym.backends.desktop.guest import skeleton, web
from crab_gym.backends.desktop.mail import profile_files
from crab_gym.backends.desktop.namespaces import SEARCH_PATH, unshare_command
from crab_gym.backends.desktop.options import BoxOptions
from crab_gym.backends.desktop.requirements import explain_missing, missing, overlay_works
from crab_gym.backends.desktop.rootfs import resolve
from crab_sim.devices.mail_profile import SMTP_SERVER
from crab_sim.web.bundle import bundle
from crab_sim.web.sites.app import HOSTS

__all__ = ["FirstStage", "find_root", "first_stage", "sites_memory"]

_BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from guest.boot import main; main()"
_RESTORE = _BOOT.replace("guest.boot", "guest.restore")
_FOLDER = Path(__file__).parent  # of the package guest

# Limits of processes. NPROC limits the threads of one user, which stops a fork bomb; boxes that root starts share the
# count. DATA limits the private memory of each process, in bytes: a program that takes more fails by itself.
_LIMITS = {"NPROC": PROCESSES, "DATA": 2 << 30, "CORE": 0}
_MANY_PROCESSES = 1 << 16  # NPROC where a control group limits each box
_HOST_OPTIONS = ("root", "spare")  # options that the box itself doesn't need
_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL


class FirstStage(NamedTuple):
    """The process of a box's first stage.

    Attributes:
        argv: Its command, up to the numbers of the descriptors that it gets.
        environment: Its environment variables.
        config: Its input, as `guest.boot` or `guest.restore` describes it.
    """

    argv: list[str]
    environment: dict[str, str]
    config: dict[str, Any]


def first_stage(root: str, options: BoxOptions, image: BoxImage | None, cgroups: list[str]) -> FirstStage:
    """Returns the first stage of a box.

    Args:
        root: Folder of its root file system, ``""`` for a view of the host's packages.
        options: The options of the box.
        image: The image to restore; None for a new box.
        cgroups: Folders of the control groups to join.
    """
    program = _BOOT if image is None else _RESTORE
    argv = [*unshare_command(image is not None), _python(), "-I", "-S", "-c", program, str(_FOLDER)]
    config = _boot_config(root, options) if image is None else image.steps()
    return FirstStage(argv, _environment(), {**config, "cgroups": cgroups})


def find_root(device: str, options: BoxOptions) -> str:
    """Returns the folder of a box's root file system, ``""`` for a view of the host's packages.

    Raises:
        DeviceError: The root file system, or a program in it, is missing; the message says how to get it.
    """
    try:
        root = resolve(options.root, options.profile)
    except OSError as problem:
        raise DeviceError(device, str(problem)) from None
    if root and options.root == "auto" and not overlay_works():
        root = ""
    requirements = missing(root, options.profile)
    if requirements:
        raise DeviceError(device, explain_missing(requirements))
    return root


def _boot_config(root: str, options: BoxOptions) -> dict[str, Any]:
    """Returns the input of `guest.boot`."""
    _compile_guest()
    return {
        "root": root,
        "files": {
            **skeleton.files(options.profile, root),
            **profile_files(),
            "/etc/hosts": web.hosts_file(HOSTS, [SMTP_SERVER]),
        },
        "carried": _guest_files(),
        "limits": {**_LIMITS, "NPROC": _MANY_PROCESSES} if "pids" in usable() else _LIMITS,
        # Programs in the box can read these: they must reveal nothing about the host.
        "session": json.dumps({key: value for key, value in asdict(options).items() if key not in _HOST_OPTIONS}),
    }


def _python() -> str:
    """Returns the Python of the first stage: this process's own, if that is known."""
    return sys.executable or "/usr/bin/python3"


def _environment() -> dict[str, str]:
    """Returns the environment of the first stage; some builds of Python need LD_LIBRARY_PATH to start."""
    environment = {"PATH": SEARCH_PATH, "LANG": "C.UTF-8"}
    if "LD_LIBRARY_PATH" in os.environ:
        environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
    return environment


@functools.cache
def _compile_guest() -> None:
    """Compiles the package guest, once, for Pythons of this version: a box itself couldn't keep the compiled files."""
    compileall.compile_dir(str(_FOLDER / "guest"), quiet=2)


def _guest_files() -> dict[str, tuple[bytes, float]]:
    """Returns the content and the modification time of each file of the package guest, by path."""
    files = {}
    for path in (_FOLDER / "guest").rglob("*"):
        if path.suffix not in (".py", ".pyc", ".c"):
            continue
        files[str(path.relative_to(_FOLDER))] = path.read_bytes(), path.stat().st_mtime
    return files


@functools.cache
def sites_memory() -> int:
    """Returns a descriptor of the bundled sites: memory that all boxes share and nobody can change."""
    descriptor = os.memfd_create("crab-web", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    with open(descriptor, "wb", closefd=False) as file:
        file.write(bundle())
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _SEALS)
    return descriptor
