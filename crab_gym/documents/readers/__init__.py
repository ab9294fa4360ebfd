"""What takes documents apart, in a process of its own: the standard library, odfpy, openpyxl and pypdf only.

Nothing here imports the rest of crab_gym, so that the process starts within a tenth of a second.
"""
