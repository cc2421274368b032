import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.page.encoding import Text, decode

META = '<meta charset="{}">é'
HTTP_EQUIV = '<meta http-equiv="Content-Type" content="text/html; charset={}">é'
XML = '<?xml version="1.0" encoding="{}"?>é'

CASES = [
    ("nothing said, UTF-8", "é".encode(), None, "é", None),
    ("nothing said, not UTF-8", b"\xe9\x80", None, "é€", None),
    ("header", b"\xe9", "text/html; charset=ISO-8859-1", "é", "iso-8859-1"),
    ("header is windows-1252", b"\x80", "text/html;charset=iso-8859-1", "€", "iso-8859-1"),
    ("header in quotes", b"\xe9", 'text/html; charset="latin1"', "é", "latin1"),
    ("header, UTF-8", b"\xc3\xa9\xe9", "text/html; charset=utf-8", "é\ufffd", "utf-8"),
    ("header, UTF-16", "é".encode("utf-16-be"), "text/html; charset=utf-16be", "é", "utf-16be"),
    (
        "header, Japanese",
        "日".encode("shift_jis"),
        "text/html; charset=Shift_JIS",
        "日",
        "shift_jis",
    ),
    ("header, Russian", "я".encode("koi8-r"), "text/html; charset=koi8-r", "я", "koi8-r"),
    ("mark of UTF-8", codecs.BOM_UTF8 + "é".encode(), None, "é", "utf-8"),
    ("mark of UTF-16", codecs.BOM_UTF16_LE + "é".encode("utf-16-le"), None, "é", "utf-16le"),
    (
        "mark before header",
        codecs.BOM_UTF8 + "é".encode(),
        "text/html; charset=iso-8859-1",
        "é",
        "utf-8",
    ),
    ("unknown header", "é".encode(), "text/html; charset=klingon", "é", "klingon"),
    ("no text codec", b"\xe9", "text/html; charset=base64", "é", "base64"),
    ("UTF-7 is not read", b"+AOk-", "text/html; charset=utf-7", "+AOk-", "utf-7"),
]


@pytest.mark.parametrize(
    ("body", "content_type", "text", "charset"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_a_page_is_decoded_as_browsers_do(
    body: bytes, content_type: str | None, text: str, charset: str | None
) -> None:
    assert decode(body, content_type)[:2] == (text, charset)


@pytest.mark.parametrize("form", [META, HTTP_EQUIV, XML])
@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1252", "utf-8"])
def test_a_page_declares_its_own_charset(form: str, label: str) -> None:
    written = form.format(label)
    assert decode(written.encode(label), "text/html") == Text(written, label)


DECLARED = [
    ("in a comment", "<!-- <meta charset=koi8-r> -->", None),
    ("behind a comment", "<!-- a --><meta charset=koi8-r>", "koi8-r"),
    ("in an attribute", "<meta name=description content='<meta charset=koi8-r>'>", None),
    ("in a text about it", "<meta name=description content='charset=koi8-r'>", None),
    ("in what refers to others", "<link rel=a href='/?charset=koi8-r'>", None),
    ("without http-equiv", "<meta content='text/html; charset=koi8-r'>", None),
    ("the first", "<meta charset=utf-8><meta charset=koi8-r>", "utf-8"),
    ("the first that is known", "<meta charset=klingon><meta charset=koi8-r>", "koi8-r"),
    ("in capitals", "<META HTTP-EQUIV=Content-Type CONTENT='text/html;CHARSET=KOI8-R'>", "koi8-r"),
    (
        "in quotes",
        "<meta http-equiv=content-type content='x; charset=\"koi8-r\"'>",
        "koi8-r",
    ),
    ("a value with an equals sign", "<meta charset=x=y><meta charset=koi8-r>", "koi8-r"),
]


@pytest.mark.parametrize(("head", "label"), [c[1:] for c in DECLARED], ids=[c[0] for c in DECLARED])
def test_only_a_meta_declares_a_charset(head: str, label: str | None) -> None:
    assert decode(head.encode(), "text/html").charset == label


CONFLICTS = [
    ("windows-1251", b"", "text/html; charset=utf-8", "Header: utf-8; HTML: windows-1251"),
    ("windows-1251", b"", "text/html; charset=cp1251", None),
    ("windows-1251", b"", "text/html; charset=klingon", None),
    ("windows-1251", codecs.BOM_UTF8, "text/html", "Byte order mark: utf-8; HTML: windows-1251"),
    ("utf-8", codecs.BOM_UTF8, "text/html; charset=utf-8", None),
    (
        "utf-8",
        codecs.BOM_UTF8,
        "a/b; charset=latin1",
        "Byte order mark: utf-8; Header: latin1; HTML: utf-8",
    ),
]


@pytest.mark.parametrize(("label", "mark", "content_type", "declared"), CONFLICTS)
def test_all_declarations_are_told_where_they_differ(
    label: str, mark: bytes, content_type: str, declared: str | None
) -> None:
    read = decode(mark + META.format(label).encode(), content_type)
    assert read.declared == declared
    assert (read.conflict is None) == (declared is None)


RUSSIAN = "Новости города"
PROBLEMS = {
    "undeclared": (RUSSIAN.encode("cp1251"), "text/html", "undeclared"),
    "unknown label in the header": (
        RUSSIAN.encode("cp1251"),
        "text/html; charset=cyrillic-win",
        "undeclared",
    ),
    "unknown label in the HTML": (
        b"<meta charset=utf8mb4>" + RUSSIAN.encode("cp1251"),
        "text/html",
        "undeclared",
    ),
    "misspelled http-equiv": (
        b"<meta httpequiv=Content-Type content='text/html; charset=gbk'>" + "网站".encode("gbk"),
        "text/html",
        "undeclared",
    ),
    "declared in a comment": (
        b"<!-- <meta charset=koi8-r> -->" + RUSSIAN.encode("koi8-r"),
        None,
        "undeclared",
    ),
    "declared too late": (
        b"<!--" + b"x" * 5_000 + b"--><meta charset=cp1251>" + RUSSIAN.encode("cp1251"),
        None,
        "undeclared",
    ),
    "one character": ("Café".encode("cp1252"), None, "undeclared"),
    "declared in the title": (
        b"<title><meta charset=windows-1251></title>" + RUSSIAN.encode("cp1251"),
        None,
        None,
    ),
    "declared as UTF-8": (RUSSIAN.encode("cp1251"), "a/b; charset=utf-8", "not-as-declared"),
    "marked as UTF-8": (codecs.BOM_UTF8 + RUSSIAN.encode("cp1251"), None, "not-as-declared"),
    "one bad character of many": (RUSSIAN.encode() + b"\xe9 end", "a/b; charset=utf-8", None),
    "U+FFFD in the text": ("caf\ufffd, th\ufffd".encode(), "a/b; charset=utf-8", None),
    "UTF-8, undeclared": (RUSSIAN.encode(), None, None),
    "ASCII, undeclared": (b"news", None, None),
    "cut within a character": (RUSSIAN.encode()[:-1], None, None),
    "cut, declared": (b"news " + "й".encode()[:1], "a/b; charset=utf-8", None),
    "declared": (RUSSIAN.encode("koi8-r"), "a/b; charset=koi8-r", None),
}


@pytest.mark.parametrize(("body", "content_type", "problem"), PROBLEMS.values(), ids=PROBLEMS)
def test_bytes_that_no_declaration_fits_are_told(
    body: bytes, content_type: str | None, problem: str | None
) -> None:
    assert decode(body, content_type).problem == problem


def test_utf_16_cannot_be_declared_by_what_can_be_read_without_it() -> None:
    written = META.format("utf-16")
    assert decode(written.encode(), None) == Text(written, "utf-16")


@given(st.binary(), st.one_of(st.none(), st.text().map("text/html; charset={}".format)))
def test_any_bytes_are_text(body: bytes, content_type: str | None) -> None:
    decode(body, content_type).text.encode()
