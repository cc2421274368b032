"""Detection of the language of a page's text, if it is not the declared one.

Function words ("the", "und") confirm the declared language of most texts, fifty times as fast as a
model. If they indicate another language, py3langid decides on several parts of the text, because a
finding depends on it. Languages without words in the table below are not detected.

Japanese, Korean and Thai are detected by their script, Chinese by Han characters without kana and
by its particles.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

FEWEST_WORDS = 50
"Words of main text below which a language is not told."
FEWEST_LETTERS = 200
"Letters of the scripts below, without which a language is not told by its script."
_LEAST = 0.98
"Probability, among the languages that py3langid knows."
_SAMPLE = 1_000
"Characters of the middle of a text whose function words are counted."
_GLANCE = 200
"Characters of the sample that show most texts to be in the script that their page says."
_SOME, _MANY = 0.05, 0.12
"Shares of function words: in any text of a language, and of one whose language is looked for."
_BESIDE = 0.6
"Share of the function words of the likeliest language; some words are of several languages."
_WINDOW = 400
_WINDOWS = 5
"Parts of a text, of so many characters, that must be in one language."
_LONGEST = 20_000
"Characters of a text that are looked at."
_MOST_NAMES = 0.5
"Share of words with a capital: beyond it a text is names, titles or brands."
_MOST_SIGNS = 0.25
"Share of words with digits or signs in them: beyond it a text is code, prices or addresses."

_FUNCTION_WORDS = {
    "ar": "في من على أن إلى عن هذا التي مع هذه ما لا أو كان",
    "cs": "a v na se je že z do s pro jako ale o k by i od po jsou",
    "da": "og i at det er en til på som for med den af de ikke et har fra vi",
    "de": "der die und das ist nicht mit für ein eine von zu den im auf sie dem des auch sich",
    "el": "και το να του η της με που για την από σε είναι τα των ο θα δεν",  # noqa: RUF001 - Greek
    "en": "the of and to in is for that with on are this it as be by or from at an",
    "es": "de la que el en y los del las por con una para es un se su al lo como",
    "fi": "ja on ei se että joka myös ovat oli hän voi kun tai mutta sen jos kuin niin ole",
    "fr": "de la le les et des en du un une est que pour dans qui sur au par avec ce",
    "he": "של את על לא הוא עם זה כי גם או היא אל יותר",
    "hu": "a az és hogy nem is egy ez van meg de ha csak vagy mint volt már még",
    "it": "di che la il e un per in del è una con non sono le si dei della da i",
    "nl": "de het een en van in is dat op te voor met zijn niet aan er ook als bij om",
    "no": "og i det er en til på som for med av at de ikke et har den fra om kan",
    "pl": "w i na z się do że nie jest to o jak dla od po przez są oraz ale za",
    "pt": "de a que o e do da em um para com não uma os no se na por mais as",
    "ro": "de și în a la cu care pe nu este un o din pentru sunt mai ca se prin sau",
    "ru": "и в не на что с по как к из для это от за но его все или",  # noqa: RUF001 - Cyrillic
    "sv": "och i att det är en på som för med av till den de inte ett har om från kan",
    "vi": "và của là có không được cho các một với những người này để đã khi từ như trong mà ở vào",
    "tr": "ve bir bu için ile da de çok olarak olan daha gibi en sonra kadar ne ise her",
}
_LANGUAGES: dict[str, list[str]] = {}
for _language, _words in _FUNCTION_WORDS.items():
    for _word in _words.split():
        _LANGUAGES.setdefault(_word, []).append(_language)

# Languages that a text may be taken for that is in another of the group, and forms of one.
_RELATED = tuple(
    frozenset(group.split())
    for group in (
        "no nb nn da sv fo is",
        "id ms jv su",
        "hr bs sr sh sl mk bg",
        "pt gl es ca an oc ast eu ext",
        "it vec lij la scn nap fur co rm",
        "fr wa oc ht gcr gcf br",
        "de lb gsw bar nds",
        "nl af fy li nds",
        "cs sk",
        "pl szl csb",
        "en pcm sco jam ga gd cy",
        "fi et",
        "ro mo",
        "tr az tk crh gag",
        "ru uk be bg mk sr kk ky mn tg tt ba uz",
        "ar arz ary fa ps ur ug ckb sd",
        "he yi",
    )
)


_HIRAGANA, _KATAKANA = "\u3041-\u3096", "\u30a1-\u30fa\u30fc"
_HAN, _HANGUL = "\u3400-\u4dbf\u4e00-\u9fff", "\uac00-\ud7a3"
_THAI = "\u0e01-\u0e3a\u0e40-\u0e4e"


class _Script(NamedTuple):
    """How a language with a script of its own is written."""

    letters: re.Pattern[str]
    "Most letters of a text are these."
    prose: re.Pattern[str]
    "What sentences have and lists of names have not: the letters of particles."
    share: float
    "Share of them in the letters, at least."
    absent: re.Pattern[str]
    "What shows that it is another language."
    related: str
    "Languages that may be said for it."


_SCRIPTS = {
    "ja": _Script(
        re.compile(f"[{_HIRAGANA}{_KATAKANA}{_HAN}]"),
        re.compile(f"[{_HIRAGANA}]"),
        0.2,
        re.compile(f"[{_HANGUL}{_THAI}]"),
        "ja ain ryu ojp xug yoi",
    ),
    "zh": _Script(
        re.compile(f"[{_HAN}]"),
        re.compile("[的是了这這们們也就您你他她吗嗎吧还還嘅咗喺]"),
        0.04,
        re.compile(f"[{_HIRAGANA}{_KATAKANA}{_HANGUL}{_THAI}]"),
        "zh cmn yue wuu nan hak gan hsn cdo cjy cpx czh czo mnp lzh za ii",
    ),
    "ko": _Script(
        re.compile(f"[{_HANGUL}]"),
        re.compile(r"[은는이가을를에의도로와과고며다요서](?=[\s.,!?])"),
        0.08,
        re.compile(f"[{_HIRAGANA}{_KATAKANA}{_THAI}]"),
        "ko okm oko jje",
    ),
    "th": _Script(
        re.compile(f"[{_THAI}]"),
        re.compile("ที่|และ|การ|ใน|ของ|เป็น|ได้|มี|ไม่|ให้|จะ|กับ|ว่า"),
        0.02,
        re.compile(f"[{_HIRAGANA}{_KATAKANA}{_HAN}{_HANGUL}]"),
        "th nod tts sou lwl kxm pi sa mfa lcp kdt",
    ),
}
_BY_RELATED = {code: name for name, each in _SCRIPTS.items() for code in each.related.split()}
_SCRIPTED = re.compile(f"[{_HIRAGANA}{_KATAKANA}{_HAN}{_HANGUL}{_THAI}]")
_MOST_OTHERS = 0.25
"Share of letters of other scripts in a text that is known by its script."


class Detected(NamedTuple):
    """A language and its probability."""

    language: str
    "ISO 639."
    probability: float
    "By py3langid; of a language known by its script, the share of that script in the letters."


def detect(text: str, said: Collection[str]) -> Detected | None:
    """Return the language of a text if it is clearly none of the declared ones; else None.

    Args:
        text: with white space collapsed.
        said: declared languages, ISO 639.
    """
    text = text[:_LONGEST]
    if not text.isascii() and (by_script := _by_script(text, said)):
        return by_script
    found = _by_function_words(text, said)
    if found is None or _is_related(found, said):
        return None
    probability = _least_probability(text, found)
    return None if probability is None else Detected(found, probability)


def _by_function_words(text: str, said: Collection[str]) -> str | None:
    """Return the language with many function words in a text with few of the declared languages."""
    sample = _middle(text).lower().split()
    counts = Counter(each for word in sample for each in _LANGUAGES.get(word, ()))
    ((language, most),) = counts.most_common(1) or [("", 0)]
    if any(counts[each] > max(most * _BESIDE, len(sample) * _SOME) for each in said):
        return None
    return language if most > len(sample) * _MANY else None


def _middle(text: str) -> str:
    start = max((len(text) - _SAMPLE) // 2, 0)
    return text[start : start + _SAMPLE]


def _is_related(language: str, said: Collection[str]) -> bool:
    """Return whether the detected language is easily confused with a declared one."""
    related = frozenset({language}).union(*(group for group in _RELATED if language in group))
    return any(each in related for each in said)


def _least_probability(text: str, language: str) -> float | None:
    """Return the lowest probability of a language over the parts; None if a part contradicts it.

    Parts that are not prose do not count; most must be prose.
    """
    least, prose = 1.0, 0
    for part in _parts(text):
        if not _is_prose(part.split()[1:-1]):
            continue
        found, probability = _identifier().classify(part)
        if found != language or probability < _LEAST:
            return None
        least, prose = min(least, probability), prose + 1
    return least if prose * 2 > _WINDOWS else None


def _parts(text: str) -> Iterator[str]:
    for number in range(1, _WINDOWS + 1):
        start = max(len(text) * number // (_WINDOWS + 1) - _WINDOW // 2, 0)
        yield text[start : start + _WINDOW]


def _by_script(text: str, said: Collection[str]) -> Detected | None:
    """Return the language of a text by its script, if all its parts agree."""
    sample = _middle(text)
    if not _SCRIPTED.search(sample):
        return None
    own = {_BY_RELATED[code] for code in said if code in _BY_RELATED}
    if any(_share(sample[:_GLANCE], _SCRIPTS[name]) is not None for name in own):
        return None
    names = (name for name, script in _SCRIPTS.items() if _share(sample, script) is not None)
    language = next(names, None)
    if language is None or language in own:
        return None
    found = (_share(part, _SCRIPTS[language]) for part in _parts(text))
    shares = [share for share in found if share is not None]
    if len(shares) < _WINDOWS or len(_SCRIPTED.findall(text)) < FEWEST_LETTERS:
        return None
    return Detected(language, min(shares))


def _share(part: str, script: _Script) -> float | None:
    """Return the share of a script in the letters of a part; None if the part is not its prose."""
    own = len(script.letters.findall(part))
    letters = len(_SCRIPTED.findall(part)) + sum(map(str.isalpha, _SCRIPTED.sub("", part)))
    is_prose = len(script.prose.findall(part)) >= own * script.share
    if own < letters * (1 - _MOST_OTHERS) or letters * 2 < len(part) or not is_prose:
        return None
    return None if script.absent.search(part) else own / letters


def _is_prose(words: Sequence[str]) -> bool:
    """Return whether words are sentences, not a list of names or numbers, nor code."""
    inner = [word.strip(_PUNCTUATION) for word in words]
    plain = [word for word in inner if word.translate(_JOINED).isalpha()]
    names = sum(word[0].isupper() for word in plain)
    return (
        len(plain) >= max(len(inner) * (1 - _MOST_SIGNS), 10)
        and names <= len(plain) * _MOST_NAMES
        and len(set(plain)) * 3 > len(plain)
    )


_PUNCTUATION = (
    ".,;:!?\"'()[]/*-\xab\xbb\xa1\xbf\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2026"
)
_JOINED = str.maketrans("", "", "-'\xb7\u2019")
"Signs within words."


@cache
def _identifier() -> Any:
    """Load the model at first use: it takes half a second and 80 MB."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
