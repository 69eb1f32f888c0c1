"""``vaultloom model``: who reads sources, what else could, and choosing that.

All but ``show`` end in one line on standard error, and status 2, where a server or model refuses.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from app import settings
from app.choosing import models
from app.choosing.models import Offer
from app.errors import ModelUnavailable, VaultloomError
from app.llm.answer import Trouble
from app.llm.line import is_this_machine
from app.llm.machine import GIGABYTE, Fit, Suggestion
from app.llm.ollama_server import OllamaServer
from app.llm.pulling import Pulled
from app.llm.server import Installed
from app.llm.standing import Way, server_at
from app.settings import BUILTIN, Settings

_STOPPED_BY_KEYBOARD = 130
_A_MOMENT = 0.5  # seconds
_AT_ONCE = 0.05  # seconds for this machine to say that a server listens
_SERVER = "the server's address; one that ends in /v1 speaks as OpenAI's does, else it is Ollama"


def _server(options: argparse.Namespace) -> str:
    return settings.load().server if options.server is None else str(options.server)


def show(options: argparse.Namespace) -> int:
    """Who reads, what the server has, what could be pulled, and what to do next."""
    offer = models.look(_server(options))
    if options.as_json:
        reader = models.reader_as_json(offer.chosen)
        _print_json({"model": reader, **offer.as_json()})
        return 0
    print(f"{_reads(offer.chosen)}.")
    stands = offer.stands
    where = "" if stands.address in stands.words else f"{stands.address}: "
    print(f"\n{where}{' '.join((stands.words, stands.remedy)).strip()}")
    for model in offer.models:
        print(_line_of(offer, model))
    if _is_missing(offer):
        print(f"  {offer.chosen.model} is chosen and not there.")
    if offer.suggested:
        print(f"\nTo be had from the Ollama library{_for_memory(offer)}:")
        print("\n".join(_line_of_suggestion(s, is_best=s == offer.best) for s in offer.suggested))
    if step := _next_step(offer):
        print(f"\n{step}")
    return 0


def _reads(chosen: Settings) -> str:
    if chosen.model == BUILTIN:
        return "The built-in reader reads; it asks no model"
    where = server_at(chosen.server).address
    return f"{chosen.model} reads, at {where}, {chosen.context:,} tokens at a time"


def _line_of(offer: Offer, model: Installed) -> str:
    mark = "*" if _is_chosen(offer, model) else " "
    size = f"{model.size / GIGABYTE:.1f} GB" if model.size else ""
    context = f"{model.context:,} tokens" if model.context else ""
    found, words = offer.fit(model)
    words = "" if found is Fit.UNKNOWN and not model.size else words
    return f"{mark} {model.name:24} {size:>8}  {context:>14}  {words}".rstrip()


def _is_chosen(offer: Offer, model: Installed) -> bool:
    here = server_at(offer.chosen.server).address == offer.stands.address
    return here and model.name == offer.chosen.model


def _is_missing(offer: Offer) -> bool:
    """Whether this is the server of the chosen model, answers, and does not have it."""
    here = server_at(offer.chosen.server).address == offer.stands.address
    answers = offer.stands.way in (Way.CHOOSE, Way.PULL)
    there = any(_is_chosen(offer, model) for model in offer.models)
    return offer.chosen.model != BUILTIN and here and answers and not there


def _for_memory(offer: Offer) -> str:
    if not is_this_machine(offer.stands.address) or not offer.memory:
        return ""
    return f" for a machine with {offer.memory / GIGABYTE:.0f} GB"


def _line_of_suggestion(model: Suggestion, *, is_best: bool) -> str:
    mark = "+" if is_best else " "
    size = f"{model.size / GIGABYTE:.1f} GB"
    fit = "" if model.fit is Fit.SUITS else f"; {model.fit.value}"
    return f"{mark} {model.name:24} {size:>8}  {model.words}{fit}"


def _next_step(offer: Offer) -> str:
    """The command to give next, where there is one that is plain."""
    way, best = offer.stands.way, offer.best
    if way is Way.START:
        return "To start it: vaultloom model start"
    if way is Way.PULL and best is not None:
        return f"To fetch the one marked +: vaultloom model pull {best.name}"
    if way is Way.CHOOSE and (offer.chosen.model == BUILTIN or _is_missing(offer)):
        return f"To have it read: vaultloom model use {offer.models[0].name}{_at(offer)}"
    return ""


def _at(offer: Offer) -> str:
    usual = server_at(offer.chosen.server).address == offer.stands.address
    return "" if usual else f" --server {offer.stands.address}"


def use(options: argparse.Namespace) -> int:
    kept = settings.load()
    context = kept.context if options.context is None else options.context
    found = models.use(options.model, _server(options), context)
    if options.as_json:
        _print_json({"model": models.reader_as_json(found)})
    else:
        print(f"{_reads(found)}, from now on. What is compiled stays as it is.")
    return 0


def start(options: argparse.Namespace) -> int:
    address = _server(options)
    models.start_server(address)
    where = server_at(address).address
    if options.as_json:
        _print_json({"server": where})
    else:
        print(f"Ollama answers at {where}.")
    return 0


def try_(options: argparse.Namespace) -> int:
    found = settings.load_with(options.model, options.server, options.context)
    if found.model == BUILTIN:
        raise VaultloomError(
            "No model is chosen; the built-in reader needs no trial.",
            remedy="Name one: vaultloom model try NAME.",
        )
    tried = models.try_model(found)
    if tried.failed is not None:
        raise ModelUnavailable(tried.failed.words, remedy=tried.failed.remedy)
    if options.as_json:
        _print_json({"name": found.model, **models.tried_as_json(tried)})
    else:
        print(f"{found.model}: {tried.words}")
    return int(tried.right < tried.of)


def pull(options: argparse.Namespace) -> int:
    name, address = str(options.model), _server(options)
    try:
        with _progress(wanted=not options.as_json) as told:
            models.pull_model(name, address, told=told)
    except KeyboardInterrupt:
        print(
            f"vaultloom: stopped. It goes on where it was with: vaultloom model pull {name}",
            file=sys.stderr,
        )
        return _STOPPED_BY_KEYBOARD
    if options.as_json:
        _print_json({"name": name, "done": True})
    else:
        print(f"{name} is there. To have it read: vaultloom model use {name}")
    return 0


@contextmanager
def _progress(*, wanted: bool) -> Iterator[Callable[[Pulled], None]]:
    """A line on standard error that says how far a pull is; where it is no terminal, a line for
    each tenth."""
    on_terminal, last = sys.stderr.isatty(), ""

    def told(pulled: Pulled) -> None:
        nonlocal last
        line = _how_far(pulled, by=1 if on_terminal else 10)
        if wanted and line != last:
            end = "" if on_terminal else "\n"
            print(f"\r\x1b[K{line}" if on_terminal else line, end=end, file=sys.stderr, flush=True)
            last = line

    try:
        yield told
    finally:
        if last and on_terminal:
            print(file=sys.stderr)


def _how_far(pulled: Pulled, by: int) -> str:
    if not pulled.total:
        return pulled.word
    percent = 100 * pulled.done // pulled.total // by * by
    return f"{percent} % of {pulled.total / GIGABYTE:.1f} GB"


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))


def names() -> list[str]:
    """The models of this machine's Ollama, or that of OLLAMA_HOST; none where it does not tell."""
    with suppress(Trouble):
        found = OllamaServer(patience=_A_MOMENT).installed()
        return [model.name for model in found if not models.is_in_cloud(model)]
    return []
