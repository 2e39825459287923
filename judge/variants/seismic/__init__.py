"""Seismic Diplomacy: players move the borders of the map."""
