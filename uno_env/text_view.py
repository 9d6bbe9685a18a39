"""A seat's view in words, and answers in words: for language models, and for people at a prompt.

>>> from uno_env import Game
>>> game = Game(seed=1)
>>> prompt = describe(game, game.actor, legend=True)
>>> parse_action("I think I'd rather draw.", game) == 90
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from uno_env.actions import WILD_CODES, NotationError, action_id
from uno_env.game import Game, IllegalAction
from uno_env.rendering.view import FACE_DOWN, SeatView, TableView

#: What the seat to act is asked, by phase.
QUESTIONS = {
    "turn": "your turn: play a card or draw",
    "drawn": "play the card you have just drawn, or pass to keep it",
    "uno": "one card left: say uno, or pass to stay silent",
    "catch": "a player with one card stayed silent: catch, or pass",
    "jump_in": "you hold the identical card: play it out of turn, or pass",
    "respond": "a card has been played against you: suffer it (draw or pass) or answer it",
    "swap": "choose the player to trade hands with",
    "lay": "choose the coloured card to lay face down",
    "guess": "choose the coloured card to lay face down; it goes out if it has the colour of the player's card",
    "give": "choose who gets the turned cards, or split them among all others",
    "lap": "take the hand that has arrived, or pass it on",
    "color": "name the colour in play",
}

_WILD_NAMES = {
    "W": "Wild",
    "W4": "Wild Draw Four",
    "RUN": "Run! (a wild, or a block against an icon card)",
    "FRIEND": "Power of Friendship",
    "CAST": "Casting Call",
    "LAP": "Victory Lap",
}
_TOKEN = re.compile(r"[A-Za-z0-9]+\*?(?::\+?[A-Za-z0-9]+)?\*?")
_BOLD_MARK = re.compile(r"\*\*(?!\*)")


def describe(
    game: Game, seat: int, scores: Sequence[int] | None = None, *, target: int | None = None, legend: bool = False
) -> str:
    """What a seat knows, as text: table, hands, last actions, and its legal actions if it is to act.

    ``legend`` puts an explanation of the notation in front.
    """
    game.hand(seat)  # refuses what is no seat: nobody sees everything here
    view = TableView.of(game, seat, scores, target)
    parts = [notation(view)] if legend else []
    parts += [_table(view), _hands(view), _history(view), _decision(view)]
    return "\n\n".join(part for part in parts if part)


def parse_action(text: str, game: Game) -> int:
    """The id of the action an answer means: a code, or words with exactly one legal code in them.

    Capitals do not matter.  Anything else raises :class:`IllegalAction` with a text that helps to do better.
    """
    if not isinstance(text, str):
        raise IllegalAction(f"an answer is text, not {type(text).__name__}")
    colors = game.rules.deck_declaration.color_letters
    return action_id(parse_code(text, game.legal_actions(), colors, lambda named: _refusal(game, named)), colors)


def parse_code(text: str, legal: Sequence[str], colors: str, refusal: Callable[[str], str]) -> str:
    """The one of these legal codes that an answer means; for readers who see a table but have no :class:`Game`.

    ``refusal`` says why an action that is named but not legal cannot be taken.
    """
    # Without capitals no two codes are spelled alike.
    codes = {code.casefold(): code for code in legal}
    if text.strip().casefold() in codes:
        return codes[text.strip().casefold()]
    words = _words(text, colors)
    found = sorted({codes[word.casefold()] for word in words if word.casefold() in codes})
    if len(found) == 1:
        return found[0]
    if found:
        raise IllegalAction(f"the answer names several legal actions: {', '.join(found)}; answer with one of them")
    named = [_spelled(word) for word in words if _is_code(word, colors)]
    if named or not legal:
        raise IllegalAction(refusal(named[0] if named else " ".join(words)[:40]))
    raise IllegalAction(f"the answer names no action; legal: {', '.join(legal)}")


# -- writing ---------------------------------------------------------------------------------------------------


def notation(view: TableView) -> str:
    """How cards and actions of the deck at hand are spelled."""
    deck = view.rules.deck_declaration
    letters = ", ".join(f"{letter} {name}" for letter, name in zip(deck.color_letters, deck.color_names, strict=True))
    wilds = ", ".join(f"{code} {_WILD_NAMES[code]}" for code in _wilds_of(view))
    lines = [
        "NOTATION",
        f"colours: {letters}",
        "coloured card: colour and face (0-9, S Skip, R Reverse, D Draw Two)",
        f"wilds: {wilds}; playing one names a colour, as W:{deck.color_letters[1]}"
        + (f" (not {own})" if (own := _own_card_without_color(view)) else ""),
    ]
    if deck.has_icons:
        lines.append("a final * is the icon that RUN blocks")
    lines.append("other actions: draw, pass, challenge, uno, catch, take, split, color:X, seat:+k (k seats clockwise)")
    return "\n".join(lines)


def _wilds_of(view: TableView) -> list[str]:
    own = view.rules.deck_declaration.own_card
    return ["W", "W4"] + ([own.name] if own is not None else [])


def _own_card_without_color(view: TableView) -> str | None:
    return next((code for code in _wilds_of(view) if code in ("FRIEND", "LAP")), None)


def _table(view: TableView) -> str:
    color = "none" if view.color is None else f"{view.color} ({view.color_name})"
    lines = [
        f"TABLE ({view.rules.describe()})",
        f"top card {view.top}, colour in play {color}",
        f"direction {'clockwise (to higher seats)' if view.direction > 0 else 'anticlockwise (to lower seats)'}",
        f"draw pile {view.draw_size} cards, discard pile {len(view.discard_pile)} cards",
    ]
    if view.pending:
        lines.append(f"pending draw {view.pending}")
    if view.turned:
        lines.append(f"turned cards {' '.join(view.turned)}")
    if view.scores is not None:
        totals = " ".join(f"{place}:{score}" for place, score in enumerate(view.scores))
        lines.append(f"match totals {totals}" + ("" if view.target is None else f" (played to {view.target})"))
    return "\n".join(lines)


def _hands(view: TableView) -> str:
    return "\n".join(["HANDS", *(_hand(each, view) for each in view.seats)])


def _hand(each: SeatView, view: TableView) -> str:
    own = each.seat == view.seat
    marks = [
        word
        for word, yes in (
            ("you", own),
            ("dealer", each.dealer),
            ("partner of you", each.partner is not None and each.partner == view.seat),
            (f"partner of {each.partner}", each.partner is not None and each.partner != view.seat and not own),
            ("said UNO", each.uno),
        )
        if yes
    ]
    name = f"seat {each.seat}" + (f" ({', '.join(marks)})" if marks else "")
    count = f"{each.hand_size} card" + ("" if each.hand_size == 1 else "s")
    words = [f"{name}: {count}"]
    if each.cards:
        words.append(("" if own and not each.hidden else "known ") + " ".join(each.cards))
    if each.cards and each.hidden:
        words.append(f"{each.hidden} unknown")
    if each.laid is not None:
        words.append("one lies face down" + ("" if each.laid == FACE_DOWN else f": {each.laid}"))
    return ", ".join(words)


def _history(view: TableView) -> str:
    if not view.actions:
        return ""
    actions = ", ".join(f"{seat} {code}" for seat, code in view.actions)
    return f"LAST ACTIONS (seat and action, the latest last; ? is a card laid face down)\n{actions}"


def _decision(view: TableView) -> str:
    if view.result is not None:
        return f"RESULT\n{view.result}"
    if view.phase is None:
        return "DECISION\nnot yours"
    return f"DECISION ({view.phase}: {QUESTIONS[view.phase]})\nlegal actions: {' '.join(view.legal)}"


# -- reading ---------------------------------------------------------------------------------------------------


def _words(text: str, colors: str) -> list[str]:
    """Whatever could be a code; stars that only emphasise a word are taken off."""
    words = _TOKEN.findall(_BOLD_MARK.sub(" ", text))
    return [word if _is_code(word, colors) else word.rstrip("*") for word in words]


def _is_code(word: str, colors: str) -> bool:
    try:
        action_id(_spelled(word), colors)
    except NotationError:
        return word.upper() in WILD_CODES
    return True


def _spelled(word: str) -> str:
    """Cards in capitals, words in small letters, as the notation has it."""
    head, colon, tail = word.partition(":")
    small = head.casefold()
    if small in ("draw", "pass", "challenge", "uno", "catch", "take", "split"):
        return word.casefold()
    return small + colon + tail.upper() if small in ("color", "seat") else word.upper()


def _refusal(game: Game, named: str) -> str:
    """What the game says to an action it does not allow."""
    try:
        game.copy().play(named)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{named!r} was taken for an illegal action, but the game allows it")
