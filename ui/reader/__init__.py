"""The place where the person chooses who reads the sources: the built-in reader, or a model."""
