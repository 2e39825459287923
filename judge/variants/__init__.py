"""The games that can be played, each one frozen value."""
