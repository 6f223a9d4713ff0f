"""Attributes that are computed when somebody first asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class lazy(Generic[Value]):  # noqa: N801 (used like `functools.cached_property`)
    """An attribute computed on first use and then kept.

    What `functools.cached_property` is from Python 3.12 on; before, that takes a lock which costs more than most of what
    is computed here. Two threads that ask at once may both compute it.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> Value:
        if instance is None:
            raise AttributeError(self._name)
        value: Value = self._compute(instance)
        instance.__dict__[self._name] = value
        return value
