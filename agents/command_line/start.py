"""The command ``uno``, also where the packages it needs are missing: then it says which."""

from __future__ import annotations

import sys
from pathlib import Path

MISSING = "uno: the command line needs more packages: pip install uno-env[arena]"
NEEDED = ("typer", "rich", "openskill", "matplotlib", "scipy")  # the packages of the extra


def main() -> None:
    """Run the command."""
    sys.path.append(str(Path.cwd()))  # where the user's own agents are looked for, as python -m would
    try:
        from agents.command_line.application import make_app

        app = make_app()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        print(MISSING, file=sys.stderr)
        raise SystemExit(2) from None
    app(prog_name="uno")


if __name__ == "__main__":
    main()
