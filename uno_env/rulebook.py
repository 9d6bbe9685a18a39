"""The rulebook: every rule of every sheet by its slug.

A slug is cited where its rule is implemented (``[classic/draw-two]`` in a docstring or comment) and where it
is tested (``@rule("classic/draw-two")``); a test fails when either is missing.  ``#ours`` marks a decision
where the sheets are silent or disagree.
"""

from __future__ import annotations

from dataclasses import dataclass

ALL = ("classic", "run", "friendship", "casting_call", "victory_lap")
STANDARD = ("classic", "friendship", "casting_call", "victory_lap")
BLUFF = ("classic", "run", "friendship", "casting_call")
#: The Casting Call sheet refers to penalties that it does not name.
PENALTIES = ("classic", "run", "friendship")


@dataclass(frozen=True)
class Rule:
    """One rule: where it stands and what it says, in our own words."""

    slug: str
    heading: str
    text: str
    #: The sheets that have it; for a decision of ours, the decks it applies to.
    sheets: tuple[str, ...]

    @property
    def ours(self) -> bool:
        """A decision of this project, not a rule of a sheet."""
        return self.slug.endswith("#ours")


_RULES = (
    # -- the deck, the deal, the start card --------------------------------------------------------
    Rule(
        "classic/cards",
        "Contents",
        "108 cards: per colour one 0, two each of 1-9, Skip, Reverse and Draw Two; 4 Wild, 4 Wild Draw Four.",
        ALL,
    ),
    Rule("classic/dealer", "Setup", "Cards are drawn for who deals: a dealer chosen at random.", STANDARD),
    Rule("classic/deal", "Setup", "The deck is shuffled and everybody gets seven cards.", ALL),
    Rule("classic/deal-order#ours", "Setup", "Cards are dealt one at a time, beginning left of the dealer.", ALL),
    Rule("classic/hand-size#ours", "Setup", "Other hand sizes can be agreed as long as a start card is certain.", ALL),
    Rule("classic/start-card", "Setup", "The next card is turned; left of the dealer begins.", ALL),
    Rule("classic/start-skip", "Skip", "A start Skip skips the player left of the dealer.", STANDARD),
    Rule("classic/start-reverse", "Reverse", "After a start Reverse the dealer begins and play goes right.", STANDARD),
    Rule("classic/start-draw-two", "Draw Two", "A start Draw Two hits the player left of the dealer.", STANDARD),
    Rule(
        "classic/start-wild",
        "Wild",
        "After a start wild the first player names the colour, then plays.",
        STANDARD,
    ),
    Rule(
        "classic/start-own-card#ours",
        "Wild",
        "As a start card a deck's own card lets the first player name the colour and does nothing else.",
        ("casting_call", "victory_lap"),
    ),
    Rule(
        "classic/start-wild-draw-four",
        "Wild Draw Four",
        "A start Wild Draw Four goes back and another card is turned.",
        STANDARD,
    ),
    Rule(
        "classic/start-no-house-rules#ours",
        "House rules",
        "Jump-In and Seven-0 never apply to the start card; a Progressive Draw Two can be answered.",
        ALL,
    ),
    # -- a turn ------------------------------------------------------------------------------------
    Rule("classic/direction", "Let's play", "Play goes to the left until it is reversed.", ALL),
    Rule("classic/turn", "Let's play", "On a turn one card may be played.", ALL),
    Rule(
        "classic/match",
        "Let's play",
        "A card matches by colour, number or symbol; on a wild only the named colour counts.",
        ALL,
    ),
    Rule("classic/draw-by-choice", "Let's play", "A player may draw although able to play.", ALL),
    Rule("classic/drawn-card", "Let's play", "The drawn card may be played at once, no other card may.", ALL),
    Rule("run/drawn-card-optional#ours", "Let's play", "Playing the drawn card is a permission on every deck.", ALL),
    Rule("classic/played-card", "Let's play", "The card lies on the discard pile and its colour is in play.", ALL),
    Rule(
        "classic/reshuffle",
        "Going out",
        "An empty draw pile is made anew from the discard pile.",
        ALL,
    ),
    Rule("classic/top-card-stays#ours", "Going out", "The top card stays where it is, not to be drawn again.", ALL),
    Rule("classic/reshuffle-when-needed#ours", "Going out", "That is done when a card is needed, not before.", ALL),
    Rule("classic/draw-what-is-left#ours", "Going out", "A draw takes as many cards as there are.", ALL),
    Rule(
        "classic/dead-round#ours",
        "Going out",
        "When every player in turn draws nothing the round ends without a winner.",
        ALL,
    ),
    # -- action cards ------------------------------------------------------------------------------
    Rule("classic/skip", "Skip", "The next player loses the turn.", ALL),
    Rule("classic/reverse", "Reverse", "The direction of play flips.", ALL),
    Rule("classic/draw-two", "Draw Two", "The next player draws two and loses the turn.", ALL),
    Rule("classic/wild", "Wild", "A wild fits on everything and its player names the colour.", ALL),
    Rule(
        "classic/wild-draw-four",
        "Wild Draw Four",
        "The player names the colour, the next one draws four and loses the turn.",
        ALL,
    ),
    Rule(
        "classic/wild-draw-four-condition",
        "Wild Draw Four",
        "It is illegal while another card of the colour in play is held, yet it can be played.",
        BLUFF,
    ),
    Rule("classic/challenge", "Wild Draw Four", "The player it hits may challenge and is shown the hand.", BLUFF),
    Rule("classic/challenge-guilty", "Wild Draw Four", "Guilty: the one who played it draws the four.", PENALTIES),
    Rule(
        "classic/challenge-innocent",
        "Wild Draw Four",
        "Innocent: the challenger draws six and loses the turn.",
        PENALTIES,
    ),
    Rule("classic/challenge-hand#ours", "Wild Draw Four", "What counts is the hand at the moment of playing.", BLUFF),
    Rule(
        "classic/challenger-plays#ours",
        "Wild Draw Four",
        "After a won challenge the challenger has a normal turn.",
        BLUFF,
    ),
    Rule(
        "casting-call/two-handed",
        "Two-handed play",
        "With two players Reverse is a Skip, and after Skip, Draw Two and Wild Draw Four the turn comes straight back.",
        ("casting_call", "victory_lap"),
    ),
    # -- UNO, going out, points --------------------------------------------------------------------
    Rule("classic/uno", "Going out", "Whoever is left with one card says UNO.", ALL),
    Rule("classic/uno-catch", "Going out", "Caught silent before the next player begins: draw two.", ALL),
    Rule(
        "classic/uno-catch-order#ours",
        "Going out",
        "The others are asked in the direction of play, partners too; the first catch counts.",
        ALL,
    ),
    Rule("classic/uno-auto#ours", "Going out", "The call can be made automatically.", ALL),
    Rule(
        "classic/uno-new-hand#ours",
        "Going out",
        "A player whose own effect brings a one-card hand owes the call again.",
        ALL,
    ),
    Rule("classic/uno-received#ours", "Going out", "Merely receiving a one-card hand owes no call.", ALL),
    Rule(
        "casting-call/no-late-call#ours",
        "Penalties",
        "A late call before the catch is not modelled.",
        ALL,
    ),
    Rule("classic/going-out", "Going out", "Whoever has no card left is out, and the round ends.", ALL),
    Rule(
        "classic/last-card-draws",
        "Going out",
        "A Draw Two or Wild Draw Four as last card still makes the next player draw.",
        STANDARD,
    ),
    Rule("classic/card-points", "Scoring", "Numbers count their face, actions 20, wilds 50.", ALL),
    Rule("classic/scoring", "Scoring", "The winner scores what the others hold.", ALL),
    # -- house rules -------------------------------------------------------------------------------
    Rule("classic/progressive-draw-two", "Progressive", "A Draw Two may be answered with a Draw Two.", ("classic",)),
    Rule(
        "classic/progressive-wild-draw-four",
        "Progressive",
        "A Wild Draw Four may be answered with a Wild Draw Four; the last one names the colour.",
        ("classic",),
    ),
    Rule("classic/progressive-sum", "Progressive", "Who does not answer draws the whole sum.", ("classic",)),
    Rule("classic/progressive-challenge", "Progressive", "Challenging a stack is about the whole sum.", ("classic",)),
    Rule(
        "classic/progressive-no-mix#ours", "Progressive", "Draw Two and Wild Draw Four do not answer each other.", ALL
    ),
    Rule("classic/seven-zero-pass", "Seven-0", "A 0 passes all hands along.", ("classic",)),
    Rule("classic/seven-zero-trade", "Seven-0", "A 7 trades hands with a player of one's choice.", ("classic",)),
    Rule("classic/seven-zero-last-card#ours", "Seven-0", "As a last card a 7 or 0 simply goes out.", ALL),
    Rule("classic/jump-in", "Jump-In", "The identical card may be played out of turn.", ("classic",)),
    Rule("classic/jump-in-resumes", "Jump-In", "Play goes on from whoever jumped in.", ("classic",)),
    Rule(
        "classic/jump-in-back-to-back",
        "Jump-In",
        "A player may follow with their own second copy, after the others had their chance.",
        ("classic",),
    ),
    Rule("classic/jump-in-cancels", "Jump-In", "The second card's effect replaces the first one's.", ("classic",)),
    Rule(
        "classic/jump-in-order#ours",
        "Jump-In",
        "Holders are asked in the direction of play, the first yes counts.",
        ALL,
    ),
    Rule(
        "classic/jump-in-window#ours",
        "Jump-In",
        "It is asked once, before the card takes effect; nobody jumps in later.",
        ALL,
    ),
    Rule("classic/jump-in-wilds#ours", "Jump-In", "Wilds can be jumped on too; the icon does not count.", ALL),
    Rule("classic/jump-in-chain#ours", "Jump-In", "A pending sum goes back to where the chain of jump-ins began.", ALL),
    # -- Run! --------------------------------------------------------------------------------------
    Rule("run/cards", "Contents", "112 cards: 4 Wild Run! besides the common ones.", ("run",)),
    Rule("run/icons", "Action cards", "Some action cards of each kind carry the icon.", ("run",)),
    Rule(
        "run/icon-counts#ours", "Action cards", "Half of each kind by default; other counts are a parameter.", ("run",)
    ),
    Rule("run/start-card", "Setup", "An action card or a wild is left lying and the next card is turned.", ("run",)),
    Rule("run/plain-wild", "Wild Run!", "On one's own turn a Run! card is a wild.", ("run",)),
    Rule("run/block", "Wild Run!", "An icon card played against you can be blocked with a Run! card.", ("run",)),
    Rule(
        "run/block-effect",
        "Wild Run!",
        "The blocked card does nothing and play goes on in the current order.",
        ("run",),
    ),
    Rule(
        "run/block-target#ours",
        "Wild Run!",
        "A card is played against the next player in the direction before it takes effect.",
        ("run",),
    ),
    Rule(
        "run/block-top-card#ours",
        "Wild Run!",
        "The icon of the top card decides, in a stack and after a jump-in; a block clears the whole sum.",
        ("run",),
    ),
    Rule(
        "run/block-is-a-turn#ours",
        "Wild Run!",
        "A block is a play like any other and was the blocker's turn; the next one plays.",
        ("run",),
    ),
    Rule("run/icon-wild#ours", "Wild Run!", "An icon Wild opens no window: the next player just plays Run!.", ("run",)),
    Rule(
        "run/wilds-count-as-match", "Wild Draw Four", "Holding another wild makes a Wild Draw Four illegal.", ("run",)
    ),
    Rule("run/single-round", "How to win", "Whoever plays the last card wins; points are optional.", ("run",)),
    # -- Power of Friendship -----------------------------------------------------------------------
    Rule("friendship/cards", "Contents", "112 cards: 4 Power of Friendship; pink in place of red.", ("friendship",)),
    Rule("friendship/lay", "Power of Friendship", "The player lays a coloured card face down.", ("friendship",)),
    Rule(
        "friendship/guess", "Power of Friendship", "Every other player lays a coloured card face down.", ("friendship",)
    ),
    Rule(
        "friendship/reveal",
        "Power of Friendship",
        "Cards of the player's colour are discarded, the player's last; the others are taken back.",
        ("friendship",),
    ),
    Rule("friendship/no-effects", "Power of Friendship", "Cards laid this way have no effect.", ("friendship",)),
    Rule(
        "friendship/no-house-rules#ours",
        "Power of Friendship",
        "Nor is there a jump-in, a trade or a last draw for them.",
        ("friendship",),
    ),
    Rule(
        "friendship/no-coloured-card#ours",
        "Power of Friendship",
        "Without a coloured card the player names a colour; others lay nothing.",
        ("friendship",),
    ),
    Rule(
        "friendship/several-out#ours",
        "Power of Friendship",
        "The first hand emptied in discarding order wins.",
        ("friendship",),
    ),
    Rule(
        "friendship/calls#ours",
        "Power of Friendship",
        "Discarders left with one card owe a call, in that order.",
        ("friendship",),
    ),
    # -- Casting Call ------------------------------------------------------------------------------
    Rule("casting-call/cards", "Contents", "112 cards: 4 Casting Call besides the common ones.", ("casting_call",)),
    Rule(
        "casting-call/turn", "Casting Call", "Cards are turned from the draw pile until two match.", ("casting_call",)
    ),
    Rule("casting-call/match", "Casting Call", "Two cards match by colour, number or symbol.", ("casting_call",)),
    Rule(
        "casting-call/identical#ours",
        "Casting Call",
        "Or only if identical, as the French text has it.",
        ("casting_call",),
    ),
    Rule("casting-call/give", "Casting Call", "All turned cards go to one other player.", ("casting_call",)),
    Rule("casting-call/split", "Casting Call", "Or they are dealt to the others.", ("casting_call",)),
    Rule(
        "casting-call/split-order#ours",
        "Casting Call",
        "They go round one at a time from the next player on; the first may get one more.",
        ("casting_call",),
    ),
    Rule("casting-call/names-color", "Casting Call", "It is a wild too.", ("casting_call",)),
    Rule(
        "casting-call/color-first#ours",
        "Casting Call",
        "The colour is named with the play, before a card is turned.",
        ("casting_call",),
    ),
    Rule(
        "casting-call/two-players#ours",
        "Casting Call",
        "With two players there is nothing to split.",
        ("casting_call",),
    ),
    Rule(
        "casting-call/nothing-left#ours", "Casting Call", "When no card is left the turning stops.", ("casting_call",)
    ),
    # -- Victory Lap -------------------------------------------------------------------------------
    Rule("victory-lap/cards", "Contents", "112 cards: 4 Victory Lap besides the common ones.", ("victory_lap",)),
    Rule(
        "victory-lap/wild-draw-four-strict",
        "Wild Draw Four",
        "It can only be played without the colour in play; there is no challenge.",
        ("victory_lap",),
    ),
    Rule("victory-lap/lap", "Victory Lap", "All hands move one seat in the direction of play.", ("victory_lap",)),
    Rule("victory-lap/look", "Victory Lap", "The hand that arrives is seen by the player alone.", ("victory_lap",)),
    Rule("victory-lap/take-or-pass", "Victory Lap", "They take it, or all hands move on.", ("victory_lap",)),
    Rule("victory-lap/full-circle", "Victory Lap", "When the own hand comes back the lap is over.", ("victory_lap",)),
    Rule("victory-lap/name-color", "Victory Lap", "The colour is named when the hand is chosen.", ("victory_lap",)),
    Rule("victory-lap/uno", "Victory Lap", "Taking a one-card hand calls for UNO.", ("victory_lap",)),
    Rule(
        "victory-lap/uno-after-color#ours",
        "Victory Lap",
        "UNO is called once the colour is named; not again if the own hand came back.",
        ("victory_lap",),
    ),
    Rule(
        "victory-lap/uno-needs-catch#ours",
        "Victory Lap",
        "The penalty for silence needs a catch here too.",
        ("victory_lap",),
    ),
    # -- partners, matches, tournaments ------------------------------------------------------------
    Rule(
        "victory-lap/partners",
        "Partners",
        "Partners sit across; when one goes out the side scores both opponents' hands.",
        ("casting_call", "victory_lap"),
    ),
    Rule("classic/match-points", "Winning the game", "First to 500 points wins.", ALL),
    Rule(
        "classic/match-low-score",
        "Alternative scoring",
        "Count what is left in hand; when someone reaches 500 the lowest total wins.",
        STANDARD,
    ),
    Rule("classic/shared-win#ours", "Alternative scoring", "Equal lowest totals share the win.", ALL),
    Rule(
        "classic/deal-passes#ours",
        "Winning the game",
        "The deal passes to the left each round, over seats that are out; a dead round scores nothing.",
        ALL,
    ),
    Rule(
        "casting-call/challenge-uno",
        "Challenge UNO",
        "Whoever reaches the target is out; the last one left wins.",
        ("casting_call",),
    ),
    Rule(
        "casting-call/several-out#ours",
        "Challenge UNO",
        "Several who reach the target in one round are out together.",
        ALL,
    ),
    Rule(
        "victory-lap/partner-totals#ours",
        "Partners",
        "In partner tournaments both partners are credited with all the side scores; equal totals share the win.",
        ("casting_call", "victory_lap"),
    ),
    Rule(
        "victory-lap/rotating-partners",
        "Partners",
        "Four players: three hands, each with another partner.",
        ("victory_lap",),
    ),
    Rule(
        "casting-call/rotating-partners",
        "Partners",
        "Four players: four hands with each partner, twelve in all.",
        ("casting_call",),
    ),
    Rule(
        "victory-lap/multi-table",
        "Multi-table tournaments",
        "Eight players at two tables, 28 hands, each pair partners for four.",
        ("casting_call", "victory_lap"),
    ),
)

#: Every rule by its slug.
RULEBOOK: dict[str, Rule] = {each.slug: each for each in _RULES}
assert len(RULEBOOK) == len(_RULES), "a slug stands twice in the rulebook"


def rules_of(sheet: str) -> list[Rule]:
    """The rules of one sheet, in the order of the book."""
    return [each for each in _RULES if sheet in each.sheets]
