"""The command itself: its help, its version, and what it says when something is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from agents.command_line import application
from agents.command_line.bad_input import BadInput, found_agent, plainly
from tests.command_line.running import uno
from uno_env import __version__


def test_the_version_is_told() -> None:
    result = uno("--version")
    assert result.exit_code == 0
    assert result.stdout == f"uno_env {__version__}\n"


def test_the_help_names_every_command_and_no_completion() -> None:
    text = uno("--help").stdout
    assert all(name in text for name in application.COMMANDS)
    assert "completion" not in text


@pytest.mark.parametrize("command", application.COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    result = uno(command, "--help")
    assert result.exit_code == 0
    assert f"uno {command}" in result.stdout.replace("root", "uno")


def test_missing_packages_are_named_with_the_way_to_get_them() -> None:
    program = "import sys; sys.modules['typer'] = None\nfrom agents.command_line.start import main\nmain()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install uno-env[arena]" in done.stderr
    assert "Traceback" not in done.stderr


def test_agents_are_found_in_the_folder_one_works_in(tmp_path: pytest.TempPathFactory) -> None:
    (tmp_path / "my_table.py").write_text('class Mine:\n    """Plays as I say."""\n')  # type: ignore[operator]
    program = "import sys; sys.path.pop(0)\nfrom agents.command_line.start import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", program, "describe", "my_table:Mine"],
        capture_output=True,
        text=True,
        check=False,
        cwd=str(tmp_path),
    )
    assert "Plays as I say." in done.stdout


def test_complaints_are_one_line_but_mistakes_of_ours_are_not_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    def complain() -> None:
        raise BadInput("no such thing")

    def err() -> None:
        raise ZeroDivisionError

    with pytest.raises(SystemExit) as stopped:
        plainly(complain)()
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "uno: no such thing\n"
    with pytest.raises(ZeroDivisionError):
        plainly(err)()


def test_an_agent_that_cannot_be_made_is_bad_input() -> None:
    with pytest.raises(BadInput, match="did you mean 'expert'"):
        found_agent("exprt")
    with pytest.raises(BadInput, match="agent 'tests.command_line.agents:Unwilling': RuntimeError: not today"):
        found_agent("tests.command_line.agents:Unwilling")
