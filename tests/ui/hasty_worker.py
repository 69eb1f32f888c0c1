"""The worker that people get, but for its patience: a source is gone at once, and not after a minute.

``python hasty_worker.py VAULT``
"""

import sys
from pathlib import Path

from app.sources.settling import Patience
from app.worker import serve

HASTY = Patience(still=0.1, empty=0.1, restless=0.2, away=0.2)

if __name__ == "__main__":
    sys.exit(serve(Path(sys.argv[-1]), sys.stdin.buffer, sys.stdout.buffer, HASTY))
