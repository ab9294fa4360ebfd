"""The languages of the simulated machines: catalogues of their texts, and the look-up in them.

Views are written in English. While a machine speaks another language, the toolkit looks each text up in the catalogue
of its app when it is measured, drawn, or put into the accessibility tree; content, such as a note's title, is shown
as it is. The catalogues are files in ``tables``, one per app and one each for the system, the names of the apps, the
calendar and the words that most apps share. A text that no file has stays English.
"""

from __future__ import annotations

from crab_sim.language.words import LANGUAGES, Words, words_of

__all__ = ["LANGUAGES", "Words", "words_of"]
