"""Android's classes of the elements of a screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["CLASSES"]

CLASSES: Final[Mapping[str, str]] = {
    "window": "android.widget.FrameLayout",
    "dialog": "android.app.AlertDialog",
    "button": "android.widget.Button",
    "text": "android.widget.TextView",
    "text_field": "android.widget.EditText",
    "checkbox": "android.widget.CheckBox",
    "switch": "android.widget.Switch",
    "radio": "android.widget.RadioButton",
    "slider": "android.widget.SeekBar",
    "image": "android.widget.ImageView",
    "icon": "android.widget.ImageButton",
    "link": "android.text.style.URLSpan",
    "list": "androidx.recyclerview.widget.RecyclerView",
    "list_item": "android.view.ViewGroup",
    "menu": "android.widget.ListView",
    "menu_item": "android.view.MenuItem",
    "tab": "androidx.appcompat.app.ActionBar$Tab",
    "toolbar": "android.widget.Toolbar",
    "table": "android.widget.TableLayout",
    "cell": "android.widget.TableRow",
    "web": "android.webkit.WebView",
    "other": "android.view.View",
}
"""Class of each role's elements in ``uiautomator dump``; no two roles share one."""
