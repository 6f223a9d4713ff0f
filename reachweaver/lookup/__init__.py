"""Evidence look-up with signed receipts (contract, section 8): pages, receipts of what was read, and their verification.

Importing this package, `canonical`, `merkle` or `receipts` needs nothing but the standard library. `signatures` needs
cryptography; the modules that open a URL need more. `pip install "reachweaver[lookup]"` brings all of it.
"""
