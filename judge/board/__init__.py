"""The board: provinces, coasts, and who is next to whom. A value; it may change in play."""

from judge.board.board import Barrier, Board, Power, Province, ProvinceKind, province_of

__all__ = ["Barrier", "Board", "Power", "Province", "ProvinceKind", "province_of"]
