import pytest
from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.page.text import main_text


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
