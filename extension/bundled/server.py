"""Starts the language server with the libraries that the extension carries beside this file."""

import os
import sys

if sys.version_info < (3, 10):
    sys.exit("Mindport needs Python 3.10 or newer; this is %d.%d." % sys.version_info[:2])

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "libs"))

from mindport.cli.main import main  # noqa: E402

if __name__ == "__main__":
    sys.argv.insert(1, "server")
    main()
