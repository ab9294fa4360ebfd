"""Builds the site: ``PYTHONPATH=scripts python -m website [--pictures none|some|all]``; see `scripts/site.sh`."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from crab_gym.task import load, read_index
from website.commands import commands_page
from website.film import Pictures, Shots, save
from website.galleries import SUITES, Entry, apps_page, catalogue_page, suite_page
from website.links import broken_links
from website.reference import reference_pages
from website.stage import ROOT, stage_docs
from website.task_page import page_of, task_page

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
    """Writes the page and the pictures of a task, and returns its entry in the gallery."""
    task, info = load(job.name), read_index()[job.name]
    pictures: Pictures | None = None
    if job.pictures != "none":
        film = job.pictures == "all" or info.platform in BY_HAND
        pictures = save(Shots.of(job.name), job.name, job.pages, film)
    (job.pages / page_of(job.name)).write_text(task_page(task, info, pictures), encoding="utf-8")
    return Entry(info, task.goal(task.defaults()), pictures.thumbnail if pictures else "")


def stage(pages: Path, pictures: str, patterns: Sequence[str] = ("*",), slots: int = 1) -> list[Entry]:
    """Writes everything that MkDocs needs into an empty folder, and returns the tasks' entries.

    Args:
        pages: The folder.
        pictures: ``"none"``, ``"some"`` (no GIF of suites that weren't written by hand) or ``"all"``.
        patterns: Which tasks get a page.
        slots: How many processes make the tasks' pages.
    """
    shutil.rmtree(pages, ignore_errors=True)
    for name in ("catalogue", "pictures", "reference"):
        (pages / name).mkdir(parents=True)
    names = [name for name in read_index() if any(fnmatch(name, pattern) for pattern in patterns)]
    stage_docs(pages, names, run=pictures != "none")
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
    return entries


def _sample(entries: Sequence[Entry]) -> str:
    """Returns the small picture that stands for a suite: one of both devices, where a task has both."""
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


def main() -> int:
    """Builds the site and checks its links; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m website", description="Builds the site from docs/ and the tasks.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where to build (build/site)")
    parser.add_argument(
        "--pictures", choices=("none", "some", "all"), default="all", help="some: GIFs only of tasks written by hand"
    )
    parser.add_argument("--tasks", nargs="+", default=["*"], metavar="PATTERN", help="which tasks get a page (all)")
    parser.add_argument("--slots", type=int, default=1, help="processes that make pages of tasks")
    parser.add_argument("--only-pages", action="store_true", help="stop before MkDocs")
    options = parser.parse_args()
    began = time.monotonic()
    pages, site = options.out / "pages", options.out / "html"
    entries = stage(pages, options.pictures, options.tasks, options.slots)
    print(f"{len(entries)} tasks' pages in {pages}, {time.monotonic() - began:.0f} s", flush=True)
    if options.only_pages:
        return 0
    # --quiet would hide warnings from --strict, too.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]
    options_of = ["--config-file", str(ROOT / "mkdocs.yml"), "--site-dir", str(site.resolve())]
    status = subprocess.run([*command, *options_of], env=_environment(pages), check=False).returncode
    if status:
        return status
    wrong = list(broken_links(site))
    print("\n".join([*wrong, f"{site / 'index.html'}: {len(wrong)} broken links, {time.monotonic() - began:.0f} s"]))
    return 1 if wrong else 0


def _environment(pages: Path) -> dict[str, str]:
    """Returns the environment in which mkdocs.yml finds the pages."""
    import os

    return {**os.environ, "CRAB_SITE_PAGES": str(pages.resolve()), "NO_MKDOCS_2_WARNING": "1"}


if __name__ == "__main__":
    sys.exit(main())
