"""How a game ended, in words."""

from judge.reports.cards import Card
from judge.reports.names import power_names
from judge.reports.phrases import listed


def say_ending(card: Card) -> str:
    """How the game of a card ended, in a sentence."""
    if not card.winner or card.position is None:
        return "It ended without a winner."
    names = power_names(card.position.board, card.winner)
    run_out = "Its last year is over, and " if card.ending == "limit" else ""
    if run_out and len(names) > 1:
        return f"{run_out}{listed(names)} share a draw."
    if len(names) > 1:
        return f"All have agreed on a draw, which {listed(names)} share."
    player = next((line.player for line in card.powers if line.power in card.winner), "")
    by = f", played by {player}" if player else ""
    return (
        f"All others have conceded to {names[0]}{by}."
        if card.ending == "concession"
        else (f"{run_out}{names[0]} has won{by}.")
    )
