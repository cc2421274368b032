"""What to do about what Google says of a URL, as the audit finds it now.

The reasons are those of the Page indexing report,
https://support.google.com/webmasters/answer/7440203. Google tells of its last crawl, the audit
of its own: where they differ, the page may have changed, or the server answers Googlebot otherwise.
"""

from __future__ import annotations

_TEST = "Test the live URL in Search Console, then choose Validate fix."
"As the check search/reported-error says."
_ERROR = f"{_TEST} If the test fails, see what the server or its firewall returns to Googlebot."

RELATIONS = {
    "indexable-indexed": "Nothing to do.",
    "not-indexable-indexed": "Should the page be in the index? If so, correct what keeps it"
    " out. If not, remove it from the sitemap, and let Google crawl it, so that it drops out.",
    "neither": "Remove these URLs from the sitemap, or correct what keeps them out: see Issues.",
    "not-checked-indexed": "See why the audit could not check these pages: see Method.",
    "not-checked-not-indexed": "See why the audit could not check these pages: see Method.",
}
"By relation of a listed URL."
_UNKNOWN = "Look the state up in Search Console: the audit does not know it."
_REASONS = {
    "crawled-not-indexed": "No technical fault is known. Compare with indexed pages of the pattern:"
    " give the page content of its own or merge it with a similar one, and link to it.",
    "discovered-not-indexed": "Google has not crawled it yet. Link to it from indexed pages; see"
    " whether the server is slow, or whether Google crawls many other URLs instead.",
    "duplicate-other-canonical": "Google indexes another URL instead, see below. If that is right,"
    " list that URL. If not, make the two pages differ, and link to this one.",
    "duplicate-without-canonical": "Set the canonical of this page and of its duplicates to the URL"
    " that is to be indexed, and list that one only.",
    "alternate-canonical": "Google read another canonical than the audit. See whether JavaScript or"
    f" the server changes it for Googlebot. {_TEST}",
    "redirect": "Google was redirected, the audit was not. See whether the server redirects by user"
    f" agent, country or JavaScript. {_TEST}",
    "noindex": "Google read a noindex that the audit does not find. See whether JavaScript or the"
    f" server adds it for Googlebot. {_TEST}",
    "blocked-by-robots": f"robots.txt blocked it at Google's last crawl, and does not now. {_TEST}",
    "soft-404": "Google takes the page for one that was not found. Give it its content without"
    " JavaScript, or return 404 and remove it from the sitemap.",
    **dict.fromkeys(
        ("not-found", "forbidden", "unauthorized", "other-4xx", "server-error", "redirect-error"),
        f"Google got an error, the audit a page. {_ERROR}",
    ),
}
"By code of Google's reason, of URLs that the audit found indexable."


_NOT_KNOWN = "unknown-to-the-search-engine"
_NOT_KNOWN_ADVICE = {
    True: "Google does not know the URL, and has its sitemap. See in Search Console, Sitemaps,"
    " whether Google has read the sitemap since it lists the URL, and link to the page.",
    False: "Google does not know the URL. Submit the sitemap, and link to the page.",
    None: "Google does not know the URL. Link to the page, and see in Search Console, Sitemaps,"
    " whether the sitemap is submitted.",
}
"Of indexable URLs that Google does not know, by whether it has their sitemap."


def advice(relation: str, state_code: str | None, has_sitemap: bool | None) -> str:
    """Return what to do about URLs of a relation, for an indexable one by Google's reason.

    Args:
        has_sitemap: whether Google has the sitemap of the URLs; None if that is not known.
    """
    if relation in RELATIONS:
        return RELATIONS[relation]
    if relation == "unknown-state":
        return _UNKNOWN
    if state_code == _NOT_KNOWN:
        return _NOT_KNOWN_ADVICE[has_sitemap]
    return _REASONS.get(state_code or "", _TEST)


CANONICALS = {
    True: "Nothing to do.",
    False: "See which of the two is to be indexed. List that one only, and point canonicals, links"
    " and hreflang to it.",
    None: "Not checked: one of the two canonicals is not known.",
}
"By whether Google chose the canonical of the audit."
CRAWLS = {
    "after-change": "Nothing to do.",
    "before-change": "Google does not know the last change yet. If it matters, request indexing in"
    " Search Console; where there are many, see whether lastmod tells true changes.",
    "never-crawled": "Link to these pages from indexed ones; see whether the server is slow.",
    None: "Not checked: no lastmod, or no date of Google's last crawl.",
}
"By whether Google has crawled the page since its lastmod."
