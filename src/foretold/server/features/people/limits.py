"""Rate limits of pairing codes, passkeys and reports."""

from __future__ import annotations

from foretold.server.base.address_blocks import WIDER
from foretold.server.base.rate_limits import Buckets, SteppedBuckets


class PeopleLimits:
    """Rate limits of requests about people."""

    def __init__(self) -> None:
        self.pairing = SteppedBuckets(0.1, 10, 1, WIDER)  # pairing codes tried per address block
        self.passkeys = SteppedBuckets(0.2, 20, 1, WIDER)  # passkeys offered or tried per address block
        self.reports = Buckets(rate=1 / 60, burst=5)  # chat lines that one person reports
        self.reports_from = SteppedBuckets(1 / 20, 20, 1, WIDER)  # and those reported from one address block
