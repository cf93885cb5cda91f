"""``coincide plugins``: the backbones, methods and photo servers that other packages add."""

import typer
from rich.table import Table
from rich.text import Text

from coincide.app.cli.output import tables
from coincide.app.cli.output.tables import shown
from coincide.errors import CoincideError, PluginError
from coincide.plugins import GROUPS, Added, choose_added, find_added, is_python_file


def plugins() -> None:
    """List the backbones, methods and photo servers that other packages add.

    Plug-ins that cannot be used are marked, with the reason.
    """
    rows = [(added, _trouble(added)) for kind in GROUPS for added in find_added(kind)]
    if not rows:
        typer.echo("No installed package adds a backbone, a method or a photo server.")
        return
    drawn = Table("kind", "name", "package", "use it by")
    for added, trouble in rows:
        use = _use(added) if trouble is None else "cannot be used, see below"
        drawn.add_row(*(Text(shown(word)) for word in (added.kind, added.name, added.package, use)))
    tables.console().print(drawn)
    troubles = [trouble for _, trouble in rows if trouble is not None]
    if troubles:
        raise PluginError(" ".join(dict.fromkeys(troubles)))


def _use(added: Added) -> str:
    if added.kind == "server":
        return f"{added.name}://HOST/ALBUM"
    return f"--{added.kind} {added.name}"


def _trouble(added: Added) -> str | None:
    """Return why an addition cannot be used, None where it can be, as far as importing tells."""
    from coincide.features.backbones.registry import BACKBONES, is_model_file
    from coincide.servers.address import OPENERS
    from coincide.solver.methods import OUR_METHODS

    ours = {"backbone": BACKBONES, "method": OUR_METHODS, "server": OPENERS}
    try:
        if added.name in ours[added.kind]:
            raise added.fault("is never used: the name is one of Coincide's own")
        if added.kind == "backbone" and is_model_file(added.name):
            raise added.fault("is never used: a name that ends in .onnx is the path of a file")
        if added.kind == "method" and is_python_file(added.name):
            raise added.fault("is never used: a name that ends in .py is the path of a file")
        choose_added(added.kind, added.name)
        added.load()
    except CoincideError as error:
        return str(error)
    return None
