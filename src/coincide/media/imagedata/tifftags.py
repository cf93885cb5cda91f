"""Which TIFF tags say how a picture is decoded, and which point at it."""

SUB_DIRECTORIES = 0x014A
# tags of the places of picture data, each with the tag of their lengths
PLACES = {0x0111: 0x0117, 0x0144: 0x0145, 0x0201: 0x0202}  # strips, tiles, a JPEG
# Panasonic RW2, whose picture reaches from its place to the end of the file
RW2_RAW_PLACE = 0x0118
RW2_JPEG = 0x002E
# Panasonic's own tags: sensor size, borders, pattern, bits, black levels, white balance
RW2_DECODING = frozenset(range(0x0001, 0x0033)) - {RW2_JPEG}

# of the range below: names, serial numbers, private data with places in it, preview dates
_DNG_METADATA = frozenset(
    (
        *(0xC614, 0xC615, 0xC62F, 0xC630, 0xC634, 0xC635, 0xC65D, 0xC68B, 0xC6D2, 0xC6D3),
        *(0xC716, 0xC717, 0xC718, 0xC719, 0xC71A, 0xC71B, 0xC763, 0xC764, 0xC772, 0xC789),
        *(0xC78A, 0xC7A1),
    )
)
DECODING = (
    frozenset(
        (
            *range(0x00FE, 0x010B),  # kind, size, bits, compression, photometry, filling
            *(0x0115, 0x0116, 0x011C),  # samples of a pixel, rows of a strip, planes
            *range(0x0122, 0x0126),  # grey response, fax options
            *(0x012D, *range(0x013D, 0x0144)),  # transfer, predictor, primaries, colours, tiles
            *range(0x014C, 0x015C),  # inks, extra samples, sample format, JPEG tables
            *(0x0200, 0x0203, 0x0205),  # JPEG of the first kind
            *range(0x0211, 0x0215),  # YCbCr
            *range(0x7000, 0x8000),  # Sony's curves and corrections
            *(0x828D, 0x828E),  # sensor pattern
            *(0x8773, 0x935C),  # colour profile, Photoshop's layers
            *range(0xC612, 0xC800),  # DNG, and Canon's slices
            *range(0xCD00, 0xCE00),  # DNG 1.6 and later
        )
    )
    - _DNG_METADATA
)
