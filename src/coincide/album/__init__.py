"""Album: one event as a story, from everyone's photos on one clock."""

from coincide.album.groups import find_groups, near_pairs
from coincide.album.make import Gazetteer, make_album
from coincide.album.model import Album, Angles, Chapter, Group, Instant, PhotoMoment, Shots
from coincide.album.names import chapter_names
from coincide.album.options import AlbumOptions, GroupOptions, QualityOptions, SummaryOptions
from coincide.album.summary import summary

__all__ = [
    "Album",
    "AlbumOptions",
    "Angles",
    "Chapter",
    "Gazetteer",
    "Group",
    "GroupOptions",
    "Instant",
    "PhotoMoment",
    "QualityOptions",
    "Shots",
    "SummaryOptions",
    "chapter_names",
    "find_groups",
    "make_album",
    "near_pairs",
    "summary",
]
