"""``python -m coincide``, and what the command ``coincide`` starts."""

import sys


def main() -> None:
    """Run the command line; where a package it needs is missing or broken, say which.

    Most are loaded by the command that needs them, when it runs.
    """
    try:
        from coincide.app.cli import main as run

        run()
    except (ImportError, OSError) as error:
        if isinstance(error, OSError) and "coincide.project" in sys.modules:
            raise  # what a command needs was loaded: a file is at fault, or a disk
        sys.exit(_diagnose(error))


def _diagnose(error: Exception) -> int:
    """Print what is missing and return the exit code; an error that is our own goes on."""
    from coincide.app.doctor import all_needed_is_there, as_json, as_text, examine

    findings = examine()
    if all_needed_is_there(findings):
        raise error
    asked = sys.argv[1:2] == ["doctor"] and "--json" in sys.argv
    print(as_json(findings) if asked else as_text(findings))  # noqa: T201
    return 1


if __name__ == "__main__":
    main()
