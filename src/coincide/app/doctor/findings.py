"""What was found, as text and as JSON."""

import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

SCHEMA = "coincide.doctor/1"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``problem`` is None where all is well.

    ``needed``: without it plain ``coincide`` does not work. ``remedy`` is a line for the shell
    where there is one.
    """

    name: str
    purpose: str
    needed: bool
    version: str | None = None
    problem: str | None = None
    remedy: str | None = None


def all_needed_is_there(findings: Sequence[Finding]) -> bool:
    """Return whether plain ``coincide`` has what it needs."""
    return not any(finding.needed and finding.problem for finding in findings)


def as_json(findings: Sequence[Finding]) -> str:
    """Return the findings as a JSON document."""
    document = {
        "schema": SCHEMA,
        "ok": all_needed_is_there(findings),
        "platform": platform.platform(),
        "findings": [asdict(finding) for finding in findings],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def as_text(findings: Sequence[Finding]) -> str:
    """Return the findings line by line, and what they come to."""
    return "\n".join([*_lines(findings), "", _summary(findings)])


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    width = max((len(finding.name) for finding in findings), default=0)
    for finding in findings:
        mark = "ok     " if not finding.problem else "MISSING" if finding.needed else "-      "
        told = finding.version or "" if not finding.problem else finding.problem
        yield f"{mark} {finding.name:<{width}}  {told}{'; ' if told else ''}{finding.purpose}"
        if finding.problem and finding.remedy:
            yield f"{'':7} {'':{width}}    {finding.remedy}"


def _summary(findings: Sequence[Finding]) -> str:
    lacking = [finding.name for finding in findings if finding.problem and finding.needed]
    if lacking:
        return f"Coincide cannot work here yet: {', '.join(lacking)}."
    n_optional = sum(1 for finding in findings if finding.problem)
    left = f" Not there, and only needed for what is said beside it: {n_optional}."
    return f"All that Coincide needs is there.{left if n_optional else ''}"
