"""Rate limits of making challenges."""

from __future__ import annotations

from foretold.server.base.rate_limits import OF_BLOCKS, SteppedBuckets


class ChallengeLimits:
    """Rate limits of requests about challenges."""

    def __init__(self) -> None:
        self.making = SteppedBuckets(1 / 60, 20, *OF_BLOCKS)  # challenges per person or address block
