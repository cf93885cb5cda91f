"""What was found, as text and as JSON."""

import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at."""

    name: str  # what was looked at
    purpose: str  # what it is for
    needed: bool  # without it plain coincide does not work
    version: str | None = None  # which one is there
    problem: str | None = None  # what is wrong; null where all is well
    remedy: str | None = None  # what mends it, a line for the shell where there is one


@dataclass(frozen=True, slots=True)
class DoctorDocument:
    """What ``coincide doctor --json`` prints; a dataclass, as msgspec may be what is missing."""

    schema: Literal["coincide.doctor/1"]  # name and version
    ok: bool  # whether all that plain coincide needs is there
    platform: str  # the machine
    findings: tuple[Diagnosis, ...]  # all that was looked at


def all_needed_is_there(findings: Sequence[Diagnosis]) -> bool:
    """Return whether plain ``coincide`` has what it needs."""
    return not any(finding.needed and finding.problem for finding in findings)


def as_json(findings: Sequence[Diagnosis]) -> str:
    """Return the findings as a JSON document."""
    ok = all_needed_is_there(findings)
    document = DoctorDocument("coincide.doctor/1", ok, platform.platform(), tuple(findings))
    return json.dumps(asdict(document), indent=2, ensure_ascii=False)


def as_text(findings: Sequence[Diagnosis]) -> str:
    """Return the findings line by line, and what they come to."""
    return "\n".join([*_lines(findings), "", _summary(findings)])


def _lines(findings: Sequence[Diagnosis]) -> Iterator[str]:
    width = max((len(finding.name) for finding in findings), default=0)
    for finding in findings:
        mark = "ok     " if not finding.problem else "MISSING" if finding.needed else "-      "
        told = finding.version or "" if not finding.problem else finding.problem
        yield f"{mark} {finding.name:<{width}}  {told}{'; ' if told else ''}{finding.purpose}"
        if finding.problem and finding.remedy:
            yield f"{'':7} {'':{width}}    {finding.remedy}"


def _summary(findings: Sequence[Diagnosis]) -> str:
    lacking = [finding.name for finding in findings if finding.problem and finding.needed]
    if lacking:
        return f"Coincide cannot work here yet: {', '.join(lacking)}."
    n_optional = sum(1 for finding in findings if finding.problem)
    left = f" Optional parts that are missing: {n_optional}."
    return f"Everything that Coincide needs is installed.{left if n_optional else ''}"
