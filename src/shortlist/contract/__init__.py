"""The wire: models of every request, response, event and error; the error catalogue; limits.

The service and the client share this room and nothing else.
"""
