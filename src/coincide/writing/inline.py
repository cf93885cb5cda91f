"""Scripts and styles inside a page: what keeps a script whole, and what lets a policy allow it."""

import base64
import hashlib
import re

# what would end a script, or begin something inside it; in JavaScript \x3C is the same
_TELLING = re.compile(r"<(?=/?script|!--)", re.IGNORECASE)


def script_inside(text: str) -> str:
    r"""Return a script as it can stand inside a page.

    >>> script_inside("let end = '</script>';")
    "let end = '\\x3C/script>';"
    """
    return _TELLING.sub(r"\\x3C", text)


def policy_source(text: str) -> str:
    """Return the name by which a content security policy allows this very text.

    >>> policy_source("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
