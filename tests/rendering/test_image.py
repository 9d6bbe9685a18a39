"""The table as a picture."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

pytest.importorskip("pygame")

from tests.rendering.tables import PHASES, at_phase
from tests.table import lay_table
from uno_env import Game, RuleSet
from uno_env.actions import card_codes
from uno_env.decks import DECKS
from uno_env.rendering import image
from uno_env.rendering.card_art import card
from uno_env.rendering.hand_layout import MIDDLE, PLATE_HEIGHT, TABLE, lay_out, seat_areas
from uno_env.rendering.pygame_ce import pygame
from uno_env.rendering.view import FACE_DOWN, TableView


def looks_drawn(pixels: np.ndarray) -> bool:
    """Many colours, and not one that fills nearly everything."""
    colors, counts = np.unique(pixels[::3, ::3].reshape(-1, 3), axis=0, return_counts=True)
    return len(colors) > 50 and counts.max() < 0.8 * counts.sum()


@pytest.mark.parametrize(("deck", "phase"), PHASES)
def test_every_phase_can_be_drawn_for_everybody_and_for_one(deck: str, phase: str) -> None:
    game = at_phase(deck, phase)
    for seat in (None, 1):
        pixels = image.draw(TableView.of(game, seat, scores=(1, 22, 333, 4)))
        assert pixels.shape == (700, 1000, 3)
        assert pixels.dtype == np.uint8
        assert pixels.flags.c_contiguous
        assert looks_drawn(pixels)


@pytest.mark.parametrize("players", range(2, 11))
def test_any_number_of_players_can_be_drawn(players: int) -> None:
    game = Game(RuleSet(players=players), 3)
    assert looks_drawn(image.draw(TableView.of(game), (500, 350)))
    assert looks_drawn(image.draw(TableView.of(game, players - 1), (500, 350)))


@pytest.mark.parametrize("size", [(200, 140), (640, 640), (1400, 500)])
def test_a_picture_has_the_size_asked_for(size: tuple[int, int]) -> None:
    pixels = image.draw(TableView.of(Game(seed=1)), size)
    assert pixels.shape == (size[1], size[0], 3)


def test_a_size_that_shows_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 200 by 140"):
        image.draw(TableView.of(Game(seed=1)), (10, 10))


def test_the_same_view_is_the_same_picture() -> None:
    view = TableView.of(Game(seed=4), 2)
    assert np.array_equal(image.draw(view), image.draw(view))


def test_a_hidden_card_changes_no_pixel_and_a_visible_one_does() -> None:
    one = lay_table(["R1 R2", "B1 B2", "G1 G2"])
    other = lay_table(["R1 R2", "B1 G2", "G1 B2"])
    assert np.array_equal(image.draw(TableView.of(one, 0)), image.draw(TableView.of(other, 0)))
    assert not np.array_equal(image.draw(TableView.of(one)), image.draw(TableView.of(other)))


@pytest.mark.parametrize("colors", ["RYGB", "PYGB"])
def test_no_two_cards_look_alike(colors: str) -> None:
    codes = [FACE_DOWN, *card_codes(colors)]
    pictures = {pygame.image.tobytes(card(code, 40, 0, colors), "RGBA") for code in codes}
    assert len(pictures) == len(codes)


@pytest.mark.parametrize("viewer", [None, 1])
@pytest.mark.parametrize("players", range(2, 11))
def test_seats_do_not_overlap_each_other_or_the_piles(players: int, viewer: int | None) -> None:
    places = [
        pygame.Rect(area.x, area.y, area.width, area.height + PLATE_HEIGHT) for area in seat_areas(players, viewer)
    ]
    table = pygame.Rect(*TABLE)
    piles = pygame.Rect(0, 0, 250, 210)
    piles.center = (round(MIDDLE[0]), round(MIDDLE[1]))
    for number, place in enumerate(places):
        assert table.contains(place)
        assert not place.colliderect(piles)
        assert place.collidelist(places[number + 1 :]) < 0


@pytest.mark.parametrize("cards", [1, 2, 7, 15, 30, 45, 60])
@pytest.mark.parametrize(("width", "height"), [(150, 90), (180, 90), (240, 90), (770, 110)])
def test_a_hand_of_any_size_fits_its_place_with_every_corner_showing(cards: int, width: float, height: float) -> None:
    card_width, slots = lay_out(0, cards, width, height, 74)
    assert len(slots) == cards
    assert card_width >= 12
    assert all(card_width / 2 - 1 <= slot.x <= width - card_width / 2 + 1 for slot in slots)
    gaps = [after.x - before.x for before, after in pairwise(slots) if after.x > before.x]
    assert all(gap >= 0.39 * card_width for gap in gaps)


def test_a_large_hand_and_ten_players_can_be_drawn() -> None:
    assert looks_drawn(image.draw(TableView.of(Game(RuleSet(players=2, hand_size=50), 1), 0)))
    for deck in DECKS:
        game = Game(RuleSet(deck=deck, players=10, hand_size=5), 1)
        assert looks_drawn(image.draw(TableView.of(game)))


def test_a_window_opens_shows_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    view = TableView.of(Game(seed=1))
    with image.Window((500, 350)) as window:
        assert window.show(view)
        assert pygame.display.get_surface().get_size() == (500, 350)
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        assert not window.show(view)
        assert window.closed
        assert not window.show(view)
    window.close()
    assert not pygame.display.get_init()


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_text_needs_no_pygame_and_pictures_need_no_display() -> None:
    program = """
import os, sys
for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
    os.environ.pop(name, None)
import uno_env, uno_env.rendering, uno_env.rendering.ansi, uno_env.text_view
print("pygame" in sys.modules)
from uno_env.rendering.image import draw
from uno_env.rendering.view import TableView
pixels = draw(TableView.of(uno_env.Game(seed=1)), (300, 210))
import pygame
print("pygame" in sys.modules, pygame.display.get_init(), "SDL_VIDEODRIVER" in os.environ, pixels.shape)
"""
    assert run(program).splitlines() == ["False", "True False False (210, 300, 3)"]
