from functools import partial

import pytest
from growth import LINEAR, growth

from sitemap_audit.parsing.robots_mending import mend
from sitemap_audit.parsing.robots_txt import ReceivedRobots

ORIGIN = "https://e.com"
A, B = f"{ORIGIN}/a.xml", f"{ORIGIN}/b.xml"
AGENT, RULE, OTHER, MAP, SECOND = (
    *("User-agent: *", "Disallow: /a/", "Disallow: /b/"),
    *(f"Sitemap: {A}", f"Sitemap: {B}"),
)
FAULTY = [
    # glued
    (f"{RULE}{MAP}", [RULE, MAP]),
    (f"{RULE} {MAP}", [RULE, MAP]),
    (f"{MAP}{SECOND}", [MAP, SECOND]),
    (f"{MAP} {SECOND}", [MAP, SECOND]),
    (f"sitemap:{A}sitemap:{B}", [f"sitemap: {A}", f"sitemap: {B}"]),
    (f"Sitemap {A} Sitemap {B}", [MAP, SECOND]),
    (f"A line without line break{MAP}", ["# A line without line break", MAP]),
    (f"XML {MAP}", ["# XML", MAP]),
    (f"Dsallow: /x/{MAP}", ["Dsallow: /x/", MAP]),
    (f"{AGENT}{RULE}", [AGENT, RULE]),
    ("User-agent:*Disallow:/", [AGENT, "Disallow: /"]),
    (f"{AGENT} {RULE} {OTHER} Allow: / {MAP}", [AGENT, RULE, OTHER, "Allow: /", MAP]),
    (f"{AGENT}{RULE}{OTHER}Allow: /c{MAP}", [AGENT, RULE, OTHER, "Allow: /c", MAP]),
    (f"{AGENT}\t{RULE}\t{MAP}", [AGENT, RULE, MAP]),
    (f"{AGENT}; {RULE}; {OTHER}", [AGENT, RULE, OTHER]),
    (f"{AGENT} - {RULE} - {MAP}", [AGENT, RULE, MAP]),
    (
        f"user-agent: *disallow: /x/sitemap: {A}",
        ["user-agent: *", "disallow: /x/", f"sitemap: {A}"],
    ),
    ("disallow: /xallow: /y", ["disallow: /x", "allow: /y"]),
    ("DISALLOW: /AALLOW: /B", ["DISALLOW: /A", "ALLOW: /B"]),
    ("User-agent: *Allow: /$Disallow: /", [AGENT, "Allow: /$", "Disallow: /"]),
    (f"Crawl-delay: 10{MAP}", ["Crawl-delay: 10", MAP]),
    ("Disallow: /a/Crawl-delay: 10Host: www.e.com", [RULE, "Crawl-delay: 10", "Host: www.e.com"]),
    (f"Disallow:{MAP}", ["Disallow:", MAP]),
    ("Allow: /User-agent: Googlebot", ["Allow: /", "User-agent: Googlebot"]),
    (f"Sitemap: {MAP}", [MAP]),
    ("Disallow: Disallow: /a/", [RULE]),
    # in a comment
    (f"# END YOAST BLOCK{MAP}", ["# END YOAST BLOCK", MAP]),
    (f"Allow: / # all{MAP}", ["Allow: / # all", MAP]),
    # line breaks written as text
    (rf"{AGENT}\n{RULE}\n{MAP}\n", [AGENT, RULE, MAP]),
    (rf"{AGENT}\r\n{RULE}\r\n\r\n{MAP}", [AGENT, RULE, MAP]),
    (rf"# rules\n{AGENT}\n{RULE}", ["# rules", AGENT, RULE]),
    (f"{AGENT}<br>{RULE}<br />{MAP}<br/>", [AGENT, RULE, MAP]),
    (f"<p>{AGENT}</p><p>{RULE}</p>", [AGENT, RULE]),
    (f"<li>{AGENT}</li><li>{RULE}</li>", [AGENT, RULE]),
    (f"{AGENT}%0A{RULE}%0d%0a{MAP}", [AGENT, RULE, MAP]),
    (f"{AGENT}&#10;{RULE}", [AGENT, RULE]),
    (f"{AGENT}\u2028{RULE}\x85{MAP}", [AGENT, RULE, MAP]),
    # several values
    ("Disallow: /a/, /b/", [RULE, OTHER]),
    ("Disallow: /a/ /b/", [RULE, OTHER]),
    ("User-agent: Googlebot, Bingbot", ["User-agent: Googlebot", "User-agent: Bingbot"]),
    ("User-agent: *|Googlebot", [AGENT, "User-agent: Googlebot"]),
    *(
        (f"Sitemap: {A}{between}{B}", [MAP, SECOND])
        for between in (",", ", ", ";", " ", "|", " and ", "", '", "', "> <", "\t")
    ),
    (f'Sitemap: ["{A}","{B}"]', [MAP, SECOND]),
    (f"Sitemap: [{A}, {B}]", [MAP, SECOND]),
    ("Sitemap: /a.xml, /b.xml", ["Sitemap: /a.xml", "Sitemap: /b.xml"]),
    # decorated URLs
    *(
        (f"Sitemap: {before}{A}{behind}", [MAP])
        for before, behind in (
            *("<>", '""', "''", "``", "“”", "„“", "«»", "()"),
            *(("", ","), ("", ";"), ("", "."), ("", "\\"), ("&lt;", "&gt;"), ("%93", "%94")),
            *((f"[{A}](", ")"), ("[Sitemap](", ")"), ('<a href="', '">map</a>'), ("", "<br>")),
        )
    ),
    (f"[{MAP}]({A})", [MAP]),
    (f"[Sitemap]({A})", [MAP]),
    (f"Sitemap: {A} (main)", [f"{MAP} # (main)"]),
    # decorated lines
    *(
        (f"{before}{RULE}{behind}", [RULE])
        for before, behind in (
            *('""', "''", "``", "“”", "«»"),
            *(("- ", ""), ("* ", ""), ("• ", ""), ("1. ", ""), ("> ", ""), ("> - ", "")),
            *(("<p>", "</p>"), ("<pre>", ""), ("", "<br>"), ("**", "**"), ("\ufeff", "")),
            *(("\u200b", ""), ("\xa0", ""), ("<li><code>", "</code></li>")),
        )
    ),
    ('<html><head></head><body><pre style="a: b">User-agent: *', [AGENT]),
    ("</pre></body></html>", []),
    ("**User-agent:** *", [AGENT]),
    (f"- **Sitemap**: {A}", [MAP]),
    (r"User-agent: \*", [AGENT]),
    ('User-agent: "*"', [AGENT]),
    ('"User-agent": "*"', [AGENT]),
    ("User-agent: <*>", [AGENT]),
    ('"User-agent: *", "Disallow: /a/"', [AGENT, RULE]),
    ('Disallow: "/a/"', [RULE]),
    ("Disallow: [/a/](https://e.com/a/)", [RULE]),
    ("Disallow:\xa0/a/", [RULE]),
    ("Disallow:&nbsp;/a/", [RULE]),
    ("User-agent\uff1a*", [AGENT]),
    (f"Sitemap\uff1a{A}", [MAP]),
    (f"Sitemap = {A}", [MAP]),
    (f"Sitemap={A}", [MAP]),
    ("Disallow=/a/", [RULE]),
]
RIGHT = [
    *("Disallow: /wiki/Special:Search", "Disallow: /*?allow=1", "Disallow: /*,", "Disallow: /*;"),
    *("Disallow: /a b", f"Sitemap: {ORIGIN}/site map.xml", f"Sitemap: https://c.com/?url={A}"),
    *(f"Sitemap: https://web.archive.org/web/2020/{A}", "Sitemap: http://host:8080/s.xml"),
    *(
        "User-agent: Microsoft URL Control",
        "Disallow: /shallow:/x",
        'Disallow: /"',
        "Disallow: /*'",
    ),
    *("Disallow: /[a]", "Disallow: /_a__b", "Disallow: *?x", r"Disallow: /\?x", "Disallow: /a,/b"),
    *(f"Sitemap: {A}?x=1,2", f"Sitemap: {A}?u={B},{B}", "our rules: none", "Dsallow: /a"),
    *("DSALLOW: /a", "X-User-agent: a", "Clean-param: a&b /x", f"License: {ORIGIN}/l.xml"),
    *("Content-Signal: ai-train=no, search=yes", "Host: https://e.com", "Visit-time: 0600-0845"),
    *("User-agent: Mozilla/5.0 (compatible; x)", "Disallow: /a%0Ab", r"Allow: /a\nb"),
    *("Disallow: /help:allow:x", "Disallow: /localhost: x", "Request-rate: 1/10m 0500-1259"),
    *("Disallow: /<script>", "Disallow: /a*<", "Disallow: /tag/c++, java/", f"# {MAP}", f"#{MAP}"),
    *(f"Disallow: /a # see {MAP}", f"# (old) {MAP}", "# XMLSitemap: ours"),
]


@pytest.mark.parametrize(("line", "meant"), FAULTY, ids=[repr(line) for line, _ in FAULTY])
def test_a_faulty_line_is_read_as_it_is_meant(line: str, meant: list[str]) -> None:
    assert mend(line, is_alone=False) == meant


@pytest.mark.parametrize("line", RIGHT)
def test_a_line_that_is_right_stays_as_it_is(line: str) -> None:
    assert mend(line, is_alone=False) == [line]
    assert not any(each.meant for each in ReceivedRobots(line.encode(), origin=ORIGIN).lines)


LOST = [
    (f"{RULE}{MAP}", "glued", "1 rule, 1 sitemap", [A]),
    (f"{AGENT} {RULE}", "glued", "1 rule", []),
    (f"{AGENT}{RULE}", "glued", "1 User-agent line with the rules below, 1 rule", []),
    ("User-agent: a, b, c", "glued", "2 User-agent lines", []),
    (f"Crawl-delay: 1{MAP}", "glued", "1 sitemap, 1 other line", [A]),
    (f"Sitemap: {A},{B}", "malformed", "2 sitemaps", [A, B]),
    ("Sitemap: /a.xml www.e.com/b.xml", "malformed", "2 sitemaps", [A, "https://www.e.com/b.xml"]),
    (f"Sitemap: <{A}>", "malformed", "1 sitemap", [A]),
    (f"- Sitemap: {A}", "decorated", "1 sitemap", [A]),
    ("\u200b\ufeffDisallow: /", "decorated", "1 rule; contains U+200B, U+FEFF", []),
    ("# robots.txt User-agent: * Disallow: /a", "glued", None, []),
    (f"{AGENT} # all {RULE} {MAP}", "glued", "1 rule, 1 sitemap", [A]),
    (f"Sitemap: \x93{A}\x94".encode("latin-1"), "malformed", "1 sitemap", [A]),
]


@pytest.mark.parametrize(("text", "problem", "lost", "urls"), LOST)
def test_a_faulty_line_says_what_is_not_read_and_gives_its_sitemaps(
    text: str | bytes, problem: str, lost: str | None, urls: list[str]
) -> None:
    body = text if isinstance(text, bytes) else text.encode()
    line, *inner = ReceivedRobots(body, origin=ORIGIN).lines
    assert line.problem == problem
    assert lost in (line.lost, None)
    assert [each.url for each in inner] == urls


def test_rules_below_a_lost_user_agent_are_lost_and_those_of_a_group_that_is_read_are_not() -> None:
    lines = [
        *(f"{AGENT}{RULE}", OTHER, "User-agent: a", "User-agent: “b”", OTHER),
        "User-agent: c, d",
    ]
    read = ReceivedRobots("\n".join([*lines, OTHER]).encode(), origin=ORIGIN).lines
    assert [each.problem for each in read if each.field == "disallow"] == ["lost", None, None]


def test_rules_in_html_tags_are_read_and_lines_of_a_page_are_not() -> None:
    head = "<html><head><title>x</title></head><body><pre>"
    tags = f"{head}{AGENT}\n{RULE}\n{MAP}</pre></body>\n</html>"
    read = ReceivedRobots(tags.encode(), origin=ORIGIN)
    assert not read.is_html
    assert [each.meant for each in read.lines] == [AGENT, None, MAP, None, None]
    page = f"<html><p>Write <b>{AGENT}</b><br>{RULE}<br>\n{MAP}{SECOND}</p>"
    assert not any(each.meant for each in ReceivedRobots(page.encode(), origin=ORIGIN).lines)


@pytest.mark.parametrize(
    "part",
    [
        "Disallow: /a ",
        "Sitemap: https://a.b/ ",
        " ",
        "\\n",
        "<br>",
        "<a href=",
        "[](/",
        "[a](/b c",
        ",",
    ],
)
def test_a_long_line_takes_time_by_its_length(part: str) -> None:
    assert growth(lambda n: partial(mend, f"Allow: x{part * n}x", is_alone=True), 250) < LINEAR
