"""What a folder's name speaks of: a person, a group of people, a day, a chapter, a memory card.

Only words that say clearly that they name nobody are taken off a name; whatever else there is may
be somebody, and people must not be thrown together. Words are in the languages of those who asked.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from coincide.ingest.scan import CARD_FOLDER, tidy

# what is left of a name: nothing (a day, a card), a kind of files, a part of the programme,
# several people at once, or somebody
Sort = Literal["nothing", "files", "chapter", "group", "name"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DATE = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d[-_. ]?(?:0[1-9]|1[0-2])(?:[-_. ]?(?:0[1-9]|[12]\d|3[01]))?"
    r"|(?:0?[1-9]|[12]\d|3[01])[-_. ](?:0?[1-9]|1[0-2])[-_. ](?:19|20)?\d\d"
    r"|(?:19|20)\d\d)(?!\d)"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_DAYS = _words(
    """
    day days tag tage jour jours día giorno giorni dag dagen monday tuesday wednesday thursday
    friday saturday sunday tue wed thu fri sat montag dienstag mittwoch donnerstag freitag
    samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes
    miércoles miercoles jueves viernes sábado sabado domingo morning noon midday afternoon
    evening night morgen vormittag mittag nachmittag abend nacht matin soir nuit mañana tarde
    noche week weekend woche wochenende
    """
)
# also first names: they count as months only beside a year
_MONTHS = _words(
    """
    january february march april may june july august september october november december jan
    feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober
    dezember janvier février mars avril juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    """
)
# the same, beside any number: "1st day", "dia 2"
_BESIDE_NUMBERS = _words("st nd rd th mon sun dia")
_FILES = _words(
    """
    raw raws jpg jpgs jpeg jpegs heic png tif tiff dng cr2 cr3 nef arw raf mov mp4 original
    originals originale edit edits edited bearbeitet export exports exported select selects
    selected selection auswahl best favourites favorites favoriten print prints web small
    large big hires highres lowres resized copies copy kopie kopien backup images image img
    imgs picture pictures pics pic photo photos foto fotos bild bilder immagini imágenes
    imagenes video videos movie movies film films filme clip clips card cards sd sdcard karte
    speicherkarte roll import imports imported upload uploads download downloads takeout
    google lightroom dcim misc various diverse unsorted sorted new part teil folder ordner set
    """
)
# folders of a phone; with a number they may name one of several devices: "camera 2"
_PHONE = _words("camera kamera screenshot screenshots bildschirmfotos restored recovered")
# they say nothing in either direction
_SMALL = _words("from of the a and in at on to by und von der die das am im et de le la")
_CHAPTERS = _words(
    """
    church kirche église iglesia chiesa ceremony trauung zeremonie cérémonie wedding hochzeit
    mariage boda registry standesamt reception empfang party feier fest fête fiesta dinner
    lunch breakfast brunch abendessen mittagessen frühstück hotel beach strand plage playa
    getting ready preparation preparations vorbereitung dance dancing tanz danse speeches
    reden portraits cake torte kuchen arrival ankunft departure abreise trip travel reise
    voyage viaje holiday holidays vacation urlaub vacances hike wanderung museum zoo concert
    konzert birthday geburtstag anniversaire cumpleaños event
    """
)
_GROUPS = _words(
    """
    guest guests gast gäste gaeste invité invités invites invitados ospiti gasten convidados
    family familie famille familia famiglia friend friends freunde amis amigos amici vrienden
    people personen leute everyone everybody all alle tous todos tutti others andere autres
    participant participants teilnehmer team crew colleagues kollegen relatives verwandte kids
    children kinder enfants parents eltern photographers fotografen phones handys cameras
    kameras contributors shared geteilt
    """
)


@dataclass(frozen=True, slots=True)
class FolderName:
    """What kind of name it is, and what is left of it without dates and days."""

    sort: Sort
    rest: str


@lru_cache(4096)
def read_name(name: str) -> FolderName:
    """Return what a folder's name speaks of.

    >>> read_name("2024-05-04 Anna"), read_name("Day 2").sort, read_name("101CANON").sort
    (FolderName(sort='name', rest='Anna'), 'nothing', 'nothing')
    >>> read_name("RAW 2").sort, read_name("Guests").sort, read_name("May").sort
    ('files', 'group', 'name')
    """
    whole = tidy(name)
    if CARD_FOLDER.fullmatch(name):
        return FolderName("nothing", "")
    left, n_dates = _DATE.subn(" ", whole)
    words = _WORD.findall(left)
    names = [word for word in words if not word.isdigit()]
    of_time = _DAYS | (_MONTHS if n_dates else frozenset())
    if n_dates or len(words) > len(names):
        of_time |= _BESIDE_NUMBERS
    rest = [word for word in names if word.casefold() not in of_time]
    is_dated = n_dates > 0 or len(rest) < len(names)
    if not rest:
        return FolderName("nothing", "") if is_dated else FolderName("name", whole or "unnamed")
    folded = {word.casefold() for word in rest} - _SMALL or {rest[0]}
    if folded <= (_FILES if len(words) > len(names) else _FILES | _PHONE):
        return FolderName("files", whole)
    if folded <= _CHAPTERS | _FILES:
        return FolderName("chapter", whole)
    if folded <= _GROUPS | _FILES | _CHAPTERS:
        return FolderName("group", whole)
    return FolderName("name", _without_days(left) if is_dated else whole)


def _without_days(text: str) -> str:
    """Return a name without the words that tell a day, and their numbers: "day 2 Anna".

    >>> _without_days("Day 2 - Anna B."), _without_days("Anna (Saturday)")
    ('Anna B.', 'Anna')
    """
    days = "|".join(sorted(map(re.escape, _DAYS), key=len, reverse=True))
    left = re.sub(rf"(?i)(?<!\w)(?:\d+\W?\s*)?(?:{days})\s*\d*(?!\w)", " ", text)
    left = re.sub(r"\(\s*\)|\[\s*\]", " ", left)
    return tidy(left).strip(" -_·,;:+&") or tidy(text)
