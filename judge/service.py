"""Wires the parts together and runs the loops."""
