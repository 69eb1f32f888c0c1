"""The built-in reader: subjects, statements and main points of a text, without a model."""
