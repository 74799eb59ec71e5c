"""`python -m quincunx` is the command `quincunx`."""

import sys

from quincunx.cli import main

sys.exit(main())
