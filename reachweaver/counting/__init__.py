"""How long a text is by each platform's own rule."""

from reachweaver.counting.length import Length, exceeded, length_of, limits_in_reach

__all__ = ["Length", "exceeded", "length_of", "limits_in_reach"]
