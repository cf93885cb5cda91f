"""The review app: see an event, judge it, mend it, write it; live in a browser, or as a report.

``server.serve`` runs it on this machine alone; ``report.write_report`` writes the same views as
one file. The front end's source is in ``web/``; what it was built into lies in ``static/``.
"""
