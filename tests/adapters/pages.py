"""The Python examples of a page about an adapter, run one after another as a reader would."""

from __future__ import annotations

import re
from typing import Any

from uno_env.documentation import ROOT


def run_examples(page: str) -> dict[str, Any]:
    """Run them in one namespace, which is returned."""
    text = (ROOT / "docs" / "adapters" / page).read_text()
    examples = re.findall(r"^```python\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    assert examples
    names: dict[str, Any] = {"__name__": "example"}
    for number, example in enumerate(examples, 1):
        exec(compile(example, f"{page} {number}", "exec"), names)
    return names
