"""Writes what of the documentation is made from the code.

python -m docs.make
"""

from __future__ import annotations

import os.path
import sys

from docs.make import write_all

for name in write_all():
    sys.stdout.write(f"written: {os.path.normpath(f'docs/{name}')}\n")
