"""The model that a person chose, whether or not its server is there now.

A server that is not there is waited for. Before each source the model is looked up: it may have been
pulled anew, and then it is another one.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from app.compiler.asking import Pause, pause
from app.compiler.builtin.reader import Extraction
from app.compiler.model_reader import ModelReader
from app.compiler.readers import Reader, Watch, fixed_prompt
from app.errors import ModelUnavailable
from app.llm.answer import NOTHING_SPENT, Outcome, Trouble, Usage, said
from app.llm.asking import Asker, setting_for
from app.llm.line import Line, never
from app.llm.next_move import seconds_to_wait
from app.llm.question import CONTEXT, Question, Silence
from app.llm.server import Installed, Server
from app.sources.document import Reading
from app.vault.layout import Vault
from app.vault.writing import DISK, Files

S = TypeVar("S", bound=BaseModel)

COMES_BACK = frozenset({Outcome.NOT_RUNNING, Outcome.DROPPED, Outcome.HUNG, Outcome.SERVER_ERROR})
"""What is the matter with a server that may be there again without a person."""
_LONGEST_WAIT = 5.0  # seconds; a server that is not there refuses at once, which costs nothing
_TO_LOOK = Silence(30.0, 30.0)


@dataclass
class ChosenReader:
    """Reads with the model of this name on ``server``, in a window of ``context`` tokens.

    ``digest`` is that of the model when it was last looked at, empty before; ``address`` is that of the
    server as it was chosen, empty for the usual one.
    """

    name: str
    server: Server
    vault: Vault
    context: int = CONTEXT
    files: Files = DISK
    pause: Pause = pause
    digest: str = ""
    address: str = ""
    _spent: Usage = field(default=NOTHING_SPENT)
    _now: ModelReader | None = field(default=None)

    @property
    def spent(self) -> Usage:
        """See ``Reader``."""
        return self._spent + self._now.spent if self._now else self._spent

    def look(self, stop: Callable[[], bool] = never) -> Installed:
        """What the server says of the model. Raises ``Trouble``, CANCELLED once ``stop`` says so."""
        line = Line(lambda _: iter([self.server.look(self.name)]), silence=_TO_LOOK, stop=stop)
        (found,) = list(line)
        self.digest = found.digest
        return found

    def must_be_there(self) -> None:
        """See ``Reader``."""
        try:
            self.look()
        except Trouble as trouble:
            raise self.unavailable(trouble) from trouble

    def unavailable(self, trouble: Trouble) -> ModelUnavailable:
        """What is the matter, in words."""
        at = self.server.address
        words, remedy = said(trouble.outcome, model=self.name, server=at, detail=trouble.detail)
        return ModelUnavailable(words, remedy=remedy)

    def extract(self, reading: Reading, short: str, sha256: str, watch: Watch) -> Extraction:
        """See ``Reader``."""
        return self._asking(self._found(watch)).extract(reading, short, sha256, watch)

    def _asking(self, model: Installed) -> ModelReader:
        asker = Asker(self.server, setting_for(model, context=self.context))
        fixed, root = fixed_prompt(self.vault.found), self.vault.root
        self._spent = self.spent
        self._now = ModelReader(asker, model, fixed, root, self.files, self._wait)
        return self._now

    def at_hand(self, stop: Callable[[], bool]) -> ModelReader | None:
        """Who asks the model what can as well be asked another time; None where it is not there."""
        with suppress(Trouble):
            return self._now or self._asking(self.look(stop))
        return None

    @property
    def judge(self) -> str:
        """See ``Reader``."""
        return self._now.judge if self._now else self.digest[:12] or self.name

    def fits(self, question: Question[S]) -> bool:
        """See ``Reader``."""
        return self._now is None or self._now.fits(question)

    def decide(self, question: Question[S], sha256: str, watch: Watch) -> tuple[S | None, Usage]:
        """See ``Reader``; whoever read the source last decides."""
        assert self._now is not None
        return self._now.decide(question, sha256, watch)

    def _found(self, watch: Watch) -> Installed:
        waited = 0
        while True:
            watch.check()
            try:
                found = self.look(watch.stop)
            except Trouble as trouble:
                if trouble.outcome is Outcome.CANCELLED:
                    continue
                if trouble.outcome not in COMES_BACK:
                    raise self.unavailable(trouble) from trouble
                watch.waiting(self.unavailable(trouble).message)
                self._wait(seconds_to_wait(waited), watch.stop)
                waited += 1
            else:
                watch.going_on()
                return found

    def _wait(self, seconds: float, stop: Callable[[], bool]) -> None:
        self.pause(min(seconds, _LONGEST_WAIT), stop)


def at_hand(reader: Reader, stop: Callable[[], bool]) -> ModelReader | None:
    """Who asks this reader's model what can as well be asked another time; None where it is not there
    or no model reads."""
    if isinstance(reader, ChosenReader):
        return reader.at_hand(stop)
    return reader if isinstance(reader, ModelReader) else None
