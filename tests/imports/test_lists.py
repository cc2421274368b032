"""Exports of other products, in the columns and languages that they have."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from openpyxl import Workbook
from rows import record_of

from imports.conftest import SITE, Import, parts, rows
from sitemap_audit.errors import UsageError
from sitemap_audit.imports.site import site_of

if TYPE_CHECKING:
    from pathlib import Path

PERFORMANCE = {
    "English": "Top pages,Clicks,Impressions,CTR,Position",
    "German": "Häufigste Seiten,Klicks,Impressionen,CTR,Position",
    "French": "Pages les plus populaires,Clics,Impressions,CTR,Position",
    "Spanish": "Páginas principales,Clics,Impresiones,CTR,Posición",
    "Italian": "Pagine principali,Clic,Impressioni,CTR,Posizione",
    "Dutch": "Toppagina's,Aantal klikken,Vertoningen,CTR,Positie",
    "Polish": "Najpopularniejsze strony,Kliknięcia,Wyświetlenia,CTR,Pozycja",
    "Japanese": "上位のページ,クリック数,表示回数,CTR,掲載順位",
    "Portuguese": "Páginas principais,Cliques,Impressões,CTR,Posição",
    "Chinese": "排名靠前的网页,点击次数,展示,点击率,排名",
    "Chinese, Taiwan": "熱門網頁,點擊,曝光,點閱率,排名",
    "Korean": "인기 페이지,클릭수,노출,CTR,게재 순위",
    "Russian": "Популярные страницы,Kлики,Показы,CTR,Позиция",
    "Turkish": "En çok görüntülenen sayfalar,Tıklamalar,Gösterimler,TO,Konum",  # noqa: RUF001
    "Czech": "Nejvýznamnější stránky,Prokliky,Zobrazení,CTR,Pozice",
}
INDEXING = {
    "English": ("URL,Last crawled", "Crawled - currently not indexed"),
    "German": ("URL,Zuletzt gecrawlt", "Gecrawlt \N{EN DASH} zurzeit nicht indexiert"),
    "French": ("URL,Dernière exploration", "Explorée, actuellement non indexée"),
    "Spanish": ("URL,Último rastreo", "Rastreada: actualmente sin indexar"),
    "Portuguese": ("URL,Último rastreamento", "Rastreada, mas não indexada no momento"),
    "Italian": ("URL,Ultima scansione", "Pagina scansionata, ma attualmente non indicizzata"),
    "Japanese": ("URL,前回のクロール", "クロール済み - インデックス未登録"),
}
FIGURES = "SELECT url, clicks, impressions, position FROM imported_urls ORDER BY line"


def zipped(**members: str) -> bytes:
    """A zip of files by name, without their ending."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"{name}.csv", text)
    return made.getvalue()


@pytest.mark.parametrize("language", PERFORMANCE)
def test_performance_in_its_languages(language: str, read: Import, audit: Path) -> None:
    told = read(f"{PERFORMANCE[language]}\n{SITE}/,100974,2857238,3.53%,23.45\n{SITE}/a,0,1,0%,9")
    title = f"Search Console performance export ({language})"
    assert told == [f"export.csv: {title}, 2 rows: 2 of them URLs of this site."]
    assert rows(audit, FIGURES) == [(f"{SITE}/", 100974, 2857238, 23.45), (f"{SITE}/a", 0, 1, 9)]


@pytest.mark.parametrize("language", INDEXING)
def test_page_indexing_has_its_reason_in_another_file(
    language: str, read: Import, audit: Path
) -> None:
    header, reason = INDEXING[language]
    told = read(
        zipped(
            Chart="Date,Affected pages\n2025-01-01,2",
            Metadata=f'Property,Value\nIssue,"{reason}"\nSitemap,All known pages',
            Table=f"{header}\n{SITE}/blog/digital leadership,2025-10-02\n{SITE}/ü,1970-01-01",
        ),
        "drilldown.zip",
    )
    (line,) = told
    assert line.startswith("drilldown.zip/Table.csv: Search Console page indexing export (")
    assert language in line
    assert line.endswith(f", {reason}, 2 rows: 2 of them URLs of this site.")
    query = "SELECT url, state, state_code, last_crawled_at FROM imported_urls ORDER BY line"
    crawled = datetime(2025, 10, 2, tzinfo=UTC)
    assert rows(audit, query) == [
        (f"{SITE}/blog/digital%20leadership", reason, "crawled-not-indexed", crawled),
        (f"{SITE}/%C3%BC", reason, "crawled-not-indexed", None),
    ]


def test_a_zip_of_figures_has_one_file_of_urls(read: Import, audit: Path) -> None:
    told = read(
        zipped(
            Queries="Top queries,Clicks,Impressions,CTR,Position\nshoes,1,2,50%,1",
            Pages=f"Top pages,Clicks,Impressions,CTR,Position\n{SITE}/a,1,2,50%,1.5",
            Filters="Filter,Value\nSearch type,Web\nDate,Last 3 months",
            Chart="Date,Clicks,Impressions,CTR,Position\n2026-01-31,1,2,50%,1.5\n"
            "2025-11-01,0,1,0%,2",
        ),
        "performance.zip",
    )
    assert len(told) == 1
    assert told[0].startswith("performance.zip/Pages.csv: Search Console performance")
    columns = "file, product, kind, language, urls, first_day, last_day"
    assert rows(audit, f"SELECT {columns} FROM imported_files") == [
        ("performance.zip/Pages.csv", "gsc", "performance", "en", 1, "2025-11-01", "2026-01-31")
    ]


WITHOUT_URLS = {
    "Search Console list of issues (German): it holds numbers of pages, no URLs. Open each": {
        "Kritische Probleme": (
            "Grund,Quelle,Validierung,Seiten\nSeite mit Weiterleitung,Website,Failed,46"
        ),
        "Diagramm": "Datum,Indexiert\n2025-01-01,1",
        "Metadaten": "Property,Value\nSitemap,Alle",
    },
    "Search Console crawl stats export (English): it holds numbers by day, response, file type,": {
        "Summary crawl stats chart": (
            "Date,Total crawl requests,Total download size (Bytes),Average response time (ms)\n"
            "2026-01-01,120,990000,210"
        ),
        "Hosts table": "Host,Crawl requests\nwww.example.com,120",
        "Response table": "Response,Total requests ratio\nOK (200),0.93",
        "Googlebot type table": "Googlebot type,Total requests ratio\nSmartphone,0.7",
    },
}


@pytest.mark.parametrize("says", WITHOUT_URLS)
def test_an_export_without_urls_says_what_it_has(says: str, read: Import, audit: Path) -> None:
    members = WITHOUT_URLS[says]
    with pytest.raises(UsageError) as told:
        read(zipped(**members), "export.zip")
    assert str(told.value).startswith(f"export.zip is a {says}")
    first = next(iter(members))
    with pytest.raises(UsageError) as told:
        read(members[first], f"{first}.csv")
    assert str(told.value).startswith(f"{first}.csv is a {says}")
    assert parts(audit) == []


def test_compared_periods_are_read_from_the_first(read: Import, audit: Path) -> None:
    periods = [
        f"{period} {name}"
        for name in ("Clicks", "Impressions", "Position")
        for period in ("Last 28 days", "Previous 28 days")
    ]
    read(f"Top pages,{','.join(periods)}\n{SITE}/a,5,4,30,20,2.5,3.5")
    assert rows(audit, FIGURES) == [(f"{SITE}/a", 5, 30, 2.5)]


OTHERS = {
    "Bing page traffic report": (
        "\ufeff"
        '"Page","Impressions","Clicks","CTR","Avg. Position"\r\n'
        f'"{SITE}/a","8,155","26","0.32%","5.79988620478234"\r\n',
        "clicks, impressions, position",
        (26, 8155, 5.79988620478234),
    ),
    "Yandex Webmaster export": (
        "updateDate,url,httpCode,status,target,lastAccess,title,event\n"
        f"2025-01-01,{SITE}/a,200,LOW_DEMAND,,2025-01-02,A,x\n",
        "status, state_code",
        (200, "low-demand"),
    ),
    "Screaming Frog crawl (English)": (
        "\ufeff"
        '"Address","Content Type","Status Code","Status","Indexability","Indexability Status",'
        '"Title 1","Canonical Link Element 1","Crawl Depth","Inlinks","Unique Inlinks",'
        '"Crawl Timestamp"\n'
        f'"{SITE}/a","text/html; charset=utf-8","200","OK","Indexable","","A, or ""b""\n2",'
        f'"{SITE}/b","2","9","4","2025-08-10 15:38:35"\n',
        "status, content_type, canonical, depth, inlinks, last_crawled",
        (200, "text/html; charset=utf-8", f"{SITE}/b", 2, 4, "2025-08-10 15:38:35"),
    ),
    "Screaming Frog crawl (French)": (
        '\ufeff"Adresse","Type de contenu","Code HTTP","Statut","Indexabilité",'
        f'"Crawl profondeur","Liens entrants"\n"{SITE}/a","text/html","301","x","Non","3","7"\n',
        "status, indexability, depth, inlinks",
        (301, "Non", 3, 7),
    ),
    "Screaming Frog crawl (Italian)": (
        '\ufeff"Percorso 1","URL","Indirizzo","Tipo di contenuto","Codice di stato",'
        f'"Indicizzabilità "\n"x","{SITE}/b","{SITE}/a","text/html","200","Indicizzabile"\n',
        "url, status, indexability",
        (f"{SITE}/a", 200, "Indicizzabile"),
    ),
    "Screaming Frog crawl (Spanish)": (
        f"Dirección,Código de respuesta\n{SITE}/a,200\n",
        "status",
        (200,),
    ),
    "Screaming Frog crawl (German)": (f"Adresse,Status-Code\n{SITE}/a,200\n", "status", (200,)),
    "Ahrefs Site Audit export": (
        f"PR\tURL\tHTTP status code\tIs in sitemap\tRedirect URL\n10\t{SITE}/a\t200\tfalse\t\n",
        "status, is_in_sitemap",
        (200, False),
    ),
    "Ahrefs Top pages export": (
        f"URL,Status,UR,Current traffic\n{SITE}/a,200,12,1200\n",
        "visits",
        (1200,),
    ),
    "table with a column of URLs (others can be named, such as clicks=COLUMN)": (
        f"URL,Notes,\n{SITE}/a,--,\n",
        "state",
        (None,),
    ),
    "Semrush Site Audit export": (f"Page URL,Issues\n{SITE}/a,3\n", "url", (f"{SITE}/a",)),
    "Google Analytics 4 pages report": (
        "# ----\n# Pages and screens\n# Start date: 20250101\n\n"
        "Page path and screen class,Views,Active users\n/a,146,103\n\n"
        "# ----\nDate,Views\n20250101,4\n",
        "url, visits",
        (f"{SITE}/a", 146),
    ),
    "Matomo pages report": (
        f"label,url,nb_visits,nb_hits\n/a,{SITE}/a,3,5\n",
        "url, visits",
        (f"{SITE}/a", 5),
    ),
    "plain list of URLs": (f"# mine\n{SITE}/a\n", "url, line", (f"{SITE}/a", 2)),
}


@pytest.mark.parametrize("title", OTHERS)
def test_other_products(title: str, read: Import, audit: Path) -> None:
    contents, columns, expected = OTHERS[title]
    told = read(contents)
    assert told == [f"export.csv: {title}, 1 row: 1 of them URLs of this site."]
    assert rows(audit, f"SELECT {columns} FROM imported_urls") == [expected]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-8"])
def test_encodings(encoding: str, read: Import, audit: Path) -> None:
    text = f"Häufigste Seiten\tKlicks\tImpressionen\tPosition\n{SITE}/ä\t1\t1.200\t1,5\n"
    read(text.encode(encoding))
    assert rows(audit, FIGURES) == [(f"{SITE}/%C3%A4", 1, 1200, 1.5)]


def test_windows_1252(read: Import, audit: Path) -> None:
    read(f"Adresse;Statuscode\n{SITE}/ä;200\n".encode("cp1252"))
    assert rows(audit, "SELECT written, status FROM imported_urls") == [(f"{SITE}/ä", 200)]


def test_rows_that_cannot_be_read_are_counted_by_reason(read: Import, audit: Path) -> None:
    good = "".join(f"{SITE}/ä{number},1\n" for number in range(9)).encode()
    bad = f"{SITE}/".encode() + b"\xe4,1\n,1\nnone of them,1\nhttp://,1\n--,1\n"
    told = read(b"URL,Notes\n" + good + bad + b"https://blog.example.org/,1\n")
    assert told == [
        "export.csv: table with a column of URLs (others can be named, such as clicks=COLUMN),"
        " 15 rows: 9 of them URLs of this site.",
        "  Left out: 1 row of other hosts.",
        "  Not read: 1 in another encoding (line 11).",
        "  Not read: 2 no URL (line 12).",
        "  Not read: 2 not a URL (line 13).",
    ]
    stored = rows(audit, "SELECT reason, rows, line FROM imported_unreadable ORDER BY line")
    assert stored == [("encoding", 1, 11), ("no-url", 2, 12), ("not-a-url", 2, 13)]


def test_an_export_of_another_site_is_refused(read: Import, audit: Path) -> None:
    with pytest.raises(UsageError) as told:
        read("URL,Last crawled\nhttps://other.example/a,2025-01-01\n")
    assert str(told.value) == (
        "export.csv is of another site: none of its rows (1) has a URL of www.example.com;"
        " the first has https://other.example/a. Nothing of it is stored."
    )
    assert parts(audit) == []
    assert list(audit.rglob("*.unfinished")) == []


def test_an_unknown_export_says_how_to_name_a_column(read: Import) -> None:
    unknown = f"Quelle;Ziel\n{SITE}/a;{SITE}/b\n"
    for made, name in ((unknown, "links.csv"), (zipped(Seiten=unknown), "Seiten.csv")):
        with pytest.raises(UsageError) as told:
            read(made, "links.csv")
        columns = "its columns" if name == "links.csv" else f"the columns of {name}"
        assert f"{columns} are Quelle, Ziel. Name the column of its URLs: --column" in str(
            told.value
        )
    for header, encoding in (("Größe;Ziel", "cp1252"), ("ページの表;検索の数", "cp932")):
        with pytest.raises(UsageError) as told:
            read(f"{header}\n1;2\n".encode(encoding))
        is_read = "its columns are Größe, Ziel, read as Windows-1252. If" in str(told.value)
        assert is_read == (encoding == "cp1252")
        assert is_read or "its columns are in an unknown encoding. If" in str(told.value)
        assert "If the encoding is not right, save it as CSV in UTF-8." in str(told.value)


BY_VALUES: dict[str, str | bytes] = {
    "unknown language": f"Populäraste sidorna,Klick\n{SITE}/,5\n{SITE}/a,-\n",
    "other encoding": f"Страница;Число\n{SITE}/;5\n{SITE}/a;6\n".encode("koi8-r"),
    "paths": "# Konto\nPfad,Aufrufe\n/,5\n/a,6\n",
    "other URLs beside": f"Link,Ziel\nhttps://other.example/,{SITE}/\n/x y,{SITE}/a\n",
    "tabs, URL last": f"Klick\tSida\n5\t{SITE}/\n6\t{SITE}/a\n",
    "spaces and totals": f"Sida,N\n{SITE}/,1\n{SITE}/a,2\n{SITE}/b c,3\nTotalt,6\n\n# Slut\n",
    "no scheme": "Sida,N\nwww.example.com/,1\nexample.com/x,1\nwww.example.com/a,2\n",
    "no header": f"5,{SITE}/\n6,{SITE}/a\n",
    "in a zip": zipped(Sidor=f"Sidor\n{SITE}/\n{SITE}/a\n", Diagram="Datum,Klick\n2026-01-01,1"),
    "under a title": f"Rapport\nalla,2026\nSida,Klick\n{SITE}/,1\n{SITE}/a,1\n{SITE}/a,2\n",
}


def test_a_column_of_urls_of_the_site_is_known_by_its_values(read: Import, audit: Path) -> None:
    query = "SELECT DISTINCT url FROM imported_urls ORDER BY url"
    for name, contents in BY_VALUES.items():
        told = read(contents)
        assert "table with URLs in column " in told[0], name
        assert {(f"{SITE}/",), (f"{SITE}/a",)} <= {*rows(audit, query)}, name
    read(BY_VALUES["unknown language"], columns={"clicks": "Klick"})
    assert rows(audit, "SELECT url, clicks FROM imported_urls WHERE clicks = 5")
    for unclear in (
        f"Quelle,Ziel\n{SITE}/a,{SITE}/b\n",
        "Länkande sida\n" + "https://other.example/\n" * 9 + f"{SITE}/\n",
        f"Egenskap,Värde\nProblem,404\nSitemap,{SITE}/sitemap.xml\n",
        "Pris\n1/2\n/ 3\n",
    ):
        with pytest.raises(UsageError):
            read(unclear)


@pytest.mark.parametrize(
    ("language", "encoding"),
    [("Japanese", "cp932"), ("Russian", "cp1251"), ("Polish", "cp1250"), ("Chinese", "gb18030"),
     ("Korean", "cp949"), ("Chinese, Taiwan", "big5"), ("Turkish", "cp1254"), ("German", "cp1252"),
     ("Czech", "cp1250")],
)  # fmt: skip
def test_excel_saves_in_the_encoding_of_its_language(
    language: str, encoding: str, read: Import, audit: Path
) -> None:
    header = PERFORMANCE[language].replace(",", ";").replace("Kлики", "Клики")
    told = read(f"{header}\r\n{SITE}/a;1.234;12.345;10,0%;3,4\r\n".encode(encoding))
    assert f"Search Console performance export ({language})" in told[0]
    assert rows(audit, FIGURES) == [(f"{SITE}/a", 1234, 12345, 3.4)]


@pytest.mark.parametrize(
    ("contents", "path", "clicks"),
    [
        ("Bericht 2026\n\nURL;Klicks\n{}/a;1.200\n", "a", 1200),
        ("Report\nURL\tKlicks\n{}/a\t1,20,000\n", "a", 120_000),
        ("sep=;\nURL;Klicks\n{}/a,b;1'200\n", "a,b", 1200),
        ("URL\n{}/a,b\n", "a,b", None),
        ("URL\n{}/a;b|c\n", "a;b%7Cc", None),
        ("Page\n/a,b\n", "a,b", None),
        ("{}/a,b\n{0}/\n", "a,b", None),
        ("{}/a,1\n{0}/,2\n", "a", None),
        ('"URL"\n"{}/a,b"\n', "a,b", None),
    ],
)
def test_delimiters_are_known_from_urls_with_commas_and_titles(
    contents: str, path: str, clicks: int | None, read: Import, audit: Path
) -> None:
    read(contents.replace("{0}", SITE).replace("{}", SITE), columns={"clicks": "Klicks"})
    stored = rows(audit, "SELECT url, clicks FROM imported_urls ORDER BY line")
    assert stored[0] == (f"{SITE}/{path}", clicks)


@pytest.mark.parametrize("contents", [b"", b"\xff\xfe", b"\n\n"])
def test_an_empty_file(contents: bytes, read: Import) -> None:
    with pytest.raises(UsageError, match=r"the file is empty|it has no text"):
        read(contents)


def test_a_second_import_replaces_the_first(read: Import, audit: Path) -> None:
    export = f"Seite,URL\n{SITE}/a,{SITE}/b\nno,{SITE}/c\n"
    read(export)
    read(export, name="copy.csv", columns={"url": "Seite"})
    read(f"{SITE}/other\n", name="other.txt")
    query = "SELECT file, url FROM imported_urls JOIN imported_files ON file_id = id ORDER BY url"
    assert rows(audit, query) == [("copy.csv", f"{SITE}/a"), ("other.txt", f"{SITE}/other")]
    assert rows(audit, "SELECT rows FROM imported_unreadable") == [(1,)]
    read(export)
    assert rows(audit, "SELECT rows FROM imported_unreadable") == []


def test_a_damaged_zip(read: Import) -> None:
    with pytest.raises(UsageError, match=r"is damaged \(File is not a zip file\)"):
        read(zipped(Table="URL")[:-30], "export.zip")


def test_a_workbook(read: Import, audit: Path) -> None:
    book, made = Workbook(), io.BytesIO()
    assert book.active
    for cells in (["Top pages", "Clicks", "Impressions", "Position"], [f"{SITE}/a", 4, 9, 1.5]):
        book.active.append(cells)
    book.save(made)
    told = read(made.getvalue(), "export.xlsx")
    assert told[0].startswith("export.xlsx/Sheet: Search Console performance export (English)")
    assert rows(audit, FIGURES) == [(f"{SITE}/a", 4, 9, 1.5)]


def test_paths_are_of_the_host_that_is_listed(audit: Path) -> None:
    for given in ("https://example.com/", "http://www.example.com/"):
        assert site_of(audit, record_of({"sites": [given]}), None).base == SITE
    assert (
        site_of(audit, record_of({"sites": ["https://shop.example/"]}), None).base
        == "https://shop.example"
    )


@pytest.mark.parametrize(
    "number", ["9" * 5_000, "9" * 400 + ".5", "-" + "9" * 400, "1e999", "NaN", "Infinity", "\0"]
)
def test_a_number_that_no_column_can_hold_is_missing(
    number: str, read: Import, audit: Path
) -> None:
    columns = "Top pages,Clicks,Impressions,CTR,Position"
    read(f"{columns}\n{SITE}/a,{number},2,,{number}\n{SITE}/b,1,2,,1.5\n")
    stored = rows(audit, "SELECT clicks, position FROM imported_urls ORDER BY url")
    assert stored == [(None, None), (1, 1.5)]
