"""The Colonial game: the Trans-Siberian Railroad, the Suez Canal, Hong Kong and the land bridges.

Rule: the Colonial rulebook with the Moulmein Convention and the errata of 1996; where they leave a question open,
the rulings C1 to C30, which `rulings.py` states. `railway.py` is the railroad, `canal.py` the canal, `movement.py`
settles a turn that has either.
"""

from judge.variants.colonial.variant import make_colonial

__all__ = ["make_colonial"]
