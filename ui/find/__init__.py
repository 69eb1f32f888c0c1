"""Finding a page or an action by a few letters."""
