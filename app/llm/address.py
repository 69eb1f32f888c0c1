"""Where Ollama is, by what people put into OLLAMA_HOST."""

import os

USUAL_PORT = "11434"  # https://github.com/ollama/ollama/blob/main/docs/faq.md


def usual_address() -> str:
    """That of OLLAMA_HOST, else this machine's."""
    return address_of(os.environ.get("OLLAMA_HOST", ""))


def address_of(host: str) -> str:
    """A full address for what OLLAMA_HOST may hold: "", "gpu:11434", "0.0.0.0", "https://x/ollama".

    "0.0.0.0" and "::" are where a server listens, not where one is asked.
    """
    given = host.strip().strip("\"'").rstrip("/")
    scheme, found, rest = given.partition("://")
    scheme, rest = (scheme, rest) if found else ("http", given)
    rest = rest or "127.0.0.1"
    name, _, path = rest.partition("/")
    bare, port = _host_and_port(name)
    if bare in {"0.0.0.0", "[::]", ""}:  # noqa: S104
        bare = "127.0.0.1"
    default = {"http": "80", "https": "443"}.get(scheme, USUAL_PORT) if found else USUAL_PORT
    return f"{scheme}://{bare}:{port or default}{'/' + path if path else ''}"


def _host_and_port(name: str) -> tuple[str, str]:
    if name.startswith("["):
        bare, _, port = name.partition("]")
        return bare + "]", port.lstrip(":")
    if name.count(":") > 1:
        return f"[{name}]", ""
    bare, _, port = name.partition(":")
    return bare, port
