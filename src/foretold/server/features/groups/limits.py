"""Rate limits of groups, per person and per block of addresses."""

from __future__ import annotations

import asyncio

from foretold.server.base.address_blocks import Blocks
from foretold.server.base.rate_limits import OF_BLOCKS, SteppedBuckets, TooMany


class GroupLimits:
    """Rate limits of requests about groups."""

    def __init__(self) -> None:
        self.making = SteppedBuckets(1 / 600, 10, *OF_BLOCKS)
        self.joining = SteppedBuckets(1 / 60, 20, *OF_BLOCKS)
        self.calling = SteppedBuckets(1 / 120, 10, *OF_BLOCKS)
        self.webhooks = SteppedBuckets(1 / 60, 10, *OF_BLOCKS)  # changed or tested
        self.changing = SteppedBuckets(1 / 5, 60, *OF_BLOCKS)  # everything else that changes a group
        self.invitations = SteppedBuckets(1 / 2, 60, *OF_BLOCKS)  # looked at


def take(buckets: SteppedBuckets, person: str, where: Blocks) -> None:
    """Takes a token of the person and of each of their address blocks; refused if one has none left."""
    wait = buckets.take((person, *where), asyncio.get_running_loop().time())
    if wait > 0:
        raise TooMany("too-many-requests", wait)
