"""The list of pages by kind."""
