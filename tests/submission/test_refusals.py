"""Audits that are not submitted."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from rows import record_of

from sitemap_audit.errors import UsageError
from sitemap_audit.submission.refusals import refuse_audit
from submission.server import SITE


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"sites": ["http://127.0.0.1:8767/"]}, "127.0.0.1:8767 is not a public host."),
        ({"sites": ["http://intranet/"]}, "intranet is not a public host."),
        ({"sites": ["https://staging.example.com/"]}, "looks like a staging server. If it is"),
        ({"sites": ["https://shop-dev.example.com/"]}, "looks like a staging server"),
        ({"options": {"map": ["https://a.example=https://b.example"]}}, "(--map)"),
        ({"options": {"connect_to": ["a:1:b:2"]}}, "(--connect-to)"),
        ({"options": {"base": "https://www.example.com"}}, "the audit is of local files (--base)"),
    ],
)
def test_what_is_not_the_live_site_is_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError) as refused:
        refuse_audit(record_of({"sites": [f"{SITE}/"], "options": {}} | values), is_forced=False)
    assert words in str(refused.value)


def test_a_site_in_a_private_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", ("10.0.0.1", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with pytest.raises(UsageError, match=r"www\.example\.com is in a private network\."):
        refuse_audit(record_of({"sites": [f"{SITE}/"], "options": {}}), is_forced=True)


@pytest.mark.parametrize("site", ["https://test.de/", "https://dev.to/", "https://devon.co.uk/"])
def test_live_sites_are_not_refused(site: str) -> None:
    refuse_audit(record_of({"sites": [site], "options": {}}), is_forced=False)
    refuse_audit(record_of({"sites": ["https://dev.mysql.com/"], "options": {}}), is_forced=True)
