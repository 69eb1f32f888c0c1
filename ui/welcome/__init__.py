"""Choosing or making a vault."""
