"""What this project and its peers offer, checked by hand; ``tests/test_features.py`` probes what can be probed.

A cell is ``yes``, ``no`` or a few words, and may carry a note.  Each column says what was looked at: nothing stands
here on hearsay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

HERE, RLCARD, UNO_V4, CRAZY_EIGHTS = "uno_env", "rlcard", "uno_v4", "crazy_eights"


@dataclass(frozen=True)
class Column:
    """A library: how it is called in the table, and what was checked."""

    key: str
    title: str
    checked: str


@dataclass(frozen=True)
class Cell:
    """What a library has of a feature."""

    text: str
    note: str = ""


@dataclass(frozen=True)
class Feature:
    """One line of the table, with a cell for every column in order."""

    name: str
    cells: tuple[Cell, Cell, Cell, Cell]

    def cell(self, key: str) -> Cell:
        """The cell of one library."""
        return self.cells[[column.key for column in COLUMNS].index(key)]


COLUMNS = (
    Column(HERE, "uno_env", "this repository; every rule has a slug, code that cites it and a test"),
    Column(
        RLCARD,
        "RLCard 1.2.0 `uno`",
        "the installed package: source of `games/uno`, `envs`, `agents`, `models`, `utils`; the rules by the checks "
        "that `python -m benchmarks.rlcard_defects` plays in it",
    ),
    Column(
        UNO_V4,
        "PettingZoo `uno_v4`",
        "source of PettingZoo 1.20.1, the last release that has it (1.21.0 has not). It wraps RLCard 1.0.5; the same "
        "checks were played in that version. The wrapper itself was read, not run",
    ),
    Column(
        CRAZY_EIGHTS,
        "OpenSpiel 2.0.2 `crazy_eights`",
        "the installed package: header and source that it ships, probes at run time. A related game, not UNO",
    ),
)


def _row(name: str, *cells: str | tuple[str, str]) -> Feature:
    """A line from texts, or texts with notes."""
    first, second, third, fourth = (Cell(each) if isinstance(each, str) else Cell(*each) for each in cells)
    return Feature(name, (first, second, third, fourth))


RULES = (
    _row("cards", "108 and 112", "108", "108", ("52", "two packs from six players on")),
    _row("decks", ("5", "and those of one's own, with other numbers of the same cards"), "1", "1", "1"),
    _row(
        "players",
        "2-10",
        ("2", "`game_num_players` is accepted and ignored; payoffs are wrong with three"),
        "2",
        "2-15",
    ),
    _row(
        "a wild's colour is named and observed",
        "yes",
        ("named; observed wrongly", "the observation shows the colour the card was made with"),
        ("no", "in RLCard 1.0.5 the named colour has no effect either"),
        "yes",
    ),
    _row("challenge of a Wild Draw Four", "yes", "no", "no", "no"),
    _row("UNO call and catch", "yes", "no", "no", "no"),
    _row(
        "Reverse acts as Skip with two players",
        "yes",
        "no",
        "no",
        ("no", "its Ace, with `use_special_cards`, as probed"),
    ),
    _row("drawing although able to play", "yes", "no", "no", "yes"),
    _row("a drawn card may be played or kept", "yes", ("no", "it plays itself"), ("no", "it plays itself"), "yes"),
    _row(
        "house rules",
        "Progressive, Seven-0, Jump-In",
        "none",
        "none",
        ("options", "`use_special_cards` (its twos stack), `reshuffle`, `max_draw_cards`, `max_turns`"),
    ),
    _row("partners", "yes", "no", "no", "no"),
    _row(
        "points for what is held",
        "yes",
        ("no", "1 and -1"),
        ("no", "1 and -1"),
        ("yes", "as penalties; not by the face its header promises: a seven of spades counts 25, as probed"),
    ),
    _row("matches over several rounds", "3 ways of scoring", "no", "no", "no"),
)

INTERFACE = (
    _row(
        "PettingZoo AEC",
        "yes",
        ("no", "PettingZoo's own `RLCardBase` can still be put round it, as `benchmarks/environment_cases.py` does"),
        ("yes", "on the old Gym; removed since"),
        ("no", "Shimmy's `OpenSpielCompatibilityV0` (2.0.1, its source was read) can be put round it"),
    ),
    _row("Gymnasium", "yes", "no", "no", "no"),
    _row(
        "batches in one call",
        "yes",
        "no",
        "no",
        ("no", "`open_spiel.python.vector_env` steps a list of environments one after the other"),
    ),
    _row("action masks", "yes", "ids of the legal actions", "yes", "yes"),
    _row(
        "illegal action",
        "an error that names the legal ones",
        ("an unrelated error", "by its number; by name (`raw_action=True`) it is played unchecked"),
        ("-1 and the end", "`env()`, by its `TerminateIllegalWrapper`"),
        ("unchecked", "`apply_action_with_legality_check` checks"),
    ),
    _row("same seed, same game", "yes", "yes", "yes", ("yes", "chance is drawn by the caller")),
    _row(
        "records that can be replayed",
        "yes",
        ("no", "the actions of the running game are kept in memory"),
        "no",
        ("yes", "`history`, `serialize`"),
    ),
    _row(
        "state saved and restored",
        "yes",
        ("in memory", "`step_back`, if asked for beforehand; the environment can be pickled"),
        "no",
        ("yes", "`serialize`, `clone`"),
    ),
    _row("pictures", "yes", "no", "no", "no"),
    _row(
        "text view",
        "yes",
        ("for a human player", "`agents/human_agents/uno_human_agent.py`"),
        ("yes", "`render()` prints all hands"),
        "yes",
    ),
    _row(
        "hidden cards redrawn, for search",
        "yes",
        "no",
        "no",
        ("no", "`resample_from_infostate` is not implemented for it, and its IS-MCTS does not run"),
    ),
    _row(
        "agents for this game",
        "random, rule-based, search, trained",
        "random, one rule-based",
        "none",
        ("none of its own", "OpenSpiel's general ones, as uniform random"),
    ),
    _row(
        "tournaments with intervals",
        "yes",
        ("mean payoffs", "`rlcard.utils.tournament`"),
        "no",
        ("no", "`pyspiel.elo` rates given results"),
    ),
    _row(
        "learning algorithms",
        "5",
        ("DQN, NFSP, DMC, CFR", "general ones of the library; CFR walks the whole tree, which UNO's size forbids"),
        "none",
        ("many", "general ones of the library"),
    ),
    _row("trained networks", "3", "none", "none", "none"),
    _row("licence", "MIT", "MIT", "MIT", "Apache 2.0"),
)


def all_features() -> Iterator[Feature]:
    """Every line of both tables."""
    yield from RULES
    yield from INTERFACE


def feature(name: str) -> Feature:
    """A line by its name."""
    return next(each for each in all_features() if each.name == name)
