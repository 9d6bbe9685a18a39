"""What a player knows of another hand."""

from uno_env import Game


def seen(game: Game, onlooker: int, holder: int) -> list[str]:
    """The cards of a hand that another seat knows to be there."""
    row = game._state
    cards = [card for card in range(len(row.place)) if row.place[card] == holder]
    return sorted(game._codes_of_cards(card for card in cards if row.known_by[card] >> onlooker & 1))
