"""The app over HTTP: its server, connections, log in, pages, and requests in and out."""
