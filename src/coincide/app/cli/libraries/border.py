"""``coincide library border``: a person says where a clock was set, and where it was not."""

from typing import Annotated

import typer
from rich.text import Text

from coincide.app.cli.libraries.options import HomeZone, Places, StoreOption, store_folder
from coincide.app.cli.output.tables import console, shown
from coincide.errors import UsageError


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(border)


def border(
    places: Places,
    set_before: Annotated[
        str | None,
        typer.Option(
            "--set-before",
            metavar="PHOTO",
            help="The clock was set between this photo and the one that it took before.",
            show_default=False,
        ),
    ] = None,
    not_before: Annotated[
        str | None,
        typer.Option(
            "--not-before",
            metavar="PHOTO",
            help="The clock was not set there, where a stretch begins with this photo. With"
            " --set-before the border moves.",
            show_default=False,
        ),
    ] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take back what was last said of a border.")
    ] = False,
    zone: HomeZone = None,
    store: StoreOption = None,
) -> None:
    """Say where a clock was set: a stretch is split there, or its border moves.

    Each side then needs evidence of its own. That a clock was not set is believed as other answers
    are: two occasions that contradict it are not overruled, and are shown with it.

    Example: coincide library border /nas/photos --set-before Anna/P1010023.jpg
    """
    from coincide.app.cli.output.histories import print_stated
    from coincide.library.openlibrary import open_library
    from coincide.library.statements import SaidBorder, statement_in_words

    with open_library(places, store_folder, store, home=zone) as library:
        if undo:
            gone = library.take_back("borders")
            words = "Nothing was said." if gone is None else f"Forgot: {statement_in_words(gone)}."
            console().print(Text(shown(words)), soft_wrap=True)
            return
        if set_before is None and not_before is None:
            raise UsageError("Give --set-before or --not-before, with a photo of this library.")
        photos = (set_before, not_before)
        named = (None if one is None else library.path_named(one) for one in photos)
        library.add_border(SaidBorder(*named))
    with open_library(places, store_folder, store, home=zone) as library:
        print_stated(console(), library, library.stated[-1:])
