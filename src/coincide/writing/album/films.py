"""Clips for a page: the same pictures and sound in a container that says nothing of its maker.

Where browsers play what is inside, it is put over as it is; all else is coded anew. What cameras
hide inside the pictures themselves (their own notes, time and place among them) is taken out.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from coincide.media.isolated import isolated, progress
from coincide.media.pictures.video import NEEDS_AV, is_known, open_video

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import InputContainer, OutputContainer
    from av.packet import Packet
    from av.stream import Stream
    from av.video.stream import VideoStream

# what browsers play inside an MP4
_PICTURES = ("h264", "hevc", "av1", "vp9")
_SOUNDS = ("aac", "mp3", "opus")
# units of the stream that are notes beside the picture: supplemental information
_NOTES = {"h264": "6", "hevc": "39-40"}
# the index first, so that it plays while it comes; nothing that changes from run to run
_OPTIONS = {"movflags": "+faststart", "fflags": "+bitexact"}
_CODED = {"crf": "23", "preset": "veryfast", "threads": "1"}


@isolated
def write_film(source: Path, target: Path, begun: str = "") -> None:
    """Write a clip as an MP4 that holds pictures and sound alone; raise ValueError if it cannot.

    ``begun``: when it was filmed, as its head is to tell it; nothing: it tells none.
    """
    try:
        import av
    except ImportError as error:
        raise ValueError(NEEDS_AV) from error
    turn = _turn(source)
    with (
        open_video(source) as found,
        av.open(str(target), "w", format="mp4", options=_OPTIONS) as made,
    ):
        if begun:
            made.metadata["creation_time"] = begun
        _put_over(found, made, turn)


def _turn(source: Path) -> int:
    """Return how a clip is turned to be upright, by its first frame."""
    with open_video(source) as found:
        for frame in found.decode(video=0):
            return frame.rotation
        raise ValueError("it has no picture")


def _put_over(found: "InputContainer", made: "OutputContainer", turn: int) -> None:
    picture = found.streams.video[0]
    sound = next(filter(is_known, found.streams.audio), None)
    streams: list[Stream] = [picture]
    over: dict[int, _Over] = {
        picture.index: _Copied(picture, made)
        if picture.codec_context.name in _PICTURES
        else _CodedPicture(picture, made, turn)
    }
    if sound is not None:
        streams.append(sound)
        known = sound.codec_context.name in _SOUNDS
        over[sound.index] = _Copied(sound, made) if known else _CodedSound(sound, made)
    for packet in found.demux(streams):
        progress()
        for item in over[packet.stream.index].packets(packet):
            made.mux(item)


class _Over(Protocol):
    """How a stream is put over."""

    def packets(self, packet: Any) -> Iterator["Packet[Any]"]:
        """Yield what is to be written of a packet; an empty one ends a stream."""


class _Copied:
    """A stream that is put over as it is, but for notes inside."""

    def __init__(self, stream: "VideoStream | AudioStream", made: "OutputContainer") -> None:
        from av.bitstream import BitStreamFilterContext

        self._made = made.add_stream_from_template(stream)
        self._made.metadata.clear()
        notes = _NOTES.get(stream.codec_context.name)
        self._filter = (
            None
            if notes is None
            else BitStreamFilterContext(f"filter_units=remove_types={notes}", stream)
        )

    def packets(self, packet: "Packet[Any]") -> Iterator["Packet[Any]"]:
        """Yield what is to be written of a packet; an empty one ends a stream."""
        if packet.dts is None and packet.size > 0:
            return
        if self._filter is not None:
            found = self._filter.filter(packet if packet.size else None)
        else:
            found = [packet] if packet.size else []
        for item in found:
            item.stream = self._made
            yield item


class _CodedPicture:
    """Pictures that browsers cannot play, coded anew."""

    def __init__(self, stream: "VideoStream", made: "OutputContainer", turn: int) -> None:
        rate = stream.average_rate or stream.guessed_rate or Fraction(25)
        self._made = made.add_stream("libx264", rate=rate, options=_CODED)
        self._made.width, self._made.height = stream.width // 2 * 2, stream.height // 2 * 2
        self._made.pix_fmt = "yuv420p"
        if turn:
            self._made.set_display_rotation(turn)
        if stream.time_base is not None:
            self._made.time_base = stream.time_base

    def packets(self, packet: "Packet[Any]") -> Iterator["Packet[Any]"]:
        """Yield what is to be written of a packet; an empty one ends a stream."""
        for frame in packet.decode():
            frame = frame.reformat(self._made.width, self._made.height, "yuv420p")  # noqa: PLW2901
            frame.pict_type = 0
            yield from self._made.encode(frame)
        if packet.size == 0:
            yield from self._made.encode(None)


class _CodedSound:
    """Sound that browsers cannot play, coded anew."""

    def __init__(self, stream: "AudioStream", made: "OutputContainer") -> None:
        self._made = made.add_stream("aac", rate=stream.rate or 48_000)

    def packets(self, packet: "Packet[AudioStream]") -> Iterator["Packet[Any]"]:
        """Yield what is to be written of a packet; an empty one ends a stream."""
        for frame in packet.decode():
            yield from self._made.encode(frame)
        if packet.size == 0:
            yield from self._made.encode(None)
