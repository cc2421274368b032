import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.page.refresh import Refresh, read_refresh

CASES = [
    ("0;url=/a", Refresh(0, "/a")),
    ("5; URL = 'https://example.com/?a;b' trailing", Refresh(5, "https://example.com/?a;b")),
    ('5;url="/a', Refresh(5, "/a")),
    ("0 /a", Refresh(0, "/a")),
    ("0,/a", Refresh(0, "/a")),
    ("1.9;/a", Refresh(1, "/a")),
    (".5;/a", Refresh(0, "/a")),
    ("300", Refresh(300, None)),
    (" 300 ", Refresh(300, None)),
    ("300;", Refresh(300, None)),
    ("0;url=", Refresh(0, None)),
    ("0;urlish", Refresh(0, "urlish")),
    ("", None),
    ("/a", None),
    ("url=/a", None),
    ("5x;/a", None),
]


@pytest.mark.parametrize(("content", "refresh"), CASES, ids=[repr(c[0]) for c in CASES])
def test_a_refresh_is_read_as_browsers_do(content: str, refresh: Refresh | None) -> None:
    assert read_refresh(content) == refresh


@given(st.one_of(st.text(), st.text("0123456789.;,url= '/\"")))
def test_any_text_is_a_refresh_or_none(content: str) -> None:
    refresh = read_refresh(content)
    assert refresh is None or refresh.delay >= 0
