"""From what the ledger knows to the writes that bring pages up to date."""
