"""The learning curve: its file and its picture."""

from pathlib import Path

from training.curves import CurveFile, draw_curves, read_curve
from training.evaluating import EvaluationRow, curve_numbers


def test_a_curve_has_a_line_for_every_number(tmp_path: Path) -> None:
    file = tmp_path / "curve.csv"
    curve = CurveFile(file)
    curve.append(100, 1.5, 2.5, {"loss": 0.25, "win_rate/a, b": 0.5})
    curve.close()
    assert file.read_text().splitlines()[0] == "step,wall_seconds,cpu_seconds,name,value"
    assert [tuple(point) for point in read_curve(file)] == [
        (100, 1.5, 2.5, "loss", 0.25),
        (100, 1.5, 2.5, "win_rate/a, b", 0.5),
    ]


def test_going_on_drops_what_comes_again_and_a_line_that_was_broken_off(tmp_path: Path) -> None:
    file = tmp_path / "curve.csv"
    curve = CurveFile(file)
    for step in (1, 2, 3):
        curve.append(step, 0, 0, {"loss": step})
    curve.close()
    with file.open("a") as text:
        text.write("4,0.0")
    assert [point.step for point in read_curve(file)] == [1, 2, 3]
    curve = CurveFile(file, drop_after=2)
    curve.append(7, 0, 0, {"loss": 7})
    curve.close()
    assert [point.step for point in read_curve(file)] == [1, 2, 7]


def test_no_file_is_an_empty_curve(tmp_path: Path) -> None:
    assert read_curve(tmp_path / "curve.csv") == []


def test_the_picture_is_drawn_whatever_there_is(tmp_path: Path) -> None:
    rows = [
        EvaluationRow("x", opponent, "classic, 2 players", 5, 0.6, 0.5, 0.7, 0.5, False, 1, "")
        for opponent in ("random_play", "$expert_{")
    ]
    contents: list[dict[str, float]] = [{}, {"loss": 1.0}, curve_numbers(rows), {"loss/a": 1, **curve_numbers(rows)}]
    for number, numbers in enumerate(contents):
        file = tmp_path / f"{number}.csv"
        curve = CurveFile(file)
        curve.append(1_000_000, 1, 1, numbers)
        curve.close()
        draw_curves(file, tmp_path / f"{number}.png", title="an_algorithm")
        assert (tmp_path / f"{number}.png").read_bytes().startswith(b"\x89PNG")
