"""Wires the parts together and runs the loops: letters waiting, turns due, mails to send."""
