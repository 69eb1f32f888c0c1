"""The key that a model server may want: from the environment, else from the system's keyring.

It is sent to the server and goes nowhere else: into no settings, no vault, no words for a person.
"""

import os
from collections.abc import Generator
from importlib import import_module

import httpx

from app.llm.line import is_this_machine

KEY = "VAULTLOOM_API_KEY"
USUAL_KEY = "OPENAI_API_KEY"
SERVICE = "vaultloom"
"""By what the keyring knows our keys; the user's name there is the server's address."""

_WANTS_ONE = 401  # RFC 9110, 15.5.2


class Key(httpx.Auth):
    """Gives a server its key.

    One in VAULTLOOM_API_KEY goes to whatever server was named. Any other only to a server that
    refuses without one: that in OPENAI_API_KEY, which was meant for another program, to this machine
    and to where nobody can read along; else the one that the keyring has for the address, where the
    package ``keyring`` is installed. It may ask the person to unlock it, so it is asked once.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._found: str | None = None

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """See httpx."""
        key = _of_environment(KEY) or self._found or ""
        answer = yield _with(request, key)
        if answer.status_code == _WANTS_ONE and not key and self._found is None:
            self._found = self._usual() or _from_keyring(self._address)
            if self._found:
                yield _with(request, self._found)

    def hidden(self, words: str) -> str:
        """What a server said, without the key that it may have said back."""
        for key in (_of_environment(KEY), self._found):
            words = words.replace(key, "…") if key else words
        return words

    def _usual(self) -> str:
        is_safe = self._address.startswith("https:") or is_this_machine(self._address)
        return _of_environment(USUAL_KEY) if is_safe else ""


def _of_environment(name: str) -> str:
    return os.environ.get(name, "").strip()


def _with(request: httpx.Request, key: str) -> httpx.Request:
    if key:
        request.headers["Authorization"] = f"Bearer {key}"
    return request


def _from_keyring(address: str) -> str:
    """The key that the system keeps for an address; "" where it keeps none or there is no keyring."""
    try:
        keyring = import_module("keyring")
        refused = import_module("keyring.errors").KeyringError
    except ImportError:
        return ""
    try:
        return keyring.get_password(SERVICE, address) or ""
    except refused:
        return ""
