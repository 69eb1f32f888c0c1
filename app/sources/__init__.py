"""From a dropped file to numbered sentences."""
