"""Files of people, brought into the service of this machine."""
