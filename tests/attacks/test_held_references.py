"""Media that name other files, or that nobody can decode: nothing else is read, no server asked."""

import struct
import threading
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from coincide.features.images import DECODE_ERRORS
from coincide.media.exiftool import ExifTool
from coincide.media.records import read_file
from coincide.media.sound import read_sound
from coincide.media.video.streams import read_streams
from tests.attacks.looks import looks_at
from tests.media_files import box, write_mp4


class Listening:
    """A server of this machine that counts who asks it."""

    def __init__(self) -> None:
        asked = self.asked = list[str]()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_error(404)

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/film.mp4"


@pytest.fixture(scope="module")
def listening() -> Iterator[Listening]:
    found = Listening()
    thread = threading.Thread(target=found.http.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield found
    found.http.shutdown()
    found.http.server_close()
    thread.join()


LISTS = {
    "m3u": "#EXTM3U\n#EXTINF:2,\n{0}\n",
    "hls": "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:9\n#EXTINF:2,\n{0}\n#EXT-X-ENDLIST\n",
    "hls key": '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="{0}"\n#EXTINF:2,\n{0}\n#EXT-X-ENDLIST\n',
    "concat": "ffconcat version 1.0\nfile '{0}'\n",
    "sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\na={0}\n",
    "asx": '<asx version="3.0"><entry><ref href="{0}"/></entry></asx>',
    "asf reference": "[Reference]\nRef1={0}\nRef2={0}\n",
    "pls": "[playlist]\nFile1={0}\nNumberOfEntries=1\n",
    "dash": '<?xml version="1.0"?><MPD><Period><BaseURL>{0}</BaseURL></Period></MPD>',
    "smil": '<smil><body><video src="{0}"/></body></smil>',
    "rtsp": "RTSPtext\r\nrtsp://{0}\r\n",
    "svg": '<svg xmlns="http://www.w3.org/2000/svg"><image href="{0}"/></svg>',
    "postscript": "%!PS-Adobe-3.0 EPSF-3.0\n({0}) run\n",
}
SUFFIXES = (
    *(".mp4", ".m4v", ".mov", ".3gp", ".avi", ".mkv", ".webm", ".mts", ".mpg", ".wmv", ".flv"),
    *(".jpg", ".heic", ".dng"),
)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_list_of_other_files_is_no_media(
    tmp_path: Path, listening: Listening, suffix: str
) -> None:
    """Files of this machine are not shown by it, and no server is asked."""
    secret = write_mp4(tmp_path / "elsewhere" / "secret.mp4")
    with ExifTool() as tool:
        for number, text in enumerate(LISTS.values()):
            for where in (str(secret), listening.url):
                path = tmp_path / f"list{number}{suffix}"
                path.write_text(text.format(where))
                assert read_file(path, tool).reason is not None
                for act in looks_at(path)[:4]:
                    with pytest.raises((*DECODE_ERRORS, ValueError)):
                        act()
    assert listening.asked == []


def grown(data: bytes, at: int, parents: tuple[bytes, ...], more: bytes) -> bytes:
    """Return a film with bytes put in, and the boxes that hold them as much longer."""
    changed = bytearray(data)
    for kind in parents:
        start = data.rindex(kind, 0, at) - 4
        size = int.from_bytes(data[start : start + 4], "big") + len(more)
        changed[start : start + 4] = size.to_bytes(4, "big")
    changed[at:at] = more
    return bytes(changed)


@pytest.mark.parametrize("where", ["file", "server"])
def test_a_film_that_refers_to_another_does_not_show_it(
    tmp_path: Path, listening: Listening, where: str
) -> None:
    secret = write_mp4(tmp_path / "elsewhere" / "secret.mov")
    url = (secret.as_uri() if where == "file" else listening.url).encode() + b"\0"
    reference = box(b"rdrf", bytes(4) + b"url " + struct.pack(">I", len(url)) + url)
    head = box(b"ftyp", b"qt  \0\0\0\0qt  ")
    movie = box(b"moov", box(b"rmra", box(b"rmda", reference)))
    (tmp_path / "reference.mov").write_bytes(head + movie)
    (tmp_path / "packed.mov").write_bytes(
        head
        + box(
            b"moov",
            box(
                b"cmov",
                box(b"dcom", b"zlib")
                + box(b"cmvd", struct.pack(">I", len(movie)) + zlib.compress(movie)),
            ),
        )
    )
    # one whose pictures lie, it says, in another file; its own are taken out
    data = secret.read_bytes()
    own = data.index(b"mdat") + 4
    at = data.rindex(b"url \0\0\0\1") + 8
    parents = (b"moov", b"trak", b"mdia", b"minf", b"dinf", b"dref", b"url ")
    away = bytearray(grown(data, at, parents, url))
    away[at - 4 : at] = bytes(4)  # "in this file" no longer
    away[own : data.index(b"moov") - 4] = bytes(data.index(b"moov") - 4 - own)
    (tmp_path / "away.mov").write_bytes(away)
    for name in ("reference.mov", "packed.mov", "away.mov"):
        read_file(tmp_path / name)
        for act in looks_at(tmp_path / name)[:3]:
            with pytest.raises((*DECODE_ERRORS, ValueError)):
                act()
    assert listening.asked == []


UNKNOWN = {".mkv": b"V_MPEG4/ISO/ASP", ".avi": b"FMP4", ".mov": b"esds"}


@pytest.mark.parametrize("suffix", UNKNOWN)
def test_a_film_of_an_unknown_codec_is_told_in_words(tmp_path: Path, suffix: str) -> None:
    path = write_mp4(tmp_path / f"a{suffix}")
    data = path.read_bytes().replace(UNKNOWN[suffix], b"V_XXXX4/ISO/ASP"[: len(UNKNOWN[suffix])])
    path.write_bytes(data.replace(b"mp4v", b"zzzz"))
    read_file(path)
    assert len(read_sound(path)) == 0
    for act in (*looks_at(path)[:3], lambda: read_streams(path)):
        with pytest.raises(ValueError, match="codec is not known"):
            act()
