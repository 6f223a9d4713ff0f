"""ReachWeaver: lexical grounding of social-media campaigns in the evidence they declare.

The checks take text and return data: they touch no file and open no network connection. The modules around them do:
`cli` and `commands`, what reads and writes files and databases for them, and `lookup`, which alone opens URLs.
"""

__version__ = "0.1.0"
