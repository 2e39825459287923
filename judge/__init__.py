"""A judge for play-by-mail Diplomacy: mail in, orders read, turns adjudicated, results out by mail."""

__version__ = "0.1.0"
