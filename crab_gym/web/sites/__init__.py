"""The bundled sites for real browsers: pages as data, rendered to HTML, with forms that work and are remembered.

The package stands on its own: nothing but Python's standard library (3.10 or newer) and relative imports, so that it
runs inside a box that has no crab_gym.

* `app.Web` - all sites of one machine: answers requests, tells and sets what it remembers.
* `server.Server` - serves them over HTTP on loopback.
"""
