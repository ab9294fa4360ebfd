"""Android's classes of the elements of a screen, and what else readers and writers of its dumps must agree on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["CLASSES", "FRAME_IDS", "SECOND_IDS"]

CLASSES: Final[Mapping[str, str]] = {
    "window": "android.widget.FrameLayout",
    "dialog": "androidx.appcompat.widget.LinearLayoutCompat",
    "button": "android.widget.Button",
    "text": "android.widget.TextView",
    "text_field": "android.widget.EditText",
    "checkbox": "android.widget.CheckBox",
    "switch": "android.widget.Switch",
    "radio": "android.widget.CheckedTextView",
    "slider": "android.widget.SeekBar",
    "image": "android.widget.ImageView",
    "icon": "android.widget.ImageView",
    "link": "android.view.View",
    "list": "androidx.recyclerview.widget.RecyclerView",
    "list_item": "android.widget.LinearLayout",
    "menu": "android.widget.ListView",
    "menu_item": "android.widget.LinearLayout",
    "tab": "android.widget.FrameLayout",
    "toolbar": "android.view.ViewGroup",
    "table": "android.widget.GridView",
    "cell": "android.view.View",
    "web": "android.webkit.WebView",
    "other": "android.view.View",
}
"""Class of each role's elements in a dump, where nothing about an element asks for another one."""
FRAME_IDS: Final = ("com.android.settings:id/recycler_view", "/alertTitle")
"""Ends of ids that Android gives to parts of its own layouts: they don't name anything of an app."""
SECOND_IDS: Final = ("android:id/summary", "android:id/text2")
"""Ids of a row's second line: that of a preference, and that of any other row."""
