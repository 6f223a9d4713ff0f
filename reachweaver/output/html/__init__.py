"""The preview as one HTML page that works from disk: no script, nothing loaded, every text escaped."""

from reachweaver.output.html.page import GENERATOR, render, stylesheet

__all__ = ["GENERATOR", "render", "stylesheet"]
