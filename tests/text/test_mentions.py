from __future__ import annotations

import pytest

from reachweaver.text.prose import Prose


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Ask @Quiet_User. Or @quiet_user: (@QUIET_USER)", [("@Quiet_User", "quiet_user", None), ("@quiet_user", "quiet_user", None), ("@QUIET_USER", "quiet_user", None)]),
        ("@mira@Orchard.Example!", [("@mira@Orchard.Example", "mira", "orchard.example")]),
        ("@ana.inkwell.example.", [("@ana.inkwell.example", "ana.inkwell.example", None)]),
        (".@mira and -@mira, by @a/@b", [("@mira", "mira", None), ("@mira", "mira", None), ("@a", "a", None), ("@b", "b", None)]),
        ("@mira's pen, @mira-", [("@mira", "mira", None), ("@mira", "mira", None)]),
        ("@mira...then @mira--then @a-b.c", [("@mira", "mira", None), ("@mira", "mira", None), ("@a-b.c", "a-b.c", None)]),
        ("@xn--bcher-kva.example @a@XN--a--b.c", [("@xn--bcher-kva.example", "xn--bcher-kva.example", None), ("@a@XN--a", "a", "xn--a")]),
        ("＠mira @cafe\u0301_x", [("＠mira", "mira", None), ("@cafe\u0301_x", "café_x", None)]),
        ("@mi\u200bra\u200b next", [("@mi\u200bra", "mira", None)]),
        ("こんにちは@relayさん @手帳 @relay님", [("@relay", "relay", None), ("@手帳", "手帳", None), ("@relay", "relay", None)]),
        ("_@mira_ and **@mira**", [("@mira", "mira", None), ("@mira", "mira", None)]),
        ("__@mira__ ___@mira___ _@mira__ __@mira_ @mira_", [("@mira", "mira", None), ("@mira", "mira", None), ("@mira_", "mira_", None), ("@mira", "mira", None), ("@mira_", "mira_", None)]),
        ("_@mira@orchard.example_ __@orchard.example__", [("@mira@orchard.example", "mira", "orchard.example"), ("@orchard.example", "orchard.example", None)]),
        ("و@mira ول@mira لـ@mira ו@mira של@mira", [("@mira", "mira", None)] * 5),
        ("é@mira вася@mira محمد@mira דוד@mira א.ב@mira", []),
        ("@नमस्ते", [("@नमस्ते", "नमस्ते", None)]),
        ("b@quiet_user sales@quiet_user.example x_@y", []),
        ("https://social.example/@mira https://example.org/@mira@orchard.example?who=@mira", []),
        ("5 @ 10, @@mira, a@b@c.org", []),
    ],
)  # fmt: skip
def test_mentions(text: str, mentions: list[tuple[str, str, str | None]]) -> None:
    """Names and hosts are told from e-mail addresses, URLs and the punctuation around them."""
    prose = Prose(text)
    found = [(prose.span_of_plain(at.start, at.end)[0], at.name, at.host) for at in prose.addresses.mentions]
    assert found == mentions


@pytest.mark.parametrize(
    ("text", "emails"),
    [
        ("_@orchard.example_ but _ink_@orchard.example", ["_ink_@orchard.example"]),
        ("Write to sales@quiet_user.example, a.b+c@d-e.co.uk.", ["sales@quiet_user.example", "a.b+c@d-e.co.uk"]),
        ("<me@example.org> mailto:me@example.org", ["me@example.org", "me@example.org"]),
        ("...me@example.org...", ["me@example.org"]),
        ("連絡はme@example.orgへ", ["me@example.org"]),
        ("@mira@orchard.example, 3@5.5, b@c, ftp://me@example.org", []),
    ],
)
def test_emails(text: str, emails: list[str]) -> None:
    """An e-mail address has a name, a host with a dot, and nothing of the sentence around it."""
    prose = Prose(text)
    assert [prose.span_of_plain(*span)[0] for span in prose.addresses.emails] == emails


@pytest.mark.parametrize(
    ("text", "hashtags"),
    [
        ('(#launch), #ready! "#go" #a_b…', ["#launch", "#ready", "#go", "#a_b"]),
        ("#one#two ##three", ["#one", "#two", "#three"]),
        ("＃インク #手帳 #café #Re\u0301seau", ["＃インク", "#手帳", "#café", "#Re\u0301seau"]),
        ("#বাংলাদেশ #हिन्दी #ข่าวดี #မြန်မာ #می\u200cخوانم", ["#বাংলাদেশ", "#हिन्दी", "#ข่าวดี", "#မြန်မာ", "#می\u200cخوانم"]),
        ("#100days_of_ink #2026notes", ["#100days_of_ink", "#2026notes"]),
        ("_#launch_ __#a_b__ _#one#two_ snake_#ink #a_", ["#launch", "#a_b", "#one", "#two", "#a_"]),
        ("#example.com #v2.0", ["#example", "#v2"]),
        ("#1 #42 C# issue#relay #️⃣ #\ufe0f\u20e3tag &#x27; # x #_", []),
        ("https://example.org/notes#ink example.org#ink", []),
    ],
)
def test_hashtags(text: str, hashtags: list[str]) -> None:
    """A hashtag begins a word, holds a letter, and stands in no URL."""
    prose = Prose(text)
    assert [prose.span_of_plain(*span)[0] for span in prose.addresses.hashtags] == hashtags
