"""Numbers of a text and whether evidence has them (contract, section 6, *Numbers*)."""

from __future__ import annotations

from reachweaver.numbers.matching import NumberIndex, settle
from reachweaver.numbers.model import Number, NumberType, Reading
from reachweaver.numbers.reader import read_numbers

__all__ = ["Number", "NumberIndex", "NumberType", "Reading", "read_numbers", "settle"]
