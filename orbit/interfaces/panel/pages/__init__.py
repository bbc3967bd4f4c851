"""The pages of the panel, one module each."""
