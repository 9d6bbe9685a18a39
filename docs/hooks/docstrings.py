"""Docstrings as the site shows them: the code's own conventions in Markdown.

The code is written for readers of the code, with ``:class:`` roles, rules cited in brackets, examples after ``>>>``
and fields explained in ``#:`` comments; Markdown knows none of them.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Attribute, Docstring, Extension, Object

ROLE = re.compile(r":(?:class|func|meth|mod|data|attr):`~?([^`]+)`")
RULE = re.compile(r"\[([a-z-]+/[a-z0-9-]+(?:#ours)?)\](?!\()")
FIELD_COMMENT = re.compile(r"\s*#: ?(.*)")


def in_markdown(text: str) -> str:
    """The docstring with names as code, cited rules as code and examples in fences."""
    text = RULE.sub(r"`\1`", ROLE.sub(r"`\1`", text))
    lines: list[str] = []
    in_example = False
    for line in text.splitlines():
        begins = line.startswith(">>>")
        if begins and not in_example:
            lines += ["", "```pycon"]
            in_example = True
        elif in_example and not line.strip():
            lines.append("```")
            in_example = False
        lines.append(line)
    if in_example:
        lines.append("```")
    return "\n".join(lines)


def comment_above(attribute: Attribute) -> str:
    """What the ``#:`` lines directly above an attribute say."""
    source = attribute.parent.filepath if attribute.parent is not None else None
    if attribute.lineno is None or source is None or isinstance(source, list):
        return ""
    said: list[str] = []
    for line in reversed(attribute.lines_collection[source][: attribute.lineno - 1]):
        comment = FIELD_COMMENT.fullmatch(line)
        if comment is None:
            break
        said.insert(0, comment[1])
    return " ".join(said)


class PlainDocstrings(Extension):
    """Makes every docstring Markdown, and docstrings of ``#:`` comments."""

    def on_instance(self, *, obj: Object, **kwargs: Any) -> None:
        """Look at every object once, when it has been read."""
        if isinstance(obj, Attribute) and obj.docstring is None:
            said = comment_above(obj)
            if said:
                obj.docstring = Docstring(said, parent=obj)
        if obj.docstring is not None:
            obj.docstring.value = in_markdown(obj.docstring.value)
