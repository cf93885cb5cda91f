"""Offsets and explanations read back from the plain values that they were written as."""

from typing import Any

from msgspec import convert

from coincide.model import (
    Basis,
    ClipShift,
    Contradicted,
    Contradiction,
    Dispute,
    Estimate,
    Explanation,
    Finding,
    Jump,
    Offsets,
    OverruledAnswer,
    Placement,
    Question,
    WithoutEffect,
)

Json = dict[str, Any]


def offsets_of(document: Json) -> Offsets:
    """Return offsets that were written as plain values."""
    return Offsets(**document | {"placements": tuple(map(_placement, document["placements"]))})


def explanation_of(document: Json) -> Explanation:
    """Return an explanation that was written as plain values."""
    return Explanation(
        tuple(Contradiction(**item) for item in document["contradictions"]),
        tuple(Question(**item) for item in document["questions"]),
        document["n_hints_missing"],
        tuple(OverruledAnswer(**item) for item in document.get("overruled", ())),
        tuple(_dispute(dispute) for dispute in document.get("disputes", ())),
        tuple(WithoutEffect(**item) for item in document.get("without_effect", ())),
    )


def _dispute(data: Json) -> Dispute:
    return convert(data, Dispute)


def _placement(data: Json) -> Placement:
    found = data["estimate"]
    estimate = None
    if found is not None:
        estimate = Estimate(**found | {"basis": convert(found["basis"], Basis)})
    jumps = tuple(Jump(**jump) for jump in data["jumps"])
    told = data.get("contradicted")
    more = {
        "estimate": estimate,
        "findings": convert(data["findings"], tuple[Finding, ...]),
        "jumps": jumps,
        "row_chances": tuple(data["row_chances"]),
        "clips": tuple(ClipShift(**clip) for clip in data.get("clips", ())),
        "contradicted": None if told is None else Contradicted(**told),
    }
    return Placement(**data | more)
