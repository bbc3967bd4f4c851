"""Sets as Live saves them, read without Live."""
