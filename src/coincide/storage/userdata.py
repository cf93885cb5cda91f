"""The user's own data folder: what Coincide keeps for a person, outside every event.

Nothing that somebody sends can lie there, so what is kept there can be trusted.
"""

import os
from pathlib import Path

from platformdirs import user_data_path

FOLDER_VARIABLE = "COINCIDE_DATA"


def user_data() -> Path:
    """Return the data folder of this user, which need not exist yet."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_data_path("coincide", appauthor=False)
