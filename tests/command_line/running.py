"""Running the command ``uno`` inside a test."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from agents.command_line.application import make_app

APP = make_app()


def uno(*arguments: str, answers: str = "") -> Result:
    """What ``uno`` does when it is given these arguments and these lines of input."""
    return CliRunner().invoke(APP, list(arguments), input=answers, catch_exceptions=False)


def assert_refused(result: Result, *words: str) -> None:
    """One clear line on standard error, exit code 2, nothing else."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("uno: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr
