"""What a reader would cite of each page in `pages_real`, and what stands around it there that nobody would."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reachweaver.pages import decode_page

PAGES: Final = Path(__file__).parent / "pages_real"

CITED: Final = {
    "python-secrets": [
        "secrets — Generate secure random numbers for managing secrets",
        "New in version 3.6.",
        "The secrets module is used for generating cryptographically strong random numbers suitable for managing data such as passwords, account authentication, security tokens, and related secrets.",
        "As of 2015, it is believed that 32 bytes (256 bits) of randomness is sufficient for the typical use-case expected for the secrets module.",
        ">>> token_bytes(16)",
        "Return a random int in the range [0, n).",
    ],
    "nodejs-string-decoder": [
        "The node:string_decoder module provides an API for decoding Buffer objects into strings in a manner that preserves encoded multi-byte UTF-8 and UTF-16 characters.",
        "Stability: 2 - Stable",
        "const decoder = new StringDecoder('utf8');",
        "encoding <string> The character encoding the StringDecoder will use. Default: 'utf8'.",
        "v8.0.0 | Each invalid character is now replaced by a single replacement character instead of one for each individual byte.",
    ],
    "apache-dns-caveats": [
        "Issues Regarding DNS and Apache HTTP Server",
        "don't configure Apache HTTP Server in such a way that it relies on DNS resolution for parsing of the configuration files.",
        "Suppose that www.example.dom has address 192.0.2.1.",
        "ServerAdmin webgirl@example.dom",
        "ensure all virtual hosts have an explicit ServerName",
    ],
    "rust-edition-guide": [
        "IntoIterator for arrays",
        "Arrays implement IntoIterator in all editions.",
        "Until Rust 1.53, only references to arrays implement IntoIterator.",
        "Instead, the trait implementation was added in all editions (starting in Rust 1.53.0)",
        "cargo fix --edition",
    ],
    "postgresql-release-15-1": [
        "Release date:\xa02022-11-10",
        "A dump/restore is not required for those running 15.X.",
        "Fix failure to remove non-first segments of large tables (Tom Lane)",
        "PostgreSQL splits large tables into multiple files (normally with 1GB per file).",
        "Fix CREATE DATABASE to allow its oid parameter to exceed 2³¹ (Tom Lane)",
        "the Europe/Kiev zone has been renamed to Europe/Kyiv.",
    ],
    "flask-sqlalchemy-changes": [
        "Version 3.0.3",
        "Released 2023-01-31",
        "Drop support for Python 2, 3.4, 3.5, and 3.6.",
        "Bump minimum version of SQLAlchemy to 1.4.18.",
        "Released 2013-07-20, codename Aurum",
        "Added support for multiple databases.",
    ],
    "mkdocs-home": [
        "MkDocs is a fast, simple and downright gorgeous static site generator that's geared towards building project documentation.",
        "Choose between the built in themes: mkdocs and readthedocs",
        "MkDocs builds completely static HTML sites that you can host on GitHub pages, Amazon S3, or anywhere else you choose.",
        "Preview your site as you work",
    ],
    "json-c-readme": [
        "JSON-C - A JSON implementation in C",
        "JSON-C implements a reference counting object model that allows you to easily construct JSON objects in C, output them as JSON formatted strings and parse JSON formatted strings back into the C representation of JSON objects.",
        "To setup JSON-C to build on your system please run configure and make.",
        'msbuild "json-c.vcxproj" /m /verbosity:normal /p:OutDir=lib\\',
        "you can redistribute it and/or modify it under the terms of the MIT License.",
    ],
    "firefox-developer-edition": [
        "Get to know the features that make it the most complete browser for building the Web.",
        "Develop, deploy and debug Firefox OS apps directly in your browser, or on a Firefox OS device",
        "Developer Edition comes with a new profile so you can run it alongside other versions of Firefox.",
        "See all the network requests your browser makes, how long each request takes and details of each request.",
    ],
    "wikipedia-now-and-then": [
        "is a thirteen episode anime series directed by Akitaro Daichi and written by Hideyuki Kurata.",
        "Original run | October 14, 1999 – January 20, 2000",
        'stated Now and Then, Here and There is "a wonderfully scripted show, where each line of dialog seems to be said with some larger purpose behind it."',
        "Released 1999, the Now and Then, Here and There contains seventeen tracks",
        "10. | A Raw Deal | 2:25",
    ],
    "creative-commons-news": [
        "FairCoin hackathon beim Sommercamp",
        "Einige fairkom Mitglieder aus Dornbirn fahren voraussichtlich am 23.-26.8.2017 hin und sind mit dabei.",
        "der Kurs der FairCoins stieg seit März um mehr als das Zehnfache",
        "am 24. Juli 2017 - 18:55",
    ],
}
NOT_CONTENT: Final = {
    "python-secrets": [
        "Navigation",
        "index",
        "Previous topic",
        "Report a Bug",
        "Table of Contents",
        "Quick search",
        "¶",
    ],
    "nodejs-string-decoder": ["Async hooks", "►", "18.x LTS", "Edit on GitHub", "Web Streams API", "Skip to"],
    "apache-dns-caveats": ["Modules", "Comments", "Copyright", "Licensed under"],
    "rust-edition-guide": ["Press", "Show this help", "Toggle", "Next chapter", "keyboard"],
    "postgresql-release-15-1": ["Next", "Home", "Appendix\xa0E.\xa0Release Notes"],
    "flask-sqlalchemy-changes": ["Quick search", "Navigation", "Copyright", "Created using", "¶"],
    "mkdocs-home": ["Search", "Keyboard Shortcuts", "Copyright", "Edit on", "From here you can"],
    "json-c-readme": [],
    "firefox-developer-edition": ["Mozilla Foundation", "Language", "Privacy", "Legal", "Contribute", "Close menu"],
    "wikipedia-now-and-then": [
        "Main page",
        "Create account",
        "Random article",
        "edit]",
        "Jump to",
        "Privacy policy",
        "[3]",
    ],
    "creative-commons-news": [
        "Impressum",
        "Newsfeed",
        "del.icio.us",
        "Suche",
        "Roadshow",
        "Vorheriges",
        "»",
        "Urheberrecht",
    ],
}


def page(name: str) -> str:
    """The text of a page."""
    return decode_page((PAGES / f"{name}.html").read_bytes())
