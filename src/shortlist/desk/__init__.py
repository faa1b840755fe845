"""What is kept and done on a researcher's machine: profiles, history, exports, the local
service."""
