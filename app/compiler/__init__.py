"""From sentences to pages."""
