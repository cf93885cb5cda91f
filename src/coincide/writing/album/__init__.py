"""An event as an album to send: a site, one file, a storyboard to print, folders, or JSON."""

from coincide.writing.album.model import ShownPhoto, Story, Wishes, told_singly, without
from coincide.writing.album.site import WrittenAlbum
from coincide.writing.album.words import title_text
from coincide.writing.album.write import check_out, is_folder, write_story
from coincide.writing.choices import Form, Originals

__all__ = [
    "Form",
    "Originals",
    "ShownPhoto",
    "Story",
    "Wishes",
    "WrittenAlbum",
    "check_out",
    "is_folder",
    "title_text",
    "told_singly",
    "without",
    "write_story",
]
