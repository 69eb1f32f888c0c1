"""Introductions of pages: asked when idle, grounded whatever the model says, kept, and taken back."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.compiler.compile import Compiler, opened
from app.ledger.files import load_introduction
from app.ledger.introductions import Introduction
from app.llm.line import never
from tests.app.compiler.test_model_reader import answering, perfect, reader
from tests.app.history.plug import Plug, killed
from tests.app.llm.fake_server import Drop, FakeServer, Script, Silence, fake_server, said
from tests.promises.page_checks import problems
from tests.promises.vaults import clock, files_in, made, new_vault, put

LIGHT = """# Orrin Light

Orrin Light is a lighthouse. Orrin Light was built in 1871 by Maud Fenner. Orrin Light is 41 metres high.
Orrin Light burned rape oil that must not smoke. Maud Fenner was an engineer. Maud Fenner was born in 1840.
Some ships may not see Orrin Light if it rains.
"""
COAST = """# Coast lights

Orrin Light stands on a rock in the bay. Orrin Light has 2 keepers. Maud Fenner founded the Orrin School.
Maud Fenner designed 9 lighthouses. The Orrin School is a school. The Orrin School has 80 pupils.
"""
TOWN = """# Orrin

The Orrin School was opened in 1875. The Orrin School is the oldest school of the coast.
"""
TWO = {"light.md": LIGHT, "coast.md": COAST}
Answer = Callable[[dict[str, Any]], str]
_MARK = re.compile(r"\[\^[^\]]+\]")


@pytest.fixture(name="server")
def running() -> Iterator[FakeServer]:
    with fake_server() as server:
        yield server


def opening_with(*starts: str) -> Answer:
    """A model that reads perfectly and opens every page with the statements that begin so, each wished
    to be joined as the marks before it say ("and|Orrin Light has")."""

    def answer(request: dict[str, Any]) -> str:
        if "s" not in request["format"]["properties"]:
            return perfect(request)
        lines = re.findall(r"^(\d+)\. (.*)$", request["messages"][1]["content"], re.M)
        picks = []
        for start in starts:
            join, _, words = start.rpartition("|")
            for number, line in lines:
                if line.startswith(words):
                    picks.append({"n": int(number)} | ({"j": join} if join else {}))
        return json.dumps({"s": picks or [{"n": n} for n in (1, 2, 3, 4, 5)]})

    return answer


def introductions_asked(server: FakeServer) -> list[dict[str, Any]]:
    return [body for body in server.asked() if "s" in body["format"]["properties"]]


def compiled(
    vault: Path,
    server: FakeServer,
    sources: dict[str, str] | None = None,
    *,
    plug: Plug | None = None,
    idle: bool = True,
    change: Callable[[Compiler], None] = lambda _: None,
) -> None:
    """Drop sources on a vault (or look into raw/) and compile with the model of the server."""
    with opened(vault, clock=clock, files=plug or Plug()) as compiler:
        compiler.reader = reader(vault, server, plug)
        change(compiler)
        compiler.add(put(vault, sources)) if sources is not None else compiler.scan()
        compiler.run(idle=idle)


def page(vault: Path, title: str) -> str:
    """The text of a page below its properties, without notes."""
    (found,) = vault.glob(f"wiki/[ce]*/{title}.md")
    return found.read_text().split("\n---\n", 1)[1].split("\n\n[^", 1)[0]


def paragraph(vault: Path, title: str) -> str:
    """What a page opens with, without its marks and links."""
    words = _MARK.sub("", page(vault, title).split("\n\n")[1])
    return re.sub(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]", r"\1", words)


def kept_of(vault: Path) -> dict[str, Introduction]:
    """What is kept of introductions, by the titles of their pages."""
    files = (vault / ".vaultloom/introductions").glob("*.json")
    found = [load_introduction(f.read_bytes(), f.name) for f in files]
    titles = {
        i.page: json.loads((vault / f".vaultloom/pages/{i.page}.json").read_text()) for i in found
    }
    return {titles[i.page]["title"]: i for i in found}


IN_ORDER = opening_with("Orrin Light is a", "and|Orrin Light was", "Orrin Light has", "Maud Fenner")


def test_a_page_opens_with_what_the_model_chose_and_says_none_of_it_twice(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO)
    assert paragraph(vault, "Orrin Light") == (
        "Orrin Light is a lighthouse and was built in 1871 by Maud Fenner. Orrin Light has 2 keepers."
    )
    text = page(vault, "Orrin Light")
    assert [text.count(w) for w in ("a lighthouse", "1871", "2 keepers", "41 metres")] == [1] * 4
    assert "\n- Orrin Light is 41 metres high." in text
    first = text.split("\n\n")[1]
    assert len(_MARK.findall(first)) == 3
    assert "[[Maud Fenner]]" in first
    assert problems(vault) == []


def test_chinese_statements_are_joined_without_blanks(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, opening_with("灯塔是一种", ";|灯塔需要", "灯塔由"))
    one = "# 灯塔\n\n灯塔是一种引导船只的建筑。灯塔由石头和砖块建成。灯塔使用鲸油照明。\n"
    other = "# 海岸\n\n灯塔是指海岸上的标志性建筑。灯塔需要两名看守人。灯塔每年接待许多游客。\n"
    compiled(vault, server, {"one.md": one, "other.md": other})
    first = page(vault, "灯塔").split("\n\n")[1]
    assert re.sub(_MARK, "^", first).startswith(
        "灯塔是一种引导船只的建筑；^灯塔需要两名看守人。^灯塔由"
    )
    assert problems(vault) == []


def test_whoever_reads_without_a_model_asks_for_no_introduction(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "v")
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.add(put(vault, TWO))
        compiler.run()
        assert not compiler.introduce_next(never)
    assert kept_of(vault) == {}


def test_nothing_new_asks_nothing_and_writes_nothing(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO)
    before, calls = files_in(vault), len(server.asked())
    assert len(introductions_asked(server)) == 2
    compiled(vault, server)
    compiled(vault, server, TWO)
    assert (files_in(vault), len(server.asked())) == (before, calls)


def test_each_source_pays_for_one_and_what_is_left_waits_for_the_next(
    tmp_path: Path, server: FakeServer
) -> None:
    """Three pages of two sources or more, two sources: the third page's turn comes with the third."""
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, {"town.md": TOWN, "coast.md": COAST}, idle=False)
    compiled(vault, server, {"light.md": LIGHT}, idle=False)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.reader = reader(vault, server)
        wanted = {row.title for row in compiler.ledger.cache.pages.changed()}
        assert len(wanted) == 3
        assert [compiler.introduce_next(never) for _ in range(4)] == [True] * 3 + [False]
        assert compiler.reader.spent.calls == 3
    assert kept_of(vault).keys() == wanted

    other = new_vault(tmp_path / "other")
    compiled(
        other, server, {"all.md": LIGHT + COAST, "town.md": TOWN + COAST[COAST.index("Orrin") :]}
    )
    assert len(kept_of(other)) <= 2


def test_the_question_begins_with_the_same_bytes_and_holds_style_and_language(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    rules = vault / "AGENTS.md"
    rules.write_text(rules.read_text() + "\n- Prefer figures.\n")
    compiled(vault, server, TWO)
    fixed = {body["messages"][0]["content"] for body in introductions_asked(server)}
    assert len(fixed) == 1
    assert fixed.pop().endswith("House style:\n- Prefer figures.\n")
    asked = introductions_asked(server)[0]
    assert asked["messages"][1]["content"].startswith("Title: Orrin Light\nLanguage: en\n\n1. ")
    item = asked["format"]["properties"]["s"]["items"]
    numbers = re.findall(r"^(\d+)\. ", asked["messages"][1]["content"], re.M)
    assert item["properties"]["n"]["enum"] == [int(n) for n in numbers]
    assert (item["properties"]["j"]["enum"], item["required"]) == ([";", "and"], ["n"])


def test_it_is_kept_as_long_as_its_claims_are_the_same(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO)
    before, asked = kept_of(vault)["Orrin Light"], len(introductions_asked(server))
    more = "# Ships\n\nOrrin Light was painted white in 1902. Ships are vessels that sail.\n"
    compiled(vault, server, {"ships.md": more})
    assert "painted white" in page(vault, "Orrin Light")
    assert kept_of(vault)["Orrin Light"] == before
    assert len(introductions_asked(server)) == asked  # it is introduced, and so is its maker


def test_it_is_dropped_with_a_claim_that_changed_and_asked_for_anew(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO)
    asked = len(introductions_asked(server))
    (vault / "raw/light.md").write_text(LIGHT.replace("in 1871 by", "in 1872 by"))
    compiled(vault, server, idle=False)
    assert "Orrin Light" not in kept_of(vault)
    assert paragraph(vault, "Orrin Light") == "Orrin Light is a lighthouse."
    assert "\n- Orrin Light was built in 1872" in page(vault, "Orrin Light")
    assert "Maud Fenner" in kept_of(vault)  # of whom nothing changed
    compiled(vault, server)
    assert len(introductions_asked(server)) == asked + 1
    assert "lighthouse and was built in 1872 by" in paragraph(vault, "Orrin Light")
    assert problems(vault) == []


def test_what_is_disputed_introduces_nothing(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO)
    assert "1871" in paragraph(vault, "Orrin Light")
    compiled(
        vault, server, {"late.md": "# Late\n\nOrrin Light was built in 1899 by Maud Fenner.\n"}
    )
    text = page(vault, "Orrin Light")
    assert "1871 or 1899?" in text
    assert not {"1871", "1899"} & set(re.findall(r"\d+", paragraph(vault, "Orrin Light")))
    assert "Orrin Light is a lighthouse and" not in text
    assert problems(vault) == []


def off(compiler: Compiler) -> None:
    rules = replace(compiler.vault.rules, introductions="off")
    found = replace(compiler.vault.found, rules=rules)
    compiler.vault = replace(compiler.vault, found=found)


def test_switched_off_they_go_with_the_next_rendering_and_come_back_unasked(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    rules = (vault / "AGENTS.md").read_text()
    assert "introductions: on " in rules
    answering(server, IN_ORDER)
    compiled(vault, server, TWO)
    asked = len(introductions_asked(server))
    (vault / "AGENTS.md").write_text(rules.replace("introductions: on ", "introductions: off"))
    more = "# Ships\n\nOrrin Light guides 900 ships. Maud Fenner sailed to Orrin Light.\n"
    compiled(vault, server, {"ships.md": more})
    assert paragraph(vault, "Orrin Light") == "Orrin Light is a lighthouse."
    assert len(introductions_asked(server)) == asked
    (vault / "AGENTS.md").write_text(rules)
    compiled(vault, server, {"boats.md": "# Boats\n\nOrrin Light guides 70 boats.\n"})
    assert paragraph(vault, "Orrin Light").startswith("Orrin Light is a lighthouse and was built")


@pytest.mark.parametrize(
    "answer",
    [
        "I would rather not.",
        '{"s":[]}',
        '{"s":[{"n":1},{"n":1},{"n":1}]}',
        '{"s":[{"n":99},{"n":"a"}]}',
        '{"s":[{"n":1}',
        "",
    ],
)
def test_a_page_whose_question_failed_stays_as_it_is_and_is_not_asked_about_again(
    tmp_path: Path, server: FakeServer, answer: str
) -> None:
    vault, twin = new_vault(tmp_path / "v"), new_vault(tmp_path / "twin")
    answering(server, lambda r: answer if "s" in r["format"]["properties"] else perfect(r))
    compiled(twin, server, TWO, change=off)
    compiled(vault, server, TWO)
    assert files_in(vault, "wiki") == files_in(twin, "wiki")
    assert all(i.failed and not i.picks for i in kept_of(vault).values())
    asked = len(introductions_asked(server))
    assert asked == len(kept_of(vault)) == 2
    compiled(vault, server, {"ships.md": "# Ships\n\nShips are vessels. Ships carry 40 people.\n"})
    assert len(introductions_asked(server)) == asked
    answering(server, IN_ORDER)
    compiled(vault, server, {"more.md": "# More\n\nOrrin Light was painted white in 1902.\n"})
    assert paragraph(vault, "Orrin Light").startswith("Orrin Light is a lighthouse and was built")


def test_what_brings_nothing_of_a_second_source_in_is_no_introduction(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, opening_with("Orrin Light is a", "Orrin Light was", "Orrin Light is 41"))
    compiled(vault, server, TWO)
    assert paragraph(vault, "Orrin Light") == "Orrin Light is a lighthouse."
    assert "one source" in kept_of(vault)["Orrin Light"].failed


def test_a_server_that_fails_is_not_the_pages_fault(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO, idle=False)
    server.scripts = {"/api/chat": [Script([*said('{"s":[{"n"'), Drop()])]}
    calls = len(server.asked())
    compiled(vault, server)
    assert len(server.asked()) == calls + 1  # and no second page was tried
    assert kept_of(vault) == {}
    answering(server, IN_ORDER)
    compiled(vault, server)
    assert len(kept_of(vault)) == 2


def test_what_is_to_be_done_first_goes_first_between_pages_and_within_an_answer(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO, idle=False)
    calls = len(server.asked())
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.reader = reader(vault, server)
        assert not compiler.introduce_next(lambda: True)
        assert len(server.asked()) == calls
        server.scripts = {"/api/chat": [Script([*said('{"s":'), Silence()])]}
        assert not compiler.introduce_next(lambda: len(server.asked()) > calls)
        server.went_away.wait(20)
        assert server.went_away.is_set()
        answering(server, IN_ORDER)
        assert compiler.introduce_next(never)
        compiler.queue.pause()
        assert not compiler.introduce_next(never)
        compiler.queue.pause(paused=False)
        assert compiler.introduce_next(never)
        assert not compiler.introduce_next(never)
    assert problems(vault) == []


def test_killed_at_any_call_it_ends_where_an_undisturbed_run_does_and_pays_for_no_reply_twice(
    tmp_path: Path, server: FakeServer
) -> None:
    base, twin = new_vault(tmp_path / "base"), tmp_path / "twin"
    answering(server, IN_ORDER)
    compiled(base, server, TWO, idle=False)
    shutil.copytree(base, twin)
    compiled(twin, server)
    for fuse in range(1, 400, 5):
        vault = tmp_path / f"at {fuse}"
        shutil.copytree(base, vault)
        plug, before = Plug(fuse), len(server.asked())
        was_killed = killed(lambda v=vault, p=plug: compiled(v, server, plug=p))  # type: ignore[misc]
        asked = len(server.asked()) - before
        lost = asked - len(list((vault / ".vaultloom/replies").glob("??????.jsonl")))
        compiled(vault, server)
        assert len(server.asked()) - before == 2 + lost
        assert lost in {0, 1}  # killed between its coming and its being kept
        assert made(vault) == made(twin)
        if not was_killed:
            return
    pytest.fail("an introduction has fewer calls than that")


def test_undo_takes_introductions_back_with_the_step_that_they_came_after(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, {"light.md": LIGHT})
    before = files_in(vault, "wiki", ".vaultloom/pages", ".vaultloom/sources")
    compiled(vault, server, {"coast.md": COAST})
    assert kept_of(vault)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.undo()
    assert files_in(vault, "wiki", ".vaultloom/pages", ".vaultloom/sources") == before
    assert kept_of(vault) == {}


def test_a_page_that_its_owner_edited_is_left_alone(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO, idle=False)
    (edited,) = vault.glob("wiki/entities/Orrin Light.md")
    edited.write_text(edited.read_text() + "\nMine.\n")
    compiled(vault, server)
    assert "Orrin Light" not in kept_of(vault)
    assert edited.read_text().endswith("\nMine.\n")
    record = json.loads(next((vault / ".vaultloom/pages").glob("*.json")).read_text())
    assert not record["waits"]


def test_a_damaged_file_costs_nothing_but_the_order(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, IN_ORDER)
    compiled(vault, server, TWO)
    for file in (vault / ".vaultloom/introductions").glob("*.json"):
        file.write_bytes(file.read_bytes()[:-9])
    compiled(
        vault, server, {"more.md": "# More\n\nOrrin Light was painted white in 1902.\n"}, idle=False
    )
    assert paragraph(vault, "Orrin Light") == "Orrin Light is a lighthouse."
    compiled(vault, server)
    assert paragraph(vault, "Orrin Light").startswith("Orrin Light is a lighthouse and was built")


# -- whatever a model says


@pytest.fixture(scope="module", name="unasked")
def vault_with_nothing_introduced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vault = new_vault(tmp_path_factory.mktemp("base") / "v")
    with fake_server() as server:
        answering(server, IN_ORDER)
        compiled(vault, server, TWO, idle=False)
    return vault


PICK = st.fixed_dictionaries(
    {"n": st.integers(-1, 9)}, optional={"j": st.sampled_from([";", "and", "but", "", None, 3])}
)
SCALAR = st.none() | st.integers() | st.text(max_size=9)
ANY = st.recursive(
    SCALAR,
    lambda j: st.lists(j, max_size=4) | st.dictionaries(st.sampled_from("snjx"), j),
    max_leaves=12,
)
ANSWERS = st.builds(json.dumps, st.fixed_dictionaries({"s": st.lists(PICK, max_size=12)}) | ANY)


def words_in(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


@given(answer=ANSWERS)
@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_an_introduction_holds_the_words_of_its_claims_and_listed_joins_only(
    tmp_path_factory: pytest.TempPathFactory, unasked: Path, answer: str
) -> None:
    vault = tmp_path_factory.mktemp("asked") / "v"
    shutil.copytree(unasked, vault)
    with fake_server() as server:
        answering(server, lambda _: answer)
        compiled(vault, server)
        offers = [body["messages"][1]["content"] for body in introductions_asked(server)]
    assert problems(vault) == []
    for title, introduction in kept_of(vault).items():
        (offer,) = (o for o in offers if o.startswith(f"Title: {title}\n"))
        claims = [c for c in _claims(vault, introduction) if c in offer]
        assert len(claims) == len(introduction.picks)
        said_ = words_in(paragraph(vault, title))
        if not claims:
            continue
        assert not set(said_) - {"and"} - {w for c in claims for w in words_in(c)}
        bare = [w for c in claims for w in words_in(c.removeprefix(title))]
        assert sorted(w for w in said_ if w not in {"and", *words_in(title)}) == sorted(
            w for w in bare if w not in {"and", *words_in(title)}
        )
        assert len(_MARK.findall(page(vault, title).split("\n\n")[1])) == len(claims)


def _claims(vault: Path, introduction: Introduction) -> list[str]:
    """The wordings of the claims that an introduction rests on, as the ledger has them."""
    found = []
    for pick in introduction.picks:
        record = json.loads((vault / f".vaultloom/sources/{pick.source}.json").read_text())
        found += [c["text"] for c in record["claims"] if tuple(c["evidence"]) == pick.evidence]
    return list(dict.fromkeys(found))
