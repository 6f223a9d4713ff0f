"""ReachWeaver: lexical grounding of social-media campaigns in the evidence they declare.

This package is the check engine. It reads text and returns data; it opens no network connection,
and only its outermost modules (`cli`, `commands`, `config`, `storage`) touch files.
"""

__version__ = "0.1.0"
