"""The parsers of documents, which run in a separate process with the standard library, odfpy, openpyxl and pypdf.

No module here imports the rest of crab_gym, so that the process starts within a tenth of a second.
"""
