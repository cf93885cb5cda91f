"""The pictures and samples of ISO media and QuickTime files: HEIC, AVIF, CR3, MP4, MOV."""

from coincide.media.imagedata import film, items
from coincide.media.imagedata.boxes import boxes, children
from coincide.media.imagedata.source import ByteSpan, OpenedImage, Parts

# the boxes such a file may begin with; old cameras wrote no ftyp
FIRST_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"skip", b"free", b"pnot")
# what the file is, and the film of a motion photo
_WHOLE = (b"ftyp", b"mpvd")
# Canon's box of a CR3 that holds its preview, and nothing else
_CR3_PREVIEW = bytes.fromhex("eaf42b5e1c984b88b9fbb7dc406e4d16")


def parts(source: OpenedImage) -> Parts:
    """Yield what makes up the pictures and samples of a file of boxes."""
    whole = ByteSpan(0, source.size)
    top = list(boxes(source, whole))
    kinds = {box.kind for box in top}
    if b"moof" in kinds:
        raise ValueError("it is a fragmented film, whose tags cannot be written")
    if not kinds & {b"mdat", b"meta"}:
        raise ValueError("it is damaged or cut short: it contains neither a picture nor a film")
    stored = items.read_items(source, _inside_meta(source, whole))
    if stored is not None:
        yield from items.parts(source, stored)
    if b"moov" in kinds:
        cuts = [] if stored is None else stored.metadata_spans
        samples = _without([box.span for box in top if box.kind == b"mdat"], cuts)
        yield from film.parts(source, children(source, whole)[b"moov"], samples)
    elif stored is None:
        raise ValueError("it is damaged or cut short: it contains neither a picture nor a film")
    for box in top:
        preview = box.kind == b"uuid" and source.read(box.span.start, 16) == _CR3_PREVIEW
        if preview or box.kind in _WHOLE:
            yield box.kind
            yield box.span


def _inside_meta(source: OpenedImage, whole: ByteSpan) -> dict[bytes, ByteSpan]:
    """Return the boxes of the file's own meta box, which begins with a version and flags."""
    meta = children(source, whole).get(b"meta")
    # QuickTime's has none, and holds no pictures
    if meta is None or source.read(meta.start, min(meta.n_bytes, 8))[4:] == b"hdlr":
        return {}
    return children(source, meta, skip=4)


def _without(spans: list[ByteSpan], cuts: list[ByteSpan]) -> tuple[ByteSpan, ...]:
    """Return what is left of stretches where others are cut out, in the order of the file."""
    left = []
    for span in spans:
        at = span.start
        for cut in sorted(cuts, key=lambda cut: cut.start):
            if at < cut.end and cut.start < span.end:
                left.append(ByteSpan(at, max(at, cut.start)))
                at = max(at, min(cut.end, span.end))
        left.append(ByteSpan(at, span.end))
    return tuple(span for span in left if span.n_bytes)
