import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.page.encoding import Text, decode, header_charset

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
    assert decode(body, content_type) == Text(text, charset)


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


def test_the_header_goes_before_what_the_page_declares() -> None:
    written = META.format("windows-1251")
    read = decode(written.encode(), "text/html; charset=utf-8")
    assert read == Text(written, "utf-8", conflict="windows-1251")


def test_utf_16_cannot_be_declared_by_what_can_be_read_without_it() -> None:
    written = META.format("utf-16")
    assert decode(written.encode(), None) == Text(written, "utf-16")


@pytest.mark.parametrize(
    ("content_type", "charset"),
    [(None, None), ("text/html", None), ("text/html; CharSet = 'UTF-8'", "utf-8")],
)
def test_the_charset_of_a_content_type(content_type: str | None, charset: str | None) -> None:
    assert header_charset(content_type) == charset


@given(st.binary(), st.one_of(st.none(), st.text().map("text/html; charset={}".format)))
def test_any_bytes_are_text(body: bytes, content_type: str | None) -> None:
    decode(body, content_type).text.encode()
