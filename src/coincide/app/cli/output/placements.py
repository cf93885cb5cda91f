"""The offsets as a table: one row per gallery, in two shapes, for wide and for narrow terminals."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from coincide.app.cli.output.tables import NAME_WIDTH, NARROW, counted, shown
from coincide.model import Estimate, Gallery, Offsets, Placement
from coincide.model.times import offset_in_words
from coincide.model.words import (
    basis_in_words,
    contradicted_in_words,
    finding_in_words,
    how_sure,
    interval,
    reasons_in_words,
)
from coincide.project import Solution, SyncResult
from coincide.solver.clocks.zones import zone_name

Result = SyncResult | Solution


def gallery_table(result: Result, width: int) -> Table:
    """Return the result as a table that can be read in so many columns."""
    table = _narrow(result) if width < NARROW else _wide(result)
    event = result.event
    photos, clocks = counted(event.n_photos, "photo"), counted(len(event.galleries), "clock")
    table.title = Text(f"{shown(event.name)}: {photos}, {clocks}")
    table.caption = Text(_caption(result))
    table.title_justify = table.caption_justify = "left"
    return table


def _wide(result: Result) -> Table:
    offsets = result.offsets
    table = Table(show_lines=any(placement.error for placement in offsets.placements))
    for heading in ("Gallery", "Photos", "Device", "Offset", "How sure, and why", "Links"):
        right = heading in ("Photos", "Offset", "Links")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for gallery in result.event.galleries:
        placement = offsets[gallery.name]
        table.add_row(
            Text(shown(gallery.name)),
            str(len(gallery.photos)),
            Text(shown(gallery.device.label)),
            _offset(placement),
            Text("\n".join(_why(placement, offsets)), style=_style(placement)),
            str(placement.n_links or ""),
        )
    return table


def _narrow(result: Result) -> Table:
    """Return a table of two columns: the name, and below each other all that is said of it."""
    offsets = result.offsets
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("Gallery", max_width=NAME_WIDTH, overflow="fold")
    table.add_column("Offset, how sure, and why")
    for gallery in result.event.galleries:
        placement = offsets[gallery.name]
        first, *more = _why(placement, offsets)
        lines = Text.assemble(_offset(placement), "  ", Text(first, style=_style(placement)))
        for line in (*more, _what(gallery, placement)):
            lines.append(f"\n{line}")
        if gallery is not result.event.galleries[-1]:
            lines.append("\n")
        table.add_row(Text(shown(gallery.name), style="bold"), lines)
    return table


def _what(gallery: Gallery, placement: Placement) -> str:
    """Say what a gallery consists of, in one line."""
    n_photos, n_links = len(gallery.photos), placement.n_links
    parts = [
        shown(gallery.device.label),
        f"{n_photos} photo{'s' * (n_photos != 1)}",
        f"{n_links} link{'s' * (n_links != 1)}" if n_links else "",
    ]
    return ", ".join(part for part in parts if part)


def _style(placement: Placement) -> str:
    doubtful = placement.contradicted is not None or reasons_in_words(placement)
    return "yellow" if doubtful else ""


def _caption(result: Result) -> str:
    offsets = result.offsets
    anchor = f"{shown(offsets.anchor)}'s clock"
    target = "true time" if offsets.event_time == "true" else anchor
    errors = any(placement.error for placement in offsets.placements)
    against = f" Errors are relative to {anchor}." if errors and target == anchor else ""
    why = f" {anchor} is the reference: {offsets.reference}." if offsets.reference else ""
    return (
        f"Add the offset to a camera's time to read {target}.{against}"
        f"{why}{_in_zones(result)} Method: {offsets.method}, {shown(result.features)}."
    )


def _in_zones(result: Result) -> str:
    """Say in which zone offsets are, where local time changes its zone and they do not."""
    if not result.timeline.zone_changes:
        return ""
    first = result.timeline.zones[0]
    zone = zone_name(first.zone_s - round(first.shift_s))
    return f" Zones change during the event: offsets are to {zone} throughout."


def _offset(placement: Placement) -> Text:
    if placement.offset_s is None:
        return Text("unplaced", style="bold yellow")
    return Text(offset_in_words(placement.offset_s), style="bold")


def _how_sure(placement: Placement, estimate: Estimate | None, offsets: Offsets) -> Iterator[str]:
    doubts, verdict = "; ".join(reasons_in_words(placement)), placement.verdict
    if estimate is None:
        yield doubts
        return
    rests_on = basis_in_words(estimate.basis)
    if placement.gallery == offsets.anchor:
        yield "the anchor" if offsets.event_time == "anchor" else f"the anchor; {rests_on}"
    elif verdict.state == "placed":
        yield f"doubtful: {doubts}" if doubts else f"{rests_on}, against {placement.via}"
    elif placement.assumed is not None:
        yield finding_in_words(placement.assumed)
        yield f"not seen: {doubts}"
    elif estimate.basis.said:
        yield rests_on
    else:
        yield f"{how_sure(verdict)}, {interval(estimate)}; by {rests_on}"
        if doubts:
            yield f"doubts: {doubts}"


def _why(placement: Placement, offsets: Offsets) -> Iterator[str]:
    """Yield how sure a placement is, what it rests on, and what is wrong with the clock."""
    yield from _how_sure(placement, placement.estimate, offsets)
    if placement.contradicted is not None:
        yield contradicted_in_words(placement.contradicted)
    for jump in placement.jumps if placement.placed else ():
        step = offset_in_words(jump.step_s)
        yield f"clock changed before photo {jump.row + 1}: {step} from there on"
    if placement.maybe_set_right is not None:
        yield f"photos from number {placement.maybe_set_right + 1} on need an answer"
    if placement.drift_ppm:
        yield f"drifts by {placement.drift_ppm:+.1f} ppm"
    if placement.error:
        yield placement.error
