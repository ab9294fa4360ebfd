"""Pages with sliders and other values that are set by a finger."""
