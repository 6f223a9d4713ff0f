"""Whether dotted words without a scheme are a host name: `example.org` is, `Node.js`, `1.5km` and `setup.py` are not."""

from __future__ import annotations

from typing import Final

_GENERIC: Final = """
    academy aero agency ai app archi art asia audio bank bar beer berlin best bible bike bio biz black blog blue boats
    books boston boutique build builders business buzz cab cafe camera camp capital cards care careers cash cat center
    chat church city clinic cloud club coach codes coffee college com community company computer consulting contact
    cool coop courses credit cymru dance data date deals delivery democrat dental design dev digital direct directory
    doctor dog earth eco edu education email energy engineer engineering enterprises equipment estate eu eus events
    exchange expert express family farm fashion film finance financial fish fit fitness flights florist fm foundation
    fund fun furniture futbol fyi gal gallery game games garden gift gives glass global gmbh gold golf gov graphics
    gratis green group guide guru hamburg haus health help hiphop holdings homes horse hospital host hosting house how
    icu immo inc info ink institute insure int international investments io ist jewelry jobs kim kitchen kiwi land law
    lawyer legal lgbt library life lighting limited limo link live loan lol london love ltd luxe maison management
    market marketing mba media memorial mil mobi moda moe money museum music name net network news ngo ninja nyc one
    ong online ooo org page paris partners parts party pet pharmacy photo photography photos pics pictures pink pizza
    place plumbing plus poker press pro productions promo properties property pub quebec radio realty recipes red rehab
    reise reisen rent rentals repair report republican rest restaurant review reviews rip rocks run saarland sale salon
    school schule science scot services sexy shoes shop shopping show singles site ski social software solar
    solutions space sport store stream studio study style supplies supply support surf surgery swiss systems talk tax
    taxi team tech technology tel tennis theater tickets tienda tips tires today tokyo tools top tours town toys trade
    trading training travel tube university uno vacations ventures versicherung vet viajes video villas vin vip vision
    vlaanderen vodka vote voting voyage wales wang watch webcam website wed wedding wien wiki win wine work works world
    wtf xyz yachts yoga zone arpa example invalid localhost test
"""
GENERIC: Final = frozenset(_GENERIC.split())
"""Generic top-level domains that addresses in posts use, and the reserved ones."""

FILE_EXTENSIONS: Final = frozenset({"md", "ml", "mov", "ps", "py", "rs", "sh", "zip"})
"""Top-level domains that are read as a file's ending when neither `www.` nor a path says otherwise."""

_FILES_ONLY: Final = frozenset(
    {"css", "csv", "go", "html", "js", "json", "jsx", "pdf", "php", "ts", "tsx", "txt", "yaml", "yml"}
)
"""Endings of files that are no top-level domain, of the kind that are named in posts."""

FRAMEWORKS: Final = frozenset({"ado.net", "asp.net", "ml.net", "vb.net"})

_COUNTRY: Final = """
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd
    cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf
    gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km
    kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz
    na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg
    sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc
    ve vg vi vn vu wf ws ye yt za zm zw
"""
_COUNTRY_CODES: Final = frozenset(_COUNTRY.split())
_NOT_LATIN: Final = """
    рф рус онлайн сайт москва дети орг ком бел укр қаз срб мкд бг ею ελ ευ հայ გე ישראל भारत संगठन ভারত বাংলা இந்தியா
    بازار موقع شبكة عرب مصر السعودية امارات المغرب الجزائر تونس الاردن ایران پاکستان
"""
_INTERNATIONAL: Final = frozenset(_NOT_LATIN.split())
_OLDEST: Final = frozenset({"com", "net", "org"})


def bare_host(name: str, *, has_path: bool) -> str | None:
    """The part of a dotted name, as long as can be from its beginning, that is a host name, or None.

    The name of a sentence that begins without a space (`example.org.Next`) is cut off.

    Args:
        name: Labels of letters, digits and hyphens with dots between them.
        has_path: Whether a slash follows, as after few words that are no host name.
    """
    if _is_host(name, has_path=has_path):
        return name
    first, _, last = name.rpartition(".")
    return first if _begins_a_sentence(last) and _is_host(first, has_path=False) else None


def is_top_level(label: str) -> bool:
    """Whether a case-folded label is a top-level domain in common use."""
    return label in GENERIC or label in _COUNTRY_CODES or label in _INTERNATIONAL or label.startswith("xn--")


def _is_host(name: str, *, has_path: bool) -> bool:
    labels = name.split(".")
    if len(labels) < 2:
        return False
    top = labels[-1].casefold()
    if labels[0].casefold() == "www" and len(labels) > 2:
        return True
    if name.casefold() in FRAMEWORKS or (labels[-2].isdigit() and top not in _OLDEST):
        return False  # `ASP.NET`; `1.5km/h`
    if has_path:
        return is_top_level(top) or _may_be_new(labels[-1])
    if not is_top_level(top) or top in FILE_EXTENSIONS or _are_initials(labels):
        return False  # `Node.js`; `setup.py`; `p.m.in`
    return len(labels) > 2 or name.isupper() or not _begins_a_sentence(labels[-1])


def _are_initials(labels: list[str]) -> bool:
    """Whether a name of single letters is none of a host, as `x.com` is."""
    return max(map(len, labels[:-1])) == 1 and (len(labels) > 2 or labels[1] not in _OLDEST)


def _may_be_new(label: str) -> bool:
    """Whether a label, of a name that a path follows, may be a top-level domain that no list here has."""
    return len(label) > 1 and label.isalpha() and label == label.lower() and label not in _FILES_ONLY


def _begins_a_sentence(label: str) -> bool:
    return label[:1].isupper() and (len(label) == 1 or not label.isupper())
