"""Importing files of people into the service of this machine."""
