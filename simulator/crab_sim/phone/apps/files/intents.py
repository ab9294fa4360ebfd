"""The intents that the Files app accepts: show a folder or any other file, choose a document."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.intents import IntentRule, opens_file

__all__ = ["RULES"]

RULES: Final = (
    IntentRule("VIEW", "file", "vnd.android.document/directory resource/folder", opens_file("open"), rank=2),
    IntentRule("VIEW", "file", "-", opens_file("open"), rank=4),  # after all other apps
    IntentRule("VIEW_DOWNLOADS", "*", "*", lambda intent: ("open", "/storage/emulated/0/Download"), rank=5),
    IntentRule("OPEN_DOCUMENT OPEN_DOCUMENT_TREE GET_CONTENT CREATE_DOCUMENT", "*", "*", rank=5),
)
