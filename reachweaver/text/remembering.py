"""Answers about pieces of a text, kept: what is typed elsewhere in the text leaves them as they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

Rest = ParamSpec("Rest")
Answer = TypeVar("Answer")
Question = Callable[Concatenate[str, Rest], Answer]


def remembered(longest: int, *, most: int = 256) -> Callable[[Question[Rest, Answer]], Question[Rest, Answer]]:
    """Keep the last `most` answers of a function of a text, but none about a text of more than `longest` characters.

    The function depends on nothing but its arguments, which can be hashed.
    """

    def remembering(function: Question[Rest, Answer]) -> Question[Rest, Answer]:
        known = lru_cache(maxsize=most)(function)

        @wraps(function)
        def answer(text: str, /, *rest: Rest.args, **named: Rest.kwargs) -> Answer:
            if len(text) > longest:
                return function(text, *rest, **named)
            return known(text, *rest, **named)  # type: ignore[arg-type]  # ParamSpec cannot say that they can be hashed

        return answer

    return remembering
