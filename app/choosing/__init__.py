"""Choosing who reads: what there is, for the command line and for the window."""
