"""Evaluation of learning: planted workflows, what is measured on them, what it is held against."""
