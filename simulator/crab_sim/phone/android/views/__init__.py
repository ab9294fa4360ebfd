"""Trees of views: a screen in the shape that Android's framework and its apps' layouts give it.

The phone lays its screens out as a flat list of elements. Here they are put into what stands around them on a real
phone, by rules and not app by app. A dialog or menu is a window of its own, without what lies behind it; the bars, the
keyboard and toasts are windows of the system.

* `active_window`, `system_window` - trees. `View`, `FLAGS` - their nodes.
"""

from crab_sim.phone.android.views.frames import active_window, system_window
from crab_sim.phone.android.views.view import FLAGS, View

__all__ = ["FLAGS", "View", "active_window", "system_window"]
