"""Bad input at the command line: one clear line, exit code 2, no traceback."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from uno_env.policies import Policy, find_policy
from uno_env.recording import RecordError
from uno_env.rules import RulesError

EXIT_BAD_INPUT = 2

Params = ParamSpec("Params")
Result = TypeVar("Result")


class BadInput(Exception):
    """Something the user has given cannot be used; the message is all the user will see."""


def plainly(command: Callable[Params, Result]) -> Callable[Params, Result]:
    """A command whose complaints about its input end the program with one line on standard error."""

    @functools.wraps(command)
    def complaining_in_one_line(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:  # nobody reads on; not the user's mistake
            raise
        except OSError as error:
            complaint = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        except (BadInput, RulesError, RecordError) as error:
            complaint = str(error)
        print(f"uno: {complaint}", file=sys.stderr)
        raise SystemExit(EXIT_BAD_INPUT)

    return complaining_in_one_line


def found_agent(spec: str) -> Policy:
    """The agent of a spec; whatever prevents that, a mistake in the user's own module for example, is bad input."""
    try:
        return find_policy(spec)
    except Exception as error:  # a module of the user's can raise anything
        name = "" if isinstance(error, ValueError | TypeError) else f"{type(error).__name__}: "
        told = str(error) if spec in str(error) else f"agent {spec!r}: {name}{error}"
        raise BadInput(" ".join(told.split())) from error
