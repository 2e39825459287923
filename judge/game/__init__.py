"""The values of a game: units, phases, positions, orders, outcomes, variants; and what the packages above exchange."""
