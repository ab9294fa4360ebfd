"""The bundled sites for real browsers: pages rendered from data to HTML, with working forms whose values are stored.

The package uses only Python's standard library (3.10 or newer) and relative imports, so that it runs inside a box
without crab_gym.

* `app.Web` - all sites of one machine: answers requests, reads and replaces the stored tables.
* `server.Server` - serves the sites over HTTP on loopback.
"""
