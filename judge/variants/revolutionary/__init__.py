"""Revolutionary Modern Diplomacy: occupied provinces that rise, revolutions that spread, nations that come back.

Rule: the rules by Rudi van Hal; where they leave a question open, the rulings V1 to V34. `lands.py` and `moods.py`
are a province and the table of what a season does to it, `check.py` a sub-season in eight steps, `count.py` the count
of Fall, `nations.py` the powers, `pleas.py` the outsiders, `realm.py` how all that lies in a position,
`seasons.py` the phases of the year.
"""

from judge.variants.revolutionary.variant import make_revolutionary

__all__ = ["make_revolutionary"]
