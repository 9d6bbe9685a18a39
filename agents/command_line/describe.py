"""``uno describe``: decks, house rules, formats, rules and agents, explained in the terminal."""

from __future__ import annotations

import difflib
import inspect
import pkgutil
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from agents.arena.plan import FORMATS as TOURNAMENT_FORMATS
from agents.command_line.bad_input import BadInput
from agents.command_line.rule_options import RuleOptions, with_rule_options
from uno_env import policies
from uno_env.actions import WILD_CODES, card_codes, layout_table
from uno_env.decks import DECKS
from uno_env.decks.deck import Deck
from uno_env.engine.cards import COLOURED_KINDS, Wild
from uno_env.own_decks import DeckError, family_of, find_deck
from uno_env.rulebook import RULEBOOK, Rule, rules_of
from uno_env.rules import RulesError, RuleSet

HOUSE_RULES = {
    "progressive": "Draw cards can be stacked; who does not answer draws the sum.",
    "seven_zero": "A 7 trades hands, a 0 passes them along.",
    "jump_in": "The identical card may be played out of turn.",
}
FORMATS = {
    "points": "A match: whoever goes out scores what the others hold, first to the target wins.",
    "low": "A match: everybody counts what is left in hand; when somebody reaches the target the lowest total wins.",
    "challenge": "A match (Challenge UNO): whoever reaches the target is out, the last one left wins.",
    "partners": "Seats across the table play together.",
    "rotating_partners": "Four players, every one the partner of every other.",
    "multi_table": "Eight players at two tables, 28 hands, every pair partners four times.",
}
#: Formats that no sheet knows.
PAIRINGS = {name: f"{text[0].upper()}{text[1:]}." for name, text in TOURNAMENT_FORMATS.items() if name not in FORMATS}
#: The rules a house rule or a format is made of, by the beginnings of their slugs.
_SLUGS = {
    "progressive": ("classic/progressive",),
    "seven_zero": ("classic/seven-zero",),
    "jump_in": ("classic/jump-in",),
    "points": ("classic/match-points", "classic/deal-passes"),
    "low": ("classic/match-low-score", "classic/shared-win", "classic/deal-passes"),
    "challenge": ("casting-call/challenge-uno", "classic/deal-passes"),
    "partners": ("victory-lap/partners",),
    "rotating_partners": ("victory-lap/rotating-partners", "casting-call/rotating-partners"),
    "multi_table": ("victory-lap/multi-table",),
}
TOPICS = {"rules": "A rule set and what it means; takes --deck, --players, ...", "notation": "Cards and actions."}


@with_rule_options
def describe(
    *,
    what: Annotated[
        str | None,
        typer.Argument(help="A deck, a house rule, a format, an agent, the slug of a rule, 'rules' or 'notation'."),
    ] = None,
    rules: RuleOptions,
) -> None:
    """Explain decks, rules, formats and agents; without an argument, say what there is."""
    console = Console(highlight=False)
    if what is None:
        overview(console)
        return
    name = what.strip()
    topic = name.casefold().replace("-", "_").removesuffix("!")
    if topic == "rules":
        rule_set(console, rules.rule_set())
    elif topic == "notation":
        notation(console)
    elif topic in DECKS:
        deck(console, DECKS[topic])
    elif _is_deck(name):
        try:
            found = replace(rules.rule_set(), deck=name)
        except RulesError as error:
            raise BadInput(f"{error} (--players and --hand-size say otherwise)") from error
        rule_set(console, found)
    elif topic in _SLUGS:
        heading(console, topic, (HOUSE_RULES | FORMATS)[topic])
        rule_table(console, [each for each in RULEBOOK.values() if each.slug.startswith(_SLUGS[topic])])
    elif topic in PAIRINGS:
        heading(console, topic, PAIRINGS[topic])
    elif name in RULEBOOK or f"{name}#ours" in RULEBOOK:
        rule_table(console, [RULEBOOK[name if name in RULEBOOK else f"{name}#ours"]])
    elif ":" in name or name in policies.POLICIES:
        agent(console, name)
    else:
        raise BadInput(f"nothing is called {what!r}{_near(topic)}; 'uno describe' says what there is")


def _is_deck(name: str) -> bool:
    """Is it a deck of the user's own, ``module:ATTRIBUTE``?"""
    try:
        find_deck(name)
    except DeckError:
        return False
    return True


def _near(word: str) -> str:
    known = [*TOPICS, *DECKS, *_SLUGS, *PAIRINGS, *policies.POLICIES, *RULEBOOK]
    near = difflib.get_close_matches(word, known, 3)
    near += [each for each in known if word and word in each and each not in near][: 3 - len(near)]
    return f" (did you mean {', '.join(near)}?)" if near else ""


# -- what there is -------------------------------------------------------------------------------------


def overview(console: Console) -> None:
    """Everything that can be described, a line each."""
    decks = {name: _deck_in_a_line(each) for name, each in DECKS.items()}
    for title, entries in (
        ("Decks (--deck)", decks),
        ("House rules", {f"--{name.replace('_', '-')}": text for name, text in HOUSE_RULES.items()}),
        ("Formats", FORMATS | PAIRINGS),
        ("Agents", _agents() | {"module:Class": "An agent of your own: a class with act(observations, masks)."}),
        ("More to describe", TOPICS),
    ):
        console.print(Text(title, style="bold"))
        console.print(listed(entries.items()))
        console.print()
    console.print("Parameters of an agent stand behind a colon: search:rollouts=400,belief=1")
    console.print("Read on: uno describe NAME, uno play --help, README.md, docs/reference.md")


def _agents() -> dict[str, str]:
    """Every named agent and the first line of what it says about itself; one that lacks a package is listed too."""
    described = {}
    for name, place in policies.POLICIES.items():
        try:
            described[name] = _first_line(_imported(place))
        except BadInput as error:
            described[name] = str(error)
    return described


def _first_line(found: Any) -> str:
    return inspect.cleandoc(found.__doc__ or "").replace("``", "").partition("\n")[0]


def _deck_in_a_line(each: Deck) -> str:
    own = "" if each.own_card is None else f", 4 {_own_card(each)}"
    pink = "" if each.color_letters.startswith("R") else f", {each.color_names[0]} for red"
    return f"{each.title}: {each.card_numbers} cards{own}{pink}"


def _own_card(each: Deck) -> str:
    return "none" if each.own_card is None else WILD_CODES[each.own_card - Wild.WILD]


def listed(entries: Iterable[Sequence[str]], heads: Sequence[str] = ()) -> Padding:
    """Rows in columns, the last one as wide as there is room."""
    rows = [tuple(entry) for entry in entries]
    table = Table(box=None, show_header=bool(heads), padding=(0, 2, 0, 0), header_style="dim")
    for place in range(len(rows[0])):
        table.add_column(heads[place] if heads else "", style="cyan" if place == 0 else "", no_wrap=place == 0)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return Padding(table, (0, 0, 0, 2))


def heading(console: Console, name: str, text: str) -> None:
    """A title and a sentence."""
    console.print(Text(name, style="bold"), Text(text))


def rule_table(console: Console, rules: Iterable[Rule]) -> None:
    """Rules with their slugs; ``#ours`` marks where the sheets are silent."""
    console.print(listed([(each.slug, each.text) for each in rules]))


# -- one thing -----------------------------------------------------------------------------------------


def deck(console: Console, each: Deck) -> None:
    """A deck: its cards, and its rules with their slugs, its own ones first."""
    heading(console, each.name, _deck_in_a_line(each))
    console.print(listed([("cards", _contents(RuleSet(deck=each.name))), ("own card", _own_card(each))]))
    common = {rule.slug for rule in rules_of("classic")}
    own = [rule for rule in rules_of(each.name) if rule.slug not in common]
    if own:
        console.print(Text("\nOnly here, or not in classic", style="bold"))
        rule_table(console, own)
    console.print(Text("\nAs in classic" if own else "\nRules", style="bold"))
    rule_table(console, [rule for rule in rules_of(each.name) if rule.slug in common])


def _contents(rules: RuleSet) -> str:
    """How many cards of each face, colours taken together."""
    codes = card_codes(rules.deck_declaration.color_letters)
    counts: dict[str, int] = {}
    for kind in sorted(rules.card_kinds()):
        face = codes[kind] if kind >= COLOURED_KINDS else codes[kind][1:]
        counts[face] = counts.get(face, 0) + 1
    colors = ", ".join(f"{letter} {name}" for letter, name in _colors(rules.deck_declaration))
    return ", ".join(f"{count} {face}" for face, count in counts.items()) + f"; colours {colors}"


def _colors(each: Deck) -> list[tuple[str, str]]:
    return list(zip(each.color_letters, each.color_names, strict=True))


def rule_set(console: Console, rules: RuleSet) -> None:
    """A rule set: every parameter, and the rules of the house rules that are on."""
    heading(console, rules.describe(), "")
    values = rules.to_dict()
    rows = [(each.name, _value(values[each.name])) for each in fields(rules)]
    left = len(rules.card_kinds()) - rules.players * rules.hand_size - 1
    rows += [("cards", _contents(rules)), ("after the deal", f"{left} cards in the draw pile")]
    console.print(listed(rows))
    on = [name for name in HOUSE_RULES if values[name]] + (["partners"] if rules.partners else [])
    for name in on:
        console.print(Text(f"\n{name}", style="bold"))
        rule_table(console, [each for each in RULEBOOK.values() if each.slug.startswith(_SLUGS[name])])
    console.print(f"\nThe rules of the deck: uno describe {family_of(rules.deck_declaration)}")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{count} {name}" for name, count in value.items())
    return str(value)


def notation(console: Console) -> None:
    """Cards and actions as they are written everywhere."""
    rows = [(codes.replace("`", ""), meaning) for _, codes, meaning in layout_table()]
    console.print(listed(rows))
    console.print(
        "A coloured card is colour and face: 0-9, S Skip, R Reverse, D Draw Two; a final * is the icon of Run!.\n"
        "Wilds: W Wild, W4 Wild Draw Four, RUN, CAST, FRIEND, LAP; the first four name a colour, as in W:B."
    )


def agent(console: Console, spec: str) -> None:
    """An agent: what it says about itself, and its parameters."""
    head, _, rest = spec.partition(":")
    name = head if head in policies.POLICIES else f"{head}:{rest.partition(':')[0]}"
    found = _imported(policies.POLICIES.get(name, name))
    words = inspect.cleandoc(found.__doc__ or "It says nothing about itself.")
    console.print(Text(name, style="bold"))
    for paragraph in words.replace("``", "").split("\n\n"):
        console.print(Padding(Text(" ".join(paragraph.split())), (0, 0, 0, 2)))
    rows = [(each.name, _default(each)) for each in inspect.signature(found).parameters.values()]
    if isinstance(found, type) and rows:
        console.print(Text("\nParameters", style="bold"))
        console.print(listed(rows, ("name", "default")))
        console.print(f"\nFor example {name}:{rows[0][0]}={rows[0][1] or '...'}")


def _imported(place: str) -> Any:
    """What describes itself; nothing is made of it, so parameters that must be given are no matter."""
    try:
        return pkgutil.resolve_name(place)
    except Exception as error:  # a module of the user's can raise anything
        raise BadInput(" ".join(f"agent {place!r} cannot be imported: {error}".split())) from error


def _default(parameter: inspect.Parameter) -> str:
    if parameter.default is inspect.Parameter.empty:
        return ""
    return parameter.default if isinstance(parameter.default, str) else repr(parameter.default).lower()
