"""Read and change single times of an XMP sidecar, and leave every other byte as it is.

An XMP toolkit would write the whole document anew in its own hand; a person's ratings, keywords
and edits are in there. So the text is cut open only where a value stands.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from xml.parsers import expat

NAMESPACES = {
    "exif": "http://ns.adobe.com/exif/1.0/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
}
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
# bytes; sidecars with long edit histories stay far below
MAX_SIDECAR_BYTES = 16 << 20
# other readers go down into elements by recursion
MAX_DEPTH, MAX_ELEMENTS = 100, 200_000
# characters; a time with its zone and nine digits behind the point has 35
MAX_TIME_CHARACTERS = 64
# property, as ExifTool names its group → (namespace prefix, name)
_PROPERTIES = {
    f"XMP-{prefix}:{name}": (prefix, name)
    for prefix, name in (
        ("exif", "DateTimeOriginal"),
        ("exif", "DateTimeDigitized"),
        ("xmp", "CreateDate"),
        ("photoshop", "DateCreated"),
    )
}
_HEAD = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=\"\""""
_TAIL = """/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""


@dataclass(frozen=True, slots=True)
class Sidecar:
    """The times in a sidecar, and where they stand: bytes from start to end."""

    values: Mapping[str, str]
    spans: Mapping[str, tuple[int, int]]
    insert_at: int  # where attributes may be added: behind the first description's name
    bound: frozenset[str]  # prefixes of ours that already mean what we mean there


def parse_sidecar(data: bytes) -> Sidecar:
    """Return the times of a sidecar; raise ValueError for one that is better left alone."""
    if len(data) > MAX_SIDECAR_BYTES:
        raise ValueError("it is too large for a sidecar")
    reader = _Reader(data)
    try:
        reader.parse()
    except expat.ExpatError as error:
        raise ValueError(f"it is not well-formed XML: {error}") from error
    if reader.insert_at is None:
        raise ValueError("it has no rdf:Description")
    return Sidecar(reader.values, reader.spans, reader.insert_at, frozenset(reader.bound))


def edit_sidecar(data: bytes | None, values: Mapping[str, str]) -> bytes:
    """Return a sidecar with these times, by ExifTool's names; of None, a new one."""
    if data is None:
        return _new_sidecar(values)
    sidecar = parse_sidecar(data)
    cuts = [(*sidecar.spans[tag], value) for tag, value in values.items() if tag in sidecar.spans]
    added = {tag: value for tag, value in values.items() if tag not in sidecar.spans}
    if added:
        text = _attributes(added, bound=sidecar.bound)
        cuts.append((sidecar.insert_at, sidecar.insert_at, text))
    for start, end, value in sorted(cuts, reverse=True):
        data = data[:start] + value.encode() + data[end:]
    return data


def _new_sidecar(values: Mapping[str, str]) -> bytes:
    return (_HEAD + _attributes(values, bound=frozenset()) + _TAIL).encode()


def _attributes(values: Mapping[str, str], *, bound: frozenset[str]) -> str:
    """Write properties as attributes, in their order, after the namespaces they need."""
    prefixes = dict.fromkeys(_PROPERTIES[tag][0] for tag in values)
    lines = [f'xmlns:{prefix}="{NAMESPACES[prefix]}"' for prefix in prefixes if prefix not in bound]
    lines += [f'{":".join(_PROPERTIES[tag])}="{value}"' for tag, value in values.items()]
    return "".join(f"\n    {line}" for line in lines)


class _Reader:
    """Walks the document once and notes where our properties stand."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.values: dict[str, str] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        self.insert_at: int | None = None
        self.bound: set[str] = set()
        self._depth, self._n_elements = 0, 0
        self._description: int | None = None  # depth of the description we are in
        self._open: tuple[str, int] | None = None  # property element, where its text begins
        self._text: list[str] = []
        self._namespaces: dict[str, list[str]] = {}  # prefix → what it means, the innermost last
        self._declared: list[list[str]] = []  # prefixes, element by element
        self._parser = expat.ParserCreate(namespace_separator=None)
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = _refuse_doctype
        self._parser.XmlDeclHandler = _check_encoding

    def parse(self) -> None:
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ValueError("it is not in UTF-8") from error
        self._parser.Parse(self.data, True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth, self._n_elements = self._depth + 1, self._n_elements + 1
        if self._depth > MAX_DEPTH or self._n_elements > MAX_ELEMENTS:
            raise ValueError("it has too many XML elements for a sidecar")
        self._declare(attributes)
        at = self._parser.CurrentByteIndex
        if self._open is not None:
            raise ValueError("one of its times is not plain text")
        if self._expanded(name) == (_RDF, "Description") and self._description is None:
            self._read_description(at, attributes)
        elif self._description is not None and self._depth == self._description + 1:
            tag = self._tag_of(name)
            if tag is not None:
                self._open, self._text = (tag, _end_of_tag(self.data, at)), []

    def _declare(self, attributes: dict[str, str]) -> None:
        prefixes = [key[6:] for key in attributes if key.startswith("xmlns:")]
        for prefix in prefixes:
            self._namespaces.setdefault(prefix, []).append(attributes[f"xmlns:{prefix}"])
        self._declared.append(prefixes)

    def _read_description(self, at: int, attributes: dict[str, str]) -> None:
        self._description = self._depth
        end = _end_of_tag(self.data, at)
        if self.insert_at is None:
            self.insert_at = at + len(re.split(rb"[\s/>]", self.data[at:end], maxsplit=1)[0])
            meant = {prefix: self._meaning(prefix) for prefix in NAMESPACES}
            self.bound = {p for p, uri in NAMESPACES.items() if meant[p] == uri}
            if any(meant[p] not in (None, uri) for p, uri in NAMESPACES.items()):
                raise ValueError("it uses a standard prefix for something else")
        for key, value in attributes.items():
            tag = self._tag_of(key)
            if tag is not None:
                self._note(tag, value, _attribute_span(self.data[at:end], key, at))

    def _end(self, _name: str) -> None:
        if self._open is not None:
            tag, start = self._open
            end = self._parser.CurrentByteIndex
            if self.data[start - 2 : start] == b"/>":
                raise ValueError("one of its times is empty")
            self._note(tag, "".join(self._text), (start, end))
            self._open = None
        if self._depth == self._description:
            self._description = None
        for prefix in self._declared.pop():
            self._namespaces[prefix].pop()
        self._depth -= 1

    def _characters(self, text: str) -> None:
        if self._open is not None:
            self._text.append(text)

    def _note(self, tag: str, value: str, span: tuple[int, int]) -> None:
        if tag in self.values:
            raise ValueError(f"it has {tag} twice")
        if len(value.strip()) > MAX_TIME_CHARACTERS:
            raise ValueError(f"its {tag} is too long for a time")
        self.values[tag], self.spans[tag] = value.strip(), span

    def _meaning(self, prefix: str) -> str | None:
        meanings = self._namespaces.get(prefix)
        return meanings[-1] if meanings else None

    def _expanded(self, name: str) -> tuple[str, str]:
        prefix, _, local = name.rpartition(":")
        return self._meaning(prefix) or "", local

    def _tag_of(self, name: str) -> str | None:
        uri, local = self._expanded(name)
        for tag, (prefix, property_) in _PROPERTIES.items():
            if local == property_ and uri == NAMESPACES[prefix]:
                return tag
        return None


def _refuse_doctype(*_: object) -> None:
    raise ValueError("it declares a document type, which a sidecar does not need")


def _check_encoding(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding is not None and encoding.lower() not in ("utf-8", "us-ascii"):
        raise ValueError("it is not in UTF-8")


_QUOTED = re.compile(rb"""\s([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')""")


def _end_of_tag(data: bytes, at: int) -> int:
    """Return where a tag that starts at ``at`` ends; values may hold a ``>``."""
    quote = 0
    for place in range(at, len(data)):
        byte = data[place]
        if quote:
            quote = 0 if byte == quote else quote
        elif byte in b"\"'":
            quote = byte
        elif byte == 0x3E:
            return place + 1
    raise ValueError("a tag in it does not end")


def _attribute_span(tag: bytes, name: str, at: int) -> tuple[int, int]:
    """Return where the value of an attribute stands, without its quotes."""
    for match in _QUOTED.finditer(tag):
        if match[1] == name.encode():
            return at + match.start(2) + 1, at + match.end(2) - 1
    raise ValueError(f"{name} cannot be found in its text")
