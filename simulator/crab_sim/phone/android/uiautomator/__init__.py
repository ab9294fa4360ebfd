"""The server of UI automation that uiautomator2 starts on a phone, as far as its clients use it.

* `selectors` - finds nodes of the screen. `calls` - its methods. `keyboard` - the keyboard that its client types with.

The server itself, which hosts reach over a socket, is `crab_sim.adbd.automation`.
"""
