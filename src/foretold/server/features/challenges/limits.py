"""Rate limits of making challenges and of letting bots play."""

from __future__ import annotations

from foretold.server.base.rate_limits import OF_BLOCKS, SteppedBuckets


class ChallengeLimits:
    """Rate limits of requests about challenges."""

    def __init__(self) -> None:
        self.making = SteppedBuckets(1 / 60, 20, *OF_BLOCKS)  # challenges per person or address block
        self.comparing = SteppedBuckets(1 / 60, 10, *OF_BLOCKS)  # matches played again by bots, the same way
