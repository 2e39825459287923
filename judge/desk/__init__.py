"""Decisions: a command or a deadline and a snapshot go in, effects come out. Nothing here reads or writes anything."""
