"""Builds the site: ``PYTHONPATH=scripts python -m website [--pictures none|some|all]``; see `scripts/site.sh`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from website.demo import add_runtime
from website.links import broken_links
from website.pages import stage
from website.stage import ROOT


def main() -> int:
    """Builds the site and checks its links; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m website", description="Builds the site from docs/ and the tasks.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where to build (build/site)")
    parser.add_argument(
        "--pictures", choices=("none", "some", "all"), default="all", help="some: GIFs only of tasks written by hand"
    )
    parser.add_argument("--tasks", nargs="+", default=["*"], metavar="PATTERN", help="which tasks get a page (all)")
    parser.add_argument(
        "--archives",
        type=Path,
        default=ROOT / "runs" / "baselines",
        help="archives for the leaderboard (runs/baselines, where benchmarks/baselines.py writes them)",
    )
    parser.add_argument("--slots", type=int, default=1, help="processes that make pages and play archives again")
    parser.add_argument("--only-pages", action="store_true", help="stop before MkDocs")
    options = parser.parse_args()
    began = time.monotonic()
    pages, site = options.out / "pages", options.out / "html"
    entries = stage(pages, options.pictures, options.archives, options.tasks, options.slots)
    print(f"{len(entries)} tasks' pages in {pages}, {time.monotonic() - began:.0f} s", flush=True)
    if options.only_pages:
        return 0
    add_runtime(pages / "demo")
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
