"""The part of `crab-gym doctor` about the real desktop."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.desktop import criu
from crab_gym.backends.desktop.cgroups import usable
from crab_gym.backends.desktop.namespaces import NAMESPACE_HELP, may_administer, namespaces_work
from crab_gym.backends.desktop.requirements import Requirement, host, overlay_works, programs
from crab_gym.backends.desktop.rootfs import PROFILES, built

__all__ = ["requirements"]


def requirements() -> list[Requirement]:
    """Returns all requirements of the desktop on this host, looked up and tried now."""
    return [*host(), *_isolation(), *_packages(), *_snapshots()]


def _isolation() -> Iterator[Requirement]:
    who = "as root" if may_administer() else "as an ordinary user, in user namespaces"
    yield Requirement(f"namespaces ({who})", namespaces_work(), NAMESPACE_HELP)
    groups = {"memory": "a box's memory", "pids": "its processes", "freezer": "its standing still"}
    limited = [what for kind, what in groups.items() if kind in usable()]
    yield Requirement(
        f"control groups (they govern {', '.join(limited)})"
        if limited
        else "control groups (none to be had: limits hold for each process, not for a box)",
        True,
        "run as root where /sys/fs/cgroup can be written",
    )


def _packages() -> Iterator[Requirement]:
    """Yields the root file systems, and the programs for boxes that run on the host's own packages."""
    overlay = overlay_works()
    root_systems = list(built())
    yield Requirement(
        "overlay file systems, for boxes with a root file system of their own",
        overlay,
        "run as root, or on Linux 5.11 or newer",
    )
    for root in root_systems:
        yield Requirement(
            f"root file system {root.place} ({root.profile}, {root.suite})", True, "crab-gym setup desktop"
        )
    if not root_systems:
        yield Requirement("root file systems (none: boxes show this host's packages)", True, "crab-gym setup desktop")
    for profile in PROFILES:
        serving = next((root for root in root_systems if overlay and root.serves(profile)), None)
        for row in programs(profile):
            what = row.what if row.present or serving is None else f"{row.what} (in the root file system)"
            only = "" if profile == PROFILES[0] else profile
            yield row._replace(what=what, present=row.present or serving is not None, only=only)


def _snapshots() -> Iterator[Requirement]:
    problem = criu.why_unavailable()
    name = "CRIU" if problem else f"CRIU {criu.version(criu.criu_program())}"
    yield Requirement(name, not problem, problem, "snapshots='criu'")
