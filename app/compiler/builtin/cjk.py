"""Terms and names of Chinese and Japanese text, where no blanks part the words.

Japanese writes its terms in Chinese characters and katakana and what joins them in hiragana, so
that runs of the former are terms. Chinese has no such seam: its terms are the runs of characters
that come back with changing neighbours on both sides (accessor variety; Feng, Chen, Deng and
Zheng, 2004), between characters that never stand inside a term. A Latin word counts as one
character of either.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache

from app.compiler.lexicon import base, generic, is_cjk, spoken, words_of

_PIECE = re.compile(
    r"[A-Za-zÀ-ɏ0-9][\w.+#'’/-]*(?<![.'’/-])|[\u3400-\u9fff々]|[\u30a0-\u30ff]+", re.ASCII
)
_WORD = r"(?:(?:[A-Z]\.)+(?= ?[A-Z])|[A-ZÀ-Þ][A-Za-zÀ-ɏ0-9+#]*(?:[-.'’/&][A-Za-zÀ-ɏ0-9]+)*)"
_LATIN = re.compile(
    rf"(?<![A-Za-z0-9]){_WORD}(?:(?: (?:of the|in the|of|in|for))? {_WORD}| \d[\d.]*(?![\w.]))*"
)
_RUN_JA = re.compile(
    r"(?:[\u3400-\u9fff々ァ-ヺー・]|[A-Za-z](?=[A-Za-z]*[\u3400-\u9fffァ-ヺ])|(?<=[ァ-ヺー]) (?=[ァ-ヺ]))+"
    # 梅雨入り, 梅雨明け: a verb made a noun, where a particle follows
    r"(?:(?<=[\u3400-\u9fff々]{3})[りけきちみげべめれえ](?=[をがはのにとやも・、。」』]|$))?"
)
_TERMED_ZH = re.compile(
    r"(?:被称作|被称为|被稱為|称之为|称为|稱為|称作|稱作|叫做|叫作|又称|又稱|也称|简称|簡稱|名为|名為)\s*(?:为|為|是)?\s*"
    r"(?P<mark>[“「『《\"])?(?P<name>[\w\u3400-\u9fff ·-]{2,24}?)(?(mark)[”」』》\"]|(?=[，。；、（(的]|$))"
)
_TERMED_JA = re.compile(
    r"(?:[をは]|ことを|ものを|[をは]俗に|[をは]特に|[をは]一般に|[をは]総称して)"
    r"(?P<mark>[「『])?(?P<name>[\u3400-\u9fff々ァ-ヺー・A-Za-z0-9 ]{2,20}|(?<=[「『])[^「」『』]{2,16})(?(mark)[」』])"
    r"(?:や(?P<other>[\u3400-\u9fff々ァ-ヺー・]{2,16}|[\u3400-\u9fff々]{1,6}[ぁ-ん]{1,2}[\u3400-\u9fff々]{1,4}))?"
    r"(?:（[^（）]{1,20}）)?(?:とも)?(?:と(?:も)?(?:いい|いう|呼|称|言う))"
)
_PERSON_JA = re.compile(
    r"(?P<name>[\u3400-\u9fffァ-ヺー・]{2,16}|[A-Z][\w-]+(?: [A-Z][\w-]+)+)(?:氏|さん|博士|教授)(?![\u3400-\u9fff])"
)
_PERSON_ZH = re.compile(r"[\u4e00-\u9fff]{1,6}(?:·[\u4e00-\u9fff]{1,6})+")
_WORK = re.compile(r"《(?P<name>[^《》\n]{2,30})》")
LONGEST = 8  # pieces of a Chinese term
OFTEN = 3  # times that a run must come back to be a term
VARIETY = 2  # different neighbours that it must have on each side


@cache
def _particles() -> frozenset[str]:
    return words_of("zh").particles


def latin_names(text: str) -> list[str]:
    """Names in Latin letters inside Chinese or Japanese text, each at its longest."""
    found = (match.group().strip() for match in _LATIN.finditer(text))
    return [name for name in found if len(name) > 1]


def termed(text: str, language: str) -> list[str]:
    """The names that a sentence says something bears ("… を梅雨入りという", "被称为“依赖地狱”")."""
    pattern = _TERMED_JA if base(spoken(text, language)) == "ja" else _TERMED_ZH
    found = []
    for match in pattern.finditer(text):
        names = [match.group("name")]
        if "other" in match.groupdict() and match.group("other"):
            names.append(match.group("other"))
        bare = [re.sub(r"（.*$", "", n).strip() for n in names]
        found += [n for n in bare if len(n) >= 2 and n not in generic() and "の" not in n]
    return found


def bodies(text: str, language: str) -> list[str]:
    """Named people, works, and bodies by their last word (基金会, 財団), in a sentence."""
    tongue = base(spoken(text, language))
    ends = tuple(sorted(words_of(tongue).bodies))
    if tongue == "ja":
        found = [m.group("name") for m in _PERSON_JA.finditer(text)]
        runs = [m.group().strip() for m in _RUN_JA.finditer(text)]
    else:
        people = (_without_tail(name) for name in _PERSON_ZH.findall(text))
        found = [*(p for p in people if p), *(m.group("name") for m in _WORK.finditer(text))]
        runs = [_trimmed(run) for run in _runs_zh(text)]
    for run in runs:
        end = max((e for e in ends if run.endswith(e)), key=len, default="")
        if end and 2 <= len(run) - len(end) <= 12 and run[: -len(end)].strip() not in generic():
            found.append(run)
    return found


_AFTER_NAME = frozenset("是在于於和与與的了曾因由被把对對从從向将將也就年说說写寫")


def _without_tail(name: str) -> str:
    """A foreign person's name without what the sentence goes on with: 莫里斯·罗什在; "" for none."""
    head, dot, last = name.rpartition("·")
    last = _parted().split(last)[0]
    end = next((n for n, c in enumerate(last) if n and c in _AFTER_NAME), len(last))
    return head + dot + last[:end]


def _trimmed(run: str) -> str:
    """A Chinese run without the characters at its front that begin no term."""
    run = _LED_IN.sub("", run)
    while run and run[0] in words_of("zh").never_first:
        run = run[1:].lstrip()
    return run


_LED_IN = re.compile(
    r"^.*(?:(?<![自理])由|受到|得到|加入|来自|來自|属于|屬於|参加|參加|通过|通過|根据|根據|经过|向)"
)


def _whole(gram: tuple[str, ...]) -> bool:
    """Whether a run of pieces may be a term by its first and last piece."""
    lists = words_of("zh")
    return gram[0] not in lists.never_first and gram[-1] not in lists.never_last


def runs(text: str, language: str) -> list[str]:
    """The pieces of a sentence that may be terms, or hold some."""
    if base(spoken(text, language)) == "ja":
        return [
            r for m in _RUN_JA.finditer(text) if len(r := m.group().strip("・ ").lstrip("ー")) >= 2
        ]
    return list(_runs_zh(text))


def _runs_zh(text: str) -> Iterable[str]:
    """Runs of characters and Latin words between particles and marks; one blank may part them."""
    start = end = -1
    for piece in _PIECE.finditer(text):
        barred = piece.group() in _particles()
        joined = start >= 0 and text[end : piece.start()] in {"", " "}
        if start >= 0 and (barred or not joined):
            if end - start >= 2:
                yield text[start:end]
            start = -1
        if not barred:
            start = piece.start() if start < 0 else start
            end = piece.end()
    if start >= 0 and end - start >= 2:
        yield text[start:end]


def recurring(texts: Iterable[tuple[str, str]]) -> Counter[str]:
    """The terms that come back in the sentences of a text, given with their languages, and how often."""
    japanese: Counter[str] = Counter()
    chinese: list[list[str]] = []
    for text, language in texts:
        tongue = base(spoken(text, language))
        if tongue == "ja":
            japanese.update(set(runs(text, language)))
        elif tongue == "zh":
            chinese += [_PIECE.findall(run) for run in _runs_zh(text)]
    found = Counter({r: n for r, n in japanese.items() if n >= OFTEN and r not in generic()})
    return found + _recurring_zh(chinese)


def _recurring_zh(runs_: list[list[str]]) -> Counter[str]:
    counts: Counter[tuple[str, ...]] = Counter()
    left: dict[tuple[str, ...], set[str]] = defaultdict(set)
    right: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for number, run in enumerate(runs_):
        for i in range(len(run)):
            for j in range(i + 1, min(len(run), i + LONGEST) + 1):
                gram = tuple(run[i:j])
                counts[gram] += 1
                # the edge of a run is a neighbour of its own kind each time
                left[gram].add(run[i - 1] if i else f"<{number}")
                right[gram].add(run[j] if j < len(run) else f">{number}")
    kept: dict[tuple[str, ...], int] = {}
    for gram in sorted(counts, key=lambda g: (-len(g), g)):
        enough = (
            counts[gram] >= OFTEN
            and _whole(gram)
            and min(len(left[gram]), len(right[gram])) >= VARIETY
        )
        name = spelled(gram)
        if enough and len(name) >= 2 and is_cjk(name) and name not in generic():
            inside = sum(n for other, n in kept.items() if _holds(other, gram))
            if counts[gram] - inside >= OFTEN - 1:
                kept[gram] = counts[gram]
    return Counter({spelled(g): n for g, n in kept.items()})


def _holds(long: tuple[str, ...], short: tuple[str, ...]) -> bool:
    size = len(short)
    return len(long) > size and any(
        long[i : i + size] == short for i in range(len(long) - size + 1)
    )


def spelled(pieces: Iterable[str]) -> str:
    """Pieces as a name: a blank where a Latin word meets a character, as careful texts have it."""
    name = ""
    for piece in pieces:
        gap = name and (name[-1].isascii() or piece[0].isascii())
        name += (" " if gap else "") + piece
    return name


def pieces(text: str, language: str) -> list[str]:
    """Everything in a Chinese or Japanese sentence that may be a noun: Japanese terms, and of a Chinese
    sentence what is left between particles, verbs and numbers."""
    if base(spoken(text, language)) == "ja":
        found = [*runs(text, language), *_SINGLE_JA.findall(text)]
        return [run for run in found if run not in generic()]
    found = []
    for part in _parted().split(text):
        found += [run.strip() for run in _runs_zh(part)]
    return [run for run in found if 2 <= len(run) <= MOST_LETTERS and run not in generic()]


MOST_LETTERS = 16  # of a Chinese name of a thing
_SINGLE_JA = re.compile(
    r"(?<![\u3400-\u9fff々ァ-ヺー\d])(?![上中下前後内外人物方時事間年月日私一二三四五六七八九十])[\u3400-\u9fff](?=[はがをのにでと])"
)


@cache
def _parted() -> re.Pattern[str]:
    """What parts nouns in a Chinese sentence: verbs of two characters, and numbers with what counts."""
    lists = words_of("zh")
    verbs = sorted(
        {v for v in lists.verbs | lists.parting if len(v) >= 2}, key=lambda v: (-len(v), v)
    )
    numeral = "[一二两兩三四五六七八九十百千万萬]+[个個名位年月日座次种種部所间間条條本张張岁歲]"
    return re.compile(
        rf"第?[\d０-９.,]+(?:[年月日个個名位万萬亿億%％]|公里|平方)*|{numeral}|约|約|"
        + "|".join(map(re.escape, verbs))
    )
