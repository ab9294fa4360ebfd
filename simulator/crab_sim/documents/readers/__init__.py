"""The parsers of documents: small ones are read in this process, others in a separate one with limits.

No module here imports the rest of crab_gym, so that the other process starts within a tenth of a second. Only PDF files
that aren't simple, and workbooks with shared formulas, need a library.
"""
