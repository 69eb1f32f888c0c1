"""Pages from the ledger, by template: deterministic, no call."""
