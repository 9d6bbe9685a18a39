"""RLCard's UNO against the rules, position by position: ``python -m benchmarks.rlcard_defects``.

Every line is a position that was just played in the installed RLCard and in this project's game; see
:mod:`benchmarks.rlcard_checks`.  A line that RLCard no longer bears out is marked, not left out.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import rlcard_peer
from benchmarks.report import versions, write_json
from benchmarks.rlcard_checks import DEFECTS, Defect, Observation

RESULTS = Path(__file__).parent / "results" / "rlcard_defects.json"


def told(seen: Observation) -> str:
    """An observation in one line."""
    return ", ".join(f"{question}: {_answer(answer)}" for question, answer in seen.items())


def _answer(answer: Any) -> str:
    return (" ".join(map(str, answer)) or "none") if isinstance(answer, list) else str(answer)


def result(defect: Defect) -> dict[str, Any]:
    """Play one position on both sides."""
    return {
        "name": defect.name,
        "kind": defect.kind,
        "rule": defect.slug,
        "what_the_rule_says": defect.what_the_rule_says,
        "situation": defect.situation,
        "by_the_rule": dict(defect.by_the_rule),
        "rlcard": dict(defect.in_rlcard()),
        "here": dict(defect.here()),
        "shown": defect.shown(),
    }


def lines(found: dict[str, Any]) -> str:
    """One position for people to read."""
    return "\n".join(
        (
            f"{found['name']} ({found['kind']}){'' if found['shown'] else '  NOT SHOWN'}",
            f"  position  {found['situation']}",
            f"  rule      {found['what_the_rule_says']} [{found['rule']}]",
            f"  asked for {told(found['by_the_rule'])}",
            f"  RLCard    {told(found['rlcard'])}",
            f"  here      {told(found['here'])}",
        )
    )


def main(arguments: Sequence[str]) -> int:
    """Play all positions, print and write what was seen; 1 if some defect could not be shown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rlcard_defects",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here as well")
    chosen = parser.parse_args(arguments)
    if not rlcard_peer.is_installed():
        print(rlcard_peer.HOW_TO_INSTALL, file=sys.stderr)
        return 2
    results = [result(defect) for defect in DEFECTS]
    print("\n\n".join(lines(found) for found in results))
    shown = sum(found["shown"] for found in results)
    print(f"\n{shown} of {len(results)} shown")
    content = {
        "command": shlex.join(["python", "-m", "benchmarks.rlcard_defects", *arguments]),
        "versions": versions(),
        "results": results,
    }
    if chosen.json:
        write_json(chosen.json, content)
    return 0 if shown == len(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
