"""Vaultloom without a window: everything that reads, compiles, checks and writes a vault."""
