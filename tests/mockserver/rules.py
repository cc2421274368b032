"""Rules of a site for tests: with faults that the demo site does not have."""

from __future__ import annotations

from dataclasses import dataclass

from sitemap_audit.demo import rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(rules.Rule):
    """The response for one path.

    ``encoding`` may be deflate or br, too; an empty string in ``headers`` removes a default header.
    """

    wants_cookie: str | None = None
    "Without a cookie of this name, the response is a redirect to itself that sets the cookie."
    as_googlebot: str | None = None
    "Path whose response a user agent that contains Googlebot gets instead."
    delay: float = 0.0
    "Seconds before the response."
    drip: float = 0.0
    "Seconds between two bytes of the body."
    truncate: int | None = None
    "Bytes of the body after which the connection is closed; Content-Length says all."
    raw: str | None = None
    "Raw text to send instead of a response; then the connection is closed."


class Site(rules.Site):
    """The rules of a folder."""

    rule_type = Rule


def faults(page: rules.Page) -> Rule:
    """Return the rule of a page with its faults, or one that has none."""
    return page.rule if isinstance(page.rule, Rule) else Rule()
