"""Every way in which a question to Ollama can go, at the wire."""

import json
import threading
from pathlib import Path

import pytest

from app.errors import ModelUnavailable
from app.llm.answer import Outcome
from app.llm.asking import setting_for
from app.llm.question import Silence, schema_of
from app.llm.reply import Reply
from app.llm.server import Installed
from tests.app.llm.fake_server import (
    Drop,
    FakeServer,
    Script,
    done,
    free_port,
    said,
    thought,
)
from tests.app.llm.fake_server import Silence as SaysNothing
from tests.app.llm.questions import FIXED, GOOD, Picks, asker, question


def answered(server: FakeServer, *steps: object, **changes: object) -> object:
    server.answers("/api/chat", Script(steps))
    return asker(server.address, **changes).ask(question())


def outcome(server: FakeServer, *steps: object, **changes: object) -> Outcome:
    return answered(server, *steps, **changes).outcome  # type: ignore[attr-defined, no-any-return]


def test_an_answer_of_the_shape_is_the_value_with_what_it_cost(server: FakeServer) -> None:
    server.chats(GOOD, prompt=120, output=31)
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.ANSWERED
    assert answer.value is not None
    assert [item.e for item in answer.value.c] == [[1], [2, 3]]
    assert (answer.usage.calls, answer.usage.prompt_tokens, answer.usage.output_tokens) == (
        1,
        120,
        31,
    )
    assert answer.usage.writing == pytest.approx(0.5)
    assert answer.raw == GOOD


def test_a_request_says_all_that_binds_the_model(server: FakeServer) -> None:
    server.chats(GOOD)
    asker(server.address, thinks=True).ask(question())
    (body,) = server.asked()
    assert body["stream"] is True
    assert body["think"] is False
    assert body["format"] == schema_of(Picks)
    assert body["options"] == {"num_ctx": 2048, "num_predict": 200, "temperature": 0.0, "seed": 11}
    assert body["keep_alive"] == "15m"


def test_a_model_that_does_not_think_is_not_told_about_it(server: FakeServer) -> None:
    server.chats(GOOD)
    asker(server.address).ask(question())
    assert "think" not in server.asked()[0]


def test_the_fixed_part_is_the_same_bytes_in_every_request(server: FakeServer) -> None:
    server.chats(GOOD, GOOD, GOOD)
    asking = asker(server.address)
    for text in ("1. One.", "1. Zwei – “drei”.", "1. 四。"):
        asking.ask(question(text))
    heads = {body[: body.index(b'"role":"user"')] for body in server.bodies}
    assert len(heads) == 1
    assert FIXED.encode() in heads.pop()


def test_the_schema_is_short_and_without_references() -> None:
    schema = json.dumps(schema_of(Picks))
    assert "$ref" not in schema
    assert "title" not in schema
    assert schema_of(Picks)["properties"]["c"]["items"]["properties"]["k"]["enum"] == [
        "defines",
        "says",
    ]


class Remembered(dict[str, Reply]):
    def put(self, key: str, reply: Reply) -> None:
        self[key] = reply


def test_a_reply_is_kept_as_it_came_and_never_asked_for_twice(server: FakeServer) -> None:
    server.chats("no JSON at all", "something else")
    asking = asker(server.address)
    asking.memory = kept = Remembered()
    for _ in range(2):
        assert asking.ask(question("1. A.")).raw == "no JSON at all"
    (reply,) = kept.values()
    assert (reply.text, reply.ended) == ("no JSON at all", "stop")
    assert asking.spent.calls == len(server.asked()) == 1
    assert asking.ask(question("1. A."), again=1).raw == "something else"
    assert asking.ask(question("1. B.")).raw == "something else"


def test_what_the_network_did_is_no_reply(server: FakeServer) -> None:
    server.answers("/api/chat", Script([*said("half"), Drop()]))
    asking = asker(server.address)
    asking.memory = kept = Remembered()
    assert asking.ask(question()).outcome is Outcome.DROPPED
    assert not kept


# What models do


def test_cut_at_its_tokens_it_keeps_the_items_that_were_whole(server: FakeServer) -> None:
    server.chats('{"c":[{"e":[1]},{"e":[2', reason="length")
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.CUT
    assert answer.value is not None
    assert [item.e for item in answer.value.c] == [[1]]


def test_cut_before_its_first_item_it_has_no_value(server: FakeServer) -> None:
    server.chats('{"c":[{"e":[', reason="length")
    answer = asker(server.address).ask(question())
    assert (answer.outcome, answer.value) == (Outcome.CUT, None)


def test_json_that_ends_by_itself_in_the_middle_is_not_called_cut(server: FakeServer) -> None:
    server.chats('{"c":[{"e":[1]},{"e":[2')
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.BROKEN_OFF
    assert answer.value is not None


def test_whole_json_is_an_answer_even_where_the_tokens_were_used_up(server: FakeServer) -> None:
    server.chats(GOOD + "\n\nI hope that", reason="length")
    assert asker(server.address).ask(question()).outcome is Outcome.ANSWERED


def test_nothing_is_empty_and_not_nothing_found(server: FakeServer) -> None:
    answer = answered(server, done())
    assert (answer.outcome, answer.value) == (Outcome.EMPTY, None)  # type: ignore[attr-defined]


def test_blanks_alone_are_empty(server: FakeServer) -> None:
    assert outcome(server, *said("   \n\n"), done()) is Outcome.EMPTY


def test_thinking_alone_is_told_apart_from_nothing(server: FakeServer) -> None:
    assert outcome(server, thought("Let me see …"), done("length")) is Outcome.ONLY_THINKING
    assert outcome(server, *said("<think>Let me see"), done("length")) is Outcome.ONLY_THINKING
    assert outcome(server, *said("<think>Hm.</think>\n"), done()) is Outcome.ONLY_THINKING


@pytest.mark.parametrize(
    "text",
    [
        "<think>The first {is} a [definition].</think>\n" + GOOD,
        "The user wants …</think>" + GOOD,
        "```json\n" + GOOD + "\n```",
        "```\n" + GOOD,
        "Here is the answer [1]:\n\n" + GOOD + "\n\nLet me know if {that} helps.",
        GOOD.replace("{", "{\n    ").replace(",", ",  \n"),
        GOOD.replace('"defines"', '"defines\x07"'),
    ],
    ids=["think", "open think", "fence", "open fence", "prose", "blanks", "controls"],
)
def test_what_stands_around_the_answer_is_read_past(server: FakeServer, text: str) -> None:
    server.chats(text)
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.ANSWERED
    assert answer.value is not None
    assert [item.e for item in answer.value.c] == [[1], [2, 3]]


def test_prose_is_not_json(server: FakeServer) -> None:
    assert outcome(server, *said("Sentence [1] defines a hinge."), done()) is Outcome.NOT_JSON


@pytest.mark.parametrize(
    "text",
    [
        '{"c":["hinge","joint"]}',
        '{"claims":[]}',
        "{}",
        '{"c":[{"k":"says"}]}',
        "[[[]]]",
        '{"c":"x"}',
    ],
)
def test_another_shape_is_not_an_answer(server: FakeServer, text: str) -> None:
    server.chats(text)
    answer = asker(server.address).ask(question())
    assert (answer.outcome, answer.value) == (Outcome.WRONG_SHAPE, None)


def test_wrong_types_are_put_right_where_that_is_harmless(server: FakeServer) -> None:
    server.chats('{"C":[{"e":"1"},{"e":2,"k":"says"},{"e":["3"]},{"e":[]},{"e":["x"]}]}')
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.ANSWERED
    assert answer.value is not None
    assert [item.e for item in answer.value.c] == [[1], [2], [3]]
    assert answer.dropped == 2


def test_an_empty_list_is_an_answer_unless_the_passage_must_hold_something(
    server: FakeServer,
) -> None:
    server.chats('{"c":[]}')
    asking = asker(server.address)
    assert asking.ask(question()).outcome is Outcome.ANSWERED
    assert asking.ask(question(at_least=1)).outcome is Outcome.NEARLY_EMPTY


def test_the_same_item_again_and_again_is_stopped_and_kept_once(server: FakeServer) -> None:
    endless = '{"c":[' + '{"e":[1],"k":"says"},' * 400
    server.answers("/api/chat", Script([*said(endless, 20), SaysNothing()]))
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.REPEATING
    assert answer.value is not None
    assert [item.e for item in answer.value.c] == [[1]]
    assert len(answer.raw) < 2000
    assert server.went_away.wait(5)


def test_repeated_items_in_whole_json_are_kept_once(server: FakeServer) -> None:
    server.chats('{"c":[' + ",".join(['{"e":[1]}'] * 12) + "]}")
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.REPEATING
    assert answer.value is not None
    assert len(answer.value.c) == 1


@pytest.mark.parametrize("mark", ["a", " ", "\n", "[", "的"])
def test_three_hundred_equal_characters_are_stopped(server: FakeServer, mark: str) -> None:
    server.answers("/api/chat", Script([*said('{"c":[' + mark * 700), SaysNothing()]))
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.REPEATING
    assert answer.value is None
    assert len(answer.raw) < 600


# What does not fit


def test_a_prompt_that_is_too_long_is_seen_before_it_is_sent(server: FakeServer) -> None:
    answer = asker(server.address).ask(question("word " * 3000))
    assert answer.outcome is Outcome.TOO_LONG
    assert answer.usage.calls == 0
    assert server.requests == []


def test_a_prompt_that_the_server_cut_is_seen_afterwards(server: FakeServer) -> None:
    server.chats(GOOD, prompt=2048)
    answer = asker(server.address).ask(question())
    assert (answer.outcome, answer.value) == (Outcome.TOO_LONG, None)


def test_the_window_is_never_larger_than_the_model_reports() -> None:
    assert setting_for(Installed("m", context=4096)).context == 4096
    assert setting_for(Installed("m", context=131_072)).context == 8192
    assert setting_for(Installed("m", context=131_072), context=32_768).context == 32_768
    assert setting_for(Installed("m")).context == 8192


# What servers do


def test_a_server_that_is_not_there(server: FakeServer) -> None:
    answer = asker(f"http://127.0.0.1:{free_port()}").ask(question())
    assert answer.outcome is Outcome.NOT_RUNNING
    assert "Start Ollama" in answer.remedy
    with pytest.raises(ModelUnavailable, match="No model server answers"):
        answer.refuse()


def test_a_machine_that_nobody_knows() -> None:
    answer = asker("http://no-such-machine.invalid:11434").ask(question())
    assert answer.outcome is Outcome.WRONG_HOST
    assert "OLLAMA_HOST" in answer.remedy


@pytest.mark.parametrize(
    "script",
    [
        Script([b"<!doctype html><html>Welcome</html>\n"]),
        Script([b"<html>not here</html>"], status=404),
        Script([b"404 page not found"], status=404),
        Script([b"[1]\n"]),
        Script([b'{"hello":"world"}\n']),
        Script([], status=302, headers={"Location": "http://elsewhere.invalid/"}),
    ],
    ids=["page", "404 page", "404", "list", "object", "sent on"],
)
def test_something_else_that_answers_is_the_wrong_host(server: FakeServer, script: Script) -> None:
    server.answers("/api/chat", script)
    assert asker(server.address).ask(question()).outcome is Outcome.WRONG_HOST


def test_a_missing_model_is_named(server: FakeServer) -> None:
    missing = {"error": 'model "m" not found, try pulling it first'}
    server.answers("/api/chat", Script([missing], status=404))
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.MODEL_MISSING
    assert "“m”" in answer.words
    assert "Pull it" in answer.remedy


@pytest.mark.parametrize(
    "words",
    [
        "model requires more system memory (41.2 GiB) than is available (12.1 GiB)",
        "llama runner process has terminated: cudaMalloc failed: out of memory",
        "llama runner process has terminated: signal: killed",
    ],
)
def test_no_memory_is_told_apart_from_other_errors(server: FakeServer, words: str) -> None:
    server.answers("/api/chat", Script([{"error": words}], status=500))
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.NO_MEMORY
    assert "smaller" in answer.remedy


def test_a_key_that_is_wanted_is_told_apart(server: FakeServer) -> None:
    server.answers("/api/chat", Script([{"error": "unauthorized"}], status=401))
    assert asker(server.address).ask(question()).outcome is Outcome.DENIED


def test_another_error_is_given_in_its_own_words(server: FakeServer) -> None:
    server.answers("/api/chat", Script([{"error": "unexpected EOF\nin model"}], status=500))
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.SERVER_ERROR
    assert "unexpected EOF in model" in answer.words


def test_an_error_in_the_middle_of_an_answer_keeps_what_was_whole(server: FakeServer) -> None:
    steps = [*said('{"c":[{"e":[1]},{"e"'), {"error": "an unknown error was encountered"}]
    server.answers("/api/chat", Script(steps))
    answer = asker(server.address).ask(question())
    assert answer.outcome is Outcome.SERVER_ERROR
    assert answer.value is not None
    assert [item.e for item in answer.value.c] == [[1]]


def test_a_connection_dropped_before_the_answer(server: FakeServer) -> None:
    server.answers("/api/chat", Script(before_headers=Drop()))
    assert asker(server.address).ask(question()).outcome is Outcome.DROPPED


@pytest.mark.parametrize("last", [Drop(), b'{"model":"m","mess'])
def test_a_connection_dropped_in_the_middle(server: FakeServer, last: object) -> None:
    answer = answered(server, *said('{"c":[{"e":[1]},'), last)
    assert answer.outcome is Outcome.DROPPED  # type: ignore[attr-defined]


def test_an_answer_that_ends_without_its_last_word_was_dropped(server: FakeServer) -> None:
    assert outcome(server, *said(GOOD)) is Outcome.DROPPED


@pytest.mark.parametrize(
    "script",
    [
        Script(before_headers=SaysNothing()),
        Script([*said('{"c":['), SaysNothing()]),
    ],
    ids=["before", "in the middle"],
)
def test_a_server_that_hangs_is_left_and_its_connection_shut(
    server: FakeServer, script: Script
) -> None:
    server.answers("/api/chat", script)
    answer = asker(server.address, silence=Silence(0.3, 0.3)).ask(question())
    assert answer.outcome is Outcome.HUNG
    assert "0.3 seconds" in answer.words
    assert server.went_away.wait(5)


def test_silence_is_limited_and_not_length(server: FakeServer) -> None:
    """Two hours of a slow model by the clock given, a word a minute."""
    server.answers("/api/chat", Script([*said(GOOD, 1), done()]))
    asking = asker(server.address, silence=Silence(600.0, 120.0))
    minutes = iter(range(100_000))
    asking.clock = lambda: next(minutes) * 60.0
    answer = asking.ask(question())
    assert answer.outcome is Outcome.ANSWERED
    assert answer.usage.seconds > 600


def test_the_first_word_may_take_longer_than_the_next(server: FakeServer) -> None:
    server.answers("/api/chat", Script([*said("{"), SaysNothing()]))
    answer = asker(server.address, silence=Silence(3600.0, 0.2)).ask(question())
    assert answer.outcome is Outcome.HUNG


@pytest.mark.parametrize(
    "script",
    [
        Script(before_headers=SaysNothing()),
        Script([*said('{"c":['), SaysNothing()]),
    ],
    ids=["before", "in the middle"],
)
def test_stopping_closes_the_connection(server: FakeServer, script: Script) -> None:
    server.answers("/api/chat", script)
    wanted = threading.Event()
    asking = asker(server.address)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        if asked == 5:
            wanted.set()
        return wanted.is_set()

    answer = asking.ask(question(), stop=stop)
    assert answer.outcome is Outcome.CANCELLED
    assert server.went_away.wait(5)


def test_no_thread_is_left_behind(server: FakeServer) -> None:
    before = threading.active_count()
    server.answers("/api/chat", Script([*said("{"), SaysNothing()]))
    asker(server.address, silence=Silence(0.1, 0.1)).ask(question())
    server.chats(GOOD)
    asker(server.address).ask(question())
    assert not [t for t in threading.enumerate() if t.name == "model server"]
    assert before


def test_asking_again_varies_what_would_else_give_the_same(server: FakeServer) -> None:
    server.chats(GOOD, GOOD)
    asking = asker(server.address)
    asking.ask(question())
    asking.ask(question(), again=1)
    first, second = (body["options"] for body in server.asked())
    assert first["temperature"] == 0
    assert (second["seed"], second["temperature"]) != (first["seed"], 0)
    assert second["num_ctx"] == first["num_ctx"]  # another one would load the model anew


def test_what_the_server_counts_corrects_the_guess(server: FakeServer) -> None:
    server.chats(GOOD, prompt=900)
    asking = asker(server.address)
    text = "word " * 200
    before = asking.measure.prompt(FIXED, text)
    asking.ask(question(text))
    assert asking.measure.prompt(FIXED, text) > 900 > before


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    server.chats(GOOD)
    assert asker(server.address).ask(question()).outcome is Outcome.ANSWERED


def test_every_outcome_has_words_without_holes(tmp_path: Path) -> None:
    from app.llm.answer import said as words_of

    for one in Outcome:
        words, remedy = words_of(one, model="qwen", server="http://x", detail="")
        assert words.endswith(".")
        assert "{" not in words + remedy
