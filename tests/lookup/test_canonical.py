"""The bytes under a signature: escapes and numbers as .NET's default JSON writer makes them."""

from __future__ import annotations

import json
import math
import re

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup.canonical import Value, canonical_json, double

TEXT = st.text(st.characters(exclude_categories=[]))
DOUBLES = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain text", "plain text"),
        ("https://example.org/?a=1&b=2", r"https://example.org/?a=1\u0026b=2"),
        ('say "hi"', r"say \u0022hi\u0022"),
        ("it's", r"it\u0027s"),
        ("a+b", r"a\u002Bb"),
        ("<b>", r"\u003Cb\u003E"),
        ("`x`", r"\u0060x\u0060"),
        ("back\\slash", r"back\\slash"),
        ("a/b", "a/b"),
        ("\b\t\n\f\r", r"\b\t\n\f\r"),
        ("\0\x01\x0b\x1f", r"\u0000\u0001\u000B\u001F"),
        ("\x7f\x80\xa0", r"\u007F\u0080\u00A0"),
        ("é", r"\u00E9"),
        ("Ω日", r"\u03A9\u65E5"),
        ("\u2028\ufeff\uffff", r"\u2028\uFEFF\uFFFF"),
        ("😀", r"\uD83D\uDE00"),
        ("\U0010ffff", r"\uDBFF\uDFFF"),
        ("\ud83d", r"\uD83D"),
        ("e\u0301", r"e\u0301"),
        ("!#$%()*,-.:;=?@[]^_{|}~", "!#$%()*,-.:;=?@[]^_{|}~"),
    ],
)
def test_strings_are_escaped_as_dotnet_does(text: str, written: str) -> None:
    """Short escapes for six characters; upper-case hexadecimal for the rest of what is not plain, by UTF-16 unit."""
    assert canonical_json({"k": text}) == f'{{"k":"{written}"}}'.encode()


@given(TEXT)
def test_any_string_reads_back(text: str) -> None:
    """Whatever the string is, the bytes are ASCII, and any JSON reader gets the string back."""
    written = canonical_json({"k": text}).decode("ascii")
    assert json.loads(written) == {"k": json.loads(json.dumps(text))}
    assert re.fullmatch(r"[ !#-%(-*,-;=?-~]*", written[6:-2]) is not None
    assert re.search(r"\\u[0-9A-F]{0,3}[a-f]", written) is None


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0, "0"),
        (-0.0, "-0"),
        (1.0, "1"),
        (-1.0, "-1"),
        (100.0, "100"),
        (0.5, "0.5"),
        (0.7188, "0.7188"),
        (0.85, "0.85"),
        (-2.5, "-2.5"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1 / 3, "0.3333333333333333"),
        (0.001, "0.001"),
        (0.0001, "0.0001"),
        (0.00012345, "0.00012345"),
        (0.00001, "1E-05"),
        (0.000012345, "1.2345E-05"),
        (-0.00001, "-1E-05"),
        (1e-10, "1E-10"),
        (1e-100, "1E-100"),
        (123456.789, "123456.789"),
        (9007199254740993.0, "9007199254740992"),
        (1e15, "1000000000000000"),
        (1e16, "10000000000000000"),
        (12345678901234567.0, "12345678901234568"),
        (1e17, "1E+17"),
        (123456789012345678.0, "1.2345678901234568E+17"),
        (1.6e20, "1.6E+20"),
        (1.23e22, "1.23E+22"),
        (1e100, "1E+100"),
        (1.7976931348623157e308, "1.7976931348623157E+308"),
        (5e-324, "5E-324"),
        (2.2250738585072014e-308, "2.2250738585072014E-308"),
    ],
)
def test_doubles_are_written_as_dotnet_does(value: float, written: str) -> None:
    """The shortest digits, no `.0`, and an exponent of at least two digits below 0.0001 and from 1E+17 up."""
    assert double(value) == written
    assert canonical_json({"k": value}) == f'{{"k":{written}}}'.encode()


@given(DOUBLES)
def test_any_double_reads_back(value: float) -> None:
    """The text is a JSON number that is the same double, the sign of a zero included, with no digit too many."""
    written = double(value)
    back = float(written)
    assert (back, math.copysign(1, back)) == (value, math.copysign(1, value))
    assert re.fullmatch(r"-?(0|[1-9]\d*)(\.\d*[1-9])?(E[+-]\d{2,3})?", written) is not None
    digits = re.sub(r"E.*|[-.]", "", written).strip("0")
    assert digits == re.sub(r"e.*|[-.]", "", repr(value)).strip("0")


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_no_number_is_refused(value: float) -> None:
    """JSON has no infinity and no NaN."""
    with pytest.raises(ValueError, match="infinite"):
        double(value)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({}, "{}"),
        ({"b": 1, "a": 2}, '{"b":1,"a":2}'),
        ({"t": True, "f": False}, '{"t":true,"f":false}'),
        ({"n": 2**63, "m": -1, "z": 0}, '{"n":9223372036854775808,"m":-1,"z":0}'),
        ({"o": {"y": "1", "x": {}}}, '{"o":{"y":"1","x":{}}}'),
        ({"a&b": 1}, r'{"a\u0026b":1}'),
    ],
)
def test_members_keep_their_order(value: dict[str, Value], written: str) -> None:
    """Objects are compact, in the order of the mapping; nothing is sorted."""
    assert canonical_json(value) == written.encode()
