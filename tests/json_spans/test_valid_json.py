"""What is JSON is accepted and read as `json.loads` reads it; what is not is refused, and read all the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings

from reachweaver.json_spans import ArrayNode, Node, NumberNode, ObjectNode, StringNode, read
from tests.json_spans.support import broken_texts, json_texts, strict_value, value_of, values

ACCEPTED = [
    *("[]", "{}", "[[]]", '[""]', '{"":0}', '{"a":[]}', "[[]   ]", " [] ", "\t[\n]\r\n", "null", "true", "false"),
    *('"asd"', '""', "42", "-0.1", " 4", "[4]", "[-0]", "[-123]", "[-1]", "[0]", "[0e+1]", "[0e1]", "[1E22]", "[1E-2]"),
    *("[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123.456789]", "[20e1]", "[ 4]", "[1,null,2]"),
    *("[-0.000000000000000000000000000001]", "[100000000000000000000000]", "[1.5e+9999]", "[123e-10000000]"),
    *("[null, 1, \"1\", {}]", '{"a":"b","a":"c"}', '{"a":"b","a":"b"}', '{"a":null}', '{"min":-1.0e+28}', "[1\n]"),
    *(r'["\u0060\u012a\u12AB"]', r'["\uD801\udc37"]', r'["\ud83d\ude39\ud83d\udc8d"]', r'["\"\\\/\b\f\n\r\t"]'),
    *(r'["\\u0000"]', r'["\""]', r'["\\a"]', r'["\\n"]', r'["\u0012"]', r'["\uFFFF"]', r'["\uDBFF\uDFFF"]', r'["\u0000"]'),
    *(r'["new\u00A0line"]', r'["\u002c"]', r'["\uD834\uDd1e"]', r'["\u0821"]', r'["\u0123"]', r'["\u2028"]', r'["\u2029"]'),
    *(r'["\u0061\u30af\u30EA\u30b9"]', r'["new\u000Aline"]', r'["\u005C"]', r'["\u0022"]', r'["\u200B"]', r'["\uFDD0"]'),
    *('["\u2028"]', '["\u2029"]', '["\x7f"]', '["\x85"]', '["\U0010ffff"]', '["\uffff"]', '["€𝄞"]', '["a/*b*/c"]', '["// a"]'),
    *(r'["\uDADA"]', r'["\uD800\n"]', r'["\uD800\uD800\n"]', r'["\uDd1ea"]', r'["\uDFAA"]', r'["\uD888\u1234"]', '["\ud83d"]'),
    *("\ufeff{}", '{"a":1,"b":[true,false,null],"c":{"d":"e"}}', "[" * 256 + "]" * 256, "[" + "9" * 5000 + "]"),
]  # fmt: skip

REFUSED = [
    *("", " ", "\n", "\ufeff", "\ufeff\ufeff{}", "[1 true]", "[a\u00e5]", '["": 1]', '[""],', "[,1]", "[1,,2]", '["x",,]', '["x"]]'),
    *('["",]', '["x"', "[x", "[3[4]]", "[1:2]", "[\u00ff]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[1,\n1\n,1", '[""', "["),
    *('["\x0ba"\\f]', "[*]", "[1,", "[1\x0c]", "[\x0b]", "[{}", "[fals]", "[nul]", "[tru]", "[fals", "123\x00", "[\u2028]", "[\xa0]"),
    *("[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]", "[0.3e]"),
    *("[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]", "[2.e+3]", "[2.e-3]"),
    *("[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[Infinity]", "[-Infinity]", "NaN", "[\uff11]", "[1+2]", "[0x1]", "[0x42]", "[0e+-1]"),
    *("[-123.123foo]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]", "[.123]", "[1.2a-3]", "[012]", "[\u0661]"),
    *('["x", truth]', '{[: "x"}\n', '{"x", null}', '{"x"::"b"}', "{🇨🇭}", '{"a":"a" 123}', "{key: 'value'}", '{"a" b}', "{:\"b\"}"),
    *('{"a" "b"}', '{"a":', '{"a"', "{1:1}", "{9999E9999:1}", "{null:null,null:null}", '{"id":0,,,,,}', "{'a':0}", '{"id":0,}'),
    *('{"a":"b"}/**/', '{"a":"b"}/**//', '{"a":"b"}//', '{"a":"b"}/', '{"a":"b",,"c":"d"}', '{a: "b"}', '{"a":"a', '{ "foo" : "bar", "a" }'),
    *('{"a":"b"}#', r'["\uD800\"]', r'["\uD800\u"]', r'["\uD800\u1"]', r'["\uD800\u1x"]', "[\u00e9]", r'["\x00"]', r'["\\\"]', "[\"\\\t\"]"),
    *('["\\🌀"]', r'["\"]', r'["\u00A"]', r'["\uD834\uDd"]', r'["\uD800\uD800\x"]', r'["\a"]', r'["\uqqqq"]', "[\\n]", '"', "['single quote']"),
    *("abc", '["\\', '["a\x00a"]', '["new\nline"]', '["\t"]', '["\x1f"]', '"x"#', "<.>", "[<null>]", "[1]x", "[1]]", '["asd]', "a\u00e5", "[True]"),
    *("1]", '{"x": true,', "[][]", "]", "{}}", '{"":', "{", '{"a":[', "{,", "{[", '{"a', "{'a'", r'["\{["\{["\{["\{', "*", '{"a":"b"}#{}', "[\u2060]"),
    *('[1', '[ false, nul', '[ true, fals', '[ false, tru', '{"asd":"asd"', "é", "\u2060", "[\x0c]", "{}\x00", "\x00", "[" * 257 + "]" * 257),
    *("\\", "[\\u0000\"\"]", "[\"a\" \"b\"]", "[1 2]", "[]{}", "[1]\n[2]", "undefined", '["\\u 123"]', r'["\u-123"]', r'["\u+123"]', r'["\U0001"]'),
]  # fmt: skip


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str) -> None:
    """JSON has no syntax problem, and its values are those of the standard library."""
    document = read(text)
    assert (document.is_valid, document.first_error) == (True, None)
    if len(text) < 4000:  # The standard library refuses to convert longer numbers.
        assert repr(value_of(document.root)) == repr(strict_value(text))


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    """What is no JSON has a syntax problem inside the text."""
    document = read(text)
    assert not document.is_valid
    assert document.first_error is not None
    assert 0 <= document.first_error.span.start <= document.first_error.span.end <= len(text)


@given(json_texts(values))
def test_reads_what_the_standard_library_reads(text: str) -> None:
    """Any JSON text has the values that `json.loads` gives, to the last lone surrogate and minus zero."""
    document = read(text)
    assert document.is_valid
    assert repr(value_of(document.root)) == repr(strict_value(text))


@given(broken_texts())
@example('{"variants": [{"a": "x\\ud83d"}, {"a": 1, "a": 2}]}')
@settings(max_examples=150)
def test_agrees_on_what_json_is(text: str) -> None:
    """A changed text is valid exactly when `json.loads` takes it, and nothing makes the reader raise."""
    document = read(text)
    try:
        expected = strict_value(text)
    except ValueError:
        assert not document.is_valid
    else:
        assert document.is_valid
        assert repr(value_of(document.root)) == repr(expected)


@given(json_texts())
@settings(max_examples=40)
def test_spans_spell_their_values(text: str) -> None:
    """The characters of every span, read by `json.loads`, are the value of its node."""
    document = read(text)
    waiting: list[tuple[Node | None, int]] = [(document.root, 0)]
    while waiting:
        node, base = waiting.pop()
        assert node is not None
        assert json.loads(text[base + node.start : base + node.end]) == value_of(node)
        if isinstance(node, ArrayNode):
            waiting += [(item, base + own) for item, own in zip(node.items, node.bases, strict=True)]
        if isinstance(node, ObjectNode):
            waiting += [(child, base) for member in node.members for child in (member.key, member.value)]


def test_long_numbers_stay_text() -> None:
    """A number longer than Python converts is kept as it is written."""
    literal = "9" * 5000
    document = read(f'{{"budget": {literal}}}')
    assert isinstance(document.root, ObjectNode)
    number = document.root.get("budget")
    assert isinstance(number, NumberNode)
    assert (number.literal, number.start, number.end) == (literal, 11, 5011)


def test_last_of_several_members_wins() -> None:
    """Of members with one name `get` and `member` give the last, as `json.loads` does."""
    root = read('{"a": "first", "\\u0061": "last", "b": ""}').root
    assert isinstance(root, ObjectNode)
    found, member = root.get("a"), root.member("a")
    assert isinstance(found, StringNode)
    assert member is not None
    assert (found.value, member.key.start, root.get("c"), root.member("c")) == ("last", 15, None, None)
