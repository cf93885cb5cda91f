"""``python -m coincide``."""

from coincide.cli import main

if __name__ == "__main__":
    main()
