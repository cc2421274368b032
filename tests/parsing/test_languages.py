from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.languages import Code, CodeProblem, read_code, read_lang

P = CodeProblem

VALID = {
    "en": "en",
    "EN-gb": "en-GB",
    " de\n": "de",
    "zh-hant": "zh-Hant",
    "zh-Hant-TW": "zh-Hant-TW",
    "zh-Hans-CN": "zh-Hans-CN",
    "X-Default": "x-default",
    "he": "he",
    "no": "no",
    "nb": "nb",
    "be": "be",
    "be-nl": "be-NL",
    "uk": "uk",
    "se-FI": "se-FI",
}

INVALID = [
    (None, P.EMPTY, None),
    ("", P.EMPTY, None),
    (" \t", P.EMPTY, None),
    ("en_US", P.UNDERSCORE, "en-US"),
    ("en_uk", P.UNDERSCORE, "en-GB"),
    ("zh_Hant_TW", P.UNDERSCORE, "zh-Hant-TW"),
    ("x_default", P.X_DEFAULT_MALFORMED, "x-default"),
    ("xdefault", P.X_DEFAULT_MALFORMED, "x-default"),
    ("default", P.X_DEFAULT_MALFORMED, "x-default"),
    ("us-en", P.REVERSED_ORDER, "en-US"),
    ("GB-en", P.REVERSED_ORDER, "en-GB"),
    ("uk-en", P.REVERSED_ORDER, "en-GB"),
    ("be-en", P.REVERSED_ORDER, "en-BE"),
    ("cn-zh", P.REVERSED_ORDER, "zh-CN"),
    ("zh-TW-Hant", P.REVERSED_ORDER, "zh-Hant-TW"),
    ("us", P.REGION_ONLY, "en-US"),
    ("jp", P.REGION_ONLY, "ja"),
    ("cn", P.REGION_ONLY, "zh-CN"),
    ("gr", P.REGION_ONLY, "el"),
    ("dk", P.REGION_ONLY, "da"),
    ("cz", P.REGION_ONLY, "cs"),
    ("ua", P.REGION_ONLY, "uk"),
    ("vn", P.REGION_ONLY, "vi"),
    ("jp-JP", P.UNKNOWN_LANGUAGE, "ja-JP"),
    ("xx", P.UNKNOWN_LANGUAGE, None),
    ("iw", P.UNKNOWN_LANGUAGE, "he"),
    ("english", P.UNKNOWN_LANGUAGE, "en"),
    ("eng", P.THREE_LETTER, "en"),
    ("ger", P.THREE_LETTER, "de"),
    ("fil", P.THREE_LETTER, None),
    ("eng-US", P.THREE_LETTER, "en-US"),
    ("en-UK", P.RESERVED_REGION, "en-GB"),
    ("uk-UK", P.RESERVED_REGION, "uk-UA"),
    ("en-EU", P.RESERVED_REGION, "en"),
    ("en-UN", P.RESERVED_REGION, "en"),
    ("sq-XK", P.RESERVED_REGION, "sq"),
    ("en-XX", P.UNKNOWN_REGION, None),
    ("en-EN", P.UNKNOWN_REGION, "en"),
    ("en-USA", P.UNKNOWN_REGION, "en-US"),
    ("zh-CHT", P.UNKNOWN_REGION, "zh-Hant"),
    ("es-419", P.UN_M49, "es"),
    ("en-Abcd", P.UNKNOWN_SCRIPT, "en"),
    ("de-CH-1996", P.MALFORMED, "de-CH"),
    ("ca-valencia", P.MALFORMED, "ca"),
    ("en--US", P.MALFORMED, "en-US"),
    ("en-", P.MALFORMED, "en"),
    ("en US", P.MALFORMED, "en-US"),
    ("en\u2013US", P.MALFORMED, "en-US"),
    ("en,fr", P.MALFORMED, None),
    ("x-foo", P.MALFORMED, None),
    ("é", P.MALFORMED, None),
    ("a" * 101, P.MALFORMED, None),
]


def test_a_hreflang_that_google_documents_is_valid() -> None:
    assert {written: read_code(written) for written in VALID} == {
        written: Code(code, None, None) for written, code in VALID.items()
    }


def test_a_wrong_hreflang_says_why_and_what_was_meant() -> None:
    assert [(written, *read_code(written)) for written, _, _ in INVALID] == [
        (written, None, problem, suggestion) for written, problem, suggestion in INVALID
    ]


def test_a_valid_code_that_is_mostly_a_slip_keeps_its_meaning_and_gets_a_suggestion() -> None:
    slips = {"kr": ("kr", "ko"), "kr-kr": ("kr-KR", "ko-KR"), "se": ("se", "sv")}
    slips |= {"se-SE": ("se-SE", "sv-SE")}
    assert {written: read_code(written) for written in slips} == {
        written: Code(code, None, suggestion) for written, (code, suggestion) in slips.items()
    }


LANG = [
    ("en", "en", None, None),
    ("EN-us", "en-US", None, None),
    ("es-419", "es-419", None, None),
    ("fil", "fil", None, None),
    ("zh-cmn-Hans-CN", "zh-cmn-Hans-CN", None, None),
    ("de-CH-1996", "de-CH-1996", None, None),
    ("ca-valencia", "ca-valencia", None, None),
    ("sr-latn-rs", "sr-Latn-RS", None, None),
    ("EN-us-U-CA-gregory", "en-US-u-ca-gregory", None, None),
    ("x-foo", "x-foo", None, None),
    ("i-klingon", "i-klingon", None, None),
    ("en-EU", "en-EU", None, None),
    ("", None, P.EMPTY, None),
    ("en_US", None, P.UNDERSCORE, "en-US"),
    ("eng", None, P.THREE_LETTER, "en"),
    ("en-UK", None, P.RESERVED_REGION, "en-GB"),
    ("en-USA", None, P.UNKNOWN_REGION, "en-US"),
    ("us", None, P.REGION_ONLY, "en-US"),
    ("xx", None, P.UNKNOWN_LANGUAGE, None),
    ("en-Abcd", None, P.UNKNOWN_SCRIPT, "en"),
    ("english", None, P.MALFORMED, None),
    ("en-", None, P.MALFORMED, "en"),
    ("de-1901-1901", None, P.MALFORMED, "de"),
    ("a" * 101, None, P.MALFORMED, None),
]


def test_lang_is_read_as_bcp_47() -> None:
    assert [(written, *read_lang(written)) for written, *_ in LANG] == LANG


_TAGS = st.one_of(
    st.text(), st.from_regex(r"[A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8}){0,4}", fullmatch=True)
)


@given(_TAGS)
def test_any_text_is_a_code_or_has_a_problem(text: str) -> None:
    for read in (read_code(text), read_lang(text)):
        assert (read.code is None) != (read.problem is None)
        assert "".join(part or "" for part in read).isascii()


@given(_TAGS)
def test_a_normal_form_and_a_suggestion_are_valid_codes(text: str) -> None:
    for result in (read_code(text).code, read_code(text).suggestion):
        if result:
            assert read_code(result).code == result


@given(_TAGS)
def test_the_normal_form_of_a_lang_is_its_own(text: str) -> None:
    code = read_lang(text).code
    if code:
        assert read_lang(code).code == code
