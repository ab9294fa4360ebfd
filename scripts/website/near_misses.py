"""What the near misses and the other ways of tasks do, in a sentence each.

* `said` - the sentence. `WORDS` - those of oracles that have no docstring to take it from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatch

from crab_gym.task import ComposedTask, SubTask, Task
from crab_gym.task.task import Oracle
from crab_tasks.kits.android.miniwob.family import PageTask
from website.text import first_sentence, one_line

__all__ = ["WORDS", "said"]

_LIST = {
    "one_more": "Answers with another task besides the right ones.",
    "one_less": "Leaves one of the right tasks out of the answer.",
    "one_for_all": "Repeats one title instead of naming all tasks.",
    "another": "Names another task in place of a right one.",
}
WORDS: Mapping[str, Mapping[str, str]] = {
    "miniwob.*": {
        "after_home": "Leaves the page for the home screen at first, and comes back.",
        "after_detour": "Errs or tries around at first, which changes nothing in the end.",
    },
    "slide_pictures.*": {
        "turned_round": "Puts the pictures in the other order.",
        "covered": "Puts the pictures so close that one covers a part of the other.",
    },
    "android_world.markor_merge_notes": {
        "order": "Writes the texts in the wrong order.",
        "no_blank": "Leaves out the empty lines between the texts.",
        "two_only": "Leaves the last text out.",
    },
    "android_world.markor_transcribe_receipt": {
        "no_header": "Leaves the header out.",
        "one_less": "Leaves the last row out.",
        "no_amounts": "Leaves the amounts out.",
    },
    "android_world.markor_transcribe_video": {
        "turned_round": "Writes the names in the reverse order.",
        "one_less": "Leaves the last name out.",
        "with_and": 'Joins the names by "and" instead of commas.',
    },
    "android_world.notes_is_todo": {
        "other_kind": "Answers with the other kind, but the right notebook.",
        "other_notebook": "Answers with the right kind, but another notebook.",
        "both": "Answers with both kinds.",
        "half": "Leaves the notebook out of the answer.",
    },
    "android_world.notes_meeting_attendee_count": {
        "last_year": "Answers with the number of last year's meeting.",
        "both": "Answers with the numbers of both years.",
        "one_more": "Answers with one too many.",
    },
    "android_world.notes_recipe_ingredient_count": {
        "other_recipe": "Answers with the quantity of another recipe.",
        "both": "Answers with the quantities of both recipes.",
        "no_unit": "Leaves the unit out of the answer.",
        "no_amount": "Answers with the unit alone.",
    },
    "android_world.notes_todo_item_count": {
        "one_less": "Answers with one too few.",
        "with_notes": "Counts notes that aren't to-dos, too.",
        "a_guess": "Answers with two numbers, one of which is right.",
    },
    "android_world.notes_*": {"unseen": "Gives the right answer without having seen what tells it."},
    "android_world.osm_and_favorite": {
        "other_list": "Saves the place in another list.",
        "other_place": "Saves another place.",
        "marked": "Sets a marker instead of saving the place.",
    },
    "android_world.osm_and_marker": {
        "other_place": "Sets the marker at another place.",
        "saved": "Saves the place instead of setting a marker.",
    },
    "android_world.osm_and_track": {
        "turned_round": "Saves the route with its stops in the reverse order.",
        "another_end": "Ends the route at another place.",
        "one_more": "Adds another stop to the end of the route.",
    },
    "android_world.retro_playlist_duration": {
        "everything": "Puts all songs into the playlist, so that it lasts too long.",
        "too_short": "Puts too few songs into the playlist, so that it doesn't last long enough.",
    },
    "android_world.retro_*": {
        "turned_round": "Takes the songs in the reverse order.",
        "one_less": "Leaves the last song out.",
    },
    "android_world.sports_tracker_activities_on_date": {
        "one_only": "Names only one of the activities.",
        "one_twice": "Names one of the activities twice.",
        "one_more": "Names another activity besides the right ones.",
        "names": "Answers with the tracks' names instead of their activities.",
    },
    "android_world.sports_tracker_*": {
        "with_another": "Counts a track that doesn't belong to it, too.",
        "half": "Leaves one of the right tracks out, or answers with half of the only one.",
        "a_guess": "Answers with two numbers, one of which is right.",
    },
    "android_world.tasks_due_next_week": {
        "one_more": "Answers with one too many.",
        "one_less": "Answers with one too few.",
        "a_guess": "Answers with two numbers, one of which is right.",
    },
    "android_world.tasks_*": _LIST,
    "android_world.vlc_create_playlist": {
        "turned_round": "Takes the videos in the reverse order.",
        "one_less": "Leaves the last video out.",
    },
    "android_world.vlc_create_two_playlists": {"first_only": "Makes only the first playlist."},
}
"""Pattern of tasks or sub-tasks -> name of a near miss or way -> what it does. The first that fits counts."""


def said(task: Task, name: str, oracle: Oracle) -> str:
    """Returns what a near miss or another way of a task does; ``""`` if nothing says it.

    Args:
        task: The task.
        name: The near miss's or the way's name.
        oracle: What plays it.
    """
    if isinstance(task, ComposedTask):
        return _part_said(task, name)
    if isinstance(task, PageTask) and name in task.near_misses:
        return one_line((task.draw.__doc__ or "").partition("Near miss: ")[2])
    return first_sentence(oracle) or _worded(task.name, name)


def _worded(of: str, name: str) -> str:
    return next((words[name] for pattern, words in WORDS.items() if fnmatch(of, pattern) and name in words), "")


def _part_said(task: ComposedTask, name: str) -> str:
    """Returns what a way through a composed task does, which is called by one of its parts."""
    parts = task.composition.parts
    own = re.fullmatch(r"(\d+)_(.+)", name)
    without = re.fullmatch(r"without_(\d+)", name)
    other = re.fullmatch(r"other_(.+)_(\d+)", name)
    if own:
        return _of_subtask(parts[int(own[1])].subtask, own[2])
    if without:
        return f"Leaves {parts[int(without[1])].subtask.name} out."
    if other:
        return f"Gives {parts[int(other[2])].subtask.name} another {other[1]} than the one that was found."
    return "Takes other ways through its parts." if name.startswith("way_") else ""


def _of_subtask(subtask: SubTask, name: str) -> str:
    does = first_sentence(subtask.near_misses.get(name)) or _worded(subtask.name, name)
    does = does or f"Goes wrong in the way {name.replace('_', ' ')}."
    return f"In {subtask.name}: {does[:1].lower()}{does[1:]}"
