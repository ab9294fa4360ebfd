"""The documentation as a website: pages from docs/, a page per task, galleries, notebooks, and the API reference.

`scripts/site.sh` builds it; ``python -m website --help`` lists the options, with ``scripts`` in ``PYTHONPATH``.
"""
