"""Detecting the elements of a screen: one protocol over several sources.

* `ElementDetector` - the protocol: turns a `View` of a device into the `Detected` elements.
* `AccessibilityDetector` - the device's own accessibility tree.
* `MergedDetector` - several detectors; a later one only adds elements that the earlier ones don't know.
* `make_detector` - makes a detector from a name, or from a list of names.

`crab_gym.vision.detection.contours` finds elements by their outlines and texts, without weights;
`crab_gym.vision.detection.grounding` uses CRAB's pair of EasyOCR and GroundingDINO.
"""

from __future__ import annotations

from crab_gym.vision.detection.detector import (
    SOURCES,
    AccessibilityDetector,
    Detected,
    ElementDetector,
    MergedDetector,
    ScreenMemory,
    View,
    make_detector,
    merge_boxes,
)

__all__ = [
    "SOURCES", "AccessibilityDetector", "Detected", "ElementDetector", "MergedDetector", "ScreenMemory", "View",
    "make_detector", "merge_boxes",
]  # fmt: skip
