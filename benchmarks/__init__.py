"""Measurements of what Orbit promises about speed, as ratios within one run: `make bench`."""
