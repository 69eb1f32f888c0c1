"""The window: thin, over the worker that does the work."""
