"""What is installed, what is missing, what each is for, and the line that installs it.

It must run where something is missing, so the standard library is all it imports; whatever else
it looks at is loaded inside the look at it.
"""

from coincide.app.doctor.findings import Diagnosis, all_needed_is_there, as_json, as_text
from coincide.app.doctor.look import examine

__all__ = ["Diagnosis", "all_needed_is_there", "as_json", "as_text", "examine"]
