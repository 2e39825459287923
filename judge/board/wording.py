"""Faces and seismic events in the words of people."""

from judge.board.board import Board
from judge.board.events import Seism


def write_face(board: Board, face: str) -> str:
    """A face as people write it, one that no unit may enter too: `Bul`, `MAO`, `Out`."""
    barrier = next((one for one in board.barriers if one.id == face), None)
    return barrier.abbreviation if barrier is not None else board.write(face)


def word_seism(board: Board, seism: Seism) -> str:
    """`Por & Spa separate, MAO & MAO connect`, `Por & Bre connect near Gas across MAO`."""

    def pair(faces: tuple[str, ...]) -> str:
        return " & ".join(write_face(board, face) for face in faces)

    words = f"{pair(seism.joined)} connect"
    if seism.apart is not None:
        words = f"{pair(seism.apart)} separate, {words}"
    if seism.near:
        words += f" near {pair(seism.near)}"
    return words if seism.across is None else f"{words} across {write_face(board, seism.across)}"
