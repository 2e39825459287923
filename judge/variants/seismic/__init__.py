"""Seismic Diplomacy: players move the borders of the map.

Rule: the rules of Pierre Lavaurs, 1 to 10; where they leave a question open, the rulings S1 to S27, which `rulings.py`
states. The map and its events are in `judge/board/`; `judgement.py` says which events happen, `fleets.py` where fleets
stand then, `phases.py` adjudicates the phase.
"""

from judge.variants.seismic.variant import put_events_on

__all__ = ["put_events_on"]
