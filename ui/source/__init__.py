"""The source that a note rests on, beside the page."""
