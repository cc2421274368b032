"""Access logs in their formats: counts by URL, bot, status code and day."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from imports.conftest import SITE, Import, parts, rows
from sitemap_audit.bots import bots
from sitemap_audit.errors import UsageError
from sitemap_audit.imports.import_files import Stream
from sitemap_audit.imports.logs import log_reader as logs
from sitemap_audit.imports.logs.bot_finder import BotFinder, Ranges
from sitemap_audit.imports.logs.formats import recognize_log
from sitemap_audit.imports.site import Site

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
    "Apache": {
        "time": "[31/Jan/2026:23:59:59 +0000]", "remoteIP": "66.249.64.1", "method": "GET",
        "request": "/a", "query": "?b=1", "status": "404", "userAgent": AGENT,
    },
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


WHEN = "[31/Jan/2026:23:59:59 +0000]"
REQUEST = '"GET /a?b=1 HTTP/1.1" 404 2326'
END = f'{REQUEST} "-" "{AGENT}"'
NGINX = {
    "remote_addr": "66.249.64.1",
    "request": "GET /a?b=1 HTTP/1.1",
    "status": 404,
    "time_iso8601": "2026-01-31T23:59:59+00:00",
    "http_user_agent": AGENT,
}
FIELDS = "#Fields: date-local time-local cs-uri-stem cs-uri-query c-ip cs(User-Agent) sc-status"
LINES = {
    "user name with a space": f"66.249.64.1 - bob smith {WHEN} {END}",
    "empty user name": f'66.249.64.1 - "" {WHEN} {END}',
    "list of addresses": f"66.249.64.1, 10.0.0.1 - - {WHEN} {END}",
    "list in quotes": f'"unknown, 66.249.64.1, 172.16.0.2" - - {WHEN} {END}',
    "host and list": f"www.example.com:443 66.249.64.1, 10.0.0.1 - a b {WHEN} {END}",
    "name of the client": f"crawl-1.googlebot.com - bob smith {WHEN} {END}",
    "host behind the address": f"66.249.64.1 www.example.com - {WHEN} {END}",
    "values behind": f'66.249.64.1 - - {WHEN} {END} "www.example.com" rt=0.1 "x y" -',
    "user agent alone": f'66.249.64.1 - - {WHEN} {REQUEST} "{AGENT}" "www.example.com"',
    "all in quotes": f'"66.249.64.1" "-" "{WHEN}" "GET /a?b=1 HTTP/2" "404" "9" "-" "{AGENT}"',
    "quotes in a referrer": f'66.249.64.1 - - {WHEN} {REQUEST} "/?q=\\"a b\\"" "{AGENT} \\\\"',
    "date first": f"{WHEN} 66.249.64.1 - www.example.com {END}",
    "host behind the date": f"66.249.64.1 - {WHEN} - www.example.com {END}",
    "ISO date first": f"2026-01-31T23:59:59+00:00 66.249.64.1 {END}",
    "list behind": f'10.0.0.1 - - {WHEN} {END} "66.249.64.1, 10.0.0.2"',
    "list behind a name": f'10.0.0.1 - a b {WHEN} {END} "66.249.64.1"',
    "colors": f"\x1b[36mweb-1  | \x1b[0m66.249.64.1 - - {WHEN} {END}",
    "byte order mark": f"\ufeff66.249.64.1 - - {WHEN} {END}",
    "syslog": f"<190>Jan 31 23:59:59 10.1.1.1 nginx[7]: 66.249.64.1 - - {WHEN} {END}",
    "syslog RFC 5424": f"<190>1 2026-02-01T00:00:00Z web nginx 7 - - 66.249.64.1 - - {WHEN} {END}",
    "Docker Compose with its times": (
        f"web-1  | 2026-01-31T23:59:59.123Z 66.249.64.1 - - {WHEN} {END}"
    ),
    "kubectl with its times": (
        f"[pod/web-1/nginx] 2026-01-31T23:59:59.123Z 66.249.64.1 - - {WHEN} {END}"
    ),
    "Docker Compose": f"web-1  | 66.249.64.1 - - {WHEN} {END}",
    "Kubernetes": f"2026-02-01T00:00:00.1Z stdout F 66.249.64.1 - - {WHEN} {END}",
    "Docker json-file": json.dumps({"log": f"66.249.64.1 - - {WHEN} {END}\n", "stream": "stdout",
                                    "time": "2026-02-01T00:00:00.1Z"}),
    "JSON in json-file": json.dumps({"log": json.dumps(NGINX), "time": "2026-02-01T00:00:00Z"}),
    "JSON behind a prefix": f"web-1  | {json.dumps(NGINX)}",
    "HAProxy": "Jan 31 23:59:59 lb haproxy[1]: 66.249.64.1:3331 [31/Jan/2026:23:59:59.655] web"
               " app/s1 10/0/30/69/109 404 2750 - - ---- 1/1/1/1/0 0/0"
               f' {{www.example.com|{AGENT}}} {{}} "GET /a?b=1 HTTP/1.1"',
    "classic load balancer": "2026-01-31T23:59:59.9Z lb 66.249.64.1:2817 10.0.0.1:80 0.1 0.1 0.1"
                             f' 404 404 0 29 "GET {SITE}:443/a?b=1 HTTP/1.1" "{AGENT}" - -',
    "S3": f"79a5 bucket {WHEN} 66.249.64.1 - 3E5 WEBSITE.GET.OBJECT a.html {REQUEST} - 1 - 7 -"
          f' "-" "{AGENT}" - x= -',
    "Envoy": '[2026-01-31T23:59:59.310Z] "GET /a?b=1 HTTP/2" 404 - via - "-" 0 1 4 "66.249.64.1"'
             f' "{AGENT}" "cc21" "www.example.com" "10.0.2.1:80"',
    "IIS Advanced": f'{FIELDS}\n2026-01-31 23:59:59 /a b=1 "66.249.64.1" "{AGENT}" 404',
    "Caddy in a console": "2026/01/31 23:59:59.123\tINFO\thttp.log.access\thandled request\t"
        + json.dumps({"status": 404, "request": {"client_ip": "66.249.64.1", "uri": "/a?b=1",
                                                 "headers": {"User-Agent": [AGENT]}}}),
    **{name: json.dumps(row) for name, row in {
        "nginx, path and query": {**NGINX, "request": "", "uri": "/a", "args": "b=1"},
        "nginx, rewritten path": {**NGINX, "uri": "/index.php", "args": "q=a"},
        "nginx, request_uri": {**NGINX, "request": "", "request_uri": "/a?b=1", "args": "b=1"},
        "pino": {"time": 1769903999123, "res": {"statusCode": 404}, "req": {
            "method": "GET", "url": "/a?b=1", "remoteAddress": "66.249.64.1",
            "headers": {"User-Agent": AGENT, "host": "www.example.com"}}},
        "nginx behind a proxy": {**NGINX, "remote_addr": "10.0.0.1", "status": "404 Not Found",
                                 "http_x_forwarded_for": "66.249.64.1, 10.0.0.2"},
        "query with its mark": {**NGINX, "request": None, "url": "/a", "query_string": "?b=1"},
        "CloudFront v2": {"date": "2026-01-31", "time": "23:59:59", "c-ip": "66.249.64.1",
                          "cs-uri-stem": "/a", "cs-uri-query": "b=1", "sc-status": "404",
                          "cs(User-Agent)": ESCAPED, "x-host-header": "www.example.com"},
        "Traefik": {"ClientHost": "66.249.64.1", "DownstreamStatus": 404, "RequestPath": "/a?b=1",
                    "RequestHost": "www.example.com", "StartUTC": "2026-01-31T23:59:59Z",
                    "time": "2026-02-01T00:00:00Z", "request_User-Agent": AGENT},
        "Fastly": {"timestamp": "2026-01-31T23:59:59+0000", "client_ip": "66.249.64.1",
                   "host": "www.example.com", "url": "/a?b=1", "response_status": 404,
                   "request_user_agent": AGENT},
        "Akamai": {"reqTimeSec": "1769903999.123", "cliIP": "66.249.64.1", "reqPath": "a",
                   "reqHost": "www.example.com", "queryStr": "b=1", "statusCode": "404",
                   "UA": ESCAPED},
        "Google Cloud": {"timestamp": "2026-01-31T23:59:59Z", "httpRequest": {
            "requestUrl": f"{SITE}/a?b=1", "status": 404, "userAgent": AGENT,
            "remoteIp": "66.249.64.1"}},
        "Google Cloud, container": {"timestamp": "2026-01-31T23:59:59Z", "jsonPayload": NGINX},
        "Azure": {"timeStamp": "2026-01-31T23:59:59Z", "properties": {
            "requestUri": "/a", "requestQuery": "b=1", "httpStatus": 404, "userAgent": AGENT,
            "clientIP": "66.249.64.1", "host": "www.example.com"}},
        "Istio": {"start_time": "2026-01-31T23:59:59Z", "path": "/a?b=1", "response_code": 404,
                  "authority": "www.example.com", "user_agent": AGENT,
                  "x_forwarded_for": "66.249.64.1,10.0.0.1"},
        "Elastic": {"@timestamp": "2026-01-31T23:59:59Z", "url": {"path": "/a", "query": "b=1"},
                    "http": {"response": {"status_code": 404}}, "source.ip": "66.249.64.1",
                    "user_agent": {"original": AGENT}},
    }.items()},
}  # fmt: skip
NOT_READ = {
    "iis.log": ("66.249.64.1, -, 1/31/26, 7:55:20, W3SVC2, S, 10.0.0.1, 4, 1, 3, 200, 0, GET, /a,",
                "it looks like an access log, but its format is not known; a line is: 66.249.64.1"),
    "squid.log": ("1769903999.603 310 66.249.64.1 TCP_MISS/200 287 GET http://www.example.com/ -",
                  "Write the log in the Combined Log Format, or as JSON, one object a line"),
    "fields.log": ("#Fields: date cs-uri-stem\n2026-01-31 /a\n", "#Fields: has no sc-status"),
    "rotated.log": ("2026-01-31 23:59:59 10.0.0.1 GET /a - 443 - 66.249.64.1 x - 200 0 0 1",
                    "its line #Fields: is missing"),
    "pretty.json": (json.dumps(NGINX, indent=2), "Write one object a line: jq -c . FILE."),
    "error.log": ("2026/01/31 10:00:00 [error] 29#29: *1 open() failed", "it is an error log."),
    "list.json": (f"[{json.dumps(NGINX)},\n{json.dumps(NGINX)}]", "Write one object a line"),
}  # fmt: skip


def read_alone(text: str) -> tuple[logs.LogReader, list[tuple[Any, ...]]]:
    """Read a log without a store; return its reader and its counts."""
    log = recognize_log(text.splitlines())
    assert log
    finder = BotFinder()
    finder._ranges = {"Googlebot": Ranges(["66.249.64.0/19"])}
    stream, site = (
        Stream(io.BytesIO(text.encode()), lambda: 0),
        Site(SITE, frozenset({"example.com"})),
    )
    reader = logs.LogReader(stream, log, site, finder)
    names = ("url", "bot", "verified", "status", "day", "hits")
    counts = pa.concat_tables(list(reader.counts(lambda: None)))
    return reader, [tuple(row[name] for name in names) for row in counts.to_pylist()]


def counted(text: str) -> list[tuple[Any, ...]]:
    """Return the counts of a log, without a store."""
    reader, counts = read_alone(text)
    assert not reader.unreadable.rows
    return counts


def test_each_line_is_recognized_by_itself() -> None:
    claimed = {"name of the client"}
    for name, line in LINES.items():
        verified = "claimed" if name in claimed else "yes"
        assert counted(f"{line}\n") == [(*HIT[:2], verified, *HIT[3:])], name
    fields = LINES["IIS Advanced"]
    mixed = [COMBINED, *(line for line in LINES.values() if line != fields), fields]
    assert sum(row[-1] for row in counted("\n".join(mixed))) == len(LINES) + 1


@pytest.mark.parametrize("name", NOT_READ)
def test_a_log_in_another_format_says_what_to_do(name: str, read: Import) -> None:
    with pytest.raises(UsageError) as told:
        read(NOT_READ[name][0], name)
    assert NOT_READ[name][1] in str(told.value)
    assert "--column" not in str(told.value)


def test_an_address_that_the_client_may_have_sent_verifies_nothing() -> None:
    finder = BotFinder()
    finder._ranges = {"Googlebot": Ranges(["66.249.64.0/19"])}
    verdicts = {
        "66.249.64.1": "yes", "66.249.64.1:443": "yes", "::ffff:66.249.64.1": "yes",
        "66.249.64.1, 10.0.0.1, 10.0.0.2": "yes", "10.0.0.1, 66.249.64.1": "yes",
        "1.1.1.1": "no", "[2606:4700::1]:443": "no", "1.1.1.1,10.0.0.1": "no",
        "66.249.64.1, 1.1.1.1": "claimed", "1.1.1.1, 66.249.64.1": "claimed",
        "10.0.0.1": "claimed", "-": "claimed", "": "claimed", "unknown": "claimed",
    }  # fmt: skip
    assert finder.verify([("Googlebot", each) for each in verdicts]) == [*verdicts.values()]


def test_a_log_that_powershell_has_copied(read: Import, audit: Path) -> None:
    lines = "\r\n".join([COMBINED] * 5)
    for encoding in ("utf-16", "utf-16-be"):
        mark = "\ufeff" if encoding == "utf-16-be" else ""
        told = read(f"{mark}{lines}\r\n".encode(encoding), "access.log")
        assert told[0].endswith("5 rows: 5 of them URLs of this site.")
    assert rows(audit, HITS) == [(*HIT[:-1], 5)] * 2


def test_lines_whose_requests_are_unknown_are_counted(read: Import, audit: Path) -> None:
    json_line = json.dumps({**NGINX, "status": "none"})
    unknown = ["66.249.64.1, -, 1/31/26, 7:55:20, GET, /a", "{broken", json_line]
    no_request = [f'66.249.64.1 - - {WHEN} "-" 408 0 "-" "-"', '{"level": "info", "msg": "up"}',
                  "2026/01/31 10:00:00 [error] 29#29: *1 open() failed",
                  f'66.249.64.1 - - {WHEN} "\\x16\\x03" 400 0 "-" "-"']  # fmt: skip
    told = read("\n".join([COMBINED, *unknown, *no_request]), "access.log")
    assert "  Lines whose request or user agent is unknown: 37.50%. Above 0.1% of all" in told[5]
    assert rows(audit, "SELECT unread, unreadable FROM imported_files") == [(3, 7)]
    assert rows(audit, "SELECT reason, line FROM imported_unreadable ORDER BY line") == [
        ("format", 2), ("json", 3), ("status", 4), ("request", 5)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "unread", "googlebot"),
    [
        (f"HIT|404|1769903999|12|66.249.64.1|/a|{AGENT}", 1, 1),  # Bunny
        (f"{{broken {AGENT}", 1, 1),
        (json.dumps({**NGINX, "status": "none"}), 1, 1),
        (COMBINED.replace("31/Jan/2026", "31/Foo/2026"), 1, 1),
        ("66.249.64.1, -, 1/31/26, 7:55:20, GET, /a", 1, 0),
        (CLF, 1, 0),
        (json.dumps({**NGINX, "http_user_agent": None}), 0, 0),
        (COMBINED.replace(AGENT, ""), 0, 0),
        (COMBINED.replace(AGENT, "-"), 0, 0),
        (f'66.249.64.1 - - {WHEN} "-" 408 0 "-" "{AGENT}"', 0, 0),
        (CLF.replace("/a", "https://other.example/a"), 0, 0),
    ],
)
def test_lines_that_may_be_of_googlebot(line: str, unread: int, googlebot: int) -> None:
    reader, _ = read_alone(f"{COMBINED}\n{line}\n")
    assert (reader.unread, reader.unread_googlebot) == (unread, googlebot)


def test_lines_that_may_be_of_googlebot_are_stored(read: Import, audit: Path) -> None:
    read(f"{COMBINED}\n{{broken {AGENT}\n{CLF}\n", "access.log")
    assert rows(audit, "SELECT unread, unread_googlebot FROM imported_files") == [(2, 1)]


def test_a_path_is_read_as_it_was_sent() -> None:
    paths = {"/caf\\xc3\\xa9": "/caf%C3%A9", "/a b": "/a%20b", '/?q=\\"x\\"': "/?q=%22x%22"}
    for path, url in paths.items():
        ((found, *_),) = counted(COMBINED.replace("/a?b=1", path))
        assert found == f"{SITE}{url}"


@pytest.mark.parametrize("title", FORMATS)
def test_formats(title: str, read: Import, audit: Path) -> None:
    told = read(f"{FORMATS[title]}\n", "access.log")
    assert told[0] == f"access.log: access log ({title}), 1 row: 1 of them URLs of this site."
    bot = "No known bot" if title.startswith("Common") else "Bots: Googlebot 1 (claimed)"
    unknown = "  Lines whose request or user agent is unknown: 100.00%. Above 0.1% of all logs, the"
    unknown += " checks that read logs are not checked."
    assert told[1:] == [unknown] * title.startswith("Common") + [f"  2026-01-31. {bot}."]
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


def test_every_bot_is_told_by_its_own_user_agent() -> None:
    finder = BotFinder()
    with_requests = [bot for bot in bots() if bot.found_as]
    assert {bot.token for bot in bots()} - {bot.token for bot in with_requests} == {
        *("Google-Extended", "Applebot-Extended", "train-ai", "__usage_ai-training")
    }
    for bot in with_requests:
        agent = bot.user_agent or f"Mozilla/5.0 ({bot.found_as}/1.0)"
        assert finder.find(agent) == bot.token


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
        ("format", 1),
        ("request", 1),
        ("status", 1),
        ("time", 1),
    ]
    assert {row[0]: row[2] for row in stored}["format"] == 3


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


UNREADABLE = [
    (json.dumps({**GOOD, "url": "/\ud800"}), "json"),
    (json.dumps({**GOOD, "user_agent": "\udfff"}), "json"),
    (json.dumps({**GOOD, "time": "\ud800"}), "json"),
    (f'{{"url": {"[" * 100_000}{"]" * 100_000}}}', "json"),
    ('{"url": ' + '{"a":' * 100_000 + "1" + "}" * 100_001, "json"),
    (f'{{"url": "/", "status": {HUGE}, "time": "2026-01-31"}}', "json"),
    ("[]", "format"),
    ("null", "format"),
    ('{"url": "/", "status": NaN, "time": "2026-01-31"}', "status"),
    ('{"url": "/", "status": 1e999, "time": "2026-01-31"}', "status"),
    (json.dumps({**GOOD, "status": [[]]}), "status"),
    (json.dumps({**GOOD, "url": {"a": 1}}), "format"),
    (json.dumps({**GOOD, "time": "2026-02-31"}), "time"),
    (json.dumps({**GOOD, "time": "0000-00-00"}), "time"),
    (json.dumps({**GOOD, "time": "31/Feb/2026:00:00:00"}), "time"),
    (json.dumps({**GOOD, "time": "99999999999999999999"}), "time"),
    (json.dumps({**GOOD, "url": "/" + "a" * 3 * 2**20}), "too-long"),
]


@pytest.mark.parametrize(("line", "reason"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_a_line_that_no_table_can_hold_is_counted(line: str, reason: str) -> None:
    reader, counts = read_alone(f"{json.dumps(GOOD)}\n{line}\n{json.dumps(GOOD)}\n")
    assert sum(hits for *_, hits in counts) == 2
    assert dict(reader.unreadable.rows) == {reason: 1}


def test_a_log_with_lines_that_no_table_can_hold_is_stored(read: Import, audit: Path) -> None:
    lines = "\n".join(line for line, _ in UNREADABLE)
    read(f"{json.dumps(GOOD)}\n{lines}\n{json.dumps(GOOD)}\n", "access.json")
    assert rows(audit, "SELECT hits FROM log_hits") == [(2,)]
    stored = rows(audit, "SELECT reason, rows FROM imported_unreadable")
    assert dict(stored) == Counter(reason for _, reason in UNREADABLE)


@pytest.mark.parametrize("day", ["99/Oct/2026", "31/Feb/2026", "01/Foo/2026"])
def test_a_day_that_there_is_not(day: str) -> None:
    reader, counts = read_alone(f"{COMBINED}\n{COMBINED.replace('31/Jan/2026', day)}\n{COMBINED}\n")
    assert [row[-2:] for row in counts] == [("2026-01-31", 2)]
    assert dict(reader.unreadable.rows) == {"time": 1}


def test_a_nul_in_json_is_part_of_the_text(read: Import, audit: Path) -> None:
    read(f"{json.dumps({**GOOD, 'user_agent': chr(0) + AGENT})}\n", "access.json")
    assert rows(audit, "SELECT bot, hits FROM log_hits") == [("Googlebot", 1)]
