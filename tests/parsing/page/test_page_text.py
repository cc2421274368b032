import pytest
from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.page.main_text import main_text, shows_nothing


def words(text: str) -> int:
    return main_text(LexborHTMLParser(text)).words


CASES = [
    ("nothing", "", 0),
    ("words", "<p>one two</p><p>three</p>", 3),
    ("words apart by a tag alone", "one<br>two", 2),
    ("navigation", "<header>a</header><nav>b</nav><main>one</main><aside>c</aside><footer>d", 1),
    ("code and hidden", "<script>a b</script><style>c</style><template>d</template>one", 1),
    ("noscript", "one<noscript>two</noscript>", 1),
    ("title", "<title>a b</title><p>one", 1),
    ("comment", "one<!-- two -->", 1),
    ("accents", "éé éé", 2),
    ("Japanese", "日本語のテスト", 7),
    ("Chinese among Latin", "iPhone 手机 15", 4),
    ("Korean", "안녕 하세요", 2),
    ("Thai", "ภาษาไทย", 2),
]


@pytest.mark.parametrize(("text", "count"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_words_of_the_main_text_are_counted(text: str, count: int) -> None:
    assert words(text) == count


def test_the_hash_is_of_the_text_and_not_of_its_markup_space_or_navigation() -> None:
    one = main_text(LexborHTMLParser("<nav>x</nav><p>one  two</p>"))
    assert one == main_text(LexborHTMLParser("<div>one\n<b>two</b></div><footer>y</footer>"))
    assert one.hash != main_text(LexborHTMLParser("<p>one three</p>")).hash
    assert len(one.hash) == 32


NOTHING = {
    "no body": "",
    "an empty body": "<!doctype html><html><head></head><body></body></html>",
    "space": "<body> \n&nbsp;&#8203;&#65279;<p>&shy;</p></body>",
    "a comment": "<body><!-- Tea --></body>",
    "a script": "<body><script>start('Tea')</script></body>",
    "a script without an element to fill": "<body><script src=/count.js></script></body>",
    "an element without a script": "<body><div id=app></div></body>",
    "data for scripts": '<div id=app><script type="application/json">{}</script></div>',
    "noscript": "<body><noscript>Tea<img src=/t.gif></noscript></body>",
    "a template": "<body><template><p>Tea</p></template></body>",
    "a style": "<body><style>p { color: red }</style></body>",
    "a hidden field": "<body><form><input type=hidden name=t></form></body>",
    "a tracking pixel": "<body><img src=/t.gif width=1 height=1></body>",
    "a hidden frame": "<body><iframe src=/t height=0 width=0></iframe></body>",
    "a hidden image": "<body><div style='display: none'><img src=a></div></body>",
    "an image with hidden": "<body><img src=a hidden></body>",
    "empty elements": "<body><h1></h1><div class=a><p></p><a href=/></a></div></body>",
}
SOMETHING = {
    "text": "<p>Tea",
    "navigation alone": "<body><nav><a href=/>Home</a></nav></body>",
    "header": "<body><header>Tea</header></body>",
    "footer": "<body><footer>Tea</footer></body>",
    "aside": "<body><aside>Tea</aside></body>",
    "image": "<body><img src=/a.jpg></body>",
    "image in the navigation": "<body><nav><a href=/><img src=/logo.png alt=''></a></nav></body>",
    "image of a size": "<body><img src=/a.jpg width=600 height=1></body>",
    "picture": "<body><picture><source srcset=/a.webp></picture></body>",
    "drawing": "<body><svg><path d='M0 0h9'/></svg></body>",
    "video": "<body><video src=/a.mp4></video></body>",
    "audio": "<body><audio controls src=/a.mp3></audio></body>",
    "frame": "<body><iframe src=/a></iframe></body>",
    "frameset": "<frameset cols='*'><frame src=/a></frameset>",
    "object": "<body><object data=/a.pdf></object></body>",
    "embed": "<body><embed src=/a.pdf></body>",
    "field": "<body><form><input name=q></form></body>",
    "button": "<body><input type=submit></body>",
    "list to choose from": "<body><select><option></select></body>",
    "text area": "<body><textarea></textarea></body>",
    "canvas": "<body><canvas id=game></canvas></body>",
    "formula": "<body><math><mi>x</mi></math></body>",
    "background": "<body style='background: url(/a.jpg)'></body>",
    "old background": "<body background=/a.jpg></body>",
    "application": "<body><div id=root></div><script src=/app.js></script></body>",
    "application in the head": "<head><script type=module src=/a.js></script></head><div id=app>",
    "written by a script": "<body><script>document.write('Tea')</script></body>",
    "redirect by a script": "<body><script>window.location.href = '/tea'</script></body>",
    "image of AMP": "<body><amp-img src=/a.jpg></amp-img></body>",
    "component": "<body><app-root></app-root><script src=/app.js></script></body>",
    "emoji": "<body>\u2615\ufe0f</body>",
}


def test_a_page_is_empty_only_where_nothing_is_shown() -> None:
    assert [name for name, text in NOTHING.items() if not shows_nothing(text)] == []
    assert [name for name, text in SOMETHING.items() if shows_nothing(text)] == []
