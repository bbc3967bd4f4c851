"""What is measured: what was found against what was planted, field by field, and what it is good for."""
