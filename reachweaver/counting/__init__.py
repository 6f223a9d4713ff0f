"""How long a text is by each platform's own rule."""

from reachweaver.counting.length import Length, exceeded, length_of, may_exceed

__all__ = ["Length", "exceeded", "length_of", "may_exceed"]
