"""Sidecars are changed where a time stands, and nowhere else."""

import time

import exiv2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from coincide.writing.plan.xmp import MAX_SIDECAR_BYTES, edit_sidecar, parse_sidecar

ORIGINAL, CREATED = "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated"
LIGHTROOM = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <!-- a comment > with a bracket -->
  <rdf:Description rdf:about=""
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:e='http://ns.adobe.com/exif/1.0/'
    xmp:Rating="4" xmp:CreateDate = '2024-05-04T14:00:00.25'
    xmp:Label="a > b &amp; c">
   <e:DateTimeOriginal>2024-05-04T14:00:00.25</e:DateTimeOriginal>
   <dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag><rdf:li>Hände</rdf:li></rdf:Bag></dc:subject>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>""".encode()


def properties(data: bytes) -> dict[str, str]:
    image = exiv2.ImageFactory.open(data)
    image.readMetadata()
    return {datum.key(): datum.toString() for datum in image.xmpData()}


def test_reads_attributes_and_elements_whatever_the_prefix() -> None:
    assert parse_sidecar(LIGHTROOM).values == {
        "XMP-xmp:CreateDate": "2024-05-04T14:00:00.25",
        ORIGINAL: "2024-05-04T14:00:00.25",
    }


def test_changes_the_values_and_not_a_byte_more() -> None:
    new = edit_sidecar(
        LIGHTROOM, {ORIGINAL: "2024-05-04T15:00:00.25", "XMP-xmp:CreateDate": "2024-05-04T15:00:00"}
    )
    expected = LIGHTROOM.replace(b">2024-05-04T14:00:00.25<", b">2024-05-04T15:00:00.25<")
    assert new == expected.replace(b"'2024-05-04T14:00:00.25'", b"'2024-05-04T15:00:00'")


def test_adds_what_is_missing_and_keeps_the_rest() -> None:
    before = properties(LIGHTROOM)
    after = properties(edit_sidecar(LIGHTROOM, {CREATED: "2024-05-04T15:00:00+02:00"}))
    assert after.pop("Xmp.photoshop.DateCreated") == "2024-05-04T15:00:00+02:00"
    assert after == before
    assert before["Xmp.xmp.Rating"] == "4"


def test_a_new_sidecar_is_read_by_exiv2() -> None:
    new = edit_sidecar(
        None, {ORIGINAL: "2024-05-04T15:00:00+02:00", CREATED: "2024-05-04T15:00:00"}
    )
    assert properties(new) == {
        "Xmp.exif.DateTimeOriginal": "2024-05-04T15:00:00+02:00",
        "Xmp.photoshop.DateCreated": "2024-05-04T15:00:00",
    }


def test_a_byte_order_mark_shifts_nothing() -> None:
    new = edit_sidecar(b"\xef\xbb\xbf" + LIGHTROOM, {ORIGINAL: "2025-01-01T00:00:00"})
    assert b">2025-01-01T00:00:00</e:DateTimeOriginal>" in new


BOMB = (
    b"""<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>"""
)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "well-formed"),
        (b"<x>", "well-formed"),
        (b"<x/>", "no rdf:Description"),
        (BOMB, "document type"),
        (b"<x>" * 5000 + b"</x>" * 5000, "too many"),
        (LIGHTROOM.decode().encode("utf-16"), "UTF-8"),
        (LIGHTROOM.replace(b"2024-05-04T14:00:00.25</e", b"<b>x</b></e"), "plain text"),
        (
            LIGHTROOM.replace(
                b'<rdf:Description rdf:about=""',
                b'<rdf:Description rdf:about="" xmlns:photoshop="urn:other"',
            ),
            "standard prefix",
        ),
        (LIGHTROOM.replace(b"14:00:00.25</", b"14:00:00." + b"1" * 400 + b"</"), "too long"),
        (
            LIGHTROOM.replace(
                b"<e:DateTimeOriginal>2024-05-04T14:00:00.25</e:DateTimeOriginal>",
                b"<e:DateTimeOriginal/>",
            ),
            "empty",
        ),
        (LIGHTROOM + b" " * MAX_SIDECAR_BYTES, "too large"),
        *(
            (f'<?xml version="1.0" encoding="{encoding}"?><x/>'.encode(), "UTF-8")
            for encoding in ("nonsense", "latin-1", "shift_jis", "utf-7", "idna", "hex")
        ),
        (
            LIGHTROOM.replace(b'xmp:Rating="4"', b'e:DateTimeOriginal="2024-05-04T14:00:00"'),
            "twice",
        ),
    ],
)
def test_what_is_better_left_alone(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_sidecar(data)


@given(st.binary(max_size=400), st.integers(0, len(LIGHTROOM)), st.integers(0, 60))
@example(b"]]>", 300, 2)
def test_damaged_sidecars_are_refused_or_changed_only_at_their_times(
    noise: bytes, at: int, n_cut: int
) -> None:
    damaged = LIGHTROOM[:at] + noise + LIGHTROOM[at + n_cut :]
    try:
        sidecar = parse_sidecar(damaged)
    except ValueError:
        return
    new = edit_sidecar(damaged, dict.fromkeys(sidecar.values, "2030-01-01T00:00:00"))
    assert parse_sidecar(new).values == dict.fromkeys(sidecar.values, "2030-01-01T00:00:00")
    restored = new
    for tag in sorted(sidecar.spans, key=lambda tag: sidecar.spans[tag]):
        start, end = sidecar.spans[tag]
        restored = restored[:start] + damaged[start:end] + restored[start + 19 :]
    assert restored == damaged


def test_many_prefixes_and_elements_take_no_time() -> None:
    prefixes = b"".join(b' xmlns:p%d="urn:%d"' % (number, number) for number in range(20_000))
    data = LIGHTROOM.replace(b' rdf:about=""', b' rdf:about=""' + prefixes)
    data = data.replace(b"</rdf:Description>", b"<a/>" * 20_000 + b"</rdf:Description>")
    start_s = time.process_time()
    assert parse_sidecar(data).values == parse_sidecar(LIGHTROOM).values
    assert time.process_time() - start_s < 2.0


def test_an_inner_meaning_of_a_prefix_ends_with_its_element() -> None:
    inner = b'<a xmlns:e="urn:other"><e:b/></a><e:DateTimeOriginal>'
    data = LIGHTROOM.replace(b"<e:DateTimeOriginal>", inner)
    assert parse_sidecar(data).values == parse_sidecar(LIGHTROOM).values


def test_a_sidecar_may_say_that_it_is_in_utf_8() -> None:
    said = b'<?xml version="1.0" encoding="UTF-8"?>' + LIGHTROOM
    assert parse_sidecar(said).values == parse_sidecar(LIGHTROOM).values
