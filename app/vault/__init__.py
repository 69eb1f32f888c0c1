"""The notes as files: names, links, properties, layout, and the one way to write them."""
