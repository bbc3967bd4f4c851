"""Simulated hosts: what Orbit's bridges are tried and practised on."""
