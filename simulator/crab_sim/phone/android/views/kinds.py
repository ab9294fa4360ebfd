"""Android's classes of views, as far as no role of elements has them (`crab_sim.devices.element_classes`)."""

from __future__ import annotations

from typing import Final

__all__ = [
    "DRAWER", "FRAME", "GROUP", "IMAGE_BUTTON", "LINEAR", "LINEAR_COMPAT", "OLD_LIST", "RELATIVE", "SCROLL", "VIEW",
    "WEB_IMAGE",
]  # fmt: skip

VIEW: Final = "android.view.View"
GROUP: Final = "android.view.ViewGroup"
FRAME: Final = "android.widget.FrameLayout"
LINEAR: Final = "android.widget.LinearLayout"
RELATIVE: Final = "android.widget.RelativeLayout"
SCROLL: Final = "android.widget.ScrollView"
IMAGE_BUTTON: Final = "android.widget.ImageButton"
WEB_IMAGE: Final = "android.widget.Image"
LINEAR_COMPAT: Final = "androidx.appcompat.widget.LinearLayoutCompat"
DRAWER: Final = "androidx.drawerlayout.widget.DrawerLayout"
OLD_LIST: Final = "android.support.v7.widget.RecyclerView"
"""That of lists by an older name, by which clients look for the calendar's."""
