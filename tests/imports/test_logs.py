"""Access logs in their formats: counts by URL, bot, status code and day."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from imports.conftest import SITE, Import, parts, rows
from sitemap_audit.analysis.computed import bot_access
from sitemap_audit.errors import UsageError
from sitemap_audit.imports.logs import reader as logs
from sitemap_audit.imports.logs.bots import BotFinder, bots

if TYPE_CHECKING:
    from pathlib import Path

AGENT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
CLF = '66.249.64.1 - frank [31/Jan/2026:23:59:59 +0000] "GET /a?b=1 HTTP/1.1" 404 2326'
COMBINED = f'{CLF} "https://secret.example/" "{AGENT}"'
HITS = "SELECT url, bot, verified, status, day, hits FROM log_hits ORDER BY hits DESC, url, status"
HIT = (f"{SITE}/a?b=1", "Googlebot", "claimed", 404, "2026-01-31", 1)
ESCAPED = AGENT.replace(" ", "%20")
CLOUDFRONT = (
    "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer)"
    " cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header"
)
FORMATS = {
    "Common Log Format": CLF,
    "Common Log Format with host": f"www.example.com:443 {CLF}",
    "Combined Log Format": COMBINED,
    "Combined Log Format with host": f"www.example.com:443 {COMBINED}",
    "W3C Extended, IIS": (
        "#Software: Microsoft Internet Information Services 10.0\r\n#Version: 1.0\r\n"
        "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip"
        " cs(User-Agent) sc-status\r\n"
        f"2026-01-31 23:59:59 10.0.0.1 GET /a b=1 443 frank 66.249.64.1 {AGENT.replace(' ', '+')}"
        " 404\r"
    ),
    "CloudFront": (
        f"#Version: 1.0\n#Fields: {CLOUDFRONT}\n"
        "2026-01-31\t23:59:59\tFRA2\t10\t66.249.64.1\tGET\td1.cloudfront.net\t/a\t404\t"
        f"https://secret.example/\t{ESCAPED}\tb=1\t-\tHit\tid\twww.example.com"
    ),
    "AWS load balancer": (
        "https 2026-01-31T23:59:59.123456Z app/lb/50dc 66.249.64.1:2817 10.0.0.1:80 0.0 0.0 0.0"
        f' 404 404 34 366 "GET https://www.example.com:443/a?b=1 HTTP/1.1" "{AGENT}" ECDHE'
        ' TLSv1.2 arn:aws "Root=1" "www.example.com" "-" 0 2026-01-31T22:22:48Z "forward"'
    ),
    "JSON": json.dumps(
        {"remote_addr": "66.249.64.1", "time_iso8601": "2026-01-31T23:59:59+00:00",
         "request": "GET /a?b=1 HTTP/1.1", "status": 404, "http_user_agent": AGENT,
         "http_referer": "https://secret.example/", "remote_user": "frank"}
    ),
}  # fmt: skip
JSONS = {
    "Caddy": {
        "ts": 1769903999.5, "status": 404,
        "request": {"client_ip": "66.249.64.1", "method": "GET", "host": "www.example.com",
                    "uri": "/a?b=1", "headers": {"User-Agent": [AGENT]}},
    },
    "Cloudflare": {
        "ClientRequestHost": "www.example.com", "ClientRequestURI": "/a?b=1",
        "EdgeResponseStatus": 404, "ClientRequestUserAgent": AGENT, "ClientIP": "66.249.64.1",
        "EdgeStartTimestamp": 1769903999000000000,
    },
}  # fmt: skip


@pytest.mark.parametrize("title", FORMATS)
def test_formats(title: str, read: Import, audit: Path) -> None:
    told = read(f"{FORMATS[title]}\n", "access.log")
    assert told[0] == f"access.log: access log ({title}), 1 row: 1 of them URLs of this site."
    bot = "No known bot" if title.startswith("Common") else "Bots: Googlebot 1 (claimed)"
    assert told[1:] == [f"  2026-01-31. {bot}."]
    nobody = (HIT[0], None, None, *HIT[3:])
    assert rows(audit, HITS) == [nobody if title.startswith("Common") else HIT]


@pytest.mark.parametrize("product", JSONS)
def test_json_of(product: str, read: Import, audit: Path) -> None:
    read(f"{json.dumps(JSONS[product])}\n{{broken\n", "access.json")
    assert rows(audit, HITS) == [HIT]
    assert rows(audit, "SELECT reason, rows, line FROM imported_unreadable") == [("json", 1, 2)]


def test_counts_do_not_depend_on_the_pieces(
    read: Import, audit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [COMBINED, COMBINED.replace("404", "200"), COMBINED.replace("31/Jan", "30/Jan")]
    lines += [COMBINED.replace(AGENT, "Mozilla/5.0 Firefox/140.0")]
    log = "\n".join(lines * 50)
    read(log, "access.log")
    whole = rows(audit, HITS)
    assert [row[-1] for row in whole] == [50, 50, 50, 50]
    monkeypatch.setattr(logs, "_PIECE", 1000)
    read(log, "access.log")
    assert sorted(map(str, rows(audit, HITS))) == sorted(map(str, whole))
    assert rows(audit, "SELECT first_day, last_day FROM imported_files") == [
        ("2026-01-30", "2026-01-31")
    ]


def test_bots_are_verified_by_published_ranges(read: Import, audit: Path, tmp_path: Path) -> None:
    ranges = {"prefixes": [{"ipv4Prefix": "66.249.64.0/27"}, {"ipv6Prefix": "2001:4860::/64"}]}
    file = tmp_path / "googlebot.json"
    file.write_text(json.dumps(ranges), "utf-8")
    fake = COMBINED.replace("66.249.64.1 ", "66.249.65.1 ")
    bing = COMBINED.replace("Googlebot", "bingbot")
    log = f"{COMBINED}\n{COMBINED.replace('66.249.64.1 ', '2001:4860::7 ')}\n{fake}\n{bing}\n"
    told = read(log, "access.log", bot_ranges=[str(file)])
    assert told[1] == "  2026-01-31. Bots: Googlebot 3 (2 verified, 1 fake), Bingbot 1 (claimed)."
    counts = rows(audit, "SELECT bot, verified, hits FROM log_hits ORDER BY hits DESC, bot")
    assert counts == [("Googlebot", "yes", 2), ("Bingbot", "claimed", 1), ("Googlebot", "no", 1)]
    read(log, "access.log", bot_ranges=[f"Bingbot={file}"])
    assert ("Bingbot", "yes", 1) in rows(audit, "SELECT bot, verified, hits FROM log_hits")


def test_a_log_without_any_verified_bot_proves_nothing(
    read: Import, audit: Path, tmp_path: Path
) -> None:
    file = tmp_path / "googlebot.json"
    file.write_text(json.dumps({"prefixes": [{"ipv4Prefix": "66.249.64.0/27"}]}), "utf-8")
    log = COMBINED.replace("66.249.64.1 ", "104.16.0.1 ")  # of a CDN
    told = read(f"{log}\n", "access.log", bot_ranges=[str(file)])
    assert told[1] == "  2026-01-31. Bots: Googlebot 1 (claimed)."
    assert told[2].startswith("  No bot is verified: the log may have the IP addresses of a CDN")
    assert rows(audit, HITS) == [HIT]


def test_ranges_of_an_unknown_bot(read: Import, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it is not known of which bot"):
        read(COMBINED, "access.log", bot_ranges=["mine.json"])
    (tmp_path / "bingbot.json").write_text("{}")
    with pytest.raises(UsageError, match="it has no list of IP ranges"):
        read(COMBINED, "access.log", bot_ranges=[str(tmp_path / "bingbot.json")])


def test_bots_that_robots_txt_is_evaluated_for_are_found_in_logs() -> None:
    found = {each.name: BotFinder().find(f"Mozilla/5.0 ({each.token}/1.0)") for each in bots()}
    assert [name for name, other in found.items() if name != other] == []
    judged = {bot.token for bot in bot_access.bots()}
    tokens_only = {"Google-Extended", "Applebot-Extended"}
    assert judged - tokens_only <= {each.name for each in bots()}


def test_nothing_personal_is_stored(read: Import, audit: Path) -> None:
    read(f"{FORMATS['JSON']}\n", "a.json")
    read(f"{COMBINED}\n", "access.log")
    for part in audit.glob("data/*/part-*.parquet"):
        if part.parent.name in parts(audit):
            text = str(pq.read_table(part).to_pylist())
            assert not [each for each in ("66.249", "frank", "secret", "Mozilla") if each in text]


def test_lines_that_cannot_be_read_are_counted_by_reason(read: Import, audit: Path) -> None:
    bad = [
        COMBINED.replace("GET /a?b=1 HTTP/1.1", "\\x16\\x03\\x01"),
        "half a line",
        COMBINED.replace("31/Jan", "31/Foo"),
        COMBINED.replace(" 404 ", " - "),
        COMBINED.replace("/a?b=1", "http://other.example/"),
        COMBINED.replace("/a", "/\xe9"),
    ]
    told = read("\n".join([COMBINED, *bad]).encode("latin-1"), "access.log")
    assert told[0].endswith(", 7 rows: 2 of them URLs of this site.")
    assert told[1] == "  Left out: 1 row of other hosts."
    stored = rows(audit, "SELECT reason, rows, line FROM imported_unreadable ORDER BY reason")
    assert [row[:2] for row in stored] == [
        ("columns", 1),
        ("request", 1),
        ("status", 1),
        ("time", 1),
    ]
    assert {row[0]: row[2] for row in stored}["columns"] == 3


def test_a_truncated_gzip_is_read_as_far_as_possible(read: Import, audit: Path) -> None:
    lines = "".join(f"{COMBINED.replace('/a', f'/p/{n}')}\n" for n in range(2000))
    whole = gzip.compress(lines.encode())
    told = read(whole[: len(whole) // 2], "access.log.gz")
    assert any(line.startswith("  The file is truncated: read until line ") for line in told)
    ((hits, until, last),) = rows(audit, "SELECT urls, read_until, unreadable FROM imported_files")
    assert 0 < hits < 2000
    assert until >= hits
    assert last <= 1


def test_a_log_in_a_zip(read: Import, audit: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("access.log", f"{COMBINED}\n")
    assert read(made.getvalue(), "logs.zip")[0].startswith("logs.zip/access.log: access log")
    assert rows(audit, HITS) == [HIT]


def test_fields_may_change_in_a_log(read: Import, audit: Path) -> None:
    first = "#Fields: date cs-uri-stem sc-status\n2026-01-30 /a 200\n"
    read(f"{first}#Fields: date sc-status cs-uri-stem c-ip\n2026-01-31 404 /b 1.2.3.4\n", "iis.log")
    query = "SELECT url, status, day FROM log_hits ORDER BY day"
    assert rows(audit, query) == [
        (f"{SITE}/a", 200, "2026-01-30"),
        (f"{SITE}/b", 404, "2026-01-31"),
    ]


def test_a_log_of_another_site_is_refused(read: Import, audit: Path) -> None:
    with pytest.raises(UsageError, match="is of another site"):
        read(f"other.example:443 {COMBINED}\n", "access.log")
    assert parts(audit) == []


GOOD = {"url": "/a?b=1", "status": 404, "time": "2026-01-31", "user_agent": AGENT}
HUGE = "9" * 5_000


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (json.dumps({**GOOD, "url": "/\ud800"}), "json"),
        (json.dumps({**GOOD, "user_agent": "\udfff"}), "json"),
        (json.dumps({**GOOD, "time": "\ud800"}), "json"),
        (f'{{"url": {"[" * 100_000}{"]" * 100_000}}}', "json"),
        ('{"url": ' + '{"a":' * 100_000 + "1" + "}" * 100_001, "json"),
        (f'{{"url": "/", "status": {HUGE}, "time": "2026-01-31"}}', "json"),
        ("[]", "json"),
        ("null", "json"),
        ('{"url": "/", "status": NaN, "time": "2026-01-31"}', "status"),
        ('{"url": "/", "status": 1e999, "time": "2026-01-31"}', "status"),
        (json.dumps({**GOOD, "status": [[]]}), "status"),
        (json.dumps({**GOOD, "url": {"a": 1}}), "request"),
        (json.dumps({**GOOD, "time": "2026-02-31"}), "time"),
        (json.dumps({**GOOD, "time": "0000-00-00"}), "time"),
        (json.dumps({**GOOD, "time": "31/Feb/2026:00:00:00"}), "time"),
        (json.dumps({**GOOD, "time": "99999999999999999999"}), "time"),
        (json.dumps({**GOOD, "url": "/" + "a" * 3 * 2**20}), "too-long"),
    ],
    ids=range(17),
)
def test_a_line_that_no_table_can_hold_is_counted(
    line: str, reason: str, read: Import, audit: Path
) -> None:
    read(f"{json.dumps(GOOD)}\n{line}\n{json.dumps(GOOD)}\n", "access.json")
    assert rows(audit, "SELECT hits FROM log_hits") == [(2,)]
    assert rows(audit, "SELECT reason, rows FROM imported_unreadable") == [(reason, 1)]


@pytest.mark.parametrize("day", ["99/Oct/2026", "31/Feb/2026", "01/Foo/2026"])
def test_a_day_that_there_is_not(day: str, read: Import, audit: Path) -> None:
    read(f"{COMBINED}\n{COMBINED.replace('31/Jan/2026', day)}\n{COMBINED}\n", "access.log")
    assert rows(audit, "SELECT day, hits FROM log_hits") == [("2026-01-31", 2)]
    assert rows(audit, "SELECT reason, rows FROM imported_unreadable") == [("time", 1)]


def test_a_nul_in_json_is_part_of_the_text(read: Import, audit: Path) -> None:
    read(f"{json.dumps({**GOOD, 'user_agent': chr(0) + AGENT})}\n", "access.json")
    assert rows(audit, "SELECT bot, hits FROM log_hits") == [("Googlebot", 1)]
