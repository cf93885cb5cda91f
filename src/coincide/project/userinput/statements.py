"""All that was said of an event as one list, numbered: hints, trusted clocks, the anchor.

The command line and the review app list and forget by the same numbers.
"""

from collections.abc import Mapping
from dataclasses import replace

from coincide.errors import UsageError
from coincide.model.hints import Hint, in_words
from coincide.project.userinput.choices import Anchor, Choices, Merge, Rename, Trust
from coincide.project.userinput.document import UserInput

Told = Hint | Trust | Anchor


def listed(said: UserInput) -> tuple[Told, ...]:
    """Return what was said and still counts, in the order that it is numbered in."""
    return (*said.hints, *_standing(said.choices))


def told_in_words(one: Told, names: Mapping[str, str]) -> str:
    """Say what was said as a person would; ``names`` of photos by key.

    >>> told_in_words(Trust("Ida", True), {})
    'trusted: the clock of Ida is right'
    """
    if isinstance(one, Trust):
        return f"trusted: the clock of {one.gallery} is right"
    if isinstance(one, Anchor):
        return f"anchor: event times are those of {one.gallery}"
    return in_words(one, names)


def forgotten(said: UserInput, number: int) -> UserInput:
    """Return what was said without one of it, by its number in the list."""
    everything = listed(said)
    if not 1 <= number <= len(everything):
        there = f"they go from 1 to {len(everything)}" if everything else "there are no hints yet"
        raise UsageError(f"There is no hint {number}: {there}. See coincide hint list.")
    one = everything[number - 1]
    if isinstance(one, Trust):
        return replace(said, choices=said.choices.adding(Trust(one.gallery, trusted=False)))
    if isinstance(one, Anchor):
        return replace(said, choices=without_anchor(said.choices))
    return replace(said, hints=said.hints.removing(one))


def forget_all(said: UserInput) -> UserInput:
    """Return nothing of what is listed; names and what is one clock stay as chosen."""
    while listed(said):
        said = forgotten(said, 1)
    return said


def without_anchor(choices: Choices) -> Choices:
    """Return choices that name no anchor."""
    return Choices(tuple(step for step in choices.steps if not isinstance(step, Anchor)))


def anchor_of(choices: Choices) -> str | None:
    """Return the gallery that was chosen for the anchor, as it is called now."""
    return next((trust.gallery for trust in _standing(choices) if isinstance(trust, Anchor)), None)


def _standing(choices: Choices) -> tuple[Trust | Anchor, ...]:
    """Return the clocks that are trusted and the anchor, by the names galleries have now."""
    trusted: dict[str, bool] = {}
    anchor: str | None = None
    for step in choices.steps:
        renamed = {}
        if isinstance(step, Trust):
            trusted[step.gallery] = step.trusted
        elif isinstance(step, Anchor):
            anchor = step.gallery
        elif isinstance(step, Rename):
            renamed = {step.gallery: step.name}
        elif isinstance(step, Merge):
            renamed = {step.other: step.gallery}
        for old, new in renamed.items():  # of two merged clocks it is enough if one is trusted
            known = trusted.pop(old, False)
            trusted[new] = trusted.get(new, False) or known
        anchor = None if anchor is None else renamed.get(anchor, anchor)
    clocks = [Trust(name, trusted=True) for name, known in sorted(trusted.items()) if known]
    return (*clocks, *([] if anchor is None else [Anchor(anchor)]))
