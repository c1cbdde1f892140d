"""`python -m foretold` is the command `foretold`."""

from foretold.cli import main

raise SystemExit(main())
