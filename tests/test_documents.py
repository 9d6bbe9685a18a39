"""Documents agree with the code, and what they show runs."""

import doctest
import re

import pytest

import uno_env.actions
import uno_env.batch
import uno_env.formats.match
import uno_env.rules
from training.documentation import DOCUMENTS, MAKERS
from uno_env.documentation import ROOT, filled


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_tables_of_a_document_are_those_of_the_code(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "made from the code" in text
    assert filled(text, MAKERS) == text, "say: make docs"


def python_examples() -> list[str]:
    texts = [
        (ROOT / name).read_text() for name in ("README.md", "docs/agents.md", "docs/training.md", "uno_env/uno_v0.py")
    ]
    return [example for text in texts for example in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)]


@pytest.mark.parametrize("number", range(len(python_examples())))
def test_the_examples_of_the_documents_run(number: int) -> None:
    exec(compile(python_examples()[number], f"example {number}", "exec"), {})


@pytest.mark.parametrize("module", [uno_env.actions, uno_env.batch, uno_env.rules, uno_env.formats.match])
def test_the_examples_in_docstrings_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted
    assert not result.failed
