"""Detection of bot protection: responses that say nothing about the page itself.

Signs are searched only where they cannot occur by chance: in vendor-specific headers, in short
bodies of 403, 429 and 503, and in markup that only an interstitial has, under any status. An
article about CAPTCHAs, a form with one, or a title alone does not count.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser

if TYPE_CHECKING:
    from collections.abc import Mapping

BLOCKING = frozenset({403, 429, 503})

_LONGEST = 131_072
"Bytes of a body in which marks are looked for; no interstitial is longer."

# Header, what its value must contain, and whose it is.
_HEADERS = (
    ("cf-mitigated", "challenge", "cloudflare"),
    ("crawler-error", "", "cloudflare"),  # pay per crawl, under 400, 402 or 403
    ("crawler-price", "", "cloudflare"),
    ("sg-captcha", "challenge", "siteground"),
    ("x-amzn-waf-action", "", "aws-waf"),
    ("x-vercel-mitigated", "", "vercel"),
)


class _Mark(NamedTuple):
    wall: str
    pattern: re.Pattern[bytes]


def _marks(**patterns: bytes) -> tuple[_Mark, ...]:
    return tuple(
        _Mark(wall.replace("_", "-"), re.compile(pattern, re.DOTALL))
        for wall, pattern in patterns.items()
    )


_BLOCKED_BODIES = _marks(
    cloudflare=rb"/cdn-cgi/challenge-platform/|cf-chl-|_cf_chl_opt|id=\"cf-error-details\""
    rb"|Attention Required! \| Cloudflare",
    akamai=rb"errors\.edgesuite\.net|sec-if-cpt-container|Reference&#32;&#35;\d"
    rb"|bm-verify=",
    imperva=rb"_Incapsula_Resource|Incapsula incident ID|Pardon Our Interruption",
    datadome=rb"captcha-delivery\.com",
    perimeterx=rb"px-captcha|captcha\.px-cdn\.net|captcha\.perimeterx\.net",
    kasada=rb"KPSDK\.|/ips\.js\?",
    aws_waf=rb"awswaf\.com/|awsWafCookieDomainList|AwsWafIntegration",
    sucuri=rb"Sucuri WebSite Firewall",
    ddos_guard=rb"<title>DDOS-GUARD</title>|/\.well-known/ddos-guard/",
    captcha=rb"class=[\"'][^\"']*\b(?:g-recaptcha|h-captcha|cf-turnstile)\b"
    rb"|recaptcha/api\.js|hcaptcha\.com/1/api\.js|challenges\.cloudflare\.com/turnstile",
)
_INTERSTITIALS = _marks(
    cloudflare=rb"<title>Just a moment\.\.\.</title>.*window\._cf_chl_opt",
    akamai=rb"<div id=\"sec-if-cpt-container\"|<meta http-equiv=\"refresh\"[^<>]*bm-verify=",
    imperva=rb"<iframe id=\"main-iframe\" src=\"/_Incapsula_Resource\?[^<>]*>"
    rb"|<title>Pardon Our Interruption</title>.*made us think (?:that )?you (?:were|are) a bot",
    datadome=rb"<script[^<>]*>var dd=\{[^<]*captcha-delivery\.com",
    perimeterx=rb"<title>Access to this page has been denied\.?</title>.*px-captcha",
    siteground=rb"<meta http-equiv=\"refresh\"[^<>]*/\.well-known/(?:sg)?captcha/",
)
_SELECTORS = {
    "akamai": '#sec-if-cpt-container, meta[http-equiv="refresh" i][content*="bm-verify="]',
    "cloudflare": "title",
    "datadome": "script",
    "imperva": "iframe#main-iframe, title",
    "perimeterx": "title",
    "siteground": 'meta[http-equiv="refresh" i][content*="captcha/"]',
}
"Elements of which an interstitial has one: its source may stand in a page about it."
# One of these two is in each of them, and in hardly any other page.
_HINT = re.compile(
    rb"<(?:title>(?:Just a moment\.\.\.</title>|Pardon Our Interruption</title>"
    rb"|Access to this page has been denied)|div id=\"sec-if-cpt-container\""
    rb"|meta http-equiv=\"refresh\"|iframe id=\"main-iframe\")"
)
_HINT_IN_SCRIPT = b"captcha-delivery.com"


_SHOWN = re.compile(
    r"^Just a moment\.\.\.$|^Pardon Our Interruption$|^Access to this page has been denied\.?$"
    r"|captcha-delivery\.com"
)
"Texts of their titles and scripts."


def find_challenge(status: int | None, headers: Mapping[str, str], body: bytes) -> str | None:
    """Return the bot protection that responded (cloudflare, akamai…), or None.

    Args:
        headers: names in lower case.
    """
    for name, value, wall in _HEADERS:
        if name in headers and value in headers[name].lower():
            return wall
    if status is None or len(body) > _LONGEST:
        return None
    if status in BLOCKING:
        return _blocked_by(headers, body)
    if not 200 <= status < 300:
        return None
    is_hinted = _HINT_IN_SCRIPT in body or _HINT.search(body) is not None
    named = _first(_INTERSTITIALS, body) if is_hinted else None
    return named if named is not None and _is_shown(named, body) else None


def _is_shown(wall: str, body: bytes) -> bool:
    """Return whether an interstitial is the page itself, not a hidden part of it."""
    tree = LexborHTMLParser(body.decode("utf-8", "replace"))
    return any(
        node.tag not in ("title", "script") or _SHOWN.search(node.text()) is not None
        for node in tree.css(_SELECTORS[wall])
    )


def _blocked_by(headers: Mapping[str, str], body: bytes) -> str | None:
    if "x-kpsdk-ct" in headers:
        return "kasada"
    is_akamai = "akamaighost" in headers.get("server", "").lower()
    if is_akamai and b"<TITLE>Access Denied</TITLE>" in body:
        return "akamai"
    return _first(_BLOCKED_BODIES, body)


def _first(marks: tuple[_Mark, ...], body: bytes) -> str | None:
    return next((mark.wall for mark in marks if mark.pattern.search(body)), None)
