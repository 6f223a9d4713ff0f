"""What a report looks like outside: for a terminal, as JSON, as SARIF and as GitHub annotations.

Every module here turns checked campaigns into one text and prints nothing; `commands` does the writing.
"""
