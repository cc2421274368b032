"""Compile once what tests import, in every process, also where the environment says otherwise.

Each command that a test starts would else compile every module again, twice as long as it runs.
"""

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
