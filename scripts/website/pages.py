"""Everything that MkDocs needs, in a folder: docs/, a page per task, galleries, the leaderboard, the reference.

* `stage` - writes it.
* `make_task` - writes the page of a `Job`, which names a task.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from crab_gym.task import load, read_index
from website.commands import commands_page
from website.demo import stage_demo
from website.film import Pictures, Shots, save
from website.galleries import SUITES, Entry, apps_page, catalogue_page, suite_page
from website.leaderboard import stage_leaderboard
from website.reference import reference_pages
from website.stage import stage_docs
from website.task_page import page_of, task_page

__all__ = ["Job", "make_task", "stage"]

BY_HAND = ("cross", "android", "ubuntu", "learn")
"""Suites whose tasks have a GIF even with ``--pictures some``."""


class Job(NamedTuple):
    """A task's page to be made.

    Attributes:
        name: The task.
        pages: The folder of the pages.
        pictures: ``"none"``, ``"some"`` or ``"all"``.
    """

    name: str
    pages: Path
    pictures: str


def make_task(job: Job) -> Entry:
    """Writes the page and the pictures of a task, and returns its entry in the gallery.

    A task whose oracle fails gets a page without pictures, and a line on the standard error.
    """
    task, info = load(job.name), read_index()[job.name]
    pictures: Pictures | None = None
    if job.pictures != "none":
        film = job.pictures == "all" or info.platform in BY_HAND
        try:
            pictures = save(Shots.of(job.name), job.name, job.pages, film)
        except (RuntimeError, LookupError, ValueError) as error:  # of the oracle, or of an evaluator
            print(f"{job.name} has no pictures: {' '.join(str(error).split())}", file=sys.stderr, flush=True)
    (job.pages / page_of(job.name)).write_text(task_page(task, info, pictures), encoding="utf-8")
    return Entry(info, task.goal(task.defaults()), pictures.thumbnail if pictures else "")


def stage(pages: Path, pictures: str, archives: Path, patterns: Sequence[str] = ("*",), slots: int = 1) -> list[Entry]:
    """Writes everything that MkDocs needs into an empty folder, and returns the tasks' entries.

    Args:
        pages: The folder.
        pictures: ``"none"``, ``"some"`` (no GIF of suites that weren't written by hand) or ``"all"``.
        archives: The folder of the archives that the leaderboard ranks; it may be absent.
        patterns: Which tasks get a page.
        slots: How many processes make the tasks' pages, and play the archives' episodes again.
    """
    shutil.rmtree(pages, ignore_errors=True)
    for name in ("catalogue", "pictures", "reference"):
        (pages / name).mkdir(parents=True)
    names = [name for name in read_index() if any(fnmatch(name, pattern) for pattern in patterns)]
    stage_docs(pages, names)
    entries = list(_made([Job(name, pages, pictures) for name in names], slots))
    infos = [entry.info for entry in entries]
    of_suite = {platform: [entry for entry in entries if entry.info.platform == platform] for platform in SUITES}
    samples = {platform: _sample(some) for platform, some in of_suite.items() if some}
    texts: Mapping[str, str] = {
        "catalogue/index.md": catalogue_page(infos, samples),
        **{f"catalogue/{platform}.md": suite_page(platform, some) for platform, some in of_suite.items()},
        "apps.md": apps_page(pages, pictures != "none"),
        "reference/commands.md": commands_page(),
        **reference_pages(),
    }
    for path, text in texts.items():
        (pages / path).write_text(text, encoding="utf-8")
    stage_leaderboard(pages, archives, names, slots)
    stage_demo(pages / "demo")
    return entries


def _sample(entries: Sequence[Entry]) -> str:
    """Returns the small picture that stands for a suite: one of both devices, where a task has both."""
    entries = [entry for entry in entries if entry.thumbnail] or entries  # some oracle may have failed
    most = max(len(entry.info.devices) for entry in entries)
    widest = [entry for entry in entries if len(entry.info.devices) == most]
    return widest[len(widest) // 2].thumbnail


def _made(jobs: Sequence[Job], slots: int) -> Iterator[Entry]:
    """Yields the entries of tasks whose pages are made, in the order of the jobs."""
    if slots == 1:
        yield from map(make_task, jobs)
        return
    with get_context("spawn").Pool(slots) as pool:
        yield from pool.imap(make_task, jobs, chunksize=8)
