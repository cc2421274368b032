import pytest

from sitemap_audit.parsing.content_type import content_type, header_charset, media_type

UTF8 = "text/html; charset=utf-8"
CASES = [
    ([], None, None),
    ([""], None, None),
    ([UTF8], "text/html", "utf-8"),
    (["Text/HTML ; CharSet = 'UTF-8'"], "text/html", "utf-8"),
    (["html"], "html", None),
    ([f"text/html, {UTF8}"], "text/html", "utf-8"),
    (["text/html", UTF8], "text/html", "utf-8"),
    ([UTF8, "text/html"], "text/html", "utf-8"),
    (["text/plain; charset=koi8-r", "text/html"], "text/html", None),
    (["text/html", "text/plain"], "text/plain", None),
    (["application/json, text/html;charset=latin1"], "text/html", "latin1"),
    ([UTF8, UTF8], "text/html", "utf-8"),
    (["text/html; charset=koi8-r", UTF8], "text/html", "utf-8"),
    ([UTF8, "nonsense"], "text/html", "utf-8"),
    ([UTF8, "*/*"], "text/html", "utf-8"),
    ([UTF8, "", ","], "text/html", "utf-8"),
    (["text/html,"], "text/html", None),
    (['text/html; name="a, text/plain"; charset=utf-8'], "text/html", "utf-8"),
    (['text/html; name="a \\", text/plain'], "text/html", None),
    (["nonsense", "more"], "nonsense", None),
    (["text/html; charset=utf-8; charset=utf-8"], "text/html", "utf-8"),
    (["text/html;name=\ufffd\ufffd.htm"], "text/html", None),
]


@pytest.mark.parametrize(("values", "kind", "charset"), CASES)
def test_the_last_valid_content_type_counts(
    values: list[str], kind: str | None, charset: str | None
) -> None:
    counts = content_type(values)
    assert (media_type(counts), header_charset(counts)) == (kind, charset)
