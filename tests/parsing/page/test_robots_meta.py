from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.page.robots_meta import (
    Directive,
    DirectiveProblem,
    EffectiveDirectives,
    is_bot,
    judge,
    read_header,
    read_meta,
)

UNKNOWN = DirectiveProblem.UNKNOWN
BAD = DirectiveProblem.BAD_VALUE
RFC_850 = "Saturday, 15-Aug-2015 15:00:00 UTC"
MAIL = "Sat, 15 Aug 2015 15:00:00 GMT"
AUGUST = datetime(2015, 8, 15, 15, tzinfo=UTC)

CONTENTS = [
    ("noindex", [("noindex", None, None)]),
    ("NOINDEX , NoFollow", [("noindex", None, None), ("nofollow", None, None)]),
    ("none,,", [("none", None, None)]),
    ("", []),
    ("max-snippet:20", [("max-snippet", "20", None)]),
    ("max-snippet: -1", [("max-snippet", "-1", None)]),
    ("max-snippet:some", [("max-snippet", "some", BAD)]),
    ("max-video-preview", [("max-video-preview", None, BAD)]),
    ("max-image-preview:Large", [("max-image-preview", "Large", None)]),
    ("max-image-preview:huge", [("max-image-preview", "huge", BAD)]),
    ("noidex", [("noidex", None, UNKNOWN)]),
    ("no-index", [("no-index", None, UNKNOWN)]),
    ("noindex nofollow", [("noindex nofollow", None, UNKNOWN)]),
    ("noindex:yes", [("noindex", "yes", BAD)]),
    ("unavailable_after: 2015-08-15", [("unavailable_after", "2015-08-15", None)]),
    (
        f"unavailable_after: {RFC_850}, noindex",
        [("unavailable_after", RFC_850, None), ("noindex", None, None)],
    ),
    (
        f"noarchive,unavailable_after:{MAIL}",
        [("noarchive", None, None), ("unavailable_after", MAIL, None)],
    ),
    (
        "unavailable_after: soon, noindex",
        [("unavailable_after", "soon", BAD), ("noindex", None, None)],
    ),
    ("unavailable_after", [("unavailable_after", None, BAD)]),
]


@pytest.mark.parametrize(("content", "directives"), CONTENTS, ids=[c[0] for c in CONTENTS])
def test_a_meta_is_a_list_of_directives(
    content: str, directives: list[tuple[str, str | None, DirectiveProblem | None]]
) -> None:
    assert read_meta("Robots", content) == [Directive("meta", "robots", *d) for d in directives]


HEADERS = [
    (["noindex, nofollow"], [("*", "noindex", None), ("*", "nofollow", None)]),
    (["noindex", "nofollow"], [("*", "noindex", None), ("*", "nofollow", None)]),
    (
        ["Googlebot: noindex, nofollow"],
        [("googlebot", "noindex", None), ("googlebot", "nofollow", None)],
    ),
    (
        ["otherbot: noindex, nofollow, googlebot: nofollow"],
        [
            ("otherbot", "noindex", None),
            ("otherbot", "nofollow", None),
            ("googlebot", "nofollow", None),
        ],
    ),
    (["googlebot: noindex", "nofollow"], [("googlebot", "noindex", None), ("*", "nofollow", None)]),
    (["otherbot: max-snippet:20"], [("otherbot", "max-snippet", "20")]),
    (["max-snippet:20"], [("*", "max-snippet", "20")]),
    (
        [f"googlebot: unavailable_after: {RFC_850}, none"],
        [("googlebot", "unavailable_after", RFC_850), ("googlebot", "none", None)],
    ),
    (["googlebot:", ""], []),
]


@pytest.mark.parametrize(("values", "directives"), HEADERS, ids=[" | ".join(c[0]) for c in HEADERS])
def test_a_header_directive_belongs_to_the_bot_named_last(
    values: list[str], directives: list[tuple[str, str, str | None]]
) -> None:
    assert read_header(values) == [Directive("header", a, d, v, None) for a, d, v in directives]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *((name, True) for name in ("robots", "googlebot", "googlebot-news", "bingbot", "slurp")),
        *((name, True) for name in ("otherbot", "baiduspider", "mediapartners-google")),
        *((name, False) for name in ("description", "google-site-verification", "viewport", "")),
    ],
)
def test_the_names_of_bots_are_known(name: str, expected: bool) -> None:
    assert is_bot(name) is expected


def test_a_meta_that_only_looks_like_one_for_a_bot_has_no_directives() -> None:
    assert read_meta("chatbot", "enabled") == []
    assert len(read_meta("otherbot", "noindex, enabled")) == 2


def directives(*, meta: dict[str, str] | None = None, header: str = "") -> list[Directive]:
    metas = [d for name, content in (meta or {}).items() for d in read_meta(name, content)]
    return metas + read_header([header])


NOINDEX = [
    ("nothing", {}, "", "Googlebot", None),
    ("meta", {"robots": "noindex"}, "", "Googlebot", "meta"),
    ("none", {"robots": "none"}, "", "Googlebot", "meta"),
    ("header", {}, "noindex", "Googlebot", "header"),
    ("both", {"robots": "noindex"}, "none", "Googlebot", "both"),
    ("own name", {"googlebot": "noindex"}, "", "Googlebot", "meta"),
    ("other name", {"bingbot": "noindex"}, "", "Googlebot", None),
    ("restrictive wins", {"robots": "noindex", "googlebot": "index"}, "", "Googlebot", "meta"),
    ("restrictive wins in the header", {"robots": "index"}, "noindex", "Googlebot", "header"),
    ("Yandex: permissive wins", {"robots": "noindex, index"}, "", "YandexBot", None),
    ("Yandex: none", {"robots": "none"}, "", "YandexBot", "meta"),
    ("header of another bot", {}, "otherbot: noindex", "Googlebot", None),
    ("header of this bot", {}, "otherbot: index, googlebot: noindex", "Googlebot", "header"),
    ("the news bot hears Googlebot", {"googlebot": "noindex"}, "", "Googlebot-News", "meta"),
    ("not the other way", {"googlebot-news": "noindex"}, "", "Googlebot", None),
    ("misspelt", {"robots": "noidex"}, "", "Googlebot", None),
]


@pytest.mark.parametrize(
    ("meta", "header", "token", "source"), [c[1:] for c in NOINDEX], ids=[c[0] for c in NOINDEX]
)
def test_noindex_is_judged_for_one_bot(
    meta: dict[str, str], header: str, token: str, source: str | None
) -> None:
    judgement = judge(directives(meta=meta, header=header), token)
    assert (judgement.noindex, judgement.noindex_source) == (source is not None, source)


def test_none_is_also_nofollow() -> None:
    assert judge(directives(meta={"robots": "none"}), "x") == EffectiveDirectives(
        True, True, "meta", None, None
    )


def test_nofollow_alone_is_no_noindex() -> None:
    judgement = judge(directives(header="nofollow"), "Googlebot")
    assert judgement == EffectiveDirectives(False, True, None, None, None)


@pytest.mark.parametrize(
    ("header", "written", "at"),
    [
        (f"unavailable_after: {MAIL}", MAIL, AUGUST),
        (f"unavailable_after: 2020-01-01, unavailable_after: {RFC_850}", RFC_850, AUGUST),
        (f"unavailable_after: soon, unavailable_after: {RFC_850}", RFC_850, AUGUST),
        ("unavailable_after: soon", "soon", None),
        ("otherbot: unavailable_after: 2020-01-01", None, None),
    ],
)
def test_the_earliest_readable_date_counts(
    header: str, written: str | None, at: datetime | None
) -> None:
    judgement = judge(directives(header=header), "Googlebot")
    assert (judgement.unavailable_after, judgement.unavailable_after_at) == (written, at)


_TEXT = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from([",", ":", " ", "unavailable_after", "noindex", "googlebot", "2020", "\0"])
    ).map("".join),
)


@given(_TEXT, _TEXT)
def test_any_text_gives_storable_directives(content: str, header: str) -> None:
    read = [*read_meta("robots", content), *read_header([header])]
    judge(read, "Googlebot")
    for directive in read:
        for text in (directive.agent, directive.directive, directive.value or ""):
            assert "\0" not in text
            text.encode()
