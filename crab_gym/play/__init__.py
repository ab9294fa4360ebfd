"""Play by a person: a local web page with the devices' screens, live scores, and a record of the demonstration.

* `session` - the episodes, without any HTTP.
* `server` - the page and its requests, by default on loopback.
"""
