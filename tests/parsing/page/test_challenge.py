import pytest

from sitemap_audit.parsing.page.challenge import find_challenge

CLOUDFLARE = (
    b'<html><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow">'
    b"</head><body><script>(function(){window._cf_chl_opt={cvId:'3'};})();</script></body></html>"
)
INTERRUPTION = (
    b"<title>Pardon Our Interruption</title><h1>Pardon Our Interruption...</h1><p>As you were"
    b" browsing something about your browser made us think you were a bot."
)
INCAPSULA = (
    b'<html><head><META NAME="robots" CONTENT="noindex,nofollow"></head><body>'
    b'<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1" frameborder=0>'
    b"Request unsuccessful. Incapsula incident ID: 123-456</iframe></body></html>"
)
AKAMAI = (
    b"<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n"
    b"Reference&#32;&#35;18&#46;a\n</BODY></HTML>"
)
DATADOME = (
    b'<html><head><title>example.com</title></head><body><script data-cfasync="false">'
    b"var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script></body></html>"
)
HUMAN = (
    b"<html><head><title>Access to this page has been denied</title></head><body>"
    b'<div id="px-captcha"></div><script src="//captcha.px-cdn.net/PX1/captcha.js"></script>'
)
SITEGROUND = b'<html><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"></html>'
TURNSTILE = b'<form><div class="cf-turnstile" data-sitekey="x"></div></form>'

WALLS = [
    ("header alone", 200, {"cf-mitigated": "challenge"}, b"", "cloudflare"),
    ("Cloudflare, 403", 403, {"server": "cloudflare"}, CLOUDFLARE, "cloudflare"),
    ("pay per crawl, 402", 402, {"crawler-price": "USD 0.01"}, b"", "cloudflare"),
    ("pay per crawl, 400", 400, {"crawler-error": "StrongAuthRequired"}, b"", "cloudflare"),
    ("Cloudflare, 503", 503, {}, CLOUDFLARE, "cloudflare"),
    ("Cloudflare, 200", 200, {}, CLOUDFLARE, "cloudflare"),
    (
        "Cloudflare, blocked",
        403,
        {},
        b"<title>Attention Required! | Cloudflare</title>",
        "cloudflare",
    ),
    ("Imperva, 403", 403, {}, INCAPSULA, "imperva"),
    ("Imperva, 200", 200, {}, INCAPSULA, "imperva"),
    ("Imperva, interruption", 200, {}, INTERRUPTION, "imperva"),
    (
        "Imperva, interruption, 403",
        *(403, {}, b"<title>Pardon Our Interruption</title>", "imperva"),
    ),
    ("Akamai", 403, {"server": "AkamaiGHost"}, AKAMAI, "akamai"),
    ("Akamai, its reference", 403, {}, AKAMAI, "akamai"),
    ("Akamai, 200", 200, {}, b'<div id="sec-if-cpt-container" role="main">', "akamai"),
    ("DataDome, 403", 403, {}, DATADOME, "datadome"),
    ("DataDome, 200", 200, {}, DATADOME, "datadome"),
    ("PerimeterX, 403", 403, {}, HUMAN, "perimeterx"),
    ("PerimeterX, 200", 200, {}, HUMAN, "perimeterx"),
    ("Kasada", 429, {"x-kpsdk-ct": "0"}, b"", "kasada"),
    ("AWS WAF", 202, {"x-amzn-waf-action": "challenge"}, b"", "aws-waf"),
    ("SiteGround", 202, {}, SITEGROUND, "siteground"),
    ("SiteGround, header", 202, {"sg-captcha": "challenge"}, b"", "siteground"),
    ("Vercel", 403, {"x-vercel-mitigated": "deny"}, b"", "vercel"),
    ("Sucuri", 403, {}, b"<title>Sucuri WebSite Firewall - Access Denied</title>", "sucuri"),
    ("DDoS-Guard", 403, {}, b"<title>DDOS-GUARD</title>", "ddos-guard"),
    ("a captcha", 403, {}, TURNSTILE, "captcha"),
    ("a captcha, throttled", 429, {}, b'<script src="//js.hcaptcha.com/1/api.js">', "captcha"),
]


@pytest.mark.parametrize(
    ("status", "headers", "body", "wall"), [c[1:] for c in WALLS], ids=[c[0] for c in WALLS]
)
def test_a_bot_wall_is_named(status: int, headers: dict[str, str], body: bytes, wall: str) -> None:
    assert find_challenge(status, headers, body) == wall


ARTICLE = (
    b"<html><head><title>How captchas work: Just a moment...</title></head><body><article>"
    b'Cloudflare shows <code>window._cf_chl_opt</code>, Imperva an &lt;iframe id="main-iframe"'
    b' src="/_Incapsula_Resource"&gt; with an Incapsula incident ID, DataDome loads'
    b" geo.captcha-delivery.com, PerimeterX shows px-captcha, and g-recaptcha is Google's."
    b" Pardon Our Interruption is a title. Attention Required! | Cloudflare is another."
    b"</article></body></html>"
)
SHOWN = (
    b"<title>What bot protection looks like</title><h1>What bot protection looks like</h1>"
    b"%s<p>So much for that."
)
SOURCES = [CLOUDFLARE, INTERRUPTION, INCAPSULA, DATADOME, HUMAN, SITEGROUND]
HOLDERS = {
    "a comment": (b"<!--", b"-->"),
    "a field": (b"<textarea>", b"</textarea>"),
    "a template": (b"<template>", b"</template>"),
    "an attribute": (b'<iframe srcdoc="', b'"></iframe>'),
}


@pytest.mark.parametrize("holder", HOLDERS.values(), ids=HOLDERS)
@pytest.mark.parametrize("source", SOURCES, ids=range(len(SOURCES)))
def test_the_source_of_a_bot_wall_in_a_page_is_none(
    source: bytes, holder: tuple[bytes, bytes]
) -> None:
    start, end = holder
    shown = source.replace(b'"', b"&quot;") if b'"' in start else source
    assert find_challenge(200, {}, SHOWN % (start + shown + end)) is None


NO_WALLS = [
    (
        "a book of that title",
        200,
        {},
        b"<title>Pardon Our Interruption</title><h1>Pardon Our Interruption</h1><p>A novel.",
    ),
    (
        "a form at the end of a page that is called as a challenge is",
        200,
        {},
        b"<title>Just a moment...</title><p>A song.",
    ),
    ("an article about captchas", 200, {"server": "cloudflare"}, ARTICLE),
    ("an article that moved", 301, {}, ARTICLE),
    ("an article that is gone", 404, {}, ARTICLE),
    ("a form with a captcha", 200, {}, TURNSTILE),
    ("a page behind Imperva", 200, {}, b'<script src="/_Incapsula_Resource?SWJIYLWA=7"></script>'),
    ("a page behind DataDome", 200, {"x-datadome": "protected"}, b"<script src=//js.datadome.co>"),
    (
        "a page behind Cloudflare",
        200,
        {"cf-ray": "1"},
        b"<script src=/cdn-cgi/challenge-platform/>",
    ),
    ("a plain 403", 403, {"server": "cloudflare"}, b"<h1>Forbidden</h1>"),
    ("maintenance", 503, {}, b"<h1>Back soon</h1>"),
    ("a plain 500", 500, {}, TURNSTILE),
    ("a long 403", 403, {}, TURNSTILE + b" " * 200_000),
    ("no answer", None, {}, b""),
]


@pytest.mark.parametrize(
    ("status", "headers", "body"), [c[1:] for c in NO_WALLS], ids=[c[0] for c in NO_WALLS]
)
def test_what_is_no_bot_wall_is_none(
    status: int | None, headers: dict[str, str], body: bytes
) -> None:
    assert find_challenge(status, headers, body) is None
