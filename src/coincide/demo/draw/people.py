"""The cast: the couple, the guests and the band, each with a look of their own all day long."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from coincide.demo.draw.canvas import Colour

Outfit = Literal["suit", "shirt", "dress", "gown", "skirt"]
Hair = Literal["short", "bob", "long", "bun", "curly", "bald", "tail"]
Pattern = Literal["plain", "stripes", "dots", "flowers"]
Hat = Literal["none", "straw", "band", "veil", "top"]

SKINS: tuple[Colour, ...] = (
    (250, 214, 186),
    (240, 196, 160),
    (222, 170, 130),
    (190, 134, 96),
    (146, 98, 68),
    (108, 72, 52),
)
# the last one is not for children, nor for the couple
HAIRS: tuple[Colour, ...] = (
    (44, 32, 30),
    (78, 50, 34),
    (122, 76, 44),
    (176, 112, 52),
    (226, 186, 110),
    (150, 62, 36),
    (190, 188, 190),
)
CLOTHES: tuple[Colour, ...] = (
    (214, 84, 76),
    (238, 160, 72),
    (248, 206, 98),
    (110, 168, 110),
    (62, 140, 148),
    (84, 140, 204),
    (126, 108, 188),
    (204, 108, 158),
    (240, 158, 160),
    (150, 200, 186),
    (60, 76, 128),
    (178, 62, 96),
)
SUITS: tuple[Colour, ...] = (
    (48, 56, 84),
    (74, 78, 88),
    (110, 96, 82),
    (60, 84, 96),
    (170, 156, 134),
    (92, 62, 70),
)


@dataclass(frozen=True, slots=True)
class PersonLook:
    """How one person looks, and the phase of everything they do."""

    skin: Colour
    hair_colour: Colour
    hair: Hair
    outfit: Outfit
    top: Colour
    bottom: Colour
    accent: Colour  # tie, belt, sash
    pattern: Pattern
    hat: Hat
    height: float  # against a grown-up of average height
    glasses: bool
    beard: bool
    phase: float  # 0 to 1, so that no two sway in step


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody who is there."""

    bride: PersonLook
    groom: PersonLook
    guests: tuple[PersonLook, ...]
    band: tuple[PersonLook, ...]


N_GUESTS = 30


def draw_cast(rng: np.random.Generator) -> Cast:
    """Return the people of one event."""
    guests = tuple(_draw_guest(rng, nth) for nth in range(N_GUESTS))
    band = tuple(
        _person(rng, outfit="shirt", top=(244, 240, 230), bottom=(46, 44, 58), hat="top")
        for _ in range(4)
    )
    bride = _person(
        rng, outfit="gown", top=(252, 250, 246), bottom=(252, 250, 246), hat="veil", hair="bun"
    )
    groom = _person(
        rng, outfit="suit", top=(38, 62, 104), bottom=(38, 62, 104), hat="none", hair="short"
    )
    return Cast(bride, groom, guests, band)


def _draw_guest(rng: np.random.Generator, nth: int) -> PersonLook:
    if nth % 6 == 5:
        outfit: Outfit = "dress" if rng.random() < 0.5 else "shirt"
        return _person(rng, outfit=outfit, height=float(rng.uniform(0.6, 0.72)))
    outfits: tuple[Outfit, ...] = ("suit", "dress", "shirt", "skirt", "gown")
    outfit = outfits[nth % 5]
    suit = SUITS[int(rng.integers(len(SUITS)))]
    if outfit == "suit":
        return _person(rng, outfit=outfit, top=suit, bottom=suit)
    return _person(rng, outfit=outfit)


def _person(
    rng: np.random.Generator,
    *,
    outfit: Outfit,
    top: Colour | None = None,
    bottom: Colour | None = None,
    hat: Hat | None = None,
    hair: Hair | None = None,
    height: float | None = None,
) -> PersonLook:
    dressed_up = outfit in ("dress", "gown", "skirt")
    hairs: tuple[Hair, ...] = ("bob", "long", "bun", "curly", "tail")
    if not dressed_up:
        hairs = ("short", "short", "curly", "bald", "short")
    patterns: tuple[Pattern, ...] = ("plain", "stripes", "dots", "flowers")
    drawn_top = CLOTHES[int(rng.integers(len(CLOTHES)))]
    drawn_bottom = (CLOTHES if dressed_up else SUITS)[int(rng.integers(6))]
    drawn_hat: Hat = ("straw" if not dressed_up else "band") if rng.random() < 0.22 else "none"
    is_child = height is not None
    is_young = is_child or hair is not None
    return PersonLook(
        skin=SKINS[int(rng.integers(len(SKINS)))],
        hair_colour=HAIRS[int(rng.integers(len(HAIRS) - is_young))],
        hair=hair or hairs[int(rng.integers(len(hairs)))],
        outfit=outfit,
        top=top or drawn_top,
        bottom=bottom or drawn_bottom,
        accent=CLOTHES[int(rng.integers(len(CLOTHES)))],
        pattern="plain" if top else patterns[int(rng.integers(len(patterns)))],
        hat=hat or drawn_hat,
        height=height or float(rng.uniform(0.92, 1.08)),
        glasses=rng.random() < 0.2,
        beard=not dressed_up and not is_child and rng.random() < 0.35,
        phase=float(rng.random()),
    )
